"""Functions that make envelopes or put something into them."""

from __future__ import annotations

from enum import StrEnum

from sealwax.contract.model.catalogue import Enum
from sealwax.contract.model.documentation import ABSENT, Absent, Citation, Documentation, Json
from sealwax.contract.model.envelope import Outcome
from sealwax.contract.model.records import Field, Level, Record
from sealwax.frozen import frozen


@frozen
class Assignment:
    """A value that a builder writes at a path of the envelope."""

    path: tuple[str, ...]
    value: Json


@frozen
class Parameter:
    """An argument of a builder, and the place of the envelope that it fills.

    `field` is the field at `path` in the builder's outcome; its type is the parameter's type. A parameter whose path
    is one field of object type, and that is not the whole of what fills it, is merged into that object after
    everything else, so that its keys win.
    """

    name: str
    path: tuple[str, ...]
    field: Field
    level: Level
    docs: Documentation
    merged: bool
    default: Json | Absent = ABSENT
    sets: tuple[Assignment, ...] = ()
    """What else is written when the argument is given."""


@frozen
class Clock:
    """The places of the envelope that a builder fills from a clock; empty when there is none."""

    now: tuple[str, ...] = ()
    """Gets the date and time, in UTC with milliseconds."""
    elapsed: tuple[str, ...] = ()
    """Gets the whole milliseconds since the caller started."""


@frozen
class Readings:
    """What a clock says when a builder asks it."""

    now: str = ""
    elapsed: int = 0


@frozen
class BuilderExample:
    title: str
    doc: str
    arguments: dict[str, Json]
    result: Json
    origin: tuple[Citation, ...]
    readings: Readings = Readings()


@frozen
class Builder:
    """A function that makes an envelope. Its first parameter is positional, the others go by name."""

    name: str
    outcome: Outcome
    docs: Documentation
    parameters: tuple[Parameter, ...]
    extra_keywords: str
    """The object field that takes keywords which are no parameter; empty when there are no such keywords."""
    examples: tuple[BuilderExample, ...]
    clock: Clock | None = None


class Counter(StrEnum):
    """What a field of a partial result counts."""

    ATTEMPTED = "attempted"
    RETURNED = "returned"
    FAILED = "failed"


@frozen
class Partial:
    """How a result tells that part of the work failed."""

    record: Record
    """What has the status and the issues; payloads include it."""
    status: Field
    statuses: Enum
    ok: str
    partial: str
    failed: str
    issues: Field
    issue: Record
    retryable: Field | None
    """The field of an issue that says whether trying again can help."""
    counters: dict[Counter, Field]
    docs: Documentation


@frozen
class MergingExample:
    title: str
    doc: str
    response: dict[str, Json]
    given: Json | Absent
    plugins: dict[str, Json]
    gates: tuple[str, ...]
    result: Json
    origin: tuple[Citation, ...]


@frozen
class Merging:
    """A function that puts keys into a tiered record of a response; `contract/merging.py` is what it means."""

    name: str
    field: Field
    """The field of the envelope that holds the record."""
    record: Record
    docs: Documentation
    examples: tuple[MergingExample, ...]
    gates: tuple[str, ...] = ()
    """All gates of the contract, be they before a key of the record or elsewhere."""
