"""Builders -> builders.py: straight-line functions that make envelopes."""

from collections.abc import Iterator

from sealwax.contract.model import Builder, Contract
from sealwax.frozen import frozen
from sealwax.languages.python import attribute, class_name, literal
from sealwax.languages.python.docs import docs_text, joined, parameter_text
from sealwax.languages.python.imports import deferred_import_lines
from sealwax.languages.python.types import UNSET_TYPE, as_argument, field_annotation, homes
from sealwax.meaning.builder_plan import Compound, Single, must_be_given, places, refuses_empty
from sealwax.rendering import Finished
from sealwax.targets.python.arguments import (
    Argument,
    argument,
    holds_records,
    names_of,
    optional_argument,
)
from sealwax.targets.python.builder_bodies import Body, body, is_stepwise, nothing
from sealwax.targets.python.builder_names import ERROR_TYPES, NUMBERS, Function, function_of, table_of
from sealwax.targets.python.clock import HOMES as CLOCK_HOMES
from sealwax.targets.python.clock import clock_arguments, clock_texts
from sealwax.targets.python.responses import CHECK_CONSTANT, PLAIN
from sealwax.targets.python.responses import HOMES as RESPONSE_HOMES

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
        imports=deferred_import_lines(used, homes(contract) | CLOCK_HOMES | RESPONSE_HOMES, ".builders"),
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
        body=body(function),
    )


def _arguments(contract: Contract, builder: Builder) -> Iterator[Argument]:
    style = as_argument(contract)
    for parameter in builder.parameters:
        name, kind = attribute(parameter.name), field_annotation(parameter.field, style)
        yield argument(name, kind) if must_be_given(parameter) else optional_argument(name, kind)
    yield from clock_arguments(builder)


# -- names and tables -------------------------------------------------------------------------------------------------


def _used(function: Function) -> Iterator[str]:
    """The names that the body uses, apart from those of classes."""
    top = function.places
    if function.builder.extra_keywords or any(isinstance(place, Compound) or is_stepwise(place) for place in top):
        yield "Any"
    if holds_records(parameter.field.type for parameter in function.builder.parameters):
        yield PLAIN
    if any(True for _ in _constants(function)):
        yield CHECK_CONSTANT
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
