"""The envelope, its outcomes and the tools that put their payload into it."""

from __future__ import annotations

from enum import StrEnum

from sealwax.contract.model.documentation import Documentation
from sealwax.contract.model.records import Field, Record
from sealwax.frozen import frozen


class OutcomeName(StrEnum):
    SUCCESS = "success"
    FAILURE = "failure"


@frozen
class Tag:
    """The outcome is told by the value of a field that is always there."""

    field: str
    value: str | int | bool


@frozen
class Presence:
    """The outcome is told by whether a key is there at all; the outcome without it does not have the field."""

    field: str
    expected: bool


@frozen
class Outcome:
    """The envelope as it looks in one case: all its fields, refined.

    An envelope that has no cases looks as its only outcome does, which has no mark and counts as a success.
    """

    outcome: OutcomeName
    name: str
    docs: Documentation
    mark: Tag | Presence | None
    fields: tuple[Field, ...]


@frozen
class Envelope:
    """What every response looks like: the fields as they are in general, then case by case."""

    name: str
    title: str
    docs: Documentation
    open: bool
    fields: tuple[Field, ...]
    """A field that belongs to one outcome only is optional here."""
    outcomes: tuple[Outcome, ...]
    """Success and failure, or the one shape that all responses have."""

    @property
    def mark(self) -> Tag | Presence | None:
        """The mark of a success; a failure's has the same field, and the other value."""
        return self.outcomes[0].mark

    @property
    def success(self) -> Outcome:
        return self.outcomes[0]

    @property
    def failure(self) -> Outcome | None:
        return self.outcomes[1] if len(self.outcomes) > 1 else None

    @property
    def has_shapes(self) -> bool:
        """Whether the outcomes differ in their keys, so that no single object can stand for both."""
        return len({tuple(field.name for field in outcome.fields) for outcome in self.outcomes}) > 1


@frozen
class Tool:
    """What one tool answers: the envelope with the tool's payload in the place of what differs by tool.

    `envelope` has names of its own, but for outcomes without a payload, which are those of the contract.
    """

    name: str
    docs: Documentation
    payload: Record
    envelope: Envelope
