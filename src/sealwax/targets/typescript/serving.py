"""Serving -> http.js, mcp.js, schemas.js and what they need: their views and pages."""

from collections.abc import Iterator
from typing import assert_never

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.contract.model import Contract
from sealwax.languages import free
from sealwax.languages import typescript as ts
from sealwax.meaning import checks
from sealwax.meaning.checks.lowering import lower, outcome_test
from sealwax.meaning.remembering import remembered
from sealwax.meaning.serving.http import HttpPlan
from sealwax.meaning.serving.mcp import BuilderCall, DuringCall, FixedText, Serving, ToolOption, Value, serving
from sealwax.naming import CONTRACT_ERROR, camel
from sealwax.rendering import Finished, Page
from sealwax.targets.json_schema.limits import Schema
from sealwax.targets.json_schema.schemas import Writer, writer_of
from sealwax.targets.served import contains_schemas, served_over_http, serves_mcp
from sealwax.targets.typescript.builder_bodies import builder_name
from sealwax.targets.typescript.conditions import is_outcome
from sealwax.targets.typescript.declarations import Imports, first_line, imports

MCP_FILES = ("mcp.js", "mcp.d.ts", "mcp-v1.js", "mcp-v1.d.ts", "mcp-runtime.js")
"""The modules for MCP servers, which the index does not export: not every program has an SDK."""
SCHEMA_MODULES = {Finished("schemas"): False, Finished("schemas-lean"): True}
"""The modules, and whether their schemas are lean."""
_OUTCOMES = frozenset({checks.Role.OUTCOME, checks.Role.TOOL_OUTCOME})
_OPTIONS = frozenset({"inputSchema", "log", "requestId", "tool"})
_DURING_CALL = {
    DuringCall.PAYLOAD: Finished("payload"),
    DuringCall.MESSAGE: Finished("message"),
    DuringCall.REQUEST_ID: Finished("id"),
    DuringCall.DURATION: Finished("0"),
}


def serving_pages(contract: Contract, folder: str) -> Iterator[Page]:
    """The modules that the index does not export, if the contract has them."""
    http = served_over_http(contract)
    for ending in ("d.ts", "js"):
        if http is not None:
            yield Page(f"{folder}/http.{ending}", f"typescript/http.{ending}.j2", http_view(contract, http))
        for module in schema_modules(contract):
            view = schemas_view(contract, module)
            yield Page(f"{folder}/{module}.{ending}", f"typescript/schemas.{ending}.j2", view)
    for file in MCP_FILES if serves_mcp(contract) else ():
        yield Page(f"{folder}/{file}", f"typescript/{file}.j2", mcp_view(contract))


# -- HTTP -------------------------------------------------------------------------------------------------------------


class HttpView(Struct, frozen=True):
    """http.js and http.d.ts"""

    header: Finished
    contract: Contract
    plan: HttpPlan
    exceptions: tuple[Finished, ...]
    is_failure: Finished
    """The test whether `response` is a failure."""


def http_view(contract: Contract, plan: HttpPlan) -> HttpView:
    exceptions = {ts.exception_name(each.error_type.value) for each in plan.errors}
    return HttpView(
        header=first_line(contract),
        contract=contract,
        plan=plan,
        exceptions=tuple(sorted({Finished(CONTRACT_ERROR), *exceptions})),
        is_failure=is_outcome(outcome_test(plan.mapping.builder.outcome), "response") or Finished("true"),
    )


# -- MCP --------------------------------------------------------------------------------------------------------------


class McpView(Struct, frozen=True):
    """mcp.js, mcp-v1.js, mcp-runtime.js and their declarations"""

    header: Finished
    contract: Contract
    serving: Serving
    imports: Imports
    types: tuple[Finished, ...]
    """The types of the payloads and responses of tools."""
    is_failure: Finished
    """The test of `response`; empty if there are no failures."""
    helpers: frozenset[str]
    options: tuple[Finished, ...]
    """Options for what else the builder around a payload needs."""


