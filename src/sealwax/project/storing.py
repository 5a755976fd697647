"""Writes files, each in one step: a full disk, or being killed, leaves every file complete, old or new."""

import os
import posixpath
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from sealwax.failures import WorkspaceError, explained
from sealwax.project.workspace import obstruction


def replace_files(root: Path, files: Mapping[str, bytes]) -> None:
    """Replace the content of files. Where one is a link, the file that it leads to gets the content."""
    home = Path(os.path.realpath(root))
    places = {Path(os.path.relpath(os.path.realpath(root / path), home)).as_posix(): files[path] for path in files}
    _write(home, places)


def add_files(root: Path, files: Mapping[str, bytes]) -> list[str]:
    """Write the files that do not exist; returns their paths. Nothing on the way to one may be a link."""
    for path in files:
        folder = posixpath.dirname(path)
        if folder and (problem := obstruction(root, folder)) is not None:
            raise WorkspaceError(f"cannot write {path}: {problem}", path=path)
    missing = {path: content for path, content in files.items() if not os.path.lexists(root / path)}
    _write(root, missing)
    return [*missing]


def _write(root: Path, files: Mapping[str, bytes]) -> None:
    with stored(root, files.items()) as temporaries:
        for path, temporary in zip(files, temporaries, strict=True):
            move(root, temporary, path, "other files may already be written")


@contextmanager
def stored(root: Path, contents: Iterable[tuple[str, bytes]], folder: Path | None = None) -> Iterator[list[str]]:
    """Store contents under temporary names, in one folder or beside the files that they are for.

    Those that are not moved are removed, with the folders made for them.
    """
    temporaries: list[str] = []
    made: list[Path] = []
    try:
        for path, content in contents:
            with explained(f"cannot write {path}", path, "nothing was changed"):
                made += make_folders(root, path.rpartition("/")[0])
                name = f".sealwax-{os.urandom(8).hex()}.tmp"
                temporaries.append(os.path.join(folder or (root / path).parent, name))
                _store(temporaries[-1], content, os.path.join(root, path))
        yield temporaries
    finally:
        for temporary in temporaries:
            with suppress(OSError):
                os.unlink(temporary)
        remove_empty(reversed(made))


def _store(temporary: str, content: bytes, place: str) -> None:
    """Write a file that will replace the one at `place`, with the same permissions."""
    # O_EXCL: nothing that somebody else put there is followed or overwritten.
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o644)
    try:
        rest = memoryview(content)
        while rest:  # the system may take less than it was given
            rest = rest[os.write(descriptor, rest) :]
    finally:
        os.close(descriptor)
    with suppress(FileNotFoundError):
        os.chmod(temporary, os.lstat(place).st_mode & 0o777)


def move(root: Path, temporary: str, path: str, hint: str) -> None:
    """Move a file into place; the hint says what else happened if that fails."""
    with explained(f"cannot write {path}", path, hint):
        try:
            os.replace(temporary, os.path.join(root, path))
        except FileNotFoundError:  # the folder was there in another spelling, and was removed
            make_folders(root, path.rpartition("/")[0])
            os.replace(temporary, os.path.join(root, path))


def make_folders(root: Path, path: str) -> list[Path]:
    """Create a folder and those above it that are missing. Returns the new ones, the outermost first."""
    missing = []
    folder = root / path
    while not folder.is_dir():
        missing.append(folder)
        folder = folder.parent
    made = []
    for folder in reversed(missing):
        with suppress(FileExistsError):  # another run was faster
            folder.mkdir()
            made.append(folder)
    return made


def remove_empty(folders: Iterable[Path]) -> None:
    for folder in folders:
        with suppress(OSError):  # It holds other files.
            folder.rmdir()
