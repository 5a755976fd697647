"""The bodies of the functions behind `isValid`: the shortest way to a verdict, without findings.

They take the value as JSON, and read each field by its name. A key that is absent is undefined, which no test takes.
"""

import re
from typing import assert_never

from sealwax.contract.model import (
    AnyValue,
    Enum,
    Envelope,
    Field,
    Integer,
    ListOf,
    MapOf,
    Nullable,
    Outcome,
    Presence,
    Record,
    Reference,
    String,
    Tag,
    Text,
    Type,
)
from sealwax.languages.typescript import literal, string, type_name
from sealwax.naming import pascal, screaming
from sealwax.targets.typescript.conditions import (
    Shared,
    Tests,
    fits,
    guarded,
    holds,
    other_number,
    present,
    raised_to_must,
    reads,
    without_null,
)
from sealwax.targets.typescript.statements import RETURN_FALSE, For, If, Return, Statement

FEW = 12
"""So many values are compared one by one before a list is searched."""

_ITEM = re.compile(r"\bitem\b")

Body = tuple[Statement, ...]

_NO_OBJECT = If(("!object(value)",), RETURN_FALSE)


def record_verdict(record: Record, shared: Shared) -> Body:
    return (
        _NO_OBJECT,
        *_fields(record.name, record.fields, shared),
        *_closed(record.fields, record.open),
        "return true;",
    )


def text_verdict(text: Text, shared: Shared) -> Body:
    wrong = Tests(shared, screaming(text.name)).wrong(text.string, "value")
    return If(wrong, RETURN_FALSE), "return true;"


def enum_verdict(enum: Enum) -> Body:
    """Whether a closed enum has a value."""
    if len(enum.values) > FEW:
        return (f"return Object.values({type_name(enum.name)}).includes(value);",)
    return (Return(tuple(f"value === {string(value.value)}" for value in enum.values)),)


def envelope_verdict(envelope: Envelope, shared: Shared) -> Body:
    match envelope.mark:
        case Tag():
            first, second = (_tagged(outcome) for outcome in envelope.outcomes)
            closed = () if envelope.has_shapes else _closed(envelope.fields, envelope.open)
            return _NO_OBJECT, *closed, If((first[0],), (f"return {first[1]};",)), f"return {second[0]} && {second[1]};"
        case Presence(field):
            there, other = sorted(envelope.outcomes, key=lambda outcome: outcome.mark != Presence(field, True))
            return _NO_OBJECT, f"return {present('value', field)} ? {_fits(there)} : {_fits(other)};"
        case None:
            fields = envelope.success.fields
            return (
                _NO_OBJECT,
                *_fields(envelope.name, fields, shared),
                *_closed(fields, envelope.open),
                "return true;",
            )
        case _:
            assert_never(envelope.mark)


def outcome_verdict(outcome: Outcome, envelope: Envelope, shared: Shared) -> Body:
    """The verdict on an object that is marked as this outcome."""
    tag = outcome.mark.field if isinstance(outcome.mark, Tag) else ""
    closed = _closed(outcome.fields, envelope.open) if envelope.has_shapes else ()
    return *_fields(outcome.name, outcome.fields, shared, tag), *closed, "return true;"


def _tagged(outcome: Outcome) -> tuple[str, str]:
    if not isinstance(outcome.mark, Tag):
        raise TypeError(f"{outcome.name} has no tag")
    return f"{reads('value', outcome.mark.field)} === {literal(outcome.mark.value)}", _fits(outcome)


def _fits(outcome: Outcome) -> str:
    return f"fits{pascal(outcome.name)}(value)"


# -- objects ----------------------------------------------------------------------------------------------------------


