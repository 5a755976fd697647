"""Error codes -> errors.js: a function for each code that has a message."""

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from sealwax.contract import model as m
from sealwax.languages import typescript as ts
from sealwax.meaning.builders.sources import must_be_given
from sealwax.meaning.codes.factories import ArgumentNeed, changed, fact_of, need_of, required
from sealwax.rendering import Finished
from sealwax.targets.typescript.builders import ArgumentView, options_type
from sealwax.targets.typescript.declarations import PropertyView, first_line
from sealwax.targets.typescript.types import Printer


class Declaration(Struct, frozen=True):
    """The function for a code, as callers see it."""

    doc: Finished
    name: Finished
    base: Finished
    """The type that its options extend, or nothing."""
    needs_options: bool
    properties: tuple[PropertyView, ...]
    returns: Finished
    positional: tuple[ArgumentView, ...] = ()
    """The arguments before the options."""


class FunctionView(Struct, frozen=True):
    """The function for an error code or a warning code."""

    declaration: Declaration
    factory: m.ErrorFactory | m.WarningFactory
    facts: tuple[Finished, ...]
    """The context, and the arguments of the builder that a call must give."""


class ErrorsView(Struct, frozen=True):
    """errors.js, and its part of index.d.ts"""

    header: Finished
    mapping: m.ErrorMapping
    errors: tuple[FunctionView, ...]
    has_facts: bool
    """Whether a code comes with facts."""
    has_positional: bool
    """Whether a function takes arguments by position."""

    @property
    def helpers(self) -> frozenset[str]:
        return frozenset({"factsOf", "filled", "placed"}) if self.has_facts else frozenset()


def errors_view(contract: m.Contract, mapping: m.ErrorMapping) -> ErrorsView:
    printer = Printer(contract)
    returns = ts.type_name(mapping.builder.outcome.name)
    errors = tuple(
        FunctionView(_declaration(mapping, each, printer, returns), each, facts(each.context, _required(mapping, each)))
        for each in mapping.factories
    )
    return ErrorsView(
        header=first_line(contract),
        mapping=mapping,
        errors=errors,
        has_facts=any(each.facts for each in errors),
        has_positional=any(factory.positional for factory in mapping.factories),
    )


def _declaration(mapping: m.ErrorMapping, factory: m.ErrorFactory, printer: Printer, returns: Finished) -> Declaration:
    base = options_type(mapping.builder)
    omitted = [ts.string(ts.option_key(each.name)) for each in _own(mapping, factory)]
    options = tuple(field for field in factory.context if field not in factory.positional)
    needs_more = any(each not in factory.positional for each in required(mapping, factory))
    needs_options = needs_more or any(field.is_needed for field in options)
    return Declaration(
        doc=ts.docs_doc(
            factory.docs,
            f"Message: `{m.template_text(factory.message)}`" if factory.message else "",
            f"Remediation: `{m.template_text(factory.remediation)}`" if factory.remediation else "",
            tags=tuple(_tag(each) for each in factory.positional),
        ),
        name=ts.function_name(factory.name),
        base=Finished(f"Omit<{base}, {' | '.join(omitted)}>") if omitted else base,
        needs_options=needs_options,
        properties=(
            *fact_properties(options, printer),
            *(_property(each, printer, need_of(each, mapping, factory)) for each in _shown(mapping, factory)),
        ),
        returns=returns,
        positional=tuple(_positional(factory, printer, needs_options=needs_options)),
    )


def _own(mapping: m.ErrorMapping, factory: m.ErrorFactory) -> list[m.Parameter]:
    """The options that the function takes in another way than the builder."""
    return [each for each in changed(mapping, factory) if each != mapping.builder.parameters[0]]


def _shown(mapping: m.ErrorMapping, factory: m.ErrorFactory) -> list[m.Parameter]:
    """The options of the builder that the function declares itself."""
    found = (mapping.builder.parameters[0], *_own(mapping, factory))
    return [each for each in found if each != mapping.code and each not in factory.positional]


def _required(mapping: m.ErrorMapping, factory: m.ErrorFactory) -> Iterator[m.Field]:
    """The arguments that a call must give, apart from those that the builder asks for."""
    for each in required(mapping, factory):
        if each == mapping.message or not must_be_given(each):
            yield replace(each.field, name=each.name, level=m.Level.MUST, default=m.ABSENT)


def _tag(argument: m.Field | m.Parameter) -> tuple[str, str]:
    fills = f"Fills `{'.'.join(argument.path)}`." if isinstance(argument, m.Parameter) else f"Fills `{argument.name}`."
    return f"param {ts.parameter_name(argument.name)} -", argument.docs.doc or fills


def _positional(factory: m.ErrorFactory, printer: Printer, *, needs_options: bool) -> Iterator[ArgumentView]:
    """The arguments before the options. If those must be given, none of the arguments can be left out."""
    for each in factory.positional:
        kind = each.type if isinstance(each, m.Field) else each.field.type
        is_given = each.is_needed if isinstance(each, m.Field) else not factory.message
        spelled = printer.option(kind, is_needed=is_given)
        yield ArgumentView(ts.parameter_name(each.name), not is_given and not needs_options, spelled)


def _property(parameter: m.Parameter, printer: Printer, need: ArgumentNeed) -> PropertyView:
    is_needed, kind = need is ArgumentNeed.REQUIRED, parameter.field.type
    shown = m.AnyObject() if isinstance(kind, m.Payload) else kind
    words = "Defaults to the text of the code." if need is ArgumentNeed.STATED else ""
    return PropertyView(
        doc=ts.docs_doc(parameter.docs, words) or ts.tsdoc(f"Fills `{'.'.join(parameter.path)}`."),
        key=ts.option_key(parameter.name),
        is_optional=not is_needed,
        type=printer.option(shown, is_needed=is_needed),
    )


# -- facts: what the caller says about the case at hand ---------------------------------------------------------------


def fact_properties(fields: Iterable[m.Field], printer: Printer) -> Iterator[PropertyView]:
    for field in fields:
        if fact_of(field).is_argument:
            yield option(field, printer, is_needed=field.is_needed)


def option(field: m.Field, printer: Printer, *, is_needed: bool) -> PropertyView:
    kind = printer.option(field.type, is_needed=is_needed)
    return PropertyView(ts.field_doc(field), ts.option_key(field.name), not is_needed, kind)


def facts(context: Iterable[m.Field], others: Iterable[m.Field] = ()) -> tuple[Finished, ...]:
    """The facts of a code, as arguments of the function that makes its function."""
    return tuple(map(_fact, (*context, *others)))


def _fact(field: m.Field) -> Finished:
    plan, key = fact_of(field), ts.option_key(field.name)
    spelled: dict[str, m.Json] = {"name": field.name}
    if not plan.is_argument:
        return ts.literal({**spelled, "value": plan.otherwise})
    spelled |= {"option": key} if key != field.name else {}
    spelled |= {"isOptional": True} if not plan.is_certain else {}
    spelled |= {"isNullable": True} if plan.is_nullable else {}
    return ts.literal(spelled if isinstance(plan.otherwise, m.Absent) else {**spelled, "otherwise": plan.otherwise})


def placed(fields: Mapping[str, m.Field]) -> Finished:
    """The keys of an object that facts fill: their names, or pairs of a name and another key."""
    return Finished(
        ", ".join(ts.literal(key if key == field.name else [field.name, key]) for key, field in fields.items())
    )
