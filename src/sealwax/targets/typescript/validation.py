"""The check plan -> validation.js: findings, verdicts and Standard Schemas."""

from collections.abc import Iterable, Iterator
from typing import TypeVar, assert_never

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.languages import typescript as ts
from sealwax.meaning import checks as c
from sealwax.meaning.checks.lowering import lower
from sealwax.meaning.checks.verdicts import Member, Plain, TypeVerdict, Value, verdict
from sealwax.meaning.findings import RuleId
from sealwax.naming import article, camel, pascal
from sealwax.patterns import Pattern
from sealwax.rendering import Finished
from sealwax.targets.typescript.declarations import Imports, first_line, imports
from sealwax.targets.typescript.schemas import constant_name as schema_constant
from sealwax.targets.typescript.types import Printer

RARE = frozenset({RuleId.PAIR, RuleId.SUM, RuleId.EXPECTED, RuleId.ORDER, RuleId.UNDECLARED, RuleId.DEPRECATED})
"""Rules that are part of the type of a finding only where a contract uses them."""
RARELY = c.RowRule | c.Ascending | c.DeprecatedValue | c.OtherKeys
"""The nodes that report those rules."""
_REPORTERS = {
    RuleId.REQUIRED: "must",
    RuleId.SHOULD: "should",
    RuleId.MINIMUM: "minimum",
    RuleId.MAXIMUM: "maximum",
    RuleId.MIN_LENGTH: "minLength",
    RuleId.MAX_LENGTH: "maxLength",
    RuleId.MIN_ITEMS: "minItems",
    RuleId.MAX_ITEMS: "maxItems",
    RuleId.PATTERN: "pattern",
    RuleId.FORMAT: "format",
    RuleId.ENUM: "oneOf",
    RuleId.UNKNOWN_VALUE: "known",
    RuleId.LETTER_CASE: "letterCase",
    RuleId.PAIR: "paired",
    RuleId.CLASSIFICATION: "classified",
}

_TAKEN = frozenset({"index", "key", "rt", "value"})
"""Names that a verdict uses for something else, besides those of the verdicts that it calls."""


class Subject(Struct, frozen=True):
    """The exports about the envelope or a named type."""

    name: str
    suffix: Finished
    """The part of the names of functions that says whose they are; empty for the envelope."""
    type: Finished


class ValidationView(Struct, frozen=True):
    """validation.js, and its part of index.d.ts"""

    header: Finished
    imports: Imports
    rules: tuple[Finished, ...]
    """The values of `Finding.rule`."""
    patterns: tuple[c.Matches | c.Ascending, ...]
    """One for each constant that holds a pattern."""
    tables: tuple[c.Lookup, ...]
    """One for each constant that holds a table."""
    verdicts: dict[str, TypeVerdict]
    """By the name of the type, each after those that it calls."""
    types: tuple[c.CheckedType, ...]
    parameter: Finished
    """The name of a type parameter, which no type of the contract has."""
    subjects: tuple[Subject, ...]


def validation_view(contract: m.Contract) -> ValidationView:
    plan, printer = lower(contract), Printer(contract)
    subjects = tuple(_subject(name, contract, printer) for name in plan.public)
    parts = [node for each in plan.types.values() for node in c.nodes(each.check)]
    listed = (ts.type_name(enum.name) for enum in contract.enums if not enum.suggestions)
    values = {"./catalogue.js": listed, "./schemas-lean.js": map(schema_constant, plan.public)}
    return ValidationView(
        header=first_line(contract),
        imports=imports(values),
        rules=tuple(_rules(parts)),
        patterns=_by_name(node for node in parts if isinstance(node, c.Matches | c.Ascending)),
        tables=_by_name(node for node in parts if isinstance(node, c.Lookup)),
        verdicts={name: verdict(name, plan.types) for name in plan.types if name in plan.public},
        types=tuple(plan.types.values()),
        parameter=printer.parameter,
        subjects=subjects,
    )


# -- exports ----------------------------------------------------------------------------------------------------------

