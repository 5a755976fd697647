"""Error codes -> errors.js: a function for each code that has a message."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from sealwax.contract import model as m
from sealwax.languages import free
from sealwax.languages import typescript as ts
from sealwax.meaning.builders.parameters import must_be_given
from sealwax.meaning.codes.factories import (
    ArgumentNeed,
    FactArgument,
    changed,
    fact_of,
    need_of,
    required,
    text_for,
)
from sealwax.rendering import Finished
from sealwax.targets.typescript.builders import ArgumentView, options_type
from sealwax.targets.typescript.declarations import PropertyView, first_line
from sealwax.targets.typescript.types import Printer


class CommonOptions(Struct, frozen=True):
    """The options of a function for a code that are not facts about the case at hand."""

    base: Finished
    """The type that they extend, or nothing."""
    properties: tuple[PropertyView, ...]


class Declaration(Struct, frozen=True):
    """The function for a code, as callers see it."""

    doc: Finished
    name: Finished
    common: CommonOptions
    needs_options: bool
    facts: tuple[PropertyView, ...]
    returns: Finished
    positional: tuple[ArgumentView, ...] = ()
    """The arguments before the options."""

    @property
    def options(self) -> tuple[PropertyView, ...]:
        return (*self.facts, *self.common.properties)


class FunctionView(Struct, frozen=True):
    """The function for an error code or a warning code."""

    declaration: Declaration
    positional: tuple[Finished, ...]
    """The names of the arguments before the options."""
    options: tuple[Finished, ...]
    """The options as it destructures them."""
    rest: Finished
    """The name of the other options, which it passes on; empty if there are none."""
    needed: tuple[Finished, ...]
    """The arguments that must not be undefined, as members of an object."""
    defaults: tuple["FactDefault", ...]
    first: Finished
    """What the builder gets by position; empty for a warning."""
    entries: tuple[Finished, ...]
    """The members of the object that the builder gets as its options, or that is the warning."""


class FactDefault(Struct, frozen=True):
    """What replaces a fact that is not given."""

    name: Finished
    test: Finished
    """Whether it is not given."""
    value: Finished


class ErrorsView(Struct, frozen=True):
    """errors.js, and its part of index.d.ts"""

    header: Finished
    mapping: m.ErrorMapping
    common: CommonOptions | None
    """The options that most functions share, if several do."""
    errors: tuple[FunctionView, ...]
    helpers: frozenset[str]
    """The functions of the run-time module that it calls."""


def errors_view(contract: m.Contract, mapping: m.ErrorMapping) -> ErrorsView:
    printer = Printer(contract)
    returns = ts.type_name(mapping.builder.outcome.name)
    errors = tuple(
        _function(mapping, each, _declaration(mapping, each, printer, returns)) for each in mapping.factories
    )
    return ErrorsView(
        header=first_line(contract),
        mapping=mapping,
        common=shared(errors),
        errors=errors,
        helpers=helpers(errors),
    )


def shared(functions: Iterable[FunctionView]) -> CommonOptions | None:
    """The options that most functions for codes share; None if each has its own."""
    ((most, count),) = Counter(each.declaration.common for each in functions).most_common(1)
    return most if count > 1 and most.properties else None


def helpers(functions: Iterable[FunctionView]) -> frozenset[str]:
    """The functions of the run-time module that functions for codes call."""
    found: set[str] = set()
    for each in functions:
        tests = (*(default.test for default in each.defaults), *each.entries)
        found |= {"mustBeGiven"} if each.needed else set()
        found |= {"isGiven"} if any("_rt.isGiven(" in test for test in tests) else set()
    return frozenset(found)


def _function(mapping: m.ErrorMapping, factory: m.ErrorFactory, declaration: Declaration) -> FunctionView:
    given = [each for each in factory.context if fact_of(each).is_argument]
    own, builder = _own_arguments(mapping, factory), mapping.builder
    names = [*(each.name for each in given), *(each.name for each in own)]
    taken = {ts.parameter_name(name) for name in names}
    is_complete = builder.clock is None and all(each in (*own, mapping.code) for each in builder.parameters)
    positional = [each.name for each in factory.positional]
    needed = [*(each.name for each in given if each.is_needed), *(each.name for each in _required(mapping, factory))]
    passed = {each.name: _passed(each, mapping, factory) for each in builder.parameters if each in own}
    passed[mapping.code.name] = ts.literal(factory.value.value)
    first = passed.pop(builder.parameters[0].name)
    return FunctionView(
        declaration=declaration,
        positional=tuple(map(ts.parameter_name, positional)),
        options=tuple(bound(name) for name in names if name not in positional),
        rest=Finished("") if is_complete else free("options", taken),
        needed=tuple(map(bound, dict.fromkeys(needed))),
        defaults=tuple(fact_defaults(factory.context)),
        first=first,
        entries=tuple(entry(ts.option_key(name), value) for name, value in passed.items()),
    )


def _own_arguments(mapping: m.ErrorMapping, factory: m.ErrorFactory) -> list[m.Parameter]:
    """The parameters of the builder that the function does not only pass on; the first is no option there."""
    first, *_ = mapping.builder.parameters
    placed_in = (place.parameter for place in factory.placements)
    named = (first, mapping.message, *factory.positional, *factory.demanded, *placed_in)
    return [
        each
        for each in mapping.builder.parameters
        if each != mapping.code and (each in named or text_for(each, mapping, factory))
    ]


def _passed(parameter: m.Parameter, mapping: m.ErrorMapping, factory: m.ErrorFactory) -> Finished:
    """What the builder gets: the caller's own words win over those of the code."""
    name, text = ts.parameter_name(parameter.name), text_for(parameter, mapping, factory)
    place = next((each for each in factory.placements if each.parameter == parameter), None)
    if place is not None:
        return facts_object(parameter.field.type, place.fields, Finished(f"...{name}"))
    return Finished(f"{name} || {filled(text)}") if text else name


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
        common=CommonOptions(
            Finished(f"Omit<{base}, {' | '.join(omitted)}>") if omitted else base,
            tuple(_property(each, printer, need_of(each, mapping, factory)) for each in _shown(mapping, factory)),
        ),
        needs_options=needs_options,
        facts=tuple(fact_properties(options, printer)),
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


