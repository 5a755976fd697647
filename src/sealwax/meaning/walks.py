"""Walks over the check plan: every node of a check, and a check without its advice."""

from collections.abc import Iterator
from typing import Protocol, TypeAlias, TypeVar, assert_never

from sealwax.frozen import replace
from sealwax.meaning.checks import (
    AnyCheck,
    CasesCheck,
    Check,
    ConstantCheck,
    KindCheck,
    Limit,
    ListCheck,
    Listed,
    MapCheck,
    Message,
    Missing,
    NullableCheck,
    NumberCheck,
    ObjectCheck,
    ObjectRule,
    OtherKeys,
    Row,
    RowRule,
    StringCheck,
    Test,
    TypeRef,
)
from sealwax.meaning.findings import Weight

Node: TypeAlias = Check | Limit | Row | Missing | Test | RowRule | OtherKeys | ObjectRule


def nodes(check: Check) -> Iterator[Node]:
    """A check and all nodes within it, except those of types that it refers to by name."""
    yield check
    match check:
        case AnyCheck() | KindCheck() | ConstantCheck() | TypeRef():
            pass
        case NumberCheck(limits=limits) | StringCheck(limits=limits):
            yield from limits
            yield from (each.spelling for each in limits if isinstance(each, Listed) and each.spelling)
        case ListCheck(item, _, limits):
            yield from (*limits, *nodes(item))
        case MapCheck(inner) | NullableCheck(inner):
            yield from nodes(inner)
        case ObjectCheck(rows, _, other_keys, rules):
            for row in rows:
                absences = (node for missing in row.missing for node in (missing, *missing.when))
                yield from (row, *nodes(row.check), *absences, *row.rules)
            yield from other_keys
            yield from (node for rule in rules for node in (rule, *nodes(rule.check)))
        case CasesCheck(cases, otherwise):
            yield from (case.when for case in cases)
            yield from () if otherwise is None else nodes(otherwise)
        case _:
            assert_never(check)


class _Reporting(Protocol):
    @property
    def message(self) -> Message: ...


_R = TypeVar("_R", bound=_Reporting)
_C = TypeVar("_C", bound=Check)


def errors_only(check: _C) -> _C:
    """The check without everything that reports advice. What it refers to by name stays as it is."""
    match check:
        case NumberCheck() | StringCheck():
            return replace(check, limits=_errors(check.limits))
        case ListCheck():
            return replace(check, item=errors_only(check.item), limits=_errors(check.limits))
        case MapCheck(value):
            return replace(check, value=errors_only(value))
        case NullableCheck(inner):
            return replace(check, inner=errors_only(inner))
        case ObjectCheck():
            rules = tuple(replace(rule, check=errors_only(rule.check)) for rule in _errors(check.rules))
            rows = tuple(map(_row_errors, check.rows))
            return replace(check, rows=rows, other_keys=_errors(check.other_keys), rules=rules)
        case CasesCheck(otherwise=otherwise):
            return replace(check, otherwise=None if otherwise is None else errors_only(otherwise))
        case AnyCheck() | KindCheck() | ConstantCheck() | TypeRef():
            return check
        case _:
            assert_never(check)


def _row_errors(row: Row) -> Row:
    # Errors come first among what is reported for an absent key, so dropping advice changes no verdict.
    return replace(row, check=errors_only(row.check), missing=_errors(row.missing), rules=_errors(row.rules))


def _errors(parts: tuple[_R, ...]) -> tuple[_R, ...]:
    return tuple(part for part in parts if part.message.level is Weight.ERROR)
