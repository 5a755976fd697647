"""How error codes become failures, and warning codes become warnings."""

from __future__ import annotations

from typing import TypeAlias

from sealwax.contract.model.builders import Builder, Parameter
from sealwax.contract.model.catalogue import Enum, EnumValue
from sealwax.contract.model.records import Field, Record
from sealwax.contract.model.types import Constant
from sealwax.frozen import frozen

Template: TypeAlias = tuple[str | Field, ...]
"""Literal text, and between it the fields whose values are filled in."""


@frozen
class Placement:
    """The part of a context that becomes keys of one object: the one that this parameter of the builder fills."""

    parameter: Parameter
    fields: tuple[Field, ...]


@frozen
class ErrorFactory:
    """Makes the failure that an error code stands for."""

    value: EnumValue
    message: Template
    remediation: Template
    """Empty when the code has none."""
    placements: tuple[Placement, ...]


@frozen
class ErrorMapping:
    """How an error becomes a response: a failure builder, and which of its parameters take what a code says."""

    builder: Builder
    codes: Enum
    types: Enum
    message: Parameter
    code: Parameter
    type: Parameter | None
    remediation: Parameter | None
    factories: tuple[ErrorFactory, ...]
    """One for each code that has a message."""


@frozen
class WarningFactory:
    """Makes the warning that a warning code stands for; its context becomes the object `WarningMapping.context`."""

    value: EnumValue
    message: Template


@frozen
class WarningMapping:
    """How a warning is noted: a record, and which of its fields take what a code says."""

    record: Record
    codes: Enum
    message: Field
    code: Field
    severity: Field | None
    context: Field | None
    factories: tuple[WarningFactory, ...]
    """One for each code that has a message."""

    @property
    def others(self) -> tuple[Field, ...]:
        """The fields of the record that no code fills, but for constants."""
        filled = (self.message, self.code, self.severity, self.context)
        return tuple(field for field in self.record.fields if field not in filled and not _is_constant(field))


def _is_constant(field: Field) -> bool:
    return isinstance(field.type, Constant) and field.required
