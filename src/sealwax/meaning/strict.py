"""Strict schemas: which records language models can be held to, and how those are rewritten.

A vendor's strict mode takes closed objects whose keys are all required. So a key that can be absent is null instead, an
open record takes no other keys, and a key with free-form values is left out if it can be. Each of these makes a record
narrower: what a model writes is still valid once the nulls are gone. Checks that a vendor does not support are lost.
"""

from collections.abc import Callable, Iterator
from typing import assert_never

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.meaning.builder_sources import Path


class StrictRecord(Struct, frozen=True):
    """A record that a model can fill in."""

    record: m.Record
    left_out: tuple[Path, ...]
    """The keys with free-form values."""
    nulls: tuple[Path, ...]
    """The keys that must be present and can be null: their null has to stay."""


class Unfit(Struct, frozen=True):
    """A record that must have a free-form value."""

    record: m.Record
    obstacle: Path


class Strictness:
    """Decides about records, about each of them once."""

    def __init__(self) -> None:
        self._obstacles: dict[str, Path | None] = {}

    def of(self, record: m.Record) -> StrictRecord | Unfit:
        obstacle = self._obstacle(record)
        if obstacle is not None:
            return Unfit(record, obstacle)
        left_out = self._paths(record, lambda field: not self.fits(field.type))
        nulls = self._paths(record, lambda field: field.required and isinstance(field.type, m.Nullable))
        return StrictRecord(record, tuple(left_out), tuple(nulls))

    def fits(self, kind: m.Type) -> bool:
        """Whether a strict schema can state a type."""
        match kind:
            case m.Null() | m.Boolean() | m.Integer() | m.Number() | m.String() | m.Constant():
                return True
            case m.AnyValue() | m.AnyObject() | m.Payload() | m.MapOf():
                return False
            case m.ListOf(inner) | m.Nullable(inner):
                return self.fits(inner)
            case m.Reference(target):
                return not isinstance(target, m.Record) or self._obstacle(target) is None
            case _:
                assert_never(kind)

    def _obstacle(self, record: m.Record) -> Path | None:
        """The path of the first key that must be present and has a free-form value."""
        if record.name not in self._obstacles:
            self._obstacles[record.name] = next(self._obstacles_of(record), None)
        return self._obstacles[record.name]

    def _obstacles_of(self, record: m.Record) -> Iterator[Path]:
        for field in record.fields:
            if field.required and not self.fits(field.type):
                inner = m.named_in(field.type)
                below = self._obstacle(inner) if isinstance(inner, m.Record) else None
                yield field.name, *(below or ())

    def _paths(self, record: m.Record, is_meant: Callable[[m.Field], bool]) -> Iterator[Path]:
        """The paths of fields within a record; items of lists add nothing to a path."""
        for field in record.fields:
            inner = m.named_in(field.type)
            if is_meant(field):
                yield (field.name,)
            elif isinstance(inner, m.Record) and self.fits(field.type):
                yield from ((field.name, *below) for below in self._paths(inner, is_meant))


def candidates(contract: m.Contract) -> tuple[m.Record, ...]:
    """The records that a model can be asked for: those that stand alone, and the payloads of tools."""
    asked = {record.name for record in contract.records if record.standalone}
    asked |= {tool.payload.name for tool in contract.tools}
    return tuple(record for record in contract.records if record.name in asked)
