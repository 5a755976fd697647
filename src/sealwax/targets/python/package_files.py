"""The files around the modules: the metadata of the distribution -> pyproject.toml, and its README.md"""

import re
from collections.abc import Iterator

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.contract.model import Contract
from sealwax.languages import INVISIBLE, markdown, show
from sealwax.languages.python import (
    argument,
    attribute,
    call_lines,
    class_name,
    docs_text,
    exception_name,
    literal,
    literal_lines,
    string,
)
from sealwax.languages.python.types import as_argument, subscript, wire_name
from sealwax.meaning.builders.demands import demands
from sealwax.meaning.codes.catalogue import lookups
from sealwax.meaning.codes.examples import (
    CodeCall,
    example_arguments,
    example_error_call,
    example_value,
    example_warning_call,
    illustrative,
    shown_examples,
    warnings_parameter,
)
from sealwax.meaning.merging import gates_variable
from sealwax.meaning.serving.http import HttpPlan
from sealwax.naming import CONTRACT_ERROR, kebab, parts_types
from sealwax.rendering import Finished, header
from sealwax.targets.package_names import distribution, python_module
from sealwax.targets.python.builders import builder_arguments, builder_name, example_keywords, payload_of
from sealwax.targets.python.facts import function_name
from sealwax.targets.python.head import first_line
from sealwax.targets.python.merging import function_name as merging_function
from sealwax.targets.python.names import (
    INVALID,
    built_shape,
    built_shapes,
    parsed_name,
    warnings_module,
)
from sealwax.targets.python.serving import McpView, mcp_view
from sealwax.targets.python.surface import Exports
from sealwax.targets.served import contains_schemas, served_over_http, serves_mcp

FASTAPI = (Finished("fastapi"), "fastapi>=0.115,<1")
MCP = (Finished("mcp"), "mcp>=1.23,<3")


class ProjectView(Struct, frozen=True):
    header: Finished
    contract: Contract
    name: str
    module: str
    extras: tuple[tuple[Finished, str], ...]
    """What single modules need, by the name that installs it."""


def project_view(contract: Contract) -> ProjectView:
    extras = (FASTAPI if served_over_http(contract) else None, MCP if serves_mcp(contract) else None)
    return ProjectView(
        header=first_line(contract.name),
        name=distribution(contract),
        contract=contract,
        module=python_module(contract),
        extras=tuple(each for each in extras if each is not None),
    )


def toml_string(text: str) -> Finished:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return Finished(f'"{show(INVISIBLE, _escape, escaped)}"')


def _escape(match: re.Match[str]) -> str:
    return f"\\U{ord(match.group()):08x}"


# -- readme ------------------------------------------------------------------------------------------------------------


class ExampleCall(Struct, frozen=True):
    """A call in an example."""

    function: Finished
    arguments: tuple[Finished, ...]


class Usage(Struct, frozen=True):
    """An example from the contract."""

    title: str
    doc: str
    call: ExampleCall


class Handler(Struct, frozen=True):
    """The handler of a tool, with the smallest payload."""

    imports: tuple[Finished, ...]
    name: Finished
    returns: Finished
    builder: Finished
    payload: Finished


class Raising(Struct, frozen=True):
    """An exception that is raised and caught."""

    imports: tuple[Finished, ...]
    exception: Finished
    arguments: tuple[Finished, ...]
    """What the exception has to be given besides its message."""
    code: str
    """The error code, unless another one is given."""


class FixedTime(Struct, frozen=True):
    """A call with a clock that always shows the same time."""

    call: ExampleCall
    clock: m.Clock


