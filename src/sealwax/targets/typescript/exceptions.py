"""Error types -> exceptions.js and exceptions.d.ts: an exception for each type, which carries the response."""

from collections.abc import Iterator

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.languages import typescript as ts
from sealwax.meaning.builder_body import body_of
from sealwax.meaning.builder_sources import must_be_given
from sealwax.meaning.exceptions import Constructor, Delay, TakesCode, constructor_of, delays
from sealwax.meaning.lowering import outcome_test
from sealwax.rendering import Finished
from sealwax.targets.typescript.builder_bodies import builder_name
from sealwax.targets.typescript.builder_values import OPTIONS
from sealwax.targets.typescript.builders import Argument, builder_arguments, has_options, options_type
from sealwax.targets.typescript.catalogue import classification_key, table_name
from sealwax.targets.typescript.declarations import Imports, first_line, imports
from sealwax.targets.typescript.old_names import made_type, table_of
from sealwax.targets.typescript.types import Printer, names_of, printer_of, uses_payload
from sealwax.targets.typescript.verdicts import is_outcome


class ExceptionView(Struct, frozen=True):
    error_type: m.EnumValue
    name: Finished
    doc: Finished
    arguments: tuple[Argument, ...]
    """Those of its constructor; empty when they are those of the base."""


class ExceptionsView(Struct, frozen=True):
    """exceptions.js and exceptions.d.ts"""

    header: Finished
    type_imports: Imports
    mapping: m.ErrorMapping
    builder: Finished
    first: Finished
    """The option for the first argument of the builder."""
    passes_options: bool
    """Whether the builder takes options."""
    has_cause: bool
    """Whether the option `cause` is that of every `Error`, and not one of the builder."""
    fills_type: bool
    """Whether the class fills in the error type."""
    delays: tuple[Delay, ...]
    is_success: Finished
    """The test whether `response` is not a failure; empty when every one is."""
    codes_table: Finished
    types_table: Finished
    type_key: Finished
    """The error type of a code in its table."""
    response: Finished
    made: Finished
    """The type of a response with the old names of keys; the same if there are none."""
    old_names: Finished
    """The table of the old names of keys in a response; empty if there are none."""
    arguments: tuple[Argument, ...]
    exceptions: tuple[ExceptionView, ...]


def exceptions_view(contract: m.Contract, mapping: m.ErrorMapping) -> ExceptionsView:
    printer, builder = printer_of(contract), mapping.builder
    response, made = ts.type_name(builder.outcome.name), made_type(builder.outcome.name, contract)
    types, codes, name = ts.type_name(mapping.types.name), ts.type_name(mapping.codes.name), builder_name(builder)
    arguments = _arguments(mapping, constructor_of(mapping), printer)
    exceptions = tuple(_exception(mapping, value, printer) for value in mapping.types.values)
    called = {options_type(builder)} if has_options(builder) else set()
    called |= {name} if uses_payload((builder.parameters[0].field,)) else set()
    named = names_of(_kinds(mapping), response, made)
    named["./catalogue.js"] |= {codes, types, Finished(f"{types}Entry")}
    return ExceptionsView(
        header=first_line(contract),
        type_imports=imports({"./builders.js": called, **named}),
        mapping=mapping,
        builder=name,
        first=ts.option_key(builder.parameters[0].name),
        passes_options=has_options(builder),
        has_cause=_has_cause(builder),
        fills_type=mapping.type is not None and not must_be_given(mapping.type),
        delays=delays(mapping),
        is_success=is_outcome(outcome_test(builder.outcome), "response", expected=False),
        codes_table=table_name(mapping.codes),
        types_table=table_name(mapping.types),
        type_key=Finished(classification_key(mapping.codes)),
        response=response,
        made=made,
        old_names=table_of(builder.outcome.name, contract),
        arguments=arguments,
        exceptions=exceptions,
    )


def _exception(mapping: m.ErrorMapping, error_type: m.EnumValue, printer: Printer) -> ExceptionView:
    constructor = constructor_of(mapping, error_type)
    own = _arguments(mapping, constructor, printer) if constructor.is_own else ()
    doc = ts.docs_doc(error_type.docs) or ts.tsdoc(f"An error of the type `{error_type.value}`.")
    return ExceptionView(error_type, ts.exception_name(error_type.value), doc, own)


# -- the arguments of constructors ------------------------------------------------------------------------------------


def _arguments(mapping: m.ErrorMapping, constructor: Constructor, printer: Printer) -> tuple[Argument, ...]:
    """Those of the builder, but for the code and what the type demands, and with the cause of the error."""
    builder, first, taking = mapping.builder, mapping.builder.parameters[0], constructor.taking
    needs_options = any(each != first for each in constructor.required)
    found = next(builder_arguments(builder, body_of(builder), printer))
    kind = Finished(f"Parameters<typeof {builder_name(builder)}>[0]") if uses_payload((first.field,)) else found.type
    is_optional = found.is_optional
    if first == mapping.code and taking is not TakesCode.AS_BUILDER:
        is_optional = taking is TakesCode.OPTIONAL
        kind = Finished(f"{kind} | null" if is_optional else f"NonNullable<{kind}>")
    if first in constructor.demanded:
        is_optional, kind = False, printer.type(first.field.type)
    if is_optional and needs_options:
        is_optional, kind = False, Finished(f"{kind} | undefined")
    options = Argument(OPTIONS, not needs_options, _options(mapping, constructor, printer), not needs_options)
    return Argument(found.name, is_optional, kind), options


def _kinds(mapping: m.ErrorMapping) -> Iterator[m.Type]:
    """The types that constructors mention."""
    first = mapping.builder.parameters[0].field
    yield from () if first.per_tool else (first.type,)
    for error_type in mapping.types.values:
        yield from (each.field.type for each in constructor_of(mapping, error_type).demanded)


def _options(mapping: m.ErrorMapping, constructor: Constructor, printer: Printer) -> Finished:
    builder, taking = mapping.builder, constructor.taking
    base = options_type(builder) if has_options(builder) else ""
    replaced = {
        ts.option_key(each.name): f": {printer.type(each.field.type)}"
        for each in constructor.demanded
        if each in builder.parameters[1:]
    }
    if mapping.code in builder.parameters[1:] and taking is not TakesCode.AS_BUILDER:
        key = ts.option_key(mapping.code.name)
        is_optional, spelled = taking is TakesCode.OPTIONAL, f"{base}[{ts.string(key)}]"
        replaced[key] = f"?: {spelled} | null | undefined" if is_optional else f": NonNullable<{spelled}>"
    own = [f"{ts.property_key(key)}{entry}" for key, entry in replaced.items()]
    own += ["cause?: unknown"] if _has_cause(builder) else []
    base = f"Omit<{base}, {' | '.join(map(ts.string, replaced))}>" if replaced else base
    added = f"{{ {'; '.join(own)} }}" if own else ""
    return Finished(" & ".join(filter(None, (base, added))) or "object")


def _has_cause(builder: m.Builder) -> bool:
    """Whether the option `cause` is free for the cause of an error."""
    return all(ts.option_key(each.name) != "cause" for each in builder.parameters)
