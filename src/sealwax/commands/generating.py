"""lint, generate and check: read the contracts, write the output folder, compare it with them."""

import shlex
from collections.abc import Collection, Mapping, Sequence
from posixpath import dirname

from msgspec.structs import replace

from sealwax.commands.requests import CLEAN, DRIFT, FOUND, Answer, Request, report
from sealwax.diagnostics import Code, did_you_mean, errors
from sealwax.drift.comparison import Drift, Kind, Tree, compare, converted, is_marked, manifest_path, owned
from sealwax.drift.obstacles import clashes, obstacles
from sealwax.drift.output_folder import carry_out, locked, read_tree
from sealwax.drift.repair import steps
from sealwax.drift.selection import Folders, claims, forced, within
from sealwax.failures import ContractError, WorkspaceError
from sealwax.naming import counted
from sealwax.pipeline import Compiled, compile_contracts, fill, load
from sealwax.project.documents import read_documents
from sealwax.project.extensions import inherited_size, read_extensions, reported
from sealwax.project.loading import Project, base_folders, read_project, require_output_folder
from sealwax.project.workspace import read_bases, read_named_contract
from sealwax.rendering import Renderer
from sealwax.rendering.paths import require_safe_paths
from sealwax.targets import USUAL

LONG_WORK = 256 * 1024
"""Bytes of contracts from which a run takes long enough to show progress."""


def lint(request: Request) -> Answer:
    """Read the contracts, and report their errors."""
    if request.files:
        sources = {path: read_named_contract(request.root, path) for path in request.files}
        folders = (*map(dirname, sources), *base_folders(request.root))
        project = Project(request.root, None, sources, read_bases(request.root, sources, folders), {})
    else:
        project = read_project(request.root)
        read_extensions(project)
    _announce(request, project, "reading the contracts")
    contracts, found = load(project.sources, project.configuration, project.bases)
    documents = {} if errors(found) else read_documents(project)
    diagnostics = project.notes + found + fill(documents, contracts)[1]
    if errors(diagnostics):
        raise ContractError(diagnostics, {**project.texts, **documents})
    out = report(request, diagnostics, project.texts)
    if request.form == "text" and not request.quiet:
        out += f"No errors in {counted(len(project.sources), 'contract')}.\n"
    return Answer(FOUND if diagnostics and request.fail_on == "note" else CLEAN, out)


def generate(request: Request) -> Answer:
    """Write what has drifted; nothing at all if something on disk must not be overwritten."""
    project = read_project(request.root)
    documents = read_documents(project)
    compiled, notes = _compiled(request, project, documents)
    expected = compiled.files
    require_output_folder(project)
    differing = _differing(request, documents, compiled)
    if request.scope.dry_run:
        drifts = _drifts(request, expected, _read_safe_tree(project, expected, "nothing would be written:"))
    else:
        with locked(request.root, project.folder):
            tree = _read_safe_tree(project, expected, "nothing was written:")
            drifts = _drifts(request, expected, tree)
            if differing and read_documents(project) != documents:
                raise WorkspaceError("nothing was written: a Markdown file was just changed", "run it again")
            carry_out(request.root, steps(expected, tree, (*drifts, *differing)), project.folder)
    return _generated(request, (*drifts, *differing), _count(request, project, compiled), notes)


def check(request: Request) -> Answer:
    """Compare the output folder with the contracts, and write nothing."""
    project = read_project(request.root)
    documents = read_documents(project)
    compiled, notes = _compiled(request, project, documents)
    require_output_folder(project)
    tree = _read_safe_tree(project, compiled.files, "cannot compare with the contracts:")
    drifts = within(compare(compiled.files, tree), _folders(project), request.scope.targets)
    drifts += _differing(request, documents, compiled)
    if not drifts and request.form == "text":
        endings = f" ({count} with CRLF line endings)" if (count := converted(tree)) else ""
        out = "" if request.quiet else f"{_count(request, project, compiled)}, all up to date{endings}.\n"
        return Answer(CLEAN, out, notes)
    from sealwax.reports.drift import render_drift  # not needed when all is well

    out = render_drift(_with_prefix(request, drifts), request.fix, request.form, color=request.color_out)
    return Answer(DRIFT if drifts and request.fail_on != "never" else CLEAN, out, notes)


# -- steps ------------------------------------------------------------------------------------------------------------


def _compiled(request: Request, project: Project, documents: Mapping[str, bytes]) -> tuple[Compiled, str]:
    """What the contracts generate, and the rendered notes about the project.

    Notes about the content of a contract are left to `lint`: whoever accepts one need not read it every time.
    """
    _announce(request, project, "generating everything")
    extensions = read_extensions(project)
    _require_targets(project, request.scope.targets)
    renderer = Renderer(overrides=extensions.overrides, size=inherited_size(project) if extensions.overrides else 0)
    with reported(project, extensions):
        compiled = compile_contracts(
            project.sources,
            renderer,
            project.configuration,
            project.bases,
            extensions.targets,
            project.history,
            documents,
        )
    diagnostics = project.notes + compiled.diagnostics
    if errors(diagnostics):
        raise ContractError(diagnostics, {**project.texts, **documents})
    require_safe_paths(compiled.files, *_folders(project).all())
    if clashing := clashes(compiled.files):
        problems = {path: f"{path} {problem}" for path, problem in clashing.items()}
        hint = "rename one of the two in the contracts"
        raise WorkspaceError("; ".join(problems.values()), hint, Code.DUPLICATE_NAME, problems=problems)
    _announce(request, project, "comparing with the disk")
    if not project.notes:
        return compiled, ""
    terms = request if request.form == "github" else replace(request, form="text")
    return compiled, report(terms, project.notes, project.texts, to_out=False)


