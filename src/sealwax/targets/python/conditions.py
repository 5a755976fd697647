"""The check plan -> conditions: Python expressions over a value.

The value may be anything, so its type is tested before it is compared: the comparison could be its own.
"""

import re
from collections.abc import Iterable, Iterator
from typing import TypeAlias, assert_never, get_args

from sealwax.languages import reserved
from sealwax.languages.python import constant_name, is_name, literal, string
from sealwax.meaning import checks
from sealwax.meaning.checks import JsonKind
from sealwax.meaning.checks.bodies import Body
from sealwax.naming import snake
from sealwax.rendering import Finished

Single: TypeAlias = (
    checks.KindCheck
    | checks.NumberCheck
    | checks.StringCheck
    | checks.ConstantCheck
    | checks.ListCheck
    | checks.MapCheck
)
"""The checks of a value apart from what it holds."""
SINGLE = get_args(Single)

# Names that have a meaning in checks and verdicts, built-in functions, and what linters take for a digit.
_USED = reserved(
    "abs all any at below bool bytes check_payload dict dir enumerate filter float format found hash id input int",
    "is_integer is_number is_one_of is_other_sum is_valid iter l len list map max min next object open ord pow print",
    "property range re repr reversed round set slice sorted str sum super text_at tuple type type_of value vars zip",
)
_COUNTED = re.compile(r"(?:index|item|key|place)(?:_\d+)?")
"""The variables of loops."""


def table_name(name: str) -> Finished:
    """The constant that holds a table of the plan."""
    return Finished(f"_{constant_name(name)}")


def keys_name(owner: str) -> Finished:
    """The constant that holds the keys of an object."""
    return Finished(f"_{constant_name(owner)}_KEYS")


def verdict_name(name: str) -> Finished:
    """The function with the verdict on a value of a type."""
    return Finished(f"is_valid_{snake(name)}")


def item_of(key: str) -> Finished:
    """The value of a key that the object `value` has."""
    return Finished(f"value[{string(key)}]")


def variable(key: str) -> Finished:
    """The variable that holds the value of a key."""
    name = snake(key)
    if name.startswith("is_valid_"):  # as the functions that a verdict calls
        name = f"value_{name}"
    while name in _USED or _COUNTED.fullmatch(name) or not is_name(name):
        name += "_"
    return Finished(name)


# -- what is wrong with a value ---------------------------------------------------------------------------------------

_WRONG_KIND = {
    JsonKind.NULL: "{0} is not None",
    JsonKind.BOOLEAN: "type({0}) is not bool",
    JsonKind.OBJECT: "type_of({0}) is not dict",
}


def wrong(check: Single, it: str) -> Finished:
    """The condition that holds when a value has another type, or is another constant."""
    match check:
        case checks.KindCheck(kind):
            return Finished(_WRONG_KIND[kind].format(it))
        case checks.NumberCheck(kind):
            return Finished(f"not is_{kind}({it})")
        case checks.StringCheck():
            return Finished(f"type({it}) is not str")
        case checks.ListCheck():
            return Finished(f"type_of({it}) is not list")
        case checks.MapCheck():
            return Finished(f"type_of({it}) is not dict")
        case checks.ConstantCheck(bool() as value):
            return Finished(f"{it} is not {value}")
        case checks.ConstantCheck(str() as value):
            return Finished(f"type({it}) is not str or {it} != {string(value)}")
        case checks.ConstantCheck(value):  # 1 equals 1.0, but not true
            return Finished(f"not is_number({it}) or {it} != {literal(value)}")
        case _:
            assert_never(check)