def _fields(owner: str, fields: tuple[Field, ...], shared: Shared, known: str = "") -> Body:
    """Statements that return false for an object with a wrong field; the one called `known` was looked at before."""
    found: list[Statement] = []
    for each in fields:
        if each.name != known:
            found += _field(each, Tests(shared, f"{screaming(owner)}_{screaming(each.name)}"))
    for each in fields:
        if higher := raised_to_must(each):
            absent = present("value", each.name, expected=False)
            found.append(If((f"{holds(higher.condition, 'value')} && {absent}",), RETURN_FALSE))
    return _declared(found)


def _closed(fields: tuple[Field, ...], is_open: bool) -> Body:
    """Statements that return false for an object with a key that the contract does not name."""
    if is_open:
        return ()
    names = tuple(f"key !== {string(each.name)}" for each in fields)
    return (For("const key in value", (If(names, RETURN_FALSE, by="&&"),) if names else RETURN_FALSE),)


def _field(each: Field, tests: Tests) -> Body:
    kind, null = without_null(each)
    read = reads("value", each.name)
    if isinstance(kind, AnyValue):
        return (If((f"{read} === undefined",), RETURN_FALSE),) if each.required else ()
    if not each.required and not null and (maybe := _maybe(kind)) and each.number_of is None:
        return (If((f"!{maybe}({read})",), RETURN_FALSE),)
    wrong = tests.wrong(kind, "item")
    if each.number_of is not None:
        wrong += (other_number(each.number_of, "item"),)
    conditions = guarded(_guard(required=each.required, null=null), wrong) if null or not each.required else wrong
    if _is_asked_once(conditions):
        return (If(tests.wrong(kind, read), RETURN_FALSE),)
    return f"item = {read};", If(conditions, RETURN_FALSE)


def _is_asked_once(conditions: tuple[str, ...]) -> bool:
    """Whether the value of `item` is needed in one place only, so that it needs no name."""
    return len(_ITEM.findall(" ".join(conditions))) == 1


def _guard(*, required: bool, null: bool) -> str:
    """The condition under which a field has a value to test."""
    if not null:
        return "item !== undefined"
    return "item !== null" if required else "item != null"


def _maybe(kind: Type) -> str:
    """The function that takes a value of one of the commonest types, or none at all; empty for other types."""
    if kind == Integer():
        return "maybeInteger"
    is_text = kind == String() or (isinstance(kind, Reference) and fits(kind.target) == "text")
    return "maybeText" if is_text else ""


def _declared(statements: list[Statement]) -> Body:
    """The statements, the first of which to give `item` a value declares it."""
    given = [number for number, each in enumerate(statements) if isinstance(each, str)]
    word = "const" if len(given) == 1 else "let"
    return tuple(f"{word} {each}" if given and number == given[0] else each for number, each in enumerate(statements))


# -- lists and maps ---------------------------------------------------------------------------------------------------


def members_verdict(kind: ListOf | MapOf, shared: Shared) -> Body:
    """The verdict on a list or map, and all that it holds."""
    match kind:
        case ListOf(inner, low, high):
            few = () if low is None else (f"value.length < {low}",)
            many = () if high is None else (f"value.length > {high}",)
            head, each = "let index = 0; index < value.length; index++", "value[index]"
            wrong: tuple[str, ...] = ("!list(value)", *few, *many)
        case MapOf(inner):
            wrong, head, each = ("!object(value)",), "const key in value", "value[key]"
        case _:
            assert_never(kind)
    return If(wrong, RETURN_FALSE), *_each(head, each, inner, shared.test(kind), shared), "return true;"


def _each(head: str, each: str, inner: Type, place: str, shared: Shared) -> Body:
    tests = Tests(shared, screaming(place))
    if isinstance(inner, Nullable):
        conditions = guarded("item != null", tests.wrong(inner.inner, "item"))
    else:
        conditions = tests.wrong(inner, "item")
    if not conditions:
        return ()
    if _is_asked_once(conditions):
        return (For(head, (If(tests.wrong(inner, each), RETURN_FALSE),)),)
    return (For(head, (f"const item = {each};", If(conditions, RETURN_FALSE))),)
