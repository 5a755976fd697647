"""Reads the output folder, and writes to it."""

import os
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import assert_never

from sealwax.drift.comparison import Tree
from sealwax.drift.repair import Delete, RemoveEmptyFolders, Step, Write
from sealwax.project.output import FOLDER
from sealwax.project.workspace import FIRST_LINE_LIMIT, explained, walk

SURPLUS_LIMIT = 4 * 1024 * 1024
"""How far beyond its expected size a generated file is read, to show the difference."""


def read_tree(root: Path, expected: Mapping[str, str], output: str = FOLDER) -> Tree:
    """The content of the output folder. Links are not followed, and the residue of tools is skipped."""
    files: dict[str, bytes] = {}
    folders: set[str] = set()
    others: dict[str, str] = {}
    for path, mode in walk(root, output):
        if stat.S_ISDIR(mode):
            folders.add(path)
        elif stat.S_ISREG(mode):
            with explained(f"cannot read {path}", path), suppress(FileNotFoundError):
                files[path] = _read_generated(root / path, expected.get(path))
        else:
            others[path] = "a symbolic link" if stat.S_ISLNK(mode) else "a special file"
    return Tree(files, frozenset(folders), others, output)


def _read_generated(path: Path, expected: str | None) -> bytes:
    limit = FIRST_LINE_LIMIT if expected is None else len(expected.encode()) + SURPLUS_LIMIT
    with path.open("rb") as file:
        return file.read(limit)


# -- writing ----------------------------------------------------------------------------------------------------------


@contextmanager
def locked(root: Path, output: str = FOLDER) -> Iterator[None]:
    """Create the output folder, and lock it against other runs where the system has locks."""
    folder = root / output
    with explained(f"cannot create the folder {output}", output), suppress(FileExistsError):
        folder.mkdir(parents=True)
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


def carry_out(root: Path, steps: Iterable[Step]) -> None:
    """Carry out the steps in order. A run that is killed leaves each file complete, old or new."""
    for step in steps:
        match step:
            case Write(files):
                _write(root, files)
            case Delete(paths):
                for path in paths:
                    with explained(f"cannot delete {path}", path):
                        (root / path).unlink(missing_ok=True)
            case RemoveEmptyFolders(paths):
                for path in paths:
                    with suppress(OSError):  # It holds files that are not ours.
                        (root / path).rmdir()
            case _:
                assert_never(step)


def _write(root: Path, files: Mapping[str, bytes]) -> None:
    """Store every file under a temporary name before the first one is moved: a full disk changes nothing."""
    stored: dict[str, str] = {}
    try:
        for path, content in files.items():
            folder = os.path.join(root, os.path.dirname(path))
            stored[path] = os.path.join(folder, f".sealwax-{os.urandom(8).hex()}.tmp")
            with explained(f"cannot write {path}", path):
                _store(stored[path], content)
        for path in files:
            with explained(f"cannot write {path}", path):
                os.replace(stored[path], os.path.join(root, path))
            del stored[path]
    finally:
        for temporary in stored.values():
            with suppress(OSError):
                os.unlink(temporary)


def _store(path: str, content: bytes) -> None:
    os.makedirs(os.path.dirname(path), exist_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o644)
    try:
        rest = memoryview(content)
        while rest:
            rest = rest[os.write(descriptor, rest) :]
    finally:
        os.close(descriptor)
