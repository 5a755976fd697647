"""Builders -> builders.js: functions that make envelopes, and their options."""

from collections.abc import Iterator

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.languages.typescript import call, docs_doc, option_key, tsdoc, type_name
from sealwax.meaning.builders.clock import ClockNeeds, clock_needs
from sealwax.meaning.builders.parameters import must_be_given
from sealwax.meaning.builders.plan import Fact, OfCode, Plan, UsualCode
from sealwax.meaning.builders.planning import plan
from sealwax.meaning.builders.wording import argument_facts, contradictions, plain_default
from sealwax.meaning.wording import stated_level
from sealwax.rendering import Finished
from sealwax.targets.typescript.builder_bodies import (
    OPTIONS,
    BodyView,
    body_view,
    builder_name,
    messages_of,
    positional_name,
    required,
)
from sealwax.targets.typescript.declarations import Imports, PropertyView, first_line, imports
from sealwax.targets.typescript.types import NO_LIST, Printer, uses_payload


class ArgumentView(Struct, frozen=True):
    """A parameter of a builder."""

    name: Finished
    is_optional: bool
    type: Finished


class BuilderView(Struct, frozen=True):
    name: Finished
    doc: Finished
    generic: Finished
    """The type parameter with its brackets, or nothing."""
    arguments: tuple[ArgumentView, ...]
    returns: Finished
    options_name: Finished
    """The interface of its options, with the type parameter."""
    options_doc: Finished
    options: tuple[PropertyView, ...]
    """Empty when it takes no options."""
    body: BodyView


class BuildersView(Struct, frozen=True):
    """builders.js, and its part of index.d.ts"""

    header: Finished
    imports: Imports
    helpers: frozenset[str]
    """The functions of the run-time module that builders call."""
    clock: ClockNeeds | None
    providers: tuple[PropertyView, ...]
    """Functions that the application can set, by the option that they provide."""
    tables: dict[Finished, dict[str, str]]
    """What the catalogue has no table for: texts by code, and usual codes by error type."""
    builders: tuple[BuilderView, ...]


def builders_view(contract: m.Contract) -> BuildersView:
    printer = Printer(contract)
    plans = [plan(builder) for builder in contract.builders]
    builders = tuple(_builder(*pair, printer) for pair in zip(contract.builders, plans, strict=True))
    providers = tuple(_provider(parameter, printer) for parameter in contract.provided)
    imported = {name for builder in builders for name in builder.body.imported}
    values = {"./catalogue.js": imported}
    return BuildersView(
        first_line(contract),
        imports(values),
        frozenset(helper for builder in builders for helper in builder.body.helpers),
        clock_needs(contract),
        providers,
        {name: table for each in plans for name, table in _tables(each).items()},
        builders,
    )


def _tables(known: Plan) -> dict[Finished, dict[str, str]]:
    found: dict[Finished, dict[str, str]] = {}
    for source in known.sources:
        if isinstance(source, UsualCode):
            found[Finished("usualCodes")] = source.table
        elif isinstance(source, OfCode) and source.fact is Fact.MESSAGE:
            found[Finished("messages")] = messages_of(source)
        elif isinstance(source, OfCode) and source.fact is Fact.REMEDIATION:
            found[Finished("remediations")] = {code: str(text) for code, text in source.table.items()}
    return {name: table for name, table in found.items() if table}


def _builder(builder: m.Builder, known: Plan, printer: Printer) -> BuilderView:
    name, fields = builder_name(builder), [parameter.field for parameter in builder.parameters]
    applied = printer.applied(builder.outcome.fields if uses_payload(fields) else ())
    return BuilderView(
        name=name,
        doc=docs_doc(builder.docs, tags=tuple(_tags(builder, known))),
        generic=printer.generic(fields, NO_LIST),
        arguments=tuple(builder_arguments(builder, known, printer)),
        returns=Finished(f"{type_name(builder.outcome.name)}{applied}"),
        options_name=Finished(f"{options_type(builder)}{printer.generic(fields[1:])}"),
        options_doc=tsdoc(f"The options of `{name}`. Null and undefined count as not given."),
        options=(
            *(_option(builder, known, parameter, printer) for parameter in builder.parameters[1:]),
            *_clock_options(builder),
        ),
        body=body_view(builder, known),
    )


def _provider(parameter: m.Parameter, printer: Printer) -> PropertyView:
    kind = _or_nothing(parameter, printer.argument(m.bare(parameter.field.type)))
    return PropertyView(
        doc=tsdoc(f"Returns the `{'.'.join(parameter.path)}` of responses that are made without one."),
        key=option_key(parameter.name),
        is_optional=True,
        type=Finished(f"(() => {kind}) | undefined"),
    )


def options_type(builder: m.Builder) -> Finished:
    """The name of the interface of a builder's options."""
    return Finished(f"{type_name(builder.name)}Options")


def has_options(builder: m.Builder) -> bool:
    """Whether a builder takes more than its first argument."""
    return bool(builder.parameters[1:]) or builder.clock is not None


