"""The reference meaning of a contract: a value in, findings out, by interpreting the model.

A value is anything that a program can hold. What is not JSON is not judged any further: it has one finding, about the
first place that is none. After that, every value is of a type that a JSON decoder makes, so that no code of the value
ever runs. Types of a contract never form a cycle, so recursion here is as deep as the contract.
"""

import re
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import TypeAlias, assert_never

from sealwax.contract import messages
from sealwax.contract.json_values import is_integer, is_json, is_number, same, way_to_fault
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
    Outcome,
    Payload,
    Presence,
    Present,
    Record,
    Reference,
    String,
    Tag,
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
    PAIR = "pair"
    SHOULD = "should"
    SUPERSEDED = "superseded"
    UNKNOWN_VALUE = "unknown-value"
    LETTER_CASE = "letter-case"
    CLASSIFICATION = "classification"
    UNDECLARED = "undeclared"


@frozen
class Finding:
    """One thing that a contract says otherwise. `pointer` is a JSON pointer into the value."""

    pointer: str
    level: Weight
    rule: RuleId
    message: str


Subject = Envelope | Record | Enum | Text
Place: TypeAlias = tuple["Place", str | int] | None
"""Where a value is: the place of what holds it, and its key there. It becomes a pointer only if there is a finding."""


def check(subject: Subject, value: object, *, decoded: bool = False) -> list[Finding]:
    """All findings about a value, in the order of the contract. A decoded one is known to be JSON."""
    if not decoded and not is_json(value):
        return [_not_json(value)]
    walk = _Walk()
    if isinstance(subject, Envelope):
        walk.envelope(subject, value)
    else:
        walk.named(subject, value, None)
    return walk.found


def check_type(kind: Type, value: object) -> list[Finding]:
    """All findings about a value of a type that needs no name."""
    return _judged(kind, value) if is_json(value) else [_not_json(value)]


def is_valid(kind: Type, value: object) -> bool:
    return _is_without_errors(check_type(kind, value))


def _judged(kind: Type, value: object) -> list[Finding]:
    walk = _Walk()
    walk.type(kind, value, None)
    return walk.found


def _is_without_errors(found: list[Finding]) -> bool:
    return not any(finding.level is Weight.ERROR for finding in found)


def _not_json(value: object) -> Finding:
    way = way_to_fault(value)
    message = messages.TOO_DEEP if way is None else messages.NOT_JSON
    return Finding(_spelt(way or ()), Weight.ERROR, RuleId.JSON, message)


def holds(condition: Condition, siblings: dict[str, object]) -> bool:
    """Whether every test of a condition is met by the object that holds the fields."""
    return all(_is_met(test, siblings) for test in condition)


def _is_met(test: OneOf | Present, siblings: dict[str, object]) -> bool:
    match test:
        case OneOf(field, values):
            return field in siblings and any(same(siblings[field], value) for value in values)
        case Present(field, expected):
            return (field in siblings) == expected
        case _:
            assert_never(test)


def outcome_of(envelope: Envelope, value: dict[str, object]) -> Outcome | None:
    """The outcome that an object is marked as, or None when its tag is missing or belongs to no outcome."""
    return next((outcome for outcome in envelope.outcomes if _is_marked(outcome.mark, value)), None)


def _is_marked(mark: Tag | Presence | None, value: dict[str, object]) -> bool:
    match mark:
        case Tag(field, expected):
            return field in value and same(value[field], expected)
        case Presence(field, expected):
            return (field in value) == expected
        case None:
            return True
        case _:
            assert_never(mark)


def _pointer(place: Place) -> str:
    way: list[str | int] = []
    while place is not None:
        place, key = place
        way.append(key)
    return _spelt(reversed(way))


def _spelt(way: Iterable[str | int]) -> str:
    steps = (key.replace("~", "~0").replace("/", "~1") if isinstance(key, str) else str(key) for key in way)
    return "".join(f"/{step}" for step in steps)


def text_at(value: object, path: Sequence[str]) -> str:
    """The string at a path of keys; empty when there is none."""
    for key in path:
        if type(value) is not dict:
            return ""
        value = value.get(key)
    return value if type(value) is str else ""


