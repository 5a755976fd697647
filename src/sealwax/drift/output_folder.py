"""Reads the output folder, and writes to it."""

import os
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath
from typing import assert_never

from msgspec.structs import replace

from sealwax.contract.model.output import FOLDER
from sealwax.drift.comparison import Tree, digest, folders_in, is_marked, listed_in, manifest_path, origin, owned
from sealwax.drift.repair import Delete, RemoveEmptyFolders, Step, Write
from sealwax.failures import explained
from sealwax.project.configuration import DEFAULT, Configuration
from sealwax.project.storing import make_folders, move, remove_empty, stored
from sealwax.project.workspace import FIRST_LINE_LIMIT, is_tool_residue, obstruction, walk

SURPLUS_LIMIT = 4 * 1024 * 1024
"""How far beyond its expected size a generated file is read, to show the difference."""
GITLINK = 0o160000
"""The mode of a submodule, as git has it."""
DIGEST_LIMIT = 64 * 1024 * 1024
"""The size up to which a file is compared with its digest. A larger one is not ours."""


def read_tree(root: Path, expected: Mapping[str, bytes], configuration: Configuration = DEFAULT) -> Tree:
    """The content of the output folder and of the folders of an application.

    Links are not followed. Residue of tools counts only if git tracks it.
    """
    tree = replace(_read_folders(root, configuration.folders, expected), configuration=configuration)
    if abandoned := _abandoned(root, tree):
        former = _ours(_read_folders(root, abandoned, expected), expected)
        tree = replace(tree, files={**former, **tree.files}, abandoned=abandoned)
    listed = {path for path, _ in listed_in(tree.manifest, configuration.folder) if path in tree.files}
    tree = replace(tree, digests=dict(_digests(root, listed))) if listed else tree
    ours = owned(tree)
    others = [path for path, text in expected.items() if path not in ours and tree.files.get(path, text) != text]
    if not others:
        return tree
    from sealwax.drift.tracking import marked_in_merge  # nothing else is in the place of a generated file

    return replace(tree, merging=marked_in_merge(root, others))


def _ours(former: Tree, expected: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files of this project in folders that only the manifest names: a pull request can add any folder to it.

    They come from contracts of this project. A folder with a manifest of its own is the output of another one.
    """
    origins = set(map(origin, expected.values()))
    others = {PurePosixPath(path).parent for path, content in former.files.items() if _is_manifest(path, content)}
    marked = {path: content for path, content in former.files.items() if is_marked(content)}
    return {
        path: content
        for path, content in marked.items()
        if origin(content) in origins and others.isdisjoint(PurePosixPath(path).parents)
    }


def _is_manifest(path: str, content: bytes) -> bool:
    return path == manifest_path(path.rpartition("/")[0]) and is_marked(content)


def _abandoned(root: Path, tree: Tree) -> tuple[str, ...]:
    """The folders that the manifest lists and the configuration does not, and that are in no other output folder."""
    listed, embedded = folders_in(tree.manifest, tree.configuration.folder), tree.configuration.embedded.values()
    found = [path for path in listed if path not in embedded]
    if not found:
        return ()
    from sealwax.project.configuration_file import path_problem  # few projects have ever embedded anything

    usable = (path for path in found if path_problem(path) is None and obstruction(root, path) is None)
    return tuple(path for path in usable if (root / path).is_dir() and not _is_in_output(root, path))


def _is_in_output(root: Path, folder: str) -> bool:
    """Whether a folder above this one has a manifest."""
    above = [*Path(folder).parents][:-1]
    manifests = (root / manifest_path(each.as_posix()) for each in above)
    return any(is_marked(_read_generated(path, None)) for path in manifests if path.is_file())


def _read_folders(root: Path, folders: Iterable[str], expected: Mapping[str, bytes]) -> Tree:
    found = {path: mode for folder in folders for path, mode in _walk(root, folder).items()}
    files: dict[str, bytes] = {}
    others: dict[str, str] = {}
    for path, mode in found.items():
        if stat.S_ISREG(mode):
            with explained(f"cannot read {path}", path), suppress(FileNotFoundError):
                files[path] = _read_generated(root / path, expected.get(path))
        elif not stat.S_ISDIR(mode):
            others[path] = _DESCRIPTIONS.get(stat.S_IFMT(mode), "a special file")
    return Tree(files, frozenset(path for path, mode in found.items() if stat.S_ISDIR(mode)), others)


_DESCRIPTIONS = {stat.S_IFLNK: "a symbolic link", GITLINK: "a submodule"}


def _walk(root: Path, folder: str) -> dict[str, int]:
    found = dict(walk(root, folder))
    if residue := tuple(path for path in found if is_tool_residue(path.rpartition("/")[2])):
        from sealwax.drift.tracking import tracked  # a fresh checkout has no residue

        found = {path: mode for path, mode in found.items() if path not in residue}
        found |= {path: _tracked_mode(root / path) for path in tracked(root, folder, residue)}
    return found


def _tracked_mode(path: Path) -> int:
    """The mode of something that git tracks. Git tracks no folders, only submodules."""
    mode = path.lstat().st_mode
    return GITLINK if stat.S_ISDIR(mode) else mode


def _read_generated(path: Path, expected: bytes | None) -> bytes:
    # Of a file that is not expected only the mark counts, however large the file is.
    limit = FIRST_LINE_LIMIT if expected is None else len(expected) + SURPLUS_LIMIT
    with path.open("rb") as file:
        found = file.read(limit)
    return expected if found == expected else found  # what is as expected is in memory once


def _digests(root: Path, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
    for path in paths:
        with explained(f"cannot read {path}", path), suppress(FileNotFoundError):
            if (root / path).stat().st_size <= DIGEST_LIMIT:
                yield path, digest((root / path).read_bytes())


# -- writing ----------------------------------------------------------------------------------------------------------


@contextmanager
def locked(root: Path, output: str = FOLDER) -> Iterator[None]:
    """Create the output folder, and lock it against other runs where the system has locks."""
    folder = root / output
    with explained(f"cannot create the folder {output}", output):
        made = [] if os.path.lexists(folder) else make_folders(root, output)
    try:
        if sys.platform == "win32" or folder.is_symlink() or not folder.is_dir():
            yield
            return
        import fcntl  # does not exist on Windows

        with explained(f"cannot open the folder {output}", output):
            descriptor = os.open(folder, os.O_RDONLY)
        try:
            with suppress(OSError):  # Some network disks have no locks; each file is still written in one step.
                fcntl.flock(descriptor, fcntl.LOCK_EX)
            yield
        finally:
            os.close(descriptor)
    finally:
        remove_empty(made)


def carry_out(root: Path, steps: Iterable[Step], output: str = FOLDER) -> None:
    """Carry out the steps in order. A run that is killed leaves each file complete, old or new.

    Everything is stored under temporary names before the first step: a full disk changes nothing.
    """
    planned = tuple(steps)
    contents = [item for step in planned if isinstance(step, Write) for item in step.files.items()]
    with stored(root, contents, root / output) as names:
        temporaries = iter(names)
        for step in planned:
            match step:
                case Write(files):
                    for path in files:
                        move(root, next(temporaries), path, _UNFINISHED)
                case Delete(paths):
                    for path in paths:
                        with explained(f"cannot delete {path}", path, _UNFINISHED):
                            (root / path).unlink(missing_ok=True)
                case RemoveEmptyFolders(paths):
                    remove_empty(root / path for path in paths)
                case _:
                    assert_never(step)


_UNFINISHED = "other files may already be written or deleted: run sealwax generate again"
