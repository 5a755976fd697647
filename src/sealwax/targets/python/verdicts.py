"""Verdicts on values of a type, as statements that return from a function when something is wrong.

The values are known to be JSON, so what the contract leaves free is not looked at.
"""

import re
from collections.abc import Iterable, Iterator
from typing import assert_never

from sealwax.contract.model import (
    Enum,
    Field,
    ListOf,
    MapOf,
    Nullable,
    Record,
    Reference,
    String,
    Text,
    Type,
    is_free,
)
from sealwax.frozen import replace
from sealwax.languages.python import string
from sealwax.languages.python.layout import SKIP, Item, assigned, fits, guard, one_line, returned
from sealwax.rendering import Finished
from sealwax.targets.python.conditions import (
    holds,
    is_nullable,
    other_number,
    raised_to_must,
)
from sealwax.targets.python.flaws import fails, fits_name, flaws
from sealwax.targets.python.tables import Tables, format_name, keys_name, values_name

_MANY = 6
"""Before so many optional keys it pays to ask whether there is any key but those that must be there."""
_ITEM = "\0"
"""Stands for a value in a condition; no code has such a character."""


def record_verdict(record: Record, tables: Tables) -> Iterator[str]:
    if record.open and all(
        not field.required and is_free(field.type) and not field.conditional for field in record.fields
    ):
        yield "    return _type(value) is dict"
        return
    yield from fails(("_type(value) is not dict",), 4)
    yield from object_verdict(record.fields, 4, keys_name(record.name), record.open, tables)


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


# -- types ------------------------------------------------------------------------------------------------------------


def verdict(kind: Type, name: str, indent: int, tables: Tables) -> Iterator[str]:
    """Returns from the generated function when the variable is not of the type."""
    match kind:
        case ListOf():
            yield from _list(kind, name, indent, tables)
        case MapOf(inner):
            yield from fails((f"_type({name}) is not dict",), indent)
            yield from _each(inner, name, f"{name}.values()", indent, tables)
        case Nullable(inner):
            tests = flaws(kind, name, tables)
            if tests:
                yield from fails(tests[0].conditions, indent, tests[0].joint)
            elif block := list(verdict(inner, name, indent + 4, tables)):
                yield f"{' ' * indent}if {name} is not None:"
                yield from block
        case Reference(Record() as record) if record.name in tables.in_place:
            yield from fails((f"_type({name}) is not dict",), indent)
            # What it holds itself is called, or it would be repeated wherever this one is.
            called = replace(tables, in_place=frozenset())
            yield from members(record.fields, indent, keys_name(record.name), record.open, called, name, goes_on=True)
        case _:
            for test in flaws(kind, name, tables):
                yield from fails(test.conditions, indent, test.joint)


def _list(kind: ListOf, name: str, indent: int, tables: Tables) -> Iterator[str]:
    yield from fails((f"_type({name}) is not list",), indent)
    limits = [f"len({name}) < {kind.min_items}"] if kind.min_items else []
    limits += [f"len({name}) > {kind.max_items}"] if kind.max_items is not None else []
    if limits:
        yield from fails(limits, indent)
    yield from _each(kind.item, name, name, indent, tables)


def _each(kind: Type, name: str, values: str, indent: int, tables: Tables) -> Iterator[str]:
    item = _inner(name)
    if block := list(verdict(kind, item, indent + 4, tables)):
        yield f"{' ' * indent}for {item} in {values}:"
        yield from block


def _inner(name: str) -> str:
    """The variable for what a variable holds."""
    if name == "value":
        return "item"
    return f"item_{int(name.removeprefix('item').removeprefix('_') or 1) + 1}"


# -- objects ----------------------------------------------------------------------------------------------------------


def object_verdict(
    fields: tuple[Field, ...], indent: int, keys: Finished, is_open: bool, tables: Tables, tag: str = ""
) -> Iterator[str]:
    """Ends in a return statement. The key `tag` has been checked before. What must be there is fetched unasked."""
    margin = " " * indent
    if any(field.required and field.name != tag and not is_free(field.type) for field in fields):
        yield f"{margin}try:"
        yield from members(fields, indent + 4, keys, is_open, tables, tag=tag)
        yield f"{margin}except KeyError:"
        yield f"{margin}    return False"
        yield f"{margin}return True"
        return
    asked = [field for field in fields if not field.required and not raised_to_must(field) and not is_free(field.type)]
    last = asked[-1] if asked and is_open else None
    condition = _at_once(last, tables) if last is not None else ""
    if last is None or not condition:
        yield from members(fields, indent, keys, is_open, tables, tag=tag)
        yield f"{margin}return True"
        return
    others = tuple(field for field in fields if field is not last)
    yield from members(others, indent, keys, is_open, tables, tag=tag)
    absent, fine = f"{string(last.name)} not in value", _otherwise(condition)
    line = f"return {absent} or {fine}"
    if fits(line, indent):
        yield f"{margin}{line}"
        return
    yield f"{margin}{guard(absent, indent=indent)}"
    yield f"{margin}    return True"
    yield f"{margin}return {fine}{'' if fits(f'return {fine}', indent) else SKIP}"


