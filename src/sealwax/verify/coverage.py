"""Counts which codes, types and fields of a contract the values had, one value after the other."""

from collections.abc import Callable, Iterable
from typing import TypeAlias

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.meaning.checks.interpreter import holds
from sealwax.meaning.checks.lowering import outcome_test

_Count: TypeAlias = Callable[[object], None]
"""Counts what a value has. Values are walked as the contract nests them, so none is too deep."""
_CODES = {m.Catalogue.ERROR_CODES: "error codes", m.Catalogue.WARNING_CODES: "warning codes"}


class Covered(Struct, frozen=True):
    """The parts of one kind, each with how often it was seen."""

    kind: str
    counts: dict[str, int]
    """Types before those within them."""

    @property
    def seen(self) -> tuple[str, ...]:
        """The most frequent first."""
        return tuple(sorted(filter(self.counts.get, self.counts), key=lambda name: -self.counts[name]))

    @property
    def unseen(self) -> tuple[str, ...]:
        return tuple(name for name, count in self.counts.items() if not count)


class Coverage:
    """What values of one type can have, and how often they had it so far."""

    def __init__(self, contract: m.Contract, name: str) -> None:
        """`name`: the type that the values have."""
        self.outcomes, self.types, self.fields = (Covered(kind, {}) for kind in ("outcomes", "types", "fields"))
        self.codes = {catalogue: Covered(kind, {}) for catalogue, kind in _CODES.items()}
        self._known: dict[str, _Count] = {}
        envelopes = {each.name: each for each in (contract.envelope, *(tool.envelope for tool in contract.tools))}
        named: tuple[m.Record | m.Enum | m.Text, ...] = (*contract.records, *contract.enums, *contract.texts)
        others = {each.name: m.Reference(each) for each in named}
        self._count = self._of_envelope(envelopes[name]) if name in envelopes else self._of(others[name])

    def add(self, value: object) -> None:
        """Count what a value has, whether it is valid or not."""
        if self._count is not None:
            self._count(value)

    @property
    def kinds(self) -> tuple[Covered, ...]:
        return (self.outcomes, *self.codes.values(), self.types, self.fields)

    def _of_envelope(self, envelope: m.Envelope) -> _Count:
        """Like a record; which types its fields have depends on the outcome."""
        unknown = self._of_fields(envelope.name, envelope.fields)
        tests = [(each, outcome_test(each)) for each in envelope.outcomes]
        known = [(each.outcome, (test,), self._of_fields(envelope.name, each.fields)) for each, test in tests if test]
        outcomes = self.outcomes.counts
        outcomes.update({outcome: 0 for outcome, _, _ in known})

        def count(value: object) -> None:
            for outcome, test, inside in known if isinstance(value, dict) else ():
                if isinstance(value, dict) and holds(test, value):
                    outcomes[outcome] += 1
                    inside(value)
                    return
            unknown(value)

        return count

    def _of_record(self, record: m.Record) -> _Count:
        """One function per record, because the paths to a record can be very many."""
        if record.name not in self._known:
            self._known[record.name] = self._of_fields(record.name, record.fields)
        return self._known[record.name]

    def _of_fields(self, owner: str, fields: Iterable[m.Field]) -> _Count:
        named = [(field, f"{owner}.{field.name}") for field in fields]
        types, seen = self.types.counts, self.fields.counts
        types[owner] = 0
        seen.update({name: 0 for _, name in named})  # before those of the types below
        known = {field.name: (name, self._of(field.type)) for field, name in named}

        def count(value: object) -> None:
            if isinstance(value, dict):
                types[owner] += 1
                for key, inner in value.items():
                    if key in known:
                        name, inside = known[key]
                        seen[name] += 1
                        if inside is not None:
                            inside(inner)

        return count

    def _of(self, kind: m.Type) -> _Count | None:
        """None if there is nothing to count in values of the type."""
        match m.bare(kind):
            case m.ListOf(inner) if inside := self._of(inner):
                return _of_items(inside)
            case m.MapOf(inner) if inside := self._of(inner):
                return _of_members(inside)
            case m.Reference(m.Enum(catalogue=catalogue) as enum) if catalogue in self.codes:
                return _of_codes(self.codes[catalogue].counts, enum)
            case m.Reference(m.Record() as record):
                return self._of_record(record)
            case _:
                return None


def _of_codes(counts: dict[str, int], enum: m.Enum) -> _Count:
    counts.update({value.value: 0 for value in enum.values})

    def count(value: object) -> None:
        # Codes that the contract does not know are findings; to count them would take memory without end.
        if isinstance(value, str) and value in counts:
            counts[value] += 1

    return count


def _of_items(inside: _Count) -> _Count:
    def count(value: object) -> None:
        for each in value if isinstance(value, list) else ():
            inside(each)

    return count


def _of_members(inside: _Count) -> _Count:
    def count(value: object) -> None:
        for each in value.values() if isinstance(value, dict) else ():
            inside(each)

    return count
