"""The reference meaning of a contract: a value in, findings out, by interpreting the model.

A value is anything that a program can hold. Types are compared exactly, and keys are known to be strings before one
is looked up, so that no code of the value ever runs. Types of a contract never form a cycle, so recursion here is as
deep as the contract; only free values can be deeper, and those are walked by `is_json`.
"""

import re
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import assert_never

from sealwax.contract import messages
from sealwax.contract.json_values import has_text_keys, is_integer, is_json, is_number, same
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

    JSON = "json"
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


Subject = Envelope | Record | Enum | Text


def check(subject: Subject, value: object) -> list[Finding]:
    """All findings about a value, in the order of the contract."""
    if isinstance(subject, Envelope):
        return list(_envelope(subject, value, ""))
    return list(_named(subject, value, ""))


def check_type(type_: Type, value: object) -> list[Finding]:
    """All findings about a value of a type that needs no name."""
    return list(_type(type_, value, ""))


def is_valid(type_: Type, value: object) -> bool:
    return not any(finding.level is Weight.ERROR for finding in _type(type_, value, ""))


def follow(pointer: str, key: str | int) -> str:
    return f"{pointer}/{str(key).replace('~', '~0').replace('/', '~1')}"


def _error(pointer: str, rule: RuleId, message: str) -> Finding:
    return Finding(pointer, Weight.ERROR, rule, message)


def _advice(pointer: str, rule: RuleId, message: str) -> Finding:
    return Finding(pointer, Weight.ADVICE, rule, message)


# -- objects ----------------------------------------------------------------------------------------------------------


def _envelope(envelope: Envelope, value: object, at: str) -> Iterator[Finding]:
    """An object whose tag is missing or belongs to no outcome is held to what the envelope says in general."""
    if type(value) is not dict or not has_text_keys(value):
        yield _no_object(value, at)
        return
    tag = envelope.success.tag
    given = [outcome for outcome in envelope.outcomes if tag in value and same(value[tag], outcome.tag_value)]
    yield from _object(given[0].fields if given else envelope.fields, envelope.open, value, at)
    if tag in value and not given and is_valid(_field_named(envelope.fields, tag).type, value[tag]):
        yield _error(follow(at, tag), RuleId.CONSTANT, messages.wrong_tag(envelope))


def _field_named(fields: Sequence[Field], name: str) -> Field:
    return next(field for field in fields if field.name == name)


def _named(target: Record | Enum | Text, value: object, at: str) -> Iterator[Finding]:
    match target:
        case Record():
            if type(value) is dict and has_text_keys(value):
                yield from _object(target.fields, target.open, value, at)
            else:
                yield _no_object(value, at)
        case Enum():
            yield from _enum(target, value, at)
        case Text():
            yield from _string(target.string, value, at)
        case _:
            assert_never(target)


def _no_object(value: object, at: str) -> Finding:
    """Nothing else is said about an object with a key that is not a string."""
    if type(value) is dict:
        return _error(at, RuleId.JSON, messages.NOT_JSON)
    return _error(at, RuleId.TYPE, messages.OBJECT)


def _object(fields: Sequence[Field], is_open: bool, value: dict[str, object], at: str) -> Iterator[Finding]:
    for field in fields:
        if field.name in value:
            yield from _present_field(field, fields, value, follow(at, field.name))
        else:
            yield from _absent_field(field, value, follow(at, field.name))
    known = {field.name for field in fields}
    for key, member in value.items():
        if key not in known and not is_open:
            yield _error(follow(at, key), RuleId.UNKNOWN_KEY, messages.UNKNOWN_KEY)
        elif key not in known:
            yield from _free(member, follow(at, key))


def _free(value: object, at: str) -> Iterator[Finding]:
    if not is_json(value):
        yield _error(at, RuleId.JSON, messages.NOT_JSON)


def _absent_field(field: Field, siblings: dict[str, object], at: str) -> Iterator[Finding]:
    level = field.level
    if field.raised is not None and field.raised.condition and holds(field.raised.condition, siblings):
        level = field.raised.level
    if level is Level.MUST:
        yield _error(at, RuleId.REQUIRED, messages.REQUIRED)
    elif level is Level.SHOULD:
        yield _advice(at, RuleId.SHOULD, messages.SHOULD)


def holds(condition: Condition, siblings: dict[str, object]) -> bool:
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


