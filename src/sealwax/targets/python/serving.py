"""Serving -> http.py, fastapi.py, mcp.py and what they need: the view of each module."""

from collections.abc import Iterator
from typing import assert_never

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.contract.model import Contract, Envelope
from sealwax.languages import free
from sealwax.languages.python import attribute, class_name, joined, string
from sealwax.languages.python.types import Argument, as_argument
from sealwax.meaning import checks
from sealwax.meaning.checks.lowering import lower, outcome_test
from sealwax.meaning.codes.exceptions import Delay, delays
from sealwax.meaning.remembering import remembered
from sealwax.meaning.serving.http import HttpPlan
from sealwax.meaning.serving.mcp import BuilderCall, DuringCall, FixedText, Serving, ToolOption, Value, serving
from sealwax.naming import article, snake
from sealwax.rendering import Finished, Page
from sealwax.targets.json_schema import TEMPLATE, schema_view
from sealwax.targets.json_schema.limits import Schema
from sealwax.targets.json_schema.schemas import documents, writer_of
from sealwax.targets.openapi import headers, outcome_responses, response_name, schemas, type_responses
from sealwax.targets.package_names import distribution, python_module
from sealwax.targets.python.builders import parameter_argument
from sealwax.targets.python.conditions import is_outcome
from sealwax.targets.python.head import Head, first_line, head
from sealwax.targets.python.names import built_shapes
from sealwax.targets.served import serves_mcp

_DOC = """What the contract {} means over HTTP.

A web framework needs the status, the headers and the body of a response. `reply` and
`reply_to` return them."""


class HttpView(Struct, frozen=True):
    head: Head
    plan: HttpPlan
    facts: tuple[Argument, ...]
    """What every failure needs besides its message."""
    is_failure: Finished
    """The test whether `wire` is a failure."""
    delays: tuple[Delay, ...]


def http_view(contract: Contract, plan: HttpPlan) -> HttpView:
    style = as_argument(contract)
    facts = tuple(parameter_argument(plan.mapping.builder, each, style, is_required=True) for each in plan.facts)
    start = head(contract, "http", _DOC.format(contract.name))
    is_failure = is_outcome(outcome_test(plan.mapping.builder.outcome), "wire") or Finished("True")
    return HttpView(start, plan, facts, is_failure, delays(plan.mapping))


# -- fastapi -----------------------------------------------------------------------------------------------------------


class Returned(Struct, frozen=True):
    """What a handler can return, and its schema in the contract."""

    annotation: Finished
    schema: str


class FastapiView(Struct, frozen=True):
    header: Finished
    missing: str
    """The message where FastAPI is not installed."""
    prefix: str
    """What the names of schemas start with if an application has a schema of that name."""
    plan: HttpPlan
    returned: tuple[Returned, ...]
    envelopes: tuple[Envelope, ...]
    """The envelope of all responses, and that of each tool."""
    failure: str
    """The schema and the response of all failures."""
    invalid: str
    """The response to an invalid request."""
    keys: dict[str, str]
    """The attributes of responses that have other names than their keys, each with its key."""


def fastapi_view(contract: Contract, plan: HttpPlan) -> FastapiView:
    fields = [field for shape in built_shapes(contract) for field in shape.fields]
    return FastapiView(
        header=first_line(contract.name),
        missing=f"FastAPI is not installed; install it with: pip install '{distribution(contract)}[fastapi]'",
        prefix=f"{python_module(contract)}.",
        plan=plan,
        returned=tuple(_returned(contract)),
        envelopes=(contract.envelope, *(tool.envelope for tool in contract.tools)),
        failure=plan.mapping.builder.outcome.name,
        invalid=response_name(plan.invalid.error_type),
        keys={attribute(each.name): each.name for each in fields if attribute(each.name) != each.name},
    )


def _returned(contract: Contract) -> Iterator[Returned]:
    """The classes of all responses first: the annotation of a tool is a union that can include them.

    They are named with their module: a class of the contract can have the name of one of FastAPI.
    """
    for shape in built_shapes(contract):
        yield Returned(Finished(f"_records.{class_name(shape.name)}"), shape.name)
    for tool in (each.envelope for each in contract.tools):
        schema = tool.success.name if contract.envelope.has_shapes else tool.name
        yield Returned(Finished(f"_tools.{class_name(tool.name)}"), schema)


# -- mcp ---------------------------------------------------------------------------------------------------------------


_ARGUMENTS = frozenset({"function", "lean", "protocol_errors", "request_id", "tool"})
_DURING_CALL = {
    DuringCall.PAYLOAD: Finished("payload"),
    DuringCall.MESSAGE: Finished("message"),
    DuringCall.REQUEST_ID: Finished("_tools.CURRENT.get()"),
    DuringCall.DURATION: Finished("0"),
}


