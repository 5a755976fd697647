"""The reference meaning of a contract: a value in, findings out, by interpreting the model."""

import re
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import assert_never

from sealwax.contract.model import (
    AnyObject,
    AnyValue,
    Boolean,
    Condition,
    Constant,
    Enum,
    Envelope,
    Field,
    Integer,
    Json,
    LetterCase,
    Level,
    ListOf,
    MapOf,
    Null,
    Nullable,
    Number,
    OneOf,
    Payload,
    Present,
    Record,
    Reference,
    String,
    Text,
    Type,
)
from sealwax.contract.patterns import FORMATS
from sealwax.frozen import frozen

SPELLINGS = {
    LetterCase.SCREAMING_SNAKE: re.compile(r"[A-Z][A-Z0-9]*(_[A-Z0-9]+)*"),
    LetterCase.LOWER_SNAKE: re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*"),
}


class Weight(StrEnum):
    """An error makes a value invalid; advice does not."""

    ERROR = "error"
    ADVICE = "advice"


class RuleId(StrEnum):
    """What a finding is about. The value is stable."""

    TYPE = "type"
    REQUIRED = "required"
    UNKNOWN_KEY = "unknown-key"
    CONSTANT = "constant"
    ENUM = "enum"
    MIN_LENGTH = "min-length"
    MAX_LENGTH = "max-length"
    PATTERN = "pattern"
    FORMAT = "format"
    MINIMUM = "minimum"
    MAXIMUM = "maximum"
    MIN_ITEMS = "min-items"
    MAX_ITEMS = "max-items"
    SHOULD = "should"
    SUPERSEDED = "superseded"
    UNKNOWN_VALUE = "unknown-value"
    LETTER_CASE = "letter-case"
    CLASSIFICATION = "classification"


@frozen
class Finding:
    """One thing that a contract says otherwise. `pointer` is a JSON pointer into the value."""

    pointer: str
    level: Weight
    rule: RuleId
    message: str


def check(subject: Envelope | Record | Enum | Text, value: Json) -> list[Finding]:
    """All findings about a value, in the order of the contract."""
    if isinstance(subject, Envelope):
        return list(_envelope(subject, value, ""))
    return list(_named(subject, value, ""))


def check_type(type_: Type, value: Json) -> list[Finding]:
    return list(_type(type_, value, ""))


def is_valid(type_: Type, value: Json) -> bool:
    return not any(finding.level is Weight.ERROR for finding in _type(type_, value, ""))


def same(left: Json, right: Json) -> bool:
    """Equality of single JSON values: 1 equals 1.0, but not true."""
    return isinstance(left, bool) == isinstance(right, bool) and left == right


def follow(pointer: str, key: str | int) -> str:
    return f"{pointer}/{str(key).replace('~', '~0').replace('/', '~1')}"


def _error(pointer: str, rule: RuleId, message: str) -> Finding:
    return Finding(pointer, Weight.ERROR, rule, message)


def _advice(pointer: str, rule: RuleId, message: str) -> Finding:
    return Finding(pointer, Weight.ADVICE, rule, message)


def _envelope(envelope: Envelope, value: Json, at: str) -> Iterator[Finding]:
    if not isinstance(value, dict):
        yield _error(at, RuleId.TYPE, "expected an object")
        return
    tag = envelope.success.tag
    given = [outcome for outcome in envelope.outcomes if tag in value and same(value[tag], outcome.tag_value)]
    fields = given[0].fields if given else envelope.fields
    yield from _object(fields, envelope.open, value, at)
    if tag in value and not given and is_valid(_field_named(envelope.fields, tag).type, value[tag]):
        expected = " or ".join(_show(outcome.tag_value) for outcome in envelope.outcomes)
        yield _error(follow(at, tag), RuleId.CONSTANT, f"expected {expected}")


def _field_named(fields: Sequence[Field], name: str) -> Field:
    return next(field for field in fields if field.name == name)


def _named(target: Record | Enum | Text, value: Json, at: str) -> Iterator[Finding]:
    match target:
        case Record():
            if isinstance(value, dict):
                yield from _object(target.fields, target.open, value, at)
            else:
                yield _error(at, RuleId.TYPE, "expected an object")
        case Enum():
            yield from _enum(target, value, at)
        case Text():
            yield from _string(target.string, value, at)
        case _:
            assert_never(target)


def _object(fields: Sequence[Field], is_open: bool, value: dict[str, Json], at: str) -> Iterator[Finding]:
    for field in fields:
        if field.name in value:
            yield from _present_field(field, fields, value, follow(at, field.name))
        else:
            yield from _absent_field(field, value, follow(at, field.name))
    if not is_open:
        known = {field.name for field in fields}
        for key in value:
            if key not in known:
                yield _error(follow(at, key), RuleId.UNKNOWN_KEY, "this key is not part of the contract")


def _absent_field(field: Field, siblings: dict[str, Json], at: str) -> Iterator[Finding]:
    level = field.level
    if field.raised is not None and field.raised.condition and holds(field.raised.condition, siblings):
        level = field.raised.level
    if level is Level.MUST:
        yield _error(at, RuleId.REQUIRED, "this key must be present")
    elif level is Level.SHOULD:
        yield _advice(at, RuleId.SHOULD, "this key should be present")


def holds(condition: Condition, siblings: dict[str, Json]) -> bool:
    """Whether every test of a condition is met by the object that holds the fields."""
    for test in condition:
        match test:
            case OneOf():
                if test.field not in siblings:
                    return False
                if not any(same(siblings[test.field], value) for value in test.values):
                    return False
            case Present():
                if (test.field in siblings) != test.expected:
                    return False
            case _:
                assert_never(test)
    return True


