"""The files that a project should have, and the output folder as it is; shared by `generate` and `check`."""

from collections.abc import Collection, Mapping, Sequence

from msgspec.structs import replace

from sealwax.commands import Request, report
from sealwax.diagnostics import Code, did_you_mean, errors
from sealwax.drift.comparison import Drift, DriftKind, Tree
from sealwax.drift.obstacles import clashes, obstacles
from sealwax.drift.output_folder import read_tree
from sealwax.drift.selection import belongs
from sealwax.failures import ContractError, WorkspaceError
from sealwax.naming import counted
from sealwax.pipeline import Compiled, compile_contracts
from sealwax.project.installed_targets import load_targets, reported
from sealwax.project.loading import Project
from sealwax.rendering import Renderer
from sealwax.rendering.paths import require_safe_paths

LONG_WORK = 256 * 1024
"""Bytes of contracts from which a run takes long enough to show progress."""


def compile_project(
    request: Request, project: Project, documents: Mapping[str, bytes], targets: Collection[str]
) -> tuple[Compiled, str]:
    """What the contracts generate, and the rendered notes about the project.

    Notes about the content of a contract are left to `lint`: whoever accepts one need not read it every time.
    """
    announce(request, project, "generating everything")
    installed = load_targets(project)
    _require_targets(project, targets)
    with reported(project):
        found = compile_contracts(
            project.sources,
            Renderer(),
            project.configuration,
            project.bases,
            installed,
            project.history,
            documents,
        )
    diagnostics = project.notes + found.diagnostics
    if errors(diagnostics):
        raise ContractError(diagnostics, {**project.texts, **documents})
    require_safe_paths(found.files, *project.configuration.folders)
    if clashing := clashes(found.files):
        problems = {path: f"{path} {problem}" for path, problem in clashing.items()}
        hint = "rename one of the two in the contracts"
        raise WorkspaceError("; ".join(problems.values()), hint, Code.DUPLICATE_NAME, problems=problems)
    announce(request, project, "comparing with the disk")
    if not project.notes:
        return found, ""
    terms = request if request.form == "github" else replace(request, form="text")
    return found, report(terms, project.notes, project.texts, to_out=False)


def differing(documents: Mapping[str, bytes], compiled: Compiled, targets: Collection[str]) -> tuple[Drift, ...]:
    """The Markdown files whose regions are not up to date. They belong to no target."""
    texts = {} if targets else {path: text.encode() for path, text in compiled.documents.items()}
    return tuple(
        Drift(DriftKind.CHANGED, path, documents[path], text) for path, text in texts.items() if documents[path] != text
    )


def _require_targets(project: Project, names: Collection[str]) -> None:
    """Report a name given with --target that is not a target of the project."""
    known = (*project.configuration.chosen, *project.configuration.installed)
    for name in (name for name in names if name not in known):
        hint = did_you_mean(name, known, f"targets of this project: {', '.join(known)}")
        raise WorkspaceError(f"there is no target '{name}'", hint, Code.BAD_VALUE)


def read_safe_tree(project: Project, expected: Mapping[str, bytes], refusal: str) -> Tree:
    tree = read_tree(project.root, expected, project.configuration)
    if found := obstacles(expected, tree):
        problems = {path: f"{path} {problem}" for path, problem in found.items()}
        hint, listed = "move or delete it, then run again", tuple(problems.values())
        raise WorkspaceError(refusal, hint, Code.IN_THE_WAY, problems=problems, listed=listed)
    return tree


def announce(request: Request, project: Project, phase: str) -> None:
    if sum(map(len, project.sources.values())) > LONG_WORK:
        request.progress(phase)


def with_prefix(request: Request, drifts: Sequence[Drift]) -> list[Drift]:
    return [replace(drift, path=request.prefix + drift.path) for drift in drifts]


def count(request: Request, project: Project, compiled: Compiled, targets: Collection[str]) -> str:
    """The number of files and their folders, which tells the answers of two projects apart."""
    files = [path for path in compiled.files if belongs(path, targets, project.configuration)]
    *others, last = (f"{request.shown(folder)}/" for folder in project.configuration.folders)
    named = f"{', '.join(others)} and {last}" if others else last
    documents = 0 if targets else len(compiled.documents)
    regions = f" and the regions of {counted(documents, 'Markdown file')}" if documents else ""
    return f"{counted(len(files), 'generated file')} in {named}{regions}"
