"""Tools of an MCP server -> mcp.py: a decorator that turns what a function returns or raises into a result."""

from collections.abc import Iterator

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.languages.python import attribute, class_name, joined, literal, string
from sealwax.meaning.builder_sources import Path, must_be_given
from sealwax.meaning.serving import CRASH, Duration, Failing, ProtocolError, Serving, serving
from sealwax.naming import CONTRACT_ERROR
from sealwax.rendering import Finished
from sealwax.targets.package_names import distribution, python_module
from sealwax.targets.python.builders import builder_name
from sealwax.targets.python.head import Head, first_line, import_from
from sealwax.targets.python.names import suffix
from sealwax.targets.python.schemas import schema_function

_ARGUMENTS = frozenset({"function", "lean", "protocol_errors", "request_id", "tool"})


class McpTool(Struct, frozen=True):
    name: str
    schema: Finished
    suffix: Finished
    """The end of the names of its validators."""


class McpView(Struct, frozen=True):
    head: Head
    doc: str
    module: str
    distribution: str
    schema: Finished
    """The function that returns the JSON Schema of the envelope."""
    tools: tuple[McpTool, ...]
    responses: tuple[str, ...]
    """The names of the classes of responses."""
    shapes: tuple[tuple[str, ...], ...]
    """The keys by which an object is a response, and no payload."""
    has_choice: bool
    """Whether the schema has a branch for each outcome."""
    is_failure: Finished
    """The test of the JSON value `wire`; empty if there are no failures."""
    success: Finished
    """The builder around a payload; empty if a tool returns the response itself."""
    success_arguments: tuple[Finished, ...]
    others: tuple[tuple[Finished, Finished], ...]
    """The other arguments that the builder needs, each with its type."""
    others_dict: Finished
    failure: Finished
    """The builder of failures; empty if the contract has none."""
    crash: tuple[Finished, ...]
    """The arguments for a crash; none if the contract has no code for it."""
    refuse: tuple[Finished, ...]
    """The arguments for wrong arguments of a call; none if the contract has no code for it."""
    message_path: Path
    code_path: Path
    remediation_path: Path
    id_path: Path
    makes_id: bool
    """Whether every response should have a request id."""
    duration: Duration | None
    protocol: ProtocolError | None


def mcp_view(contract: m.Contract) -> McpView:
    made, envelope = serving(contract), contract.envelope
    failing, mapping = made.failing, contract.error_mapping
    names = [envelope.name, *(tool.envelope.name for tool in contract.tools)]
    outcomes = [
        outcome.name for each in (envelope, *(tool.envelope for tool in contract.tools)) for outcome in each.outcomes
    ]
    others = tuple((_option(each), _option_type(each)) for each in made.others)
    return McpView(
        head=_head(contract, made),
        doc=_doc(contract, made),
        module=python_module(contract),
        distribution=distribution(contract),
        schema=schema_function(envelope.name),
        tools=tuple(_tool(tool) for tool in contract.tools),
        responses=tuple(dict.fromkeys(class_name(name) for name in (*names, *outcomes))),
        shapes=made.shapes,
        has_choice=len(envelope.outcomes) > 1,
        is_failure=_is_failure(envelope.failure),
        success=Finished("_succeed" if made.builder else ""),
        success_arguments=_success_arguments(made),
        others=others,
        others_dict=Finished(f"{{{', '.join(f'{string(name)}: {name}' for name, _ in others)}}}"),
        failure=Finished("_fail" if failing else ""),
        crash=_failure_arguments(failing, made, string(CRASH), "internal") if failing else (),
        refuse=_failure_arguments(failing, made, Finished("message"), "bad_input") if failing else (),
        message_path=mapping.message.path if mapping else (),
        code_path=mapping.code.path if mapping else (),
        remediation_path=mapping.remediation.path if mapping and mapping.remediation else (),
        id_path=made.request_id.path if made.request_id else (),
        makes_id=made.request_id is not None and made.request_id.is_expected,
        duration=made.duration,
        protocol=failing.protocol if failing else None,
    )


def _head(contract: m.Contract, made: Serving) -> Head:
    name = distribution(contract)
    sdk = f"It needs an MCP SDK: `mcp` or `fastmcp`. Install one with `pip install '{name}[mcp]'`."
    doc = joined((f"Tools of an MCP server that keep the contract {contract.name}.", sdk))
    return Head(first_line(contract.name), doc, tuple(_builders(made)))


def _builders(made: Serving) -> Iterator[Finished]:
    """Under names that no function of the module has."""
    if made.builder is not None:
        yield import_from(".builders", (f"{builder_name(made.builder)} as _succeed",))
    if made.failing is not None:
        yield import_from(".builders", (f"{builder_name(made.failing.mapping.builder)} as _fail",))


