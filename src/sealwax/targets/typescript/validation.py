"""The check plan -> validation.js and validation.d.ts: findings, verdicts and Standard Schemas."""

from collections.abc import Iterable, Iterator
from typing import TypeVar, assert_never

from msgspec import Struct
from msgspec.structs import replace

from sealwax.contract import model as m
from sealwax.languages import typescript as ts
from sealwax.meaning import checks as c
from sealwax.meaning.findings import RuleId
from sealwax.meaning.lowering import errors_only, lower, nodes
from sealwax.naming import article, camel, pascal
from sealwax.patterns import Pattern
from sealwax.rendering import Finished
from sealwax.targets.typescript.declarations import Imports, first_line, imports
from sealwax.targets.typescript.schemas import constant_name as schema_constant
from sealwax.targets.typescript.types import Printer, printer_of

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
_TAKEN = frozenset(
    {"index", "isList", "isLonger", "isMismatch", "isObject", "isOtherSum", "isShorter", "key", "read", "value"}
)
"""Names that a verdict uses for something else, besides those of the verdicts that it calls."""


class Subject(Struct, frozen=True):
    """The exports about the envelope or a named type."""

    name: str
    suffix: Finished
    """The part of the names of functions that says whose they are; empty for the envelope."""
    type: Finished


class VerdictMember(Struct, frozen=True):
    """A key of the object `value`."""

    row: c.Row
    variable: Finished
    """The variable that holds its value."""
    is_required: bool
    is_read_once: bool
    """Whether one condition decides, so that it needs no variable."""


class TypeView(Struct, frozen=True):
    """A named type of the plan."""

    type: c.CheckedType
    errors: c.Check
    """The part of the check that decides the verdict."""
    members: tuple[VerdictMember, ...]
    """The keys of an object that the verdict depends on."""


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
    types: tuple[TypeView, ...]
    subjects: tuple[Subject, ...]
    is_inlined: bool = False
    """Whether it is part of a larger script, and so neither imports nor exports anything."""


