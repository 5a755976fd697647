"""The check plan -> validation.js and validation.d.ts: findings, verdicts and Standard Schemas."""

from collections.abc import Iterable, Iterator
from typing import TypeAlias, TypeVar, assert_never

from sealwax.contract import model as m
from sealwax.frozen import frozen
from sealwax.languages import typescript as ts
from sealwax.meaning import checks as c
from sealwax.meaning.findings import RuleId
from sealwax.meaning.lowering import lower, nodes
from sealwax.naming import article, camel, pascal
from sealwax.patterns import Pattern
from sealwax.rendering import Filters, Finished
from sealwax.targets.typescript.declarations import Import, first_line, imports
from sealwax.targets.typescript.types import Printer, printer_of
from sealwax.targets.typescript.verdicts import (
    VerdictMember,
    functions_of_verdict,
    limit_function,
    members,
    read,
    verdict,
)

OUTCOMES = frozenset({c.Role.OUTCOME, c.Role.TOOL_OUTCOME})
RARE = frozenset({RuleId.PAIR, RuleId.UNDECLARED})
"""Rules that are part of the type of a finding only where a contract uses them."""
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
}


@frozen
class Subject:
    """The exports about the envelope or a named type."""

    name: str
    type: Finished
    validate: Finished
    is_valid: Finished
    schema: Finished


@frozen
class TypeView:
    """A named type of the plan."""

    name: str
    check: c.Check
    errors: c.Check
    """The part of the check that decides the verdict."""
    is_outcome: bool
    """Whether only the verdict of its envelope calls this one, which knows that the value is an object."""
    values: Finished
    """The constants of an enum."""
    members: tuple[VerdictMember, ...]
    """The keys of an object that the verdict depends on."""


@frozen
class ValidationView:
    """validation.js and validation.d.ts"""

    header: Finished
    type_imports: tuple[Import, ...]
    """Of the declarations."""
    imports: tuple[Import, ...]
    """Of the module."""
    rules: tuple[Finished, ...]
    """The values of `Finding.rule`."""
    patterns: tuple[c.Matches, ...]
    """One for each constant that holds a pattern."""
    tables: tuple[c.Lookup, ...]
    """One for each constant that holds a table."""
    types: tuple[TypeView, ...]
    subjects: tuple[Subject, ...]


def validation_view(contract: m.Contract) -> ValidationView:
    plan, printer = lower(contract), printer_of(contract)
    subjects = tuple(_subject(each, contract, printer) for each in _subjects(contract))
    types = tuple(_type(checked, plan) for checked in plan.types.values())
    parts = [node for each in types for node in nodes(each.check)]
    return ValidationView(
        header=first_line(contract),
        type_imports=imports({"./catalogue.js": printer.catalogue, "./types.d.ts": printer.types}),
        imports=_imports(contract, types, parts),
        rules=tuple(_rules(parts)),
        patterns=_by_name(node for node in parts if isinstance(node, c.Matches)),
        tables=_by_name(node for node in parts if isinstance(node, c.Lookup)),
        types=types,
        subjects=subjects,
    )


# -- exports ----------------------------------------------------------------------------------------------------------

Constant = TypeVar("Constant", c.Matches, c.Lookup)
Named: TypeAlias = m.Envelope | m.Record | m.Enum | m.Text


def validate_name(subject: Named, contract: m.Contract) -> Finished:
    return Finished("validate" if subject is contract.envelope else f"validate{pascal(subject.name)}")


def is_valid_name(subject: Named, contract: m.Contract) -> Finished:
    return Finished("isValid" if subject is contract.envelope else f"isValid{pascal(subject.name)}")


def schema_name(subject: Named) -> Finished:
    return Finished(f"{camel(subject.name)}Schema")


def _subjects(contract: m.Contract) -> Iterator[Named]:
    yield contract.envelope
    yield from contract.records
    yield from contract.texts
    yield from contract.enums
    yield from (tool.envelope for tool in contract.tools)


def _subject(each: Named, contract: m.Contract, printer: Printer) -> Subject:
    kind = printer.named(ts.type_name(each.name)) if isinstance(each, m.Envelope) else printer.type(m.Reference(each))
    return Subject(
        name=each.name,
        type=kind,
        validate=validate_name(each, contract),
        is_valid=is_valid_name(each, contract),
        schema=schema_name(each),
    )


