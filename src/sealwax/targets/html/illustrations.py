"""Responses to look at, for contracts without examples: every key that fits, with values that say what they are."""

from msgspec.structs import replace

from sealwax.contract import model as m
from sealwax.meaning.codes.examples import illustrative

MAX_KEYS, DEEPEST = 300, 6
"""How many keys are shown, and how many objects within each other: a contract can have any number of types."""


def illustrated(fields: tuple[m.Field, ...]) -> dict[str, m.Json]:
    """An object with all keys for which there is a value. Nothing else about it has to be valid."""
    return _Illustrator(MAX_KEYS).object(fields)


class _Illustrator:
    def __init__(self, room: int) -> None:
        self._room = room
        self._within: list[tuple[m.Field, ...]] = []

    def object(self, fields: tuple[m.Field, ...]) -> dict[str, m.Json]:
        self._within.append(fields)
        found: dict[str, m.Json] = {}
        for field in fields:
            self._room -= 1
            value = self.value(field, field.type) if self._room >= 0 else m.ABSENT
            if not isinstance(value, m.Absent):
                found[field.name] = value
        self._within.pop()
        return found

    def value(self, field: m.Field, kind: m.Type) -> m.Json | m.Absent:
        match m.bare(kind):
            case m.Reference(m.Record(fields=fields)):
                is_fit = len(self._within) < DEEPEST and fields not in self._within
                return self.object(fields) if is_fit else m.ABSENT
            case m.ListOf(item):
                value = self.value(field, item)
                return m.ABSENT if isinstance(value, m.Absent) else [value]
            case m.Constant() | m.Null() | m.MapOf() | m.AnyValue() | m.AnyObject() | m.Payload():
                return m.ABSENT
            case inner:
                return illustrative(replace(field, type=inner))
