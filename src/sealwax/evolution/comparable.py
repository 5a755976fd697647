"""What a contract says, as values to compare: text, numbers and tuples, with names for references."""

import json
from enum import Enum
from typing import Any, TypeAlias, assert_never

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.contract.source import Place
from sealwax.meaning.wording import type_words
from sealwax.patterns import Pattern

Renames: TypeAlias = dict[str, str]
"""By old name of a type: its new name."""
_NAMED = (m.Record, m.Enum, m.Text, m.Envelope, m.Field, m.Parameter, m.Builder, m.Tier, m.Gate)
_REFERRED: dict[type, str] = {m.Record: "record", m.Enum: "enum", m.Text: "string type"}


def json_text(value: object) -> str:
    """JSON in its shortest form. Unlike in Python, 1 is not true."""
    return json.dumps(value, ensure_ascii=False)


def names(things: tuple[Any, ...]) -> tuple[str, ...]:
    return tuple(str(thing.name) for thing in things)


def attribute_value(value: Any) -> object:
    """The value of an attribute: a number or a choice as it is, anything else as a whole."""
    return value if isinstance(value, bool | int | float | Enum) else content_of(value)


def content_of(value: Any) -> object:
    """Everything in a value, with the names of declarations instead of their content."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, tuple | list):
        return tuple(content_of(each) for each in value)
    if isinstance(value, dict):
        return tuple((key, content_of(each)) for key, each in value.items())
    if isinstance(value, bool | int | float):
        return json_text(value)
    if isinstance(value, Pattern):
        return value.source
    if isinstance(value, _NAMED):
        return value.name
    return tuple(content_of(getattr(value, name)) for name in type(value).__struct_fields__)


def type_text(kind: m.Type, renames: Renames) -> str:
    """A type without `| null` and without limits, as the contract spells it, and what kind of type it refers to."""
    words, target = type_words(m.bare(kind), lambda name: renames.get(name, name)), m.named_in(kind)
    return words if target is None else f"{words} ({_REFERRED[type(target)]})"


class Limit(Struct, frozen=True):
    """One limit of a type, or the lack of it."""

    stated: str | int | float | None
    alone: m.Type
    """The innermost type, with this limit and no other."""


def limits(kind: m.Type) -> dict[Place, Limit]:
    """The limits of a type by their keys in the contract: the longest first, as those of items and values."""
    match bare := m.bare(kind):
        case m.String(least, most, pattern, named_format):
            return {
                ("min_length",): Limit(least, m.String(min_length=least)),
                ("max_length",): Limit(most, m.String(max_length=most)),
                ("pattern",): Limit(None if pattern is None else pattern.source, m.String(pattern=pattern)),
                ("format",): Limit(named_format, m.String(format=named_format)),
            }
        case m.Integer(low, high, divisor) | m.Number(low, high, divisor):
            return {
                ("min",): Limit(low, m.Number(minimum=low)),
                ("max",): Limit(high, m.Number(maximum=high)),
                ("multiple_of",): Limit(divisor, m.Number(multiple_of=divisor)),
            }
        case m.Constant(value) as constant:
            return {("const",): Limit(json_text(value), constant)}
        case m.ListOf(item, least, most):
            own = {
                ("min_items",): Limit(least, m.ListOf(m.AnyValue(), min_items=least)),
                ("max_items",): Limit(most, m.ListOf(m.AnyValue(), max_items=most)),
            }
            return {("items", *key): each for key, each in limits(item).items()} | own
        case m.MapOf(item):
            return {("values", *key): each for key, each in limits(item).items()}
        case m.Null() | m.Boolean() | m.AnyValue() | m.AnyObject() | m.Payload() | m.Reference() | m.Nullable():
            return {}
        case _:
            assert_never(bare)
