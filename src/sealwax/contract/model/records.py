"""Named declarations of objects and strings: records with their fields, and kinds of strings."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

from sealwax.contract.model.documentation import ABSENT, Absent, Documentation, Gate, Json, Tier
from sealwax.contract.model.types import String, Type
from sealwax.frozen import frozen
from sealwax.patterns import Pattern

if TYPE_CHECKING:
    from sealwax.contract.model.catalogue import Numbering


class Level(StrEnum):
    """How strongly a key is wanted. Only `MUST` decides whether a value is valid."""

    MUST = "must"
    SHOULD = "should"
    MAY = "may"


@frozen
class OneOf:
    """The sibling is present and has one of these values; `phrase` says so in the contract's words."""

    field: str
    values: tuple[str | int | float | bool | None, ...]
    phrase: str = ""


@frozen
class Present:
    """The sibling is present, or absent when `expected` is false."""

    field: str
    expected: bool


Condition: TypeAlias = tuple[OneOf | Present, ...]
"""Tests on sibling fields, all of which must hold."""


@frozen
class ConditionalLevel:
    """A stronger level under a condition. Prose is for people: no payload can decide it, so nothing enforces it."""

    level: Level
    condition: Condition = ()
    prose: str = ""


@frozen
class SupersededKey:
    """A key that older writers used: still accepted, reported as advice, never written by a builder."""

    name: str
    replacement: str
    docs: Documentation


@frozen
class Field:
    """A key of a record or envelope."""

    name: str
    type: Type
    level: Level
    docs: Documentation = Documentation()
    conditional: ConditionalLevel | None = None
    default: Json | Absent = ABSENT
    """What a constructor fills in; for a `Constant` it is the constant."""
    readers_accept_null: bool = False
    """Writers leave the key out; readers also take null for it."""
    follows: str = ""
    """The sibling whose catalogue entry gives this field its value; another value is advice."""
    number_of: Numbering | None = None
    """The error code whose JSON-RPC number this integer is; another number is an error."""
    superseded: tuple[SupersededKey, ...] = ()
    """Old keys inside this field's object."""
    tier: Tier | None = None
    gate: Gate | None = None
    """What has to be on before writers give the key. No value tells, so nothing checks it."""
    per_tool: bool = False
    """Envelopes: each tool has its own type here, and this one is what all of them have in common."""

    @property
    def required(self) -> bool:
        return self.level is Level.MUST

    @property
    def is_settled(self) -> bool:
        """Whether the field always has a value, given or not."""
        return self.required or self.default is not ABSENT


@frozen
class Record:
    """An object with named keys. An open record also takes keys that it does not name."""

    name: str
    title: str
    docs: Documentation
    open: bool
    standalone: bool
    """Has a JSON Schema file of its own."""
    fields: tuple[Field, ...]
    includes: tuple[str, ...] = ()
    """The records whose fields come first."""
    tiers: tuple[Tier, ...] = ()
    """All tiers of the contract when the record is tiered, so that each of its keys has a tier; none otherwise."""

    @property
    def tiered(self) -> bool:
        return bool(self.tiers)

    @property
    def free_prefixes(self) -> tuple[str, ...]:
        """What keys of a tiered record start with that need no declaration."""
        return tuple(tier.prefix for tier in self.tiers if tier.undeclared)


@frozen
class TextPart:
    """A named part of a composite string."""

    name: str
    pattern: Pattern
    doc: str


@frozen
class TextForm:
    """One way to write a composite string: literal text around parts, e.g. `char:{start}-{end}`."""

    name: str
    title: str
    template: str
    example: str
    doc: str


@frozen
class Text:
    """A named kind of string. One with forms is composite: `string.pattern` is made from them."""

    name: str
    title: str
    docs: Documentation
    string: String
    forms: tuple[TextForm, ...] = ()
    parts: tuple[TextPart, ...] = ()
    semantics: tuple[str, ...] = ()
