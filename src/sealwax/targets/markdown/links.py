"""Links to the page and section of each declaration. Related declarations share a page."""

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.languages.markdown import anchors
from sealwax.rendering import Finished
from sealwax.targets.markdown.codes import codes_with_section
from sealwax.targets.reference.topics import TITLES, examples_of, topics_of

_HEADINGS = {topic: (title,) for topic, title in TITLES.items()} | {"partial": (TITLES["partial"], "Collecting issues")}
"""The headings above the declarations of each topic."""
CATALOGUES = {
    m.Catalogue.ERROR_TYPES: "Error types",
    m.Catalogue.ERROR_CODES: "Error codes",
    m.Catalogue.WARNING_CODES: "Warning codes",
}
"""The headings above the tables of catalogues, which are the same whatever the enum is called."""


class Guided(Struct, frozen=True):
    """A link to a guide about a declaration."""

    title: str
    target: Finished


class Links(Struct, frozen=True):
    """Link targets by the name of a declaration."""

    sections: dict[str, Finished]
    guides: dict[str, tuple[Guided, ...]]


def links_of(contract: m.Contract) -> Links:
    envelope = contract.envelope
    # An envelope with a single outcome has no section for it: the whole page describes it.
    outcomes = [outcome.name for outcome in envelope.outcomes if outcome.discriminator is not None]
    examples = {name: [f"Examples of {name}"] for name in examples_of(contract)}
    sections = {envelope.name: Finished("envelope.md")}
    sections |= _sections("envelope.md", (envelope.title, "Fields"), dict.fromkeys(outcomes, ()))
    sections |= _sections(
        "tools.md", ("Tools",), {tool.name: examples.get(tool.envelope.name, []) for tool in contract.tools}
    )
    sections |= {tool.envelope.name: sections[tool.name] for tool in contract.tools}
    for topic, declared in topics_of(contract).items():
        names = {each.name: examples.get(each.name, []) for each in declared.records}
        names |= {each.name: examples.get(each.name, []) for each in declared.texts}
        for each in declared.enums:
            table = [CATALOGUES[each.catalogue]] if each.catalogue in CATALOGUES else []
            codes = [code.value for code in codes_with_section(each, contract)]
            names[each.name] = [*table, *codes, *examples.get(each.name, [])]
        sections |= _sections(f"{topic}.md", _HEADINGS[topic], names)
    guides: dict[str, tuple[Guided, ...]] = {}
    for name, link in _guides(contract):
        guides[name] = (*guides.get(name, ()), link)
    return Links(sections, guides)


def _sections(file: str, before: Iterable[str], names: Mapping[str, Iterable[str]]) -> dict[str, Finished]:
    """Links to the sections of a page, which can have subsections; `before` are the headings above the first one."""
    found = _leading(file, before, names.items())
    return dict(zip(names, found, strict=True))


def _guides(contract: m.Contract) -> Iterator[tuple[str, Guided]]:
    found = _leading("guide.md", ["Guide"], [(guide.title, ()) for guide in contract.guides])
    for guide, target in zip(contract.guides, found, strict=True):
        if guide.about:
            yield guide.about, Guided(guide.title, target)


def _leading(file: str, before: Iterable[str], sections: Iterable[tuple[str, Iterable[str]]]) -> list[Finished]:
    headings, at = [*before], []
    for title, below in sections:
        at.append(len(headings))
        headings += [title, *below]
    found = anchors(headings)
    return [Finished(f"{file}#{found[index]}") for index in at]
