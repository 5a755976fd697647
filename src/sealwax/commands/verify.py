"""verify: checks payloads against a contract."""

from contextlib import suppress
from typing import TYPE_CHECKING

from msgspec.structs import replace

from sealwax.commands.requests import BROKEN, CLEAN, FOUND, Answer, Payloads, Request, report
from sealwax.failures import ContractError, WorkspaceError
from sealwax.project.workspace import STANDARD_INPUT, opened
from sealwax.reports.terminal import visible

if TYPE_CHECKING:
    from sealwax.reports.findings import Collected
    from sealwax.verify.compiled import Validate
    from sealwax.verify.payloads import Tally


def verify(request: Request) -> Answer:
    """Check payloads against a contract, one after the other."""
    # The other commands do not need these.
    from sealwax.reports.findings import STREAMED, Collected, render_summary
    from sealwax.reports.formats import render_results
    from sealwax.verify.compiled import compiled
    from sealwax.verify.payloads import Tally
    from sealwax.verify.selection import find_plan, is_path

    payloads = request.payloads
    if payloads is None:
        raise ValueError("there is nothing to verify")
    if payloads.server is not None:
        from sealwax.commands.verify_server import verify_server

        return verify_server(request, payloads, payloads.server)
    try:
        asked = (request.root, request.prefix, payloads.contract, payloads.type)
        plan, name = find_plan(*asked, undeclared=payloads.undeclared)
    except ContractError as error:
        terms = replace(request, prefix="" if is_path(payloads.contract) else request.prefix)
        if request.form not in ("text", "json"):
            return Answer(BROKEN, out=report(terms, error.diagnostics, error.sources))
        # Findings on standard output are about payloads; these are not.
        return Answer(BROKEN, err=report(replace(terms, form="text"), error.diagnostics, error.sources, to_out=False))
    tally, validate, collected = Tally(), compiled(plan, name), Collected()
    unread = ""
    with suppress(_NoReader):
        for path in payloads.files:
            unread += _verify_file(validate, path, request, payloads, tally, collected)
    code = BROKEN if unread else FOUND if tally.fails(payloads.fail_on) else CLEAN
    if code == CLEAN and not tally.values and payloads.fail_on != "never":
        # Empty input is most likely a mistake: a log that nothing was written to, or a broken pipe.
        code, unread = BROKEN, "sealwax: nothing to verify: the input has no values\n"
    # Where nothing was read there is nothing to sum up; programs get what they expect.
    if request.form not in STREAMED:
        return Answer(code, render_results(collected.results(tally), request.form), unread)
    has_summary = request.form == "json" or (request.form == "text" and (tally.values or not unread))
    return Answer(code, render_summary(tally, request.form, request.program) if has_summary else "", unread)


class _NoReader(Exception):
    """Nobody reads the findings any more, and the input may never end."""


def _verify_file(
    validate: "Validate", path: str, request: Request, payloads: Payloads, tally: "Tally", collected: "Collected"
) -> str:
    """Show or collect the findings in one file; return an error message if it cannot be read to its end."""
    from sealwax.reports.findings import STREAMED, render_finding
    from sealwax.verify.payloads import TooLong, verify

    file = "<stdin>" if path == STANDARD_INPUT else path
    try:
        with opened(path, request.root) as stream:
            for findings in verify(validate, file, stream, tally):
                if request.form not in STREAMED:
                    collected.add(findings)
                    payloads.tick(tally.values)
                    continue
                shown = "".join(render_finding(each, request.form, request.color_out) for each in findings)
                if shown and not payloads.show(shown):
                    raise _NoReader
                payloads.tick(tally.values)
    except WorkspaceError as error:
        return f"sealwax: {visible(error.message)}\n"
    except TooLong as error:
        return f"sealwax: cannot read {visible(file)}: {error}\n"
    return ""
