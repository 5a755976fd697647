"""Small valid values, derived from the check plan."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TypeVar, assert_never

from sealwax.contract import model as m
from sealwax.meaning import checks
from sealwax.meaning.checks.interpreter import holds, run, text_at
from sealwax.meaning.findings import RuleId, Weight, has_errors
from sealwax.meaning.json_values import is_count
from sealwax.patterns import FORMATS, Pattern
from sealwax.patterns.samples import matching_text

FORMAT_SAMPLES = {
    FORMATS["date"]: ("2024-02-29", "2024-12-31"),
    FORMATS["date-time"]: ("2024-02-29T23:59:59Z", "2024-02-29T23:59:59.123Z", "2024-02-29T23:59:59+02:00"),
    FORMATS["utc-date-time"]: ("2024-02-29T23:59:59Z", "2024-02-29T23:59:59.123Z"),
    FORMATS["uuid"]: ("123e4567-e89b-12d3-a456-426614174000", "123E4567-E89B-12D3-A456-426614174000"),
}
"""Several of each, because an additional pattern may match only one of them."""
LARGEST = 5000
"""Roughly the largest size of a sample, in characters."""
MAX_MEMBERS = 20 * LARGEST
"""Roughly how many characters the members of an object have, apart from those of at most `SHORT_MEMBER`."""
SHORT_MEMBER = 100
MAX_ROUNDS = 50
"""How many keys, each required because of another one, are followed."""

L = TypeVar("L")


class Samples:
    """Makes values, and caches those of named types. `ABSENT` means that no valid value was found."""

    def __init__(self, types: checks.Types) -> None:
        self.types = types
        self._named: dict[str, m.Json | m.Absent] = {}

    def smallest(self, check: checks.Check) -> m.Json | m.Absent:
        """A small value without findings, so recommended keys are present too."""
        match check:
            case checks.TypeRef(name):
                return self.named(name)
            case checks.KindCheck(kind):
                return {checks.JsonKind.NULL: None, checks.JsonKind.BOOLEAN: True, checks.JsonKind.OBJECT: {}}[kind]
            case checks.NumberCheck():
                return _smallest_number(check)
            case checks.StringCheck():
                return smallest_string(check)
            case checks.ConstantCheck(constant):
                return constant
            case checks.AnyCheck() | checks.MapCheck():
                return {}
            case checks.ListCheck(item, _, limits):
                least, _ = counts(limits)
                one = self.smallest(item) if least else None
                return m.ABSENT if isinstance(one, m.Absent) else repeated(one, least)
            case checks.NullableCheck(inner):
                value = self.smallest(inner)
                return None if isinstance(value, m.Absent) else value
            case checks.ObjectCheck():
                return self.members(check, m.Level.SHOULD)
            case checks.CasesCheck(cases):
                return self.named(cases[0].type.name)
            case _:
                assert_never(check)

    def named(self, name: str) -> m.Json | m.Absent:
        if name not in self._named:
            value = self.types[name].example or self.smallest(self.types[name].check)
            self._named[name] = value if len(repr(value)) <= LARGEST else m.ABSENT
        return self._named[name]

    def is_valid(self, check: checks.Check, value: m.Json) -> bool:
        return not has_errors(run(check, self.types, value))

    def members(
        self, check: checks.ObjectCheck, least: m.Level, *, tolerant: bool = False
    ) -> dict[str, m.Json] | m.Absent:
        """An object with the keys of at least this level. A tolerant one omits required keys that have no value."""
        found: dict[str, m.Json] = {}
        tried: set[str] = set()
        room = MAX_MEMBERS
        required = {row.key for row in check.rows if row.is_required}
        pending = {row.key: row.check for row in check.rows if row.level.strength >= least.strength}
        for _ in range(MAX_ROUNDS):  # the presence or absence of a key can make another one necessary
            for key, inner in pending.items():
                value = self.smallest(inner)
                room -= (size := len(repr(value)))
                if not isinstance(value, m.Absent) and (room > 0 or size <= SHORT_MEMBER):
                    found[key] = value
                elif key in required and not tolerant:
                    return m.ABSENT
            tried.update(pending)
            missed = {row.key: row.check for row in check.rows if _is_missed(row.missing, least, found)}
            pending = {key: inner for key, inner in missed.items() if key not in tried}
            if not pending:
                break
        must = m.Level.MUST
        if not tolerant and any(_is_missed(row.missing, must, found) for row in check.rows if row.key not in found):
            return m.ABSENT
        self._look_up(check, found)
        return {row.key: found[row.key] for row in check.rows if row.key in found}

    def _look_up(self, check: checks.ObjectCheck, found: dict[str, m.Json]) -> None:
        """Set the classifications and numbers that codes determine, and the sums of other numbers."""
        for row in check.rows:
            for rule in row.rules if row.key in found else ():
                value = _related(rule, found)
                if value is not None and self.is_valid(row.check, value):
                    found[row.key] = value


def _related(rule: checks.RowRule, siblings: dict[str, m.Json]) -> str | int | float | None:
    """The value that a rule derives from other keys; None if there is none."""
    match rule:
        case checks.Lookup(_, path, _, table):
            return table.get(text_at(siblings, path) or "")
        case checks.Sum(keys):
            parts = [part for key in keys if is_count(part := siblings.get(key))]
            return sum(parts) if len(parts) == len(keys) else None
        case checks.ForbiddenKey() | checks.Expected() | checks.DeprecatedKey():
            return None
        case _:
            assert_never(rule)


def _is_missed(missing: Iterable[checks.Missing], least: m.Level, siblings: dict[str, m.Json]) -> bool:
    counted = (each for each in missing if each.message.level is Weight.ERROR or least is not m.Level.MUST)
    return any(each.when and holds(each.when, siblings) for each in counted)


def repeated(item: m.Json, times: int) -> list[m.Json] | m.Absent:
    """A list of equal items, unless it would be too large."""
    return [item] * times if times * len(repr(item)) <= LARGEST else m.ABSENT


def _smallest_number(check: checks.NumberCheck) -> int | float | m.Absent:
    low, high = bounds(check.limits)
    number = max(0, low or 0)
    number = number if high is None else min(number, high)
    multiple = limit_of(check.limits, checks.MultipleOf)
    if multiple is not None:
        of = multiple.divisor
        number = of * int(-(-number // of) if number > 0 else number // of)
    return m.ABSENT if has_errors(run(check, {}, number)) else number


def limit_of(limits: Iterable[checks.Limit], kind: type[L]) -> L | None:
    """The limit of one kind, if there is one."""
    return next((limit for limit in limits if isinstance(limit, kind)), None)


def bounds(limits: Sequence[checks.Limit]) -> tuple[int | float | None, int | float | None]:
    """The least and the most that limits allow; None where there is no bound."""
    low: int | float | None = None
    high: int | float | None = None
    for limit in limits:
        match limit:
            case checks.AtLeast(bound):
                low = bound
            case checks.AtMost(bound):
                high = bound
            case checks.MultipleOf() | checks.Matches() | checks.Listed():
                pass  # a value is made from them, and then has to be within the bounds
            case _:
                assert_never(limit)
    return low, high


def counts(limits: Sequence[checks.Limit]) -> tuple[int, int | None]:
    """The least and the most characters or items that limits allow."""
    low, high = bounds(limits)
    return int(low or 0), None if high is None else int(high)


# -- strings ----------------------------------------------------------------------------------------------------------


def patterns(check: checks.StringCheck) -> tuple[Pattern | None, Pattern | None]:
    """The pattern and the named format of a string; None if there is none."""
    found = {limit.message.rule: limit.pattern for limit in check.limits if isinstance(limit, checks.Matches)}
    return found.get(RuleId.PATTERN), found.get(RuleId.FORMAT)


@lru_cache
def smallest_string(check: checks.StringCheck) -> str | m.Absent:
    """A string within all limits, if one is easily found."""
    return next((text for text in _strings(check) if not run(check, {}, text)), m.ABSENT)


def _strings(check: checks.StringCheck) -> list[str]:
    listed = limit_of(check.limits, checks.Listed)
    if listed is not None:
        return [listed.values[0]]
    (pattern, named_format), (least, _) = patterns(check), counts(check.limits)
    if least > LARGEST:
        return []
    if named_format is not None:
        return [*FORMAT_SAMPLES[named_format]]
    if pattern is None:
        return ["a" * max(least, 1), ""]
    found = (matching_text(pattern, length) for length in (max(least, 1), least, 0))
    return [text for text in found if text is not None]
