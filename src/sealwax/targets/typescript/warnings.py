"""TypeScript warnings: a function for each warning code that says what it has to say."""

from collections.abc import Iterator

from sealwax.contract.model import ABSENT, Absent, Constant, Contract, Field, Noting, Nullable, WarningFactory
from sealwax.languages.typescript import function_name, literal, property_key, string, type_name
from sealwax.rendering import Finished, header
from sealwax.targets.typescript.assembly import INHERITED, OPTIONS
from sealwax.targets.typescript.expressions import Code, Expression, Literal, Spread, Unchecked, laid_out
from sealwax.targets.typescript.factories import (
    PRESENT,
    FactoriesView,
    FactoryView,
    fact_entries,
    fact_key,
    fact_properties,
    filled,
    is_certain,
    is_needed,
    is_provable,
    option_property,
)
from sealwax.targets.typescript.types import Printer, Property, import_type, lore_doc, printer_of

CONTEXT = "context"
Entry = tuple[str, Expression] | Spread


def warnings_view(contract: Contract, noting: Noting) -> FactoriesView:
    printer = printer_of(contract)
    factories = tuple(_warning(noting, factory, printer) for factory in noting.factories)
    return FactoriesView(
        header=Finished(f"// {header(contract.name)}"),
        module=Finished("warnings"),
        type_imports=(
            *import_type(printer.catalogue, "./catalogue.js"),
            *import_type(printer.types, "./types.d.ts"),
        ),
        imports=(),
        factories=factories,
        uses_present=any(PRESENT in " ".join((*each.locals, each.result)) for each in factories),
    )


def _warning(noting: Noting, factory: WarningFactory, printer: Printer) -> FactoryView:
    value = factory.value
    needed = [field for field in (*value.context, *_others(noting)) if is_needed(field)]
    is_optional = all(isinstance(field.type, Constant) for field in needed)
    severity = f"Severity: `{value.classified_as}`, unless another one is given." if noting.severity else ""
    may_be_empty = bool(value.context) and not any(map(is_certain, value.context))
    context = Literal(fact_entries(value.context))
    is_kept = may_be_empty and noting.context is not None and not noting.context.required
    return FactoryView(
        doc=lore_doc(value.lore, f"Message: `{value.message}`", severity),
        name=function_name(value.value),
        options=Finished("{"),
        mark=Finished("?" if is_optional else ""),
        properties=tuple(_properties(noting, factory, printer)),
        returns=Finished(printer.named(type_name(noting.record.name))),
        argument=Finished(f"{OPTIONS} = {{}}" if is_optional else OPTIONS),
        locals=(Finished(f"const {CONTEXT} = {laid_out(_sure(context, value.context), 2)};"),) if is_kept else (),
        result=laid_out(_record(noting, factory, is_kept=is_kept), 2),
    )


def _others(noting: Noting) -> tuple[Field, ...]:
    """The fields that only the caller can fill."""
    return tuple(field for field in noting.others if field.default is ABSENT)


def _properties(noting: Noting, factory: WarningFactory, printer: Printer) -> Iterator[Property]:
    yield from fact_properties(factory.value.context, printer)
    for field in (noting.message, noting.severity):
        if field is not None:
            yield option_property(field, printer, needed=False)
    for field in _others(noting):
        yield option_property(field, printer, needed=is_needed(field))


# -- the record -------------------------------------------------------------------------------------------------------


def _record(noting: Noting, factory: WarningFactory, *, is_kept: bool) -> Expression:
    entries = tuple(entry for field in noting.record.fields for entry in _entries(noting, factory, field, is_kept))
    record = Literal(entries)
    hides = any(field.name in INHERITED for field in noting.record.fields)
    return Unchecked(record) if hides else record


def _entries(noting: Noting, factory: WarningFactory, field: Field, is_kept: bool) -> Iterator[Entry]:
    read = f"{OPTIONS}.{fact_key(field)}"
    if field == noting.code:
        yield field.name, Code(string(factory.value.value))
    elif field == noting.severity:
        yield field.name, Code(f"{read} || {string(factory.value.classified_as)}")
    elif field == noting.message:
        yield field.name, Code(f"{read} || {filled(factory.message)}")
    elif field == noting.context:
        yield from _context(factory, field, is_kept)
    elif not isinstance(field.default, Absent):
        if field.required or not isinstance(field.type, Constant):
            yield field.name, Code(literal(field.default))
    elif field.required:
        yield field.name, Code(read)
    else:
        absent = "=== undefined" if isinstance(field.type, Nullable) else "== null"
        yield Spread(Code(f"({read} {absent} ? {{}} : {{ {property_key(field.name)}: {read} }})"))


def _context(factory: WarningFactory, field: Field, is_kept: bool) -> Iterator[Entry]:
    facts = factory.value.context
    if is_kept:
        given = f"{{ {property_key(field.name)}: {CONTEXT} }}"
        yield Spread(Code(f"(Object.keys({CONTEXT}).length > 0 ? {given} : {{}})"))
    elif facts or field.required:
        yield field.name, _sure(Literal(fact_entries(facts)), facts)


def _sure(literal_: Literal, facts: tuple[Field, ...]) -> Expression:
    return literal_ if is_provable(facts) else Unchecked(literal_)
