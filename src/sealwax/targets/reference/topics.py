"""Records, string types and enums by topic, and the examples that are shown with each declaration."""

from collections.abc import Iterator

from msgspec import Struct

from sealwax.contract import model as m

TITLES = {"types": "Types", "errors": "Errors", "warnings": "Warnings", "partial": "Partial results"}
"""The titles of the topics."""


class Topic(Struct, frozen=True):
    """The declarations of a topic."""

    records: tuple[m.Record, ...]
    texts: tuple[m.Text, ...]
    enums: tuple[m.Enum, ...]


def topics_of(contract: m.Contract) -> dict[str, Topic]:
    """The declarations by topic, for the topics that have any."""
    special, found = _special(contract), {}
    for topic in TITLES:
        records = tuple(each for each in contract.records if special.get(each.name, "types") == topic)
        texts = tuple(each for each in contract.texts if special.get(each.name, "types") == topic)
        enums = tuple(each for each in contract.enums if special.get(each.name, "types") == topic)
        if records or texts or enums:
            found[topic] = Topic(records, texts, enums)
    return found


def _special(contract: m.Contract) -> dict[str, str]:
    """The topics of the declarations that are about errors, warnings or partial results."""
    found: dict[str, str] = {}
    if errors := contract.catalogue(m.Catalogue.ERROR_CODES):
        failing = _records_in(contract.envelope.failure) - _records_in(contract.envelope.success)
        found |= dict.fromkeys((*failing, errors.name), "errors")
    if types := contract.catalogue(m.Catalogue.ERROR_TYPES):
        found[types.name] = "errors"
    if warnings := contract.catalogue(m.Catalogue.WARNING_CODES):
        severities = () if warnings.classified_by is None else (warnings.classified_by.name,)
        found |= dict.fromkeys((*_records_with(warnings, contract), *severities, warnings.name), "warnings")
    if (partial := contract.partial) is not None:
        found |= dict.fromkeys((partial.record.name, partial.issue.name, partial.statuses.name), "partial")
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


# -- examples ----------------------------------------------------------------------------------------------------------


class Examples(Struct, frozen=True):
    """The examples that a page shows with a declaration."""

    long: tuple[m.Example, ...]
    """In a block each: valid objects and lists, fragments, and examples in notation."""
    short: tuple[m.Example, ...]
    """On a line each: other valid values."""
    bad: tuple[m.Example, ...]
    """On a line each: invalid values with a remark. The others only show what a constraint says anyway."""


def examples_of(contract: m.Contract) -> dict[str, Examples]:
    found: dict[str, list[m.Example]] = {}
    for example in contract.examples:
        found.setdefault(example.about or example.subject.name, []).append(example)
    grouped = {name: _grouped(examples) for name, examples in found.items()}
    return {name: each for name, each in grouped.items() if each.long or each.short or each.bad}


def _grouped(examples: list[m.Example]) -> Examples:
    long, short, bad = [], [], []
    for each in examples:
        if each.kind is m.ExampleKind.INVALID:
            bad.append(each)
        elif each.text or isinstance(each.value, dict | list):
            long.append(each)
        else:
            short.append(each)
    return Examples(tuple(long), tuple(short), tuple(each for each in bad if each.doc))
