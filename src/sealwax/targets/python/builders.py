"""Builders -> builders.py: straight-line functions that make envelopes."""

import re
from collections.abc import Iterator

from sealwax.contract.model import Builder, Contract, Parameter, Record
from sealwax.frozen import frozen
from sealwax.languages.python import attribute, class_name, layout
from sealwax.languages.python.docs import docs_text, joined, parameter_text
from sealwax.languages.python.layout import NONE, Annotation, Subscript, either, signature
from sealwax.languages.python.types import (
    ANY,
    OBJECT,
    STR,
    as_argument,
    deferred_import_lines,
    field_annotation,
    homes,
    named_in,
    names_in,
    payloads,
)
from sealwax.meaning.builder_plan import must_be_given, refuses_empty
from sealwax.rendering import Finished
from sealwax.targets.python.builder_names import (
    Plan,
    constants_to_keep,
    followers,
    number_tables,
    planned,
    table,
)
from sealwax.targets.python.building import body
from sealwax.targets.python.clock import HOMES as CLOCK_HOMES
from sealwax.targets.python.clock import clock_arguments, clock_imports, clock_texts

# What the generated functions call: none of them may have such a name.
_TAKEN = frozenset({"isinstance"})
_WORDS = re.compile(r"\w+")


@frozen
class BuilderView:
    definition: Finished
    doc: str
    body: tuple[Finished, ...]


@frozen
class BuildersView:
    header: Finished
    doc: str
    imports: tuple[Finished, ...]
    tables: tuple[Finished, ...]
    """By code, what the catalogue says about it."""
    plain: Finished
    """The head of the function that turns records into plain objects, when a builder needs it."""
    has_constants: bool
    """Whether a builder refuses values that contradict the contract."""
    builders: tuple[BuilderView, ...]


def builders_view(contract: Contract, header: Finished) -> BuildersView:
    arguments = {builder.name: _arguments(contract, builder) for builder in contract.builders}
    plans = [planned(builder, contract) for builder in contract.builders]
    tables = {table(each).name: table(each) for plan in plans for each in followers(plan)}
    tables |= {each.name: each for plan in plans for each in number_tables(plan)}
    records = _records(contract)
    plain = signature("_plain", [layout.Parameter("value", _mapping_or(records))], OBJECT) if records else Finished("")
    bodies = [tuple(body(plan)) for plan in plans]
    used: set[str] = {*(plan.returns for plan in plans), *(each.codes for each in tables.values())}
    used |= {
        name for given in arguments.values() for argument in given for name in names_in(argument.annotation or ANY)
    }
    used |= {"Mapping", "Any", *records} if records else set()
    written = {word for lines in bodies for line in lines for word in _WORDS.findall(line)}
    used |= written & {"Any", "UNSET", "UnsetType"}
    used |= {name for builder in contract.builders for name in clock_imports(builder)}
    return BuildersView(
        header=header,
        doc=f"Functions that make the responses of the contract {contract.name}.",
        imports=deferred_import_lines(used, homes(contract) | CLOCK_HOMES, ".builders"),
        tables=tuple(each.definition for each in tables.values()),
        plain=plain,
        has_constants=any(True for plan in plans for _ in constants_to_keep(plan)),
        builders=tuple(
            BuilderView(
                signature(builder_name(plan.builder), _with_star(arguments[plan.builder.name], plan), plan.returns),
                _doc(plan),
                lines,
            )
            for plan, lines in zip(plans, bodies, strict=True)
        ),
    )


def builder_name(builder: Builder) -> Finished:
    name = attribute(builder.name)
    return Finished(f"{name}_" if name in _TAKEN else name)


# -- parameters -------------------------------------------------------------------------------------------------------


def _arguments(contract: Contract, builder: Builder) -> list[layout.Parameter]:
    style = as_argument(contract)
    return [
        layout.Parameter(attribute(parameter.name), *_kind(parameter, field_annotation(parameter.field, style)))
        for parameter in builder.parameters
    ] + list(clock_arguments(builder))


def _kind(parameter: Parameter, kind: Annotation) -> tuple[Annotation, str]:
    if must_be_given(parameter):
        return kind, ""
    return kind if kind == ANY else either(kind, NONE), "None"


def _with_star(arguments: list[layout.Parameter], plan: Plan) -> Iterator[layout.Parameter]:
    for at, argument in enumerate(arguments):
        if at == 1:
            yield layout.Parameter("*")
        yield argument
    if plan.builder.extra_keywords:
        yield layout.Parameter(f"**{plan.rest}", ANY)


def _records(contract: Contract) -> list[Finished]:
    """The records that arguments can be, in contract order."""
    fields = [parameter.field for builder in contract.builders for parameter in builder.parameters]
    found = {kind.name for field in fields if isinstance(kind := named_in(field.type), Record)}
    found |= {record.name for record in payloads(contract)} if any(field.per_tool for field in fields) else set()
    return [class_name(record.name) for record in contract.records if record.name in found]


def _mapping_or(records: list[Finished]) -> Annotation:
    return either(Subscript("Mapping", (STR, ANY)), *records)


# -- documentation ----------------------------------------------------------------------------------------------------


def _doc(plan: Plan) -> str:
    builder = plan.builder
    entries = [parameter_text(plan.names[parameter.name], parameter) for parameter in builder.parameters]
    entries += clock_texts(builder)
    if builder.extra_keywords:
        told = "They are merged last; a misspelt argument is one of them."
        entries.append(f"`**{plan.rest}`: Further keys of `{builder.extra_keywords}`. {told}")
    entries += [
        f"An empty `{plan.names[parameter.name]}` is a `ValueError`."
        for parameter in filter(refuses_empty, builder.parameters)
    ]
    refused = [f"`{key}` is always {value}; another value is a `ValueError`." for key, value in constants_to_keep(plan)]
    made = f"Makes a {builder.outcome.outcome}"
    return joined((docs_text(builder.docs, made), *entries, *refused))
