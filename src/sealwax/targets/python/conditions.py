"""The check plan -> conditions: Python expressions over a value.

The value may be anything, so its type is tested before it is compared: the comparison could be its own.
"""

from collections.abc import Iterable, Iterator
from typing import assert_never

from sealwax.languages import reserved
from sealwax.languages.python import constant_name, is_name, literal, string
from sealwax.meaning import checks
from sealwax.meaning.checks import JsonKind
from sealwax.meaning.checks.verdicts import Member, Plain, Value
from sealwax.naming import snake
from sealwax.rendering import Finished

# Names that have a meaning in verdicts, and one that linters take for a digit.
_USED = reserved(
    "abs bool dict float int is_integer is_json is_one_of key l len list str tag text_at type type_of undecoded value"
)


def table_name(name: str) -> Finished:
    """The constant that holds a table of the plan."""
    return Finished(f"_{constant_name(name)}")


def keys_name(owner: str) -> Finished:
    """The constant that holds the keys of an object."""
    return Finished(f"_{constant_name(owner)}_KEYS")


def verdict_name(name: str) -> Finished:
    """The function with the verdict on a value of a type."""
    return Finished(f"_is_{snake(name)}")


def item(holder: str, key: str) -> Finished:
    return Finished(f"{holder}[{string(key)}]")


def variable(key: str) -> Finished:
    """The variable that holds the value of a key."""
    name = snake(key)
    while name in _USED or not is_name(name):
        name = f"value_{name}"
    return Finished(name)


# -- verdicts ---------------------------------------------------------------------------------------------------------

_WRONG_KIND = {
    JsonKind.NULL: "{0} is not None",
    JsonKind.BOOLEAN: "type({0}) is not bool",
    JsonKind.STRING: "type({0}) is not str",
    JsonKind.OBJECT: "type_of({0}) is not dict",
    JsonKind.INTEGER: "({1} and (type({0}) is not float or not {0}.is_integer()))",
    JsonKind.NUMBER: "({1} and (type({0}) is not float or {0} - {0} != 0.0))",
}


def wrong(value: Value, it: str) -> Finished:
    """The condition that holds when a value is wrong, apart from the parts of a list or a map."""
    conditions = [*_wrong(value.check, it), *(limit_tests(limit, it)[1] for limit in value.limits)]
    if not value.accepts_null or value.each is not None:
        return Finished(" or ".join(conditions))
    alternatives = conditions[0] if len(conditions) == 1 else f"({' or '.join(conditions)})"
    return Finished(f"{it} is not None and {alternatives}")


def right(string: Value) -> Finished:
    """The condition that holds when `value` is a string within its limits."""
    return Finished(" and ".join(("type(value) is str", *(limit_tests(limit, "value")[0] for limit in string.limits))))


def wrong_member(member: Member) -> Finished:
    """A condition that decides on the value of a key, and reads it only once; empty if there is none."""
    if member.value is None or member.rules or member.required_if or not member.value.is_single:
        return Finished("")
    match member.value.check:
        case checks.NumberCheck():
            return Finished("")
        case checks.ConstantCheck(expected) if not isinstance(expected, bool):
            return Finished("")
        case _:
            return wrong(member.value, item("value", member.key))


def _wrong(check: Plain, it: str) -> Iterator[str]:
    match check:
        case checks.KindCheck(kind):
            yield _WRONG_KIND[kind].format(it)
        case checks.NumberCheck(kind):
            no_integer = f"type({it}) is not int"
            if len(check.limits) < 2:  # which leaves room for integers that no double can hold
                no_integer = f"({no_integer} or abs({it}) >= BEYOND)"
            yield _WRONG_KIND[kind].format(it, no_integer)
        case checks.StringCheck():
            yield f"type({it}) is not str"
        case checks.ListCheck():
            yield f"type_of({it}) is not list"
        case checks.MapCheck():
            yield f"type_of({it}) is not dict"
        case checks.ConstantCheck(value):
            yield from _differs(value, it)
        case checks.TypeRef(name):
            yield f"not {verdict_name(name)}({it})"
        case _:
            assert_never(check)


