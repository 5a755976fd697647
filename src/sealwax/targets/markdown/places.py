"""Where each declaration has its section, its examples and its guides: the targets of the links between pages."""

from collections.abc import Iterable, Iterator, Sequence

from sealwax.contract.model import Catalogue, Contract, Enum, Example
from sealwax.frozen import frozen
from sealwax.languages.markdown import anchor
from sealwax.rendering import Finished

CATALOGUES = {
    "enums.md": ("Enums", (Catalogue.PLAIN,)),
    "errors.md": ("Errors", (Catalogue.ERROR_TYPES, Catalogue.ERROR_CODES)),
    "warnings.md": ("Warnings", (Catalogue.WARNING_CODES,)),
}
"""The pages of enums: the heading of each, and the catalogues on it."""


@frozen
class SeeAlso:
    """A link to more information about a declaration."""

    title: str
    target: Finished


@frozen
class Places:
    """Link targets by the name of a declaration."""

    sections: dict[str, Finished]
    see_also: dict[str, tuple[SeeAlso, ...]]
    """Examples and guides of a declaration."""
    has_schemas: bool
    """Whether JSON Schemas are generated, so pages can link to them."""


def places_of(contract: Contract) -> Places:
    envelope = contract.envelope
    # An envelope with a single outcome has no section for it: the whole page describes it.
    outcomes = [outcome.name for outcome in envelope.outcomes if outcome.discriminator is not None]
    types = [*(record.name for record in contract.records), *(text.name for text in contract.texts)]
    sections = {envelope.name: Finished("envelope.md")}
    sections |= _sections("envelope.md", [envelope.title, "Fields"], outcomes)
    sections |= _sections("tools.md", ["Tools"], [tool.name for tool in contract.tools])
    sections |= {tool.envelope.name: sections[tool.name] for tool in contract.tools}
    sections |= _sections("types.md", ["Types"], types)
    for file, (heading, _) in CATALOGUES.items():
        sections |= _sections(file, [heading], [enum.name for enum in enums_on(file, contract)])
    see_also: dict[str, tuple[SeeAlso, ...]] = {}
    for name, link in (*_examples(contract), *_guides(contract)):
        see_also[name] = (*see_also.get(name, ()), link)
    return Places(sections, see_also, "json-schema" in contract.output.targets)


def enums_on(file: str, contract: Contract) -> tuple[Enum, ...]:
    """The enums on one of the pages of enums."""
    _, catalogues = CATALOGUES[file]
    return tuple(enum for catalogue in catalogues for enum in contract.enums if enum.catalogue is catalogue)


def by_subject(examples: Iterable[Example]) -> dict[str, list[Example]]:
    """Examples by the name of their subject, in the order in which the subjects first occur."""
    found: dict[str, list[Example]] = {}
    for example in examples:
        found.setdefault(example.subject.name, []).append(example)
    return found


def _sections(file: str, before: Sequence[str], names: Sequence[str]) -> dict[str, Finished]:
    """Links to the sections of a page; `before` are the headings above the first section."""
    found = _anchors([*before, *names])[len(before) :]
    return {name: Finished(f"{file}#{anchor}") for name, anchor in zip(names, found, strict=True)}


def _examples(contract: Contract) -> Iterator[tuple[str, SeeAlso]]:
    headings, at = ["Examples"], {}
    for name, examples in by_subject(contract.examples).items():
        at[name] = len(headings)
        headings += [name, *(each.title or f"Example {number}" for number, each in enumerate(examples, 1))]
    found = _anchors(headings)
    for name, index in at.items():
        yield name, SeeAlso("Examples", Finished(f"examples.md#{found[index]}"))


def _guides(contract: Contract) -> Iterator[tuple[str, SeeAlso]]:
    titles = [guide.title for guide in contract.guides]
    for guide, name in zip(contract.guides, _anchors(["Guide", *titles])[1:], strict=True):
        yield guide.about, SeeAlso(guide.title, Finished(f"guide.md#{name}"))


def _anchors(headings: Iterable[str]) -> list[str]:
    """The anchors of a page's headings; a repeated one gets a number, as on GitHub."""
    seen: dict[str, int] = {}
    found = []
    for heading in headings:
        plain = name = str(anchor(heading))
        while name in seen:
            seen[plain] += 1
            name = f"{plain}-{seen[plain]}"
        seen[name] = 0
        found.append(name)
    return found
