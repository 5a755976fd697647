"""Verdicts -> conditions: JavaScript expressions over a value."""

from collections.abc import Iterable
from typing import assert_never

from sealwax.languages import typescript as ts
from sealwax.meaning import checks as c
from sealwax.meaning.checks.verdicts import Member, Plain, Value
from sealwax.naming import pascal
from sealwax.rendering import Finished

_TAKEN = frozenset({"index", "key", "rt", "value"})
"""Names that a verdict uses for something else, besides those of the verdicts that it calls."""


def fits(name: str) -> Finished:
    """The function that returns the verdict on a named type."""
    return Finished(f"fits{pascal(name)}")


def variable(key: str) -> Finished:
    """The variable that holds the value of a key."""
    name = ts.function_name(key)
    return Finished(f"{name}_") if name in _TAKEN or name.startswith("fits") else name


def read(key: str) -> Finished:
    """The expression that reads a key of the object `value`: undefined when the object does not have it."""
    is_inherited = key in ts.INHERITED or key == "__proto__"
    return Finished(f"rt.read(value, {ts.string(key)})" if is_inherited else f"value{ts.member(key)}")


def literals(values: Iterable[c.Scalar]) -> Finished:
    """The values as arguments."""
    return Finished(", ".join(map(ts.literal, values)))


def bound(limit: c.Limit) -> Finished:
    """The bound of a limit, or the name of the constant that holds it."""
    match limit:
        case c.AtLeast(bound) | c.AtMost(bound):
            return ts.number(bound)
        case c.Matches(name) | c.Listed(name):
            return ts.constant_name(name)
        case _:
            assert_never(limit)


# -- verdicts ---------------------------------------------------------------------------------------------------------


def wrong(value: Value, it: str, guard: str = "") -> Finished:
    """The condition that holds when a value is wrong, apart from the parts of a list or a map.

    The guard is a condition under which the value counts.
    """
    if value.type and value.limits:
        conditions = [f"!{fits(value.type)}({it})"]
    else:
        conditions = [_wrong(value.check, it), *(_missed(limit, it) for limit in value.limits)]
    either = " || ".join(conditions)
    return Finished(f"{guard} && {f'({either})' if len(conditions) > 1 else either}" if guard else either)


def wrong_member(member: Member) -> Finished:
    """A condition that decides on the value of a key, and reads it only once; empty if there is none."""
    value = member.value
    if value is None or member.rules or not (value.is_single or (value.type and not value.accepts_null)):
        return Finished("")
    return wrong(value, read(member.key))


def _wrong(check: Plain, it: str) -> str:
    match check:
        case c.KindCheck(c.JsonKind.NULL):
            return f"{it} !== null"
        case c.KindCheck(c.JsonKind.BOOLEAN):
            return f'typeof {it} !== "boolean"'
        case c.KindCheck() | c.MapCheck():
            return f"!rt.isObject({it})"
        case c.StringCheck():
            return f'typeof {it} !== "string"'
        case c.NumberCheck(kind):
            return f"!Number.{'isInteger' if kind is c.JsonKind.INTEGER else 'isFinite'}({it})"
        case c.ConstantCheck(value):
            return f"{it} !== {ts.literal(value)}"
        case c.ListCheck():
            return f"!rt.isList({it})"
        case c.TypeRef(name):
            return f"!{fits(name)}({it})"
        case _:
            assert_never(check)


def _missed(limit: c.Limit, it: str) -> str:
    match limit:
        case c.AtLeast(1, c.Measure.LENGTH):
            return f'{it} === ""'
        case c.AtLeast(of=c.Measure.LENGTH) | c.AtMost(of=c.Measure.LENGTH):
            return f"rt.{'isShorter' if isinstance(limit, c.AtLeast) else 'isLonger'}({it}, {bound(limit)})"
        case c.AtLeast(of=measure) | c.AtMost(of=measure):
            size = f"{it}.length" if measure is c.Measure.ITEMS else it
            return f"{size} {'<' if isinstance(limit, c.AtLeast) else '>'} {bound(limit)}"
        case c.Matches():
            return f"!{bound(limit)}.test({it})"
        case c.Listed(values=values):
            return f"({' && '.join(f'{it} !== {ts.literal(value)}' for value in values)})"
        case _:
            assert_never(limit)


def guard(value: Value, it: str, is_present: bool = True) -> Finished:
    """The condition under which a value has to be valid; empty if it always has to be."""
    if is_present:
        return Finished(f"{it} !== null" if value.accepts_null else "")
    return Finished(f"{it} != null" if value.accepts_null else f"{it} !== undefined")


def breaks(rule: c.Lookup, it: str) -> Finished:
    """The condition that holds when the value of a key of the object `value` breaks a rule."""
    return Finished(f"rt.isMismatch({it}, {ts.constant_name(rule.name)}, value, [{literals(rule.path)}])")


def all_hold(tests: Iterable[c.Test]) -> Finished:
    """The condition that holds when the object `value` meets all tests."""
    return Finished(" && ".join(map(holds, tests)))


def holds(test: c.Test) -> Finished:
    """The condition that holds when the object `value` meets a test."""
    match test:
        case c.HasValue(key, values):
            either = " || ".join(f"{read(key)} === {ts.literal(value)}" for value in values)
            return Finished(either if len(values) == 1 else f"({either})")
        case c.HasKey(key, expected):
            return Finished(f"{read(key)} {'!==' if expected else '==='} undefined")
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


def no_key(keys: Iterable[str]) -> Finished:
    """The condition that holds when the variable `key` is none of these."""
    return Finished(" && ".join(f"key !== {ts.literal(each)}" for each in keys))
