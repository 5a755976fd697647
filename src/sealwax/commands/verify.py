"""verify: checks payloads against a contract."""

from contextlib import suppress

from msgspec.structs import replace

from sealwax.commands.requests import BROKEN, CLEAN, FOUND, Answer, Request, Verify, report
from sealwax.diagnostics import NEVER
from sealwax.failures import ContractError, WorkspaceError
from sealwax.project.workspace import STANDARD_INPUT, opened
from sealwax.reports.findings import STREAMED, Collected, render_finding, render_summary
from sealwax.reports.formats import render_results
from sealwax.reports.terminal import visible
from sealwax.verify.compiled import Validate, compiled
from sealwax.verify.payloads import Tally, TooLong
from sealwax.verify.payloads import verify as verify_payloads
from sealwax.verify.selection import find_plan, is_path


def verify(request: Request, arguments: Verify) -> Answer:
    """Check payloads against a contract, one after the other."""
    if arguments.server is not None:
        from sealwax.commands.verify_server import verify_server  # not needed for payloads

        return verify_server(request, arguments, arguments.server)
    try:
        asked = (request.root, request.prefix, arguments.contract, arguments.type)
        plan, name, untried = find_plan(*asked, undeclared=arguments.undeclared)
    except ContractError as error:
        terms = replace(request, prefix="" if is_path(arguments.contract) else request.prefix)
        if request.form not in ("text", "json"):
            return Answer(BROKEN, out=report(terms, error.diagnostics, error.sources))
        # Findings on standard output are about payloads; these are not.
        return Answer(BROKEN, err=report(replace(terms, form="text"), error.diagnostics, error.sources, to_out=False))
    tally, validate, collected = Tally(), compiled(plan, name), Collected()
    unread = ""
    with suppress(_NoReader):
        for path in arguments.files:
            unread += _verify_file(validate, path, request, arguments, tally, collected)
    code = BROKEN if unread else FOUND if tally.fails(arguments.fail_on) else CLEAN
    if code == CLEAN and not tally.values and arguments.fail_on != NEVER:
        # Empty input is most likely a mistake: a log that nothing was written to, or a broken pipe.
        code, unread = BROKEN, "sealwax: nothing to verify: the input has no values\n"
    # Where nothing was read there is nothing to sum up; programs get what they expect.
    if request.form not in STREAMED:
        return Answer(code, render_results(collected.results(tally), request.form), unread)
    has_summary = request.form == "json" or (request.form == "text" and (tally.values or not unread))
    summary = render_summary(tally, request.form, request.program) if has_summary else ""
    if untried and has_summary and request.form == "text":
        summary += f"Payloads of tools were not checked: pass --type, such as {untried}\n"
    return Answer(code, summary, unread)


class _NoReader(Exception):
    """Nobody reads the findings any more, and the input may never end."""


def _verify_file(
    validate: Validate, path: str, request: Request, arguments: Verify, tally: Tally, collected: Collected
) -> str:
    """Show or collect the findings in one file; return an error message if it cannot be read to its end."""
    file = "<stdin>" if path == STANDARD_INPUT else path
    try:
        with opened(path, request.root) as stream:
            for findings in verify_payloads(validate, file, stream, tally, columns=request.form != "text"):
                if request.form not in STREAMED:
                    collected.add(findings)
                    arguments.tick(tally.values)
                    continue
                shown = "".join(render_finding(each, request.form, request.color_out) for each in findings)
                if shown and not arguments.show(shown):
                    raise _NoReader
                arguments.tick(tally.values)
    except WorkspaceError as error:
        return f"sealwax: {visible(error.message)}\n"
    except TooLong as error:
        return f"sealwax: cannot read {visible(file)}: {error}\n"
    return ""
