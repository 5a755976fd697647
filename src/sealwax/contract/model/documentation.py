"""Documentation of declarations: descriptions, notes, deprecations, tiers and gates."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct

Json: TypeAlias = dict[str, "Json"] | list["Json"] | str | int | float | bool | None


class Absent(StrEnum):
    """The absence of a value, as opposed to null."""

    ABSENT = "absent"


ABSENT = Absent.ABSENT


class Deprecation(Struct, frozen=True):
    """Since which version something is deprecated, what to use instead, and which version will remove it."""

    since: str
    replacement: str
    doc: str
    removal: str = ""
    """Empty if the contract does not say."""


class Documentation(Struct, frozen=True):
    """The documentation of a declaration."""

    doc: str = ""
    notes: tuple[str, ...] = ()
    since: str = ""
    deprecated: Deprecation | None = None
    former: str = ""
    """The name that it had before, in words; empty if there is none."""


class Tier(Struct, frozen=True):
    """A stability tier. Keys of a tiered record start with the prefix of their tier; prefixes never overlap."""

    name: str
    title: str
    promise: str
    prefix: str
    """Empty for the tier whose keys have no prefix."""
    promotion: str
    """How something moves to a more stable tier."""
    undeclared: bool
    """Whether keys with the prefix need not be declared."""
    docs: Documentation


class Gate(Struct, frozen=True):
    """A feature flag or an environment. Writers omit what it guards while it is off."""

    name: str
    docs: Documentation
