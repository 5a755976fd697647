"""The kinds of rules that a contract states, and which of them a target enforces."""

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import assert_never

from sealwax.contract.model import Contract, Outcome, Record
from sealwax.frozen import frozen
from sealwax.meaning import checks
from sealwax.meaning.findings import RuleId, Weight
from sealwax.meaning.lowering import lower


class Kind(StrEnum):
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
    ITEMS = "lists are within their size limits"
    PAIR = "numbers belong to their error code"
    SHOULD = "recommended keys are present"
    SUPERSEDED = "superseded keys are not used"
    UNKNOWN_VALUE = "values of open enums are listed"
    LETTER_CASE = "unlisted values of open enums have the right letter case"
    CLASSIFICATION = "codes have their usual type or severity"
    UNDECLARED = "keys of tiered records are declared, or have a prefix that needs no declaration"
    PROSE = "keys with a condition in prose are present when it holds"

    @property
    def is_advice(self) -> bool:
        return self in ADVICE

    @property
    def is_checkable(self) -> bool:
        return self is not Kind.PROSE


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

_KINDS = {
    RuleId.TYPE: Kind.TYPE,
    RuleId.REQUIRED: Kind.REQUIRED,
    RuleId.UNKNOWN_KEY: Kind.UNKNOWN_KEY,
    RuleId.CONSTANT: Kind.CONSTANT,
    RuleId.ENUM: Kind.ENUM,
    RuleId.MIN_LENGTH: Kind.LENGTH,
    RuleId.MAX_LENGTH: Kind.LENGTH,
    RuleId.PATTERN: Kind.PATTERN,
    RuleId.FORMAT: Kind.FORMAT,
    RuleId.MINIMUM: Kind.RANGE,
    RuleId.MAXIMUM: Kind.RANGE,
    RuleId.MIN_ITEMS: Kind.ITEMS,
    RuleId.MAX_ITEMS: Kind.ITEMS,
    RuleId.PAIR: Kind.PAIR,
    RuleId.SHOULD: Kind.SHOULD,
    RuleId.SUPERSEDED: Kind.SUPERSEDED,
    RuleId.UNKNOWN_VALUE: Kind.UNKNOWN_VALUE,
    RuleId.LETTER_CASE: Kind.LETTER_CASE,
    RuleId.CLASSIFICATION: Kind.CLASSIFICATION,
    RuleId.UNDECLARED: Kind.UNDECLARED,
}
"""By the rule of a finding. Every value is checked for the rule `json`, whatever the contract states."""


def rules(contract: Contract) -> dict[Kind, tuple[str, ...]]:
    """The kinds of rules that a contract states, in the order of `Kind`, each with the places that state it."""
    found: dict[Kind, dict[str, None]] = {kind: {} for kind in Kind}
    for kind, place in (*_checked(lower(contract)), *_in_words(contract)):
        found[kind][place] = None
    return {kind: tuple(places) for kind, places in found.items() if places}


def _checked(plan: checks.Plan) -> Iterator[tuple[Kind, str]]:
    """Each check of the plan, with its place. A tool repeats the checks of the envelope and of its payload."""
    for name in plan.public:
        if plan.types[name].role is not checks.Role.TOOL_ENVELOPE:
            yield from _of_type(name, plan)


def _of_type(name: str, plan: checks.Plan) -> Iterator[tuple[Kind, str]]:
    check = plan.types[name].check
    match check:
        case checks.CasesCheck(cases):
            yield Kind.OUTCOME, name
            for case in cases:
                yield from _of_type(case.type.name, plan)
        case checks.ObjectCheck():
            yield from _of_object(name, check)
        case checks.StringCheck(_, limits):
            yield from ((kind, name) for kind in _of_limits(limits))
        case _:
            yield from ((kind, name) for kind in _of_check(check))


def _of_object(name: str, check: checks.ObjectCheck) -> Iterator[tuple[Kind, str]]:
    yield from ((_KINDS[others.message.rule], name) for others in check.other_keys)
    for row in check.rows:
        place = f"{name}.{row.key}"
        yield from ((kind, place) for kind in (*map(_of_absence, row.missing), *_of_check(row.check)))
        for rule in row.rules:
            yield _KINDS[rule.message.rule], f"{place}.{rule.key}" if isinstance(rule, checks.ForbiddenKey) else place


def _of_absence(missing: checks.Missing) -> Kind:
    return Kind.RAISED if missing.when and missing.message.level is Weight.ERROR else _KINDS[missing.message.rule]


def _of_check(check: checks.Check) -> Iterator[Kind]:
    """A named type states its own rules, once and not wherever it is used."""
    match check:
        case checks.AnyCheck():
            return
        case checks.KindCheck() | checks.TypeRef() | checks.ObjectCheck() | checks.CasesCheck():
            yield Kind.TYPE
        case checks.NumberCheck(_, _, limits):
            yield from (Kind.TYPE, Kind.NUMBER, *_of_limits(limits))
        case checks.StringCheck(_, limits):
            yield from (Kind.TYPE, *_of_limits(limits))
        case checks.ConstantCheck():
            yield from (Kind.TYPE, Kind.CONSTANT)
        case checks.ListCheck(item, _, limits):
            yield from (Kind.TYPE, *_of_limits(limits), *_of_check(item))
        case checks.MapCheck(inner) | checks.NullableCheck(inner):
            yield from (Kind.TYPE, *_of_check(inner))
        case _:
            assert_never(check)


def _of_limits(limits: Iterable[checks.NumberLimit | checks.StringLimit | checks.ListLimit]) -> Iterator[Kind]:
    for limit in limits:
        yield _KINDS[limit.message.rule]
        if isinstance(limit, checks.Listed) and limit.spelling is not None:
            yield _KINDS[limit.spelling.message.rule]


def _in_words(contract: Contract) -> Iterator[tuple[Kind, str]]:
    """Conditions that are prose, which nothing checks."""
    shapes: tuple[Outcome | Record, ...] = (*contract.envelope.outcomes, *contract.records)
    for shape in shapes:
        for field in shape.fields:
            if field.conditional is not None and not field.conditional.condition:
                yield Kind.PROSE, f"{shape.name}.{field.name}"
