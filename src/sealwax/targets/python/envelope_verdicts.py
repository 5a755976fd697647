"""The shortest way to a verdict on an envelope, without findings: the body of `is_valid`, or of what is behind it.

The value is known to be JSON, so what the contract leaves free is not looked at.
"""

from collections.abc import Iterator
from typing import assert_never

from sealwax.contract.model import Envelope, Field, ListOf, Nullable, Outcome, Presence, Record, Reference, Tag, Type
from sealwax.frozen import replace
from sealwax.languages.python import string
from sealwax.languages.python.layout import Call, Item, assigned, guard
from sealwax.targets.python.conditions import has_key, has_tag, raised_to_must
from sealwax.targets.python.flaws import fails
from sealwax.targets.python.tables import Tables, keys_name, shape_keys
from sealwax.targets.python.verdicts import by_cost, members, object_verdict, required_member

_ROOM = 24
"""So many fields of other records are checked in place, at most."""


def envelope_verdict(envelope: Envelope, tables: Tables) -> Iterator[str]:
    shared = _shared(envelope)
    record = _record_of(shared) if shared is not None else None
    if shared is not None and record is not None and isinstance(envelope.mark, Tag):
        yield from _sharing(envelope, envelope.mark.field, shared, record, tables)
        return
    yield from fails(("_type(value) is not dict",), 4)
    match envelope.mark:
        case Tag(field):
            yield f"    {assigned('tag', Call('value.get', string(field)), 4)}"
            for outcome in envelope.outcomes:
                yield from _tagged(envelope, outcome, tables)
            yield "    return False"
        case Presence() as presence:
            yield f"    {guard(has_key(presence), indent=4)}"
            yield from _outcome(envelope, envelope.success, 8, tables)
            yield from _outcome(envelope, envelope.outcomes[-1], 4, tables)
        case None:
            yield from _outcome(envelope, envelope.success, 4, tables)
        case _:
            assert_never(envelope.mark)


def _tagged(envelope: Envelope, outcome: Outcome, tables: Tables) -> Iterator[str]:
    if isinstance(outcome.mark, Tag):
        yield f"    {guard(*has_tag(outcome.mark.value, 'tag'), indent=4)}"
        yield from _outcome(envelope, outcome, 8, tables)


def _outcome(envelope: Envelope, outcome: Outcome, indent: int, tables: Tables) -> Iterator[str]:
    keys, tag = shape_keys(envelope, outcome), outcome.mark.field if isinstance(outcome.mark, Tag) else ""
    yield from object_verdict(outcome.fields, indent, keys, envelope.open, tables, tag)


def _shared(envelope: Envelope) -> Field | None:
    """The field with a record that every response has, when all keys of all responses are known and required."""
    shapes = [outcome.fields for outcome in envelope.outcomes]
    if envelope.open or len({len(fields) for fields in shapes}) > 1:
        return None
    if not all(field.required for fields in shapes for field in fields):
        return None
    common = (field for field in shapes[0] if _is_common(field, envelope))
    return next((field for field in common if _record_of(field) and not field.per_tool), None)


def _is_common(field: Field, envelope: Envelope) -> bool:
    return all(field in outcome.fields for outcome in envelope.outcomes)


def _record_of(field: Field) -> Record | None:
    kind = field.type
    named = kind.target if isinstance(kind, Reference) and not field.readers_accept_null else None
    return named if isinstance(named, Record) else None


def _sharing(envelope: Envelope, tag: str, shared: Field, record: Record, tables: Tables) -> Iterator[str]:
    """What every response has is checked in place, at the end, and so is one record of each case, and what those hold.

    That saves a call each.
    """
    tables = replace(tables, in_place=frozenset(_in_place(record)))
    yield from fails(("_type(value) is not dict", f"len(value) != {len(envelope.success.fields)}"), 4)
    yield "    try:"
    yield f"        {assigned('tag', Item('value', string(tag)), 8)}"
    yield f"        {assigned('shared', Item('value', string(shared.name)), 8)}"
    word = "if"
    for outcome in envelope.outcomes:
        if isinstance(outcome.mark, Tag):
            yield f"        {guard(*has_tag(outcome.mark.value, 'tag'), indent=8, word=word)}"
            yield from _others(envelope, outcome, {tag, shared.name}, tables)
            word = "elif"
    yield "        else:"
    yield "            return False"
    yield "        value = shared"
    yield from fails(("_type(value) is not dict",), 8)
    yield from members(record.fields, 8, keys_name(record.name), record.open, tables)
    yield "    except KeyError:"
    yield "        return False"
    yield "    return True"


def _in_place(record: Record) -> Iterator[str]:
    """The first records that a record holds, as long as there is room and nothing in them hangs on other keys."""
    room = _ROOM
    for field in record.fields:
        held = _held(field.type)
        if held is None or any(raised_to_must(each) or each.number_of or each.per_tool for each in held.fields):
            continue
        room -= len(held.fields)
        if room >= 0:
            yield held.name


def _held(kind: Type) -> Record | None:
    match kind:
        case ListOf(inner) | Nullable(inner):
            return _held(inner)
        case Reference(Record() as record):
            return record
        case _:
            return None


def _others(envelope: Envelope, outcome: Outcome, known: set[str], tables: Tables) -> Iterator[str]:
    others = sorted((field for field in outcome.fields if field.name not in known), key=by_cost)
    own = [field for field in others if not _is_common(field, envelope)]
    records = [field for field in own if _record_of(field) and not field.per_tool][:1]
    for field in others:
        if field not in records:
            yield from required_member(field, 12, tables)
    for field in records:
        yield f"            {assigned('value', Item('value', string(field.name)), 12)}"
        if record := _record_of(field):
            yield from fails(("_type(value) is not dict",), 12)
            yield from members(record.fields, 12, keys_name(record.name), record.open, tables, goes_on=True)
    if not others:
        yield "            pass"
