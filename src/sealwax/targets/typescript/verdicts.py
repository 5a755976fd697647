"""The check plan -> verdicts of validation.js: statements that return when a value is invalid."""

from collections.abc import Iterator
from typing import assert_never

from sealwax.frozen import frozen, replace
from sealwax.languages import typescript as ts
from sealwax.meaning import checks as c
from sealwax.meaning.lowering import errors_only, nodes
from sealwax.rendering import Finished

_TAKEN = frozenset({"index", "isLonger", "isMismatch", "isObject", "isShorter", "key", "read", "value"})
"""Names that a verdict uses for something else, besides those of the verdicts that it calls."""


@frozen
class VerdictMember:
    """A key of the object `value`."""

    key: str
    name: Finished
    """The variable that holds its value."""
    access: Finished
    """The expression that reads its value."""
    check: c.Check
    is_required: bool
    is_read_once: bool
    """Whether one condition decides, so that it needs no variable."""
    missing: tuple[c.Missing, ...]
    """The conditions under which it is required."""
    rules: tuple[c.RowRule, ...]


def verdict(check: c.Check, types: c.Types) -> c.Check:
    """The part of a check that decides whether a value is valid."""
    return _direct(errors_only(check), types)


def _direct(check: c.Check, types: c.Types) -> c.Check:
    """The check with references to any string replaced by what they refer to: calls cost more than the test."""
    match check:
        case c.TypeRef(name):
            named = errors_only(types[name].check)
            return named if isinstance(named, c.StringCheck) and not named.limits else check
        case c.ListCheck(item):
            return replace(check, item=_direct(item, types))
        case c.MapCheck(value):
            return replace(check, value=_direct(value, types))
        case c.NullableCheck(inner):
            return c.AnyCheck() if isinstance(inner, c.AnyCheck) else c.NullableCheck(_direct(inner, types))
        case c.ObjectCheck(rows):
            return replace(check, rows=tuple(replace(row, check=_direct(row.check, types)) for row in rows))
        case c.AnyCheck() | c.KindCheck() | c.NumberCheck() | c.StringCheck() | c.ConstantCheck() | c.CasesCheck():
            return check
        case _:
            assert_never(check)


def members(check: c.ObjectCheck) -> tuple[VerdictMember, ...]:
    """The keys that a verdict has to look at."""
    return tuple(_member(row) for row in check.rows if row.missing or row.rules or row.check != c.AnyCheck())


def _member(row: c.Row) -> VerdictMember:
    name = ts.function_name(row.key)
    is_required = any(not each.when for each in row.missing)
    return VerdictMember(
        key=row.key,
        name=Finished(f"{name}_") if name in _TAKEN or name.startswith("fits") else name,
        access=read(row.key),
        check=row.check,
        is_required=is_required,
        is_read_once=is_required and not row.rules and _is_read_once(row.check),
        missing=() if is_required else row.missing,
        rules=row.rules,
    )


def _is_read_once(check: c.Check) -> bool:
    match check:
        case c.StringCheck(_, limits) | c.NumberCheck(_, _, limits):
            return not limits
        case c.KindCheck() | c.ConstantCheck() | c.TypeRef():
            return True
        case c.AnyCheck() | c.ListCheck() | c.MapCheck() | c.NullableCheck() | c.ObjectCheck() | c.CasesCheck():
            return False
        case _:
            assert_never(check)


def is_inherited(key: str) -> bool:
    """Whether every object seems to have the key."""
    return key in ts.INHERITED or key == "__proto__"


def read(key: str) -> Finished:
    """The expression that reads a key of the object `value`: undefined when the object does not have it."""
    return Finished(f"read(value, {ts.string(key)})") if is_inherited(key) else ts.access("value", key)


# -- the functions that verdicts call ---------------------------------------------------------------------------------


def functions_of_verdict(check: c.Check) -> Iterator[str]:
    """The functions of the run-time module that the verdict on a named type calls."""
    match check:
        case c.ObjectCheck():
            yield "isObject"
            yield from (name for member in members(check) for name in _of_member(member))
        case c.CasesCheck(cases):
            yield "isObject"
            yield from (name for case in cases for name in _of_key(case.when.key))
        case c.AnyCheck() | c.KindCheck() | c.NumberCheck() | c.StringCheck() | c.ConstantCheck() | c.TypeRef():
            yield from _of_value(check)
        case c.ListCheck() | c.MapCheck() | c.NullableCheck():
            yield from _of_value(check)
        case _:
            assert_never(check)


def _of_member(member: VerdictMember) -> Iterator[str]:
    yield from _of_key(member.key)
    yield from (name for missing in member.missing for test in missing.when for name in _of_key(test.key))
    yield from _of_value(member.check)
    for rule in member.rules:
        match rule:
            case c.Lookup():
                yield "isMismatch"
            case c.ForbiddenKey():
                yield "isObject"
            case _:
                assert_never(rule)


def _of_key(key: str) -> tuple[str, ...]:
    return ("read",) if is_inherited(key) else ()


def _of_value(check: c.Check) -> Iterator[str]:
    for node in nodes(check):
        match node:
            case c.MapCheck() | c.KindCheck(c.JsonKind.OBJECT):
                yield "isObject"
            case c.AtLeast() | c.AtMost() | c.Matches() | c.Listed():
                yield from filter(None, (limit_function(node),))
            case c.AnyCheck() | c.KindCheck() | c.NumberCheck() | c.StringCheck() | c.ConstantCheck() | c.TypeRef():
                pass
            case c.ListCheck() | c.NullableCheck() | c.ObjectCheck() | c.CasesCheck() | c.Row() | c.Missing():
                pass
            case c.HasValue() | c.HasKey() | c.Lookup() | c.ForbiddenKey() | c.OtherKeys() | c.UnknownTag():
                pass
            case _:
                assert_never(node)


def limit_function(limit: c.Limit) -> Finished:
    """The function of the run-time module that tests a limit; empty where an operator or a method does."""
    match limit:
        case c.AtLeast(bound, c.Measure.LENGTH):
            return Finished("isShorter" if bound != 1 else "")
        case c.AtMost(_, c.Measure.LENGTH):
            return Finished("isLonger")
        case c.AtLeast() | c.AtMost() | c.Matches() | c.Listed():
            return Finished("")
        case _:
            assert_never(limit)