# -- checks and verdicts ----------------------------------------------------------------------------------------------


def _type(checked: c.CheckedType, plan: c.Plan) -> TypeView:
    errors = verdict(checked.check, plan.types)
    return TypeView(
        name=checked.name,
        check=checked.check,
        errors=errors,
        is_outcome=checked.role in OUTCOMES,
        values=Finished(ts.type_name(checked.name) if checked.role is c.Role.ENUM else ""),
        members=members(errors) if isinstance(errors, c.ObjectCheck) else (),
    )


def _imports(contract: m.Contract, types: tuple[TypeView, ...], parts: list[c.Node]) -> tuple[Import, ...]:
    called = {"lazy", "standardSchema", "validator", "verdict"}
    called.update(filter(None, map(runtime_function, parts)))
    for node in parts:
        if isinstance(node, c.CasesCheck):
            called.update(("when", "otherwise") if node.otherwise else ("when",))
    called.update(name for each in types for name in functions_of_verdict(each.errors))
    enums = (ts.type_name(enum.name) for enum in contract.enums)
    return imports({"./catalogue.js": enums, "./runtime.js": map(Finished, called)})


def _by_name(parts: Iterable[Constant]) -> tuple[Constant, ...]:
    """The nodes that a constant is made for, one of each name."""
    return tuple(sorted({node.name: node for node in parts}.values(), key=lambda node: node.name))


def _rules(parts: list[c.Node]) -> Iterator[Finished]:
    used = {node.message.rule for node in parts if isinstance(node, c.Lookup | c.OtherKeys)}
    return (ts.string(rule.value) for rule in RuleId if rule not in RARE or rule in used)


# -- spelling ---------------------------------------------------------------------------------------------------------


def fits(name: str) -> Finished:
    """The function that returns the verdict on a named type."""
    return Finished(f"fits{pascal(name)}")


def check_name(name: str) -> Finished:
    """The check that reports the findings about a named type."""
    return Finished(f"check{pascal(name)}")


def _reporter(message: c.Message) -> Finished:
    """The function of the run-time module that reports a message, unless it is about the type of a value."""
    return Finished(_REPORTERS[message.rule])


def runtime_function(node: c.Node) -> Finished:
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
        case c.Row(missing=missing):
            return next((_reporter(each.message) for each in missing if not each.when), Finished("may"))
        case c.Missing(message, when):
            return Finished(f"{_reporter(message)}If" if when else _reporter(message))
        case c.HasValue():
            return Finished("hasValue")
        case c.HasKey(_, expected):
            return Finished("hasKey" if expected else "lacksKey")
        case c.UnknownTag():
            return Finished("unknownTag")
        case c.AtLeast() | c.AtMost() | c.Matches() | c.Listed() | c.Lookup() | c.ForbiddenKey() | c.OtherKeys():
            return _reporter(node.message)
        case _:
            assert_never(node)


def bound(limit: c.Limit) -> Finished:
    """The bound of a limit, or the name of the constant that holds it."""
    match limit:
        case c.AtLeast(bound) | c.AtMost(bound):
            return ts.number(bound)
        case c.Matches(name) | c.Listed(name):
            return ts.constant_name(name)
        case _:
            assert_never(limit)


def literals(values: Iterable[c.Scalar]) -> Finished:
    """The values as arguments."""
    return Finished(", ".join(map(ts.literal, values)))


def expression(body: Pattern) -> Finished:
    return ts.pattern(body.body, grouped=body.grouped)


def with_article(name: str) -> Finished:
    """The name of a type in code font, with the indefinite article."""
    return Finished(f"{article(name)} `{ts.type_name(name)}`")


FILTERS: Filters = {
    "bound": bound,
    "check_name": check_name,
    "constant": ts.constant_name,
    "expression": expression,
    "fits": fits,
    "function": ts.function_name,
    "limit_function": limit_function,
    "literal": ts.literal,
    "literals": literals,
    "property": ts.property_key,
    "read": read,
    "runtime_function": runtime_function,
    "type": ts.type_name,
    "with_article": with_article,
}