def _field_named(fields: Sequence[Field], name: str) -> Field:
    return next(field for field in fields if field.name == name)


class _Walk:
    """Goes through a value beside its type, and notes what it finds."""

    __slots__ = ("found",)

    def __init__(self) -> None:
        self.found: list[Finding] = []

    def _error(self, at: Place, rule: RuleId, message: str) -> None:
        self.found.append(Finding(_pointer(at), Weight.ERROR, rule, message))

    def _advice(self, at: Place, rule: RuleId, message: str) -> None:
        self.found.append(Finding(_pointer(at), Weight.ADVICE, rule, message))

    # -- objects ------------------------------------------------------------------------------------------------------

    def envelope(self, envelope: Envelope, value: object) -> None:
        """An object whose tag is missing or belongs to no outcome is held to what the envelope says in general."""
        if type(value) is not dict:
            self._error(None, RuleId.TYPE, messages.OBJECT)
            return
        outcome = outcome_of(envelope, value)
        self._object(outcome.fields if outcome is not None else envelope.fields, envelope.open, value, None)
        if outcome is None and isinstance(envelope.mark, Tag) and envelope.mark.field in value:
            tag = envelope.mark.field
            if _is_without_errors(_judged(_field_named(envelope.fields, tag).type, value[tag])):
                self._error((None, tag), RuleId.CONSTANT, messages.wrong_tag(envelope))

    def named(self, target: Record | Enum | Text, value: object, at: Place) -> None:
        match target:
            case Record():
                if type(value) is dict:
                    self._object(target.fields, target.open, value, at)
                    if target.tiered:
                        self._undeclared(target, value, at)
                else:
                    self._error(at, RuleId.TYPE, messages.OBJECT)
            case Enum():
                self._enum(target, value, at)
            case Text():
                self._string(target.string, value, at)
            case _:
                assert_never(target)

    def _object(self, fields: Sequence[Field], is_open: bool, value: dict[str, object], at: Place) -> None:
        named = 0
        for field in fields:
            if field.name in value:
                named += 1
                self._present_field(field, fields, value, (at, field.name))
            elif field.level is not Level.MAY or field.raised is not None:
                self._absent_field(field, value, (at, field.name))
        if named < len(value) and not is_open:
            known = {field.name for field in fields}
            for key in value:
                if key not in known:
                    self._error((at, key), RuleId.UNKNOWN_KEY, messages.UNKNOWN_KEY)

    def _undeclared(self, record: Record, value: dict[str, object], at: Place) -> None:
        """Keys that belong to no tier, and those of a tier whose keys are declared."""
        known = {field.name for field in record.fields}
        for key in value:
            if key not in known and not key.startswith(record.free_prefixes):
                self._advice((at, key), RuleId.UNDECLARED, messages.undeclared(record))

    def _absent_field(self, field: Field, siblings: dict[str, object], at: Place) -> None:
        level = field.level
        if field.raised is not None and field.raised.condition and holds(field.raised.condition, siblings):
            level = field.raised.level
        if level is Level.MUST:
            self._error(at, RuleId.REQUIRED, messages.REQUIRED)
        elif level is Level.SHOULD:
            self._advice(at, RuleId.SHOULD, messages.SHOULD)

    def _present_field(self, field: Field, fields: Sequence[Field], siblings: dict[str, object], at: Place) -> None:
        value = siblings[field.name]
        if value is None and field.readers_accept_null:
            return
        self.type(field.type, value, at)
        if field.follows and type(value) is str:
            self._classification(field, _field_named(fields, field.follows), siblings, at)
        if field.number_of is not None and is_integer(value):
            number = field.number_of.number(text_at(siblings, field.number_of.path))
            if number is not None and number != value:
                self._error(at, RuleId.PAIR, messages.wrong_number(field.number_of))
        if field.superseded and type(value) is dict:
            for old in field.superseded:
                if old.name in value:
                    self._advice((at, old.name), RuleId.SUPERSEDED, messages.superseded(old))

    def _classification(self, field: Field, code_field: Field, siblings: dict[str, object], at: Place) -> None:
        code, kind = siblings.get(code_field.name), code_field.type
        if type(code) is str and isinstance(kind, Reference) and isinstance(kind.target, Enum):
            entry = kind.target.value(code)
            if entry is not None and entry.classified_as != siblings[field.name]:
                self._advice(at, RuleId.CLASSIFICATION, messages.classification(field))

    # -- types --------------------------------------------------------------------------------------------------------

    def type(self, kind: Type, value: object, at: Place) -> None:
        match kind:
            case Reference():
                self.named(kind.target, value, at)
            case String():
                self._string(kind, value, at)
            case Integer() | Number():
                self._number(kind, value, at)
            case Constant():
                if not same(value, kind.value):
                    self._error(at, RuleId.CONSTANT, messages.expected(kind))
            case ListOf():
                self._list(kind, value, at)
            case MapOf():
                self._map(kind, value, at)
            case Nullable():
                if value is not None:
                    self.type(kind.inner, value, at)
            case AnyObject() | Payload():
                if type(value) is not dict:
                    self._error(at, RuleId.TYPE, messages.OBJECT)
            case AnyValue():
                pass
            case Boolean():
                if type(value) is not bool:
                    self._error(at, RuleId.TYPE, messages.expected(kind))
            case Null():
                if value is not None:
                    self._error(at, RuleId.TYPE, messages.expected(kind))
            case _:
                assert_never(kind)

    def _number(self, kind: Integer | Number, value: object, at: Place) -> None:
        if not is_number(value) or (isinstance(kind, Integer) and not is_integer(value)):
            self._error(at, RuleId.TYPE, messages.expected(kind))
            return
        if kind.minimum is not None and value < kind.minimum:
            self._error(at, RuleId.MINIMUM, messages.too_small(kind.minimum))
        if kind.maximum is not None and value > kind.maximum:
            self._error(at, RuleId.MAXIMUM, messages.too_large(kind.maximum))

    def _string(self, kind: String, value: object, at: Place) -> None:
        if type(value) is not str:
            self._error(at, RuleId.TYPE, messages.STRING)
            return
        if kind.min_length is not None and len(value) < kind.min_length:
            self._error(at, RuleId.MIN_LENGTH, messages.too_short(kind.min_length))
        if kind.max_length is not None and len(value) > kind.max_length:
            self._error(at, RuleId.MAX_LENGTH, messages.too_long(kind.max_length))
        if kind.pattern is not None and not kind.pattern.matches(value):
            self._error(at, RuleId.PATTERN, messages.no_match(kind.pattern))
        if kind.format is not None and not FORMATS[kind.format].matches(value):
            self._error(at, RuleId.FORMAT, messages.wrong_format(kind.format))

    def _enum(self, enum: Enum, value: object, at: Place) -> None:
        if type(value) is not str:
            self._error(at, RuleId.TYPE, messages.STRING)
        elif enum.value(value) is not None:
            return
        elif not enum.open:
            self._error(at, RuleId.ENUM, messages.not_listed(enum))
        else:
            self._advice(at, RuleId.UNKNOWN_VALUE, messages.unknown_value(enum))
            if enum.case is not None and not SPELLINGS[enum.case].fullmatch(value):
                self._advice(at, RuleId.LETTER_CASE, messages.wrong_case(enum))

    def _list(self, kind: ListOf, value: object, at: Place) -> None:
        if type(value) is not list:
            self._error(at, RuleId.TYPE, messages.expected(kind))
            return
        if kind.min_items is not None and len(value) < kind.min_items:
            self._error(at, RuleId.MIN_ITEMS, messages.too_few(kind.min_items))
        if kind.max_items is not None and len(value) > kind.max_items:
            self._error(at, RuleId.MAX_ITEMS, messages.too_many(kind.max_items))
        for index, item in enumerate(value):
            self.type(kind.item, item, (at, index))

    def _map(self, kind: MapOf, value: object, at: Place) -> None:
        if type(value) is not dict:
            self._error(at, RuleId.TYPE, messages.OBJECT)
            return
        for key, item in value.items():
            self.type(kind.value, item, (at, key))
