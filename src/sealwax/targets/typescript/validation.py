"""The check plan -> validation.js and validation.d.ts: findings, verdicts and Standard Schemas."""

from collections.abc import Iterable, Iterator
from typing import TypeVar, assert_never

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.languages import typescript as ts
from sealwax.meaning import checks as c
from sealwax.meaning.checks.lowering import lower
from sealwax.meaning.checks.verdicts import Verdict, verdict
from sealwax.meaning.findings import RuleId
from sealwax.naming import article, camel, pascal
from sealwax.patterns import Pattern
from sealwax.rendering import Finished
from sealwax.targets.typescript.declarations import Imports, first_line, imports
from sealwax.targets.typescript.schemas import constant_name as schema_constant
from sealwax.targets.typescript.types import Printer, names_of, printer_of

RARE = frozenset({RuleId.PAIR, RuleId.SUM, RuleId.EXPECTED, RuleId.ORDER, RuleId.UNDECLARED, RuleId.DEPRECATED})
"""Rules that are part of the type of a finding only where a contract uses them."""
RARELY = c.RowRule | c.Ascending | c.DeprecatedValue | c.OtherKeys
"""The nodes that report those rules."""
_REPORTERS = {
    RuleId.REQUIRED: "must",
    RuleId.SHOULD: "should",
    RuleId.UNKNOWN_KEY: "closed",
    RuleId.UNDECLARED: "undeclared",
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
    RuleId.SUPERSEDED: "superseded",
    RuleId.SUM: "sumOf",
    RuleId.EXPECTED: "expects",
    RuleId.ORDER: "ascending",
}


class Subject(Struct, frozen=True):
    """The exports about the envelope or a named type."""

    name: str
    suffix: Finished
    """The part of the names of functions that says whose they are; empty for the envelope."""
    type: Finished


class ValidationView(Struct, frozen=True):
    """validation.js and validation.d.ts"""

    header: Finished
    type_imports: Imports
    """Of the declarations."""
    imports: Imports
    """Of the module."""
    rules: tuple[Finished, ...]
    """The values of `Finding.rule`."""
    patterns: tuple[c.Matches | c.Ascending, ...]
    """One for each constant that holds a pattern."""
    tables: tuple[c.Lookup, ...]
    """One for each constant that holds a table."""
    verdicts: dict[str, Verdict]
    """By the name of the type, each after those that it calls."""
    types: tuple[c.CheckedType, ...]
    subjects: tuple[Subject, ...]


def validation_view(contract: m.Contract) -> ValidationView:
    plan, printer = lower(contract), printer_of(contract)
    enums = [enum for enum in contract.enums if enum.name in plan.public]
    types = [ts.type_name(name) for name in plan.public if name not in {enum.name for enum in enums}]
    subjects = tuple(_subject(name, contract, printer) for name in plan.public)
    parts = [node for each in plan.types.values() for node in c.nodes(each.check)]
    listed = (ts.type_name(enum.name) for enum in contract.enums if not enum.suggestions)
    values = {"./catalogue.js": listed, "./schemas-lean.js": map(schema_constant, plan.public)}
    return ValidationView(
        header=first_line(contract),
        type_imports=imports(names_of(map(m.Reference, enums), *types)),
        imports=imports(values),
        rules=tuple(_rules(parts)),
        patterns=_by_name(node for node in parts if isinstance(node, c.Matches | c.Ascending)),
        tables=_by_name(node for node in parts if isinstance(node, c.Lookup)),
        verdicts={name: verdict(name, plan.types) for name in plan.types if name in plan.public},
        types=tuple(plan.types.values()),
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


def _reporter(message: c.Message) -> Finished:
    """The function of the run-time module that reports a message, unless it is about the type of a value."""
    return Finished(_REPORTERS[message.rule])


def runtime_function(node: c.Part) -> Finished:
    """The function of the run-time module that the expression for a node calls; empty when it calls none."""
    match node:
        case c.TypeRef():
            return Finished("")
        case c.AnyCheck():
            return Finished("anything")
        case c.KindCheck(kind) | c.NumberCheck(kind):
            return Finished("nothing" if kind is c.JsonKind.NULL else kind.value)
        case c.StringCheck():
            return Finished("string")
        case c.ConstantCheck():
            return Finished("constant")
        case c.ListCheck():
            return Finished("list")
        case c.MapCheck():
            return Finished("map")
        case c.NullableCheck():
            return Finished("nullable")
        case c.ObjectCheck():
            return Finished("record")
        case c.CasesCheck():
            return Finished("cases")
        case c.Missing(message, when):
            return Finished(f"{_reporter(message)}If" if when else _reporter(message))
        case c.HasValue():
            return Finished("hasValue")
        case c.HasKey(_, expected):
            return Finished("hasKey" if expected else "lacksKey")
        case c.UnknownTag():
            return Finished("unknownTag")
        case c.AtLeast() | c.AtMost() | c.Matches() | c.Listed() | c.Ascending() | c.OtherKeys():
            return _reporter(node.message)
        case c.Lookup() | c.ForbiddenKey() | c.Sum() | c.Expected():
            return _reporter(node.message)
        case c.DeprecatedKey():
            return Finished("deprecatedKey")
        case c.DeprecatedValue():
            return Finished("deprecatedValue")
        case _:
            assert_never(node)


def expression(body: Pattern) -> Finished:
    return ts.pattern(body.body, grouped=body.grouped)


def with_article(name: str) -> Finished:
    """The name of a type in code font, with the indefinite article."""
    return Finished(f"{article(name)} `{ts.type_name(name)}`")
