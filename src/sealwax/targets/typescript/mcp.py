"""Tools of an MCP server -> mcp.js, mcp-v1.js and their declarations: from what a handler returns to a result."""

from typing import assert_never

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.languages import free
from sealwax.languages import typescript as ts
from sealwax.meaning.remembering import remembered
from sealwax.meaning.serving.mcp import BuilderCall, DuringCall, FixedText, Serving, ToolOption, Value, serving
from sealwax.naming import CONTRACT_ERROR
from sealwax.rendering import Finished
from sealwax.targets.typescript.builder_bodies import builder_name
from sealwax.targets.typescript.declarations import Imports, first_line, imports
from sealwax.targets.typescript.schemas import constant_name
from sealwax.targets.typescript.validation import is_outcome

_OPTIONS = frozenset({"inputSchema", "log", "requestId", "tool"})
_DURING_CALL = {
    DuringCall.PAYLOAD: Finished("payload"),
    DuringCall.MESSAGE: Finished("message"),
    DuringCall.REQUEST_ID: Finished("id"),
    DuringCall.DURATION: Finished("0"),
}


class McpView(Struct, frozen=True):
    """mcp.js, mcp-v1.js, mcp-runtime.js and their declarations"""

    header: Finished
    contract: m.Contract
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
def mcp_view(contract: m.Contract) -> McpView:
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


def _imports(contract: m.Contract, made: Serving) -> Imports:
    failing = made.failing
    builders = [f"{builder_name(made.success.builder)} as _succeed"] if made.success else []
    if failing is not None and (failing.crash or failing.refusal):
        builders.append(f"{builder_name(failing.mapping.builder)} as _fail")
    names = [contract.envelope.name, *(tool.envelope.name for tool in contract.tools)]
    validators = ["validate as _validate", *(f"validate{ts.suffix(tool.envelope.name)}" for tool in contract.tools)]
    return imports({
        "./builders.js": map(Finished, builders),
        "./exceptions.js": [Finished(CONTRACT_ERROR)] if failing is not None else [],
        "./schemas-lean.js": map(constant_name, names),
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
