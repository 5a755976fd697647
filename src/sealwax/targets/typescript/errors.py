"""Error codes -> errors.js and errors.d.ts: a function for each code that has a message."""

from collections.abc import Iterator

from sealwax.contract.model import AnyObject, Contract, ErrorFactory, ErrorMapping, Level, Parameter, Payload
from sealwax.frozen import frozen
from sealwax.languages.typescript import docs_doc, function_name, property_key, string, tsdoc, type_name
from sealwax.rendering import Finished
from sealwax.targets.typescript.builder_values import builder_name, option_key
from sealwax.targets.typescript.builders import options_type
from sealwax.targets.typescript.clock import has_options
from sealwax.targets.typescript.declarations import Import, Property, first_line, imports
from sealwax.targets.typescript.factories import Declaration, fact, fact_properties, needs_facts
from sealwax.targets.typescript.types import Printer, printer_of


@frozen
class Placement:
    """The facts of a code that one option of the builder takes."""

    option: Finished
    facts: tuple[Finished, ...]


@frozen
class ErrorView:
    """The function for an error code."""

    declaration: Declaration
    code: Finished
    message: Finished
    remediation: Finished
    """Empty when the code has none, or the builder takes none."""
    placements: tuple[Placement, ...]


@frozen
class ErrorsView:
    """errors.js and errors.d.ts"""

    header: Finished
    type_imports: tuple[Import, ...]
    errors: tuple[ErrorView, ...]
    builder: Finished
    first: Finished
    """The option for the builder's first argument."""
    passes_options: bool
    """Whether the builder takes options."""
    code: Finished
    """The option for the code."""
    message: Finished
    """The option for the message."""
    remediation: Finished
    """The option for the remediation; empty when the builder takes none."""
    has_facts: bool
    """Whether a code comes with facts."""


def errors_view(contract: Contract, error_mapping: ErrorMapping) -> ErrorsView:
    printer, builder = printer_of(contract), error_mapping.builder
    errors = tuple(_error(error_mapping, factory, printer) for factory in error_mapping.factories)
    return ErrorsView(
        header=first_line(contract),
        type_imports=imports(
            {
                "./builders.js": (options_type(builder),) if has_options(builder) else (),
                "./catalogue.js": printer.catalogue,
                "./types.d.ts": printer.types,
            }
        ),
        errors=errors,
        builder=builder_name(builder),
        first=option_key(builder.parameters[0]),
        passes_options=has_options(builder),
        code=option_key(error_mapping.code),
        message=option_key(error_mapping.message),
        remediation=option_key(error_mapping.remediation) if error_mapping.remediation else Finished(""),
        has_facts=any(factory.value.context for factory in error_mapping.factories),
    )


def _error(error_mapping: ErrorMapping, factory: ErrorFactory, printer: Printer) -> ErrorView:
    value = factory.value
    has_remediation = error_mapping.remediation is not None and bool(value.remediation)
    return ErrorView(
        declaration=_declaration(error_mapping, factory, printer),
        code=string(value.value),
        message=string(value.message),
        remediation=string(value.remediation) if has_remediation else Finished(""),
        placements=tuple(
            Placement(option_key(place.parameter), tuple(map(fact, place.fields))) for place in factory.placements
        ),
    )


def _declaration(error_mapping: ErrorMapping, factory: ErrorFactory, printer: Printer) -> Declaration:
    value, builder = factory.value, error_mapping.builder
    remediation = f"Remediation: `{value.remediation}`" if factory.remediation else ""
    needs_more = any(_is_needed(each, error_mapping, factory) for each in builder.parameters)
    return Declaration(
        doc=docs_doc(value.docs, f"Message: `{value.message}`", remediation),
        name=function_name(value.value),
        base=_base(error_mapping, factory),
        needs_options=needs_more or needs_facts(value.context),
        properties=tuple(_properties(error_mapping, factory, printer)),
        returns=printer.named(type_name(builder.outcome.name)),
    )


def _is_needed(parameter: Parameter, error_mapping: ErrorMapping, factory: ErrorFactory) -> bool:
    """Whether the caller has to give this argument of the builder."""
    return parameter.level is Level.MUST and not _is_stated(parameter, error_mapping, factory)


def _is_stated(parameter: Parameter, error_mapping: ErrorMapping, factory: ErrorFactory) -> bool:
    """Whether the code itself has a value for this argument."""
    is_remediation = parameter == error_mapping.remediation and bool(factory.remediation)
    return parameter in (error_mapping.message, error_mapping.code) or is_remediation


def _is_redeclared(parameter: Parameter, error_mapping: ErrorMapping, factory: ErrorFactory) -> bool:
    """Whether the builder needs an option that is optional here."""
    is_stated = _is_stated(parameter, error_mapping, factory)
    return parameter.level is Level.MUST and is_stated and parameter != error_mapping.code


def _base(error_mapping: ErrorMapping, factory: ErrorFactory) -> Finished:
    """The builder's options, without those that this function declares itself."""
    if not has_options(error_mapping.builder):
        return Finished("")
    options, others = options_type(error_mapping.builder), error_mapping.builder.parameters[1:]
    own = [each for each in others if each == error_mapping.code or _is_redeclared(each, error_mapping, factory)]
    omitted = " | ".join(string(option_key(each)) for each in own)
    return Finished(f"Omit<{options}, {omitted}>") if omitted else options


def _properties(error_mapping: ErrorMapping, factory: ErrorFactory, printer: Printer) -> Iterator[Property]:
    yield from fact_properties(factory.value.context, printer)
    for at, parameter in enumerate(error_mapping.builder.parameters):
        if parameter != error_mapping.code and (at == 0 or _is_redeclared(parameter, error_mapping, factory)):
            yield _property(parameter, error_mapping, factory, printer)


def _property(parameter: Parameter, error_mapping: ErrorMapping, factory: ErrorFactory, printer: Printer) -> Property:
    is_needed, kind = _is_needed(parameter, error_mapping, factory), parameter.field.type
    shown = AnyObject() if isinstance(kind, Payload) else kind
    words = "Defaults to the text of the code." if _is_stated(parameter, error_mapping, factory) else ""
    return Property(
        doc=docs_doc(parameter.docs, words) or tsdoc(f"Fills `{'.'.join(parameter.path)}`."),
        key=property_key(option_key(parameter)),
        is_optional=not is_needed,
        type=printer.type(shown) if is_needed else printer.optional(shown),
    )
