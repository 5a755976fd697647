"""The types of values. A reference holds the declaration itself; references never form a cycle."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

from sealwax.frozen import frozen
from sealwax.patterns import Pattern

if TYPE_CHECKING:
    from sealwax.contract.model.catalogue import Enum
    from sealwax.contract.model.records import Record, Text


class Format(StrEnum):
    """A predefined string format, defined by its pattern in `patterns.FORMATS`."""

    DATE_TIME = "date-time"
    UTC_DATE_TIME = "utc-date-time"
    UUID = "uuid"


@frozen
class Null:
    """Only null."""


@frozen
class Boolean:
    """true or false."""


@frozen
class Integer:
    """A number without a fraction: 1.0 is an integer, true is not."""

    minimum: int | None = None
    maximum: int | None = None


@frozen
class Number:
    """Any JSON number. Bounds are inclusive."""

    minimum: int | float | None = None
    maximum: int | float | None = None


@frozen
class String:
    """A string. Lengths count code points; a pattern matches the whole string."""

    min_length: int | None = None
    max_length: int | None = None
    pattern: Pattern | None = None
    format: Format | None = None


@frozen
class Constant:
    """A single value. 1 and 1.0 are the same value, 1 and true are not."""

    value: str | int | float | bool


@frozen
class AnyValue:
    """Any JSON value."""


@frozen
class AnyObject:
    """Any JSON object: string keys, any values."""


@frozen
class Payload:
    """Any JSON object: the part of an envelope that differs by tool."""


@frozen
class ListOf:
    """A list with items of one type."""

    item: Type
    min_items: int | None = None
    max_items: int | None = None


@frozen
class MapOf:
    """An object with arbitrary keys and values of one type."""

    value: Type


@frozen
class Nullable:
    """The inner type, or null. Never nested, never around `Null` or `AnyValue`."""

    inner: Type


@frozen
class Reference:
    """A use of a named declaration."""

    target: Record | Enum | Text


Type: TypeAlias = (
    Null
    | Boolean
    | Integer
    | Number
    | String
    | Constant
    | AnyValue
    | AnyObject
    | Payload
    | ListOf
    | MapOf
    | Nullable
    | Reference
)


def bare(kind: Type) -> Type:
    """The type without `| null`."""
    return kind.inner if isinstance(kind, Nullable) else kind


def named_in(kind: Type) -> Record | Enum | Text | None:
    """The declaration that a type refers to; a type holds at most one."""
    match kind:
        case ListOf(inner) | MapOf(inner) | Nullable(inner):
            return named_in(inner)
        case Reference(target):
            return target
        case _:
            return None
