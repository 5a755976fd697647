"""The kinds of rules that a contract states, and which of them a target enforces."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import assert_never

from sealwax.contract.model import (
    AnyObject,
    AnyValue,
    Boolean,
    Constant,
    Contract,
    Enum,
    Field,
    Integer,
    Level,
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
from sealwax.frozen import frozen


class Kind(StrEnum):
    """A kind of rule. The value says what the rule asks for."""

    TYPE = "a value has the type of its field"
    NUMBER = "an integer has no fraction, and true is not a number"
    REQUIRED = "a key is present that must be"
    RAISED = "a key is present that must be under a condition"
    UNKNOWN_KEY = "a closed object has no other keys"
    OUTCOME = "success and failure each have the fields of their case"
    CONSTANT = "a constant has its value"
    ENUM = "a value is in a closed list"
    LENGTH = "a string is not too short and not too long"
    PATTERN = "a string matches a pattern"
    FORMAT = "a string has a named format"
    RANGE = "a number is not too small and not too large"
    ITEMS = "a list has not too few and not too many items"
    PAIR = "a number is the one of its error code"
    SHOULD = "a key is present that should be, perhaps under a condition"
    SUPERSEDED = "a key that is superseded is not used"
    UNKNOWN_VALUE = "a value is in an open list"
    LETTER_CASE = "a value that is not in an open list has the letter case of the list"
    CLASSIFICATION = "a code goes with its usual type or severity"
    UNDECLARED = "a key of a tiered record is declared, or has a prefix for keys that are not"
    PROSE = "a key is present under a condition in words"

    @property
    def is_advice(self) -> bool:
        return self in ADVICE


ADVICE = frozenset(
    {
        Kind.SHOULD,
        Kind.SUPERSEDED,
        Kind.UNKNOWN_VALUE,
        Kind.LETTER_CASE,
        Kind.CLASSIFICATION,
        Kind.UNDECLARED,
    }
)
DECISIVE = frozenset(Kind) - ADVICE - {Kind.PROSE}
"""What decides whether a value is valid."""
CHECKABLE = DECISIVE | ADVICE
"""Everything but conditions in words, which no value can settle."""


@frozen
class Enforcement:
    """What a target enforces, and by what. What is enforced in part has a remark that says in which part."""

    target: str
    by: str
    whole: frozenset[Kind]
    partly: Mapping[Kind, str]


# -- where a contract states a rule -----------------------------------------------------------------------------------


def rules(contract: Contract) -> dict[Kind, tuple[str, ...]]:
    """The kinds of rules that a contract states, in the order of `Kind`, each with the places that state it."""
    found: dict[Kind, dict[str, None]] = {kind: {} for kind in Kind}
    for kind, place in _rules(contract):
        found[kind][place] = None
    return {kind: tuple(places) for kind, places in found.items() if places}


def _rules(contract: Contract) -> Iterator[tuple[Kind, str]]:
    envelope = contract.envelope
    if envelope.mark is not None:
        yield Kind.OUTCOME, envelope.name
    for outcome in envelope.outcomes:
        yield from _object_rules(outcome.name, outcome.fields, envelope.open)
    for record in contract.records:
        yield from _object_rules(record.name, record.fields, record.open)
        if record.tiered:
            yield Kind.UNDECLARED, record.name
    for text in contract.texts:
        yield from ((kind, text.name) for kind in _string_rules(text.string))
    for enum in contract.enums:
        yield from ((kind, enum.name) for kind in _enum_rules(enum))


def _object_rules(name: str, fields: tuple[Field, ...], is_open: bool) -> Iterator[tuple[Kind, str]]:
    if not is_open:
        yield Kind.UNKNOWN_KEY, name
    for field in fields:
        place = f"{name}.{field.name}"
        yield from ((kind, place) for kind in (*_presence_rules(field), *_type_rules(field.type)))
        if field.number_of is not None:
            yield Kind.PAIR, place
        if field.follows:
            yield Kind.CLASSIFICATION, place
        yield from ((Kind.SUPERSEDED, f"{place}.{old.name}") for old in field.superseded)


def _presence_rules(field: Field) -> Iterator[Kind]:
    if field.required:
        yield Kind.REQUIRED
    elif field.level is Level.SHOULD:
        yield Kind.SHOULD
    if field.conditional is not None and field.conditional.condition:
        yield Kind.RAISED if field.conditional.level is Level.MUST else Kind.SHOULD
    elif field.conditional is not None:
        yield Kind.PROSE


def _type_rules(kind: Type) -> Iterator[Kind]:
    match kind:
        case Null() | Boolean() | AnyObject() | Payload() | Reference():
            # A named type states its own rules, once and not wherever it is used.
            yield Kind.TYPE
        case Integer(low, high) | Number(low, high):
            yield from (Kind.TYPE, Kind.NUMBER)
            yield from () if low is None and high is None else (Kind.RANGE,)
        case String():
            yield Kind.TYPE
            yield from _string_rules(kind)
        case Constant():
            yield from (Kind.TYPE, Kind.CONSTANT)
        case AnyValue():
            return
        case ListOf(item, low, high):
            yield Kind.TYPE
            yield from () if low is None and high is None else (Kind.ITEMS,)
            yield from _type_rules(item)
        case MapOf(inner) | Nullable(inner):
            yield Kind.TYPE
            yield from _type_rules(inner)
        case _:
            assert_never(kind)


def _string_rules(string: String) -> Iterator[Kind]:
    if string.min_length is not None or string.max_length is not None:
        yield Kind.LENGTH
    if string.pattern is not None:
        yield Kind.PATTERN
    if string.format is not None:
        yield Kind.FORMAT


def _enum_rules(enum: Enum) -> Iterator[Kind]:
    yield Kind.UNKNOWN_VALUE if enum.open else Kind.ENUM
    if enum.open and enum.case is not None:
        yield Kind.LETTER_CASE
