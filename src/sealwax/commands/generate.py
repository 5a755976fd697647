"""generate: writes the output folder."""

import shlex
from collections.abc import Mapping, Sequence
from typing import ClassVar

from msgspec import Struct

from sealwax.commands import CLEAN, DRIFT, Answer, Request
from sealwax.commands.expected_output import compile_project, count, differing, read_safe_tree, with_prefix
from sealwax.diagnostics import Code, did_you_mean
from sealwax.drift.comparison import Drift, DriftKind, Tree, compare, is_marked, manifest_path, owned
from sealwax.drift.output_folder import carry_out, locked
from sealwax.drift.repair import steps
from sealwax.drift.selection import claims, forced, within
from sealwax.failures import WorkspaceError
from sealwax.naming import counted
from sealwax.project.documents import read_documents
from sealwax.project.loading import read_project, require_output_folder
from sealwax.project.workspace import from_root

_VERBS = {
    DriftKind.CHANGED: ("rewrote", "would rewrite"),
    DriftKind.MISSING: ("wrote", "would write"),
    DriftKind.ORPHANED: ("deleted", "would delete"),
    DriftKind.LEFTOVER: ("deleted", "would delete"),
}
"""What is done about a file, and what would be done about it."""


class Generate(Struct, frozen=True):
    reports_errors: ClassVar = False
    targets: tuple[str, ...] = ()
    """Only files of these targets; empty for everything."""
    dry_run: bool = False
    """Whether to print what would be done, and do nothing."""
    force: tuple[str, ...] = ()
    """Files to overwrite although they no longer look generated."""

    def run(self, request: Request) -> Answer:
        """Write what has drifted; nothing at all if something on disk must not be overwritten."""
        project = read_project(request.root)
        documents = read_documents(project)
        output, notes = compile_project(request, project, documents, self.targets)
        expected = output.files
        require_output_folder(project)
        changed = differing(documents, output, self.targets)
        if self.dry_run:
            drifts = _drifts(request, self, expected, read_safe_tree(project, expected, "nothing would be written:"))
        else:
            with locked(request.root, project.configuration.folder):
                tree = read_safe_tree(project, expected, "nothing was written:")
                drifts = _drifts(request, self, expected, tree)
                if changed and read_documents(project) != documents:
                    raise WorkspaceError(
                        "nothing was written: a Markdown file changed in the meantime", "run the command again"
                    )
                carry_out(request.root, steps(expected, tree, (*drifts, *changed)), project.configuration.folder)
        summary = count(request, project, output, self.targets)
        return _answer(request, self, (*drifts, *changed), summary, notes)


def _drifts(request: Request, arguments: Generate, expected: Mapping[str, bytes], tree: Tree) -> tuple[Drift, ...]:
    """What `generate` has to change. Files that it must not overwrite are refused."""
    force = [from_root(request.root, file) for file in arguments.force]
    for path in (path for path in force if path not in expected):
        hint = did_you_mean(path, expected, "--force takes the path of a file that sealwax generates")
        raise WorkspaceError(f"{request.prefix}{path} is not a generated file", hint, Code.BAD_PATH, path)
    found = forced(compare(expected, tree), force)
    _refuse_other_folders(tree, found)
    targets, configuration = arguments.targets, tree.configuration
    drifts = (*within(found, targets, configuration), *claims(found, configuration.folder)) if targets else found
    if foreign := [request.prefix + drift.path for drift in drifts if drift.kind is DriftKind.FOREIGN]:
        message = "nothing was written: these files are in the place of generated ones, but not marked as generated:"
        options = " ".join(f"--force {shlex.quote(path)}" for path in foreign)
        hint = f"move or delete them and run again, or overwrite them: {request.fix} {options}"
        raise WorkspaceError(message, hint, listed=foreign)
    return drifts


def _refuse_other_folders(tree: Tree, drifts: Sequence[Drift]) -> None:
    """Refuse a folder that holds files, none of which sealwax wrote: it is probably not meant.

    Neither a manifest is evidence, nor a file that only a manifest claims: a pull request can add it.
    """
    marked = {path for path, content in tree.files.items() if is_marked(content)}
    claimed = owned(tree) - marked
    others = [drift.path for drift in drifts if drift.kind is DriftKind.STRAY or drift.path in claimed]
    for folder in tree.configuration.folders:
        ours = marked - {manifest_path(folder)}
        if any(path.startswith(f"{folder}/") for path in others) and not any(
            path.startswith(f"{folder}/") for path in ours
        ):
            message = f"nothing was written: {folder} holds other files and nothing that sealwax generated"
            raise WorkspaceError(message, "choose an empty folder, or move the files", Code.IN_THE_WAY, folder)


def _answer(request: Request, arguments: Generate, drifts: Sequence[Drift], summary: str, notes: str) -> Answer:
    verbs = {kind: planned if arguments.dry_run else done for kind, (done, planned) in _VERBS.items()}
    lines = [f"{verbs[drift.kind]} {request.shown(drift.path)}" for drift in drifts if drift.kind in verbs]
    strays = [drift for drift in drifts if drift.kind is DriftKind.STRAY]
    ignored = f"; {counted(len(strays), 'other file')} left alone" if strays else ""
    state = "already up to date" if not lines else "not up to date" if arguments.dry_run else "now up to date"
    lines.append(f"{summary}, {state}{ignored}.")
    out = "" if request.quiet else "".join(f"{line}\n" for line in lines)
    if not strays:
        return Answer(CLEAN, out, notes)
    from sealwax.reports.drift import render_strays  # not needed when all is well

    return Answer(DRIFT, out, notes + render_strays(with_prefix(request, strays), color=request.color_err))
