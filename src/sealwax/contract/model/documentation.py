"""Where a statement comes from, what people need to know about it, and how long it holds."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias

from sealwax.frozen import frozen

Json: TypeAlias = dict[str, "Json"] | list["Json"] | str | int | float | bool | None


class Absent(StrEnum):
    """Says that a contract gives no value, which is not the same as giving null."""

    ABSENT = "absent"


ABSENT = Absent.ABSENT


@frozen
class Source:
    """A document that the contract replaces."""

    key: str
    title: str
    doc: str


@frozen
class Citation:
    """A place in a source: `lines` is empty when the whole document is meant."""

    source: Source
    lines: str


@frozen
class Note:
    """A remark beside a statement: a decision, a rejected variant, a caution."""

    text: str
    origin: tuple[Citation, ...] = ()


@frozen
class Deprecation:
    """What is on its way out, since which version, and what to use instead."""

    since: str
    replacement: str
    doc: str


@frozen
class Documentation:
    """What people, not programs, need to know about a declaration."""

    doc: str = ""
    notes: tuple[Note, ...] = ()
    origin: tuple[Citation, ...] = ()
    since: str = ""
    deprecated: Deprecation | None = None


@frozen
class Tier:
    """A promise of stability. In a tiered record a key is told by the prefix of its tier; no prefix starts another."""

    name: str
    title: str
    promise: str
    prefix: str
    """Empty for keys that start with no tier's prefix."""
    promotion: str
    """How something gets from here into a more stable tier."""
    undeclared: bool
    """Whether keys with the prefix need no declaration."""
    docs: Documentation


@frozen
class Gate:
    """A feature flag or an environment: writers leave out what stands behind it while it is off."""

    name: str
    docs: Documentation
