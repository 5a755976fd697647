"""validation.md: the checks of the validators, by record and key."""

from collections.abc import Iterable, Iterator

from sealwax.contract import model as m
from sealwax.frozen import frozen
from sealwax.languages.markdown import code_cell
from sealwax.meaning.checks import AnyCheck, Lookup, Plan, Row
from sealwax.meaning.findings import Weight
from sealwax.meaning.lowering import lower
from sealwax.meaning.wording import condition_words, constraint_words, listed, named, quoted
from sealwax.rendering import Finished
from sealwax.targets.markdown.filters import common_cell, type_cell
from sealwax.targets.markdown.places import Places

Words = tuple[Finished, ...]


@frozen
class CheckRow:
    """The checks on a key."""

    where: Finished
    must: Words
    """Breaking any of these is an error."""
    should: Words
    """Breaking any of these is advice."""


@frozen
class CheckSection:
    name: str
    rows: tuple[CheckRow, ...]


@frozen
class ValidationView:
    header: Finished
    places: Places
    sections: tuple[CheckSection, ...]
    texts: tuple[m.Text, ...]
    has_numbers: bool
    has_lengths: bool
    has_date_times: bool
    has_uuids: bool


def validation_view(contract: m.Contract, header: Finished, places: Places) -> ValidationView:
    plan = lower(contract)
    shapes: tuple[m.Outcome | m.Record, ...] = (*contract.envelope.outcomes, *contract.records)
    types = [_innermost(field.type) for shape in shapes for field in shape.fields]
    strings = [kind for kind in types if isinstance(kind, m.String)] + [each.string for each in contract.texts]
    formats = {string.format for string in strings}
    return ValidationView(
        header,
        places,
        tuple(CheckSection(shape.name, tuple(_rows(shape, plan, places))) for shape in shapes),
        contract.texts,
        any(isinstance(kind, m.Integer | m.Number) for kind in types),
        any(string.min_length is not None or string.max_length is not None for string in strings),
        m.Format.DATE_TIME in formats,
        m.Format.UUID in formats,
    )


def _innermost(kind: m.Type) -> m.Type:
    match kind:
        case m.ListOf(inner) | m.MapOf(inner) | m.Nullable(inner):
            return _innermost(inner)
        case _:
            return kind


def _rows(shape: m.Outcome | m.Record, plan: Plan, places: Places) -> Iterator[CheckRow]:
    check = plan.object(shape.name)
    for field, row in zip(shape.fields, check.rows, strict=True):
        yield CheckRow(code_cell(f"/{field.name}"), _must(field, row, places), _cells(_should(field, row)))
    for others in check.other_keys:
        allowed = others.allowed_prefixes
        words = _cells([f"starts with {listed(map(quoted, allowed))}" if allowed else "absent"])
        is_error = others.message.level is Weight.ERROR
        yield CheckRow(Finished("any other key"), words if is_error else (), () if is_error else words)


def _cells(words: Iterable[str]) -> Words:
    return tuple(map(common_cell, words))


def _must(field: m.Field, row: Row, places: Places) -> Words:
    or_null = " or null" if field.readers_accept_null else ""
    kind = () if isinstance(row.check, AnyCheck) else (Finished(f"{type_cell(field.type, places)}{or_null}"),)
    numbers = (f"the JSON-RPC number of a known {each}" for each in _lookups(row, Weight.ERROR))
    return *_cells(_presence(row, Weight.ERROR)), *kind, *_cells((*constraint_words(field.type), *numbers))


def _should(field: m.Field, row: Row) -> Iterator[str]:
    yield from _presence(row, Weight.ADVICE)
    target = named(field.type)
    if isinstance(target, m.Enum) and target.open:
        yield "a known value"
        if target.case is not None:
            yield f"in {target.case.value}"
    yield from (f"the catalogue's value for a known {each}" for each in _lookups(row, Weight.ADVICE))
    yield from (f"without `{key.name}` (superseded by `{key.replacement}`)" for key in field.superseded)


def _presence(row: Row, level: Weight) -> Iterator[str]:
    for missing in row.missing:
        if missing.message.level is level:
            yield f"present when {condition_words(missing.when)}" if missing.when else "present"


def _lookups(row: Row, level: Weight) -> Iterator[str]:
    """The paths of the codes that determine the value of a row."""
    for rule in row.rules:
        if isinstance(rule, Lookup) and rule.message.level is level:
            yield f"`{'.'.join(rule.path)}`"