def limit_tests(limit: checks.Limit, it: str) -> tuple[str, str]:
    """The conditions under which a value of the right type keeps a limit, and does not."""
    match limit:
        case checks.AtLeast(1, checks.Measure.LENGTH | checks.Measure.ITEMS):
            return f"len({it}) >= 1", f"not {it}"
        case checks.AtLeast(bound, measure) | checks.AtMost(bound, measure):
            size = it if measure is checks.Measure.NUMBER else f"len({it})"
            kept, missed = (">=", "<") if isinstance(limit, checks.AtLeast) else ("<=", ">")
            return f"{size} {kept} {literal(bound)}", f"{size} {missed} {literal(bound)}"
        case checks.Matches(name):
            found = f"{table_name(name)}.fullmatch({it}) is"
            return f"{found} not None", f"{found} None"
        case checks.Listed(name):
            return f"{it} in {table_name(name)}", f"{it} not in {table_name(name)}"
        case _:
            assert_never(limit)


def _differs(value: str | int | float | bool, it: str) -> tuple[str, ...]:
    """1 equals 1.0, but not true."""
    if isinstance(value, bool):
        return (f"{it} is not {value}",)
    if isinstance(value, str):
        return f"type({it}) is not str", f"{it} != {string(value)}"
    return f"(type({it}) is not int and type({it}) is not float)", f"{it} != {literal(value)}"


def _is_exactly(value: checks.Scalar, it: str) -> Finished:
    """The condition that holds when a value, which may be anything, is this one."""
    if value is None or isinstance(value, bool):
        return Finished(f"{it} is {value}")
    if isinstance(value, str):
        return Finished(f"type({it}) is str and {it} == {string(value)}")
    return Finished(f"(type({it}) is int or type({it}) is float) and {it} == {literal(value)}")


def all_hold(tests: Iterable[checks.Test]) -> Finished:
    """The condition that holds when the object `value` meets all tests."""
    return Finished(" and ".join(_holds(test, "value") for test in tests))


def _holds(test: checks.Test, holder: str) -> str:
    match test:
        case checks.HasKey(key, expected):
            return f"{string(key)} {'in' if expected else 'not in'} {holder}"
        case checks.HasValue(key, values) if all(isinstance(value, str) for value in values):
            found = f"{holder}.get({string(key)})"
            return f"{found} == {literal(values[0])}" if len(values) == 1 else f"{found} in {choices(values)}"
        case checks.HasValue(key, values):  # for which equality is more than `==`
            return f"{string(key)} in {holder} and is_one_of({item(holder, key)}, {choices(values)})"
        case _:
            assert_never(test)


def is_outcome(test: checks.Test | None, response: str, expected: bool = True) -> Finished:
    """The condition that holds when a response of the contract has an outcome, or when it does not.

    It is empty if there is only one outcome.
    """
    match test:
        case None:
            return Finished("")
        case checks.HasKey(key, is_present):
            return Finished(_holds(checks.HasKey(key, is_present is expected), response))
        case checks.HasValue(key, (value, *_)) if isinstance(value, bool):
            return Finished(f"{response}.get({string(key)}) {'is' if expected else 'is not'} {value}")
        case checks.HasValue(key, values):
            return Finished(f"{response}.get({string(key)}) {'==' if expected else '!='} {literal(values[0])}")
        case _:
            assert_never(test)


def choices(values: tuple[checks.Scalar, ...]) -> Finished:
    """A tuple of strings, numbers, booleans and nulls."""
    return Finished(f"({', '.join(map(literal, values))},)")


def breaks(rule: checks.Lookup, it: str) -> Finished:
    """The condition that holds when the value of a key of the object `value` breaks a rule."""
    is_kind = f"is_integer({it})" if rule.kind is JsonKind.INTEGER else f"type({it}) is str"
    text = f"text_at(value, {choices(rule.path)})"
    return Finished(f"{is_kind} and {table_name(rule.name)}.get({text}, {it}) != {it}")


def selects(test: checks.Test, tag: str) -> Finished:
    """The condition that holds when a case applies to the object `value`, whose tag, if any, is in a variable."""
    if tag and isinstance(test, checks.HasValue):
        return _is_exactly(test.values[0], "tag")
    return all_hold((test,))