class McpOption(Struct, frozen=True):
    """An argument of the decorator that becomes one of the builder around a payload."""

    name: Finished
    type: Finished


class McpView(Struct, frozen=True):
    head: Head
    contract: m.Contract
    serving: Serving
    module: str
    responses: tuple[m.Envelope | m.Outcome, ...]
    """What builders return."""
    has_choice: bool
    """Whether the schema has a branch for each outcome."""
    is_failure: Finished
    """The test of the JSON value `wire`; empty if there are no failures."""
    wraps_only: bool
    """Whether the payload is the only argument of the builder around it, and goes by position."""
    options: tuple[McpOption, ...]
    id_text: str
    """Where a response has the request id, for the documentation; empty if it has none."""


class SdkView(Struct, frozen=True):
    header: Finished
    missing: str
    """The message where no SDK is installed."""


def sdk_view(contract: m.Contract) -> SdkView:
    missing = f"there is no MCP SDK; install one with: pip install '{distribution(contract)}[mcp]'"
    return SdkView(first_line(contract.name), missing)


@remembered
def mcp_view(contract: m.Contract) -> McpView:
    made = serving(contract)
    sdk = f"It needs an MCP SDK: `mcp` or `fastmcp`. Install one with `pip install '{distribution(contract)}[mcp]'`."
    doc = joined((f"Tools of an MCP server that keep the contract {contract.name}.", sdk))
    return McpView(
        head=Head(first_line(contract.name), doc),
        contract=contract,
        serving=made,
        module=python_module(contract),
        responses=built_shapes(contract),
        has_choice=isinstance(lower(contract).types[contract.envelope.name].check, checks.CasesCheck),
        is_failure=is_outcome(made.is_failure, "wire"),
        wraps_only=made.success is not None and call_arguments(made.success) == _DURING_CALL[DuringCall.PAYLOAD],
        options=tuple(McpOption(_option(each), _option_type(each)) for each in made.options),
        id_text=".".join(made.request_id.path) if made.request_id else "",
    )


def _option(parameter: m.Parameter) -> Finished:
    return free(attribute(parameter.name), _ARGUMENTS)


def _option_type(parameter: m.Parameter) -> Finished:
    is_text = isinstance(m.bare(parameter.field.type), m.String)
    return Finished("str | Callable[[Any], str] | None" if is_text else "Any")


def call_arguments(call: BuilderCall) -> Finished:
    """The arguments of a call of a builder: the first parameter goes by position, the others by name."""
    first, *_ = call.builder.parameters
    named = ((f"{attribute(each.name)}=" if each != first else "", _spelled(value)) for each, value in call.arguments)
    return Finished(", ".join(f"{name}{value}" for name, value in named))


def _spelled(value: Value) -> Finished:
    match value:
        case DuringCall():
            return _DURING_CALL[value]
        case FixedText(text):
            return string(text)
        case ToolOption(parameter):
            return Finished(f"_given(options, {string(_option(parameter))}, payload)")
        case _:
            assert_never(value)


# -- schemas -----------------------------------------------------------------------------------------------------------


class SchemaFunction(Struct, frozen=True):
    name: Finished
    doc: str
    file: str


class SchemasView(Struct, frozen=True):
    header: Finished
    functions: tuple[SchemaFunction, ...]
    has_lean: bool


def schema_pages(contract: Contract, package: str) -> Iterator[Page]:
    """The schemas in 2020-12, and the module that reads them. Servers of tools send the lean ones."""
    files = documents(contract)
    has_lean = serves_mcp(contract)
    functions = tuple(_function(name, file) for file, name in files.items())
    view = SchemasView(first_line(contract.name), functions, has_lean)
    yield Page(f"{package}/schemas/__init__.py", "python/schemas.py.j2", view)
    for ending, lean in ((".json", False), *(((".lean.json", True),) if has_lean else ())):
        writer = writer_of(contract, lean=lean)
        for file, name in files.items():
            yield Page(f"{package}/schemas/{file}{ending}", TEMPLATE, schema_view(contract, writer.document(name)))


def schema_function(name: str) -> Finished:
    """The function that returns the JSON Schema of a type."""
    return Finished(f"{snake(name)}_schema")


def _function(name: str, file: str) -> SchemaFunction:
    doc = f"Return the JSON Schema of {article(name)} `{class_name(name)}`."
    return SchemaFunction(schema_function(name), doc, file)


# -- OpenAPI ----------------------------------------------------------------------------------------------------------


def component_pages(contract: Contract, package: str) -> Iterator[Page]:
    """What the OpenAPI document of an application needs."""
    components: Schema = {
        "schemas": schemas(contract),
        "responses": outcome_responses(contract) | type_responses(contract),
        "headers": headers(contract),
    }
    yield Page(f"{package}/openapi.json", TEMPLATE, schema_view(contract, components))