def _differing(request: Request, documents: Mapping[str, bytes], compiled: Compiled) -> tuple[Drift, ...]:
    """The Markdown files whose regions are not up to date. They belong to no target."""
    texts = {} if request.scope.targets else {path: text.encode() for path, text in compiled.documents.items()}
    return tuple(
        Drift(Kind.CHANGED, path, documents[path], text) for path, text in texts.items() if documents[path] != text
    )


def _require_targets(project: Project, names: Collection[str]) -> None:
    """Report a name given with --target that is not a target of the project."""
    configuration = project.configuration
    known = USUAL if configuration is None else (*configuration.targets, *configuration.installed)
    for name in (name for name in names if name not in known):
        hint = did_you_mean(name, known, f"targets of this project: {', '.join(known)}")
        raise WorkspaceError(f"there is no target '{name}'", hint, Code.BAD_VALUE)


def _read_safe_tree(project: Project, expected: Mapping[str, str], refusal: str) -> Tree:
    tree = read_tree(project.root, expected, project.folder, project.embedded)
    if found := obstacles(expected, tree):
        problems = {path: f"{path} {problem}" for path, problem in found.items()}
        hint, listed = "move or delete it, then run again", tuple(problems.values())
        raise WorkspaceError(refusal, hint, Code.IN_THE_WAY, problems=problems, listed=listed)
    return tree


def _drifts(request: Request, expected: Mapping[str, str], tree: Tree) -> tuple[Drift, ...]:
    """What `generate` has to change. Files that it must not overwrite are refused."""
    for path in (path for path in request.scope.force if path not in expected):
        hint = did_you_mean(path, expected, "--force takes the path of a file that sealwax generates")
        raise WorkspaceError(f"{request.prefix}{path} is not a generated file", hint, Code.BAD_PATH, path)
    found = forced(compare(expected, tree), request.scope.force)
    folders, targets = Folders(tree.output, tree.embedded), request.scope.targets
    _refuse_other_folders(folders, tree, found)
    drifts = (*within(found, folders, targets), *claims(found, tree.output)) if targets else found
    if foreign := [request.prefix + drift.path for drift in drifts if drift.kind is Kind.FOREIGN]:
        message = "nothing was written: these files are in the place of generated ones, but not marked as generated:"
        options = " ".join(f"--force {shlex.quote(path)}" for path in foreign)
        hint = f"move or delete them and run again, or overwrite them: {request.fix} {options}"
        raise WorkspaceError(message, hint, listed=foreign)
    return drifts


def _refuse_other_folders(folders: Folders, tree: Tree, drifts: Sequence[Drift]) -> None:
    """Refuse a folder that holds files, none of which sealwax wrote: it is probably not meant.

    A manifest is no evidence, nor is a file that only a manifest claims: a pull request can add it.
    """
    marked = {path for path, content in tree.files.items() if is_marked(content)}
    claimed = owned(tree) - marked
    others = [drift.path for drift in drifts if drift.kind is Kind.STRAY or drift.path in claimed]
    for folder in folders.all():
        ours = marked - {manifest_path(folder)}
        if any(path.startswith(f"{folder}/") for path in others) and not any(
            path.startswith(f"{folder}/") for path in ours
        ):
            message = f"nothing was written: {folder} holds other files and nothing that sealwax generated"
            raise WorkspaceError(message, "choose an empty folder, or move the files", Code.IN_THE_WAY, folder)


def _folders(project: Project) -> Folders:
    return Folders(project.folder, project.embedded)


def _announce(request: Request, project: Project, phase: str) -> None:
    if sum(map(len, project.sources.values())) > LONG_WORK:
        request.progress(phase)


# -- output -----------------------------------------------------------------------------------------------------------

_DONE = {Kind.CHANGED: "rewrote", Kind.MISSING: "wrote", Kind.ORPHANED: "deleted", Kind.LEFTOVER: "deleted"}
_PLANNED = {
    Kind.CHANGED: "would rewrite",
    Kind.MISSING: "would write",
    Kind.ORPHANED: "would delete",
    Kind.LEFTOVER: "would delete",
}


def _generated(request: Request, drifts: Sequence[Drift], count: str, notes: str) -> Answer:
    verbs = _PLANNED if request.scope.dry_run else _DONE
    lines = [f"{verbs[drift.kind]} {request.shown(drift.path)}" for drift in drifts if drift.kind in verbs]
    strays = [drift for drift in drifts if drift.kind is Kind.STRAY]
    ignored = f"; {counted(len(strays), 'other file')} left alone" if strays else ""
    state = "already up to date" if not lines else "not up to date" if request.scope.dry_run else "now up to date"
    lines.append(f"{count}, {state}{ignored}.")
    out = "" if request.quiet else "".join(f"{line}\n" for line in lines)
    if not strays:
        return Answer(CLEAN, out, notes)
    from sealwax.reports.drift import render_strays  # not needed when all is well

    return Answer(DRIFT, out, notes + render_strays(_with_prefix(request, strays), color=request.color_err))


def _with_prefix(request: Request, drifts: Sequence[Drift]) -> list[Drift]:
    return [replace(drift, path=request.prefix + drift.path) for drift in drifts]


def _count(request: Request, project: Project, compiled: Compiled) -> str:
    """The number of files and their folders, which tells the answers of two projects apart."""
    folders = _folders(project)
    files = [path for path in compiled.files if folders.holds(path, request.scope.targets)]
    *others, last = (f"{request.shown(folder)}/" for folder in folders.all())
    named = f"{', '.join(others)} and {last}" if others else last
    documents = 0 if request.scope.targets else len(compiled.documents)
    regions = f" and the regions of {counted(documents, 'Markdown file')}" if documents else ""
    return f"{counted(len(files), 'generated file')} in {named}{regions}"
