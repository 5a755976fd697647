"""Validators: for the envelope and every named type its findings, its verdict and its Standard Schema."""

from collections.abc import Iterator
from typing import TypeAlias

from sealwax.contract.model import Contract, Enum, Envelope, Record, Reference, Text
from sealwax.frozen import frozen
from sealwax.languages.typescript import constant_name, literal, pattern, property_key, string, type_name
from sealwax.languages.typescript.types import Printer, printer_of
from sealwax.meaning.checks import Check, CheckedType, Lookup, Matches, Node, ObjectCheck, OtherKeys, Plan, Role, nodes
from sealwax.meaning.findings import RuleId
from sealwax.meaning.lowering import lower
from sealwax.naming import article, camel, pascal
from sealwax.rendering import Finished
from sealwax.targets.typescript import verdicts
from sealwax.targets.typescript.checks import check_name, fits, functions
from sealwax.targets.typescript.declarations import Import, first_line, imports
from sealwax.targets.typescript.verdicts import Member, members, verdict

OUTCOMES = frozenset({Role.OUTCOME, Role.TOOL_OUTCOME})
RARE = frozenset({RuleId.PAIR, RuleId.UNDECLARED})
"""Rules that are part of the type of a finding only where a contract uses them."""


@frozen
class Subject:
    """The exports about the envelope or a named type."""

    name: Finished
    article: Finished
    """The indefinite article before the name."""
    type: Finished
    validate: Finished
    is_valid: Finished
    schema: Finished
    fits: Finished
    check: Finished


@frozen
class PatternView:
    """A regular expression."""

    name: Finished
    expression: Finished


@frozen
class TableView:
    """The value that belongs to each of some strings."""

    name: Finished
    entries: tuple[tuple[Finished, Finished], ...]
    """Pairs of a key and a value."""


@frozen
class TypeView:
    """A named type of the plan."""

    fits: Finished
    """The function that returns its verdict."""
    check_name: Finished
    """The check that reports its findings."""
    check: Check
    errors: Check
    """The part of the check that decides the verdict."""
    is_outcome: bool
    """Whether only the verdict of its envelope calls this one, which knows that the value is an object."""
    values: Finished
    """The constants of an enum."""
    members: tuple[Member, ...]
    """The keys of an object."""
    keys: tuple[Finished, ...]
    """All keys that an object may have."""
    is_closed: bool
    """Whether an object must not have other keys."""


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
    patterns: tuple[PatternView, ...]
    tables: tuple[TableView, ...]
    types: tuple[TypeView, ...]
    subjects: tuple[Subject, ...]


def validation_view(contract: Contract) -> ValidationView:
    plan, printer = lower(contract), printer_of(contract)
    subjects = tuple(_subject(each, contract, printer) for each in _subjects(contract))
    types = tuple(_type(checked, plan) for checked in plan.types.values())
    parts = [node for each in types for node in nodes(each.check)]
    return ValidationView(
        header=first_line(contract),
        type_imports=imports({"./catalogue.js": printer.catalogue, "./types.d.ts": printer.types}),
        imports=_imports(contract, types, parts),
        rules=tuple(_rules(parts)),
        patterns=tuple(_patterns(parts)),
        tables=tuple(_tables(parts)),
        types=types,
        subjects=subjects,
    )


# -- exports ----------------------------------------------------------------------------------------------------------

Named: TypeAlias = Envelope | Record | Enum | Text


def validate_name(subject: Named, contract: Contract) -> Finished:
    return Finished("validate" if subject is contract.envelope else f"validate{pascal(subject.name)}")


def is_valid_name(subject: Named, contract: Contract) -> Finished:
    return Finished("isValid" if subject is contract.envelope else f"isValid{pascal(subject.name)}")


def schema_name(subject: Named) -> Finished:
    return Finished(f"{camel(subject.name)}Schema")


def _subjects(contract: Contract) -> Iterator[Named]:
    yield contract.envelope
    yield from contract.records
    yield from contract.texts
    yield from contract.enums
    yield from (tool.envelope for tool in contract.tools)


def _subject(each: Named, contract: Contract, printer: Printer) -> Subject:
    kind = printer.named(type_name(each.name)) if isinstance(each, Envelope) else printer.type(Reference(each))
    return Subject(
        name=type_name(each.name),
        article=Finished(article(each.name)),
        type=Finished(kind),
        validate=validate_name(each, contract),
        is_valid=is_valid_name(each, contract),
        schema=schema_name(each),
        fits=fits(each.name),
        check=check_name(each.name),
    )


# -- checks and verdicts ----------------------------------------------------------------------------------------------


def _type(checked: CheckedType, plan: Plan) -> TypeView:
    errors = verdict(checked.check, plan.types)
    rows = errors.rows if isinstance(errors, ObjectCheck) else ()
    return TypeView(
        fits=fits(checked.name),
        check_name=check_name(checked.name),
        check=checked.check,
        errors=errors,
        is_outcome=checked.role in OUTCOMES,
        values=Finished(type_name(checked.name) if checked.role is Role.ENUM else ""),
        members=members(errors) if isinstance(errors, ObjectCheck) else (),
        keys=tuple(string(row.key) for row in rows),
        is_closed=isinstance(errors, ObjectCheck) and bool(errors.other_keys),
    )


def _imports(contract: Contract, types: tuple[TypeView, ...], parts: list[Node]) -> tuple[Import, ...]:
    called = {"lazy", "standardSchema", "validator", "verdict"}
    called.update(name for node in parts for name in functions(node))
    called.update(name for each in types for name in verdicts.functions(each.errors))
    enums = (type_name(enum.name) for enum in contract.enums)
    return imports({"./catalogue.js": enums, "./runtime.js": map(Finished, called)})


def _patterns(parts: list[Node]) -> Iterator[PatternView]:
    used = {node.name: node.pattern for node in parts if isinstance(node, Matches)}
    for name, each in sorted(used.items()):
        yield PatternView(constant_name(name), pattern(each.body, grouped=each.grouped))


def _tables(parts: list[Node]) -> Iterator[TableView]:
    used = {node.name: node.table for node in parts if isinstance(node, Lookup)}
    for name, table in sorted(used.items()):
        entries = tuple((property_key(key), literal(value)) for key, value in table.items())
        yield TableView(constant_name(name), entries)


def _rules(parts: list[Node]) -> Iterator[Finished]:
    used = {node.message.rule for node in parts if isinstance(node, Lookup | OtherKeys)}
    return (string(rule.value) for rule in RuleId if rule not in RARE or rule in used)
