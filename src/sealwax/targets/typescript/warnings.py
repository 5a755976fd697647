"""Warning codes -> warnings.js: a function for each code that has a message."""

from collections.abc import Iterator

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.languages import typescript as ts
from sealwax.meaning.codes.factories import Origin, arguments, entries
from sealwax.rendering import Finished
from sealwax.targets.typescript.builder_bodies import OPTIONS
from sealwax.targets.typescript.declarations import PropertyView, first_line, namespaces
from sealwax.targets.typescript.errors import (
    Declaration,
    FunctionView,
    fact_properties,
    facts,
    option,
)
from sealwax.targets.typescript.types import Printer


class EntryView(Struct, frozen=True):
    """A key of the record that a warning factory makes."""

    key: Finished
    value: Finished
    """Empty if it is the variable with the name of the key."""
    absent: Finished
    """The test whether the key is left out; empty when it is always there."""


class WarningsView(Struct, frozen=True):
    """warnings.js, and its part of index.d.ts"""

    header: Finished
    namespace: Finished
    """The name under which the functions are exported."""
    mapping: m.WarningMapping
    warnings: tuple[FunctionView, ...]
    entries: tuple[EntryView, ...]
    has_facts: bool
    """Whether a code comes with facts."""

    @property
    def helpers(self) -> frozenset[str]:
        return frozenset({"factsOf", "filled"}) if self.has_facts else frozenset()


def warnings_view(contract: m.Contract, mapping: m.WarningMapping) -> WarningsView:
    printer, has_facts = Printer(contract), any(factory.context for factory in mapping.factories)
    returns = ts.type_name(mapping.record.name)
    warnings = tuple(
        FunctionView(_declaration(mapping, each.value, printer, returns), each, facts(each.context))
        for each in mapping.factories
    )
    return WarningsView(
        header=first_line(contract),
        namespace=namespaces(contract)["warnings"],
        mapping=mapping,
        warnings=warnings,
        entries=tuple(_entries(mapping, has_facts=has_facts)),
        has_facts=has_facts,
    )


def _declaration(mapping: m.WarningMapping, value: m.EnumValue, printer: Printer, returns: Finished) -> Declaration:
    severity = f"Severity: `{value.classified_as}`, unless another one is given." if mapping.severity else ""
    others = arguments(mapping)
    properties: list[PropertyView] = [
        *fact_properties(value.context, printer),
        *(option(field, printer, is_needed=False) for field in _replaceable(mapping)),
        *(option(field, printer, is_needed=field.is_needed) for field in others),
    ]
    return Declaration(
        doc=ts.docs_doc(value.docs, f"Message: `{value.message}`", severity),
        name=ts.function_name(value.value),
        base=Finished(""),
        needs_options=any(field.is_needed for field in (*value.context, *others)),
        properties=tuple(properties),
        returns=returns,
    )


def _replaceable(mapping: m.WarningMapping) -> tuple[m.Field, ...]:
    """What a call can say otherwise than the code."""
    return (mapping.message, *((mapping.severity,) if mapping.severity else ()))


def _entries(mapping: m.WarningMapping, *, has_facts: bool) -> Iterator[EntryView]:
    for entry in entries(mapping):
        field, read = entry.field, f"{OPTIONS}.{ts.option_key(entry.field.name)}"
        value, absent = read, ""
        match entry.origin:
            case Origin.CODE:
                value = "code"
            case Origin.SEVERITY:
                value = f"{read} || severity"
            case Origin.MESSAGE:
                value = f"{read} || {'_rt.filled(message, context)' if has_facts else 'message'}"
            case Origin.CONTEXT if not has_facts and not field.required:
                continue
            case Origin.CONTEXT:
                value = "context" if has_facts else "{}"
                absent = "" if field.required else "Object.keys(context).length === 0"
            case Origin.DEFAULT if not isinstance(field.default, m.Absent):
                value = ts.literal(field.default)
            case _ if not field.required:
                absent = f"{read} === undefined" if isinstance(field.type, m.Nullable) else f"{read} == null"
            case _:
                pass
        is_named = value == field.name and value in ("code", "context")
        yield EntryView(ts.property_key(field.name), Finished("" if is_named else value), Finished(absent))