Constant = TypeVar("Constant", c.Matches | c.Ascending, c.Lookup)


def suffix(name: str, contract: m.Contract) -> Finished:
    """The part of the names of functions that says whose they are; empty for the envelope."""
    return Finished("") if name == contract.envelope.name else ts.suffix(name)


def schema_name(name: str) -> Finished:
    """The Standard Schema of a named type."""
    return Finished(f"{camel(name)}Schema")


def _subject(name: str, contract: m.Contract, printer: Printer) -> Subject:
    enum = next((enum for enum in contract.enums if enum.name == name), None)
    kind = ts.type_name(name) if enum is None else printer.type(m.Reference(enum))
    return Subject(name, suffix(name, contract), kind)


# -- checks -----------------------------------------------------------------------------------------------------------


def _by_name(parts: Iterable[Constant]) -> tuple[Constant, ...]:
    """The nodes that a constant is made for, one of each name."""
    return tuple(sorted({node.name: node for node in parts}.values(), key=lambda node: node.name))


def _rules(parts: list[c.Node]) -> Iterator[Finished]:
    used = {node.message.rule for node in parts if isinstance(node, RARELY)}
    return (ts.string(rule.value) for rule in RuleId if rule not in RARE or rule in used)


# -- spelling ---------------------------------------------------------------------------------------------------------


def check_name(name: str) -> Finished:
    """The check that reports the findings about a named type."""
    return Finished(f"check{pascal(name)}")


def reporter(message: c.Message) -> Finished:
    """The function of the run-time module that reports that a key is missing, or that a value is outside a limit."""
    return Finished(_REPORTERS[message.rule])


def expression(body: Pattern) -> Finished:
    return ts.pattern(body.body, grouped=body.grouped)


def with_article(name: str) -> Finished:
    """The name of a type in code font, with the indefinite article."""
    return Finished(f"{article(name)} `{ts.type_name(name)}`")


def fits(name: str) -> Finished:
    """The function that returns the verdict on a named type."""
    return Finished(f"fits{pascal(name)}")


def variable(key: str) -> Finished:
    """The variable that holds the value of a key."""
    name = ts.function_name(key)
    return Finished(f"{name}_") if name in _TAKEN or name.startswith("fits") else name


def read(key: str) -> Finished:
    """The expression that reads a key of the object `value`: undefined when the object does not have it."""
    is_inherited = key in ts.INHERITED or key == "__proto__"
    return Finished(f"rt.read(value, {ts.string(key)})" if is_inherited else f"value{ts.member(key)}")


def literals(values: Iterable[c.Scalar]) -> Finished:
    """The values as arguments."""
    return Finished(", ".join(map(ts.literal, values)))


def bound(limit: c.Limit) -> Finished:
    """The bound of a limit, or the name of the constant that holds it."""
    match limit:
        case c.AtLeast(bound) | c.AtMost(bound):
            return ts.number(bound)
        case c.Matches(name) | c.Listed(name):
            return ts.constant_name(name)
        case _:
            assert_never(limit)


# -- conditions: JavaScript expressions over a value ------------------------------------------------------------------


def wrong(value: Value, it: str, guard: str = "") -> Finished:
    """The condition that holds when a value is wrong, apart from the parts of a list or a map.

    The guard is a condition under which the value counts.
    """
    if value.type and value.limits:
        conditions = [f"!{fits(value.type)}({it})"]
    else:
        conditions = [_wrong(value.check, it), *(_missed(limit, it) for limit in value.limits)]
    either = " || ".join(conditions)
    return Finished(f"{guard} && {f'({either})' if len(conditions) > 1 else either}" if guard else either)


def wrong_member(member: Member) -> Finished:
    """A condition that decides on the value of a key, and reads it only once; empty if there is none."""
    value = member.value
    if value is None or member.rules or not (value.is_single or (value.type and not value.accepts_null)):
        return Finished("")
    return wrong(value, read(member.key))