def _present_field(field: Field, fields: Sequence[Field], siblings: dict[str, object], at: str) -> Iterator[Finding]:
    value = siblings[field.name]
    if value is None and field.readers_accept_null:
        return
    yield from _type(field.type, value, at)
    if field.follows and type(value) is str:
        yield from _classification(field, _field_named(fields, field.follows), siblings, value, at)
    if field.superseded and type(value) is dict and has_text_keys(value):
        for old in field.superseded:
            if old.name in value:
                yield _advice(follow(at, old.name), RuleId.SUPERSEDED, messages.superseded(old))


def _classification(
    field: Field, code_field: Field, siblings: dict[str, object], value: str, at: str
) -> Iterator[Finding]:
    code, type_ = siblings.get(code_field.name), code_field.type
    if type(code) is str and isinstance(type_, Reference) and isinstance(type_.target, Enum):
        entry = type_.target.value(code)
        if entry is not None and entry.classified_as != value:
            yield _advice(at, RuleId.CLASSIFICATION, messages.classification(field))


# -- types ------------------------------------------------------------------------------------------------------------


def _type(type_: Type, value: object, at: str) -> Iterator[Finding]:
    match type_:
        case Null():
            if value is not None:
                yield _error(at, RuleId.TYPE, messages.expected(type_))
        case Boolean():
            if type(value) is not bool:
                yield _error(at, RuleId.TYPE, messages.expected(type_))
        case Integer() | Number():
            yield from _number(type_, value, at)
        case String():
            yield from _string(type_, value, at)
        case Constant():
            if not same(value, type_.value):
                yield _error(at, RuleId.CONSTANT, messages.expected(type_))
        case AnyValue():
            yield from _free(value, at)
        case AnyObject() | Payload():
            if type(value) is dict:
                yield from _free(value, at)
            else:
                yield _no_object(value, at)
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


def _number(type_: Integer | Number, value: object, at: str) -> Iterator[Finding]:
    if not is_number(value) or (isinstance(type_, Integer) and not is_integer(value)):
        yield _error(at, RuleId.TYPE, messages.expected(type_))
        return
    if type_.minimum is not None and value < type_.minimum:
        yield _error(at, RuleId.MINIMUM, messages.too_small(type_.minimum))
    if type_.maximum is not None and value > type_.maximum:
        yield _error(at, RuleId.MAXIMUM, messages.too_large(type_.maximum))


def _string(type_: String, value: object, at: str) -> Iterator[Finding]:
    if type(value) is not str:
        yield _error(at, RuleId.TYPE, messages.STRING)
        return
    if type_.min_length is not None and len(value) < type_.min_length:
        yield _error(at, RuleId.MIN_LENGTH, messages.too_short(type_.min_length))
    if type_.max_length is not None and len(value) > type_.max_length:
        yield _error(at, RuleId.MAX_LENGTH, messages.too_long(type_.max_length))
    if type_.pattern is not None and not type_.pattern.matches(value):
        yield _error(at, RuleId.PATTERN, messages.no_match(type_.pattern))
    if type_.format is not None and not FORMATS[type_.format].matches(value):
        yield _error(at, RuleId.FORMAT, messages.wrong_format(type_.format))


def _enum(enum: Enum, value: object, at: str) -> Iterator[Finding]:
    if type(value) is not str:
        yield _error(at, RuleId.TYPE, messages.STRING)
    elif enum.value(value) is not None:
        return
    elif not enum.open:
        yield _error(at, RuleId.ENUM, messages.not_listed(enum))
    else:
        yield _advice(at, RuleId.UNKNOWN_VALUE, messages.unknown_value(enum))
        if enum.case is not None and not SPELLINGS[enum.case].fullmatch(value):
            yield _advice(at, RuleId.LETTER_CASE, messages.wrong_case(enum))


def _list(type_: ListOf, value: object, at: str) -> Iterator[Finding]:
    if type(value) is not list:
        yield _error(at, RuleId.TYPE, messages.expected(type_))
        return
    if type_.min_items is not None and len(value) < type_.min_items:
        yield _error(at, RuleId.MIN_ITEMS, messages.too_few(type_.min_items))
    if type_.max_items is not None and len(value) > type_.max_items:
        yield _error(at, RuleId.MAX_ITEMS, messages.too_many(type_.max_items))
    for index, item in enumerate(value):
        yield from _type(type_.item, item, follow(at, index))


def _map(type_: MapOf, value: object, at: str) -> Iterator[Finding]:
    if type(value) is not dict or not has_text_keys(value):
        yield _no_object(value, at)
        return
    for key, item in value.items():
        yield from _type(type_.value, item, follow(at, key))
