"""The bodies of `validate` functions: every finding, in the order of the contract."""

from collections.abc import Iterable, Iterator
from typing import assert_never

from sealwax.contract import messages
from sealwax.contract.checking import RuleId
from sealwax.contract.model import (
    Boolean,
    Constant,
    Enum,
    Envelope,
    Field,
    Level,
    Nullable,
    Record,
    Reference,
    Text,
    Type,
)
from sealwax.languages.python import string
from sealwax.languages.python_layout import Call, Item, assigned, called, guard
from sealwax.languages.python_types import Named
from sealwax.rendering import Finished
from sealwax.targets.python_validation.conditions import has_tag, holds, is_nullable, machine_raised
from sealwax.targets.python_validation.pointers import HERE, ROOT, Pointer
from sealwax.targets.python_validation.tables import Tables, keys_name, kinds_name
from sealwax.targets.python_validation.type_findings import (
    advice,
    check_name,
    enum_findings,
    error,
    findings,
    string_findings,
)


def named_findings(target: Named, tables: Tables) -> Iterator[str]:
    match target:
        case Record():
            yield "    if not _is_object(value, at, found):"
            yield "        return"
            yield from _object(target.fields, keys_name(target.name), target.open, HERE, tables)
        case Enum():
            yield from enum_findings(target, "value", HERE, 4)
        case Text():
            yield from string_findings(target.string, "value", HERE, 4, tables)
        case _:
            assert_never(target)


def case_findings(envelope: Envelope, fields: Iterable[Field], tables: Tables) -> Iterator[str]:
    """One case of the envelope, or what holds in general."""
    yield from _object(fields, keys_name(envelope.name), envelope.open, ROOT, tables, envelope)


def envelope_findings(envelope: Envelope) -> Iterator[str]:
    """Which case it is decides what is checked; without a case it is what holds in general."""
    tag = string(envelope.success.tag)
    yield "    found: list[Finding] = []"
    yield '    if not _is_object(value, "", found):'
    yield "        return found"
    yield f"    {assigned('tag', Call('value.get', tag), 4)}"
    word = "if"
    for outcome in envelope.outcomes:
        yield f"    {guard(*has_tag(outcome, 'tag'), indent=4, word=word)}"
        yield f"        {called(check_name(outcome.name), ('value', 'found'), 8)}"
        word = "elif"
    yield "    else:"
    yield f"        {called(check_name(envelope.name), ('value', 'found'), 8)}"
    yield "    return found"


# -- objects ----------------------------------------------------------------------------------------------------------


def _object(
    fields: Iterable[Field], keys: Finished, is_open: bool, at: Pointer, tables: Tables, whole: Envelope | None = None
) -> Iterator[str]:
    yield "    left = len(value)"
    for field in fields:
        here = at.key(field.name)
        yield f"    {guard(f'{string(field.name)} in value', indent=4)}"
        yield "        left -= 1"
        yield f"        {assigned('item', Item('value', string(field.name)), 8)}"
        present = _present(field, tuple(fields), here, tables)
        yield from _no_case(whole, here, present) if whole and _tells_no_case(whole, field) else present
        yield from _absent(field, here)
    yield "    if left:"
    yield "        for key, item in value.items():" if is_open else "        for key in value:"
    if is_open:
        yield f"            {guard(f'key not in {keys}', 'not _is_json(item)', indent=12)}"
        yield error(at.member("key"), RuleId.JSON, messages.NOT_JSON, 16)
    else:
        yield f"            {guard(f'key not in {keys}', indent=12)}"
        yield error(at.member("key"), RuleId.UNKNOWN_KEY, messages.UNKNOWN_KEY, 16)


def _tells_no_case(envelope: Envelope, field: Field) -> bool:
    """Whether the field is the tag as it is in general, and its type has values that belong to no case."""
    return field.name == envelope.success.tag and not isinstance(field.type, Boolean | Constant)


def _no_case(envelope: Envelope, here: Pointer, present: Iterator[str]) -> Iterator[str]:
    """A tag of the right type that belongs to no case."""
    yield "        before = len(found)"
    yield from present
    yield '        if all(finding.level == "advice" for finding in found[before:]):'
    yield error(here, RuleId.CONSTANT, messages.wrong_tag(envelope), 12)


def _present(field: Field, fields: tuple[Field, ...], here: Pointer, tables: Tables) -> Iterator[str]:
    if field.readers_accept_null and not field.follows and not field.superseded:
        yield from findings(_or_null(field.type), "item", here, 8, tables)
        return
    indent = 8
    if field.readers_accept_null:
        yield "        if item is not None:"
        indent = 12
    yield from findings(field.type, "item", here, indent, tables)
    if field.follows:
        followed = next(other for other in fields if other.name == field.follows)
        yield from _classification(field, followed, here, indent)
    if field.superseded:
        yield from _superseded(field, here, indent)


def _or_null(kind: Type) -> Type:
    return kind if is_nullable(kind) else Nullable(kind)


def _superseded(field: Field, here: Pointer, indent: int) -> Iterator[str]:
    margin = " " * indent
    alone = len(field.superseded) == 1
    if not alone:
        yield f"{margin}if _has_text_keys(item):"
        indent += 4
    for old in field.superseded:
        conditions = (
            ("_has_text_keys(item)", f"{string(old.name)} in item") if alone else (f"{string(old.name)} in item",)
        )
        yield f"{' ' * indent}{guard(*conditions, indent=indent)}"
        yield advice(here.key(old.name), RuleId.SUPERSEDED, messages.superseded(old), indent + 4)


def _classification(field: Field, followed: Field, here: Pointer, indent: int) -> Iterator[str]:
    if not isinstance(followed.type, Reference) or not isinstance(followed.type.target, Enum):
        return
    margin, kinds = " " * indent, kinds_name(followed.type.target)
    yield f"{margin}{assigned('code', Call('value.get', string(followed.name)), indent)}"
    conditions = ("type(item) is str", "type(code) is str", f"{kinds}.get(code, item) != item")
    yield f"{margin}{guard(*conditions, indent=indent)}"
    yield advice(here, RuleId.CLASSIFICATION, messages.classification(field), indent + 4)


def _absent(field: Field, here: Pointer) -> Iterator[str]:
    raised = machine_raised(field)
    if raised is not None and raised.level is not Level.MAY:
        yield f"    {guard(*holds(raised.condition), indent=4, word='elif')}"
        yield _missing(raised.level, here)
    if field.level is not Level.MAY:
        yield "    else:"
        yield _missing(field.level, here)


def _missing(level: Level, here: Pointer) -> str:
    if level is Level.MUST:
        return error(here, RuleId.REQUIRED, messages.REQUIRED, 8)
    return advice(here, RuleId.SHOULD, messages.SHOULD, 8)
