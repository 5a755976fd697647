"""How a verdict reads the keys of an object."""

from collections.abc import Iterator
from typing import assert_never

from sealwax.frozen import frozen, replace
from sealwax.languages.typescript import function_name
from sealwax.meaning.checks import (
    AnyCheck,
    CasesCheck,
    Check,
    ConstantCheck,
    JsonKind,
    KindCheck,
    ListCheck,
    Lookup,
    MapCheck,
    MaxLength,
    MinLength,
    Missing,
    NullableCheck,
    NumberCheck,
    ObjectCheck,
    Row,
    RowRule,
    StringCheck,
    TypeRef,
    Types,
    errors_only,
    nodes,
)
from sealwax.rendering import Finished
from sealwax.targets.typescript.checks import is_inherited, read

_TAKEN = frozenset({"index", "isLonger", "isMismatch", "isObject", "isShorter", "key", "read", "value"})
"""Names that a verdict uses for something else, besides those of the verdicts that it calls."""


@frozen
class Member:
    """A key of the object `value`."""

    key: str
    name: Finished
    """The variable that holds its value."""
    access: Finished
    """The expression that reads its value."""
    check: Check
    is_required: bool
    is_read_once: bool
    """Whether one condition decides, so that it needs no variable."""
    missing: tuple[Missing, ...]
    """The conditions under which it is required."""
    rules: tuple[RowRule, ...]


def verdict(check: Check, types: Types) -> Check:
    """The part of a check that decides whether a value is valid."""
    return _direct(errors_only(check), types)


def _direct(check: Check, types: Types) -> Check:
    """The check with references to any string replaced by what they refer to: calls cost more than the test."""
    match check:
        case TypeRef(name):
            named = errors_only(types[name].check)
            return named if isinstance(named, StringCheck) and not named.limits else check
        case ListCheck(item):
            return replace(check, item=_direct(item, types))
        case MapCheck(value):
            return replace(check, value=_direct(value, types))
        case NullableCheck(inner):
            return AnyCheck() if isinstance(inner, AnyCheck) else NullableCheck(_direct(inner, types))
        case ObjectCheck(rows):
            return replace(check, rows=tuple(replace(row, check=_direct(row.check, types)) for row in rows))
        case AnyCheck() | KindCheck() | NumberCheck() | StringCheck() | ConstantCheck() | CasesCheck():
            return check
        case _:
            assert_never(check)


def members(check: ObjectCheck) -> tuple[Member, ...]:
    """The keys that a verdict has to look at."""
    return tuple(_member(row) for row in check.rows if row.missing or row.rules or row.check != AnyCheck())


def _member(row: Row) -> Member:
    name = function_name(row.key)
    is_required = any(not each.when for each in row.missing)
    return Member(
        key=row.key,
        name=Finished(f"{name}_") if name in _TAKEN or name.startswith("fits") else name,
        access=read(row.key),
        check=row.check,
        is_required=is_required,
        is_read_once=is_required and not row.rules and _is_read_once(row.check),
        missing=() if is_required else row.missing,
        rules=row.rules,
    )


def _is_read_once(check: Check) -> bool:
    match check:
        case StringCheck(_, limits) | NumberCheck(_, _, limits):
            return not limits
        case _:
            return isinstance(check, KindCheck | ConstantCheck | TypeRef)


# -- the functions that verdicts call ---------------------------------------------------------------------------------


def functions(check: Check) -> Iterator[str]:
    """The functions of the run-time module that the verdict on a named type calls."""
    match check:
        case ObjectCheck():
            yield "isObject"
            yield from (name for member in members(check) for name in _of_member(member))
        case CasesCheck(cases):
            yield "isObject"
            yield from (name for case in cases for name in _of_key(case.when.key))
        case _:
            yield from _of_value(check)


def _of_member(member: Member) -> Iterator[str]:
    yield from _of_key(member.key)
    yield from (name for missing in member.missing for test in missing.when for name in _of_key(test.key))
    yield from _of_value(member.check)
    for rule in member.rules:
        yield "isMismatch" if isinstance(rule, Lookup) else "isObject"


def _of_key(key: str) -> tuple[str, ...]:
    return ("read",) if is_inherited(key) else ()


def _of_value(check: Check) -> Iterator[str]:
    for node in nodes(check):
        match node:
            case MapCheck() | KindCheck(JsonKind.OBJECT):
                yield "isObject"
            case MinLength(length) if length != 1:
                yield "isShorter"
            case MaxLength():
                yield "isLonger"
            case _:
                pass
