"""The check plan -> conditions: JavaScript expressions over a value."""

from collections.abc import Iterable, Mapping
from typing import TypeAlias, assert_never

from sealwax.languages import typescript as ts
from sealwax.meaning import checks as c
from sealwax.meaning.checks.bodies import Body
from sealwax.naming import pascal
from sealwax.rendering import Finished

Names: TypeAlias = Mapping[str, Finished]
"""The variables that hold the values of an object, by key."""


def fits(name: str) -> Finished:
    """The function that returns the verdict on a named type."""
    return Finished(f"fits{pascal(name)}")


def literals(values: Iterable[c.Scalar]) -> Finished:
    """The values as arguments."""
    return Finished(", ".join(map(ts.literal, values)))


# -- verdicts on a value ----------------------------------------------------------------------------------------------

_Single: TypeAlias = c.KindCheck | c.NumberCheck | c.StringCheck | c.ConstantCheck | c.ListCheck | c.MapCheck


def wrong(check: _Single, it: str) -> Finished:
    """The condition that holds when a value is of another type, or another constant."""
    match check:
        case c.KindCheck(c.JsonKind.NULL):
            return Finished(f"{it} !== null")
        case c.KindCheck(c.JsonKind.BOOLEAN):
            return Finished(f'typeof {it} !== "boolean"')
        case c.KindCheck() | c.MapCheck():
            return Finished(f"!isObject({it})")
        case c.StringCheck():
            return Finished(f'typeof {it} !== "string"')
        case c.NumberCheck(kind):
            return Finished(f"!Number.{'isInteger' if kind is c.JsonKind.INTEGER else 'isFinite'}({it})")
        case c.ConstantCheck(value):
            return Finished(f"{it} !== {ts.literal(value)}")
        case c.ListCheck():
            return Finished(f"!Array.isArray({it})")
        case _:
            assert_never(check)


def missed(limit: c.Limit | c.Ascending | c.DeprecatedValue, it: str) -> Finished:
    """The condition that holds when a value of the right type is outside a limit."""
    match limit:
        case c.AtLeast(1, c.Measure.LENGTH):
            return Finished(f'{it} === ""')
        case c.AtLeast(bound, c.Measure.LENGTH):
            return Finished(f"isShorter({it}, {ts.number(bound)})")
        case c.AtMost(bound, c.Measure.LENGTH):
            return Finished(f"isLonger({it}, {ts.number(bound)})")
        case c.AtLeast(bound, measure):
            return Finished(f"{_size(it, measure)} < {ts.number(bound)}")
        case c.AtMost(bound, measure):
            return Finished(f"{_size(it, measure)} > {ts.number(bound)}")
        case c.MultipleOf(divisor):  # larger numbers are rounded
            return Finished(f"!Number.isSafeInteger({it}) || {it} % {divisor} !== 0")
        case c.Matches(name, longest=int(longest)):
            return Finished(f"isLonger({it}, {longest}) || !{ts.constant_name(name)}.test({it})")
        case c.Matches(name):
            return Finished(f"!{ts.constant_name(name)}.test({it})")
        case c.Listed(name):
            return Finished(f"!{ts.constant_name(name)}.has({it})")
        case c.Ascending(name):
            return Finished(f"!isAscending({ts.constant_name(name)}, {it})")
        case c.DeprecatedValue(value):
            return Finished(f"{it} === {ts.string(value)}")
        case _:
            assert_never(limit)


def _size(it: str, measure: c.Measure) -> str:
    return f"{it}.length" if measure is c.Measure.ITEMS else it


def fails(check: _Single, it: str, guard: str = "") -> Finished:
    """The condition that holds when a value is invalid, apart from the parts of a list or a map.

    The guard is a condition under which the value counts.
    """
    limits = check.limits if isinstance(check, c.NumberCheck | c.StringCheck | c.ListCheck) else ()
    conditions = [wrong(check, it), *(missed(limit, it) for limit in limits)]
    if isinstance(limits[0] if limits else None, c.Listed):
        conditions = conditions[1:]  # only strings are listed
    either = " || ".join(conditions)
    return Finished(f"{guard} && {f'({either})' if len(conditions) > 1 else either}" if guard else either)


def passes(check: c.StringCheck, it: str) -> Finished:
    """The condition that holds when a string is valid."""
    conditions = [_met(limit, it) for limit in check.limits]
    if not isinstance(check.limits[0] if check.limits else None, c.Listed):
        conditions = [f'typeof {it} === "string"', *conditions]
    return Finished(" && ".join(conditions))


