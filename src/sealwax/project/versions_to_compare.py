"""The versions of a project's contracts: as they are, and as they were in a revision, a file, a folder or a package."""

import os
import re
from collections.abc import Iterator, Mapping
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from sealwax.contract.inheritance.library import Library, Loaded, module_of, withheld
from sealwax.contract.source import Mapping as Block
from sealwax.contract.source import Scalar, child, parse, width_of
from sealwax.diagnostics import Code, Diagnostic, Position, Report, errors
from sealwax.failures import ContractError, WorkspaceError
from sealwax.project.loading import Project, base_folders, quotable, read_project
from sealwax.project.revisions import Revision, checked_out, find_revision, merge_base, missing, unknown
from sealwax.project.workspace import (
    CONTRACTS,
    OWN_FILE,
    PYPROJECT,
    read_bases,
    read_contract,
    read_installed,
    read_named_contract,
)

_NAME = re.compile(rb"^contract:[ ]*[\"']?([a-z][a-z0-9-]*)", re.MULTILINE)
OTHER_REVISION = "compare with a revision in which it has no errors: sealwax diff --against REVISION"


class Version(Struct, frozen=True):
    """The contracts of an earlier version by name, and the texts that reports may quote."""

    label: str
    """How to call it in a sentence."""
    mark: str
    """How to call it before a path."""
    contracts: Mapping[str, Loaded]
    texts: Mapping[str, bytes]
    is_single: bool = False
    """Whether it is one contract, which says nothing about others."""
    broken: Mapping[str, Diagnostic] = {}
    """By name, or by file if it has none: the first error of each contract that has errors."""


def current(project: Project) -> dict[str, Loaded]:
    """The contracts as they are, by name. Raises a `ContractError` if they have errors."""
    found, diagnostics = _loaded(project.sources, project.bases)
    if errors(diagnostics):
        raise ContractError(diagnostics, project.texts)
    return found


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
            raise missing(f"there are no contracts in {against}", "name a project, or a folder with contracts")
        return _checked(against, *found)
    if revision is not None:
        return _revision(root, revision)
    return _package(root, against)


def _revision(root: Path, revision: Revision) -> Version:
    with checked_out(root, revision) as (top, prefix):
        found = _folder(top / prefix)
        found = found if found[0] else next(_moved(root, top, prefix), found)
        return replace(_checked(revision.label, *found), mark=revision.mark)


def _moved(root: Path, top: Path, prefix: str) -> Iterator[tuple[Mapping[str, bytes], Mapping[str, bytes]]]:
    """The projects of a revision that are no longer where they were, if they have a contract of this project."""
    own = {_name(file, raw) for file, raw in _folder(root)[0].items()}
    here = Path(os.path.normpath(root / Path(*[".." for _ in Path(prefix).parts])))
    folders = {path.parent.parent for path in top.rglob(f"{CONTRACTS}/*.yaml")}
    folders |= {path.parent for name in (PYPROJECT, OWN_FILE) for path in top.rglob(name)}
    for folder in sorted(folders):
        sources, bases = _folder(folder)
        now = here / folder.relative_to(top)
        is_moved = not any((now / file).exists() for file in sources)
        if is_moved and own & {_name(file, raw) for file, raw in sources.items()}:
            yield sources, bases


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
    modules = dict.fromkeys((*_modules(name), module_of(name)))
    found = ((file, read_installed(root, file)) for module in modules if (file := f"<{module}>/contract.yaml"))
    file, raw = next(((file, raw) for file, raw in found if raw is not None), ("", None))
    if raw is None:
        raise unknown(root, name)
    return _checked(f"the package {name}", {file: raw}, read_bases(root, {file: raw}), is_single=True)


def _modules(name: str) -> Iterator[str]:
    """The packages with a contract that a distribution installed: their names may have nothing in common with its."""
    try:
        installed = distribution(name)
    except (PackageNotFoundError, ValueError):
        return
    listed = [file.parts for file in installed.files or ()]
    yield from (parts[0] for parts in listed if len(parts) == 2 and parts[1] == "contract.yaml")
    yield from (installed.read_text("top_level.txt") or "").split()


def _checked(
    label: str, sources: Mapping[str, bytes], bases: Mapping[str, bytes], *, is_single: bool = False
) -> Version:
    found, diagnostics = _loaded(sources, bases)
    broken = errors(diagnostics)
    if broken and not found:
        raise _unreadable(label, broken)
    by_file = {each.position.file: each for each in reversed(broken)}
    lost = {_name(file, raw): by_file.get(file, broken[0]) for file, raw in sources.items() if broken}
    lost = {name: error for name, error in lost.items() if name not in found}
    return Version(label, label, found, {**quotable(bases), **sources}, is_single, lost)


def _name(file: str, raw: bytes) -> str:
    """The name of a contract, although it has errors; its file if it has none."""
    root = parse(file, raw, Report())
    name = child(root, "contract") if isinstance(root, Block) else None
    if isinstance(name, Scalar):
        return name.text
    line = _NAME.search(raw)  # The file may not even be YAML.
    return file if line is None else line[1].decode()


def _unreadable(label: str, broken: tuple[Diagnostic, ...]) -> WorkspaceError:
    """The error about contracts that sealwax cannot read any more, or never could."""
    files = ", ".join(dict.fromkeys(each.position.file for each in broken))
    listed = [f"{each.position.file}:{each.position.line}: {each.message}" for each in broken[:5]]
    return missing(f"{files} has errors in {label}:", OTHER_REVISION, listed)


def is_lost(name: str, version: Version, contracts: Mapping[str, Loaded]) -> bool:
    """Whether the earlier version of a contract has errors. One without a name is known by its file."""
    present = contracts.get(name)
    return name in version.broken or (present is not None and present.contract.file in version.broken)


def lost(version: Version, contracts: Mapping[str, Loaded]) -> tuple[Diagnostic, ...]:
    """The findings about contracts that cannot be compared, because their earlier version has errors."""
    found = []
    for name, error in version.broken.items():
        new = contracts.get(name)
        place = child(new.root, "contract") if new is not None else None
        position = Position(error.position.file, 1, 1) if place is None else place.position
        was = f"{error.position.file}:{error.position.line}: {error.message}"
        message = f"'{name}' cannot be compared, because it has errors in {version.label}: {was}"
        width = 1 if place is None else width_of(place)
        found.append(Diagnostic(position, Code.NO_EARLIER_VERSION, message, OTHER_REVISION, width))
    return tuple(found)


def _loaded(
    sources: Mapping[str, bytes], bases: Mapping[str, bytes]
) -> tuple[dict[str, Loaded], tuple[Diagnostic, ...]]:
    report = Report()
    library = Library({**bases, **sources}, report)
    found = (library.load(file) for file in sorted(sources))
    by_name = {loaded.contract.name: loaded for loaded in found if loaded is not None}
    return by_name, withheld(report.sorted(), bases, sources)
