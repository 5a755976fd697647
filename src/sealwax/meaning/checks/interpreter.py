"""The interpreter of check plans: the reference meaning of a contract. A value in, findings out.

A value is taken to be decoded JSON, and may still be anything that a program can hold: only the exact types that a JSON
decoder makes are looked into. With `undecoded`, a value that is not JSON yields a single finding, about the first place
that is not JSON, and is not checked any further.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias, assert_never

from sealwax.contract.model import Type
from sealwax.meaning import checks
from sealwax.meaning.checks.lowering import lower_type
from sealwax.meaning.findings import MESSAGES, Finding, RuleId, Weight, has_errors
from sealwax.meaning.json_values import LARGEST_EXACT, Fault, fault, is_count, is_integer, is_number, same

Trail: TypeAlias = tuple["Trail", str | int] | None
"""Where a value is: the place of what holds it, and its key there. It becomes a pointer only if there is a finding."""


def check(plan: checks.Plan, name: str, value: object, *, undecoded: bool = False) -> list[Finding]:
    """All findings about a value of a named type, in contract order."""
    return run(plan.types[name].check, plan.types, value, undecoded=undecoded)


def check_type(kind: Type, value: object) -> list[Finding]:
    """All findings about a value of a type, which may not be JSON, for use before there is a contract."""
    return run(*lower_type(kind), value, undecoded=True)


def is_valid(kind: Type, value: object) -> bool:
    return not has_errors(check_type(kind, value))


def run(check: checks.Check, types: checks.Types, value: object, *, undecoded: bool = False) -> list[Finding]:
    """All findings of one check."""
    if undecoded and (found := fault(value)):
        return [_not_json(found)]
    interpreter = _Interpreter(types)
    try:
        interpreter.check(check, value, None)
    except Exception:
        # Only a key that is not a string can raise, when it is compared with others.
        if found := fault(value):
            return [_not_json(found)]
        raise
    return interpreter.found


def _not_json(found: Fault) -> Finding:
    message = MESSAGES.too_deep if found.way is None else MESSAGES.not_json
    return Finding(pointer_to(found.way or ()), Weight.ERROR, RuleId.JSON, message)


def holds(tests: Sequence[checks.Test], value: Mapping[str, object]) -> bool:
    """Whether an object meets every test."""
    return all(_is_met(test, value) for test in tests)


def _is_met(test: checks.Test, value: Mapping[str, object]) -> bool:
    match test:
        case checks.HasValue(key, values):
            return key in value and any(same(value[key], each) for each in values)
        case checks.HasKey(key, expected):
            return (key in value) == expected
        case _:
            assert_never(test)


def text_at(value: object, path: Sequence[str]) -> str | None:
    """The string at a path of keys; None when there is none."""
    for key in path:
        if type(value) is not dict:
            return None
        value = value.get(key)
    return value if type(value) is str else None


def _below(at: Trail, key: object) -> Trail:
    """The way to a key; to its object if the key is not a string, which no pointer can name."""
    return (at, key) if type(key) is str else at


def _steps(trail: Trail) -> list[str | int]:
    steps: list[str | int] = []
    while trail is not None:
        trail, key = trail
        steps.insert(0, key)
    return steps


def pointer_to(steps: Iterable[str | int]) -> str:
    """The JSON pointer to a value inside another one."""
    return "".join([f"/{str(step).replace('~', '~0').replace('/', '~1')}" for step in steps])


class _Interpreter:
    """Walks a value beside its check, and collects findings."""

    __slots__ = ("_types", "found")

    def __init__(self, types: checks.Types) -> None:
        self._types = types
        self.found: list[Finding] = []

    def _report(self, message: checks.Message, at: Trail) -> None:
        self.found.append(Finding(pointer_to(_steps(at)), message.level, message.rule, message.text))

    def check(self, check: checks.Check, value: object, at: Trail) -> None:
        while isinstance(check, checks.TypeRef):
            check = self._types[check.name].check
        match check:
            case checks.StringCheck() if type(value) is str:
                self._string(check, value, at)
            case checks.ObjectCheck() if type(value) is dict:
                self._object(check, value, at)
            case checks.NullableCheck(inner):
                if value is not None:
                    self.check(inner, value, at)
            case checks.NumberCheck(kind, _, limits) if is_number(value) and _IS_KIND[kind](value):
                self._limits(limits, value, at)
            case checks.ListCheck(inner, _, limits) if type(value) is list:
                self._limits(limits, len(value), at)
                for index, item in enumerate(value):
                    self.check(inner, item, (at, index))
            case checks.MapCheck(inner) if type(value) is dict:
                for key, item in value.items():
                    self.check(inner, item, _below(at, key))
            case checks.CasesCheck(cases, otherwise) if type(value) is dict:
                chosen = next((case.type for case in cases if _is_met(case.when, value)), otherwise)
                if chosen is not None:
                    self.check(chosen, value, at)
            case checks.ConstantCheck(expected) if same(value, expected):
                pass
            case checks.KindCheck(kind) if _IS_KIND[kind](value):
                pass
            case checks.AnyCheck():
                pass
            case checks.StringCheck() | checks.NumberCheck() | checks.ConstantCheck() | checks.KindCheck():
                self._report(check.message, at)
            case checks.ObjectCheck() | checks.ListCheck() | checks.MapCheck() | checks.CasesCheck():
                self._report(check.message, at)
            case _:
                assert_never(check)

    def _string(self, check: checks.StringCheck, value: str, at: Trail) -> None:
        for limit in check.limits:
            if _keeps(limit, value):
                continue
            self._report(limit.message, at)
            if isinstance(limit, checks.AtMost):
                return  # a string that is too long is not matched: a pattern may take long on it
            if isinstance(limit, checks.Listed) and limit.spelling and not _keeps(limit.spelling, value):
                self._report(limit.spelling.message, at)
        for each in check.ascending:
            if not each.pattern.ascends(value):
                self._report(each.message, at)
        for old in check.deprecated:
            if old.value == value:
                self._report(old.message, at)

    def _limits(self, limits: Iterable[checks.NumberLimit], number: float, at: Trail) -> None:
        for limit in limits:
            if not _is_within(limit, number):
                self._report(limit.message, at)

    def _object(self, check: checks.ObjectCheck, value: dict[str, object], at: Trail) -> None:
        named = 0
        for row in check.rows:
            if row.key in value:
                named += 1
                self.check(row.check, value[row.key], (at, row.key))
                for row_rule in row.rules:
                    self._row_rule(row_rule, value[row.key], value, (at, row.key))
            elif missing := next((each for each in row.missing if holds(each.when, value)), None):
                self._report(missing.message, (at, row.key))
        # Nearly every object has rows for all of its keys: then there is nothing to look up.
        if named < len(value):
            known = {row.key for row in check.rows}
            for others in check.other_keys:
                for key in value:
                    if key not in known and not (type(key) is str and key.startswith(others.allowed_prefixes)):
                        self._report(others.message, _below(at, key))
        for rule in check.rules:
            if rule.key in value and not has_errors(run(rule.check, self._types, value[rule.key])):
                self._report(rule.message, (at, rule.key))

    def _row_rule(self, rule: checks.RowRule, value: object, siblings: dict[str, object], at: Trail) -> None:
        match rule:
            case checks.Lookup(_, path, kind, table, message):
                code = text_at(siblings, path)
                if code is not None and _IS_KIND[kind](value) and table.get(code, value) != value:
                    self._report(message, at)
            case checks.ForbiddenKey(key, message):
                if type(value) is dict and key in value:
                    self._report(message, (at, key))
            case checks.Sum(keys, message):
                parts = [part for key in keys if is_count(part := siblings.get(key))]
                if len(parts) == len(keys) and is_count(value) and sum(parts) != value:
                    self._report(message, at)
            case checks.Expected(tests, message):
                if not holds(tests, siblings):
                    self._report(message, at)
            case checks.DeprecatedKey(message):
                self._report(message, at)
            case _:
                assert_never(rule)


_IS_KIND: dict[checks.JsonKind, Callable[[object], bool]] = {
    checks.JsonKind.NULL: lambda value: value is None,
    checks.JsonKind.BOOLEAN: lambda value: type(value) is bool,
    checks.JsonKind.INTEGER: is_integer,
    checks.JsonKind.NUMBER: is_number,
    checks.JsonKind.STRING: lambda value: type(value) is str,
    checks.JsonKind.OBJECT: lambda value: type(value) is dict,
}


def _keeps(limit: checks.StringLimit, value: str) -> bool:
    match limit:
        case checks.Listed():
            return value in limit.known
        case checks.Matches(_, pattern, longest=longest):
            return (longest is None or len(value) <= longest) and pattern.matches(value)
        case checks.AtLeast() | checks.AtMost():
            return _is_within(limit, len(value))
        case _:
            assert_never(limit)


def _is_within(limit: checks.NumberLimit, number: float) -> bool:
    match limit:
        case checks.AtLeast(bound):
            return number >= bound
        case checks.AtMost(bound):
            return number <= bound
        case checks.MultipleOf(divisor):
            return abs(number) <= LARGEST_EXACT and number % divisor == 0
        case _:
            assert_never(limit)
