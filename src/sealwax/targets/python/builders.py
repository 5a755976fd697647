"""Builders -> builders.py: straight-line functions that make envelopes."""

from collections.abc import Iterator

from sealwax.contract.model import ABSENT, Absent, Builder, Contract, Field
from sealwax.frozen import frozen
from sealwax.languages.python import attribute, class_name, literal
from sealwax.languages.python.docs import docs_text, joined, parameter_text
from sealwax.languages.python.imports import deferred_import_lines
from sealwax.languages.python.types import ANY, PLAIN, UNSET_TYPE, as_argument, field_annotation
from sealwax.meaning.builder_plan import Compound, Place, Single, must_be_given, places, refuses_empty
from sealwax.rendering import Finished
from sealwax.targets.python import responses
from sealwax.targets.python.arguments import (
    Argument,
    argument,
    holds_records,
    names_of,
    optional_argument,
)
from sealwax.targets.python.builder_names import (
    ERROR_TYPES,
    NUMBERS,
    Function,
    function_of,
    given_or_nothing,
    new_whole,
    table_of,
)
from sealwax.targets.python.builder_objects import Part, grouped, object_view
from sealwax.targets.python.builder_values import (
    ALWAYS,
    NONE,
    Assignment,
    certain_value,
    codes_in,
    is_stepwise,
    nothing,
    nothing_at,
    steps_of,
)
from sealwax.targets.python.clock import HOMES as CLOCK_HOMES
from sealwax.targets.python.clock import clock_arguments, clock_texts
from sealwax.targets.python.dataclasses import constructor_default
from sealwax.targets.python.names import homes

# Names that the generated functions call: none of them may have such a name.
_TAKEN = frozenset({"isinstance"})


@frozen
class TableView:
    """What the catalogue says about each code."""

    name: Finished
    codes: Finished
    """The enum of the codes."""
    value: Finished
    """The expression for what it says about `code`."""
    is_total: bool
    """Whether it says something about every code."""


@frozen
class WholeView:
    """What the caller gave for a whole object, in a variable because it is used more than once."""

    variable: Finished
    value: Finished
    rest: Finished
    """The keywords that belong to it; empty: none."""


@frozen
class ResultArgument:
    """An argument for the class that the builder returns."""

    name: Finished
    """Empty when it is given by position, which is a good deal faster."""
    value: Finished


@frozen
class Body:
    not_empty: tuple[Finished, ...]
    """The arguments that must not be empty."""
    wholes: tuple[WholeView, ...]
    parts: tuple[Part, ...]
    result: tuple[ResultArgument, ...]


@frozen
class BuilderView:
    name: Finished
    positional: tuple[Argument, ...]
    keywords: tuple[Argument, ...]
    rest: Finished
    """The name of the keywords that are no parameter; empty when there are none."""
    returns: Finished
    doc: str
    body: Body


@frozen
class BuildersView:
    header: Finished
    doc: str
    imports: tuple[Finished, ...]
    tables: tuple[TableView, ...]
    builders: tuple[BuilderView, ...]


def builders_view(contract: Contract, header: Finished) -> BuildersView:
    functions = [function_of(builder, contract) for builder in contract.builders]
    views = tuple(_builder(contract, *pair) for pair in zip(contract.builders, functions, strict=True))
    tables = {table.name: table for function in functions for table in _tables(function)}
    used: set[str] = {*(function.returns for function in functions), *(table.codes for table in tables.values())}
    used.update(*(names_of((*view.positional, *view.keywords)) for view in views), *map(_used, functions))
    return BuildersView(
        header=header,
        doc=f"Functions that make the responses of the contract {contract.name}.",
        imports=deferred_import_lines(used, homes(contract) | CLOCK_HOMES | responses.HOMES, ".builders"),
        tables=tuple(tables.values()),
        builders=views,
    )


def builder_name(builder: Builder) -> Finished:
    name = attribute(builder.name)
    return Finished(f"{name}_" if name in _TAKEN else name)


def _builder(contract: Contract, builder: Builder, function: Function) -> BuilderView:
    arguments = tuple(_arguments(contract, builder))
    return BuilderView(
        name=builder_name(builder),
        positional=arguments[:1],
        keywords=arguments[1:],
        rest=function.rest if builder.extra_keywords else Finished(""),
        returns=function.returns,
        doc=_doc(function),
        body=_body(function),
    )


def _arguments(contract: Contract, builder: Builder) -> Iterator[Argument]:
    style = as_argument(contract)
    for parameter in builder.parameters:
        name, kind = attribute(parameter.name), field_annotation(parameter.field, style)
        yield argument(name, kind) if must_be_given(parameter) else optional_argument(name, kind)
    yield from clock_arguments(builder)


def _body(function: Function) -> Body:
    return Body(
        not_empty=tuple(function.names[each.name] for each in filter(refuses_empty, function.builder.parameters)),
        wholes=tuple(_wholes(function)),
        parts=tuple(_top(function)),
        result=tuple(_result(function)),
    )