def builder_arguments(builder: m.Builder, known: Plan, printer: Printer) -> Iterator[ArgumentView]:
    needs_options = any(map(must_be_given, builder.parameters[1:]))
    for parameter in builder.parameters[:1]:
        name, kind = positional_name(builder, known), _type(known, parameter, printer)
        if must_be_given(parameter):
            yield ArgumentView(name, False, kind)
        elif needs_options:
            yield ArgumentView(name, False, _or_nothing(parameter, kind))
        else:
            yield ArgumentView(name, True, _or_null(parameter, kind))
    if has_options(builder):
        applied = printer.applied(parameter.field for parameter in builder.parameters[1:])
        kind = Finished(f"{options_type(builder)}{applied}")
        yield ArgumentView(OPTIONS, not needs_options, kind)


def _type(known: Plan, parameter: m.Parameter, printer: Printer) -> Finished:
    """The type of an argument. A part of a record is enough where it is merged with other values."""
    kind = parameter.field.type
    if parameter.field.per_tool:
        return printer.parameter
    if must_be_given(parameter):
        return printer.argument(kind)
    spelled = printer.argument(m.bare(kind))
    is_part = parameter.merged and m.is_record(kind) and not _is_whole(known, parameter)
    return Finished(f"Partial<{spelled}>") if is_part else spelled


def _is_whole(known: Plan, parameter: m.Parameter) -> bool:
    """Whether only this argument can fill the required keys of its record."""
    place = next((each for each in known.objects if each.path == parameter.path), None)
    declared = {field.name for field in m.fields_of(parameter.field.type)}
    has_required = any(field.required for field in m.fields_of(parameter.field.type))
    is_free = place is not None and any(each.path[-1] not in declared for each in place.members)
    is_alone = place is None or [each.parameter for each in place.arguments] == [parameter]
    return has_required and is_alone and not is_free


def _or_null(parameter: m.Parameter, kind: Finished) -> Finished:
    return kind if isinstance(m.bare(parameter.field.type), m.Null) else Finished(f"{kind} | null")


def _or_nothing(parameter: m.Parameter, kind: Finished) -> Finished:
    return Finished(f"{_or_null(parameter, kind)} | undefined")


def _option(builder: m.Builder, known: Plan, parameter: m.Parameter, printer: Printer) -> PropertyView:
    kind, is_optional = _type(known, parameter, printer), not must_be_given(parameter)
    default = plain_default(parameter)
    return PropertyView(
        doc=docs_doc(
            parameter.docs,
            " ".join(filter(None, (stated_level(parameter), *argument_facts(builder, parameter)))),
            tags=(("defaultValue", default),) if default else (),
        ),
        key=option_key(parameter.name),
        is_optional=is_optional,
        type=_or_nothing(parameter, kind) if is_optional else kind,
    )


def _clock_options(builder: m.Builder) -> Iterator[PropertyView]:
    clock = builder.clock
    if clock is None:
        return
    if clock.elapsed:
        place = ".".join(clock.elapsed)
        words = f"The reading of `clock.monotonic()` at the start. Fills `{place}`, which is 0 without it."
        yield PropertyView(tsdoc(words), Finished("started"), True, Finished("number | null | undefined"))
    fills = f", which fills `{'.'.join(clock.now)}`" if clock.now else ""
    words = f"The source of the time{fills}. A test can pass a clock that stands still."
    yield PropertyView(tsdoc(words), Finished("clock"), True, Finished("Clock | null | undefined"))


# -- calls in examples ------------------------------------------------------------------------------------------------


def example_call(builder: m.Builder, example: m.BuilderExample) -> Finished:
    """The call of an example. Pages say what the clock reads."""
    clock = (each.key for each in _clock_options(builder))
    return call(builder_name(builder), *call_arguments(builder, example), clock)


def call_arguments(builder: m.Builder, example: m.BuilderExample) -> tuple[list[m.Json], dict[str, m.Json]]:
    """The arguments of an example as TypeScript takes them: positional ones, then options.

    Other keyword arguments belong to an object of the envelope, so they join the argument for that object.
    """
    given = dict(example.arguments)
    known = {parameter.name for parameter in builder.parameters}
    extra = {name: given.pop(name) for name in list(given) if name not in known}
    for parameter in builder.parameters:
        if extra and parameter.path == (builder.extra_keywords,):
            own = given.get(parameter.name)
            given[parameter.name] = (own if isinstance(own, dict) else {}) | extra
    positional = [given.pop(parameter.name) for parameter in builder.parameters[:1] if parameter.name in given]
    return positional, {option_key(name): value for name, value in given.items()}


# -- documentation ----------------------------------------------------------------------------------------------------


def _tags(builder: m.Builder, known: Plan) -> Iterator[tuple[str, str]]:
    for parameter in builder.parameters[:1]:
        if words := " ".join(filter(None, (parameter.docs.doc, *argument_facts(builder, parameter)))):
            yield f"param {positional_name(builder, known)} -", words
    if required(builder):
        yield "throws", "TypeError if an argument is missing."
    clauses = contradictions(known, option_key)
    if known.refuses:
        yield from (("throws", f"RangeError if {clause}.") for clause in clauses)
    elif words := " ".join(f"Logs a warning if {clause}." for clause in clauses):
        yield "remarks", words