def _met(limit: c.StringLimit, it: str) -> str:
    match limit:
        case c.AtLeast(1):
            return f'{it} !== ""'
        case c.AtLeast() | c.AtMost():
            return f"!{missed(limit, it)}"
        case c.Matches(name, longest=longest):
            matches = f"{ts.constant_name(name)}.test({it})"
            return matches if longest is None else f"!isLonger({it}, {longest}) && {matches}"
        case c.Listed(name):
            return f"{ts.constant_name(name)}.has({it})"
        case _:
            assert_never(limit)


def right(check: c.ListCheck | c.MapCheck, it: str) -> Finished:
    """The condition that holds when a value is a list or an object."""
    return Finished(f"{'Array.isArray' if isinstance(check, c.ListCheck) else 'isObject'}({it})")


def breaks(rule: c.Lookup, it: str, names: Names) -> Finished:
    """The condition that holds when a value is not that of the table."""
    key, *path = rule.path
    of = f"valueAt({names[key]}, [{literals(path)}])" if path else names[key]
    return Finished(f"isMismatch({it}, {ts.constant_name(rule.name)}, {of})")


def is_other_sum(rule: c.Sum, it: str, names: Names) -> Finished:
    return Finished(f"isOtherSum({it}, [{', '.join(names[key] for key in rule.keys)}])")


def selects_no_case(tag: c.UnknownTag, body: Body, names: Names) -> Finished:
    """The condition that holds when a value of the right type is that of no case."""
    it, tests = names[tag.key], (branch.when for branch in body.branches)
    others = [any_fails((test,), names) for test in tests if test is not None]
    match tag.check:
        case c.TypeRef(name):
            fit = f"{fits(name)}({it})"
        case c.StringCheck() as check:
            fit = passes(check, it)
        case c.NumberCheck() as check:
            fit = f"!({fails(check, it)})"
        case check:
            raise TypeError(f"no tag has this check: {check}")
    return Finished(" && ".join([*others, fit]))


def all_hold(tests: tuple[c.Test, ...], names: Names, is_alone: bool = True) -> Finished:
    """The condition that holds when an object meets all tests; `is_alone` if no other is joined to it."""
    is_single = is_alone and len(tests) == 1
    return Finished(" && ".join(holds(test, names, is_single) for test in tests))


def any_fails(tests: tuple[c.Test, ...], names: Names) -> Finished:
    """The condition that holds when an object does not meet all tests."""
    match tests:
        case (c.HasValue(key, values),):
            return Finished(" && ".join(f"{names[key]} !== {ts.literal(value)}" for value in values))
        case (c.HasKey(key, expected),):
            return holds(c.HasKey(key, not expected), names)
        case _:
            return Finished(f"!({all_hold(tests, names)})")


def holds(test: c.Test, names: Names, is_alone: bool = True) -> Finished:
    """The condition that holds when an object meets a test; `is_alone` if no other is joined to it."""
    it = names[test.key]
    match test:
        case c.HasValue(_, values):
            either = " || ".join(f"{it} === {ts.literal(value)}" for value in values)
            return Finished(either if is_alone or len(values) == 1 else f"({either})")
        case c.HasKey(_, expected):
            return Finished(f"{it} {'!==' if expected else '==='} undefined")
        case _:
            assert_never(test)


def is_outcome(test: c.Test | None, response: str, expected: bool = True) -> Finished:
    """The condition whether a response has an outcome, which the type checker understands; empty if there is only one.

    `expected`: whether it has to have that outcome, or must not have it.
    """
    equals = "===" if expected else "!=="
    match test:
        case None:
            return Finished("")
        case c.HasKey(key, is_present) if key in ts.INHERITED:
            return Finished(f"{'' if is_present is expected else '!'}Object.hasOwn({response}, {ts.string(key)})")
        case c.HasKey(key, is_present):
            return Finished(f"{response}{ts.member(key)} {'!==' if is_present is expected else '==='} undefined")
        case c.HasValue(key, values):
            return Finished(f"{response}{ts.member(key)} {equals} {ts.literal(values[0])}")
        case _:
            assert_never(test)


def is_undeclared(others: c.OtherKeys, keys: Iterable[str], it: str) -> Finished:
    """The condition that holds when a key is none of these, and has no prefix that is free."""
    free = (f"!{it}.startsWith({ts.string(prefix)})" for prefix in others.allowed_prefixes)
    return Finished(" && ".join(filter(None, (no_key(keys, it), *free))))


def no_key(keys: Iterable[str], it: str) -> Finished:
    """The condition that holds when a key is none of these."""
    return Finished(" && ".join(f"{it} !== {ts.literal(each)}" for each in keys))
