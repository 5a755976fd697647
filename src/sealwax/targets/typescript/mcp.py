"""Tools of an MCP server -> mcp.js, mcp-v1.js and their declarations: from what a handler returns to a result."""

from collections.abc import Iterator

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.languages import typescript as ts
from sealwax.meaning.builder_sources import Path, must_be_given
from sealwax.meaning.serving import CRASH, Duration, Failing, Serving, serving
from sealwax.naming import CONTRACT_ERROR
from sealwax.rendering import Finished
from sealwax.targets.typescript.builder_bodies import builder_name
from sealwax.targets.typescript.declarations import Imports, first_line, imports
from sealwax.targets.typescript.schemas import constant_name

_OPTIONS = frozenset({"inputSchema", "log", "requestId", "tool"})
_VALIDATORS = ("isValid", "validate")


class McpTool(Struct, frozen=True):
    name: str
    schema: Finished
    is_valid: Finished
    validate: Finished


class McpView(Struct, frozen=True):
    """mcp.js, mcp-v1.js, mcp-runtime.js and their declarations"""

    header: Finished
    imports: Imports
    doc: tuple[Finished, ...]
    envelope: Finished
    schema: Finished
    tools: tuple[McpTool, ...]
    shapes: tuple[tuple[str, ...], ...]
    """The keys by which an object is a response, and no payload."""
    is_failure: Finished
    """The test of `response`; empty if there are no failures."""
    success: tuple[Finished, ...]
    """The arguments of the builder around a payload; none if a tool returns the response itself."""
    others: tuple[Finished, ...]
    """Options for what else the builder needs."""
    failure: bool
    """Whether there are exceptions that carry a failure."""
    crash: tuple[Finished, ...]
    """The arguments for a crash; none if the contract has no code for it."""
    refuse: tuple[Finished, ...]
    """The arguments for wrong arguments of a call; none if the contract has no code for it."""
    message_path: Path
    code_path: Path
    remediation_path: Path
    takes_id: tuple[bool, bool]
    """Whether the builder of successes and that of failures have to be given the request id."""
    id_path: Path
    makes_id: bool
    """Whether every response should have a request id."""
    duration: Duration | None


def mcp_view(contract: m.Contract) -> McpView:
    made, envelope, mapping = serving(contract), contract.envelope, contract.error_mapping
    failing = made.failing
    return McpView(
        header=first_line(contract),
        imports=_imports(contract, made),
        doc=tuple(_doc(made)),
        envelope=ts.type_name(envelope.name),
        schema=constant_name(envelope.name),
        tools=tuple(_tool(tool) for tool in contract.tools),
        shapes=made.shapes,
        is_failure=_is_failure(envelope.failure),
        success=_success(made),
        others=tuple(map(_option, made.others)),
        failure=failing is not None,
        crash=_failed(failing, made, ts.string(CRASH), "internal") if failing else (),
        refuse=_failed(failing, made, Finished("message"), "bad_input") if failing else (),
        message_path=mapping.message.path if mapping else (),
        code_path=mapping.code.path if mapping else (),
        remediation_path=mapping.remediation.path if mapping and mapping.remediation else (),
        takes_id=(_takes_id(made.builder, made), _takes_id(failing.mapping.builder if failing else None, made)),
        id_path=made.request_id.path if made.request_id else (),
        makes_id=made.request_id is not None and made.request_id.is_expected,
        duration=made.duration,
    )


def _imports(contract: m.Contract, made: Serving) -> Imports:
    failing = made.failing
    builders = [f"{builder_name(made.builder)} as _succeed"] if made.builder else []
    if failing is not None and (failing.internal or failing.bad_input):
        builders.append(f"{builder_name(failing.mapping.builder)} as _fail")
    names = [contract.envelope.name, *(tool.envelope.name for tool in contract.tools)]
    validators = [f"{each} as _{each}" for each in _VALIDATORS]
    validators += [f"{each}{ts.suffix(tool.envelope.name)}" for tool in contract.tools for each in _VALIDATORS]
    return imports({
        "./builders.js": map(Finished, builders),
        "./exceptions.js": [Finished(CONTRACT_ERROR)] if failing is not None else [],
        "./schemas-lean.js": map(constant_name, names),
        "./validation.js": map(Finished, validators),
    })  # fmt: skip


def _tool(tool: m.Tool) -> McpTool:
    name = tool.envelope.name
    return McpTool(tool.name, constant_name(name), *(Finished(f"{each}{ts.suffix(name)}") for each in _VALIDATORS))


def _is_failure(failure: m.Outcome | None) -> Finished:
    match failure.discriminator if failure else None:
        case m.Tag(field, value):
            return Finished(f"response[{ts.string(field)}] === {ts.literal(value)}")
        case m.Presence(field, expected):
            return Finished(f"{'' if expected else '!'}Object.hasOwn(response, {ts.string(field)})")
        case None:
            return Finished("")


def _option(parameter: m.Parameter) -> Finished:
    key = ts.option_key(parameter.name)
    return Finished(f"{key}_") if key in _OPTIONS else key


def _success(made: Serving) -> tuple[Finished, ...]:
    parameters = made.builder.parameters if made.builder else ()
    values = {
        each.name: f"_given(options.{_option(each)}, {ts.string(_option(each))}, payload)" for each in made.others
    }
    values |= {made.payload.name: "payload"} if made.payload else {}
    return _call(parameters, values | _filled(parameters, made))


def _failed(failing: Failing, made: Serving, message: Finished, kind: str) -> tuple[Finished, ...]:
    mapping, code = failing.mapping, failing.internal if kind == "internal" else failing.bad_input
    values: dict[str, str] = {mapping.message.name: message, mapping.code.name: ts.string(code)}
    if mapping.remediation is not None and (remedy := failing.remedy(kind)):
        values[mapping.remediation.name] = ts.string(remedy)
    parameters = mapping.builder.parameters
    return _call(parameters, values | _filled(parameters, made)) if code else ()


def _filled(parameters: tuple[m.Parameter, ...], made: Serving) -> dict[str, str]:
    """What the server fills in, where the builder needs it. Durations are known later."""
    values = {made.request_id.path: "id"} if made.request_id else {}
    values |= {made.duration.path: "0"} if made.duration else {}
    return {each.name: values[each.path] for each in parameters if must_be_given(each) and each.path in values}


def _call(parameters: tuple[m.Parameter, ...], values: dict[str, str]) -> tuple[Finished, ...]:
    """The first argument goes by position, the others as options."""
    if not parameters or not values:
        return ()
    first, *others = parameters
    options = [f"{ts.option_key(each.name)}: {values[each.name]}" for each in others if each.name in values]
    found = [Finished(values.get(first.name, "undefined"))]
    return tuple([*found, Finished(f"{{ {', '.join(options)} }}")] if options else found)


def _takes_id(builder: m.Builder | None, made: Serving) -> bool:
    path = made.request_id.path if made.request_id else None
    return builder is not None and any(must_be_given(each) and each.path == path for each in builder.parameters)


def _doc(made: Serving) -> Iterator[Finished]:
    failing = made.failing
    if failing is not None:
        yield Finished("If it throws a `ContractError`, the failure is sent, as an error.")
    if failing is not None and failing.internal:
        yield Finished(f"Any other error is logged, and the client sees `{failing.internal}` without its text.")
    else:
        every = "Any other error" if failing is not None else "An error"
        yield Finished(f"{every} is logged, and the client sees a text that says nothing about it.")
