"""envelope.md, types.md, errors.md, warnings.md and partial.md: what a contract declares, with its examples."""

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from sealwax.contract import model as m
from sealwax.rendering import Finished
from sealwax.targets.markdown.codes import CodeSection, code_sections
from sealwax.targets.markdown.filters import SupersededRow
from sealwax.targets.markdown.links import Declared, Links
from sealwax.targets.markdown.tables import Table, table, value_columns


class Examples(Struct, frozen=True):
    """The examples that a page shows with a declaration."""

    long: tuple[m.Example, ...]
    """In a block each: valid objects and lists, fragments, and examples in notation."""
    short: tuple[m.Example, ...]
    """On a line each: other valid values."""
    bad: tuple[m.Example, ...]
    """On a line each: invalid values with a remark. The others only show what a constraint says anyway."""


def examples_of(contract: m.Contract) -> dict[str, Examples]:
    """The examples by the name of the declaration that they are shown with."""
    found: dict[str, list[m.Example]] = {}
    for example in contract.examples:
        found.setdefault(example.about or example.subject.name, []).append(example)
    return {name: _grouped(examples) for name, examples in found.items()}


def _grouped(examples: list[m.Example]) -> Examples:
    bad = tuple(each for each in examples if each.kind is m.ExampleKind.INVALID)
    good = [each for each in examples if each not in bad]
    short = tuple(each for each in good if not each.text and not isinstance(each.value, dict | list))
    return Examples(tuple(each for each in good if each not in short), short, tuple(each for each in bad if each.doc))


def superseded_rows(fields: Iterable[m.Field]) -> Iterator[SupersededRow]:
    for field in fields:
        for key in field.superseded:
            yield SupersededRow((field.name, key.name), key.replacement, key.docs)


# -- the envelope -----------------------------------------------------------------------------------------------------


class EnvelopeView(Struct, frozen=True):
    header: Finished
    links: Links
    examples: dict[str, Examples]
    envelope: m.Envelope
    fields: tuple[m.Field, ...]
    """The fields that every outcome has."""
    differences: dict[str, tuple[m.Field, ...]]
    """The other fields of each outcome, by its name; empty if there is only one outcome."""
    superseded: tuple[SupersededRow, ...]
    has_payload: bool
    """Whether a field holds the payload of a tool."""


def envelope_view(contract: m.Contract, header: Finished, links: Links) -> EnvelopeView:
    envelope = contract.envelope
    names = [{field.name for field in outcome.fields} for outcome in envelope.outcomes]
    common = tuple(field for field in envelope.fields if all(field.name in known for known in names))
    own = [field for outcome in envelope.outcomes for field in outcome.fields]
    superseded: dict[tuple[str, str], SupersededRow] = {}
    for row in superseded_rows((*envelope.fields, *own)):
        superseded.setdefault(row.path, row)  # an outcome repeats the fields that it does not narrow
    return EnvelopeView(
        header,
        links,
        examples_of(contract),
        envelope,
        common,
        {each.name: tuple(_differences(each, common)) for each in envelope.outcomes if each.discriminator is not None},
        tuple(superseded.values()),
        any(isinstance(field.type, m.Payload) for field in own),
    )


def _differences(outcome: m.Outcome, common: tuple[m.Field, ...]) -> Iterator[m.Field]:
    """An outcome inherits the notes on the fields that it narrows, so they are not repeated, nor is its tag."""
    known = {field.name: field for field in common}
    tag = outcome.discriminator.field if isinstance(outcome.discriminator, m.Tag) else ""
    for field in outcome.fields:
        same = known.get(field.name)
        is_known_tag = field.name == tag and same is not None and same.docs == field.docs
        if same != field and not is_known_tag:
            said = same.docs.notes if same is not None else ()
            notes = tuple(note for note in field.docs.notes if note not in said)
            yield replace(field, docs=replace(field.docs, notes=notes))


# -- records, string types and enums ---------------------------------------------------------------------------------


class EnumSection(Struct, frozen=True):
    """An enum as a table of its values, with the columns that any of them needs."""

    enum: m.Enum
    table: Table
    codes: tuple[CodeSection, ...]


class DeclarationsView(Struct, frozen=True):
    header: Finished
    links: Links
    contract: m.Contract
    examples: dict[str, Examples]
    records: tuple[m.Record, ...]
    own_fields: dict[str, tuple[m.Field, ...]]
    """The fields of each record, by its name, without those of the records that it includes."""
    texts: tuple[m.Text, ...]
    enums: tuple[EnumSection, ...]


def declarations_view(
    declared: tuple[Declared, ...], contract: m.Contract, header: Finished, links: Links
) -> DeclarationsView:
    records = tuple(each for each in declared if isinstance(each, m.Record))
    return DeclarationsView(
        header,
        links,
        contract,
        examples_of(contract),
        records,
        {each.name: tuple(_own_fields(each, contract)) for each in records},
        tuple(each for each in declared if isinstance(each, m.Text)),
        tuple(_section(each, contract) for each in declared if isinstance(each, m.Enum)),
    )


def _own_fields(record: m.Record, contract: m.Contract) -> Iterator[m.Field]:
    """A field that a contract narrows after it was included is one of its own."""
    included = [field for each in contract.records if each.name in record.includes for field in each.fields]
    yield from (field for field in record.fields if field not in included)


def _section(enum: m.Enum, contract: m.Contract) -> EnumSection:
    return EnumSection(enum, table(value_columns(enum), enum.values), code_sections(enum, contract))
