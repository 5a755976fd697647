"""The bodies of the functions behind `is_valid`: the shortest way to a verdict, without findings.

The value is known to be JSON, so what the contract leaves free is not looked at.
"""

import re
from collections.abc import Iterable, Iterator
from typing import assert_never

from sealwax.contract.model import (
    Enum,
    Envelope,
    Field,
    ListOf,
    MapOf,
    Nullable,
    Outcome,
    Presence,
    Record,
    Reference,
    String,
    Tag,
    Text,
    Type,
)
from sealwax.languages.python import string
from sealwax.languages.python_layout import Call, Item, assigned, fits, guard, one_line, returned
from sealwax.rendering import Finished
from sealwax.targets.python_validation.conditions import (
    has_key,
    has_tag,
    holds,
    is_nullable,
    other_number,
    raised_to_must,
)
from sealwax.targets.python_validation.tables import Tables, format_name, keys_name, shape_keys, values_name
from sealwax.targets.python_validation.type_verdicts import fails, fits_name, flaws, verdict

_MANY = 6
"""Before so many optional keys it pays to ask whether there is any key but those that must be there."""
_ITEM = "\0"
"""Stands for a value in a condition; no code has such a character."""


def record_verdict(record: Record, tables: Tables) -> Iterator[str]:
    yield from fails(("_type(value) is not dict",), 4)
    yield from _object(record.fields, 4, keys_name(record.name), record.open, tables)


def string_verdict(target: Enum | Text, tables: Tables) -> Iterator[str]:
    match target:
        case Enum():
            listed = () if target.open else (f"value in {values_name(target)}",)
            yield f"    {returned('type(value) is str', *listed, indent=4)}"
        case Text(string=text):
            yield f"    {returned(*_is_such_a_string(text, tables), indent=4)}"
        case _:
            assert_never(target)


def _is_such_a_string(kind: String, tables: Tables) -> Iterator[str]:
    yield "type(value) is str"
    if kind.min_length:
        yield f"len(value) >= {kind.min_length}"
    if kind.max_length is not None:
        yield f"len(value) <= {kind.max_length}"
    if kind.pattern is not None:
        yield f"{tables.pattern(kind.pattern.body)}.fullmatch(value) is not None"
    if kind.format is not None:
        yield f"{format_name(kind.format)}.fullmatch(value) is not None"


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
    yield from _object(outcome.fields, indent, keys, envelope.open, tables, tag)


def _shared(envelope: Envelope) -> Field | None:
    """The field with a record that every response has, when all keys of all responses are known and required."""
    shapes = [outcome.fields for outcome in envelope.outcomes]
    if envelope.open or len({len(fields) for fields in shapes}) > 1:
        return None
    if not all(field.required for fields in shapes for field in fields):
        return None
    common = (field for field in shapes[0] if all(field in fields for fields in shapes))
    return next((field for field in common if _record_of(field) and not field.per_tool), None)


def _record_of(field: Field) -> Record | None:
    kind = field.type
    named = kind.target if isinstance(kind, Reference) and not field.readers_accept_null else None
    return named if isinstance(named, Record) else None


def _sharing(envelope: Envelope, tag: str, shared: Field, record: Record, tables: Tables) -> Iterator[str]:
    """What every response has is checked in place, at the end, and so is one record of each case: that saves calls."""
    yield from fails(("_type(value) is not dict", f"len(value) != {len(envelope.success.fields)}"), 4)
    yield "    try:"
    yield f"        {assigned('tag', Item('value', string(tag)), 8)}"
    yield f"        {assigned('shared', Item('value', string(shared.name)), 8)}"
    word = "if"
    for outcome in envelope.outcomes:
        if isinstance(outcome.mark, Tag):
            yield f"        {guard(*has_tag(outcome.mark.value, 'tag'), indent=8, word=word)}"
            yield from _others(outcome, {tag, shared.name}, tables)
            word = "elif"
    yield "        else:"
    yield "            return False"
    yield "        value = shared"
    yield from fails(("_type(value) is not dict",), 8)
    yield from _members(record.fields, 8, keys_name(record.name), record.open, tables)
    yield "    except KeyError:"
    yield "        return False"
    yield "    return True"


def _others(outcome: Outcome, known: set[str], tables: Tables) -> Iterator[str]:
    others = sorted((field for field in outcome.fields if field.name not in known), key=_cost)
    records = [field for field in others if _record_of(field) and not field.per_tool][:1]
    for field in others:
        if field not in records:
            yield from _required(field, 12, tables)
    for field in records:
        yield f"            {assigned('value', Item('value', string(field.name)), 12)}"
        if record := _record_of(field):
            yield from fails(("_type(value) is not dict",), 12)
            yield from _members(record.fields, 12, keys_name(record.name), record.open, tables, goes_on=True)
    if not others:
        yield "            pass"


# -- objects ----------------------------------------------------------------------------------------------------------


