"""TypeScript warnings: a function for each warning code that says what it has to say."""

from collections.abc import Iterator

from sealwax.contract.model import ABSENT, Absent, Constant, Contract, Field, Nullable, WarningFactory, WarningMapping
from sealwax.languages.typescript import function_name, literal, property_key, string, type_name
from sealwax.rendering import Finished, header
from sealwax.targets.typescript.assembly import OPTIONS
from sealwax.targets.typescript.factories import (
    TOLD,
    FactoriesView,
    FactoryView,
    Maker,
    fact_key,
    fact_properties,
    facts,
    facts_import,
    is_needed,
    made,
    option_property,
)
from sealwax.targets.typescript.types import Printer, Property, docs_doc, import_type, printer_of

NOTE = "_note"
"""What the functions call, under a name that no code gives to a function."""


def warnings_view(contract: Contract, warning_mapping: WarningMapping) -> FactoriesView:
    printer = printer_of(contract)
    factories = tuple(_warning(warning_mapping, factory, printer) for factory in warning_mapping.factories)
    return FactoriesView(
        header=Finished(f"// {header(contract.name)}"),
        module=Finished("warnings"),
        type_imports=(
            *import_type(printer.catalogue, "./catalogue.js"),
            *import_type(printer.types, "./types.d.ts"),
        ),
        imports=facts_import(any(factory.value.context for factory in warning_mapping.factories)),
        factories=factories,
        maker=_maker(warning_mapping),
        is_response=False,
    )


def _warning(warning_mapping: WarningMapping, factory: WarningFactory, printer: Printer) -> FactoryView:
    value = factory.value
    needed = [field for field in (*value.context, *_others(warning_mapping)) if is_needed(field)]
    is_optional = all(isinstance(field.type, Constant) for field in needed)
    severity = f"Severity: `{value.classified_as}`, unless another one is given." if warning_mapping.severity else ""
    return FactoryView(
        doc=docs_doc(value.docs, f"Message: `{value.message}`", severity),
        name=function_name(value.value),
        options=Finished("{"),
        mark=Finished("?" if is_optional else ""),
        properties=tuple(_properties(warning_mapping, factory, printer)),
        returns=Finished(printer.named(type_name(warning_mapping.record.name))),
        made=_made(warning_mapping, factory),
    )


def _others(warning_mapping: WarningMapping) -> tuple[Field, ...]:
    """The fields that only the caller can fill."""
    return tuple(field for field in warning_mapping.others if field.default is ABSENT)


def _properties(warning_mapping: WarningMapping, factory: WarningFactory, printer: Printer) -> Iterator[Property]:
    yield from fact_properties(factory.value.context, printer)
    for field in (warning_mapping.message, warning_mapping.severity):
        if field is not None:
            yield option_property(field, printer, needed=False)
    for field in _others(warning_mapping):
        yield option_property(field, printer, needed=is_needed(field))


# -- the record -------------------------------------------------------------------------------------------------------


def _made(warning_mapping: WarningMapping, factory: WarningFactory) -> Finished:
    """The code, its severity, its message and its facts."""
    value = factory.value
    severity = (value.classified_as,) if warning_mapping.severity is not None else ()
    context = facts(value.context) if value.context else ""
    return made(NOTE, (*map(string, (value.value, *severity, value.message)), context))


def _maker(warning_mapping: WarningMapping) -> Maker:
    texts = ("code", *(("severity",) if warning_mapping.severity is not None else ()), "message")
    has_facts = any(factory.value.context for factory in warning_mapping.factories)
    entries = (
        entry
        for field in warning_mapping.record.fields
        for entry in _entries(warning_mapping, field, has_facts=has_facts)
    )
    return Maker(
        name=Finished(NOTE),
        parameters=Finished(", ".join((*texts, *(("facts = []",) if has_facts else ())))),
        texts=tuple(map(Finished, texts)),
        facts=Finished("{fact[]}" if has_facts else ""),
        entries=tuple(map(Finished, entries)),
        told=(),
        result=Finished(""),
    )


def _entries(warning_mapping: WarningMapping, field: Field, *, has_facts: bool) -> Iterator[str]:
    key, read = property_key(field.name), f"{OPTIONS}.{fact_key(field)}"
    if field == warning_mapping.code:
        yield f"{key}: code" if key != "code" else "code"
    elif field == warning_mapping.severity:
        yield f"{key}: {read} || severity"
    elif field == warning_mapping.message:
        yield f"{key}: {read} || {f'{TOLD}(message, context)' if has_facts else 'message'}"
    elif field == warning_mapping.context:
        yield from _context(field, has_facts=has_facts)
    elif not isinstance(field.default, Absent):
        if field.required or not isinstance(field.type, Constant):
            yield f"{key}: {literal(field.default)}"
    elif field.required:
        yield f"{key}: {read}"
    else:
        absent = "=== undefined" if isinstance(field.type, Nullable) else "== null"
        yield f"...({read} {absent} ? {{}} : {{ {key}: {read} }})"


def _context(field: Field, *, has_facts: bool) -> Iterator[str]:
    """An object of facts that may be absent is absent when it is empty."""
    key = property_key(field.name)
    if field.required:
        yield _context_entry(key) if has_facts else f"{key}: {{}}"
    elif has_facts:
        yield f"...(Object.keys(context).length > 0 ? {{ {_context_entry(key)} }} : {{}})"


def _context_entry(key: str) -> str:
    return key if key == "context" else f"{key}: context"
