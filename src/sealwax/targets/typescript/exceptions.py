"""Error types -> exceptions.js: an exception for each type, which carries the response."""

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.languages import typescript as ts
from sealwax.meaning.builders.parameters import must_be_given
from sealwax.meaning.builders.plan import plan
from sealwax.meaning.checks.lowering import outcome_test
from sealwax.meaning.codes.exceptions import Constructor, Delay, TakesCode, constructor_of, delays
from sealwax.rendering import Finished
from sealwax.targets.typescript.builder_bodies import OPTIONS, builder_name
from sealwax.targets.typescript.builders import ArgumentView, builder_arguments, options_type
from sealwax.targets.typescript.declarations import first_line
from sealwax.targets.typescript.types import Printer, uses_payload
from sealwax.targets.typescript.validation import is_outcome


class ExceptionView(Struct, frozen=True):
    error_type: m.EnumValue
    doc: Finished
    arguments: tuple[ArgumentView, ...]
    """Those of its constructor; empty when they are those of the base."""


class ExceptionsView(Struct, frozen=True):
    """exceptions.js, and its part of index.d.ts"""

    header: Finished
    mapping: m.ErrorMapping
    has_cause: bool
    """Whether the option `cause` is that of every `Error`, and not one of the builder."""
    fills_type: bool
    """Whether the class fills in the error type."""
    delays: tuple[Delay, ...]
    is_success: Finished
    """The test whether `response` is not a failure; empty when every one is."""
    arguments: tuple[ArgumentView, ...]
    exceptions: tuple[ExceptionView, ...]


def exceptions_view(contract: m.Contract, mapping: m.ErrorMapping) -> ExceptionsView:
    printer, builder = Printer(contract), mapping.builder
    arguments = _arguments(mapping, constructor_of(mapping), printer)
    exceptions = tuple(_exception(mapping, value, printer) for value in mapping.types.values)
    return ExceptionsView(
        header=first_line(contract),
        mapping=mapping,
        has_cause=_has_cause(builder),
        fills_type=mapping.type is not None and not must_be_given(mapping.type),
        delays=delays(mapping),
        is_success=is_outcome(outcome_test(builder.outcome), "response", expected=False),
        arguments=arguments,
        exceptions=exceptions,
    )


def _exception(mapping: m.ErrorMapping, error_type: m.EnumValue, printer: Printer) -> ExceptionView:
    constructor = constructor_of(mapping, error_type)
    own = _arguments(mapping, constructor, printer) if constructor.is_own else ()
    doc = ts.docs_doc(error_type.docs) or ts.tsdoc(f"An error of the type `{error_type.value}`.")
    return ExceptionView(error_type, doc, own)


# -- the arguments of constructors ------------------------------------------------------------------------------------


def _arguments(mapping: m.ErrorMapping, constructor: Constructor, printer: Printer) -> tuple[ArgumentView, ...]:
    """Those of the builder, but for the code and what the type demands, and with the cause of the error."""
    builder, first, taking = mapping.builder, mapping.builder.parameters[0], constructor.taking
    needs_options = any(each != first for each in constructor.required)
    found = next(builder_arguments(builder, plan(builder), printer))
    kind = Finished(f"Parameters<typeof {builder_name(builder)}>[0]") if uses_payload((first.field,)) else found.type
    is_optional = found.is_optional
    if first == mapping.code and taking is not TakesCode.AS_BUILDER:
        is_optional = taking is TakesCode.OPTIONAL
        kind = Finished(f"{kind} | null" if is_optional else f"NonNullable<{kind}>")
    if first in constructor.demanded:
        is_optional, kind = False, printer.type(first.field.type)
    if is_optional and needs_options:
        is_optional, kind = False, Finished(f"{kind} | undefined")
    options = ArgumentView(OPTIONS, not needs_options, _options(mapping, constructor, printer))
    return ArgumentView(found.name, is_optional, kind), options


def _options(mapping: m.ErrorMapping, constructor: Constructor, printer: Printer) -> Finished:
    builder, taking = mapping.builder, constructor.taking
    base = str(options_type(builder))
    replaced = {
        ts.option_key(each.name): f": {printer.type(each.field.type)}"
        for each in constructor.demanded
        if each in builder.parameters[1:]
    }
    if mapping.code in builder.parameters[1:] and taking is not TakesCode.AS_BUILDER:
        key = ts.option_key(mapping.code.name)
        is_optional, spelled = taking is TakesCode.OPTIONAL, f"{base}[{ts.string(key)}]"
        replaced[key] = f"?: {spelled} | null | undefined" if is_optional else f": NonNullable<{spelled}>"
    own = [f"{key}{entry}" for key, entry in replaced.items()]
    own += ["cause?: unknown"] if _has_cause(builder) else []
    base = f"Omit<{base}, {' | '.join(map(ts.string, replaced))}>" if replaced else base
    return Finished(f"{base} & {{ {'; '.join(own)} }}" if own else base)


def _has_cause(builder: m.Builder) -> bool:
    """Whether the option `cause` is free for the cause of an error."""
    return all(ts.option_key(each.name) != "cause" for each in builder.parameters)
