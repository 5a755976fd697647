"""Strict schemas: which records language models can be held to, and how those are rewritten.

A vendor's strict mode takes closed objects whose keys are all required. So a key that can be absent is null instead, an
open record takes no other keys, and a key with free-form values is left out if it can be. Each of these makes a record
narrower: what a model writes is still valid once the nulls are gone. Checks that a vendor does not support are lost.
"""

from collections.abc import Callable, Iterator
from typing import assert_never

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.meaning import wording
from sealwax.meaning.builders.sources import Path

LARGEST = 250_000
"""How many characters a schema may have, roughly. Vendors take no larger ones."""
LARGEST_TOGETHER = 5_000_000
"""How many all schemas of a contract may have. Records within others are written out, so text multiplies."""
_KEY = 60
_LEVEL = 20
"""What a key takes beside its name and its description, and what each level around it adds in spaces."""


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


class TooLarge(Struct, frozen=True):
    """A record that is too large once all records within it are written out."""

    record: m.Record
    keys: int


class _Size(Struct, frozen=True):
    keys: int
    """With those of the records below."""
    text: int


class Strictness:
    """Decides about records, about each of them once."""

    def __init__(self) -> None:
        self._obstacles: dict[str, Path | None] = {}
        self._sizes: dict[str, _Size] = {}
        self._left = LARGEST_TOGETHER

    def of(self, record: m.Record) -> StrictRecord | Unfit | TooLarge:
        """Decide about a record that gets a schema of its own. All of them share a budget, the first ones first."""
        obstacle = self._obstacle(record)
        if obstacle is not None:
            return Unfit(record, obstacle)
        size = self._size(record)
        if size.text > min(LARGEST, self._left):
            return TooLarge(record, size.keys)
        self._left -= size.text
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

    def _size(self, record: m.Record) -> _Size:
        if record.name not in self._sizes:
            keys, text = 0, len(record.docs.doc)
            for field in (field for field in record.fields if self.fits(field.type)):
                inner = self._inner_size(m.named_in(field.type))
                words = (*wording.constraint_words(field.type), wording.relation_words(field), field.docs.doc)
                keys += 1 + inner.keys
                text += _KEY + len(field.name) + sum(map(len, words)) + inner.text
                text += inner.keys * (_LEVEL + len(field.name))  # also for paths, which repeat it
            self._sizes[record.name] = _Size(keys, text)
        return self._sizes[record.name]

    def _inner_size(self, target: m.Record | m.Enum | m.Text | None) -> _Size:
        match target:
            case None:
                return _Size(0, 0)
            case m.Record():
                return self._size(target)
            case m.Enum(_, _, docs, _, values):
                return _Size(0, len(docs.doc) + sum(len(each.value) + _LEVEL for each in values))
            case m.Text(_, _, docs):
                forms = sum(len(form.template) + len(form.example) + _LEVEL for form in target.forms)
                return _Size(0, len(docs.doc) + forms + sum(map(len, wording.string_words(target.string))))
            case _:
                assert_never(target)

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
