"""The bodies of `is_valid` functions: the shortest way to a verdict, without findings.

The keys of an object are counted: what the contract names is taken off, and what is left is unknown. When nothing is
left, no other key has to be looked for.
"""

from collections.abc import Iterable, Iterator
from typing import assert_never

from sealwax.contract.model import (
    AnyObject,
    AnyValue,
    Enum,
    Envelope,
    Field,
    ListOf,
    MapOf,
    Nullable,
    Outcome,
    Payload,
    Presence,
    Record,
    Reference,
    String,
    Tag,
    Text,
    Type,
)
from sealwax.languages.python import string
from sealwax.languages.python_checks import is_valid_name
from sealwax.languages.python_layout import Call, Item, assigned, fits, guard, one_line, returned
from sealwax.languages.python_types import Named
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
from sealwax.targets.python_validation.type_verdicts import fails, flaws, verdict

_OFTEN = 4
"""After so many optional keys it pays to ask whether any key is left."""
_ITEM = "\0"
"""Stands for a value in a condition; no code has such a character."""


def named_verdict(target: Named, tables: Tables) -> Iterator[str]:
    match target:
        case Record():
            yield from _text_keys(4)
            yield from _object(target.fields, 4, keys_name(target.name), target.open, tables)
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
    yield from _text_keys(4)
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
    yield from _text_keys(4, len(envelope.success.fields))
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
    yield from _text_keys(8)
    yield from _members(record.fields, 8, keys_name(record.name), record.open, tables)
    yield "    except KeyError:"
    yield "        return False"


def _others(outcome: Outcome, known: set[str], tables: Tables) -> Iterator[str]:
    others = sorted((field for field in outcome.fields if field.name not in known), key=_cost)
    records = [field for field in others if _record_of(field) and not field.per_tool][:1]
    for field in others:
        if field not in records:
            yield from _required(field, 12, tables)
    for field in records:
        yield f"            {assigned('value', Item('value', string(field.name)), 12)}"
        if record := _record_of(field):
            yield from _text_keys(12)
            yield from _passed(record, 12, tables)
    if not others:
        yield "            pass"


def _passed(record: Record, indent: int, tables: Tables) -> Iterator[str]:
    """The same as for a record alone, but what is valid goes on."""
    margin, keys, step = " " * indent, keys_name(record.name), indent
    required = sorted((field for field in record.fields if field.required), key=_cost)
    raised = [field for field in record.fields if raised_to_must(field)]
    optional = [field for field in record.fields if not field.required and field not in raised]
    for field in required:
        yield from _required(field, indent, tables)
    yield f"{margin}left = len(value){f' - {len(required)}' if required else ''}"
    for field in raised:
        yield from _optional(field, indent, tables)
    for at, field in enumerate(optional):
        given: tuple[str, ...] = ()
        if at and at % _OFTEN == 0:
            if at + 1 == len(optional):
                given = ("left",)
            else:
                yield f"{' ' * step}if left:"
                step += 4
        yield from _optional(field, step, tables, given)
    yield f"{margin}if left:"
    if record.open:
        yield f"{margin}    for key in value:"
        yield from fails((f"key not in {keys}", "not _is_json(value[key])"), indent + 8, "and")
    else:
        yield f"{margin}    return False"


def _text_keys(indent: int, exactly: int | None = None) -> Iterator[str]:
    margin, count = " " * indent, (f"len(value) != {exactly}",) if exactly is not None else ()
    yield from fails(("_type(value) is not dict", *count), indent)
    yield f"{margin}for key in value:"
    yield from fails(("type(key) is not str",), indent + 4)


# -- objects ----------------------------------------------------------------------------------------------------------


def _object(
    fields: Iterable[Field], indent: int, keys: Finished, is_open: bool, tables: Tables, tag: str = ""
) -> Iterator[str]:
    """Ends in a return statement. The key `tag` has been checked before. What must be there is fetched unasked."""
    if not any(field.required and field.name != tag for field in fields):
        yield from _members(fields, indent, keys, is_open, tables, tag)
        return
    yield f"{' ' * indent}try:"
    yield from _members(fields, indent + 4, keys, is_open, tables, tag)
    yield f"{' ' * indent}except KeyError:"
    yield f"{' ' * indent}    return False"


