"""verify --mcp, verify --http: holds a running server to its contract."""

from contextlib import closing
from pathlib import Path

from msgspec.structs import replace

from sealwax.commands import CLEAN, FOUND, Answer, Request
from sealwax.commands.verify import Verify, broken
from sealwax.failures import ContractError, WorkspaceError
from sealwax.naming import counted
from sealwax.project.workspace import from_root, read_named_contract
from sealwax.reports.findings import (
    STREAMED,
    Collected,
    coverage_lines,
    render_coverage,
    render_finding,
    render_log,
    render_summary,
)
from sealwax.reports.results import render_results
from sealwax.verify.payloads import Tally
from sealwax.verify.selection import check_plan, find_contract
from sealwax.verify.servers.call_list import CallListDecl, read_call_list
from sealwax.verify.servers.judging import Judge
from sealwax.verify.servers.running import Checked, Run, run_http, run_mcp


def verify_server(request: Request, arguments: Verify) -> Answer:
    """Make the calls of a file, and report findings and what was seen of the contract."""
    if arguments.type is not None:
        hint = "name the tool in the file that lists the calls"
        raise WorkspaceError("--type cannot be combined with --mcp or --http", hint)
    try:
        contract = find_contract(request.root, request.prefix, arguments.contract)
    except ContractError as error:
        return broken(request, error)
    try:
        listed = _read(request.root, arguments, [tool.name for tool in contract.tools])
    except ContractError as error:
        return broken(replace(request, prefix=""), error)  # the file need not be in the project
    plan = check_plan(contract, undeclared=arguments.undeclared)
    judge, tally, collected = Judge(contract, plan, listed.tools), Tally(), Collected()
    file = arguments.files[0] if arguments.files else ""

    def rest() -> str:
        """What follows the findings that were shown at once; for formats that are one document, all of it."""
        asked = listed.requests if arguments.mcp is None else listed.calls
        checked, covered = _counted(tally.values, len(asked)), judge.coverage.results()
        if request.form not in STREAMED:
            return render_results(collected.results(tally, checked, coverage_lines(covered)), request.form)
        if request.form == "github":
            return ""
        summary = render_summary(tally, request.form, request.program, checked)
        return render_coverage(covered, request.form) + summary

    with closing(_run(judge, arguments, file, listed)) as run:  # which stops the server
        try:
            for each in run:
                tally.add([located.finding for located in each.findings])
                collected.add(each.findings)
                if not _show(each, request):
                    break
        except WorkspaceError:
            if request.form not in STREAMED:
                request.show(rest())
            raise
    return Answer(FOUND if tally.fails(arguments.fail_on) else CLEAN, rest())


def _show(checked: Checked, request: Request) -> bool:
    """Show findings at once, in formats that can. Return whether anybody still reads them."""
    if request.form not in STREAMED:
        return True
    shown = "".join(render_finding(each, request.form, request.color_out) for each in checked.findings)
    return not shown or request.show(shown + render_log(checked.log, request.form))


def _counted(checked: int, calls: int) -> str:
    """What was checked, in words."""
    tools = f"{counted(checked - calls, 'tool')} and " if checked > calls else ""
    return f"{tools}{counted(calls, 'response')}"


def _read(root: Path, arguments: Verify, tools: list[str]) -> CallListDecl:
    kind = "requests" if arguments.mcp is None else "calls"
    if len(arguments.files) > 1 or (arguments.mcp is None and not arguments.files):
        raise WorkspaceError(f"expected one file that lists {kind}", f"pass a YAML file with a list '{kind}'")
    if arguments.start and arguments.mcp is not None:
        raise WorkspaceError("--start cannot be combined with --mcp", "pass the command to --mcp itself")
    file = arguments.files[0] if arguments.files else ""
    raw = read_named_contract(root, from_root(root, file)) if file else b"calls: []"
    return read_call_list(file, raw, kind, tools)


def _run(judge: Judge, arguments: Verify, file: str, listed: CallListDecl) -> Run:
    if arguments.mcp is not None:
        return run_mcp(judge, arguments.mcp, file, listed.calls, arguments.time_limit)
    return run_http(judge, arguments.http or "", arguments.start or "", file, listed.requests, arguments.time_limit)
