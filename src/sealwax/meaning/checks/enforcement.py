"""The kinds of rules that a contract states, and which of them a target enforces."""

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct

from sealwax.meaning.findings import RuleId, Weight


class RuleKind(StrEnum):
    """A kind of rule. The value states the rule."""

    TYPE = "values have the declared type"
    NUMBER = "integers have no fraction, and booleans are not numbers"
    REQUIRED = "required keys are present"
    RAISED = "conditionally required keys are present"
    UNKNOWN_KEY = "closed objects have no other keys"
    OUTCOME = "success and failure each have their own fields"
    CONSTANT = "constants have their value"
    ENUM = "values of closed enums are listed"
    LENGTH = "strings are within their length limits"
    PATTERN = "strings match their pattern"
    FORMAT = "strings have their named format"
    RANGE = "numbers are within their range"
    MULTIPLE_OF = "numbers are multiples of their divisor"
    ITEMS = "lists are within their size limits"
    PAIR = "numbers belong to their error code"
    SHOULD = "recommended keys are present"
    SUPERSEDED = "superseded keys are not used"
    UNKNOWN_VALUE = "values of open enums are listed"
    LETTER_CASE = "unlisted values of open enums have the right letter case"
    CLASSIFICATION = "codes have their usual type or severity"
    SUM = "sums equal the total of their parts"
    EXPECTED = "keys only occur with the values that they belong to"
    ORDER = "numbers within a string are in ascending order"
    UNDECLARED = "keys of tiered records are declared, or have a prefix that needs no declaration"
    DEPRECATED = "deprecated keys and values are not used"
    PROSE = "keys with a condition in prose are present when it holds"

    @property
    def is_advice(self) -> bool:
        return self in ADVICE

    @property
    def is_checkable(self) -> bool:
        return self is not RuleKind.PROSE


KINDS = {rule: RuleKind[rule.name] for rule in RuleId if rule.name in RuleKind.__members__} | {
    RuleId.MIN_LENGTH: RuleKind.LENGTH,
    RuleId.MAX_LENGTH: RuleKind.LENGTH,
    RuleId.MINIMUM: RuleKind.RANGE,
    RuleId.MAXIMUM: RuleKind.RANGE,
    RuleId.MIN_ITEMS: RuleKind.ITEMS,
    RuleId.MAX_ITEMS: RuleKind.ITEMS,
}
"""By the rule of a finding. Every value is checked for the rule `json`, whatever the contract states."""
ADVICE = frozenset(kind for rule, kind in KINDS.items() if rule.level is Weight.ADVICE)
DECISIVE = frozenset(RuleKind) - ADVICE - {RuleKind.PROSE}
"""What decides whether a value is valid."""
CHECKABLE = DECISIVE | ADVICE
"""Everything but conditions in words, which no value can settle."""


class Enforcement(Struct, frozen=True):
    """What a target enforces. What is enforced in part has a remark that says in which part."""

    target: str
    whole: frozenset[RuleKind]
    partly: Mapping[RuleKind, str]
