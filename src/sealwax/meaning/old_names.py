"""Old names of keys that still work in programs: which objects have some, and which of them are inside others."""

from collections.abc import Collection

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.meaning.remembering import remembered


class OldNames(Struct, frozen=True):
    """The old names of keys in the objects of a record or an outcome."""

    keys: dict[str, m.Field]
    """By old name: the field that has it."""
    inside: tuple[m.Field, ...]
    """The fields whose objects have old names of keys, too."""

    def __bool__(self) -> bool:
        return bool(self.keys or self.inside)


def old_names(fields: Collection[m.Field], records: Collection[str]) -> OldNames:
    """The old names of keys in objects with these fields. `records`: see `records_with_old_names`."""
    declared = {field.name for field in fields}
    # A key is what is on the wire, so that `pageSize` is an old name of `page_size`.
    keys = {old: field for field in fields if (old := field.renamed_from) and old not in declared}
    # Only a tool knows the type of its payload.
    return OldNames(keys, tuple(each for each in fields if not each.per_tool and _record_in(each, records)))


def _record_in(field: m.Field, records: Collection[str]) -> bool:
    named = m.named_in(field.type)
    return isinstance(named, m.Record) and named.name in records


@remembered
def records_with_old_names(contract: m.Contract) -> dict[str, OldNames]:
    """By record: the old names of its keys, or of keys inside it. A record comes after those inside it."""
    found: dict[str, OldNames] = {}
    if any(field.renamed_from for record in contract.records for field in record.fields):
        visited: set[str] = set()
        for record in contract.records:
            _visit(record, found, visited)
    return found


def _visit(record: m.Record, found: dict[str, OldNames], visited: set[str]) -> None:
    if record.name in visited:
        return
    visited.add(record.name)
    for field in record.fields:
        named = m.named_in(field.type)
        if isinstance(named, m.Record):
            _visit(named, found, visited)
    if keys := old_names(record.fields, found):
        found[record.name] = keys


def has_old_names(contract: m.Contract) -> bool:
    """Whether a key has an old name that still works."""
    return bool(records_with_old_names(contract) or outcomes_with_old_names(contract))


@remembered
def outcomes_with_old_names(contract: m.Contract) -> dict[str, OldNames]:
    """By outcome of the envelope: the old names of its keys, or of keys inside it, apart from the payload."""
    records = records_with_old_names(contract)
    found = {each.name: old_names(each.fields, records) for each in contract.envelope.outcomes}
    return {name: keys for name, keys in found.items() if keys}