class ReadmeView(Struct, frozen=True):
    header: str
    contract: m.Contract
    doc: str
    name: str
    module: Finished
    is_exact: bool
    """Whether `asdict` gives the wire form."""
    handler: Handler | None
    """The handler of a tool; None if the contract has examples of its own."""
    usages: tuple[Usage, ...]
    merging: Usage | None
    gates_variable: str
    """The environment variable that lists the gates that are on; empty when nothing reads it."""
    raising: Raising | None
    failure: ExampleCall | None
    """A call of the function of an error code."""
    reading: tuple[Finished, ...]
    """The names that reading a response takes."""
    outcomes: tuple[Finished, ...]
    """The classes of parsed responses, when there are several."""
    wire: Finished
    """The name for a response on the wire."""
    parsed: Finished
    narrowing: tuple[Finished, ...]
    """What tells the outcomes of a parsed response and of one on the wire apart; empty if no boolean does."""
    payload: Finished
    """The annotation of a handler whose payload is the first record as JSON; empty if builders do not know its type."""
    warnings: Finished
    """The module with the functions for warnings; empty if there is none."""
    warning: ExampleCall | None
    """A call of the function of a warning code."""
    warnings_parameter: str
    """The parameter of builders that takes warnings; empty if there is none."""
    lookups: tuple[Finished, ...]
    has_tool_types: bool
    """Whether there is a type for what the handler of each tool returns."""
    composites: dict[str, tuple[str, ...]]
    """By composite string: the types of its parts."""
    fixed_time: FixedTime | None
    mcp: McpView | None
    """None if the package has no module for MCP."""
    mcp_options: Finished
    """The arguments of the decorator of tools that return a payload, with parentheses; empty if it needs none."""
    has_http: bool
    """Whether there are modules for web frameworks."""
    has_schemas: bool
    """Whether the package contains JSON Schemas."""
    http_facts: tuple[Finished, ...]
    """What they have to be given for every failure: the entries of a dictionary."""


def readme_view(contract: m.Contract, exported: Exports, http: HttpPlan | None) -> ReadmeView:
    warnings, usages = contract.warning_mapping, tuple(_usages(contract))
    parsed = tuple(parsed_name(outcome.name) for outcome in contract.envelope.outcomes)
    outcomes = parsed if len(parsed) > 1 else ()
    mcp = mcp_view(contract) if serves_mcp(contract) else None
    return ReadmeView(
        header=header(contract.name),
        contract=contract,
        doc=docs_text(contract.docs),
        name=distribution(contract),
        module=Finished(python_module(contract)),
        is_exact=_is_exact(contract),
        handler=_handler(contract) if "tools" in exported and not usages else None,
        usages=usages,
        merging=_merging(contract.merging) if contract.merging else None,
        gates_variable=gates_variable(contract.name) if contract.merging and contract.merging.gates else "",
        raising=_raising(contract.error_mapping) if contract.error_mapping else None,
        failure=_of_code(example_error_call(contract.error_mapping), "errors") if contract.error_mapping else None,
        reading=tuple(sorted((INVALID, Finished("parse_json"), *outcomes))),
        outcomes=outcomes,
        wire=wire_name(contract.envelope.name),
        parsed=parsed_name(contract.envelope.name),
        narrowing=_narrowing(contract.envelope),
        payload=_payload(contract),
        warnings=_warnings(warnings),
        warning=_of_code(example_warning_call(warnings), _warnings(warnings)) if warnings else None,
        warnings_parameter=attribute(warnings_parameter(contract, warnings)) if warnings else "",
        lookups=tuple(map(markdown.code, lookups(contract))),
        has_tool_types="tools" in exported,
        composites={
            text.name: tuple(parts_types(text.name, [form.name for form in text.forms]))
            for text in contract.texts
            if text.forms
        },
        fixed_time=_fixed_time(contract),
        mcp=mcp,
        mcp_options=_mcp_options(mcp) if mcp else Finished(""),
        has_http=http is not None,
        has_schemas=contains_schemas(contract),
        http_facts=tuple(map(_http_fact, http.facts)) if http is not None else (),
    )


def _http_fact(parameter: m.Parameter) -> Finished:
    """A text is taken from a header of the request."""
    value = example_value(parameter)
    shown = literal(value)
    if isinstance(value, str):
        shown = Finished(f"request.headers.get({string(f'x-{kebab(parameter.name)}')}, {shown})")
    return Finished(f"{string(attribute(parameter.name))}: {shown}")


def _mcp_options(view: McpView) -> Finished:
    options = zip(view.options, view.serving.options, strict=True)
    given = ", ".join(f"{option.name}={literal(example_value(parameter))}" for option, parameter in options)
    return Finished(f"({given})" if given else "")


def _narrowing(envelope: m.Envelope) -> tuple[Finished, ...]:
    tag = envelope.discriminator
    if not isinstance(tag, m.Tag) or not isinstance(tag.value, bool):
        return ()
    return Finished(f"response.{attribute(tag.field)}"), Finished(f"value[{string(tag.field)}]")


def _payload(contract: m.Contract) -> Finished:
    """For a contract with tools, the tools say it."""
    typed = [each for each in contract.builders if payload_of(contract, each) is not None]
    records = [record for record in contract.records if record.standalone] or [*contract.records]
    if not typed or contract.tools or not records:
        return Finished("")
    return subscript(class_name(built_shape(contract, typed[0].outcome).name), wire_name(records[0].name))