def _present_field(field: Field, fields: Sequence[Field], siblings: dict[str, Json], at: str) -> Iterator[Finding]:
    value = siblings[field.name]
    if value is None and field.readers_accept_null:
        return
    yield from _type(field.type, value, at)
    if field.follows and isinstance(value, str):
        yield from _classification(_field_named(fields, field.follows), siblings, value, at)
    if isinstance(value, dict):
        for old in field.superseded:
            if old.name in value:
                message = f"this key is superseded by {old.replacement}"
                yield _advice(follow(at, old.name), RuleId.SUPERSEDED, message)


def _classification(code_field: Field, siblings: dict[str, Json], value: str, at: str) -> Iterator[Finding]:
    code, type_ = siblings.get(code_field.name), code_field.type
    if isinstance(code, str) and isinstance(type_, Reference) and isinstance(type_.target, Enum):
        entry = type_.target.value(code)
        if entry is not None and entry.classified_as != value:
            yield _advice(at, RuleId.CLASSIFICATION, f"{code} usually goes with {entry.classified_as}")


def _type(type_: Type, value: Json, at: str) -> Iterator[Finding]:
    match type_:
        case Null():
            if value is not None:
                yield _error(at, RuleId.TYPE, "expected null")
        case Boolean():
            if not isinstance(value, bool):
                yield _error(at, RuleId.TYPE, "expected true or false")
        case Integer() | Number():
            yield from _number(type_, value, at)
        case String():
            yield from _string(type_, value, at)
        case Constant():
            if not same(value, type_.value):
                yield _error(at, RuleId.CONSTANT, f"expected {_show(type_.value)}")
        case AnyValue():
            pass
        case AnyObject() | Payload():
            if not isinstance(value, dict):
                yield _error(at, RuleId.TYPE, "expected an object")
        case ListOf():
            yield from _list(type_, value, at)
        case MapOf():
            yield from _map(type_, value, at)
        case Nullable():
            if value is not None:
                yield from _type(type_.inner, value, at)
        case Reference():
            yield from _named(type_.target, value, at)
        case _:
            assert_never(type_)


def _show(value: str | int | float | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else f"'{value}'" if isinstance(value, str) else str(value)


def _number(type_: Integer | Number, value: Json, at: str) -> Iterator[Finding]:
    if isinstance(value, bool) or not isinstance(value, int | float):
        yield _error(at, RuleId.TYPE, "expected an integer" if isinstance(type_, Integer) else "expected a number")
    elif isinstance(type_, Integer) and isinstance(value, float) and not value.is_integer():
        yield _error(at, RuleId.TYPE, "expected an integer")
    else:
        if type_.minimum is not None and value < type_.minimum:
            yield _error(at, RuleId.MINIMUM, f"expected at least {type_.minimum}")
        if type_.maximum is not None and value > type_.maximum:
            yield _error(at, RuleId.MAXIMUM, f"expected at most {type_.maximum}")


def _string(type_: String, value: Json, at: str) -> Iterator[Finding]:
    if not isinstance(value, str):
        yield _error(at, RuleId.TYPE, "expected a string")
        return
    if type_.min_length is not None and len(value) < type_.min_length:
        yield _error(at, RuleId.MIN_LENGTH, f"expected at least {type_.min_length} characters")
    if type_.max_length is not None and len(value) > type_.max_length:
        yield _error(at, RuleId.MAX_LENGTH, f"expected at most {type_.max_length} characters")
    if type_.pattern is not None and not type_.pattern.matches(value):
        yield _error(at, RuleId.PATTERN, f"expected a match of {type_.pattern.source}")
    if type_.format is not None and not FORMATS[type_.format].matches(value):
        yield _error(at, RuleId.FORMAT, f"expected the format {type_.format}")


def _enum(enum: Enum, value: Json, at: str) -> Iterator[Finding]:
    if not isinstance(value, str):
        yield _error(at, RuleId.TYPE, "expected a string")
    elif enum.value(value) is None and not enum.open:
        known = ", ".join(entry.value for entry in enum.values)
        yield _error(at, RuleId.ENUM, f"expected one of {known}")
    elif enum.value(value) is None:
        yield _advice(at, RuleId.UNKNOWN_VALUE, f"this is not a known {enum.name}")
        if enum.case is not None and not SPELLINGS[enum.case].fullmatch(value):
            yield _advice(at, RuleId.LETTER_CASE, f"expected the letter case {enum.case}")


def _list(type_: ListOf, value: Json, at: str) -> Iterator[Finding]:
    if not isinstance(value, list):
        yield _error(at, RuleId.TYPE, "expected a list")
        return
    if type_.min_items is not None and len(value) < type_.min_items:
        yield _error(at, RuleId.MIN_ITEMS, f"expected at least {type_.min_items} items")
    if type_.max_items is not None and len(value) > type_.max_items:
        yield _error(at, RuleId.MAX_ITEMS, f"expected at most {type_.max_items} items")
    for index, item in enumerate(value):
        yield from _type(type_.item, item, follow(at, index))


def _map(type_: MapOf, value: Json, at: str) -> Iterator[Finding]:
    if not isinstance(value, dict):
        yield _error(at, RuleId.TYPE, "expected an object")
        return
    for key, item in value.items():
        yield from _type(type_.value, item, follow(at, key))
