"""diff: compares the contracts with an earlier version."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from sealwax.commands.release import releases_of
from sealwax.commands.requests import CLEAN, FOUND, Answer, Diff, Request, report
from sealwax.contract.source.edits import with_version
from sealwax.diagnostics import Diagnostic, Report
from sealwax.evolution.accepted_changes import Accepted, fingerprint, leftover, read_accepted
from sealwax.evolution.comparing import Comparison, compare, findings
from sealwax.failures import ContractError, explained
from sealwax.project.loading import read_project
from sealwax.project.storing import replace_files
from sealwax.project.versions_to_compare import current, earlier
from sealwax.project.workspace import ACCEPTED, read_whole
from sealwax.reports.changes import fails, render_comparisons, render_json


class _Outcome(Struct, frozen=True):
    """The comparison of all contracts with an earlier version."""

    comparisons: Sequence[Comparison]
    findings: Sequence[Diagnostic]
    label: str
    """The earlier version, in words."""
    texts: Mapping[str, bytes]


def diff(request: Request, arguments: Diff) -> Answer:
    """Compare the contracts with an earlier version, and report every change by its effect on users."""
    outcome, written = _compared(request, arguments), ""
    if arguments.write_version and (written := _write_versions(request, outcome.comparisons)):
        outcome = _compared(request, arguments)
    code = FOUND if fails(outcome.findings, arguments.fail_on) else CLEAN
    if request.form == "json":
        return Answer(code, render_json(outcome.comparisons, outcome.findings, outcome.label), written)
    shown = report(request, outcome.findings, outcome.texts)
    if request.form != "text" or (request.quiet and not outcome.findings):
        return Answer(code, shown, written)
    summary = render_comparisons(outcome.comparisons, outcome.label, request.shown(ACCEPTED))
    return Answer(code, f"{shown}\n{summary}" if shown else summary, written)


def _compared(request: Request, arguments: Diff) -> _Outcome:
    project = read_project(request.root)
    new = current(project)
    accepted = _accepted(request, arguments.today)
    old = earlier(request.root, arguments.against)
    names = dict.fromkeys((*new.contracts, *old.contracts))
    if old.is_single:
        names = dict.fromkeys(old.contracts)  # a file or a package says nothing about other contracts
    latest = {name: snapshots[-1].contract for name, snapshots in releases_of(project).items()}
    compared = [
        compare(name, old.contracts.get(name), new.contracts.get(name), accepted, latest.get(name)) for name in names
    ]
    found = [each for one in compared for each in findings(one, old.mark)]
    found += leftover(accepted, (fingerprint(each) for one in compared for each in one.assessments))
    texts = {**new.texts, **{f"<{old.mark}>/{file}": raw for file, raw in old.texts.items()}}
    return _Outcome(compared, found, old.label, texts)


def _accepted(request: Request, today: str) -> Accepted:
    is_there = (request.root / ACCEPTED).exists()
    raw = read_whole(request.root, ACCEPTED, "the accepted changes must be a regular file") if is_there else None
    mistakes = Report()
    accepted = read_accepted(ACCEPTED, raw, today, mistakes)
    if mistakes.diagnostics:
        raise ContractError(mistakes.sorted(), {ACCEPTED: raw or b""})
    return accepted


def _write_versions(request: Request, compared: Sequence[Comparison]) -> str:
    """Write the versions that are needed, and nothing else, into the contracts; returns what was done."""
    lines, written = [], {}
    for each in compared:
        if each.new is None or each.is_version_enough:
            continue
        file = each.new.contract.file
        with explained(f"cannot read {file}", file):
            written[file] = with_version((request.root / file).read_bytes(), each.needed)
        lines.append(f"wrote version {each.needed} into {request.shown(file)}\n")
    replace_files(request.root, written)
    return "".join(lines)