def bound(name: str) -> Finished:
    """An option as a function destructures it."""
    return entry(ts.option_key(name), ts.parameter_name(name))


def entry(key: Finished, value: Finished) -> Finished:
    """A member of an object, or of a pattern."""
    return key if key == value else Finished(f"{key}: {value}")


def fact_defaults(fields: Iterable[m.Field]) -> Iterator[FactDefault]:
    for fact in map(fact_of, fields):
        if fact.is_argument and not isinstance(fact.otherwise, m.Absent) and fact.otherwise is not None:
            test = is_given(fact)
            is_absent = Finished(f"!{test}" if " " not in test else test.replace("!= null", "== null"))
            yield FactDefault(ts.parameter_name(fact.field.name), is_absent, ts.literal(fact.otherwise))


def is_given(fact: FactArgument) -> Finished:
    """The test whether a fact is given, and neither null nor empty."""
    name, kind = ts.parameter_name(fact.field.name), m.bare(fact.field.type)
    if isinstance(kind, m.ListOf):
        return Finished(f"{name}?.length")
    if isinstance(kind, m.AnyValue) or m.is_object(kind):
        return Finished(f"_rt.isGiven({name})")
    return name if fact.can_be_empty else Finished(f"{name} != null")


def placed(fields: Mapping[str, m.Field]) -> Iterator[Finished]:
    """The members of an object that facts fill."""
    for key, field in fields.items():
        fact, name = fact_of(field), ts.property_key(key)
        if not fact.is_argument:
            member = Finished(f"{name}: {ts.literal(fact.otherwise)}")
        else:
            member = entry(name, ts.parameter_name(field.name))
        test = is_given(fact)
        is_sure = fact.is_certain or not fact.is_argument
        yield member if is_sure else Finished(f"...({test} && {{ {member} }})")


def facts_object(kind: m.Type, fields: Mapping[str, m.Field], *more: Finished) -> Finished:
    """The object that facts fill.

    The compiler takes no interface for a free value, and no facts for a record that requires more.
    """
    members = ", ".join((*placed(fields), *more))
    match m.bare(kind):
        case m.Reference(m.Record() as record):
            fits = not any(each.required for each in record.fields)
        case _:
            fits = not any(_holds_record(each.type) for each in fields.values())
    return Finished(f"{{ {members} }}" if fits else f"/** @type {{any}} */ ({{ {members} }})")


def _holds_record(kind: m.Type) -> bool:
    match m.bare(kind):
        case m.Reference(target):
            return isinstance(target, m.Record)
        case m.ListOf(inner) | m.MapOf(inner):
            return _holds_record(inner)
        case _:
            return False


# -- messages ---------------------------------------------------------------------------------------------------------


def filled(given: m.Template) -> Finished:
    """The text with facts, as an expression."""
    pieces: list[str] = []
    for part in given:
        if isinstance(part, m.OptionalPart):
            tests = [f"({test})" if " " in (test := is_given(fact_of(each))) else test for each in part.fields]
            pieces.append(Finished(f'{" && ".join(dict.fromkeys(tests))} ? {_text(part.parts)} : ""'))
        else:
            pieces.append(part if isinstance(part, str) else _inserted(part))
    return ts.template(pieces)


def _text(parts: Iterable[str | m.Field]) -> Finished:
    return ts.template(part if isinstance(part, str) else _inserted(part) for part in parts)


def _inserted(field: m.Field) -> Finished:
    name = ts.parameter_name(field.name)
    if isinstance(field.type, m.Constant):
        return ts.literal(field.type.value)
    return Finished(f'{name}.join(", ")') if isinstance(m.bare(field.type), m.ListOf) else name
