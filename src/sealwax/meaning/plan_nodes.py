"""The nodes of a check plan, one by one: for whoever needs to know what a plan makes use of."""

from collections.abc import Iterable, Iterator
from typing import TypeAlias, assert_never

from sealwax.meaning import checks

Limit: TypeAlias = checks.NumberLimit | checks.StringLimit | checks.ListLimit
Node: TypeAlias = (
    checks.Check
    | Limit
    | checks.Row
    | checks.Missing
    | checks.Test
    | checks.RowRule
    | checks.OtherKeys
    | checks.ObjectRule
)


def nodes(check: checks.Check) -> Iterator[Node]:
    """A check and all nodes within it, except those of types that it refers to by name."""
    yield check
    match check:
        case checks.AnyCheck() | checks.KindCheck() | checks.ConstantCheck() | checks.TypeRef():
            pass
        case checks.NumberCheck(limits=limits) | checks.StringCheck(limits=limits):
            yield from _limits(limits)
        case checks.ListCheck(item, _, limits):
            yield from _limits(limits)
            yield from nodes(item)
        case checks.MapCheck(inner) | checks.NullableCheck(inner):
            yield from nodes(inner)
        case checks.ObjectCheck(rows, _, other_keys, rules):
            for row in rows:
                yield from _row(row)
            yield from other_keys
            for rule in rules:
                yield rule
                yield from nodes(rule.check)
        case checks.CasesCheck(cases, otherwise):
            yield from (case.when for case in cases)
            if otherwise is not None:
                yield from nodes(otherwise)
        case _:
            assert_never(check)


def _limits(limits: Iterable[Limit]) -> Iterator[Limit]:
    for limit in limits:
        yield limit
        if isinstance(limit, checks.Listed) and isinstance(limit.spelling, checks.Matches):
            yield limit.spelling


def _row(row: checks.Row) -> Iterator[Node]:
    yield row
    yield from nodes(row.check)
    for missing in row.missing:
        yield missing
        yield from missing.when
    yield from row.rules
