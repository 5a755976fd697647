"""verify: checks payloads against a contract."""

from contextlib import suppress
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from sealwax.commands import BROKEN, CLEAN, FOUND, Answer, Request, report
from sealwax.diagnostics import NEVER
from sealwax.failures import ContractError, WorkspaceError
from sealwax.meaning.findings import Finding
from sealwax.project.workspace import STANDARD_INPUT, opened
from sealwax.reports.coverage import render_coverage
from sealwax.reports.findings import STREAMED, Collected, render_finding, render_summary, render_summary_object
from sealwax.reports.results import render_results
from sealwax.reports.terminal import visible
from sealwax.verify.compiled import Validate, compile_validator
from sealwax.verify.coverage import Coverage
from sealwax.verify.payloads import Tally, TooLong, verify
from sealwax.verify.selection import Selected, select


class Verify(Struct, frozen=True):
    reports_errors: ClassVar = False
    contract: str
    """The name of a contract of the project, or the path of any contract."""
    files: tuple[str, ...]
    type: str | None
    """The type to check each value against; None for the envelope."""
    fail_on: str
    undeclared: bool
    """Whether keys of open records that the contract does not declare are advice."""
    coverage: bool
    """Whether to report what the values had of the contract."""

    def run(self, request: Request) -> Answer:
        """Check payloads against a contract, one after the other."""
        if self.coverage and request.form == "sarif":
            raise WorkspaceError(
                "--coverage cannot be combined with --format sarif", "SARIF has a place for findings only"
            )
        try:
            asked = (request.root, request.prefix, self.contract, self.type)
            selected = select(*asked, undeclared=self.undeclared)
        except ContractError as error:
            return _broken(request, error)
        tally, validate, collected = Tally(), compile_validator(selected.plan, selected.type), Collected()
        coverage = Coverage(selected.contract, selected.type) if self.coverage else None
        if coverage is not None:
            validate = _counting(validate, coverage)
        unread = ""
        with suppress(_NoReader):
            for path in self.files or (STANDARD_INPUT,):
                unread += _verify_file(validate, path, request, tally, collected)
        code = BROKEN if unread else FOUND if tally.fails(self.fail_on) else CLEAN
        if code == CLEAN and not tally.values and self.fail_on != NEVER:
            # Empty input is most likely a mistake: a log that nothing was written to, or a broken pipe.
            code, unread = BROKEN, "sealwax: nothing to verify: the input has no values\n"
        # Where nothing was read there is nothing to sum up; programs get what they expect.
        if request.form not in STREAMED:
            return Answer(code, render_results(collected.results(tally, coverage), request.form), unread)
        has_summary = request.form == "json" or bool(tally.values or not unread)
        return Answer(code, _summary(request, tally, selected, coverage) if has_summary else "", unread)


def _counting(validate: Validate, coverage: Coverage) -> Validate:
    def count(value: object, undecoded: bool) -> list[Finding]:
        coverage.add(value)
        return validate(value, undecoded)

    return count


def _summary(request: Request, tally: Tally, selected: Selected, coverage: Coverage | None) -> str:
    """What follows the findings that were shown at once."""
    if request.form == "json":
        return render_summary_object(tally, coverage)
    summary = ""
    if request.form == "text":
        summary = render_summary(tally, request.program)
        if selected.untried:
            summary += f"Payloads of tools were not checked: pass --type, such as {selected.untried}\n"
    return summary + (render_coverage(coverage, tally.values, request.columns) if coverage is not None else "")


def _broken(request: Request, error: ContractError) -> Answer:
    """Report errors in what the values would be checked against."""
    if request.form not in ("text", "json"):
        return Answer(BROKEN, out=report(request, error.diagnostics, error.sources))
    # Findings on standard output are about payloads; these are not.
    return Answer(BROKEN, err=report(replace(request, form="text"), error.diagnostics, error.sources, to_out=False))


class _NoReader(Exception):
    """Nobody reads the findings any more, and the input may never end."""


def _verify_file(validate: Validate, path: str, request: Request, tally: Tally, collected: Collected) -> str:
    """Show or collect the findings in one file; return an error message if it cannot be read to its end."""
    file = "<stdin>" if path == STANDARD_INPUT else path
    if path == STANDARD_INPUT and request.is_typed:
        request.progress("reading standard input, end with Ctrl-D")
    try:
        with opened(path, request.root) as stream:
            for findings in verify(validate, file, stream, tally, columns=request.form != "text"):
                if request.form not in STREAMED:
                    collected.add(findings)
                    request.tick(tally.values)
                    continue
                shown = "".join(render_finding(each, request.form, request.color_out) for each in findings)
                if shown and not request.show(shown):
                    raise _NoReader
                request.tick(tally.values)
    except WorkspaceError as error:
        return f"sealwax: {visible(error.message)}\n"
    except TooLong as error:
        return f"sealwax: cannot read {visible(file)}: {error}\n"
    return ""