def missed(limit: checks.Limit | checks.Ascending | checks.DeprecatedValue, it: str) -> Finished:
    """The condition that holds when a value of the right type is outside a limit."""
    match limit:
        case checks.AtLeast(1, checks.Measure.LENGTH | checks.Measure.ITEMS):
            return Finished(f"not {it}")
        case checks.AtLeast(bound, measure):
            return Finished(f"{_size(it, measure)} < {literal(bound)}")
        case checks.AtMost(bound, measure):
            return Finished(f"{_size(it, measure)} > {literal(bound)}")
        case checks.MultipleOf(divisor):  # JavaScript rounds larger numbers
            return Finished(f"abs({it}) >= 2**53 or {it} % {divisor} != 0")
        case checks.Matches(name, longest=int(longest)):  # matching a longer text may take very long
            return Finished(f"len({it}) > {longest} or {table_name(name)}.fullmatch({it}) is None")
        case checks.Matches(name):
            return Finished(f"{table_name(name)}.fullmatch({it}) is None")
        case checks.Listed(name):
            return Finished(f"{it} not in {table_name(name)}")
        case checks.Ascending(name):
            return Finished(f"not _ascends({table_name(name)}, {it})")
        case checks.DeprecatedValue(value):
            return Finished(f"{it} == {string(value)}")
        case _:
            assert_never(limit)


def kept(limit: checks.Limit, it: str) -> Finished:
    """The condition that holds when a value of the right type is within a limit."""
    match limit:
        case checks.AtLeast(bound, measure):
            return Finished(f"{_size(it, measure)} >= {literal(bound)}")
        case checks.AtMost(bound, measure):
            return Finished(f"{_size(it, measure)} <= {literal(bound)}")
        case checks.MultipleOf(divisor):
            return Finished(f"abs({it}) < 2**53 and {it} % {divisor} == 0")
        case checks.Matches(name):
            return Finished(f"{table_name(name)}.fullmatch({it}) is not None")
        case checks.Listed(name):
            return Finished(f"{it} in {table_name(name)}")
        case _:
            assert_never(limit)


def passes(check: checks.Check, it: str) -> Finished:
    """The condition that holds when a value is valid; for lists and maps whose parts are objects, if any."""
    if isinstance(check, checks.NullableCheck):
        inner = passes(check.inner, it)
        return Finished(f"{it} is None or {f'({inner})' if ' and ' in inner else inner}")
    return Finished(" and ".join(_right(check, it)))


_RIGHT_KIND = {
    JsonKind.NULL: "{0} is None",
    JsonKind.BOOLEAN: "type({0}) is bool",
    JsonKind.OBJECT: "type_of({0}) is dict",
}


def _right(check: checks.Check, it: str) -> list[str]:
    match check:
        case checks.TypeRef(name):
            return [f"{verdict_name(name)}({it})"]
        case checks.KindCheck(kind):
            return [_RIGHT_KIND[kind].format(it)]
        case checks.NumberCheck(kind):
            return [f"is_{kind}({it})", *_kept(check.limits, it)]
        case checks.StringCheck():
            return [is_right(check, it)]
        case checks.ConstantCheck(value):
            return [_is_exactly(value, it)]
        case checks.ListCheck(inner):
            return [f"type_of({it}) is list", *_kept(check.limits, it), *_each_valid(inner, it)]
        case checks.MapCheck(inner):
            return [f"type_of({it}) is dict", *_each_valid(inner, f"{it}.values()")]
        case checks.AnyCheck() | checks.NullableCheck() | checks.ObjectCheck() | checks.CasesCheck():
            raise TypeError(f"no condition decides on this: {check}")
        case _:
            assert_never(check)


def _kept(limits: Iterable[checks.Limit], it: str) -> Iterator[str]:
    return (kept(limit, it) for limit in limits)


def _each_valid(inner: checks.Check, them: str) -> Iterator[str]:
    """The condition on parts that are objects. For others, a loop is faster."""
    if isinstance(inner, checks.TypeRef):
        yield f"all(map({verdict_name(inner.name)}, {them}))"


def is_right(check: checks.StringCheck, it: str = "value") -> Finished:
    """The condition that holds when a value is a string without errors."""
    limits = (limit for limit in check.limits if limit.message.is_error)
    return Finished(" and ".join([f"type({it}) is str", *(kept(limit, it) for limit in limits)]))


def _size(it: str, measure: checks.Measure) -> str:
    return it if measure is checks.Measure.NUMBER else f"len({it})"


