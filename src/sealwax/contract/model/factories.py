"""Error and warning factories: functions that make a failure or a warning from a code."""

from __future__ import annotations

from typing import TypeAlias

from sealwax.contract.model.builders import Builder, Parameter
from sealwax.contract.model.catalogue import Enum, EnumValue
from sealwax.contract.model.records import Field, Record
from sealwax.contract.model.types import Constant
from sealwax.frozen import frozen

Template: TypeAlias = tuple[str | Field, ...]
"""Literal text and fields, whose values are inserted."""


@frozen
class Placement:
    """The context fields that become keys of one object, which a parameter of the builder fills."""

    parameter: Parameter
    fields: tuple[Field, ...]


@frozen
class ErrorFactory:
    """Makes a failure with an error code."""

    value: EnumValue
    message: Template
    remediation: Template
    """Empty if the code has none."""
    placements: tuple[Placement, ...]


@frozen
class ErrorMapping:
    """How an error becomes a response: the failure builder, and its parameters for the attributes of a code."""

    builder: Builder
    codes: Enum
    types: Enum
    message: Parameter
    code: Parameter
    type: Parameter | None
    remediation: Parameter | None
    factories: tuple[ErrorFactory, ...]
    """One per code with a message."""


@frozen
class WarningFactory:
    """Makes a warning with a warning code. The context becomes the object at `WarningMapping.context`."""

    value: EnumValue
    message: Template


@frozen
class WarningMapping:
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
        return tuple(field for field in self.record.fields if field not in filled and not _is_constant(field))


def _is_constant(field: Field) -> bool:
    return isinstance(field.type, Constant) and field.required
