"""Types -> checks: what a value of each type is, and the limits that it keeps."""

from collections.abc import Iterator
from typing import assert_never

from sealwax.contract.model import (
    AnyObject,
    AnyValue,
    Boolean,
    Constant,
    Enum,
    Integer,
    ListOf,
    MapOf,
    Null,
    Nullable,
    Number,
    Payload,
    Reference,
    String,
    Type,
)
from sealwax.meaning import messages
from sealwax.meaning.checks import (
    AnyCheck,
    Check,
    ConstantCheck,
    JsonKind,
    KindCheck,
    ListCheck,
    Listed,
    ListLimit,
    MapCheck,
    Matches,
    Maximum,
    MaxItems,
    MaxLength,
    Message,
    Minimum,
    MinItems,
    MinLength,
    NullableCheck,
    NumberCheck,
    NumberLimit,
    StringCheck,
    StringLimit,
    TypeRef,
)
from sealwax.meaning.findings import RuleId, Weight
from sealwax.naming import snake
from sealwax.patterns import FORMATS, LETTER_CASES, Pattern

OBJECT = Message(RuleId.TYPE, messages.OBJECT)
STRING = Message(RuleId.TYPE, messages.STRING)


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


def type_check(kind: Type, place: str, names: PatternNames) -> Check:
    """The check of a type. `place` names its patterns: the declaration, then the keys that lead to it."""
    match kind:
        case AnyValue():
            return AnyCheck()
        case Reference(target):
            return TypeRef(target.name)
        case String():
            return string_check(kind, place, names)
        case Integer():
            return NumberCheck(JsonKind.INTEGER, _expected(kind), tuple(_number_limits(kind)))
        case Number():
            return NumberCheck(JsonKind.NUMBER, _expected(kind), tuple(_number_limits(kind)))
        case Constant(value):
            return ConstantCheck(value, Message(RuleId.CONSTANT, messages.expected(kind)))
        case ListOf(item):
            inner = type_check(item, f"{place}_item", names)
            return ListCheck(inner, _expected(kind), tuple(_item_limits(kind)))
        case MapOf(value):
            return MapCheck(type_check(value, f"{place}_value", names), OBJECT)
        case Nullable(inner):
            return NullableCheck(type_check(inner, place, names))
        case Null():
            return KindCheck(JsonKind.NULL, _expected(kind))
        case Boolean():
            return KindCheck(JsonKind.BOOLEAN, _expected(kind))
        case AnyObject() | Payload():
            return KindCheck(JsonKind.OBJECT, OBJECT)
        case _:
            assert_never(kind)


def _expected(kind: Type) -> Message:
    return Message(RuleId.TYPE, messages.expected(kind))


# -- limits -----------------------------------------------------------------------------------------------------------


def _number_limits(kind: Integer | Number) -> Iterator[NumberLimit]:
    if kind.minimum is not None:
        yield Minimum(kind.minimum, Message(RuleId.MINIMUM, messages.too_small(kind.minimum)))
    if kind.maximum is not None:
        yield Maximum(kind.maximum, Message(RuleId.MAXIMUM, messages.too_large(kind.maximum)))


def _item_limits(kind: ListOf) -> Iterator[ListLimit]:
    if kind.min_items is not None:
        yield MinItems(kind.min_items, Message(RuleId.MIN_ITEMS, messages.too_few(kind.min_items)))
    if kind.max_items is not None:
        yield MaxItems(kind.max_items, Message(RuleId.MAX_ITEMS, messages.too_many(kind.max_items)))


def string_check(string: String, place: str, names: PatternNames) -> StringCheck:
    return StringCheck(STRING, tuple(_string_limits(string, place, names)))


def _string_limits(string: String, place: str, names: PatternNames) -> Iterator[StringLimit]:
    if string.min_length is not None:
        yield MinLength(string.min_length, Message(RuleId.MIN_LENGTH, messages.too_short(string.min_length)))
    if string.max_length is not None:
        yield MaxLength(string.max_length, Message(RuleId.MAX_LENGTH, messages.too_long(string.max_length)))
    if string.pattern is not None:
        name = names.name(string.pattern, place)
        yield Matches(name, string.pattern, Message(RuleId.PATTERN, messages.no_match(string.pattern)))
    if string.format is not None:
        name = f"{snake(string.format.value)}_format"
        yield Matches(name, FORMATS[string.format], Message(RuleId.FORMAT, messages.wrong_format(string.format)))


def enum_check(enum: Enum) -> StringCheck:
    """A closed enum takes no other string. An open one does, and gives advice on it."""
    name, values = f"{snake(enum.name)}_values", tuple(entry.value for entry in enum.values)
    if enum.open:
        unknown = Message(RuleId.UNKNOWN_VALUE, messages.unknown_value(enum), Weight.ADVICE)
        return StringCheck(STRING, (Listed(name, values, unknown, _spelling(enum)),))
    return StringCheck(STRING, (Listed(name, values, Message(RuleId.ENUM, messages.not_listed(enum))),))


def _spelling(enum: Enum) -> Matches | None:
    if enum.case is None:
        return None
    message = Message(RuleId.LETTER_CASE, messages.wrong_case(enum), Weight.ADVICE)
    return Matches(f"{snake(enum.case.value)}_case", LETTER_CASES[enum.case], message)
