"""The page of what a validator reports: for each record, what has to hold and what is advice."""

from collections.abc import Iterator

from sealwax.contract.model import (
    AnyValue,
    Contract,
    Enum,
    Field,
    Integer,
    Level,
    ListOf,
    MapOf,
    Nullable,
    Number,
    Record,
    String,
    Type,
)
from sealwax.frozen import frozen
from sealwax.languages.markdown import cell, code_cell, text
from sealwax.meaning.wording import FORMAT_RULES, condition_words, constraint_words, listed, named, quoted, string_words
from sealwax.rendering import Finished
from sealwax.targets.markdown.parts import NOTHING, Places, words_cell


@frozen
class CheckRow:
    """What a validator checks at one place: breaking `must` is an error, breaking `should` is advice."""

    where: Finished
    must: Finished
    should: Finished


@frozen
class CheckSection:
    name: Finished
    place: Finished
    rows: tuple[CheckRow, ...]


@frozen
class ValidationView:
    header: Finished
    values: tuple[Finished, ...]
    """What counts as a value of which type, where libraries differ."""
    sections: tuple[CheckSection, ...]
    strings: tuple[CheckRow, ...]


def validation_view(contract: Contract, header: Finished, places: Places) -> ValidationView:
    is_open = contract.envelope.open
    objects: list[tuple[str, tuple[Field, ...], bool, Record | None]] = []
    objects += ((outcome.name, outcome.fields, is_open, None) for outcome in contract.envelope.outcomes)
    objects += ((record.name, record.fields, record.open, record) for record in contract.records)
    return ValidationView(
        header,
        tuple(text(words) for words in _values(contract)),
        tuple(
            CheckSection(text(name), places.link(name), tuple(_rows(fields, open_, tiered, places)))
            for name, fields, open_, tiered in objects
        ),
        tuple(
            CheckRow(places.link(each.name), cell("; ".join(string_words(each.string))), NOTHING)
            for each in contract.texts
        ),
    )


def _values(contract: Contract) -> Iterator[str]:
    fields = [field for outcome in contract.envelope.outcomes for field in outcome.fields]
    fields += (field for record in contract.records for field in record.fields)
    kinds = [_innermost(field.type) for field in fields]
    strings = [kind for kind in kinds if isinstance(kind, String)] + [each.string for each in contract.texts]
    yield "Nothing is converted: a string of digits is no number, `1` is not `true`, and a list is no object."
    if any(isinstance(kind, Integer | Number) for kind in kinds):
        yield "`1.0` is an integer. NaN and the infinities are no numbers."
    if any(string.min_length is not None or string.max_length is not None for string in strings):
        yield "The characters of a string are counted as Unicode code points."
    formats = {string.format for string in strings}
    yield from (words for format_, words in FORMAT_RULES.items() if format_ in formats)


def _innermost(kind: Type) -> Type:
    match kind:
        case ListOf(inner) | MapOf(inner) | Nullable(inner):
            return _innermost(inner)
        case _:
            return kind


def _rows(fields: tuple[Field, ...], open_: bool, tiered: Record | None, places: Places) -> Iterator[CheckRow]:
    for field in fields:
        yield CheckRow(code_cell(f"/{field.name}"), _must(field, places), words_cell("; ".join(_should(field))))
    if not open_:
        yield CheckRow(text("any other key"), text("absent"), NOTHING)
    elif tiered is not None and tiered.tiered:
        free = tiered.free_prefixes
        should = f"starts with {listed(map(quoted, free))}" if free else "absent"
        yield CheckRow(text("any other key"), NOTHING, words_cell(should))


def _must(field: Field, places: Places) -> Finished:
    present = words_cell("; ".join(_presence(field, Level.MUST)))
    null = " or null" if field.readers_accept_null else ""
    kind = NOTHING if isinstance(field.type, AnyValue) else f"{places.type_cell(field.type)}{null}"
    number = () if field.number_of is None else (f"the JSON-RPC number of a known `{field.number_of.words}`",)
    limits = words_cell("; ".join((*constraint_words(field.type), *number)))
    return Finished("; ".join(words for words in (present, kind, limits) if words))


def _presence(field: Field, level: Level) -> Iterator[str]:
    if field.level is level:
        yield "present"
    conditional = field.conditional
    if conditional is not None and conditional.level is level and conditional.condition:
        yield f"present when {condition_words(conditional.condition)}"


def _should(field: Field) -> Iterator[str]:
    yield from _presence(field, Level.SHOULD)
    target = named(field.type)
    if isinstance(target, Enum) and target.open:
        yield "a known value"
        if target.case is not None:
            yield f"in {target.case.value}"
    if field.follows:
        yield f"what the catalogue gives for a known `{field.follows}`"
    for key in field.superseded:
        yield f"without `{key.name}`, which `{key.replacement}` superseded"
