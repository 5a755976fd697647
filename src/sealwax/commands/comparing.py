"""diff: compares the contracts with an earlier version."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from sealwax.commands.answers import BROKEN, CLEAN, FOUND, Answer, Request, report
from sealwax.commands.releasing import accepted_changes, releases_of
from sealwax.project.loading import ContractError, read_project
from sealwax.project.workspace import ACCEPTED, WorkspaceError, explained

if TYPE_CHECKING:
    from sealwax.contract.model import Contract
    from sealwax.evolution.comparing import Comparison
    from sealwax.project.earlier import Version


def diff(request: Request) -> Answer:
    """Compare the contracts with an earlier version, and judge every change by its effect on users."""
    # The other commands do not need these.
    from sealwax.evolution.accepting import fingerprint, leftover
    from sealwax.evolution.comparing import compare, findings
    from sealwax.project.earlier import earlier, lost
    from sealwax.reports.changes import fails, folded, overview, render_comparisons, render_json

    asked = request.comparing
    if asked is None:
        raise ValueError("there is nothing to compare")
    new, latest, is_gone = _present(request)
    accepted = accepted_changes(request)
    old = earlier(request.root, asked.against)
    if is_gone is not None and not old.contracts:
        raise is_gone
    names = [name for name in dict.fromkeys((*new.contracts, *old.contracts)) if name not in old.broken]
    if old.is_single:
        names = list(old.contracts)  # a file or a package says nothing about other contracts
    compared = [
        compare(name, old.contracts.get(name), new.contracts.get(name), accepted, latest.get(name)) for name in names
    ]
    found = [each for one in compared for each in findings(one, old.mark)]
    unknown = lost(old, new.contracts)
    found += unknown
    found += leftover(accepted, (fingerprint(each) for one in compared for each in (*one.judged, *one.counted)))
    if asked.write_version and (written := _write_versions(request, compared)):
        again = diff(replace(request, comparing=replace(asked, write_version=False)))
        return replace(again, err=written)
    code = BROKEN if unknown else FOUND if fails(found, asked.fail_on) else CLEAN
    if request.form == "json":
        return Answer(code, render_json(compared, found, old.label))
    texts = {**new.texts, **{f"<{old.mark}>/{file}": raw for file, raw in old.texts.items()}}
    said = (overview(compared, old.label), folded(compared, request.shown(ACCEPTED)))
    shown = report(request, found, texts, said=said)
    if request.form != "text" or (request.quiet and not found):
        return Answer(code, shown)
    summary = render_comparisons(compared, old.label, request.shown(ACCEPTED))
    return Answer(code, f"{shown}\n{summary}" if shown else summary)


def _present(request: Request) -> "tuple[Version, dict[str, Contract], WorkspaceError | ContractError | None]":
    """The contracts as they are, their latest releases by name, and the error if there are none any more."""
    from sealwax.project.earlier import current, nothing

    try:
        project = read_project(request.root)
    except (WorkspaceError, ContractError) as error:
        return nothing(error), {}, error
    latest = {name: snapshots[-1].contract for name, snapshots in releases_of(project).items()}
    return current(project), latest, None


def _write_versions(request: Request, compared: "Sequence[Comparison]") -> str:
    """Write the versions that are needed, and nothing else, into the contracts; returns what was done."""
    from sealwax.evolution.writing import with_version

    asked = [each for each in compared if each.new is not None and not each.is_version_enough]
    written = {}
    for each in asked:
        file = each.new.contract.file if each.new is not None else ""
        with explained(f"cannot read {file}", file):
            written[file] = with_version((request.root / file).read_bytes(), each.needed, file)
    for file, raw in written.items():  # all of them can be written, so write them
        with explained(f"cannot write {file}", file):
            (request.root / file).write_bytes(raw)
    shown = zip(asked, map(request.shown, written), strict=True)
    return "".join(f"wrote version {each.needed} into {file}\n" for each, file in shown)
