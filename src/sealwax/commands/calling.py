"""verify --mcp, verify --http: holds a running server to its contract."""

from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from sealwax.commands.answers import BROKEN, CLEAN, FOUND, Answer, Payloads, Request, Server, report
from sealwax.meaning.lowering import lower
from sealwax.project.loading import ContractError
from sealwax.project.workspace import WorkspaceError, read_named_contract
from sealwax.reports.coverage import render_coverage
from sealwax.reports.findings import render_finding, render_summary
from sealwax.verify.payloads import LocatedFinding, Tally
from sealwax.verify.selection import find_contract, is_path
from sealwax.verify.servers.judging import Judge
from sealwax.verify.servers.requests import Asked, Requests, read_requests
from sealwax.verify.servers.running import run_http, run_mcp
from sealwax.verify.undeclared import with_undeclared


def verify_server(request: Request, payloads: Payloads, server: Server) -> Answer:
    """Make the calls of a file, and report findings and what was seen of the contract."""
    if payloads.type is not None:
        raise WorkspaceError("--type does not go with a server", "name the tool in the file that lists the calls")
    try:
        contract = find_contract(request.root, request.prefix, payloads.contract)
        requests = _read(payloads, server, [tool.name for tool in contract.tools])
    except ContractError as error:
        terms = replace(request, form="text", prefix="" if is_path(payloads.contract) else request.prefix)
        return Answer(BROKEN, err=report(terms, error.diagnostics, error.sources, to_out=False))
    plan = with_undeclared(lower(contract), contract) if payloads.undeclared else lower(contract)
    judge, tally = Judge(contract, plan, requests.tools), Tally()
    file = payloads.files[0] if payloads.files else ""
    for found in _run(judge, server, file, requests.asked):
        tally.add([each.finding for each in found])
        shown = "".join(render_finding(each, request.form, request.color_out) for each in found)
        if shown and not payloads.show(shown):
            break
    failed = {"error": tally.with_errors, "advice": tally.with_errors + tally.with_advice, "never": 0}
    covered = render_coverage(judge.coverage.results(), request.form)
    summary = render_summary(tally, request.form, request.program)
    return Answer(FOUND if failed[payloads.fail_on] else CLEAN, covered + summary)


def _read(payloads: Payloads, server: Server, tools: list[str]) -> Requests:
    kind = "calls" if server.kind == "mcp" else "requests"
    if len(payloads.files) > 1 or (server.kind == "http" and not payloads.files):
        raise WorkspaceError(f"expected one file that lists {kind}", f"pass a YAML file with a list '{kind}'")
    if server.start and server.kind == "mcp":
        raise WorkspaceError("--start does not go with --mcp", "pass the command to --mcp itself")
    found = [read_requests(file, _raw(file), kind, tools) for file in payloads.files]
    return found[0] if found else Requests()


def _raw(file: str) -> bytes:
    return read_named_contract(Path(), file)


def _run(judge: Judge, server: Server, file: str, asked: tuple[Asked, ...]) -> Iterator[list[LocatedFinding]]:
    if server.kind == "mcp":
        return run_mcp(judge, server.address, file, asked, server.seconds)
    return run_http(judge, server.address, server.start, file, asked, server.seconds)
