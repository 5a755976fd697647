"""Validators: for the envelope and every named type its findings, its verdict and its Standard Schema."""

from collections.abc import Iterable, Iterator
from typing import TypeAlias, TypeVar, assert_never

from sealwax.contract import model as m
from sealwax.frozen import frozen, replace
from sealwax.languages import typescript as ts
from sealwax.meaning import checks as c
from sealwax.meaning.findings import RuleId
from sealwax.meaning.lowering import lower
from sealwax.meaning.walks import Node, errors_only, nodes
from sealwax.meaning.wording import number_words
from sealwax.naming import article, camel, pascal
from sealwax.patterns import Pattern
from sealwax.rendering import Filters, Finished
from sealwax.targets.typescript.declarations import Import, first_line, imports
from sealwax.targets.typescript.types import Printer, printer_of

OUTCOMES = frozenset({c.Role.OUTCOME, c.Role.TOOL_OUTCOME})
RARE = frozenset({RuleId.PAIR, RuleId.UNDECLARED})
"""Rules that are part of the type of a finding only where a contract uses them."""
_TAKEN = frozenset({"index", "isLonger", "isMismatch", "isObject", "isShorter", "key", "read", "value"})
"""Names that a verdict uses for something else, besides those of the verdicts that it calls."""
_CALLED: dict[type, tuple[str, ...]] = {
    c.TypeRef: (),
    c.AnyCheck: ("anything",),
    c.StringCheck: ("string",),
    c.ConstantCheck: ("constant",),
    c.ListCheck: ("list",),
    c.MapCheck: ("map",),
    c.NullableCheck: ("nullable",),
    c.ObjectCheck: ("record",),
    c.HasValue: ("hasValue",),
    c.UnknownTag: ("unknownTag",),
}
"""The functions of the run-time module that nodes call whatever is in them."""
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
class Member:
    """A key of the object `value`."""

    key: str
    name: Finished
    """The variable that holds its value."""
    access: Finished
    """The expression that reads its value."""
    check: c.Check
    is_required: bool
    is_read_once: bool
    """Whether one condition decides, so that it needs no variable."""
    missing: tuple[c.Missing, ...]
    """The conditions under which it is required."""
    rules: tuple[c.RowRule, ...]


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
    members: tuple[Member, ...]
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


def _imports(contract: m.Contract, types: tuple[TypeView, ...], parts: list[Node]) -> tuple[Import, ...]:
    called = {"lazy", "standardSchema", "validator", "verdict"}
    called.update(name for node in parts for name in _functions_of_check(node))
    called.update(name for each in types for name in _functions_of_verdict(each.errors))
    enums = (ts.type_name(enum.name) for enum in contract.enums)
    return imports({"./catalogue.js": enums, "./runtime.js": map(Finished, called)})


def _by_name(parts: Iterable[Constant]) -> tuple[Constant, ...]:
    """The nodes that a constant is made for, one of each name."""
    return tuple(sorted({node.name: node for node in parts}.values(), key=lambda node: node.name))


def _rules(parts: list[Node]) -> Iterator[Finished]:
    used = {node.message.rule for node in parts if isinstance(node, c.Lookup | c.OtherKeys)}
    return (ts.string(rule.value) for rule in RuleId if rule not in RARE or rule in used)


# -- spelling ---------------------------------------------------------------------------------------------------------


def fits(name: str) -> Finished:
    """The function that returns the verdict on a named type."""
    return Finished(f"fits{pascal(name)}")


def check_name(name: str) -> Finished:
    """The check that reports the findings about a named type."""
    return Finished(f"check{pascal(name)}")


def is_inherited(key: str) -> bool:
    """Whether every object seems to have the key."""
    return key in ts.INHERITED or key == "__proto__"


def read(key: str) -> Finished:
    """The expression that reads a key of the object `value`: undefined when the object does not have it."""
    return Finished(f"read(value, {ts.string(key)})") if is_inherited(key) else ts.access("value", key)


def reporter(message: c.Message) -> Finished:
    """The function of the run-time module that reports a message, unless it is about the type of a value."""
    return Finished(_REPORTERS[message.rule])


def kind(kind: c.JsonKind) -> Finished:
    """The function of the run-time module that checks a JSON type."""
    return Finished("nothing" if kind is c.JsonKind.NULL else kind.value)


def bound(limit: c.Limit) -> Finished:
    """The bound of a limit, or the name of the constant that holds it."""
    match limit:
        case c.Minimum(value) | c.Maximum(value):
            return Finished(number_words(value))
        case c.MinLength(number) | c.MaxLength(number) | c.MinItems(number) | c.MaxItems(number):
            return Finished(str(number))
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
    "kind": kind,
    "literal": ts.literal,
    "literals": literals,
    "property": ts.property_key,
    "read": read,
    "reporter": reporter,
    "type": ts.type_name,
    "with_article": with_article,
}


