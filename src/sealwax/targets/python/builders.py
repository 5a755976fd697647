"""Builders -> builders.py: straight-line functions that make envelopes."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.languages import free, python
from sealwax.languages.python import attribute
from sealwax.languages.python import types as t
from sealwax.languages.python.types import Argument, NamedValue
from sealwax.meaning.builders import sources as bs
from sealwax.meaning.builders.body import Body, Fixed
from sealwax.meaning.builders.demands import Demand
from sealwax.meaning.builders.plan import Compound, Place, checked
from sealwax.meaning.builders.wording import demand_words, refusals
from sealwax.rendering import Finished
from sealwax.targets.python.builder_bodies import FollowCheck, ObjectView, follow_checks, object_view
from sealwax.targets.python.builder_values import (
    DESCRIPTIONS,
    BuilderScope,
    new_whole,
    property_of,
    scope_of,
    table_of,
)
from sealwax.targets.python.clock import clock_arguments
from sealwax.targets.python.dataclasses import absent, constructor_default
from sealwax.targets.python.head import Head, head
from sealwax.targets.python.names import built_shape
from sealwax.targets.python.records import takes_payload

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
    """Empty when keyword arguments make the object, which are in a variable already."""
    rest: Finished
    """The keyword arguments that are part of it; empty when there are none."""
    constants: tuple[Fixed, ...]
    """The values that the contract fixes, which it must not contradict."""


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
    not_empty: tuple[m.Parameter, ...]
    """The arguments that must not be empty."""
    wholes: tuple[WholeView, ...]
    codes: tuple[NamedValue, ...]
    """The codes that other values depend on."""
    objects: tuple[ObjectView, ...]
    values: tuple[NamedValue, ...]
    """The fields of the envelope that follow a code."""
    followed: tuple[FollowCheck, ...]
    """The checks of those."""
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
    providers: tuple[Argument, ...]
    """The arguments for which the application can set a function, which is called where they are not given."""
    builders: tuple[BuilderView, ...]


def builders_view(contract: m.Contract) -> BuildersView:
    scopes = [scope_of(builder, contract) for builder in contract.builders]
    views = tuple(_builder(contract, *pair) for pair in zip(contract.builders, scopes, strict=True))
    tables = {table.name: table for scope in scopes for table in _tables(scope.body)}
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
    return free(attribute(builder.name), _TAKEN)


def _builder(contract: m.Contract, builder: m.Builder, scope: BuilderScope) -> BuilderView:
    payload, arguments = payload_of(contract, builder), tuple(builder_arguments(builder, t.as_argument(contract)))
    overloads = tuple(_overloads(contract, arguments, payload, scope.returns)) if payload is not None else ()
    body = scope.body
    return BuilderView(
        name=builder_name(builder),
        overloads=overloads,
        arguments=arguments,
        rest=scope.rest if builder.extra_keywords else Finished(""),
        returns=scope.returns,
        doc=_doc(scope),
        provided={attribute(test.parameter.name): scope.is_missing(test) for test in body.provided},
        not_empty=body.not_empty,
        wholes=tuple(_wholes(scope)),
        codes=tuple(NamedValue(scope.codes[path], scope.code(code)) for path, code in body.codes.items()),
        objects=tuple(object_view(scope, each) for each in body.members if isinstance(each, Compound)),
        values=tuple(NamedValue(scope.variables[each.path], _value(scope, each)) for each in checked(body.members)),
        followed=tuple(follow_checks(scope, None)),
        result=tuple(_result(scope)),
        demands=body.demands,
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
            is_required = bs.must_be_given(parameter) and parameter.name not in notes
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
    return t.optional_argument(name, kind, doc, t.UNSET if bs.null_counts(parameter) else t.NONE)


def example_call(builder: m.Builder, example: m.BuilderExample) -> Finished:
    """The call of an example. Pages say what the clock reads."""
    clock = (f"{each.name}={each.name}" for each in clock_arguments(builder))
    return python.call(builder_name(builder), example_keywords(builder, example), clock)


def example_keywords(builder: m.Builder, example: m.BuilderExample) -> dict[str, m.Json]:
    """The arguments of an example by the names that the function takes."""
    names = {each.name for each in builder.parameters}
    return {attribute(name) if name in names else name: value for name, value in example.arguments.items()}


def has_unset_arguments(contract: m.Contract) -> bool:
    """Whether None is a value of an argument of a builder that need not be given."""
    return any(bs.null_counts(each) for builder in contract.builders for each in builder.parameters)


def argument_texts(builder: m.Builder) -> Iterator[str]:
    """The entries of arguments in the docstring of their function."""
    yield from (python.parameter_text(attribute(each.name), builder, each) for each in builder.parameters)
    yield from (f"`{each.name}`: {each.doc}" for each in clock_arguments(builder))


def _provider(parameter: m.Parameter, style: t.Style) -> Argument:
    own = t.field_annotation(parameter.field, style)
    nothing = t.UNSET_TYPE if bs.null_counts(parameter) else t.NONE
    kind = own if own == t.ANY and nothing == t.UNSET_TYPE else t.either(own, nothing)
    place = ".".join(parameter.path)
    doc = f"Returns the `{place}` of responses that are made without one."
    return t.argument(attribute(parameter.name), kind, doc=doc)


def _wholes(scope: BuilderScope) -> Iterator[WholeView]:
    parameters = {each.path: each for each in scope.builder.parameters}
    for path, variable in scope.wholes.items():
        own, takes_rest = parameters.get(path), path == (scope.builder.extra_keywords,)
        yield WholeView(
            variable=variable,
            value=new_whole(own) if own is not None else Finished(""),
            rest=scope.rest if own is not None and takes_rest else Finished(""),
            constants=tuple(each for each in scope.body.constants if each.path[:-1] == path),
        )


# -- the fields of the envelope ---------------------------------------------------------------------------------------


def _result(scope: BuilderScope) -> Iterator[NamedValue]:
    by_position, defaults_so_far = True, False
    filled = {place.path[0]: place for place in scope.body.members}
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


def _value(scope: BuilderScope, place: Place) -> Finished:
    if isinstance(place, Compound):
        return scope.variables[place.path]
    return scope.choice(scope.body.cases(place), t.NONE if place.is_demanded else scope.absent_value(place))


# -- tables -----------------------------------------------------------------------------------------------------------


def _tables(body: Body) -> Iterator[TableView]:
    for value in body.values:
        match value:
            case bs.Explained(_, described) if described.descriptions:
                texts = described.messages
                codes_name = python.class_name(described.codes.name) if described.needs_docs else Finished("")
                yield TableView(DESCRIPTIONS, codes_name, Finished("code.description"), is_total=True, texts=texts)
            case bs.Followed(code, is_binding=True):
                fact = Finished(f"str(code.{property_of(value)})")
                yield TableView(table_of(value), python.class_name(code.codes.name), fact, is_total=True)
            case bs.Followed(kinds=kinds):
                yield TableView(table_of(value), Finished(""), Finished(""), value.is_sure, kinds)
            case bs.Numbered(code):
                types = code.codes.classified_by.values if code.codes.classified_by is not None else ()
                is_total = all(kind.jsonrpc is not None for kind in types)
                fact = Finished("code.error_type.jsonrpc")
                yield TableView(table_of(value), python.class_name(code.codes.name), fact, is_total)
            case _:
                pass


# -- documentation ----------------------------------------------------------------------------------------------------


def _doc(scope: BuilderScope) -> str:
    builder = scope.builder
    entries = [*argument_texts(builder)]
    if builder.extra_keywords:
        merged = "They are merged last. A misspelled argument counts as one of them."
        entries.append(f"`**{scope.rest}`: Further keys of `{builder.extra_keywords}`. {merged}")
    reasons = refusals(builder, scope.body, scope.body.follows, scope.body.constants, attribute)
    entries += [f"Raises `ValueError` if {reason}." for reason in reasons]
    entries += [f"Raises `TypeError` if {reason}." for reason in demand_words(scope.body, attribute)]
    made = f"Make a {builder.outcome.outcome}"
    return python.joined((python.docs_text(builder.docs, made), *entries))