def _tool(tool: m.Tool) -> McpTool:
    return McpTool(tool.name, schema_function(tool.envelope.name), suffix(tool.envelope.name))


def _is_failure(failure: m.Outcome | None) -> Finished:
    match failure.discriminator if failure else None:
        case m.Tag(field, value):
            same = "is" if isinstance(value, bool) else "=="
            return Finished(f"wire.get({string(field)}) {same} {literal(value)}")
        case m.Presence(field, expected):
            return Finished(f"{string(field)} {'in' if expected else 'not in'} wire")
        case None:
            return Finished("")


def _option(parameter: m.Parameter) -> Finished:
    name = attribute(parameter.name)
    return Finished(f"{name}_" if name in _ARGUMENTS else name)


def _option_type(parameter: m.Parameter) -> Finished:
    is_text = isinstance(m.bare(parameter.field.type), m.String)
    return Finished("str | Callable[[Any], str] | None" if is_text else "Any")


def _success_arguments(made: Serving) -> tuple[Finished, ...]:
    values = {each.name: Finished(f"_given(texts, {string(_option(each))}, payload)") for each in made.others}
    values |= {made.payload.name: Finished("payload")} if made.payload else {}
    return _arguments(made.builder, made, values) if made.builder else ()


def _failure_arguments(failing: Failing, made: Serving, message: Finished, kind: str) -> tuple[Finished, ...]:
    mapping, code = failing.mapping, failing.internal if kind == "internal" else failing.bad_input
    values = {mapping.message.name: message, mapping.code.name: string(code)}
    if mapping.remediation is not None and (remedy := failing.remedy(kind)):
        values[mapping.remediation.name] = string(remedy)
    return _arguments(mapping.builder, made, values) if code else ()


def _arguments(builder: m.Builder, made: Serving, values: dict[str, Finished]) -> tuple[Finished, ...]:
    """The first argument goes by position, the others by name. Durations are known later."""
    filled = {made.request_id.path: Finished("_tools.CURRENT.get()")} if made.request_id else {}
    filled |= {made.duration.path: Finished("0")} if made.duration else {}
    needed = {
        each.name: filled[each.path] for each in builder.parameters if must_be_given(each) and each.path in filled
    }
    found = values | needed
    return tuple(
        Finished(f"{attribute(each.name)}={found[each.name]}") if at else found[each.name]
        for at, each in enumerate(builder.parameters)
        if each.name in found
    )


# -- documentation ----------------------------------------------------------------------------------------------------


def _doc(contract: m.Contract, made: Serving) -> str:
    return joined((
        "Makes a function the tool of an MCP server. Put it below the decorator of the server.",
        " ".join(_results(contract, made)),
        " ".join(_failures(made)),
        *_options(contract, made),
    ))  # fmt: skip


def _results(contract: m.Contract, made: Serving) -> Iterator[str]:
    if made.builder is None:
        yield "The function returns a response."
    else:
        yield "The function returns a payload, around which the response is made, or a response."
    filled = [
        *(["a request id"] if made.request_id and made.request_id.is_expected else []),
        *(["the duration"] if made.duration else []),
    ]
    yield f"It is sent as structured content and as text{', with ' if filled else ''}{' and '.join(filled)}."
    schema = "the tool of the contract that has its name" if contract.tools else "the envelope"
    yield f"The output schema is that of {schema}."


def _failures(made: Serving) -> Iterator[str]:
    failing = made.failing
    if failing is not None:
        yield f"If it raises a `{CONTRACT_ERROR}`, the failure is sent, as an error."
    if failing is not None and failing.internal:
        yield f"Any other exception is logged, and the client sees `{failing.internal}` without its text."
    else:
        every = "Any other exception" if failing is not None else "An exception"
        yield f"{every} is logged. The contract has no code for it, so the client sees a text that is always the same."
    if failing is not None and failing.bad_input:
        yield f"Arguments that are wrong become `{failing.bad_input}`."


def _options(contract: m.Contract, made: Serving) -> Iterator[str]:
    if contract.tools:
        yield "`tool`: The tool of the contract, if the function has another name."
    for each in made.others:
        name = _option(each)
        yield f"`{name}`: That argument of the builder around a payload, or a function that makes it from the payload."
    if made.request_id is not None:
        otherwise = "By default, it is a random UUID." if made.request_id.is_expected else "By default, there is none."
        yield f"`request_id`: Returns the value of `{'.'.join(made.request_id.path)}` for the current call. {otherwise}"
    if made.failing is not None and made.failing.protocol is not None:
        yield (
            "`protocol_errors`: Whether a failure becomes a JSON-RPC error with its number, message and data. The "
            "servers of `mcp` 2 can send one; those of `mcp` 1 and `fastmcp` send the response as a result."
        )
    yield "`lean`: Whether the output schema goes without descriptions, examples and defaults."
