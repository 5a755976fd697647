"""The types of values. A reference holds the declaration itself; references never form a cycle."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct

from sealwax.patterns import Pattern

if TYPE_CHECKING:
    from sealwax.contract.model.catalogue import Enum
    from sealwax.contract.model.records import Record, Text


class Format(StrEnum):
    """A predefined string format, defined by its pattern in `patterns.FORMATS`."""

    DATE = "date"
    DATE_TIME = "date-time"
    UTC_DATE_TIME = "utc-date-time"
    UUID = "uuid"


class Null(Struct, frozen=True):
    """Only null."""


class Boolean(Struct, frozen=True):
    """true or false."""


class Integer(Struct, frozen=True):
    """A number without a fraction: 1.0 is an integer, true is not."""

    minimum: int | None = None
    maximum: int | None = None
    multiple_of: int | None = None


class Number(Struct, frozen=True):
    """Any JSON number. Bounds are inclusive."""

    minimum: int | float | None = None
    maximum: int | float | None = None
    multiple_of: int | None = None


class String(Struct, frozen=True):
    """A string. Lengths count code points; a pattern matches the whole string."""

    min_length: int | None = None
    max_length: int | None = None
    pattern: Pattern | None = None
    format: Format | None = None


class Constant(Struct, frozen=True):
    """A single value. 1 and 1.0 are the same value, 1 and true are not."""

    value: str | int | float | bool


class AnyValue(Struct, frozen=True):
    """Any JSON value."""


class AnyObject(Struct, frozen=True):
    """Any JSON object: string keys, any values."""


class Payload(Struct, frozen=True):
    """Any JSON object: the part of an envelope that differs by tool."""


class ListOf(Struct, frozen=True):
    """A list with items of one type."""

    item: Type
    min_items: int | None = None
    max_items: int | None = None


class MapOf(Struct, frozen=True):
    """An object with arbitrary keys and values of one type."""

    value: Type


class Nullable(Struct, frozen=True):
    """The inner type, or null. Never nested, never around `Null` or `AnyValue`."""

    inner: Type


class Reference(Struct, frozen=True):
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


def accepts_null(kind: Type) -> bool:
    """Whether null is a value of the type."""
    return isinstance(kind, Nullable | AnyValue | Null)


def innermost(kind: Type) -> Type:
    """The type of what is in a list or a map, however deep, and without `| null`."""
    match kind:
        case ListOf(inner) | MapOf(inner) | Nullable(inner):
            return innermost(inner)
        case _:
            return kind


def bare(kind: Type) -> Type:
    """The type without `| null`."""
    return kind.inner if isinstance(kind, Nullable) else kind


def named_in(kind: Type) -> Record | Enum | Text | None:
    """The declaration that a type refers to; a type holds at most one."""
    inner = innermost(kind)
    return inner.target if isinstance(inner, Reference) else None
