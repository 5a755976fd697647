"""Builders -> builders.py: straight-line functions that make envelopes."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.languages import python
from sealwax.languages.python import attribute, literal, string
from sealwax.languages.python import types as t
from sealwax.languages.python.types import Argument, NamedValue
from sealwax.meaning import builder_plan as bp
from sealwax.meaning import builder_sources as bs
from sealwax.rendering import Finished
from sealwax.targets.python import builder_arguments as ba
from sealwax.targets.python import builder_bodies as bodies
from sealwax.targets.python.builder_arguments import NONE, Function
from sealwax.targets.python.builder_bodies import Check, ObjectView, expression
from sealwax.targets.python.clock import clock_arguments
from sealwax.targets.python.dataclasses import Absence, constructor_default
from sealwax.targets.python.envelope import is_payload, takes_payload
from sealwax.targets.python.head import Head, head

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
    texts: tuple[tuple[Finished, Finished], ...] = ()
    """The codes with what it says about them, if their enum does not have it."""


class Provider(Struct, frozen=True):
    """A function that the application can set, which returns the value of an argument that is not given."""

    name: Finished
    type: Finished
    """What it returns."""
    doc: str


class Provided(Struct, frozen=True):
    """An argument that a provider can give."""

    name: Finished
    provider: Finished
    is_missing: Finished
    """The test whether it is not given."""


class Whole(Struct, frozen=True):
    """What the caller gave for a whole object."""

    variable: Finished
    value: Finished
    """Empty when keyword arguments make the object, which are in a variable already."""
    rest: Finished
    """The keyword arguments that are part of it; empty when there are none."""
    constants: tuple[Check, ...]


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
    returns_type: Finished
    """The same, for any payload."""
    doc: str
    provided: tuple[Provided, ...]
    not_empty: tuple[Finished, ...]
    """The arguments that must not be empty."""
    wholes: tuple[Whole, ...]
    codes: tuple[NamedValue, ...]
    """The codes that other values depend on."""
    objects: tuple[ObjectView, ...]
    values: tuple[NamedValue, ...]
    """The fields of the envelope that follow a code."""
    followed: tuple[Check, ...]
    """The checks of those."""
    result: tuple[NamedValue, ...]
    """The arguments for the class. Without a name they go by position, which is a good deal faster."""


class BuildersView(Struct, frozen=True):
    head: Head
    is_typed: bool
    """Whether a builder returns a response with the type of its payload."""
    payload: Finished
    """What can be given as the payload of a tool; empty without tools."""
    tables: tuple[TableView, ...]
    providers: tuple[Provider, ...]
    builders: tuple[BuilderView, ...]


def builders_view(contract: m.Contract) -> BuildersView:
    functions = [ba.function_of(builder, contract) for builder in contract.builders]
    views = tuple(_builder(contract, *pair) for pair in zip(contract.builders, functions, strict=True))
    tables = {table.name: table for function in functions for table in _tables(function)}
    is_typed = any(payload_of(contract, builder) is not None for builder in contract.builders)
    payload = t.as_argument(contract).payload if is_typed and contract.tools else None
    return BuildersView(
        head=head(contract, "builders", f"Functions that make the responses of the contract {contract.name}."),
        is_typed=is_typed,
        payload=payload or Finished(""),
        tables=tuple(tables.values()),
        providers=tuple(_provider(each, t.as_argument(contract)) for each in contract.provided),
        builders=views,
    )


def builder_name(builder: m.Builder) -> Finished:
    name = attribute(builder.name)
    return Finished(f"{name}_" if name in _TAKEN else name)


def provider_names(contract: m.Contract) -> tuple[Finished, ...]:
    return (Finished("defaults"),) if contract.provided else ()


def _builder(contract: m.Contract, builder: m.Builder, function: Function) -> BuilderView:
    payload, arguments = payload_of(contract, builder), tuple(builder_arguments(builder, t.as_argument(contract)))
    overloads = tuple(_overloads(contract, arguments, payload, function.returns)) if payload is not None else ()
    return BuilderView(
        name=builder_name(builder),
        overloads=overloads,
        arguments=arguments,
        rest=function.rest if builder.extra_keywords else Finished(""),
        returns=function.returns,
        returns_type=Finished(f"{function.returns}[Any]") if overloads else function.returns,
        doc=_doc(function),
        provided=tuple(_provided(each) for each in builder.parameters if each.provided),
        not_empty=tuple(attribute(each.name) for each in builder.parameters if bs.refuses_empty(builder, each)),
        wholes=tuple(_wholes(function)),
        codes=tuple(
            NamedValue(function.codes[path], bodies.code_of(function, code)) for path, code in function.planned.items()
        ),
        objects=tuple(bodies.object_view(function, each) for each in function.places if isinstance(each, bp.Compound)),
        values=tuple(
            NamedValue(function.variables[place.path], _value(function, place.field, place))
            for place in bp.checked(function.places)
        ),
        followed=tuple(bodies.follow_checks(function, function.places, None)),
        result=tuple(_result(function)),
    )


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
    shape = builder.outcome if contract.envelope.has_shapes else contract.envelope
    if not takes_payload(contract, shape):
        return None
    return next((each for each in builder.parameters if is_payload(each.field)), None)


def builder_arguments(
    builder: m.Builder, style: t.Style, without: Collection[m.Parameter] = (), optional: Mapping[str, str] | None = None
) -> Iterator[Argument]:
    """The arguments of a builder, and of functions that pass them on.

    `optional`: by parameter that can be left out there, what the documentation says about that.
    """
    notes = optional or {}
    for parameter in builder.parameters:
        if parameter not in without:
            is_required = bs.must_be_given(parameter) and parameter.name not in notes
            yield parameter_argument(parameter, style, is_required=is_required, note=notes.get(parameter.name, ""))
    yield from clock_arguments(builder)


def parameter_argument(parameter: m.Parameter, style: t.Style, *, is_required: bool, note: str = "") -> Argument:
    name, kind = attribute(parameter.name), t.field_annotation(parameter.field, style)
    doc = " ".join(filter(None, (python.parameter_facts(parameter), note)))
    if is_required:
        return t.argument(name, kind, doc=doc)
    if bs.null_counts(parameter):
        return t.argument(name, _or_unset(kind), Absence.UNSET, doc)
    return t.optional_argument(name, kind, doc)


def _or_unset(kind: Finished) -> Finished:
    return kind if kind == t.ANY else t.either(kind, t.UNSET_TYPE)


def has_unset_arguments(contract: m.Contract) -> bool:
    """Whether None is a value of an argument of a builder that need not be given."""
    return any(bs.null_counts(each) for builder in contract.builders for each in builder.parameters)


def argument_texts(builder: m.Builder) -> Iterator[str]:
    """The entries of arguments in the docstring of their function."""
    yield from (python.parameter_text(attribute(each.name), each) for each in builder.parameters)
    yield from (f"`{each.name}`: {each.doc}" for each in clock_arguments(builder))


def _provider(parameter: m.Parameter, style: t.Style) -> Provider:
    own = t.field_annotation(parameter.field, style)
    kind = _or_unset(own) if bs.null_counts(parameter) else t.either(own, t.NONE)
    place = ".".join(parameter.path)
    return Provider(attribute(parameter.name), kind, f"Returns the `{place}` of responses that are made without one.")


def _provided(parameter: m.Parameter) -> Provided:
    name = attribute(parameter.name)
    return Provided(name, Finished(f"_defaults.{name}"), ba.is_missing(parameter))


def _wholes(function: Function) -> Iterator[Whole]:
    """What the caller gave for whole objects, where it is used more than once."""
    parameters = {each.path: each for each in function.builder.parameters}
    for path, variable in function.wholes.items():
        own, takes_rest = parameters.get(path), path == (function.builder.extra_keywords,)
        yield Whole(
            variable=variable,
            value=ba.new_whole(own) if own is not None else Finished(""),
            rest=function.rest if own is not None and takes_rest else Finished(""),
            constants=bodies.constants(function, path, variable),
        )


# -- the fields of the envelope ---------------------------------------------------------------------------------------


def _result(function: Function) -> Iterator[NamedValue]:
    by_position, defaults_so_far = True, False
    filled = {place.path[0]: place for place in function.places}
    for field in function.fields:
        value = _result_value(function, field, filled.get(field.name))
        has_default = not field.required or constructor_default(field, t.PLAIN) is not m.ABSENT
        # The class takes a required argument behind an optional one by keyword only.
        by_position &= value is not None and (has_default or not defaults_so_far)
        defaults_so_far |= has_default
        if value is not None:
            yield NamedValue(Finished("") if by_position else attribute(field.name), value)


def _result_value(function: Function, field: m.Field, place: bp.Place | None) -> Finished | None:
    """What the envelope gets for a field, or None when the constructor's own default will do."""
    if place is None:
        nothing = bodies.nothing(field, place)
        return None if nothing is None else Finished(nothing)
    if place.path in function.variables:
        return function.variables[place.path]
    return _value(function, field, place) if isinstance(place, bp.Single) else None


