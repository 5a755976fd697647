"""release: keeps a snapshot of each contract, from which changelogs are generated."""

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from sealwax.commands import CLEAN, FOUND, Answer, Request, report
from sealwax.contract.inheritance.library import Loaded
from sealwax.contract.versions import numbers
from sealwax.diagnostics import Diagnostic, Report, Severity
from sealwax.evolution.accepted_changes import Accepted, read_accepted
from sealwax.evolution.comparing import compare, findings
from sealwax.evolution.history import released, snapshot, snapshot_path
from sealwax.evolution.verdicts import ChangeCode
from sealwax.failures import ContractError, WorkspaceError
from sealwax.project.loading import Project, read_project
from sealwax.project.storing import add_files
from sealwax.project.versions_to_compare import current
from sealwax.project.workspace import ACCEPTED, read_whole


class Release(Struct, frozen=True):
    reports_errors: ClassVar = False

    def run(self, request: Request) -> Answer:
        """Write a snapshot of each contract whose version has none yet. Nothing is written if one breaks a promise."""
        project = read_project(request.root)
        known, contracts = releases_of(project), current(project)
        accepted = accepted_changes(request.root, request.today)
        found = [
            each for name, loaded in contracts.items() for each in _broken(name, loaded, known.get(name, ()), accepted)
        ]
        if found:
            latest = [snapshots[-1].contract for snapshots in known.values()]
            before = {f"<{each.version}>/{each.file}": project.history[each.file] for each in latest}
            return Answer(FOUND, report(request, found, {**project.texts, **before}))
        files = {
            path: snapshot(loaded, project.sources[loaded.contract.file])
            for name, loaded in contracts.items()
            if (path := snapshot_path(name, loaded.contract.version)) not in project.history
        }
        written = add_files(request.root, files)
        lines = [f"wrote {request.shown(path)}" for path in written]
        lines += [f"Next: {request.fix}"] if written else ["Nothing to release: every version already has a snapshot."]
        return Answer(CLEAN, "".join(f"{line}\n" for line in lines))


def releases_of(project: Project) -> dict[str, tuple[Loaded, ...]]:
    """By contract: its released versions, the first one first."""
    if not project.history:
        return {}
    mistakes = Report()
    found = released(project.history, mistakes)
    if mistakes.diagnostics:
        raise ContractError(mistakes.sorted(), project.texts)
    return found


def accepted_changes(root: Path, today: str) -> Accepted:
    """The breaks that are intended, which count neither for `diff` nor for `release`."""
    is_there = (root / ACCEPTED).exists()
    raw = read_whole(root, ACCEPTED, "the accepted changes must be a regular file") if is_there else None
    mistakes = Report()
    accepted = read_accepted(ACCEPTED, raw, today, mistakes)
    if mistakes.diagnostics:
        raise ContractError(mistakes.sorted(), {ACCEPTED: raw or b""})
    return accepted


def _broken(name: str, loaded: Loaded, known: Sequence[Loaded], accepted: Accepted) -> tuple[Diagnostic, ...]:
    """The errors about what changed since the latest release: its version does not allow it, or no version does."""
    if not known:
        return ()
    latest, version = known[-1], loaded.contract.version
    if numbers(version) < numbers(latest.contract.version):
        message = f"{name} is {version}, but {latest.contract.version} was released already"
        raise WorkspaceError(message, "raise the version", path=loaded.contract.file)
    found = findings(compare(name, latest, loaded, accepted), latest.contract.version)
    return tuple(replace(each, severity=Severity.ERROR) for each in found if _forbids(each))


def _forbids(found: Diagnostic) -> bool:
    """Whether a finding speaks against a release: whoever installs it relies on its version, also for what is new."""
    is_hidden = found.code == ChangeCode.VERSION_TOO_LOW and found.severity is Severity.WARNING
    return is_hidden or found.severity is Severity.ERROR