def _wrong(check: Plain, it: str) -> str:
    match check:
        case c.KindCheck(c.JsonKind.NULL):
            return f"{it} !== null"
        case c.KindCheck(c.JsonKind.BOOLEAN):
            return f'typeof {it} !== "boolean"'
        case c.KindCheck() | c.MapCheck():
            return f"!rt.isObject({it})"
        case c.StringCheck():
            return f'typeof {it} !== "string"'
        case c.NumberCheck(kind):
            return f"!Number.{'isInteger' if kind is c.JsonKind.INTEGER else 'isFinite'}({it})"
        case c.ConstantCheck(value):
            return f"{it} !== {ts.literal(value)}"
        case c.ListCheck():
            return f"!rt.isList({it})"
        case c.TypeRef(name):
            return f"!{fits(name)}({it})"
        case _:
            assert_never(check)


def _missed(limit: c.Limit, it: str) -> str:
    match limit:
        case c.AtLeast(1, c.Measure.LENGTH):
            return f'{it} === ""'
        case c.AtLeast(of=c.Measure.LENGTH) | c.AtMost(of=c.Measure.LENGTH):
            return f"rt.{'isShorter' if isinstance(limit, c.AtLeast) else 'isLonger'}({it}, {bound(limit)})"
        case c.AtLeast(of=measure) | c.AtMost(of=measure):
            size = f"{it}.length" if measure is c.Measure.ITEMS else it
            return f"{size} {'<' if isinstance(limit, c.AtLeast) else '>'} {bound(limit)}"
        case c.Matches():
            return f"!{bound(limit)}.test({it})"
        case c.Listed(values=values):
            return f"({' && '.join(f'{it} !== {ts.literal(value)}' for value in values)})"
        case _:
            assert_never(limit)


def guard(value: Value, it: str, is_present: bool = True) -> Finished:
    """The condition under which a value has to be valid; empty if it always has to be."""
    if is_present:
        return Finished(f"{it} !== null" if value.accepts_null else "")
    return Finished(f"{it} != null" if value.accepts_null else f"{it} !== undefined")


def breaks(rule: c.Lookup, it: str) -> Finished:
    """The condition that holds when the value of a key of the object `value` breaks a rule."""
    return Finished(f"rt.isMismatch({it}, {ts.constant_name(rule.name)}, value, [{literals(rule.path)}])")


def all_hold(tests: Iterable[c.Test]) -> Finished:
    """The condition that holds when the object `value` meets all tests."""
    return Finished(" && ".join(map(holds, tests)))


def holds(test: c.Test) -> Finished:
    """The condition that holds when the object `value` meets a test."""
    match test:
        case c.HasValue(key, values):
            either = " || ".join(f"{read(key)} === {ts.literal(value)}" for value in values)
            return Finished(either if len(values) == 1 else f"({either})")
        case c.HasKey(key, expected):
            return Finished(f"{read(key)} {'!==' if expected else '==='} undefined")
        case _:
            assert_never(test)


def is_outcome(test: c.Test | None, response: str, expected: bool = True) -> Finished:
    """The condition whether a response has an outcome, which the type checker understands; empty if there is only one.

    `expected`: whether it has to have that outcome, or must not have it.
    """
    equals = "===" if expected else "!=="
    match test:
        case None:
            return Finished("")
        case c.HasKey(key, is_present) if key in ts.INHERITED:
            return Finished(f"{'' if is_present is expected else '!'}Object.hasOwn({response}, {ts.string(key)})")
        case c.HasKey(key, is_present):
            return Finished(f"{response}{ts.member(key)} {'!==' if is_present is expected else '==='} undefined")
        case c.HasValue(key, values):
            return Finished(f"{response}{ts.member(key)} {equals} {ts.literal(values[0])}")
        case _:
            assert_never(test)


def no_key(keys: Iterable[str]) -> Finished:
    """The condition that holds when the variable `key` is none of these."""
    return Finished(" && ".join(f"key !== {ts.literal(each)}" for each in keys))