def _otherwise(condition: str) -> str:
    """The condition that holds when a simple one does not."""
    if condition.startswith("not "):
        return condition.removeprefix("not ")
    return re.sub(r" (is) not | != ", lambda found: f" {found[1] or '=='} ", condition, count=1)


def members(
    fields: Iterable[Field],
    indent: int,
    keys: Finished,
    is_open: bool,
    tables: Tables,
    name: str = "value",
    *,
    tag: str = "",
    goes_on: bool = False,
) -> Iterator[str]:
    """Returns from the function when something is wrong; when all is well only if nothing follows."""
    margin = " " * indent
    required = sorted((field for field in fields if field.required), key=by_cost)
    conditional = [field for field in fields if raised_to_must(field)]
    optional = [field for field in fields if not field.required and not raised_to_must(field)]
    if not is_open and not conditional and not optional:
        yield from fails((f"len({name}) != {len(required)}",), indent)
    for field in required:
        if field.name != tag:
            yield from required_member(field, indent, tables, name)
    for field in conditional:
        yield from _optional(field, indent, tables, name)
    if len(optional) >= _MANY and not conditional and not goes_on:
        yield f"{margin}if len({name}) == {len(required)}:"
        yield f"{margin}    return True"
    for field in optional:
        yield from _optional(field, indent, tables, name)
    if not is_open and (conditional or optional):
        yield f"{margin}for key in {name}:"
        yield from fails((f"key not in {keys}",), indent + 4)


def by_cost(field: Field) -> int:
    """What is quick to check comes first."""
    match field.type:
        case ListOf() | MapOf() | Nullable() | Reference(Record()):
            return 1
        case _:
            return 0


def required_member(field: Field, indent: int, tables: Tables, name: str = "value") -> Iterator[str]:
    """Fetches a value that must be there, or is, and looks at it."""
    condition, block = _at_once(field, tables, name), list(_member(field, indent, tables, name))
    if condition and fits(f"if {condition}:", indent):
        yield from fails((condition,), indent)
    elif block:
        yield f"{' ' * indent}{assigned(_inner(name), Item(name, string(field.name)), indent)}"
        yield from block
    else:
        yield from fails((f"{string(field.name)} not in {name}",), indent)


def _at_once(field: Field, tables: Tables, name: str = "value") -> str:
    """The condition for a value that is looked at once, so that it needs no variable; nothing for others."""
    is_plain = field.number_of is None and not (field.per_tool and tables.has_tools)
    tests = flaws(_as_read(field), _ITEM, tables) if is_plain else ()
    if len(tests) != 1 or len(tests[0].conditions) != 1 or tests[0].conditions[0].count(_ITEM) != 1:
        return ""
    return tests[0].conditions[0].replace(_ITEM, one_line(Item(name, string(field.name))))


def _optional(field: Field, indent: int, tables: Tables, name: str) -> Iterator[str]:
    margin, conditional = " " * indent, raised_to_must(field)
    there = f"{string(field.name)} in {name}"
    condition = "" if conditional else _at_once(field, tables, name)
    if condition:
        yield from fails((there, condition), indent, "and")
        return
    block = list(_member(field, indent + 4, tables, name))
    if not block and not conditional:
        return
    if block:
        yield f"{margin}{guard(there, indent=indent)}"
        yield from required_member(field, indent + 4, tables, name)
    if conditional:
        # Conditions speak of `value`; a record with such a field is never checked in place.
        given = () if block else (f"{string(field.name)} not in value",)
        yield f"{margin}{guard(*given, *holds(conditional.condition), indent=indent, word='elif' if block else 'if')}"
        yield f"{margin}    return False"


def _member(field: Field, indent: int, tables: Tables, name: str) -> Iterator[str]:
    if field.per_tool and tables.has_tools:
        yield _payload(field, indent)
        given = ("item is not None",) if field.readers_accept_null else ()
        yield from fails((*given, "not fits(item)"), indent, "and")
        return
    yield from verdict(_as_read(field), _inner(name), indent, tables)
    if field.number_of is not None:
        yield from fails((other_number(field.number_of),), indent)


def _payload(field: Field, indent: int) -> str:
    """What differs by tool, or what all tools have in common."""
    common = fits_name(field.type.target.name) if isinstance(field.type, Reference) else "_is_object"
    return f"{' ' * indent}{assigned('fits', Finished(f'payload or {common}'), indent)}"


def _as_read(field: Field) -> Type:
    return Nullable(field.type) if field.readers_accept_null and not is_nullable(field.type) else field.type
