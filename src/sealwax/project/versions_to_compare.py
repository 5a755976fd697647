"""The versions of a project's contracts: as they are, and as they were in a revision, a file, a folder or a package."""

from collections.abc import Iterable, Mapping
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from sealwax.contract.inheritance.library import Library, Loaded, module_of
from sealwax.diagnostics import Diagnostic, Report, errors
from sealwax.failures import ContractError, WorkspaceError
from sealwax.project.loading import Project, base_folders, quotable, read_project
from sealwax.project.revisions import Revision, checked_out, find_revision, merge_base, unknown
from sealwax.project.workspace import read_bases, read_contract, read_installed, read_named_contract


class Version(Struct, frozen=True):
    """The contracts of one version by name, and the texts that reports may quote."""

    label: str
    """How to call it in a sentence."""
    mark: str
    """How to call it before a path."""
    contracts: Mapping[str, Loaded]
    texts: Mapping[str, bytes]
    is_single: bool = False
    """Whether it is one contract, which says nothing about others."""


def current(project: Project) -> Version:
    """The contracts as they are. Raises a `ContractError` if they have errors."""
    found, diagnostics = _loaded(project.sources, project.bases)
    if errors(diagnostics):
        raise ContractError(diagnostics, project.texts)
    return Version("", "", found, project.texts)


def earlier(root: Path, against: str) -> Version:
    """The contracts to compare with; by default those of the merge base with the main branch."""
    if not against:
        return _revision(root, merge_base(root))
    path, revision = Path(against), find_revision(root, against)
    if revision is not None and path.exists():  # A pull request can add either of them.
        hint = f"write ./{against}, or the full name of the revision, such as refs/heads/{against}"
        raise WorkspaceError(f"'{against}' is both a path and a revision", hint)
    if path.is_file():
        return _file(path)
    if path.is_dir():
        found = _folder(path)
        if not found[0]:
            raise WorkspaceError(f"there are no contracts in {against}", "name a project, or a folder with contracts")
        return _checked(against, *found)
    if revision is not None:
        return _revision(root, revision)
    return _package(root, against)


def _revision(root: Path, revision: Revision) -> Version:
    with checked_out(root, revision) as folder:
        return replace(_checked(revision.label, *_folder(folder)), mark=revision.mark)


def _file(path: Path) -> Version:
    sources = {path.name: read_named_contract(path.parent, path.name)}
    bases = read_bases(path.parent, sources, base_folders(path.parent))
    return _checked(str(path), sources, bases, is_single=True)


def _folder(folder: Path) -> tuple[Mapping[str, bytes], Mapping[str, bytes]]:
    """The contracts of a project, or those directly in a folder, and what they extend."""
    own = sorted(path.name for path in folder.glob("[!.]*.yaml"))
    try:
        project = read_project(folder)
    except WorkspaceError:
        sources = {name: read_contract(folder, name) for name in own}
        return sources, read_bases(folder, sources)
    return project.sources, project.bases


def _package(root: Path, name: str) -> Version:
    module = module_of(name)
    try:
        found = distribution(name).read_text("top_level.txt")
        module = found.split()[0] if found else module
    except (PackageNotFoundError, ValueError):
        pass
    file = f"<{module}>/contract.yaml"
    raw = read_installed(root, file)
    if raw is None:
        raise unknown(root, name)
    return _checked(f"the package {name}", {file: raw}, read_bases(root, {file: raw}), is_single=True)


def _checked(
    label: str, sources: Mapping[str, bytes], bases: Mapping[str, bytes], *, is_single: bool = False
) -> Version:
    found, diagnostics = _loaded(sources, bases)
    broken = errors(diagnostics)
    if broken:
        raise _unreadable(label, broken)
    return Version(label, label, found, {**quotable(bases), **sources}, is_single)


def _unreadable(label: str, broken: tuple[Diagnostic, ...]) -> WorkspaceError:
    """The error about contracts that sealwax cannot read any more, or never could."""
    files = ", ".join(dict.fromkeys(each.position.file for each in broken))
    listed = [f"{each.position.file}:{each.position.line}: {each.message}" for each in broken[:5]]
    hint = "compare with a revision in which it has no errors: sealwax diff --against REVISION"
    return WorkspaceError(f"{files} has errors in {label}:", hint, listed=listed)


def _loaded(
    sources: Mapping[str, bytes], bases: Mapping[str, bytes]
) -> tuple[dict[str, Loaded], tuple[Diagnostic, ...]]:
    report = Report()
    library = Library({**bases, **sources}, report)
    found = (library.load(file) for file in sorted(sources))
    return _by_name(found), report.sorted()


def _by_name(found: Iterable[Loaded | None]) -> dict[str, Loaded]:
    return {loaded.contract.name: loaded for loaded in found if loaded is not None}
