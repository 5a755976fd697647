"""Runs the calls of a file against a server, one after the other, within a time limit."""

import json
import socket
import time
from collections.abc import Generator
from contextlib import ExitStack
from urllib.parse import urlsplit

from msgspec import Struct

from sealwax.failures import WorkspaceError
from sealwax.meaning.findings import Finding, ServerRule, Weight, has_errors
from sealwax.verify.payloads import LocatedFinding
from sealwax.verify.servers.call_list import Asked, CallDecl, RequestDecl
from sealwax.verify.servers.judging import Judge
from sealwax.verify.servers.mcp import Client, RpcError
from sealwax.verify.servers.output_schemas import compare
from sealwax.verify.servers.processes import Deadline, OutOfTime, Started, interrupted, shortened, started
from sealwax.verify.servers.transports import Broken, Http, Pipes, Unreachable, decoded, fetch, loopback

TOOLS = "<tools>"
"""What is shown as the file in findings about the list of tools."""


class Checked(Struct, frozen=True):
    """The findings about one tool or one response."""

    findings: list[LocatedFinding]
    log: tuple[str, ...] = ()
    """The last lines that the server logged during the call, if there is an error."""


Run = Generator[Checked]


def run_mcp(judge: Judge, server: str, file: str, asked: tuple[CallDecl, ...], seconds: float) -> Run:
    """The findings about the tools of an MCP server, then those about each call."""
    deadline = Deadline(seconds)
    with ExitStack() as stack:
        process = None if server.startswith(("http:", "https:")) else stack.enter_context(started(server, talks=True))
        transport = Pipes(process, deadline) if process else Http(server, deadline)
        client = Client(transport)
        try:
            client.begin()
            tools = [*client.tools()]
            offered = [tool.name for tool in tools]
            missing = [LocatedFinding(TOOLS, len(tools) + 1, 0, each) for each in judge.missing(offered)]
            for number, tool in enumerate(tools, 1):
                with interrupted(deadline):
                    compared = compare(judge.contract, judge.envelope(tool.name), tool.output_schema)
                    shown = [_named(each, tool.name) for each in (*judge.unknown(tool.name), *compared)]
                located = [LocatedFinding(TOOLS, number, 0, each) for each in shown]
                yield Checked([*located, *missing] if number == len(tools) else located)
            if missing and not tools:
                yield Checked(missing)
            for each in asked:
                before = process.logged() if process else 0
                found = judge.without_tool(each, offered, _called(judge, client, each))
                yield _checked(file, each, found, process, before)
        except (Broken, RpcError, OutOfTime) as error:
            raise _explained(error, process, seconds) from error


def _called(judge: Judge, client: Client, asked: CallDecl) -> list[Finding]:
    try:
        return list(judge.result(asked, client.call(asked.tool, dict(asked.arguments))))
    except RpcError as error:
        return list(judge.rpc_error(asked, error.error))


def _named(finding: Finding, tool: str) -> Finding:
    return Finding(finding.pointer, finding.level, finding.rule, f"{tool}: {finding.message}")


def run_http(judge: Judge, url: str, command: str, file: str, asked: tuple[RequestDecl, ...], seconds: float) -> Run:
    """The findings about each request to a web service, which a command starts if there is one."""
    deadline, base = Deadline(seconds), loopback(url).rstrip("/")
    with ExitStack() as stack:
        process = stack.enter_context(started(command, talks=False)) if command else None
        try:
            if process is not None:
                _wait(base, process, deadline)
            for each in asked:
                before = process.logged() if process else 0
                found = _requested(judge, base, each, deadline)
                yield _checked(file, each, found, process, before)
        except (Broken, OutOfTime) as error:
            if process is None and isinstance(error, Unreachable):
                raise WorkspaceError(str(error), "start it first, or pass the command that does to --start") from error
            raise _explained(error, process, seconds) from error


def _requested(judge: Judge, base: str, asked: RequestDecl, deadline: Deadline) -> list[Finding]:
    judge.coverage.tool(judge.tool(asked.tool))
    body = None if asked.body is None else json.dumps(asked.body).encode()
    headers = {"Accept": "application/json", **({"Content-Type": "application/json"} if body else {})}
    headers |= {name: str(value) for name, value in asked.headers.items()}
    status, _, text = fetch(asked.method.upper(), f"{base}/{asked.path.lstrip('/')}", headers, body, deadline)
    found: list[Finding] = []
    if asked.status is not None and asked.status != status:
        message = f"expected the HTTP status {asked.status}, not {status}"
        found.append(Finding("", Weight.ERROR, ServerRule.WRONG_OUTCOME, message))
    response = decoded(text)
    if response is None:
        message = f"the answer, with the HTTP status {status}, is not a JSON object"
        return [*found, Finding("", Weight.ERROR, ServerRule.NO_RESPONSE, message)]
    return [*found, *judge.response(asked, response), *judge.status(asked, response, status)]


def _wait(base: str, process: Started, deadline: Deadline) -> None:
    """Wait until the service listens."""
    parts = urlsplit(base)
    while process.process.poll() is None:
        try:
            socket.create_connection((parts.hostname or "", parts.port or 80), timeout=deadline.left()).close()
        except OSError:
            time.sleep(min(0.05, deadline.left()))
        else:
            return
    raise Broken("the server exited before it received a request")


def _checked(file: str, asked: Asked, findings: list[Finding], process: Started | None, before: int) -> Checked:
    """The findings, and what the server logged since its log had the size `before`."""
    log = process.said_since(before) if process and has_errors(findings) else ()
    return Checked([LocatedFinding(file, asked.node.position.line, 0, each) for each in findings], log)


def _explained(error: Exception, process: Started | None, seconds: float) -> WorkspaceError:
    if isinstance(error, OutOfTime):
        message, hint = f"the server took longer than {seconds:g} seconds", "pass another --time-limit"
    elif isinstance(error, RpcError):
        message, hint = f"the server refused: {shortened(str(error))}", "it has to speak MCP with tools"
    else:
        message, hint = str(error), "start it by hand to see its output"
    return WorkspaceError(message, hint, listed=process.last_words() if process else ())
