"""Examples, rules and advice for people."""

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
    """Part of a value: checked, except for missing keys."""
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
    """Absent for abridged examples and sketches, which have `text`."""
    text: str
    at: str
    """JSON pointer to the error of an invalid example."""
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
    """A rule that does not belong to a single field."""

    level: Level
    docs: Documentation


@frozen
class Guide:
    """Advice for people: ordered steps, or points in any order."""

    title: str
    docs: Documentation
    about: str
    steps: tuple[str, ...]
    points: tuple[str, ...]


@frozen
class Rollout:
    """The flag with which clients opt in."""

    flag: str
    docs: Documentation


@frozen
class Link:
    title: str
    target: str
