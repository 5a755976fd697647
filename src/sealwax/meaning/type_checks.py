"""Types -> checks: what a value of each type is, and the limits that it keeps."""

from collections.abc import Iterator
from typing import assert_never

from sealwax.contract import model as m
from sealwax.meaning import checks, messages
from sealwax.meaning.findings import RuleId, Weight
from sealwax.naming import snake
from sealwax.patterns import FORMATS, LETTER_CASES, Pattern

OBJECT = checks.Message(RuleId.TYPE, messages.OBJECT)
STRING = checks.Message(RuleId.TYPE, messages.STRING)


class PatternNames:
    """Names each pattern of a plan after the first place that uses it."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def name(self, pattern: Pattern, place: str) -> str:
        known = self._names.get(pattern.body)
        if known is not None:
            return known
        first = name = f"{snake(place)}_pattern"
        number, taken = 1, set(self._names.values())
        while name in taken:  # places that only punctuation tells apart
            number += 1
            name = f"{first}_{number}"
        self._names[pattern.body] = name
        return name


def type_check(kind: m.Type, place: str, names: PatternNames) -> checks.Check:
    """The check of a type. `place` names its patterns: the declaration, then the keys that lead to it."""
    match kind:
        case m.AnyValue():
            return checks.AnyCheck()
        case m.Reference(target):
            return checks.TypeRef(target.name)
        case m.String():
            return string_check(kind, place, names)
        case m.Integer():
            return checks.NumberCheck(checks.JsonKind.INTEGER, _expected(kind), tuple(_number_limits(kind)))
        case m.Number():
            return checks.NumberCheck(checks.JsonKind.NUMBER, _expected(kind), tuple(_number_limits(kind)))
        case m.Constant(value):
            return checks.ConstantCheck(value, checks.Message(RuleId.CONSTANT, messages.expected(kind)))
        case m.ListOf(item):
            inner = type_check(item, f"{place}_item", names)
            return checks.ListCheck(inner, _expected(kind), tuple(_item_limits(kind)))
        case m.MapOf(value):
            return checks.MapCheck(type_check(value, f"{place}_value", names), OBJECT)
        case m.Nullable(inner):
            return checks.NullableCheck(type_check(inner, place, names))
        case m.Null():
            return checks.KindCheck(checks.JsonKind.NULL, _expected(kind))
        case m.Boolean():
            return checks.KindCheck(checks.JsonKind.BOOLEAN, _expected(kind))
        case m.AnyObject() | m.Payload():
            return checks.KindCheck(checks.JsonKind.OBJECT, OBJECT)
        case _:
            assert_never(kind)


def _expected(kind: m.Type) -> checks.Message:
    return checks.Message(RuleId.TYPE, messages.expected(kind))


# -- limits -----------------------------------------------------------------------------------------------------------


def _number_limits(kind: m.Integer | m.Number) -> Iterator[checks.NumberLimit]:
    if kind.minimum is not None:
        yield checks.Minimum(kind.minimum, checks.Message(RuleId.MINIMUM, messages.too_small(kind.minimum)))
    if kind.maximum is not None:
        yield checks.Maximum(kind.maximum, checks.Message(RuleId.MAXIMUM, messages.too_large(kind.maximum)))


def _item_limits(kind: m.ListOf) -> Iterator[checks.ListLimit]:
    if kind.min_items is not None:
        yield checks.MinItems(kind.min_items, checks.Message(RuleId.MIN_ITEMS, messages.too_few(kind.min_items)))
    if kind.max_items is not None:
        yield checks.MaxItems(kind.max_items, checks.Message(RuleId.MAX_ITEMS, messages.too_many(kind.max_items)))


def string_check(string: m.String, place: str, names: PatternNames) -> checks.StringCheck:
    return checks.StringCheck(STRING, tuple(_string_limits(string, place, names)))


def _string_limits(string: m.String, place: str, names: PatternNames) -> Iterator[checks.StringLimit]:
    if string.min_length is not None:
        yield checks.MinLength(
            string.min_length, checks.Message(RuleId.MIN_LENGTH, messages.too_short(string.min_length))
        )
    if string.max_length is not None:
        yield checks.MaxLength(
            string.max_length, checks.Message(RuleId.MAX_LENGTH, messages.too_long(string.max_length))
        )
    if string.pattern is not None:
        name = names.name(string.pattern, place)
        yield checks.Matches(name, string.pattern, checks.Message(RuleId.PATTERN, messages.no_match(string.pattern)))
    if string.format is not None:
        name = f"{snake(string.format.value)}_format"
        yield checks.Matches(
            name, FORMATS[string.format], checks.Message(RuleId.FORMAT, messages.wrong_format(string.format))
        )


def enum_check(enum: m.Enum) -> checks.StringCheck:
    """A closed enum takes no other string. An open one does, and gives advice on it."""
    name, values = f"{snake(enum.name)}_values", tuple(entry.value for entry in enum.values)
    if enum.open:
        unknown = checks.Message(RuleId.UNKNOWN_VALUE, messages.unknown_value(enum), Weight.ADVICE)
        return checks.StringCheck(STRING, (checks.Listed(name, values, unknown, _spelling(enum)),))
    return checks.StringCheck(
        STRING, (checks.Listed(name, values, checks.Message(RuleId.ENUM, messages.not_listed(enum))),)
    )


def _spelling(enum: m.Enum) -> checks.Matches | None:
    if enum.case is None:
        return None
    message = checks.Message(RuleId.LETTER_CASE, messages.wrong_case(enum), Weight.ADVICE)
    return checks.Matches(f"{snake(enum.case.value)}_case", LETTER_CASES[enum.case], message)