def _warnings(mapping: m.WarningMapping | None) -> Finished:
    return warnings_module(mapping.record) if mapping is not None and mapping.factories else Finished("")


def _is_exact(contract: m.Contract) -> bool:
    fields = (field for shape in built_shapes(contract) for field in shape.fields)
    return not contract.envelope.open and all(attribute(field.name) == field.name for field in fields)


# -- calls of builders ------------------------------------------------------------------------------------------------


def _usages(contract: m.Contract) -> Iterator[Usage]:
    """For each builder the example that shows most: the first with several arguments, or with any."""
    for builder, examples in shown_examples(contract, contract.builders):
        shown = [example for example in examples if example.arguments]
        example = next((example for example in shown if len(example.arguments) > 1), next(iter(shown), None))
        if example:
            yield Usage(example.title, docs_text(builder.docs), _call(builder, example))


def _call(builder: m.Builder, example: m.BuilderExample) -> ExampleCall:
    return ExampleCall(builder_name(builder), call_lines(example_keywords(builder, example)))


_SIMPLE = (m.String, m.Integer, m.Number, m.Boolean)


def _handler(contract: m.Contract) -> Handler | None:
    """For a tool whose payload needs only simple values, and a builder that needs only the payload."""
    style, typed = as_argument(contract), [each for each in contract.builders if payload_of(contract, each) is not None]
    builders = [each for each in typed if [not one.default for one in builder_arguments(each, style)].count(True) == 1]
    for tool in contract.tools if builders else ():
        needed = [field for field in tool.payload.fields if field.required and not isinstance(field.type, m.Constant)]
        if needed and all(isinstance(field.type, _SIMPLE) for field in needed):
            builder, record = builder_name(builders[0]), class_name(tool.payload.name)
            values = ", ".join(f"{attribute(field.name)}={literal(_shown(field))}" for field in needed)
            return Handler(
                imports=tuple(sorted((record, builder))),
                name=attribute(tool.name),
                returns=class_name(tool.envelope.name),
                builder=builder,
                payload=Finished(f"{record}({values})"),
            )
    return None


def _shown(field: m.Field) -> m.Json:
    value = illustrative(field)
    return None if isinstance(value, m.Absent) else value


def _merging(merging: m.Merging) -> Usage | None:
    """The example that shows most."""
    example = max(merging.examples, key=lambda each: len(each.plugins) + len(each.gates), default=None)
    if example is None:
        return None
    arguments = [literal_lines(example.response)]
    arguments += [literal_lines(example.given)] if not isinstance(example.given, m.Absent) else []
    keywords: dict[str, m.Json] = {"plugins": example.plugins, "gates": list(example.gates)}
    arguments += call_lines({name: value for name, value in keywords.items() if value})
    return Usage(example.title, docs_text(merging.docs), ExampleCall(merging_function(merging), tuple(arguments)))


def _fixed_time(contract: m.Contract) -> FixedTime | None:
    """The shortest call of a builder that reads a clock."""
    timed = shown_examples(contract, (builder for builder in contract.builders if builder.clock is not None))
    calls = [(builder, example) for builder, examples in timed for example in examples]
    if not calls:
        return None
    builder, example = min(calls, key=lambda call: len(repr(call[1].arguments)))
    return FixedTime(_call(builder, example), builder.clock) if builder.clock is not None else None


# -- failures ---------------------------------------------------------------------------------------------------------


def _raising(error_mapping: m.ErrorMapping) -> Raising | None:
    demanding = {value for demand in demands(error_mapping.builder) for value in demand.values}
    kinds = [kind for kind in error_mapping.types.values if not demanding & {kind.value, kind.usual_code}]
    usual = next((kind for kind in kinds if kind.usual_code), None)
    given = example_arguments(error_mapping)
    if usual is None or given is None:
        return None
    name, arguments = exception_name(usual.value), call_lines(_keywords(given))
    return Raising(tuple(sorted((Finished(CONTRACT_ERROR), name))), name, arguments, usual.usual_code)


def _of_code(call: CodeCall | None, module: str) -> ExampleCall | None:
    if call is None:
        return None
    arguments = call_lines({argument(name): value for name, value in call.facts.items()} | _keywords(call.given))
    return ExampleCall(Finished(f"{module}.{function_name(call.name)}"), arguments)


def _keywords(given: dict[str, m.Json]) -> dict[str, m.Json]:
    return {attribute(name): value for name, value in given.items()}
