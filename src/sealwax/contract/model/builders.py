"""Builders, the factories of errors and warnings, and the functions that merge keys and collect partial results."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct

from sealwax.contract.model.catalogue import Enum, EnumValue
from sealwax.contract.model.documentation import ABSENT, Absent, Documentation, Json
from sealwax.contract.model.envelope import Outcome
from sealwax.contract.model.records import ConditionalLevel, Field, Level, Record
from sealwax.contract.model.types import Constant


class Assignment(Struct, frozen=True):
    """A value that a builder sets at a path of the envelope."""

    path: tuple[str, ...]
    value: Json


class Parameter(Struct, frozen=True):
    """A parameter of a builder, and the field of the envelope that it fills.

    `field` is the field at `path` in the builder's outcome, and has the type of the parameter. A `merged` parameter
    fills a top-level object; it is merged after everything else, so its keys win.
    """

    name: str
    path: tuple[str, ...]
    field: Field
    level: Level
    docs: Documentation
    merged: bool
    conditional: ConditionalLevel | None = None
    """The stronger level of the field under a condition, for a parameter that has the level of its field."""
    default: Json | Absent = ABSENT
    sets: tuple[Assignment, ...] = ()
    """Other fields to set if the argument is given."""
    provided: bool = False
    """Whether the application can provide the value if it is not given."""


CLOCK_ARGUMENTS = ("started", "clock")
"""The arguments that a builder with a clock takes besides its parameters."""


class Clock(Struct, frozen=True):
    """The paths that a builder fills from a clock; an empty path is not filled."""

    now: tuple[str, ...] = ()
    """The path of the date and time, in UTC with milliseconds."""
    elapsed: tuple[str, ...] = ()
    """The path of the whole milliseconds since the caller started."""


class Readings(Struct, frozen=True):
    """The values that a builder reads from a clock."""

    now: str = ""
    elapsed: int = 0


class Described(Struct, frozen=True):
    """The parameters of a builder for the message, the code and the remediation of an error.

    The catalogue has the text of an error without a message, and has the remediation if none is given.
    """

    message: Parameter
    code: Parameter
    codes: Enum
    remediation: Parameter | None
    remediations: dict[str, str]
    """By code: the remediation, if it needs no facts."""
    messages: dict[str, str]
    """By code: its message, if it needs no facts."""

    @property
    def descriptions(self) -> dict[str, str]:
        """By code: the text in place of an empty message. A description is for developers, so it comes last."""
        found = {each.value: self.messages.get(each.value) or each.docs.doc for each in self.codes.values}
        return {code: text for code, text in found.items() if text}

    def text(self, code: str) -> str:
        """The text in place of an empty message."""
        return self.descriptions.get(code) or code or NO_DESCRIPTION


NO_DESCRIPTION = "The operation failed."
"""The message of an error without a message and without a code."""


class BuilderExample(Struct, frozen=True):
    title: str
    doc: str
    arguments: dict[str, Json]
    result: Json
    readings: Readings = Readings()


class Builder(Struct, frozen=True):
    """A function that makes an envelope. The first parameter is positional, the others are keyword-only."""

    name: str
    outcome: Outcome
    docs: Documentation
    parameters: tuple[Parameter, ...]
    extra_keywords: str
    """The object field that receives all other keyword arguments; empty if there is none."""
    examples: tuple[BuilderExample, ...]
    clock: Clock | None = None
    described: Described | None = None
    """The parameters that make an error; None if the contract has no errors, or another builder makes them."""


class Counter(StrEnum):
    """The counters of a partial result."""

    ATTEMPTED = "attempted"
    RETURNED = "returned"
    FAILED = "failed"


class Partial(Struct, frozen=True):
    """How a result reports that part of the work failed."""

    record: Record
    """The record with the status and the issues, which payloads include."""
    status: Field
    statuses: Enum
    ok: str
    partial: str
    failed: str
    issues: Field
    issue: Record
    retryable: Field | None
    """The field of an issue that says whether a retry can help."""
    counters: dict[Counter, Field]
    docs: Documentation
    without_issues: dict[str, Json]
    """The keys for the status and the issues if everything succeeded: those that the levels of the fields ask for."""


class MergingExample(Struct, frozen=True):
    title: str
    doc: str
    response: dict[str, Json]
    given: Json | Absent
    plugins: dict[str, Json]
    gates: tuple[str, ...]
    result: Json


class Merging(Struct, frozen=True):
    """A function that merges keys into a tiered record of a response; `meaning.merging` defines its behaviour."""

    name: str
    field: Field
    """The field of the envelope that contains the record."""
    record: Record
    docs: Documentation
    examples: tuple[MergingExample, ...]
    gates: tuple[str, ...] = ()
    """All gates of the contract, whether a key of the record uses them or not."""


# -- error and warning factories: functions that make a failure or a warning from a code -------------------------------


class OptionalPart(Struct, frozen=True):
    """A part of a text that is left out unless all its fields have a value that is not empty."""

    parts: tuple[str | Field, ...]

    @property
    def fields(self) -> tuple[Field, ...]:
        return tuple(part for part in self.parts if isinstance(part, Field))


Template: TypeAlias = tuple[str | Field | OptionalPart, ...]
"""Literal text, and fields whose values are inserted."""


def template_text(template: Template) -> str:
    """A template as it is written in a contract."""
    return "".join(_written(part) for part in template)


def _written(part: str | Field | OptionalPart) -> str:
    if isinstance(part, OptionalPart):
        return f"{{?{template_text(part.parts)}}}"
    return part if isinstance(part, str) else f"{{{part.name}}}"


class Placement(Struct, frozen=True):
    """The context fields that become keys of one object, which a parameter of the builder fills."""

    parameter: Parameter
    fields: dict[str, Field]
    """By key."""


class ErrorFactory(Struct, frozen=True):
    """A function that makes a failure with an error code."""

    name: str
    """The code, unless the contract names the function."""
    docs: Documentation
    value: EnumValue
    message: Template
    """Empty if the caller gives it."""
    remediation: Template
    """Empty if there is none."""
    context: tuple[Field, ...]
    placements: tuple[Placement, ...]
    positional: tuple[Field | Parameter, ...]
    """The arguments that are passed by position: fields of the context, and the parameter for the message."""
    demanded: tuple[Parameter, ...] = ()
    """The parameters that are optional for the builder, but whose fields this code makes a must."""


class ErrorMapping(Struct, frozen=True):
    """How an error becomes a response: the failure builder, and its parameters for the attributes of a code."""

    builder: Builder
    codes: Enum
    types: Enum
    message: Parameter
    code: Parameter
    type: Parameter | None
    remediation: Parameter | None
    factories: tuple[ErrorFactory, ...]
    """One per code with a message, and those that the contract names."""


class WarningFactory(Struct, frozen=True):
    """Makes a warning with a warning code. The context becomes the object at `WarningMapping.context`."""

    value: EnumValue
    message: Template

    @property
    def name(self) -> str:
        """The code."""
        return self.value.value

    @property
    def context(self) -> tuple[Field, ...]:
        return self.value.context


class WarningMapping(Struct, frozen=True):
    """How a warning is recorded: the record, and its fields for the attributes of a code."""

    record: Record
    codes: Enum
    message: Field
    code: Field
    severity: Field | None
    context: Field | None
    factories: tuple[WarningFactory, ...]
    """One per code with a message."""

    @property
    def others(self) -> tuple[Field, ...]:
        """The fields of the record that neither a code nor a constant fills."""
        filled = (self.message, self.code, self.severity, self.context)
        fields = (field for field in self.record.fields if field not in filled)
        return tuple(field for field in fields if not (field.required and isinstance(field.type, Constant)))
