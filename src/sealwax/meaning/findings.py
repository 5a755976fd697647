"""Findings: the ways in which a value breaks a contract."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Self

from msgspec import Struct


class FixedMessages(Struct, frozen=True):
    """The messages of findings that are the same in every contract."""

    null: str = "expected null"
    boolean: str = "expected true or false"
    integer: str = "expected an integer"
    number: str = "expected a number"
    string: str = "expected a string"
    list: str = "expected a list"
    object: str = "expected an object"
    required: str = "this key must be present"
    should: str = "this key should be present"
    unknown_key: str = "this key is not part of the contract"
    not_json: str = "expected a JSON value"
    """At the first value that is not JSON."""
    too_deep: str = "expected at most 500 levels of nesting"
    unreadable: str = "this text is not JSON"
    not_json_text: str = "this text is not JSON, or is nested more than 500 levels deep"
    """Where a parser does not say which of the two it is."""


MESSAGES = FixedMessages()


class Weight(StrEnum):
    """An error makes a value invalid; advice does not."""

    ERROR = "error"
    ADVICE = "advice"


class RuleId(StrEnum):
    """The rule that a value breaks. Programs compare these values, so they never change."""

    level: Weight

    def __new__(cls, value: str, level: Weight = Weight.ERROR) -> Self:
        rule = str.__new__(cls, value)
        rule._value_, rule.level = value, level
        return rule

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
    MULTIPLE_OF = "multiple-of"
    MIN_ITEMS = "min-items"
    MAX_ITEMS = "max-items"
    PAIR = "pair"
    SHOULD = "should", Weight.ADVICE
    SUPERSEDED = "superseded", Weight.ADVICE
    UNKNOWN_VALUE = "unknown-value", Weight.ADVICE
    LETTER_CASE = "letter-case", Weight.ADVICE
    CLASSIFICATION = "classification", Weight.ADVICE
    SUM = "sum", Weight.ADVICE
    EXPECTED = "expected", Weight.ADVICE
    ORDER = "order", Weight.ADVICE
    UNDECLARED = "undeclared", Weight.ADVICE
    DEPRECATED = "deprecated", Weight.ADVICE


class Finding(Struct, frozen=True):
    """One way in which a value breaks the contract. `pointer` is a JSON pointer into the value."""

    pointer: str
    level: Weight
    rule: RuleId
    message: str


def has_errors(findings: Iterable[Finding]) -> bool:
    return any(finding.level is Weight.ERROR for finding in findings)


def errors_in(findings: Iterable[Finding]) -> list[Finding]:
    return [finding for finding in findings if finding.level is Weight.ERROR]
