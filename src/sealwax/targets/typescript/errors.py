"""Error codes -> errors.js and errors.d.ts: a function for each code that has a message."""

import re
from collections.abc import Iterable, Iterator

from sealwax.contract import model as m
from sealwax.frozen import frozen
from sealwax.languages import typescript as ts
from sealwax.meaning.builder_plan import must_be_given
from sealwax.rendering import Finished
from sealwax.targets.typescript.builder_bodies import builder_name
from sealwax.targets.typescript.builders import has_options, options_type
from sealwax.targets.typescript.declarations import Imports, Property, first_line, imports
from sealwax.targets.typescript.types import Printer, printer_of

_SEPARATED = re.compile("_([A-Za-z0-9_])")


@frozen
class Declaration:
    """The function for a code, as callers see it."""

    doc: Finished
    name: Finished
    base: Finished
    """The type that its options extend, or nothing."""
    needs_options: bool
    properties: tuple[Property, ...]
    returns: Finished


@frozen
class ErrorView:
    """The function for an error code."""

    declaration: Declaration
    factory: m.ErrorFactory


@frozen
class ErrorsView:
    """errors.js and errors.d.ts"""

    header: Finished
    type_imports: Imports
    mapping: m.ErrorMapping
    errors: tuple[ErrorView, ...]
    builder: Finished
    passes_options: bool
    """Whether the builder takes options."""
    has_facts: bool
    """Whether a code comes with facts."""


def errors_view(contract: m.Contract, mapping: m.ErrorMapping) -> ErrorsView:
    printer, builder = printer_of(contract), mapping.builder
    errors = tuple(ErrorView(_declaration(mapping, each, printer), each) for each in mapping.factories)
    options = (options_type(builder),) if has_options(builder) else ()
    types = {"./builders.js": options, "./catalogue.js": printer.catalogue, "./types.d.ts": printer.types}
    return ErrorsView(
        header=first_line(contract),
        type_imports=imports(types),
        mapping=mapping,
        errors=errors,
        builder=builder_name(builder),
        passes_options=has_options(builder),
        has_facts=any(factory.value.context for factory in mapping.factories),
    )


def _declaration(mapping: m.ErrorMapping, factory: m.ErrorFactory, printer: Printer) -> Declaration:
    value, (first, *others) = factory.value, mapping.builder.parameters
    # Arguments that the code has a value for. The builder may need options that are optional here.
    stated = (mapping.message, mapping.code, *((mapping.remediation,) if factory.remediation else ()))
    own = [each for each in others if each in stated and (must_be_given(each) or each == mapping.code)]
    own += [each for each in factory.demanded if each not in (first, *own)]
    needs_more = any(must_be_given(each) and each not in stated for each in (first, *others)) or bool(factory.demanded)
    shown = [each for each in (first, *own) if each != mapping.code]
    return Declaration(
        doc=ts.docs_doc(
            value.docs,
            f"Message: `{value.message}`",
            f"Remediation: `{value.remediation}`" if factory.remediation else "",
        ),
        name=ts.function_name(value.value),
        base=_base(mapping.builder, " | ".join(ts.string(ts.option_key(each.name)) for each in own)),
        needs_options=needs_more or needs_facts(value.context),
        properties=(
            *fact_properties(value.context, printer),
            *(_property(each, printer, factory, is_stated=each in stated) for each in shown),
        ),
        returns=printer.named(ts.type_name(mapping.builder.outcome.name)),
    )


def _base(builder: m.Builder, omitted: str) -> Finished:
    """The builder's options, without those that the function declares itself."""
    if not has_options(builder):
        return Finished("")
    options = options_type(builder)
    return Finished(f"Omit<{options}, {omitted}>") if omitted else options


def _property(parameter: m.Parameter, printer: Printer, factory: m.ErrorFactory, *, is_stated: bool) -> Property:
    is_needed, kind = must_be_given(parameter) and not is_stated, parameter.field.type
    is_needed = is_needed or parameter in factory.demanded
    shown = m.AnyObject() if isinstance(kind, m.Payload) else kind
    words = "Defaults to the text of the code." if is_stated else ""
    return Property(
        doc=ts.docs_doc(parameter.docs, words) or ts.tsdoc(f"Fills `{'.'.join(parameter.path)}`."),
        key=ts.property_key(ts.option_key(parameter.name)),
        is_optional=not is_needed,
        type=printer.type(shown) if is_needed else printer.optional(shown),
    )


# -- facts: what the caller says about the case at hand ---------------------------------------------------------------


def is_needed(field: m.Field) -> bool:
    """Whether the caller has to give a fact."""
    return field.required and field.default is m.ABSENT


def needs_facts(fields: Iterable[m.Field]) -> bool:
    """Whether the caller has to give some of these facts."""
    return any(is_needed(field) and not isinstance(field.type, m.Constant) for field in fields)


def fact_properties(fields: Iterable[m.Field], printer: Printer) -> Iterator[Property]:
    for field in fields:
        if not isinstance(field.type, m.Constant):
            yield option(field, printer, is_needed=is_needed(field))


def option(field: m.Field, printer: Printer, *, is_needed: bool) -> Property:
    kind = printer.type(field.type) if is_needed else printer.optional(field.type)
    return Property(ts.field_doc(field), ts.property_key(ts.option_key(field.name)), not is_needed, kind)


def facts(fields: Iterable[m.Field]) -> Finished:
    """The facts of a code as arguments: names, or lists of a name, its option and the value that replaces it.

    Null as a replacement says that the fact is there even when it is null. Where null is a value, it is an object.
    """
    return Finished(", ".join(ts.literal(_fact(field)) for field in fields))


def _takes_null(field: m.Field) -> bool:
    return isinstance(field.type, m.Null | m.Nullable | m.AnyValue)


def _fact(field: m.Field) -> m.Json:
    key = ts.option_key(field.name)
    if isinstance(field.type, m.Constant):
        return [field.name, "", field.type.value]
    if not isinstance(field.default, m.Absent):
        otherwise: m.Json = {"name": field.name, "option": key, "otherwise": field.default}
        return otherwise if _takes_null(field) else [field.name, key, field.default]
    if field.required and _takes_null(field):
        return [field.name, key, None]
    if _takes_null(field):
        return {"name": field.name, "option": key}
    is_plain = _SEPARATED.sub(lambda match: match[1].upper(), field.name) == key
    return field.name if is_plain else [field.name, key]
