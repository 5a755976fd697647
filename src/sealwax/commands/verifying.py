"""verify: checks payloads against a contract."""

from contextlib import suppress
from typing import TYPE_CHECKING

from msgspec.structs import replace

from sealwax.commands.answers import BROKEN, CLEAN, FOUND, Answer, Payloads, Request, report
from sealwax.project.loading import ContractError
from sealwax.project.workspace import STANDARD_INPUT, WorkspaceError, opened
from sealwax.reports.terminal import visible

if TYPE_CHECKING:
    from sealwax.verify.compiled import Validate
    from sealwax.verify.payloads import Tally


def verify(request: Request) -> Answer:
    """Check payloads against a contract, one after the other."""
    # The other commands do not need these.
    from sealwax.reports.findings import render_summary
    from sealwax.verify.compiled import compiled
    from sealwax.verify.payloads import Tally
    from sealwax.verify.selection import find_plan, is_path

    payloads = request.payloads
    if payloads is None:
        raise ValueError("there is nothing to verify")
    try:
        asked = (request.root, request.prefix, payloads.contract, payloads.type)
        plan, name = find_plan(*asked, undeclared=payloads.undeclared)
    except ContractError as error:
        # Findings on standard output are about payloads; these are not.
        terms = replace(request, form="text", prefix="" if is_path(payloads.contract) else request.prefix)
        return Answer(BROKEN, err=report(terms, error.diagnostics, error.sources, to_out=False))
    tally, validate = Tally(), compiled(plan, name)
    unread = ""
    with suppress(_NoReader):
        for path in payloads.files:
            unread += _verify_file(validate, path, request, payloads, tally)
    failed = {"error": tally.with_errors, "advice": tally.with_errors + tally.with_advice, "never": 0}
    code = BROKEN if unread else FOUND if failed[payloads.fail_on] else CLEAN
    if code == CLEAN and not tally.values and payloads.fail_on != "never":
        # Empty input is most likely a mistake: a log that nothing was written to, or a broken pipe.
        code, unread = BROKEN, "sealwax: nothing to verify: the input has no values\n"
    # Where nothing was read there is nothing to sum up; programs get the object that they expect.
    has_summary = tally.values or not unread or request.form == "json"
    return Answer(code, render_summary(tally, request.form, request.program) if has_summary else "", unread)


class _NoReader(Exception):
    """Nobody reads the findings any more, and the input may never end."""


def _verify_file(validate: "Validate", path: str, request: Request, payloads: Payloads, tally: "Tally") -> str:
    """Show the findings in one file; return an error message if it cannot be read to its end."""
    from sealwax.reports.findings import render_finding
    from sealwax.verify.payloads import TooLong, verify

    file = "<stdin>" if path == STANDARD_INPUT else path
    try:
        with opened(path, request.root) as stream:
            for findings in verify(validate, file, stream, tally):
                shown = "".join(render_finding(each, request.form, request.color_out) for each in findings)
                if shown and not payloads.show(shown):
                    raise _NoReader
                payloads.tick(tally.values)
    except WorkspaceError as error:
        return f"sealwax: {visible(error.message)}\n"
    except TooLong as error:
        return f"sealwax: cannot read {visible(file)}: {error}\n"
    return ""
