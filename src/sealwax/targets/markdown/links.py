"""Links to the page and section of each declaration. Related declarations share a page."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.languages.markdown import anchor
from sealwax.rendering import Finished
from sealwax.targets.markdown.codes import codes_with_section

Declared: TypeAlias = m.Record | m.Text | m.Enum
TYPES, ERRORS, WARNINGS, PARTIAL = "types.md", "errors.md", "warnings.md", "partial.md"

HEADINGS = {
    TYPES: ("Types",),
    ERRORS: ("Errors",),
    WARNINGS: ("Warnings",),
    PARTIAL: ("Partial results", "Collecting issues"),
}
"""The headings above the declarations of each page."""


class Guided(Struct, frozen=True):
    """A link to a guide about a declaration."""

    title: str
    target: Finished


class Links(Struct, frozen=True):
    """Link targets by the name of a declaration."""

    sections: dict[str, Finished]
    guides: dict[str, tuple[Guided, ...]]
    has_schemas: bool
    """Whether JSON Schemas are generated, so pages can link to them."""


def links_of(contract: m.Contract) -> Links:
    envelope = contract.envelope
    # An envelope with a single outcome has no section for it: the whole page describes it.
    outcomes = [outcome.name for outcome in envelope.outcomes if outcome.discriminator is not None]
    sections = {envelope.name: Finished("envelope.md")}
    sections |= _sections("envelope.md", (envelope.title, "Fields"), dict.fromkeys(outcomes, ()))
    sections |= _sections("tools.md", ("Tools",), {tool.name: () for tool in contract.tools})
    sections |= {tool.envelope.name: sections[tool.name] for tool in contract.tools}
    for file, declared in declarations(contract).items():
        sections |= _sections(file, HEADINGS[file], {each.name: _codes(each, contract) for each in declared})
    guides: dict[str, tuple[Guided, ...]] = {}
    for name, link in _guides(contract):
        guides[name] = (*guides.get(name, ()), link)
    return Links(sections, guides, "json-schema" in contract.output.targets)


def declarations(contract: m.Contract) -> dict[str, tuple[Declared, ...]]:
    """The declarations on each page: records, then string types, then enums."""
    special = _special(contract)
    found: dict[str, tuple[Declared, ...]] = {}
    every: tuple[Declared, ...] = (*contract.records, *contract.texts, *contract.enums)
    for declared in every:
        file = special.get(declared.name, TYPES)
        found[file] = (*found.get(file, ()), declared)
    return found


def _special(contract: m.Contract) -> dict[str, str]:
    """The pages of the declarations that are about errors, warnings or partial results."""
    found: dict[str, str] = {}
    if errors := contract.catalogue(m.Catalogue.ERROR_CODES):
        failing = _records_in(contract.envelope.failure) - _records_in(contract.envelope.success)
        found |= dict.fromkeys((*failing, errors.name), ERRORS)
    if types := contract.catalogue(m.Catalogue.ERROR_TYPES):
        found[types.name] = ERRORS
    if warnings := contract.catalogue(m.Catalogue.WARNING_CODES):
        severities = () if warnings.classified_by is None else (warnings.classified_by.name,)
        found |= dict.fromkeys((*_records_with(warnings, contract), *severities, warnings.name), WARNINGS)
    if (partial := contract.partial) is not None:
        found |= dict.fromkeys((partial.record.name, partial.issue.name, partial.statuses.name), PARTIAL)
    return found


def _records_in(outcome: m.Outcome | None) -> set[str]:
    """The records that the fields of an outcome refer to, directly or indirectly."""
    found: set[str] = set()
    pending = [] if outcome is None else [field.type for field in outcome.fields]
    while pending:
        named = m.named_in(pending.pop())
        if isinstance(named, m.Record) and named.name not in found:
            found.add(named.name)
            pending += [field.type for field in named.fields]
    return found


def _records_with(codes: m.Enum, contract: m.Contract) -> Iterator[str]:
    """The records that hold one of these codes."""
    for record in contract.records:
        named = (m.named_in(field.type) for field in record.fields)
        if any(each is not None and each.name == codes.name for each in named):
            yield record.name


def _codes(declared: Declared, contract: m.Contract) -> tuple[str, ...]:
    """The codes with a section of their own."""
    codes = codes_with_section(declared, contract) if isinstance(declared, m.Enum) else ()
    return tuple(each.value for each in codes)


def _sections(file: str, before: Iterable[str], names: Mapping[str, Iterable[str]]) -> dict[str, Finished]:
    """Links to the sections of a page, which can have subsections; `before` are the headings above the first one."""
    found = _leading(file, before, names.items())
    return dict(zip(names, found, strict=True))


def _guides(contract: m.Contract) -> Iterator[tuple[str, Guided]]:
    named = [(guide.title, [each.title for each in guide.sections if each.title]) for guide in contract.guides]
    for guide, target in zip(contract.guides, _leading("guide.md", ["Guide"], named), strict=True):
        if guide.about:
            yield guide.about, Guided(guide.title, target)


def _leading(file: str, before: Iterable[str], sections: Iterable[tuple[str, Iterable[str]]]) -> list[Finished]:
    headings, at = [*before], []
    for title, below in sections:
        at.append(len(headings))
        headings += [title, *below]
    found = _anchors(headings)
    return [Finished(f"{file}#{found[index]}") for index in at]


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
