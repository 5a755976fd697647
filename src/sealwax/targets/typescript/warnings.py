"""Warning codes -> warnings.js and warnings.d.ts: a function for each code that has a message."""

from collections.abc import Iterator

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.languages import typescript as ts
from sealwax.meaning.renames import warnings_before
from sealwax.rendering import Finished
from sealwax.targets.typescript.builder_values import OPTIONS
from sealwax.targets.typescript.declarations import Imports, Property, first_line, imports
from sealwax.targets.typescript.errors import Declaration, fact_properties, needs_facts, option
from sealwax.targets.typescript.renamed import renamed_functions
from sealwax.targets.typescript.types import Printer, printer_of


class WarningEntry(Struct, frozen=True):
    """A key of the record that a warning factory makes."""

    key: Finished
    role: Finished
    """`code`, `severity`, `message` or `context` for what the mapping fills; empty for other fields."""
    value: Finished
    """The expression for it: the option that the caller gives, or a constant."""
    absent: Finished
    """The test for an option that is not given; empty when the key is always there."""


class WarningView(Struct, frozen=True):
    """The function for a warning code."""

    declaration: Declaration
    factory: m.WarningFactory


class WarningsView(Struct, frozen=True):
    """warnings.js and warnings.d.ts"""

    header: Finished
    type_imports: Imports
    mapping: m.WarningMapping
    warnings: tuple[WarningView, ...]
    entries: tuple[WarningEntry, ...]
    has_facts: bool
    """Whether a code comes with facts."""
    renamed: dict[Finished, Finished]
    """By old name: the present one."""
    is_inlined: bool = False
    """Whether it is part of a larger script, and so neither imports nor exports anything."""


def warnings_view(contract: m.Contract, mapping: m.WarningMapping) -> WarningsView:
    printer = printer_of(contract)
    warnings = tuple(WarningView(_declaration(mapping, each.value, printer), each) for each in mapping.factories)
    return WarningsView(
        header=first_line(contract),
        type_imports=imports({"./catalogue.js": printer.catalogue, "./types.d.ts": printer.types}),
        mapping=mapping,
        warnings=warnings,
        entries=tuple(entry for field in mapping.record.fields for entry in _entries(mapping, field)),
        has_facts=any(factory.value.context for factory in mapping.factories),
        renamed=renamed_functions(
            (each.value.value for each in warnings_before(mapping).factories),
            (each.value.value for each in mapping.factories),
        ),
    )


def _declaration(mapping: m.WarningMapping, value: m.EnumValue, printer: Printer) -> Declaration:
    severity = f"Severity: `{value.classified_as}`, unless another one is given." if mapping.severity else ""
    replaceable = (mapping.message, *((mapping.severity,) if mapping.severity else ()))
    others = [field for field in mapping.others if field.default is m.ABSENT]
    properties: list[Property] = [
        *fact_properties(value.context, printer),
        *(option(field, printer, is_needed=False) for field in replaceable),
        *(option(field, printer, is_needed=field.is_needed) for field in others),
    ]
    return Declaration(
        doc=ts.docs_doc(value.docs, f"Message: `{value.message}`", severity),
        name=ts.function_name(value.value),
        base=Finished(""),
        needs_options=needs_facts((*value.context, *others)),
        properties=tuple(properties),
        returns=printer.named(ts.type_name(mapping.record.name)),
    )


def _entries(mapping: m.WarningMapping, field: m.Field) -> Iterator[WarningEntry]:
    """The key of a field; none for a constant that may be left out."""
    filled = (mapping.code, mapping.severity, mapping.message, mapping.context)
    roles = dict(zip(("code", "severity", "message", "context"), filled, strict=True))
    role = next((role for role, own in roles.items() if own == field), "")
    read, absent = f"{OPTIONS}.{ts.option_key(field.name)}", ""
    if not role and not isinstance(field.default, m.Absent):
        if isinstance(field.type, m.Constant) and not field.required:
            return
        read = ts.literal(field.default)
    elif not field.required:
        absent = f"{read} === undefined" if isinstance(field.type, m.Nullable) else f"{read} == null"
    yield WarningEntry(ts.property_key(field.name), Finished(role), Finished(read), Finished(absent))
