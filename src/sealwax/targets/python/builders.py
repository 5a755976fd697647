"""Builders -> builders.py: straight-line functions that make envelopes; and their clock -> clock.py"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import assert_never

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.languages import free, python
from sealwax.languages.python import attribute
from sealwax.languages.python import types as t
from sealwax.languages.python.types import Argument, NamedValue
from sealwax.meaning.builders import plan as bp
from sealwax.meaning.builders.clock import clock_needs
from sealwax.meaning.builders.demands import Demand
from sealwax.meaning.builders.parameters import listed_in, must_be_given
from sealwax.meaning.builders.wording import contradictions
from sealwax.rendering import Finished
from sealwax.targets.python.builder_bodies import (
    CheckView,
    ObjectView,
    checks_of_arguments,
    checks_of_codes,
    is_made,
    object_view,
)
from sealwax.targets.python.builder_values import (
    BuilderScope,
    new_whole,
    property_of,
    scope_of,
    table_of,
    values_of,
)
from sealwax.targets.python.dataclasses import absent, called_by_argument, constructor_default
from sealwax.targets.python.head import Head, first_line, head
from sealwax.targets.python.names import built_shape
from sealwax.targets.python.records import takes_payload

CLOCK = Finished("Clock")
SYSTEM = Finished("SYSTEM_CLOCK")
# Names that the generated functions call: none of them may have such a name.
_TAKEN = frozenset({"isinstance", "defaults"})


class TableView(Struct, frozen=True):
    """What the catalogue says about each code."""

    name: Finished
    codes: Finished
    """The enum of the codes."""
    value: Finished
    """The expression for what it says about `code`."""
    is_total: bool
    """Whether it says something about every code."""
    texts: Mapping[str, str] = MappingProxyType({})
    """The codes with what it says about them, if their enum does not have it, or something else."""


class WholeView(Struct, frozen=True):
    """What the caller gave for a whole object."""

    variable: Finished
    value: Finished
    rest: Finished
    """The keyword arguments that are part of it; empty when there are none."""


class Overload(Struct, frozen=True):
    """What a builder returns for a payload of a certain type."""

    arguments: tuple[Argument, ...]
    returns: Finished


class BuilderView(Struct, frozen=True):
    name: Finished
    overloads: tuple[Overload, ...]
    """By type of the payload; empty when the response does not have its type."""
    arguments: tuple[Argument, ...]
    """The first goes by position."""
    rest: Finished
    """The name of the other keyword arguments; empty when there are none."""
    returns: Finished
    """The class of what it returns."""
    doc: str
    provided: dict[Finished, Finished]
    """The arguments that the application can provide, each with the test whether it is not given."""
    wholes: tuple[WholeView, ...]
    refuses: bool
    """Whether checks raise an exception, and do not log a warning."""
    checks: tuple[CheckView, ...]
    """Those of arguments."""
    codes: tuple[NamedValue, ...]
    """The codes that other values depend on, after the types that decide them."""
    objects: tuple[ObjectView, ...]
    values: tuple[NamedValue, ...]
    """The fields of the envelope that are checked."""
    checks_of_values: tuple[CheckView, ...]
    result: tuple[NamedValue, ...]
    """The arguments for the class. Without a name they go by position, which is a good deal faster."""
    demands: tuple[Demand, ...]


class BuildersView(Struct, frozen=True):
    head: Head
    is_typed: bool
    """Whether a builder returns a response with the type of its payload."""
    payload: Finished
    """What can be given as the payload of a tool; empty without tools."""
    tables: tuple[TableView, ...]
    usual_codes: dict[str, str]
    """By error type."""
    listed: dict[Finished, Finished]
    """The closed enums that have to list an argument, by the name of the set of their values."""
    logs: bool
    """Whether a builder logs contradictions."""
    demands: Finished
    """The class of the responses from which a code can demand something; empty without one."""
    providers: tuple[Argument, ...]
    """The arguments for which the application can set a function, which is called where they are not given."""
    builders: tuple[BuilderView, ...]


def builders_view(contract: m.Contract) -> BuildersView:
    scopes = [scope_of(builder, contract) for builder in contract.builders]
    views = tuple(_builder(contract, *pair) for pair in zip(contract.builders, scopes, strict=True))
    tables = {table.name: table for scope in scopes for table in _tables(scope.plan)}
    usual = [each for scope in scopes for each in scope.plan.sources if isinstance(each, bp.UsualCode)]
    enums = [enum for builder in contract.builders for each in builder.parameters if (enum := listed_in(each))]
    is_typed = any(payload_of(contract, builder) is not None for builder in contract.builders)
    payload = t.as_argument(contract).payload if is_typed and contract.tools else None
    return BuildersView(
        head=head(contract, "builders", f"Functions that make the responses of the contract {contract.name}."),
        is_typed=is_typed,
        payload=payload or Finished(""),
        tables=tuple(tables.values()),
        usual_codes={kind: code for each in usual for kind, code in each.table.items()},
        listed={values_of(enum): python.class_name(enum.name) for enum in enums},
        demands=next((each.returns for each in scopes if each.plan.demands), Finished("")),
        logs=any(scope.plan.demands or (scope.plan.checks and not scope.plan.refuses) for scope in scopes),
        providers=tuple(_provider(each, t.as_argument(contract)) for each in contract.provided),
        builders=views,
    )


def called(contract: m.Contract) -> Iterator[str]:
    """The functions of the run-time module that builders.py calls."""
    for scope in (scope_of(builder, contract) for builder in contract.builders):
        for parameter in scope.builder.parameters:
            yield from called_by_argument(parameter.field.type)
        if any(map(scope.is_converted, scope.plan.codes.values())):
            yield "text"
        if scope.plan.demands:
            yield from ("text_in", "value_at")


def builder_name(builder: m.Builder) -> Finished:
    return free(attribute(builder.name), _TAKEN)


def _builder(contract: m.Contract, builder: m.Builder, scope: BuilderScope) -> BuilderView:
    payload, arguments = payload_of(contract, builder), tuple(builder_arguments(builder, t.as_argument(contract)))
    overloads = tuple(_overloads(contract, arguments, payload, scope.returns)) if payload is not None else ()
    known, members = scope.plan, scope.plan.members
    checked = {each.path: each for each in members if isinstance(each, bp.Key) and each.path in scope.variables}
    return BuilderView(
        name=builder_name(builder),
        overloads=overloads,
        arguments=arguments,
        rest=scope.rest if builder.extra_keywords else Finished(""),
        returns=scope.returns,
        doc=_doc(scope),
        provided={attribute(each.parameter.name): scope.is_missing(each) for each in known.provided},
        wholes=tuple(_wholes(scope)),
        refuses=known.refuses,
        checks=tuple(checks_of_arguments(scope)),
        codes=(
            *_kinds(scope),
            *(NamedValue(scope.codes[path], scope.code(code)) for path, code in known.codes.items()),
        ),
        objects=tuple(object_view(scope, each) for each in members if isinstance(each, bp.Object) and is_made(each)),
        values=tuple(NamedValue(scope.variables[path], _value(scope, each)) for path, each in checked.items()),
        checks_of_values=tuple(checks_of_codes(scope, members)),
        result=tuple(_result(scope)),
        demands=known.demands,
    )


def _kinds(scope: BuilderScope) -> Iterator[NamedValue]:
    """The types that decide a code."""
    kinds = {each.kind.path: each.kind for each in scope.plan.sources if isinstance(each, bp.UsualCode)}
    yield from (NamedValue(scope.codes[path], scope.known(kind)) for path, kind in kinds.items())


_KEYS, _PAYLOAD = Finished("_KeysT"), Finished("_PayloadT")
_MAPPING = t.subscript("Mapping", t.STR, t.ANY)


def _overloads(
    contract: m.Contract, arguments: Sequence[Argument], payload: m.Parameter, returns: Finished
) -> Iterator[Overload]:
    """One for a TypedDict, which can also be given as a plain dict if the type is known from elsewhere; one for others.

    Without tools, there is no other type to compare with. mypy has no type for a plain dict with an empty list.
    """
    at, own = next((at, each) for at, each in enumerate(arguments) if each.name == attribute(payload.name))
    make = t.optional_argument if own.default else t.argument
    others = ((make, _PAYLOAD),) if contract.tools else ((make, t.OBJECT), (t.argument, _MAPPING))
    for argument, kind in ((each(own.name, kind), kind) for each, kind in ((t.argument, _KEYS), *others)):
        yield Overload((*arguments[:at], argument, *arguments[at + 1 :]), t.subscript(returns, kind))


def payload_of(contract: m.Contract, builder: m.Builder) -> m.Parameter | None:
    """The parameter whose type is that of the payload, and is known to type checkers."""
    if not takes_payload(contract, built_shape(contract, builder.outcome)):
        return None
    return next((each for each in builder.parameters if each.field.is_payload), None)


def builder_arguments(
    builder: m.Builder, style: t.Style, without: Collection[m.Parameter] = (), optional: Mapping[str, str] | None = None
) -> Iterator[Argument]:
    """The arguments of a builder, and of functions that pass them on.

    `optional`: by parameter that can be omitted there, what the documentation says about that.
    """
    notes = optional or {}
    for parameter in builder.parameters:
        if parameter not in without:
            is_required = must_be_given(parameter) and parameter.name not in notes
            omitted = notes.get(parameter.name, "")
            yield parameter_argument(builder, parameter, style, is_required=is_required, omitted=omitted)
    yield from clock_arguments(builder)


def parameter_argument(
    builder: m.Builder, parameter: m.Parameter, style: t.Style, *, is_required: bool, omitted: str = ""
) -> Argument:
    name, kind = attribute(parameter.name), t.field_annotation(parameter.field, style)
    doc = python.parameter_facts(builder, parameter, omitted)
    if is_required:
        return t.argument(name, kind, doc=doc)
    return t.optional_argument(name, kind, doc)


def example_call(builder: m.Builder, example: m.BuilderExample) -> Finished:
    """The call of an example. Pages say what the clock reads."""
    clock = (f"{each.name}={each.name}" for each in clock_arguments(builder))
    return python.call(builder_name(builder), example_keywords(builder, example), clock)


def example_keywords(builder: m.Builder, example: m.BuilderExample) -> dict[str, m.Json]:
    """The arguments of an example by the names that the function takes."""
    names = {each.name for each in builder.parameters}
    return {attribute(name) if name in names else name: value for name, value in example.arguments.items()}


def argument_texts(builder: m.Builder) -> Iterator[str]:
    """The entries of arguments in the docstring of their function."""
    yield from (python.parameter_text(attribute(each.name), builder, each) for each in builder.parameters)
    yield from (f"`{each.name}`: {each.doc}" for each in clock_arguments(builder))


def _provider(parameter: m.Parameter, style: t.Style) -> Argument:
    own = t.field_annotation(parameter.field, style)
    kind = t.either(own, t.NONE)
    place = ".".join(parameter.path)
    doc = f"Returns the `{place}` of responses that are made without one."
    return t.argument(attribute(parameter.name), kind, doc=doc)


def _wholes(scope: BuilderScope) -> Iterator[WholeView]:
    arguments = {each.path: bp.Argument(each, must_be_given(each)) for each in scope.builder.parameters}
    for path, variable in scope.wholes.items():
        if path in arguments:
            rest = scope.rest if path == (scope.builder.extra_keywords,) else Finished("")
            yield WholeView(variable, new_whole(arguments[path]), rest)


# -- the fields of the envelope ---------------------------------------------------------------------------------------


def _result(scope: BuilderScope) -> Iterator[NamedValue]:
    by_position, defaults_so_far = True, False
    filled = {place.path[0]: place for place in scope.plan.members}
    for field in scope.fields:
        place = filled.get(field.name)
        value = _unfilled_value(field) if place is None else scope.variables.get(place.path) or _value(scope, place)
        has_default = not field.required or constructor_default(field, t.PLAIN) is not m.ABSENT
        # The class takes a required argument behind an optional one by keyword only.
        by_position &= value is not None and (has_default or not defaults_so_far)
        defaults_so_far |= has_default
        if value is not None:
            yield NamedValue(Finished("") if by_position else attribute(field.name), value)


def _unfilled_value(field: m.Field) -> Finished | None:
    """What the class gets for a field that the builder does not fill; None when its own default will do."""
    return None if constructor_default(field, t.PLAIN) is m.ABSENT else absent(field)


def _value(scope: BuilderScope, place: bp.Key | bp.Object) -> Finished:
    if isinstance(place, bp.Object):
        return scope.variables[place.path]
    return scope.written(place, scope.absent_value(place))


# -- tables -----------------------------------------------------------------------------------------------------------


def _tables(known: bp.Plan) -> Iterator[TableView]:
    for source in known.sources:
        if not isinstance(source, bp.OfCode) or not source.table:
            continue
        name, codes = table_of(source), python.class_name(source.codes.name)
        texts = {code: text for code, text in source.table.items() if isinstance(text, str)}
        match source.fact:
            case bp.Fact.CLASS:
                yield TableView(name, codes, Finished(f"str(code.{property_of(source)})"), is_total=True)
            case bp.Fact.NUMBER:
                types = source.codes.classified_by.values if source.codes.classified_by is not None else ()
                is_total = all(kind.jsonrpc is not None for kind in types)
                yield TableView(name, codes, Finished("code.error_type.jsonrpc"), is_total)
            case bp.Fact.REMEDIATION:
                yield TableView(name, Finished(""), Finished(""), is_total=False, texts=texts)
            case bp.Fact.MESSAGE:
                own = {code.value: code.docs.doc for code in source.codes.values if code.docs.doc}
                said = {code: text for code, text in texts.items() if own.get(code) != text}
                is_needed = any(code not in said for code in texts)
                value = Finished("code.description")
                yield TableView(name, codes if is_needed else Finished(""), value, is_total=True, texts=said)
            case _:
                assert_never(source.fact)


# -- documentation ----------------------------------------------------------------------------------------------------


def _doc(scope: BuilderScope) -> str:
    builder = scope.builder
    entries = [*argument_texts(builder)]
    if builder.extra_keywords:
        merged = "They are merged last. A misspelled argument counts as one of them."
        entries.append(f"`**{scope.rest}`: Further keys of `{builder.extra_keywords}`. {merged}")
    refused = "Raises `ValueError`" if scope.plan.refuses else "Logs a warning"
    entries += [f"{refused} if {reason}." for reason in contradictions(scope.plan, attribute)]
    made = f"Make a {builder.outcome.outcome}"
    return python.joined((python.docs_text(builder.docs, made), *entries))


# -- the clock --------------------------------------------------------------------------------------------------------


class ClockView(Struct, frozen=True):
    head: Head
    has_now: bool
    """Whether it reads the date and time."""
    has_elapsed: bool
    """Whether it measures durations."""


def clock_view(contract: m.Contract) -> ClockView:
    needs = clock_needs(contract)
    return ClockView(
        head=Head(first_line(contract.name), f"The clock of the builders of the contract {contract.name}."),
        has_now=needs is not None and needs.now,
        has_elapsed=needs is not None and needs.elapsed,
    )


def clock_arguments(builder: m.Builder) -> Iterator[Argument]:
    clock = builder.clock
    if clock is not None and clock.elapsed:
        fills = f"Fills `{'.'.join(clock.elapsed)}`, which is 0 without it."
        doc = f"What `clock.monotonic()` returned at the start. {fills}"
        yield t.argument(Finished("started"), t.either(t.FLOAT, t.NONE), "None", doc)
    if clock is not None:
        fills = f" Fills `{'.'.join(clock.now)}`." if clock.now else ""
        doc = f"The clock to read.{fills} Tests can pass one that stands still."
        yield t.argument(Finished("clock"), CLOCK, SYSTEM, doc)