def validation_view(contract: m.Contract) -> ValidationView:
    plan, printer = lower(contract), printer_of(contract)
    subjects = tuple(_subject(name, contract, printer) for name in plan.public)
    types = tuple(_type(checked, plan) for checked in plan.types.values())
    parts = [node for each in types for node in nodes(each.type.check)]
    return ValidationView(
        header=first_line(contract),
        type_imports=imports({"./catalogue.js": printer.catalogue, "./types.d.ts": printer.types}),
        imports=_imports(contract, types, parts, plan.public),
        rules=tuple(_rules(parts)),
        patterns=_by_name(node for node in parts if isinstance(node, c.Matches | c.Ascending)),
        tables=_by_name(node for node in parts if isinstance(node, c.Lookup)),
        types=types,
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
    kind = printer.named(ts.type_name(name)) if enum is None else printer.type(m.Reference(enum))
    return Subject(name, suffix(name, contract), kind)


# -- checks -----------------------------------------------------------------------------------------------------------


def _type(checked: c.CheckedType, plan: c.Plan) -> TypeView:
    errors = _verdict(errors_only(checked.check), plan.types)
    return TypeView(checked, errors, tuple(map(_member, errors.rows)) if isinstance(errors, c.ObjectCheck) else ())


def _imports(
    contract: m.Contract, types: tuple[TypeView, ...], parts: list[c.Node], public: tuple[str, ...]
) -> Imports:
    called = {"lazy", "standardSchema", "validator", "verdict"}
    called.update(filter(None, map(runtime_function, parts)))
    for node in parts:
        if isinstance(node, c.CasesCheck):
            called.update(("when", "otherwise") if node.otherwise else ("when",))
    called.update(filter(None, (verdict_function(node) for each in types for node in nodes(each.errors))))
    enums = (ts.type_name(enum.name) for enum in contract.enums if not enum.suggestions)
    schemas = map(schema_constant, public)
    return imports({"./catalogue.js": enums, "./runtime.js": map(Finished, called), "./schemas-lean.js": schemas})


def _by_name(parts: Iterable[Constant]) -> tuple[Constant, ...]:
    """The nodes that a constant is made for, one of each name."""
    return tuple(sorted({node.name: node for node in parts}.values(), key=lambda node: node.name))


def _rules(parts: list[c.Node]) -> Iterator[Finished]:
    used = {node.message.rule for node in parts if isinstance(node, RARELY)}
    return (ts.string(rule.value) for rule in RuleId if rule not in RARE or rule in used)


# -- verdicts ---------------------------------------------------------------------------------------------------------


def _verdict(check: c.Check, types: c.Types) -> c.Check:
    """The part of a check for errors that can make a value invalid.

    References to any string are replaced by what they refer to: calls cost more than the test.
    """
    match check:
        case c.TypeRef(name):
            named = errors_only(types[name].check)
            return named if isinstance(named, c.StringCheck) and not named.limits else check
        case c.ListCheck(item):
            return replace(check, item=_verdict(item, types))
        case c.MapCheck(value):
            return replace(check, value=_verdict(value, types))
        case c.NullableCheck(inner):
            return c.AnyCheck() if isinstance(inner, c.AnyCheck) else c.NullableCheck(_verdict(inner, types))
        case c.ObjectCheck(rows):
            direct = (replace(row, check=_verdict(row.check, types)) for row in rows)
            decisive = (row for row in direct if row.missing or row.rules or row.check != c.AnyCheck())
            return replace(check, rows=tuple(decisive))
        case c.CasesCheck():
            return replace(check, otherwise=None)
        case c.AnyCheck() | c.KindCheck() | c.NumberCheck() | c.StringCheck() | c.ConstantCheck():
            return check
        case _:
            assert_never(check)


def _member(row: c.Row) -> VerdictMember:
    name, is_required = ts.function_name(row.key), any(not each.when for each in row.missing)
    variable = Finished(f"{name}_") if name in _TAKEN or name.startswith("fits") else name
    return VerdictMember(row, variable, is_required, is_required and not row.rules and _is_read_once(row.check))


def _is_read_once(check: c.Check) -> bool:
    match check:
        case c.StringCheck(_, limits) | c.NumberCheck(_, _, limits):
            return not limits
        case c.KindCheck() | c.ConstantCheck() | c.TypeRef():
            return True
        case c.AnyCheck() | c.ListCheck() | c.MapCheck() | c.NullableCheck() | c.ObjectCheck() | c.CasesCheck():
            return False
        case _:
            assert_never(check)


def is_inherited(key: str) -> bool:
    """Whether every object seems to have the key."""
    return key in ts.INHERITED or key == "__proto__"


def read(key: str) -> Finished:
    """The expression that reads a key of the object `value`: undefined when the object does not have it."""
    return Finished(f"read(value, {ts.string(key)})") if is_inherited(key) else Finished(f"value{ts.member(key)}")


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


def verdict_function(node: c.Node) -> Finished:
    """The function of the run-time module that a verdict calls for a node; empty where an operator or a method does."""
    match node:
        case c.ObjectCheck() | c.CasesCheck() | c.MapCheck() | c.KindCheck(c.JsonKind.OBJECT) | c.ForbiddenKey():
            return Finished("isObject")
        case c.ListCheck():
            return Finished("isList")
        case c.Row(key) | c.HasValue(key) | c.HasKey(key):
            return Finished("read" if is_inherited(key) else "")
        case c.Lookup():
            return Finished("isMismatch")
        case c.AtLeast(bound, c.Measure.LENGTH):
            return Finished("isShorter" if bound != 1 else "")
        case c.AtMost(_, c.Measure.LENGTH):
            return Finished("isLonger")
        case c.Sum():
            return Finished("isOtherSum")
        case c.AtLeast() | c.AtMost() | c.Matches() | c.Listed() | c.Ascending() | c.Expected():
            return Finished("")
        case c.DeprecatedKey() | c.DeprecatedValue():
            return Finished("")
        case c.AnyCheck() | c.KindCheck() | c.NumberCheck() | c.StringCheck() | c.ConstantCheck() | c.TypeRef():
            return Finished("")
        case c.NullableCheck() | c.Missing() | c.OtherKeys() | c.UnknownTag():
            return Finished("")
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
