"""Records with their fields, and string types."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct

from sealwax.contract.model.documentation import ABSENT, Absent, Documentation, Gate, Json, Tier
from sealwax.contract.model.types import AnyObject, Constant, Integer, MapOf, Payload, Reference, String, Type, bare
from sealwax.patterns import Pattern

if TYPE_CHECKING:
    from sealwax.contract.model.catalogue import Numbering


class Level(StrEnum):
    """Whether a key must, should or may be present. Only `MUST` decides whether a value is valid."""

    MUST = "must"
    SHOULD = "should"
    MAY = "may"

    @property
    def strength(self) -> int:
        return (Level.MAY, Level.SHOULD, Level.MUST).index(self)


class HasValue(Struct, frozen=True):
    """The object has the key, with one of these values."""

    key: str
    values: tuple[str | int | float | bool | None, ...]
    phrase: str = ""
    """How the contract describes the values, where it does not list them: below `full`."""


class HasKey(Struct, frozen=True):
    """The object has the key; when `expected` is false, it does not have it."""

    key: str
    expected: bool = True


Test: TypeAlias = HasValue | HasKey
Condition: TypeAlias = tuple[Test, ...]
"""Tests on sibling fields; all of them must hold."""


class ConditionalLevel(Struct, frozen=True):
    """A stronger level under a condition. A condition in prose is documentation only."""

    level: Level
    condition: Condition = ()
    prose: str = ""


class SupersededKey(Struct, frozen=True):
    """A key that older writers used. It is accepted with advice, and builders never write it."""

    name: str
    replacement: str
    docs: Documentation


class Field(Struct, frozen=True):
    """A key of a record or envelope."""

    name: str
    type: Type
    level: Level
    docs: Documentation = Documentation()
    conditional: ConditionalLevel | None = None
    default: Json | Absent = ABSENT
    """The value that constructors fill in; for a `Constant`, the constant."""
    readers_accept_null: bool = False
    """Writers omit the key rather than write null, but readers accept null."""
    follows: str = ""
    """The sibling with the code that determines this value; any other value is advice."""
    number_of: Numbering | None = None
    """The error code whose JSON-RPC number this integer is; any other number is an error."""
    sum_of: tuple[str, ...] = ()
    """The siblings whose sum this integer is; any other number is advice."""
    expects: Condition = ()
    """What should hold for siblings if the key is present; otherwise it is advice."""
    superseded: tuple[SupersededKey, ...] = ()
    """Superseded keys of this field's object."""
    tier: Tier | None = None
    gate: Gate | None = None
    """The gate that must be on before writers include the key. A value does not show that, so it is not checked."""
    per_tool: bool = False
    """Envelopes: each tool has its own type here, which includes this one."""
    renamed_from: str = ""
    """The name that it had before."""
    promoted_from: str = ""
    """Its name in a less stable tier; a sibling that is deprecated."""

    @property
    def required(self) -> bool:
        return self.level is Level.MUST

    @property
    def always_has_value(self) -> bool:
        """Whether the field always has a value, because it is required or has a default."""
        return self.required or self.default is not ABSENT

    @property
    def is_needed(self) -> bool:
        """Whether a caller has to give a value, because the field is required and nothing else fills it."""
        return self.required and self.default is ABSENT and not isinstance(self.type, Constant)

    @property
    def is_payload(self) -> bool:
        """Whether it holds the result of a tool, whose type can differ by tool."""
        return self.per_tool or isinstance(self.type, Payload)

    @property
    def is_conditional_must(self) -> bool:
        """Whether the field is a must under a condition that siblings decide."""
        conditional = self.conditional
        return conditional is not None and conditional.level is Level.MUST and bool(conditional.condition)


class Record(Struct, frozen=True):
    """An object with declared keys. An open record also accepts other keys."""

    name: str
    title: str
    docs: Documentation
    open: bool
    standalone: bool
    """Whether it has its own JSON Schema file."""
    fields: tuple[Field, ...]
    includes: tuple[str, ...] = ()
    """The records whose fields come first."""
    tiers: tuple[Tier, ...] = ()
    """All tiers of the contract if the record is tiered; each of its keys then has a tier."""
    renamed_from: str = ""
    """The name that it had before."""

    @property
    def tiered(self) -> bool:
        return bool(self.tiers)

    @property
    def free_prefixes(self) -> tuple[str, ...]:
        """The prefixes of keys that need not be declared."""
        return tuple(tier.prefix for tier in self.tiers if tier.undeclared)


def record_of(kind: Type) -> Record | None:
    """The record that a type refers to, if any."""
    return kind.target if isinstance(kind, Reference) and isinstance(kind.target, Record) else None


def includes(record: Record, other: Record, by_name: dict[str, Record]) -> bool:
    """Whether a record includes another one, directly or indirectly."""
    return any(
        name == other.name or (name in by_name and includes(by_name[name], other, by_name)) for name in record.includes
    )


class TextPart(Struct, frozen=True):
    """A named part of a composite string."""

    name: str
    type: String | Integer | Reference
    """What a program reads it as; a reference is to a closed enum."""
    pattern: Pattern
    """What it looks like in the string; derived from the limits of a number or the values of an enum."""
    doc: str


class Ascent(Struct, frozen=True):
    """Two parts that hold numbers: the one in `high` should be greater than the one in `low`."""

    low: str
    high: str
    pattern: Pattern
    """Matches each form that has both parts, with a group for each of the two."""


class TextForm(Struct, frozen=True):
    """One form of a composite string: literal text with parts, e.g. `char:{start}-{end}`. No part occurs twice."""

    name: str
    title: str
    template: str
    example: str
    doc: str
    literals: tuple[str, ...]
    """The text before, between and after the parts."""
    parts: tuple[TextPart, ...]
    pattern: Pattern
    """Has a group for each part. A string has the first form that matches."""


class Text(Struct, frozen=True):
    """A named string type. If it has forms, it is composite, and `string.pattern` is derived from them."""

    name: str
    title: str
    docs: Documentation
    string: String
    forms: tuple[TextForm, ...] = ()
    parts: tuple[TextPart, ...] = ()
    semantics: tuple[str, ...] = ()
    ascents: tuple[Ascent, ...] = ()
    renamed_from: str = ""
    """The name that it had before."""


def is_object(kind: Type) -> bool:
    """Whether the values of a type, except null, are objects."""
    return isinstance(bare(kind), AnyObject | Payload | MapOf) or is_record(kind)


def is_record(kind: Type) -> bool:
    return record_of(bare(kind)) is not None


def fields_of(kind: Type) -> tuple[Field, ...]:
    """The fields of a record; none for other types."""
    record = record_of(bare(kind))
    return () if record is None else record.fields


def field_paths(fields: Iterable[Field], above: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Field]]:
    """Fields and those of the records within them, by their paths. Records never contain themselves."""
    for field in fields:
        path = (*above, field.name)
        yield path, field
        yield from field_paths(fields_of(field.type), path)