@remembered
def mcp_view(contract: Contract) -> McpView:
    made = serving(contract)
    types = (each.name for tool in contract.tools for each in (tool.payload, tool.envelope))
    return McpView(
        header=first_line(contract),
        contract=contract,
        serving=made,
        imports=_imports(contract, made),
        types=tuple(dict.fromkeys(map(ts.type_name, types))),
        is_failure=is_outcome(made.is_failure, "response"),
        helpers=frozenset({"isRecord"} if made.failing is None else {"isRecord", "valueAt"}),
        options=tuple(map(_option, made.options)),
    )


def _imports(contract: Contract, made: Serving) -> Imports:
    failing = made.failing
    builders = [f"{builder_name(made.success.builder)} as _succeed"] if made.success else []
    if failing is not None and (failing.crash or failing.refusal):
        builders.append(f"{builder_name(failing.mapping.builder)} as _fail")
    names = [contract.envelope.name, *(tool.envelope.name for tool in contract.tools)]
    validators = ["validate as _validate", *(f"validate{ts.suffix(tool.envelope.name)}" for tool in contract.tools)]
    return imports({
        "./builders.js": map(Finished, builders),
        "./exceptions.js": [Finished(CONTRACT_ERROR)] if failing is not None else [],
        "./schemas-lean.js": map(schema_name, names),
        "./validation.js": map(Finished, validators),
    })  # fmt: skip


def _option(parameter: m.Parameter) -> Finished:
    return free(ts.option_key(parameter.name), _OPTIONS)


def call_arguments(call: BuilderCall) -> Finished:
    """The arguments of a call of a builder: the first parameter goes by position, the others are options."""
    first, *_ = call.builder.parameters
    values = {parameter.name: _spelled(value) for parameter, value in call.arguments}
    position = values.pop(first.name, Finished("undefined"))
    options = ", ".join(f"{ts.option_key(name)}: {value}" for name, value in values.items())
    return Finished(f"{position}, {{ {options} }}") if options else position


def _spelled(value: Value) -> Finished:
    match value:
        case DuringCall():
            return _DURING_CALL[value]
        case FixedText(text):
            return ts.string(text)
        case ToolOption(parameter):
            name = _option(parameter)
            return Finished(f"_given(options.{name}, {ts.string(name)}, payload)")
        case _:
            assert_never(value)


# -- JSON Schemas -----------------------------------------------------------------------------------------------------


class SchemaDocument(Struct, frozen=True):
    type: str
    is_object: bool
    root: Finished
    definitions: dict[Finished, Finished]
    """By name, the constants or, for outcomes, the schemas themselves."""


class SchemasView(Struct, frozen=True):
    """schemas.js, schemas-lean.js and their declarations"""

    header: Finished
    module: Finished
    is_lean: bool
    definitions: dict[Finished, Schema]
    """The constants for what several documents contain."""
    documents: tuple[SchemaDocument, ...]


def schema_modules(contract: Contract) -> dict[Finished, bool]:
    """The modules that the package has. Only the results of MCP tools need the lean schemas."""
    if not contains_schemas(contract):
        return {}
    return {module: is_lean for module, is_lean in SCHEMA_MODULES.items() if serves_mcp(contract) or not is_lean}


def schema_name(name: str) -> Finished:
    """The constant with the JSON Schema of a type."""
    return Finished(f"{camel(name)}JsonSchema")


def schemas_view(contract: Contract, module: Finished) -> SchemasView:
    plan, lean = lower(contract), SCHEMA_MODULES[module]
    writer = writer_of(contract, lean=lean)
    shared = [name for name in plan.public if not isinstance(plan.types[name].check, checks.CasesCheck)]
    return SchemasView(
        first_line(contract),
        module,
        lean,
        {_definition(name): writer.type(name) for name in shared},
        tuple(_document(name, plan.types, writer) for name in plan.public),
    )


def _document(name: str, types: checks.Types, writer: Writer) -> SchemaDocument:
    check = types[name].check
    is_cases = isinstance(check, checks.CasesCheck)
    return SchemaDocument(
        name,
        isinstance(check, checks.CasesCheck | checks.ObjectCheck),
        ts.literal(writer.type(name)) if is_cases else _definition(name),
        {
            ts.property_key(each): ts.literal(schema) if types[each].role in _OUTCOMES else _definition(each)
            for each, schema in writer.definitions(name).items()
        },
    )


def _definition(name: str) -> Finished:
    return Finished(f"{camel(name)}Definition")
