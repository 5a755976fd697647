"""Conditions of the check plan as Python expressions. The values are known to be JSON."""

from collections.abc import Iterable, Iterator
from typing import TypeAlias, assert_never

from sealwax.languages.python import constant, literal, string
from sealwax.meaning import checks
from sealwax.naming import snake
from sealwax.rendering import Finished

Leaf: TypeAlias = checks.KindCheck | checks.NumberCheck | checks.StringCheck | checks.ConstantCheck | checks.TypeRef
"""Checks that one expression decides."""


def table_name(name: str) -> Finished:
    """The constant that holds a table of the plan."""
    return Finished(f"_{constant(name)}")


def verdict_name(name: str) -> Finished:
    """The function that judges a value of a type, which is known to be JSON."""
    return Finished(f"_is_{snake(name)}")


def item(holder: str, key: str) -> Finished:
    return Finished(f"{holder}[{string(key)}]")


def either(conditions: Iterable[str]) -> Finished:
    """The condition that holds when one of them does."""
    return Finished(" or ".join(conditions))


def both(first: str, conditions: Iterable[str]) -> Finished:
    """The condition that holds when the first and one of the others do."""
    others = tuple(conditions)
    return Finished(f"{first} and {others[0] if len(others) == 1 else f'({either(others)})'}")


def wrong(check: Leaf, it: str) -> Iterator[str]:
    """Conditions of which one holds when a value does not pass."""
    match check:
        case checks.KindCheck(kind):
            yield _wrong_kind(kind, it)
        case checks.NumberCheck(kind, _, limits):
            yield _wrong_kind(kind, it)
            yield from (exceeds(limit, it) for limit in limits)
        case checks.StringCheck(_, limits):
            yield _wrong_kind(checks.JsonKind.STRING, it)
            yield from (exceeds(limit, it) for limit in limits)
        case checks.ConstantCheck(value):
            yield from _differs(value, it)
        case checks.TypeRef(name):
            yield f"not {verdict_name(name)}({it})"
        case _:
            assert_never(check)


def _wrong_kind(kind: checks.JsonKind, it: str) -> str:
    match kind:
        case checks.JsonKind.NULL:
            return f"{it} is not None"
        case checks.JsonKind.BOOLEAN:
            return f"type({it}) is not bool"
        case checks.JsonKind.STRING:
            return f"type({it}) is not str"
        case checks.JsonKind.OBJECT:
            return f"type_of({it}) is not dict"
        case checks.JsonKind.INTEGER:
            return f"(type({it}) is not int and (type({it}) is not float or not {it}.is_integer()))"
        case checks.JsonKind.NUMBER:
            return f"(type({it}) is not int and (type({it}) is not float or {it} - {it} != 0.0))"
        case _:
            assert_never(kind)


def exceeds(limit: checks.NumberLimit | checks.StringLimit | checks.ListLimit, it: str) -> str:
    """The condition that holds when a value of the right type does not keep a limit."""
    match limit:
        case checks.Minimum(bound):
            return f"{it} < {literal(bound)}"
        case checks.Maximum(bound):
            return f"{it} > {literal(bound)}"
        case checks.MinLength(1) | checks.MinItems(1):
            return f"not {it}"
        case checks.MinLength(least) | checks.MinItems(least):
            return f"len({it}) < {least}"
        case checks.MaxLength(most) | checks.MaxItems(most):
            return f"len({it}) > {most}"
        case checks.Matches(name):
            return f"{table_name(name)}.fullmatch({it}) is None"
        case checks.Listed(name):
            return f"{it} not in {table_name(name)}"
        case _:
            assert_never(limit)


def _differs(value: str | int | float | bool, it: str) -> tuple[str, ...]:
    """1 equals 1.0, but not true."""
    if isinstance(value, bool):
        return (f"{it} is not {value}",)
    if isinstance(value, str):
        return (f"{it} != {string(value)}",)
    return f"type({it}) is bool", f"{it} != {literal(value)}"


def is_string(check: checks.StringCheck, it: str) -> Finished:
    """The condition that holds when a string passes."""
    return Finished(" and ".join([f"type({it}) is str", *(_keeps(limit, it) for limit in check.limits)]))


def _keeps(limit: checks.StringLimit, it: str) -> str:
    match limit:
        case checks.MinLength(least):
            return f"len({it}) >= {least}"
        case checks.MaxLength(most):
            return f"len({it}) <= {most}"
        case checks.Matches(name):
            return f"{table_name(name)}.fullmatch({it}) is not None"
        case checks.Listed(name):
            return f"{it} in {table_name(name)}"
        case _:
            assert_never(limit)


def equals(value: checks.Scalar, it: str) -> Finished:
    """The condition that holds when a value is this one."""
    if value is None or isinstance(value, bool):
        return Finished(f"{it} is {value}")
    if isinstance(value, str):
        return Finished(f"{it} == {string(value)}")
    return Finished(f"type({it}) is not bool and {it} == {literal(value)}")


def holds(tests: Iterable[checks.Test], holder: str) -> Finished:
    """The condition that holds when an object meets all tests."""
    return Finished(" and ".join(_holds(test, holder) for test in tests))


def _holds(test: checks.Test, holder: str) -> str:
    match test:
        case checks.HasKey(key, expected):
            return f"{string(key)} {'in' if expected else 'not in'} {holder}"
        case checks.HasValue(key, values) if not needs_is_one_of(test):
            found = f"{holder}.get({string(key)})"
            return f"{found} == {literal(values[0])}" if len(values) == 1 else f"{found} in {choices(values)}"
        case checks.HasValue(key, values):
            return f"{string(key)} in {holder} and is_one_of({item(holder, key)}, {choices(values)})"
        case _:
            assert_never(test)


def needs_is_one_of(test: checks.Test) -> bool:
    """Whether equality is more than `==`, so that a function of the run-time module decides."""
    return isinstance(test, checks.HasValue) and not all(isinstance(value, str) for value in test.values)


def choices(values: tuple[checks.Scalar, ...]) -> Finished:
    """A tuple of strings, numbers, booleans and nulls."""
    return Finished(f"({', '.join(map(literal, values))},)")


def contradicts(lookup: checks.Lookup, it: str, holder: str) -> Finished:
    """The condition that holds when a value is not the one that a table gives."""
    kind = f"is_integer({it})" if lookup.kind is checks.JsonKind.INTEGER else f"type({it}) is str"
    path = ", ".join(map(string, lookup.path))
    return Finished(f"{kind} and {table_name(lookup.name)}.get(text_at({holder}, {path}), {it}) != {it}")
