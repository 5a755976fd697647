"""diff: compares the contracts with an earlier version."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from sealwax.commands.answers import CLEAN, FOUND, Answer, Request, report
from sealwax.commands.releasing import releases_of
from sealwax.diagnostics import Report
from sealwax.project.loading import ContractError, read_project
from sealwax.project.workspace import ACCEPTED, explained, read_whole

if TYPE_CHECKING:
    from sealwax.evolution.accepting import Accepted
    from sealwax.evolution.comparing import Comparison


def diff(request: Request) -> Answer:
    """Compare the contracts with an earlier version, and judge every change by its effect on users."""
    # The other commands do not need these.
    from sealwax.evolution.accepting import fingerprint, leftover
    from sealwax.evolution.comparing import compare, findings
    from sealwax.project.earlier import current, earlier
    from sealwax.reports.changes import fails, render_comparisons, render_json

    asked = request.comparing
    if asked is None:
        raise ValueError("there is nothing to compare")
    project = read_project(request.root)
    new = current(project)
    accepted = _accepted(request, asked.today)
    old = earlier(request.root, asked.against)
    names = dict.fromkeys((*new.contracts, *old.contracts))
    if old.is_single:
        names = dict.fromkeys(old.contracts)  # a file or a package says nothing about other contracts
    latest = {name: snapshots[-1].contract for name, snapshots in releases_of(project).items()}
    compared = [
        compare(name, old.contracts.get(name), new.contracts.get(name), accepted, latest.get(name)) for name in names
    ]
    found = [each for one in compared for each in findings(one, old.mark)]
    found += leftover(accepted, (fingerprint(each) for one in compared for each in one.judged))
    if asked.write_version and (written := _write_versions(request, compared)):
        again = diff(replace(request, comparing=replace(asked, write_version=False)))
        return replace(again, err=written)
    code = FOUND if fails(found, asked.fail_on) else CLEAN
    if request.form == "json":
        return Answer(code, render_json(compared, found, old.label))
    texts = {**new.texts, **{f"<{old.mark}>/{file}": raw for file, raw in old.texts.items()}}
    shown = report(request, found, texts)
    if request.form != "text" or (request.quiet and not found):
        return Answer(code, shown)
    summary = render_comparisons(compared, old.label, request.shown(ACCEPTED))
    return Answer(code, f"{shown}\n{summary}" if shown else summary)


def _accepted(request: Request, today: str) -> "Accepted":
    from sealwax.evolution.accepting import read_accepted

    is_there = (request.root / ACCEPTED).exists()
    raw = read_whole(request.root, ACCEPTED, "the accepted changes must be a regular file") if is_there else None
    mistakes = Report()
    accepted = read_accepted(ACCEPTED, raw, today, mistakes)
    if mistakes.diagnostics:
        raise ContractError(mistakes.sorted(), {ACCEPTED: raw or b""})
    return accepted


def _write_versions(request: Request, compared: "Sequence[Comparison]") -> str:
    """Write the versions that are needed, and nothing else, into the contracts; returns what was done."""
    from sealwax.evolution.writing import with_version
    from sealwax.project.storing import replace_files

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