def fails(check: checks.Check, it: str) -> Finished:
    """The condition that holds when a value is invalid, apart from the parts of a list or a map."""
    if not isinstance(check, checks.NullableCheck):
        return Finished(" or ".join(_conditions(check, it)))
    either = " or ".join(_conditions(check.inner, it))
    return Finished(f"{it} is not None and {f'({either})' if ' or ' in either else either}")


def _conditions(check: checks.Check, it: str) -> list[str]:
    match check:
        case checks.TypeRef(name):
            return [f"not {verdict_name(name)}({it})"]
        case checks.NumberCheck(kind, is_bounded=True):
            return [f"(type({it}) is not int and not is_{kind}({it}))", *_missed(check.limits, it)]
        case checks.NumberCheck() | checks.StringCheck():
            return [wrong(check, it), *_missed(check.limits, it)]
        case checks.ListCheck(inner):
            return [wrong(check, it), *_missed(check.limits, it), *(f"not {each}" for each in _each_valid(inner, it))]
        case checks.MapCheck(inner):
            return [wrong(check, it), *(f"not {each}" for each in _each_valid(inner, f"{it}.values()"))]
        case checks.KindCheck() | checks.ConstantCheck():
            return [wrong(check, it)]
        case checks.AnyCheck() | checks.NullableCheck() | checks.ObjectCheck() | checks.CasesCheck():
            raise TypeError(f"no condition decides on this: {check}")
        case _:
            assert_never(check)


def _missed(limits: Iterable[checks.Limit], it: str) -> Iterator[str]:
    return (missed(limit, it) for limit in limits)


def is_simple(check: checks.Check) -> bool:
    """Whether a single test decides, which mentions the value only once."""
    match check:
        case checks.ConstantCheck(value):
            return isinstance(value, bool)
        case checks.StringCheck():
            return not check.tests
        case checks.NumberCheck():
            return not check.limits
        case checks.KindCheck() | checks.TypeRef():
            return True
        case _:
            return False


# -- other keys -------------------------------------------------------------------------------------------------------


def all_hold(tests: Iterable[checks.Test]) -> Finished:
    """The condition that holds when the object `value` meets all tests."""
    return Finished(" and ".join(_holds(test) for test in tests))


def one_fails(tests: tuple[checks.Test, ...]) -> Finished:
    """The condition that holds when the object `value` misses a test."""
    return _misses(tests[0]) if len(tests) == 1 else Finished(f"not ({all_hold(tests)})")


def _holds(test: checks.Test) -> str:
    match test:
        case checks.HasKey(key, expected):
            return _has_key(key, expected, "value")
        case checks.HasValue(key, (bool() as value,)):
            return f"value.get({string(key)}) is {value}"
        case checks.HasValue(key, values) if are_texts(values):
            return f"text_at(value, {string(key)}) {_equals(values)}"
        case checks.HasValue(key, values):
            found = f"is_one_of(value.get({string(key)}), {choices(values)})"
            return f"{string(key)} in value and {found}" if None in values else found
        case _:
            assert_never(test)


def _misses(test: checks.Test) -> Finished:
    match test:
        case checks.HasKey(key, expected):
            return Finished(_has_key(key, not expected, "value"))
        case checks.HasValue(key, (bool() as value,)):
            return Finished(f"value.get({string(key)}) is not {value}")
        case checks.HasValue(key, values) if are_texts(values):
            return Finished(f"text_at(value, {string(key)}) {_equals(values, is_so=False)}")
        case checks.HasValue():
            return Finished(f"not ({_holds(test)})")
        case _:
            assert_never(test)


def _has_key(key: str, expected: bool, holder: str) -> str:
    return f"{string(key)} {'in' if expected else 'not in'} {holder}"


def _equals(values: tuple[checks.Scalar, ...], *, is_so: bool = True) -> str:
    if len(values) == 1:
        return f"{'==' if is_so else '!='} {literal(values[0])}"
    return f"{'in' if is_so else 'not in'} {choices(values)}"