def _object(
    fields: tuple[Field, ...], indent: int, keys: Finished, is_open: bool, tables: Tables, tag: str = ""
) -> Iterator[str]:
    """Ends in a return statement. The key `tag` has been checked before. What must be there is fetched unasked."""
    margin = " " * indent
    if any(field.required and field.name != tag for field in fields):
        yield f"{margin}try:"
        yield from _members(fields, indent + 4, keys, is_open, tables, tag)
        yield f"{margin}except KeyError:"
        yield f"{margin}    return False"
        yield f"{margin}return True"
        return
    last = fields[-1] if fields and is_open and fields[-1].name != tag else None
    condition = _at_once(last, tables) if last is not None and not raised_to_must(last) else ""
    if last is None or not condition:
        yield from _members(fields, indent, keys, is_open, tables, tag)
        yield f"{margin}return True"
        return
    yield from _members(fields[:-1], indent, keys, is_open, tables, tag)
    yield f"{margin}{returned(f'{string(last.name)} not in value', _otherwise(condition), indent=indent, joint='or')}"


def _otherwise(condition: str) -> str:
    """The condition that holds when a simple one does not."""
    if condition.startswith("not "):
        return condition.removeprefix("not ")
    return re.sub(r" (is) not | != ", lambda found: f" {found[1] or '=='} ", condition, count=1)


def _members(
    fields: Iterable[Field],
    indent: int,
    keys: Finished,
    is_open: bool,
    tables: Tables,
    tag: str = "",
    *,
    goes_on: bool = False,
) -> Iterator[str]:
    """Returns from the function when something is wrong; when all is well only if nothing follows."""
    margin = " " * indent
    required = sorted((field for field in fields if field.required), key=_cost)
    raised = [field for field in fields if raised_to_must(field)]
    optional = [field for field in fields if not field.required and not raised_to_must(field)]
    if not is_open and not raised and not optional:
        yield from fails((f"len(value) != {len(required)}",), indent)
    for field in required:
        if field.name != tag:
            yield from _required(field, indent, tables)
    for field in raised:
        yield from _optional(field, indent, tables)
    if len(optional) >= _MANY and not raised and not goes_on:
        yield f"{margin}if len(value) == {len(required)}:"
        yield f"{margin}    return True"
    for field in optional:
        yield from _optional(field, indent, tables)
    if not is_open and (raised or optional):
        yield f"{margin}for key in value:"
        yield from fails((f"key not in {keys}",), indent + 4)


def _cost(field: Field) -> int:
    """What is quick to check comes first."""
    match field.type:
        case ListOf() | MapOf() | Nullable() | Reference(Record()):
            return 1
        case _:
            return 0


def _required(field: Field, indent: int, tables: Tables) -> Iterator[str]:
    """Fetches a value that must be there, or is, and looks at it."""
    condition = _at_once(field, tables)
    if condition and fits(f"if {condition}:", indent):
        yield from fails((condition,), indent)
    else:
        yield f"{' ' * indent}{assigned('item', Item('value', string(field.name)), indent)}"
        yield from _member(field, indent, tables)


def _at_once(field: Field, tables: Tables) -> str:
    """The condition for a value that is looked at once, so that it needs no variable; nothing for others."""
    is_plain = field.number_of is None and not (field.per_tool and tables.has_tools)
    tests = flaws(_as_read(field), _ITEM, tables) if is_plain else ()
    if len(tests) != 1 or len(tests[0].conditions) != 1 or tests[0].conditions[0].count(_ITEM) != 1:
        return ""
    return tests[0].conditions[0].replace(_ITEM, one_line(Item("value", string(field.name))))


def _optional(field: Field, indent: int, tables: Tables) -> Iterator[str]:
    margin, raised = " " * indent, raised_to_must(field)
    there = f"{string(field.name)} in value"
    condition = "" if raised else _at_once(field, tables)
    if condition:
        yield from fails((there, condition), indent, "and")
        return
    block = list(_member(field, indent + 4, tables))
    if not block and not raised:
        return
    if block:
        yield f"{margin}{guard(there, indent=indent)}"
        yield from _required(field, indent + 4, tables)
    if raised:
        absent = f"{string(field.name)} not in value"
        given = () if block else (absent,)
        yield f"{margin}{guard(*given, *holds(raised.condition), indent=indent, word='elif' if block else 'if')}"
        yield f"{margin}    return False"


def _member(field: Field, indent: int, tables: Tables) -> Iterator[str]:
    if field.per_tool and tables.has_tools:
        yield _payload(field, indent)
        given = ("item is not None",) if field.readers_accept_null else ()
        yield from fails((*given, "not fits(item)"), indent, "and")
        return
    yield from verdict(_as_read(field), "item", indent, tables)
    if field.number_of is not None:
        yield from fails((other_number(field.number_of),), indent)


def _payload(field: Field, indent: int) -> str:
    """What differs by tool, or what all tools have in common."""
    common = fits_name(field.type.target.name) if isinstance(field.type, Reference) else "_is_object"
    return f"{' ' * indent}{assigned('fits', Finished(f'payload or {common}'), indent)}"


def _as_read(field: Field) -> Type:
    return Nullable(field.type) if field.readers_accept_null and not is_nullable(field.type) else field.type
