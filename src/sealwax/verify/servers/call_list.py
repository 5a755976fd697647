"""Reads the file that lists calls of tools, or requests to a web service."""

import re
from collections.abc import Collection
from typing import TypeAlias

from sealwax.contract.model import Json, OutcomeName
from sealwax.contract.reading import YAML, read_as
from sealwax.contract.source import Mapping, Node, child, parse, width_of
from sealwax.diagnostics import Code, Report, did_you_mean
from sealwax.failures import ContractError
from sealwax.language.forms import (
    ANY_JSON,
    PLAIN,
    VERBATIM,
    Block,
    Choice,
    Count,
    Entries,
    Items,
    Name,
    declaration,
    optional,
    required,
)

ANY_NAME = Name("name", r"(?s:.*)", "any characters", 1000)
METHOD = Name("method", r"[A-Za-z]+", "letters, such as GET or POST", 20)
HEADER = Name("header", r"[!#$%&'*+.^_`|~0-9A-Za-z-]+", "letters, digits and any of !#$%&'*+-.^_`|~", 1000)
OUTCOME = Choice(tuple(OutcomeName))
_HEADER_VALUE = re.compile(r"[\t\x20-\x7e\xa0-\xff]*")


@declaration("A call of a tool.")
class CallDecl:
    node: Node
    tool: str = required(VERBATIM, "The name of the tool.")
    arguments: dict[str, Json] = optional(Entries(ANY_NAME, ANY_JSON, may_be_empty=True), "Its arguments.", {})
    outcome: str = optional(OUTCOME, "The outcome that you expect.", "")
    code: str = optional(VERBATIM, "The error code that you expect.", "")


@declaration("A request to a web service.")
class RequestDecl:
    node: Node
    path: str = required(VERBATIM, "The path, such as /orders/7.")
    method: str = optional(METHOD, "The method.", "GET")
    headers: dict[str, Json] = optional(Entries(HEADER, PLAIN, may_be_empty=True), "The headers.", {})
    body: Json = optional(ANY_JSON, "The JSON to send.")
    tool: str = optional(VERBATIM, "The tool of the contract whose payload the response has.", "")
    outcome: str = optional(OUTCOME, "The outcome that you expect.", "")
    code: str = optional(VERBATIM, "The error code that you expect.", "")
    status: int | None = optional(Count(100, 599), "The HTTP status that you expect.")


@declaration("Calls of an MCP server, or requests to a web service.")
class CallListDecl:
    node: Mapping
    calls: tuple[CallDecl, ...] = optional(Items(Block(CallDecl), may_be_empty=True), "The calls.", ())
    requests: tuple[RequestDecl, ...] = optional(Items(Block(RequestDecl), may_be_empty=True), "The requests.", ())
    tools: dict[str, str] = optional(
        Entries(ANY_NAME, VERBATIM, may_be_empty=True), "By tool name on the server: its name in the contract.", {}
    )


Asked: TypeAlias = CallDecl | RequestDecl


def read_call_list(file: str, raw: bytes, kind: str, tools: Collection[str]) -> CallListDecl:
    """The file, which has to have the list `calls` or `requests`. `tools`: those of the contract."""
    report = Report()
    root = parse(file, raw, report)
    found = read_as(CallListDecl, root, report, YAML) if root is not None else None
    if found is not None:
        if kind not in found.node.entries:
            report.add(Code.MISSING_KEY, found.node.position, f"the list '{kind}' is missing", f"add {kind}: […]")
        for request in found.requests:
            _check_headers(request, report)
        _check_tools(found, tools, report)
    if found is None or report.diagnostics:
        raise ContractError(report.sorted(), {file: raw})
    return found


def _check_headers(found: RequestDecl, report: Report) -> None:
    for name, value in found.headers.items():
        if not _HEADER_VALUE.fullmatch(str(value)):
            node = child(found.node, "headers", name)
            message = f"HTTP cannot transmit this value of the header '{name}'"
            report.add(Code.BAD_VALUE, node.position, message, "use one line of Latin-1 characters", width_of(node))


def _check_tools(found: CallListDecl, tools: Collection[str], report: Report) -> None:
    for name, known in found.tools.items():
        if known not in tools:
            node = child(found.node, "tools", name)
            hint = did_you_mean(known, tools, f"its tools: {', '.join(tools)}" if tools else "it declares none")
            report.add(Code.UNKNOWN_NAME, node.position, f"the contract has no tool '{known}'", hint, width_of(node))
