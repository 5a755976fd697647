"""Warning codes -> warnings.js: a function for each code that has a message."""

from collections.abc import Iterator
from typing import assert_never

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.languages import typescript as ts
from sealwax.meaning.codes.factories import Origin, arguments, entries, fact_of
from sealwax.rendering import Finished
from sealwax.targets.typescript.declarations import first_line, namespaces
from sealwax.targets.typescript.errors import (
    CommonOptions,
    Declaration,
    FunctionView,
    bound,
    entry,
    fact_defaults,
    fact_properties,
    facts_object,
    filled,
    helpers,
    is_given,
    option,
    shared,
)
from sealwax.targets.typescript.types import Printer


class WarningsView(Struct, frozen=True):
    """warnings.js, and its part of index.d.ts"""

    header: Finished
    namespace: Finished
    """The name under which the functions are exported."""
    mapping: m.WarningMapping
    common: CommonOptions | None
    """The options that most functions share, if several do."""
    warnings: tuple[FunctionView, ...]
    helpers: frozenset[str]
    """The functions of the run-time module that it calls."""


def warnings_view(contract: m.Contract, mapping: m.WarningMapping) -> WarningsView:
    printer = Printer(contract)
    returns = ts.type_name(mapping.record.name)
    warnings = tuple(
        _function(mapping, each, _declaration(mapping, each.value, printer, returns)) for each in mapping.factories
    )
    return WarningsView(
        header=first_line(contract),
        namespace=namespaces(contract)["warnings"],
        mapping=mapping,
        common=shared(warnings),
        warnings=warnings,
        helpers=helpers(warnings),
    )


def _function(mapping: m.WarningMapping, factory: m.WarningFactory, declaration: Declaration) -> FunctionView:
    given = [each.name for each in factory.context if fact_of(each).is_argument]
    given += [field.name for field in (*_replaceable(mapping), *arguments(mapping))]
    needed = [each.name for each in factory.context if each.is_needed and fact_of(each).is_argument]
    return FunctionView(
        declaration=declaration,
        positional=(),
        options=tuple(map(bound, given)),
        rest=Finished(""),
        needed=tuple(map(bound, needed)),
        defaults=tuple(fact_defaults(factory.context)),
        first=Finished(""),
        entries=tuple(_entries(mapping, factory)),
    )


def _declaration(mapping: m.WarningMapping, value: m.EnumValue, printer: Printer, returns: Finished) -> Declaration:
    severity = f"Severity: `{value.classified_as}`, unless another one is given." if mapping.severity else ""
    others = arguments(mapping)
    common = (
        *(option(field, printer, is_needed=False) for field in _replaceable(mapping)),
        *(option(field, printer, is_needed=field.is_needed) for field in others),
    )
    return Declaration(
        doc=ts.docs_doc(value.docs, f"Message: `{value.message}`", severity),
        name=ts.function_name(value.value),
        common=CommonOptions(Finished(""), common),
        needs_options=any(field.is_needed for field in (*value.context, *others)),
        facts=tuple(fact_properties(value.context, printer)),
        returns=returns,
    )


def _replaceable(mapping: m.WarningMapping) -> tuple[m.Field, ...]:
    """What a call can say otherwise than the code."""
    return (mapping.message, *((mapping.severity,) if mapping.severity else ()))


def _entries(mapping: m.WarningMapping, factory: m.WarningFactory) -> Iterator[Finished]:
    """The members of the record."""
    for each in entries(mapping):
        field, key, name = each.field, ts.property_key(each.field.name), ts.parameter_name(each.field.name)
        match each.origin:
            case Origin.CODE:
                yield entry(key, ts.literal(factory.value.value))
            case Origin.SEVERITY:
                yield entry(key, Finished(f"{name} || {ts.literal(factory.value.classified_as)}"))
            case Origin.MESSAGE:
                yield entry(key, Finished(f"{name} || {filled(factory.message)}"))
            case Origin.CONTEXT:
                yield from _context(field, factory)
            case Origin.DEFAULT:
                yield Finished(f"{key}: {ts.literal(None if field.default is m.ABSENT else field.default)}")
            case Origin.ARGUMENT if field.required:
                yield entry(key, name)
            case Origin.ARGUMENT:
                nothing = "undefined" if isinstance(field.type, m.Nullable) else "null"
                operator = "!==" if isinstance(field.type, m.Nullable) else "!="
                yield Finished(f"...({name} {operator} {nothing} && {{ {entry(key, name)} }})")
            case _:
                assert_never(each.origin)


def _context(field: m.Field, factory: m.WarningFactory) -> Iterator[Finished]:
    """The facts; left out where none is given and the record does not require them."""
    facts, key = factory.context, ts.property_key(field.name)
    made = entry(key, facts_object(field.type, {each.name: each for each in facts}) if facts else Finished("{}"))
    tests = [is_given(fact_of(each)) for each in facts]
    if field.required or any(each.always_has_value for each in facts):
        yield made
    elif facts:
        are_given = tests[0] if len(tests) == 1 else f"({' || '.join(tests)})"
        yield Finished(f"...({are_given} && {{ {made} }})")