def _value(function: Function, field: m.Field, place: bp.Single) -> Finished:
    otherwise = NONE if place.is_demanded else Finished(bodies.absence(field, place))
    return expression(bodies.cases_of(function, place), otherwise)


# -- tables ------------------------------------------------------------------------------------------------------------


def _tables(function: Function) -> Iterator[TableView]:
    sources = [source for place in bp.singles(function.places) for source in (*place.sources, place.followed)]
    for source in sources:
        match source:
            case bs.Explained(_, described) if described.messages:
                entries = tuple((string(code), string(text)) for code, text in described.descriptions.items())
                yield TableView(bodies.DESCRIPTIONS, Finished(""), Finished(""), is_total=False, texts=entries)
            case bs.Explained(_, described) if described.descriptions:
                codes_name = python.class_name(described.codes.name)
                yield TableView(bodies.DESCRIPTIONS, codes_name, Finished("code.description"), is_total=True)
            case bs.Followed(code, is_binding=True):
                fact = Finished(f"str(code.{bodies.fact_of(source)})")
                yield TableView(bodies.table_of(source), python.class_name(code.codes.name), fact, is_total=True)
            case bs.Followed(kinds=kinds):
                entries = tuple((string(code), string(text)) for code, text in kinds.items())
                yield TableView(bodies.table_of(source), Finished(""), Finished(""), source.is_sure, entries)
            case bs.Numbered(code):
                types = code.codes.classified_by.values if code.codes.classified_by is not None else ()
                is_total = all(kind.jsonrpc is not None for kind in types)
                fact = Finished("code.error_type.jsonrpc")
                yield TableView(bodies.NUMBERS, python.class_name(code.codes.name), fact, is_total)
            case _:
                pass


