"""verify --mcp, verify --http: holds a running server to its contract."""

from contextlib import closing
from pathlib import Path

from msgspec.structs import replace

from sealwax.commands import BROKEN, CLEAN, FOUND, Answer, Request, report
from sealwax.commands.verify import Verify
from sealwax.failures import ContractError, WorkspaceError
from sealwax.naming import counted
from sealwax.project.workspace import read_named_contract
from sealwax.reports.findings import render_coverage, render_finding, render_summary
from sealwax.verify.payloads import Tally
from sealwax.verify.selection import check_plan, find_contract, is_path
from sealwax.verify.servers.judging import Judge
from sealwax.verify.servers.requests import Asked, Requests, read_requests
from sealwax.verify.servers.running import Findings, run_http, run_mcp


def verify_server(request: Request, arguments: Verify) -> Answer:
    """Make the calls of a file, and report findings and what was seen of the contract."""
    if arguments.type is not None:
        hint = "name the tool in the file that lists the calls"
        raise WorkspaceError("--type cannot be combined with --mcp or --http", hint)
    try:
        contract = find_contract(request.root, request.prefix, arguments.contract)
        requests = _read(arguments, [tool.name for tool in contract.tools])
    except ContractError as error:
        terms = replace(request, form="text", prefix="" if is_path(arguments.contract) else request.prefix)
        return Answer(BROKEN, err=report(terms, error.diagnostics, error.sources, to_out=False))
    plan = check_plan(contract, undeclared=arguments.undeclared)
    judge, tally = Judge(contract, plan, requests.tools), Tally()
    file = arguments.files[0] if arguments.files else ""
    with closing(_run(judge, arguments, file, requests.asked)) as findings:  # which stops the server
        for found in findings:
            tally.add([each.finding for each in found])
            shown = "".join(render_finding(each, request.form, request.color_out) for each in found)
            if shown and not request.show(shown):
                break
    covered = render_coverage(judge.coverage.results(), request.form)
    summary = render_summary(tally, request.form, request.program, _counted(tally.values, len(requests.asked)))
    return Answer(FOUND if tally.fails(arguments.fail_on) else CLEAN, covered + summary)


def _counted(checked: int, calls: int) -> str:
    """What was checked, in words."""
    tools = f"{counted(checked - calls, 'tool')} and " if checked > calls else ""
    return f"{tools}{counted(calls, 'response')}"


def _read(arguments: Verify, tools: list[str]) -> Requests:
    kind = "requests" if arguments.mcp is None else "calls"
    if len(arguments.files) > 1 or (arguments.mcp is None and not arguments.files):
        raise WorkspaceError(f"expected one file that lists {kind}", f"pass a YAML file with a list '{kind}'")
    if arguments.start and arguments.mcp is not None:
        raise WorkspaceError("--start cannot be combined with --mcp", "pass the command to --mcp itself")
    found = [read_requests(file, read_named_contract(Path(), file), kind, tools) for file in arguments.files]
    return found[0] if found else Requests()


def _run(judge: Judge, arguments: Verify, file: str, asked: tuple[Asked, ...]) -> Findings:
    if arguments.mcp is not None:
        return run_mcp(judge, arguments.mcp, file, asked, arguments.time_limit)
    return run_http(judge, arguments.http or "", arguments.start or "", file, asked, arguments.time_limit)