# -- verdicts ---------------------------------------------------------------------------------------------------------


def verdict(check: c.Check, types: c.Types) -> c.Check:
    """The part of a check that decides whether a value is valid."""
    return _direct(errors_only(check), types)


def _direct(check: c.Check, types: c.Types) -> c.Check:
    """The check with references to any string replaced by what they refer to: calls cost more than the test."""
    match check:
        case c.TypeRef(name):
            named = errors_only(types[name].check)
            return named if isinstance(named, c.StringCheck) and not named.limits else check
        case c.ListCheck(item):
            return replace(check, item=_direct(item, types))
        case c.MapCheck(value):
            return replace(check, value=_direct(value, types))
        case c.NullableCheck(inner):
            return c.AnyCheck() if isinstance(inner, c.AnyCheck) else c.NullableCheck(_direct(inner, types))
        case c.ObjectCheck(rows):
            return replace(check, rows=tuple(replace(row, check=_direct(row.check, types)) for row in rows))
        case c.AnyCheck() | c.KindCheck() | c.NumberCheck() | c.StringCheck() | c.ConstantCheck() | c.CasesCheck():
            return check
        case _:
            assert_never(check)


def members(check: c.ObjectCheck) -> tuple[Member, ...]:
    """The keys that a verdict has to look at."""
    return tuple(_member(row) for row in check.rows if row.missing or row.rules or row.check != c.AnyCheck())


def _member(row: c.Row) -> Member:
    name = ts.function_name(row.key)
    is_required = any(not each.when for each in row.missing)
    return Member(
        key=row.key,
        name=Finished(f"{name}_") if name in _TAKEN or name.startswith("fits") else name,
        access=read(row.key),
        check=row.check,
        is_required=is_required,
        is_read_once=is_required and not row.rules and _is_read_once(row.check),
        missing=() if is_required else row.missing,
        rules=row.rules,
    )


def _is_read_once(check: c.Check) -> bool:
    match check:
        case c.StringCheck(_, limits) | c.NumberCheck(_, _, limits):
            return not limits
        case _:
            return isinstance(check, c.KindCheck | c.ConstantCheck | c.TypeRef)


# -- the functions that checks call ------------------------------------------------------------------------------------


def _functions_of_check(node: Node) -> tuple[str, ...]:
    """The functions of the run-time module that the expression for a node calls, apart from the nodes inside it."""
    match node:
        case c.KindCheck(each) | c.NumberCheck(each):
            return (kind(each),)
        case c.CasesCheck(_, otherwise):
            return ("cases", "when", *(() if otherwise is None else ("otherwise",)))
        case c.Row(missing=missing):
            return () if any(not each.when for each in missing) else ("may",)
        case c.Missing(message, when):
            return (f"{reporter(message)}If" if when else reporter(message),)
        case c.HasKey(_, expected):
            return ("hasKey" if expected else "lacksKey",)
        case c.Minimum() | c.Maximum() | c.MinLength() | c.MaxLength() | c.Matches() | c.Listed():
            return (reporter(node.message),)
        case c.MinItems() | c.MaxItems() | c.Lookup() | c.ForbiddenKey() | c.OtherKeys():
            return (reporter(node.message),)
        case _:
            return _CALLED[type(node)]


# -- the functions that verdicts call ---------------------------------------------------------------------------------


def _functions_of_verdict(check: c.Check) -> Iterator[str]:
    """The functions of the run-time module that the verdict on a named type calls."""
    match check:
        case c.ObjectCheck():
            yield "isObject"
            yield from (name for member in members(check) for name in _of_member(member))
        case c.CasesCheck(cases):
            yield "isObject"
            yield from (name for case in cases for name in _of_key(case.when.key))
        case _:
            yield from _of_value(check)


def _of_member(member: Member) -> Iterator[str]:
    yield from _of_key(member.key)
    yield from (name for missing in member.missing for test in missing.when for name in _of_key(test.key))
    yield from _of_value(member.check)
    for rule in member.rules:
        yield "isMismatch" if isinstance(rule, c.Lookup) else "isObject"


def _of_key(key: str) -> tuple[str, ...]:
    return ("read",) if is_inherited(key) else ()


def _of_value(check: c.Check) -> Iterator[str]:
    for node in nodes(check):
        match node:
            case c.MapCheck() | c.KindCheck(c.JsonKind.OBJECT):
                yield "isObject"
            case c.MinLength(length) if length != 1:
                yield "isShorter"
            case c.MaxLength():
                yield "isLonger"
            case _:
                pass
