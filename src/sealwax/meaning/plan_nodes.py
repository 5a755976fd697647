"""The nodes of a check plan, one by one: for whoever needs to know what a plan makes use of."""

from collections.abc import Iterable, Iterator
from typing import TypeAlias, assert_never

from sealwax.meaning.checks import (
    AnyCheck,
    CasesCheck,
    Check,
    ConstantCheck,
    KindCheck,
    ListCheck,
    Listed,
    ListLimit,
    MapCheck,
    Matches,
    Missing,
    NullableCheck,
    NumberCheck,
    NumberLimit,
    ObjectCheck,
    ObjectRule,
    OtherKeys,
    Row,
    RowRule,
    StringCheck,
    StringLimit,
    Test,
    TypeRef,
)

Limit: TypeAlias = NumberLimit | StringLimit | ListLimit
Node: TypeAlias = Check | Limit | Row | Missing | Test | RowRule | OtherKeys | ObjectRule


def nodes(check: Check) -> Iterator[Node]:
    """A check and all nodes within it, except those of types that it refers to by name."""
    yield check
    match check:
        case AnyCheck() | KindCheck() | ConstantCheck() | TypeRef():
            pass
        case NumberCheck(limits=limits) | StringCheck(limits=limits):
            yield from _limits(limits)
        case ListCheck(item, _, limits):
            yield from _limits(limits)
            yield from nodes(item)
        case MapCheck(inner) | NullableCheck(inner):
            yield from nodes(inner)
        case ObjectCheck(rows, _, other_keys, rules):
            for row in rows:
                yield from _row(row)
            yield from other_keys
            for rule in rules:
                yield rule
                yield from nodes(rule.check)
        case CasesCheck(cases, otherwise):
            yield from (case.when for case in cases)
            if otherwise is not None:
                yield from nodes(otherwise)
        case _:
            assert_never(check)


def _limits(limits: Iterable[Limit]) -> Iterator[Limit]:
    for limit in limits:
        yield limit
        if isinstance(limit, Listed) and isinstance(limit.spelling, Matches):
            yield limit.spelling


def _row(row: Row) -> Iterator[Node]:
    yield row
    yield from nodes(row.check)
    for missing in row.missing:
        yield missing
        yield from missing.when
    yield from row.rules
