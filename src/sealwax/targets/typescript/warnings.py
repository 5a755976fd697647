"""Warning codes -> warnings.js and warnings.d.ts: a function for each code that has a message."""

from collections.abc import Iterator

from sealwax.contract.model import ABSENT, Absent, Constant, Contract, Field, Nullable, WarningFactory, WarningMapping
from sealwax.frozen import frozen
from sealwax.languages.typescript import docs_doc, function_name, literal, property_key, string, type_name
from sealwax.rendering import Finished
from sealwax.targets.typescript import factories
from sealwax.targets.typescript.builder_values import OPTIONS
from sealwax.targets.typescript.declarations import Import, Property, first_line, imports
from sealwax.targets.typescript.types import Printer, printer_of


@frozen
class WarningEntry:
    """A key of the record that a warning factory makes."""

    key: Finished
    role: Finished
    """`code`, `severity`, `message` or `context` for what the mapping fills; empty for other fields."""
    value: Finished
    """The expression for it: the option that the caller gives, or a constant."""
    absent: Finished
    """The test for an option that is not given; empty when the key is always there."""


@frozen
class WarningView:
    """The function for a warning code."""

    declaration: factories.Declaration
    code: Finished
    severity: Finished
    """Empty when the record has none."""
    message: Finished
    facts: tuple[Finished, ...]


@frozen
class WarningsView:
    """warnings.js and warnings.d.ts"""

    header: Finished
    type_imports: tuple[Import, ...]
    warnings: tuple[WarningView, ...]
    entries: tuple[WarningEntry, ...]
    has_severity: bool
    has_facts: bool
    """Whether a code comes with facts."""


def warnings_view(contract: Contract, warning_mapping: WarningMapping) -> WarningsView:
    printer = printer_of(contract)
    warnings = tuple(_warning(warning_mapping, factory, printer) for factory in warning_mapping.factories)
    has_facts = any(warning.facts for warning in warnings)
    entries = (_entry(warning_mapping, field) for field in warning_mapping.record.fields)
    return WarningsView(
        header=first_line(contract),
        type_imports=imports({"./catalogue.js": printer.catalogue, "./types.d.ts": printer.types}),
        warnings=warnings,
        entries=tuple(entry for entry in entries if entry is not None),
        has_severity=warning_mapping.severity is not None,
        has_facts=has_facts,
    )


def _warning(warning_mapping: WarningMapping, factory: WarningFactory, printer: Printer) -> WarningView:
    value = factory.value
    return WarningView(
        declaration=_declaration(warning_mapping, factory, printer),
        code=string(value.value),
        severity=string(value.classified_as) if warning_mapping.severity is not None else Finished(""),
        message=string(value.message),
        facts=tuple(map(factories.fact, value.context)),
    )


def _declaration(warning_mapping: WarningMapping, factory: WarningFactory, printer: Printer) -> factories.Declaration:
    value = factory.value
    severity = f"Severity: `{value.classified_as}`, unless another one is given." if warning_mapping.severity else ""
    return factories.Declaration(
        doc=docs_doc(value.docs, f"Message: `{value.message}`", severity),
        name=function_name(value.value),
        base=Finished(""),
        needs_options=factories.needs_facts((*value.context, *_others(warning_mapping))),
        properties=tuple(_properties(warning_mapping, factory, printer)),
        returns=printer.named(type_name(warning_mapping.record.name)),
    )


def _others(warning_mapping: WarningMapping) -> tuple[Field, ...]:
    """The fields that only the caller can fill."""
    return tuple(field for field in warning_mapping.others if field.default is ABSENT)


def _properties(warning_mapping: WarningMapping, factory: WarningFactory, printer: Printer) -> Iterator[Property]:
    yield from factories.fact_properties(factory.value.context, printer)
    for field in (warning_mapping.message, warning_mapping.severity):
        if field is not None:
            yield factories.option(field, printer, is_needed=False)
    for field in _others(warning_mapping):
        yield factories.option(field, printer, is_needed=factories.is_needed(field))


def _entry(warning_mapping: WarningMapping, field: Field) -> WarningEntry | None:
    """The key of a field; none for a constant that may be left out."""
    roles = {
        "code": warning_mapping.code,
        "severity": warning_mapping.severity,
        "message": warning_mapping.message,
        "context": warning_mapping.context,
    }
    role = next((role for role, filled in roles.items() if filled == field), "")
    read, absent = f"{OPTIONS}.{factories.fact_key(field)}", ""
    if not role and not isinstance(field.default, Absent):
        if isinstance(field.type, Constant) and not field.required:
            return None
        read = literal(field.default)
    elif not field.required:
        absent = f"{read} === undefined" if isinstance(field.type, Nullable) else f"{read} == null"
    return WarningEntry(property_key(field.name), Finished(role), Finished(read), Finished(absent))
