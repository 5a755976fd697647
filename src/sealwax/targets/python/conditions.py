"""Tests on single values as Python spells them: constants, tags, conditions on sibling keys."""

from typing import assert_never

from sealwax.contract.model import (
    AnyValue,
    Condition,
    ConditionalLevel,
    Field,
    Level,
    Null,
    Nullable,
    Numbering,
    OneOf,
    Presence,
    Present,
    Type,
)
from sealwax.languages.python import literal, string
from sealwax.targets.python.tables import numbers_name


def differs(value: str | int | float | bool, name: str) -> tuple[str, ...]:
    """Conditions of which one holds when the variable is not this very constant: 1 equals 1.0, but not true."""
    if isinstance(value, bool):
        return (f"{name} is not {value}",)
    if isinstance(value, str):
        return (f"{name} != {string(value)}",)
    return f"type({name}) is bool", f"{name} != {literal(value)}"


def has_tag(value: str | int | bool, name: str) -> tuple[str, ...]:
    """Conditions that all hold when the variable has this value, which is the tag of an outcome."""
    if isinstance(value, bool):
        return (f"{name} is {value}",)
    if isinstance(value, str):
        return (f"{name} == {string(value)}",)
    return f"type({name}) is not bool", f"{name} == {literal(value)}"


def has_key(presence: Presence) -> str:
    """The condition that holds when the object `value` is marked like this."""
    return f"{string(presence.field)} {'in' if presence.expected else 'not in'} value"


def holds(condition: Condition) -> tuple[str, ...]:
    """Conditions that all hold when the object `value` meets the condition of a conditional level."""
    return tuple(part for test in condition for part in _test(test))


def _test(test: OneOf | Present) -> tuple[str, ...]:
    match test:
        case OneOf(field, values):
            return _one_of(string(field), values)
        case Present(field, expected):
            return (f"{string(field)} {'in' if expected else 'not in'} value",)
        case _:
            assert_never(test)


def _one_of(key: str, values: tuple[str | int | float | bool | None, ...]) -> tuple[str, ...]:
    """The key is looked for first, because it is absent from most values."""
    choices = ", ".join(map(literal, values))
    if not all(isinstance(value, str) for value in values):
        return f"{key} in value", f"_is_one_of(value[{key}], ({choices}{',' if len(values) == 1 else ''}))"
    return (f"value.get({key}) == {choices}" if len(values) == 1 else f"value.get({key}) in ({choices})",)


def other_number(numbering: Numbering) -> str:
    """A condition that holds when the integer `item` is not the number of the code that the object `value` holds."""
    path = ", ".join(map(string, numbering.path))
    return f"{numbers_name(numbering.codes)}.get(_text_at(value, {path}), item) != item"


def checkable_level(field: Field) -> ConditionalLevel | None:
    """The conditional level of a field, when a payload can decide its condition."""
    return field.conditional if field.conditional is not None and field.conditional.condition else None


def raised_to_must(field: Field) -> ConditionalLevel | None:
    conditional = checkable_level(field)
    return conditional if conditional is not None and conditional.level is Level.MUST and not field.required else None


def is_nullable(kind: Type) -> bool:
    """Whether null is a value of the type."""
    return isinstance(kind, Null | Nullable | AnyValue)
