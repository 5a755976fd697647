"""What a contract says, as values to compare: text, numbers and tuples, with names for references."""

import json
from enum import Enum
from typing import Any, TypeAlias

from sealwax.contract import model as m
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


def limits(kind: m.Type) -> dict[str, str | int | float | None]:
    """The limits of a type by their key in the contract, those of items and values too."""
    match m.bare(kind):
        case m.String(least, most, pattern, named_format):
            source = None if pattern is None else pattern.source
            return {"min_length": least, "max_length": most, "pattern": source, "format": named_format}
        case m.Integer(low, high) | m.Number(low, high):
            return {"min": low, "max": high}
        case m.Constant(value):
            return {"const": json_text(value)}
        case m.ListOf(item, least, most):
            inner = {f"items.{name}": value for name, value in limits(item).items()}
            return {"min_items": least, "max_items": most, **inner}
        case m.MapOf(item):
            return {f"values.{name}": value for name, value in limits(item).items()}
        case _:
            return {}
