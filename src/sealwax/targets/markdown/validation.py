"""The page of what a validator reports: for each record, what has to hold and what is advice."""

from collections.abc import Iterator

from sealwax.contract.model import (
    Contract,
    Enum,
    Field,
    Integer,
    ListOf,
    MapOf,
    Nullable,
    Number,
    Outcome,
    Record,
    String,
    Type,
)
from sealwax.frozen import frozen
from sealwax.languages.markdown import cell, code_cell, text
from sealwax.meaning.checks import AnyCheck, Lookup, Plan, Row
from sealwax.meaning.findings import Weight
from sealwax.meaning.lowering import lower
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
    plan = lower(contract)
    shapes: tuple[Outcome | Record, ...] = (*contract.envelope.outcomes, *contract.records)
    return ValidationView(
        header,
        tuple(text(words) for words in _values(contract)),
        tuple(
            CheckSection(text(shape.name), places.link(shape.name), tuple(_rows(shape, plan, places)))
            for shape in shapes
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


def _rows(shape: Outcome | Record, plan: Plan, places: Places) -> Iterator[CheckRow]:
    check = plan.object(shape.name)
    for field, row in zip(shape.fields, check.rows, strict=True):
        should = words_cell("; ".join(_should(field, row)))
        yield CheckRow(code_cell(f"/{field.name}"), _must(field, row, places), should)
    for others in check.other_keys:
        allowed = others.allowed_prefixes
        words = words_cell(f"starts with {listed(map(quoted, allowed))}" if allowed else "absent")
        is_error = others.message.level is Weight.ERROR
        yield CheckRow(text("any other key"), words if is_error else NOTHING, NOTHING if is_error else words)


def _must(field: Field, row: Row, places: Places) -> Finished:
    present = words_cell("; ".join(_presence(row, Weight.ERROR)))
    null = " or null" if field.readers_accept_null else ""
    kind = NOTHING if isinstance(row.check, AnyCheck) else f"{places.type_cell(field.type)}{null}"
    numbers = (f"the JSON-RPC number of a known {each}" for each in _looked_up(row, Weight.ERROR))
    limits = words_cell("; ".join((*constraint_words(field.type), *numbers)))
    return Finished("; ".join(words for words in (present, kind, limits) if words))


def _should(field: Field, row: Row) -> Iterator[str]:
    yield from _presence(row, Weight.ADVICE)
    target = named(field.type)
    if isinstance(target, Enum) and target.open:
        yield "a known value"
        if target.case is not None:
            yield f"in {target.case.value}"
    yield from (f"what the catalogue gives for a known {each}" for each in _looked_up(row, Weight.ADVICE))
    for key in field.superseded:
        yield f"without `{key.name}`, which `{key.replacement}` superseded"


def _presence(row: Row, level: Weight) -> Iterator[str]:
    for missing in row.missing:
        if missing.message.level is level:
            yield f"present when {condition_words(missing.when)}" if missing.when else "present"


def _looked_up(row: Row, level: Weight) -> Iterator[str]:
    """The paths of what gives the row its value."""
    for rule in row.rules:
        if isinstance(rule, Lookup) and rule.message.level is level:
            yield f"`{'.'.join(rule.path)}`"
