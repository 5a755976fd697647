"""diff: compares the contracts with an earlier version."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from msgspec import Struct

from sealwax.commands import BROKEN, CLEAN, FOUND, Answer, Request, report
from sealwax.commands.release import accepted_changes, releases_of
from sealwax.contract.source.edits import with_version
from sealwax.diagnostics import Code, Diagnostic, fails
from sealwax.evolution.accepted_changes import fingerprint, leftover
from sealwax.evolution.comparing import Comparison, compare, findings
from sealwax.failures import ContractError, WorkspaceError, explained
from sealwax.project.configuration import DEFAULT
from sealwax.project.loading import Project, read_project
from sealwax.project.storing import replace_files
from sealwax.project.versions_to_compare import current, earlier, is_lost, lost
from sealwax.project.workspace import ACCEPTED
from sealwax.reports.changes import folded, overview, render_comparisons, render_json


class _Outcome(Struct, frozen=True):
    """The comparison of all contracts with an earlier version."""

    comparisons: Sequence[Comparison]
    findings: Sequence[Diagnostic]
    label: str
    """The earlier version, in words."""
    texts: Mapping[str, bytes]
    is_partial: bool
    """Whether some contracts could not be compared."""


class Diff(Struct, frozen=True):
    reports_errors: ClassVar = True
    against: str
    """A revision, a file, a folder or a package; empty for the merge base with the main branch."""
    fail_on: str
    write_version: bool

    def run(self, request: Request) -> Answer:
        """Compare the contracts with an earlier version, and report every change by its effect on users."""
        outcome, written = _compared(request, self.against), ""
        if self.write_version and (written := _write_versions(request, outcome.comparisons)):
            outcome = _compared(request, self.against)
        code = FOUND if fails((each.severity for each in outcome.findings), self.fail_on) else CLEAN
        code = BROKEN if outcome.is_partial else code
        if request.form == "json":
            return Answer(code, render_json(outcome.comparisons, outcome.findings, outcome.label), written)
        shown = report(
            request,
            outcome.findings,
            outcome.texts,
            overview=overview(outcome.comparisons, outcome.label),
            folded=folded(outcome.comparisons, request.shown(ACCEPTED)),
        )
        if request.form != "text" or request.quiet:
            return Answer(code, shown, written)
        summary = render_comparisons(outcome.comparisons, outcome.label, request.shown(ACCEPTED))
        return Answer(code, f"{shown}\n{summary}" if shown else summary, written)


def _compared(request: Request, against: str) -> _Outcome:
    project, is_gone = _present(request.root)
    latest = {name: snapshots[-1].contract for name, snapshots in releases_of(project).items()}
    new = current(project)
    accepted = accepted_changes(request.root, request.today)
    old = earlier(request.root, against)
    if is_gone is not None and not old.contracts:
        raise is_gone
    names = [name for name in dict.fromkeys((*new, *old.contracts)) if not is_lost(name, old, new)]
    if old.is_single:
        names = list(old.contracts)  # a file or a package says nothing about other contracts
    compared = [compare(name, old.contracts.get(name), new.get(name), accepted, latest.get(name)) for name in names]
    unknown = lost(old, new)
    found = [*(each for one in compared for each in findings(one, old.mark)), *unknown]
    known = (fingerprint(each) for one in compared for each in (*one.assessments, *one.counted))
    found += leftover(accepted, known)
    before = {f"<{old.mark}>/{file}": raw for file, raw in old.texts.items()}
    return _Outcome(compared, found, old.label, {ACCEPTED: accepted.text, **project.texts, **before}, bool(unknown))


def _present(root: Path) -> tuple[Project, WorkspaceError | ContractError | None]:
    """The project as it is. If its last contract is gone, an empty one, and the error that says so."""
    try:
        return read_project(root), None
    except (WorkspaceError, ContractError) as error:
        codes = {error.code} if isinstance(error, WorkspaceError) else {each.code for each in error.diagnostics}
        if codes != {Code.NO_CONTRACT}:
            raise
        return Project(root, DEFAULT, {}, {}, {}), error


def _write_versions(request: Request, compared: Sequence[Comparison]) -> str:
    """Write the versions that are needed, and nothing else, into the contracts; returns what was done."""
    asked = [(each.new.contract.file, each.needed) for each in compared if each.new and not each.is_version_enough]
    written = {}
    for file, version in asked:
        with explained(f"cannot read {file}", file):
            written[file] = with_version((request.root / file).read_bytes(), version, file)
    replace_files(request.root, written)
    return "".join(f"wrote version {version} into {request.shown(file)}\n" for file, version in asked)
