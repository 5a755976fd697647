"""Examples and prose of the reference pages."""

from __future__ import annotations

from enum import StrEnum

from sealwax.contract.model.catalogue import Enum
from sealwax.contract.model.documentation import Absent, Citation, Documentation, Json
from sealwax.contract.model.envelope import Envelope
from sealwax.contract.model.records import Level, Record, Text
from sealwax.frozen import frozen


class ExampleKind(StrEnum):
    VALID = "valid"
    INVALID = "invalid"
    FRAGMENT = "fragment"
    """Part of a value: checked, but for keys that are missing."""
    ABRIDGED = "abridged"
    """Shortened text: shown, never checked."""
    SKETCH = "sketch"
    """Notation instead of JSON: shown, never checked."""


@frozen
class Example:
    title: str
    doc: str
    kind: ExampleKind
    subject: Envelope | Record | Enum | Text
    value: Json | Absent
    """The JSON value; absent for abridged examples and sketches, which have `text`."""
    text: str
    at: str
    """JSON pointer to what makes an invalid example invalid."""
    origin: tuple[Citation, ...]


@frozen
class AntiPattern:
    title: str
    docs: Documentation
    bad: tuple[Example, ...]
    good: tuple[Example, ...]


@frozen
class EdgeCase:
    scenario: str
    behaviour: str
    docs: Documentation


@frozen
class Rule:
    """A free-standing rule that no single field carries."""

    level: Level
    docs: Documentation


@frozen
class Guide:
    """Prose for people who write or read responses: ordered steps, or points without an order."""

    title: str
    docs: Documentation
    about: str
    steps: tuple[str, ...]
    points: tuple[str, ...]


@frozen
class Rollout:
    """The flag behind which clients opt in."""

    flag: str
    docs: Documentation


@frozen
class Link:
    title: str
    target: str
