"""The envelope, its outcomes, and the tools that respond with it."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct

from sealwax.contract.model.catalogue import Enum
from sealwax.contract.model.documentation import Documentation
from sealwax.contract.model.records import Field, Record, Text
from sealwax.contract.model.types import named_in


class OutcomeName(StrEnum):
    SUCCESS = "success"
    FAILURE = "failure"


class MediaType(StrEnum):
    """How a response is labelled over HTTP."""

    JSON = "application/json"
    PROBLEM = "application/problem+json"
    """A problem as RFC 9457 defines it."""


class Tag(Struct, frozen=True):
    """Identifies an outcome by the value of a required field."""

    field: str
    value: str | int | bool


class Presence(Struct, frozen=True):
    """Identifies an outcome by the presence of a key; the other outcome does not have the field."""

    field: str
    expected: bool


class Outcome(Struct, frozen=True):
    """The envelope in one outcome, with all fields narrowed accordingly.

    `discriminator` identifies the outcome. An envelope without outcomes has a single one, a success without one.
    """

    outcome: OutcomeName
    name: str
    docs: Documentation
    discriminator: Tag | Presence | None
    fields: tuple[Field, ...]
    media_type: MediaType = MediaType.JSON


class Envelope(Struct, frozen=True):
    """What every response looks like: the common fields, and the fields of each outcome."""

    name: str
    title: str
    docs: Documentation
    open: bool
    fields: tuple[Field, ...]
    """A field of only one outcome is optional here."""
    outcomes: tuple[Outcome, ...]
    """Success and failure, or a single outcome for all responses."""

    @property
    def discriminator(self) -> Tag | Presence | None:
        """The discriminator of a success. That of a failure has the same field, but another value."""
        return self.outcomes[0].discriminator

    @property
    def success(self) -> Outcome:
        return self.outcomes[0]

    @property
    def failure(self) -> Outcome | None:
        return self.outcomes[1] if len(self.outcomes) > 1 else None

    @property
    def has_shapes(self) -> bool:
        """Whether the outcomes have different keys, so one class cannot represent both."""
        return len({tuple(field.name for field in outcome.fields) for outcome in self.outcomes}) > 1


class Tool(Struct, frozen=True):
    """A tool, and the envelope with the payload of the tool.

    The envelope and its outcomes are named after the tool, except for outcomes without a payload.
    """

    name: str
    docs: Documentation
    payload: Record
    envelope: Envelope
    renamed_from: str = ""
    """The name that it had before."""


Shape: TypeAlias = Record | Envelope | Outcome
"""What has fields."""


def named_by(*shapes: Shape) -> Iterator[Record | Enum | Text]:
    """The declarations that the types of fields refer to."""
    kinds = (named_in(field.type) for shape in shapes for field in shape.fields)
    return (target for target in kinds if target is not None)