def _members(
    fields: Iterable[Field], indent: int, keys: Finished, is_open: bool, tables: Tables, tag: str = ""
) -> Iterator[str]:
    margin = " " * indent
    required = sorted((field for field in fields if field.required), key=_cost)
    raised = [field for field in fields if raised_to_must(field)]
    optional = [field for field in fields if not field.required and not raised_to_must(field)]
    asked = [field for field in required if field.name != tag]
    if not raised and not optional and not is_open and asked and _fits_a_return(asked[-1]):
        yield from fails((f"len(value) != {len(required)}",), indent)
        for field in asked[:-1]:
            yield from _required(field, indent, tables)
        yield from _last(asked[-1], indent, tables)
        return
    for field in asked:
        yield from _required(field, indent, tables)
    if raised or optional or is_open:
        less = f" - {len(required)}" if required else ""
        yield f"{margin}left = len(value){less}"
    for field in raised:
        yield from _optional(field, indent, tables)
    for at, field in enumerate(optional):
        if at % _OFTEN == 0:
            yield f"{margin}if not left:"
            yield f"{margin}    return True"
        yield from _optional(field, indent, tables)
    if is_open:
        yield f"{margin}if left:"
        yield f"{margin}    for key in value:"
        yield from fails((f"key not in {keys}", "not _is_json(value[key])"), indent + 8, "and")
        yield f"{margin}return True"
    else:
        yield f"{margin}return left == 0" if raised or optional else f"{margin}return len(value) == {len(required)}"


def _fits_a_return(field: Field) -> bool:
    """Whether the verdict on a value is one expression."""
    is_simple = isinstance(field.type, AnyObject | AnyValue | Payload) or (
        isinstance(field.type, Reference) and isinstance(field.type.target, Record)
    )
    return is_simple and not field.readers_accept_null


def _last(field: Field, indent: int, tables: Tables) -> Iterator[str]:
    yield _fetched(field, indent)
    if field.per_tool and tables.has_tools:
        yield _payload(field, indent)
        yield f"{' ' * indent}return fits(item)"
        return
    match field.type:
        case Reference(target):
            conditions: tuple[str, ...] = (f"{is_valid_name(target.name)}(item)",)
        case AnyValue():
            conditions = ("_is_json(item)",)
        case _:
            conditions = ("_type(item) is dict", "(not item or _is_json(item))")
    yield f"{' ' * indent}{returned(*conditions, indent=indent)}"


def _cost(field: Field) -> int:
    """What is quick to check comes first, and what has to be walked to its end comes last."""
    match field.type:
        case AnyObject() | AnyValue() | Payload():
            return 2
        case ListOf() | MapOf() | Nullable() | Reference(Record()):
            return 1
        case _:
            return 0


def _required(field: Field, indent: int, tables: Tables) -> Iterator[str]:
    yield from _at_once(field, indent, tables) or (_fetched(field, indent), *_member(field, indent, tables))


def _fetched(field: Field, indent: int) -> str:
    return f"{' ' * indent}{assigned('item', Item('value', string(field.name)), indent)}"


def _at_once(field: Field, indent: int, tables: Tables) -> tuple[str, ...]:
    """The check of a value that is looked at once, so that it needs no variable; nothing for others."""
    tests = flaws(_as_read(field), _ITEM, tables) if field.number_of is None and not field.per_tool else ()
    if len(tests) != 1 or len(tests[0].conditions) != 1 or tests[0].conditions[0].count(_ITEM) != 1:
        return ()
    condition = tests[0].conditions[0].replace(_ITEM, one_line(Item("value", string(field.name))))
    return tuple(fails((condition,), indent)) if fits(f"if {condition}:", indent) else ()


def _optional(field: Field, indent: int, tables: Tables, given: tuple[str, ...] = ()) -> Iterator[str]:
    margin = " " * indent
    raised = raised_to_must(field)
    yield f"{margin}{guard(*given, f'{string(field.name)} in value', indent=indent)}"
    yield from _required(field, indent + 4, tables)
    yield f"{margin}    left -= 1"
    if raised:
        yield f"{margin}{guard(*holds(raised.condition), indent=indent, word='elif')}"
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
    common = is_valid_name(field.type.target.name) if isinstance(field.type, Reference) else "_is_free_object"
    return f"{' ' * indent}{assigned('fits', Finished(f'payload or {common}'), indent)}"


def _as_read(field: Field) -> Type:
    return Nullable(field.type) if field.readers_accept_null and not is_nullable(field.type) else field.type
