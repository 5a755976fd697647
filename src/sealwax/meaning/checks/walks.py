"""Walks over a finished check plan."""

from collections.abc import Iterator
from typing import TypeVar, assert_never

from msgspec.structs import replace

from sealwax.meaning import checks
from sealwax.meaning.findings import Weight

_C = TypeVar("_C", bound=checks.Check)
_R = TypeVar("_R", bound=checks.Limit | checks.Missing | checks.RowRule | checks.OtherKeys | checks.ObjectRule)


def nodes(check: checks.Check) -> Iterator[checks.Node]:
    """A check and all nodes within it, except those of types that it refers to by name."""
    yield check
    match check:
        case checks.AnyCheck() | checks.KindCheck() | checks.ConstantCheck() | checks.TypeRef():
            pass
        case checks.NumberCheck(limits=limits):
            yield from limits
        case checks.StringCheck(_, limits, ascending, deprecated):
            yield from limits
            yield from (each.spelling for each in limits if isinstance(each, checks.Listed) and each.spelling)
            yield from ascending
            yield from deprecated
        case checks.ListCheck(item, _, limits):
            yield from (*limits, *nodes(item))
        case checks.MapCheck(inner) | checks.NullableCheck(inner):
            yield from nodes(inner)
        case checks.ObjectCheck(rows, _, other_keys, rules):
            for row in rows:
                absences = (node for missing in row.missing for node in (missing, *missing.when))
                yield from (row, *nodes(row.check), *absences, *row.rules)
                yield from (test for rule in row.rules if isinstance(rule, checks.Expected) for test in rule.tests)
            yield from other_keys
            yield from (node for rule in rules for node in (rule, *nodes(rule.check)))
        case checks.CasesCheck(cases, otherwise):
            yield from (case.when for case in cases)
            yield from () if otherwise is None else nodes(otherwise)
        case _:
            assert_never(check)


def errors_only(check: _C) -> _C:
    """The check without everything that reports advice. What it refers to by name stays as it is."""
    match check:
        case checks.NumberCheck():
            return replace(check, limits=_errors(check.limits))
        case checks.StringCheck():
            return replace(check, limits=_errors(check.limits), ascending=(), deprecated=())
        case checks.ListCheck():
            return replace(check, item=errors_only(check.item), limits=_errors(check.limits))
        case checks.MapCheck(value):
            return replace(check, value=errors_only(value))
        case checks.NullableCheck(inner):
            return replace(check, inner=errors_only(inner))
        case checks.ObjectCheck():
            rules = tuple(replace(rule, check=errors_only(rule.check)) for rule in _errors(check.rules))
            rows = tuple(map(_row_errors, check.rows))
            return replace(check, rows=rows, other_keys=_errors(check.other_keys), rules=rules)
        case checks.CasesCheck(otherwise=otherwise):
            return replace(check, otherwise=None if otherwise is None else errors_only(otherwise))
        case checks.AnyCheck() | checks.KindCheck() | checks.ConstantCheck() | checks.TypeRef():
            return check
        case _:
            assert_never(check)


def _row_errors(row: checks.Row) -> checks.Row:
    # Errors come first among what is reported for an absent key, so dropping advice changes no verdict.
    return replace(row, check=errors_only(row.check), missing=_errors(row.missing), rules=_errors(row.rules))


def _errors(parts: tuple[_R, ...]) -> tuple[_R, ...]:
    for part in parts:
        if part.message.level is not Weight.ERROR:
            return tuple(part for part in parts if part.message.level is Weight.ERROR)
    return parts
