"""Links to the section of each declaration on the page of its contract, and to guides about it."""

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.languages.markdown import anchors
from sealwax.rendering import Finished
from sealwax.targets.markdown.codes import CodeSection
from sealwax.targets.reference import ReferenceSections
from sealwax.targets.reference.topics import TITLES

_HEADINGS = {topic: (title,) for topic, title in TITLES.items()} | {"partial": (TITLES["partial"], "Collecting issues")}
"""The headings above the declarations of each topic."""


class Guided(Struct, frozen=True):
    """A link to a guide about a declaration."""

    title: str
    target: Finished


class Links(Struct, frozen=True):
    """Link targets by the name of a declaration."""

    sections: dict[str, Finished]
    guides: dict[str, tuple[Guided, ...]]


def types_in_codes(contract: m.Contract) -> m.Enum | None:
    """The error types, if the table of error codes says all about them: they have no section of their own."""
    types, codes = contract.catalogue(m.Catalogue.ERROR_TYPES), contract.catalogue(m.Catalogue.ERROR_CODES)
    if types is None or codes is None or types.docs != m.Documentation() or types.columns or _is_named(types, contract):
        return None
    is_plain = all(
        kind.value in codes.by_class
        and kind.docs == m.Documentation()
        and kind.tier is None
        and (kind.retry is None or not kind.retry.hint)
        for kind in types.values
    )
    return types if is_plain else None


def _is_named(enum: m.Enum, contract: m.Contract) -> bool:
    """Whether a field, an example or a guide is about this enum."""
    envelopes = (contract.envelope, *(tool.envelope for tool in contract.tools))
    outcomes = (outcome for envelope in envelopes for outcome in envelope.outcomes)
    context = (m.named_in(field.type) for each in contract.enums for value in each.values for field in value.context)
    parts = (m.named_in(part.type) for each in contract.texts for part in each.parts)
    fields = (*m.named_by(*envelopes, *outcomes, *contract.records), *context, *parts)
    named = {each.name for each in fields if each is not None}
    about = {
        *(each.about for each in contract.guides),
        *(each.about or each.subject.name for each in contract.examples),
    }
    return enum.name in named | about


Codes: TypeAlias = Mapping[str, tuple[CodeSection, ...]]
"""By enum: the codes that have a section."""


def links_of(contract: m.Contract, reference: ReferenceSections, codes: Codes, page: str, guide: str) -> Links:
    """The links of a page. `page` is the one of the contract, empty on this itself; `guide` that of the guides."""
    headings = [*_headings(contract, reference, codes)]
    found = anchors(heading for heading, _ in headings)
    sections = {name: Finished(f"{page}#{at}") for at, (_, name) in zip(found, headings, strict=True) if name}
    listing = contract.catalogue(m.Catalogue.ERROR_CODES)
    if (merged := types_in_codes(contract)) is not None and listing is not None:
        sections[merged.name] = sections[listing.name]
    guides: dict[str, tuple[Guided, ...]] = {}
    for name, link in _guides(contract, guide):
        guides[name] = (*guides.get(name, ()), link)
    return Links(sections, guides)


def _headings(contract: m.Contract, reference: ReferenceSections, codes: Codes) -> Iterator[tuple[str, str]]:
    """The headings of the page down to the last declaration, and the name of each declaration beside its own."""
    examples = {name: [(f"Examples of {name}", "")] for name in reference.examples}
    envelope = contract.envelope
    yield from ((contract.title, ""), (envelope.title, envelope.name), ("Fields", ""))
    yield from ((name, name) for name in reference.envelope.differences)
    yield from [("Superseded keys", "")] if reference.envelope.superseded else []
    yield from examples.get(envelope.name, [])
    yield from [("Tools", "")] if contract.tools else []
    for tool in contract.tools:
        yield from ((tool.name, tool.envelope.name), *examples.get(tool.envelope.name, []))
    for topic, declared in reference.topics.items():
        yield from ((title, "") for title in _HEADINGS[topic])
        for name in (each.name for group in (declared.records, declared.texts) for each in group):
            yield from ((name, name), *examples.get(name, []))
        for enum in declared.enums:
            yield enum.name, enum.name
            yield from ((each.code.value, "") for each in codes[enum.name])
            yield from examples.get(enum.name, [])


def _guides(contract: m.Contract, page: str) -> Iterator[tuple[str, Guided]]:
    found = anchors(("Guide", *(guide.title for guide in contract.guides)))[1:]
    for guide, anchor in zip(contract.guides, found, strict=True):
        if guide.about:
            yield guide.about, Guided(guide.title, Finished(f"{page}#{anchor}"))