def are_texts(values: Iterable[checks.Scalar]) -> bool:
    """Whether these are strings, and none stands for a key that has no string."""
    return all(isinstance(value, str) and value for value in values)


def selects(test: checks.Test) -> Finished:
    """The condition that holds when a case applies to the object `value`. The value of a tag is in a variable."""
    match test:
        case checks.HasKey():
            return Finished(_holds(test))
        case checks.HasValue(key, (value,)):
            return _is_exactly(value, variable(key))
        case checks.HasValue():
            raise TypeError(f"a case has one value: {test}")
        case _:
            assert_never(test)


def selects_none(body: Body) -> Finished:
    """The condition that holds when no case applies to the object `value`."""
    tests = [branch.when for branch in body.branches if branch.when is not None]
    if all(isinstance(test, checks.HasValue) and isinstance(test.values[0], bool) for test in tests):
        return Finished(" and ".join(selects(test).replace(" is ", " is not ") for test in tests))
    return Finished(f"not ({' or '.join(map(selects, tests))})")


def _is_exactly(value: checks.Scalar, it: str) -> Finished:
    """The condition that holds when a value, which may be anything, is this one."""
    if value is None or isinstance(value, bool):
        return Finished(f"{it} is {value}")
    kind = f"type({it}) is str" if isinstance(value, str) else f"is_number({it})"
    return Finished(f"{kind} and {it} == {literal(value)}")


def is_outcome(test: checks.Test | None, response: str, expected: bool = True) -> Finished:
    """The condition that holds when a response of the contract has an outcome, or when it does not.

    It is empty if there is only one outcome.
    """
    match test:
        case None:
            return Finished("")
        case checks.HasKey(key, is_present):
            return Finished(_has_key(key, is_present is expected, response))
        case checks.HasValue(key, (value, *_)) if isinstance(value, bool):
            return Finished(f"{response}.get({string(key)}) {'is' if expected else 'is not'} {value}")
        case checks.HasValue(key, values):
            return Finished(f"{response}.get({string(key)}) {'==' if expected else '!='} {literal(values[0])}")
        case _:
            assert_never(test)


def choices(values: tuple[checks.Scalar, ...]) -> Finished:
    """A tuple of strings, numbers, booleans and nulls."""
    return Finished(f"({', '.join(map(literal, values))},)")


def differs(rule: checks.Lookup, it: str, check: checks.Check, is_verdict: bool) -> Finished:
    """The condition that holds when the value of a key of the object `value` is not that of the table.

    A verdict has decided on the type of the value before, unless null is valid too.
    """
    text = f"text_at(value, {', '.join(map(string, rule.path))})"
    is_other = f"{table_name(rule.name)}.get({text}, {it}) != {it}"
    if is_verdict and isinstance(check, checks.NumberCheck | checks.StringCheck):
        return Finished(is_other)
    return Finished(f"{f'is_integer({it})' if rule.kind is JsonKind.INTEGER else f'type({it}) is str'} and {is_other}")


def is_other_sum(rule: checks.Sum, it: str) -> Finished:
    return Finished(f"is_other_sum({it}, value, {', '.join(map(string, rule.keys))})")


def selects_no_case(rule: checks.UnknownTag, body: Body, types: checks.Types) -> Finished:
    """The condition that holds when the value of a tag passes its check and selects no case."""
    it, check = variable(rule.key), rule.check
    tests = [branch.when for branch in body.branches if isinstance(branch.when, checks.HasValue)]
    values = tuple(value for test in tests for value in test.values)
    named = types[check.name].check if isinstance(check, checks.TypeRef) else check
    match named:
        case checks.StringCheck():
            right = is_right(named, it)
        case checks.NumberCheck():
            limits = (f"not {missed(limit, it)}" for limit in named.limits)
            right = Finished(" and ".join([f"is_{named.kind}({it})", *limits]))
        case _:
            raise TypeError(f"no tag has this check: {named}")
    return Finished(f"{right} and {it} not in {choices(values)}")