# -- documentation ----------------------------------------------------------------------------------------------------


def _doc(function: Function) -> str:
    builder = function.builder
    entries = [*argument_texts(builder)]
    if builder.extra_keywords:
        merged = "They are merged last. A misspelled argument counts as one of them."
        entries.append(f"`**{function.rest}`: Further keys of `{builder.extra_keywords}`. {merged}")
    for parameter in builder.parameters:
        name, enum = attribute(parameter.name), bs.listed_in(parameter)
        if bs.replaces_empty(builder, parameter):
            entries.append(f"If `{name}` is empty, the catalogue's description of the code is used.")
        if bs.replaces_remediation(builder, parameter):
            entries.append(f"If `{name}` is left out, that of the code is used, unless it needs facts.")
        if bs.refuses_empty(builder, parameter):
            entries.append(f"Raises `ValueError` if `{name}` is empty.")
        if enum is not None:
            entries.append(f"Raises `ValueError` if `{name}` is not a value of `{python.class_name(enum.name)}`.")
    entries += [
        f"Raises `ValueError` if `{'.'.join(place.path)}` is not the one that the catalogue has for the code."
        for place in bp.singles(function.places)
        if place.followed and place.followed.is_binding
    ]
    entries += [
        f"Raises `ValueError` if `{'.'.join(each.path)}` is not `{literal(each.value)}`."
        for found in function.fixed.values()
        for each in found
    ]
    made = f"Makes a {builder.outcome.outcome}"
    return python.joined((python.docs_text(builder.docs, made), *entries))