def _wholes(function: Function) -> Iterator[WholeView]:
    for place in places(function.places):
        if isinstance(place, Compound) and place.path in function.wholes and place.parameter is not None:
            made = new_whole(function, place.parameter, ABSENT)
            rest = function.rest if place.takes_rest else Finished("")
            yield WholeView(function.wholes[place.path], made, rest)


# -- the fields of the envelope ---------------------------------------------------------------------------------------


def _top(function: Function) -> Iterator[Part]:
    stepwise = [each for each in function.places if isinstance(each, Single) and is_stepwise(each)]
    first = [each for each in stepwise if each.path in function.codes]
    for code in first:
        yield from _variable(function, code)
    yield from (Part(ALWAYS, (code,)) for code in codes_in(function, function.places, ()))
    for place in function.places:
        if isinstance(place, Compound):
            yield Part(ALWAYS, (), object_view(function, place))
        elif place in stepwise and place not in first:
            yield from _variable(function, place)


def _variable(function: Function, place: Single) -> Iterator[Part]:
    """A value that takes several statements."""
    name = function.variables[place.path]
    start = nothing_at(function, place) if isinstance(place.default, Absent) else literal(place.default)
    yield Part(ALWAYS, (Assignment(name, start, ANY),))
    yield from grouped(steps_of(function, place, name))


def _result(function: Function) -> Iterator[ResultArgument]:
    by_position, defaults_so_far = True, False
    filled = {place.path[0]: place for place in function.places}
    for field in function.fields:
        value = _result_value(function, field, filled.get(field.name))
        has_default = not field.required or constructor_default(field, PLAIN) is not ABSENT
        # The class takes a required argument behind an optional one by keyword only.
        by_position &= value is not None and (has_default or not defaults_so_far)
        defaults_so_far |= has_default
        if value is not None:
            yield ResultArgument(Finished("") if by_position else attribute(field.name), value)


def _result_value(function: Function, field: Field, place: Place | None) -> Finished | None:
    """What the envelope gets for a field, or None when the constructor's own default will do."""
    if place is None:
        return nothing(field, place) or None
    if isinstance(place, Compound) or is_stepwise(place):
        return function.variables[place.path]
    if place.is_certain:
        return certain_value(function, place)
    if place.path in function.codes:
        code = function.codes[place.path]
        otherwise = nothing(field, place)
        return Finished(f"{code} or None" if otherwise == NONE else f"{code} if {code} else {otherwise}")
    if place.parameter is not None:
        return given_or_nothing(function, place.parameter, nothing(field, place))
    return NONE


# -- names and tables -------------------------------------------------------------------------------------------------


def _used(function: Function) -> Iterator[str]:
    """The names that the body uses, apart from those of classes."""
    top = function.places
    if function.builder.extra_keywords or any(isinstance(place, Compound) or is_stepwise(place) for place in top):
        yield "Any"
    if holds_records(parameter.field.type for parameter in function.builder.parameters):
        yield responses.PLAIN
    if any(True for _ in _constants(function)):
        yield responses.CHECK_CONSTANT
    for field in function.fields:
        place = next((place for place in top if place.path[0] == field.name), None)
        if nothing(field, place) == "UNSET":
            yield "UNSET"
            yield from (UNSET_TYPE,) if isinstance(place, Compound) else ()


def _tables(function: Function) -> Iterator[TableView]:
    singles = [place for place in places(function.places) if isinstance(place, Single)]
    for follower in (place.follower for place in singles if place.follower is not None):
        fact = "error_type" if table_of(follower) == ERROR_TYPES else "severity"
        yield TableView(
            table_of(follower), class_name(follower.codes.name), Finished(f"str(code.{fact})"), is_total=True
        )
    for codes in (place.numbered.numbering.codes for place in singles if place.numbered is not None):
        kinds = codes.classified_by.values if codes.classified_by is not None else ()
        is_total = all(kind.jsonrpc is not None for kind in kinds)
        yield TableView(NUMBERS, class_name(codes.name), Finished("code.error_type.jsonrpc"), is_total)


def _constants(function: Function) -> Iterator[tuple[str, Finished]]:
    """The constants that an argument could contradict: dotted path and value."""
    for place in places(function.places):
        if isinstance(place, Compound):
            for name, value in place.fixed.items():
                yield ".".join((*place.path, name)), literal(value)


# -- documentation ----------------------------------------------------------------------------------------------------


def _doc(function: Function) -> str:
    builder = function.builder
    entries = [parameter_text(function.names[parameter.name], parameter) for parameter in builder.parameters]
    entries += clock_texts(builder)
    if builder.extra_keywords:
        merged = "They are merged last. A misspelt argument counts as one of them."
        entries.append(f"`**{function.rest}`: Further keys of `{builder.extra_keywords}`. {merged}")
    entries += [
        f"Raises `ValueError` if `{function.names[parameter.name]}` is empty."
        for parameter in filter(refuses_empty, builder.parameters)
    ]
    entries += [f"Raises `ValueError` if `{key}` is not `{value}`." for key, value in _constants(function)]
    made = f"Makes a {builder.outcome.outcome}"
    return joined((docs_text(builder.docs, made), *entries))
