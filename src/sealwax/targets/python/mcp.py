"""Tools of an MCP server -> mcp.py: a decorator that turns what a function returns or raises into a result."""

from typing import assert_never

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.languages import free
from sealwax.languages.python import attribute, joined, string
from sealwax.meaning import checks
from sealwax.meaning.checks.lowering import lower
from sealwax.meaning.remembering import remembered
from sealwax.meaning.serving.mcp import BuilderCall, DuringCall, FixedText, Serving, ToolOption, Value, serving
from sealwax.rendering import Finished
from sealwax.targets.package_names import distribution, python_module
from sealwax.targets.python.conditions import is_outcome
from sealwax.targets.python.head import Head, first_line
from sealwax.targets.python.names import built_shapes

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
