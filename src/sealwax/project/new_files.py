"""Writes files of a project that do not exist yet. None of them ever replaces a file that is there."""

import posixpath
from pathlib import Path

from msgspec import Struct

from sealwax.failures import WorkspaceError, explained
from sealwax.project.storing import add_files
from sealwax.project.workspace import obstruction


class NewFile(Struct, frozen=True):
    """A file to write. One that exists is kept; `lines` are what a person may have to add to it."""

    path: str
    text: str
    lines: str = ""


def write_new(root: Path, files: list[NewFile]) -> tuple[list[NewFile], list[NewFile]]:
    """Write the files that do not exist. Returns those that were written, and those that were there."""
    for file in files:
        folder = posixpath.dirname(file.path)
        if folder and (found := obstruction(root, folder)) is not None:
            raise WorkspaceError(f"cannot write {file.path}: {found[0]} is {found[1]}, but must be a folder")
    written = add_files(root, {file.path: file.text.encode() for file in files})
    return [file for file in files if file.path in written], [file for file in files if file.path not in written]


def missing_lines(root: Path, file: NewFile) -> str:
    """The lines to add to a file that exists; empty if it has them."""
    with explained(f"cannot read {file.path}", file.path):
        text = (root / file.path).read_text(encoding="utf-8", errors="replace") if file.lines else ""
    present = {line.strip() for line in text.splitlines()}
    return "" if all(line.strip() in present for line in file.lines.splitlines()) else file.lines
