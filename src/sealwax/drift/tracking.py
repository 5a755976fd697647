"""Asks git which files it tracks: a committed `__pycache__` replaces generated code, a leftover one is normal."""

import os
from collections.abc import Sequence
from pathlib import Path

from sealwax.failures import WorkspaceError
from sealwax.project.git import ask, repository


def tracked(root: Path, output: str, residue: Sequence[str]) -> tuple[str, ...]:
    """The files and submodules at or below these paths that git tracks; none outside of a repository."""
    here = (root / output).resolve()
    top = repository(here)
    if top is None:
        return ()
    folders = tuple(f"{path}/" for path in residue)
    paths = (f"{output}/{name}" for name in _listed(top, here, output))
    return tuple(path for path in paths if f"{path}/".startswith(folders) and os.path.lexists(root / path))


def _listed(top: Path, here: Path, output: str) -> list[str]:
    """What git tracks in a folder, by path from there."""
    try:
        done = ask(top, here, "ls-files", "-z", "--cached")
    except OSError as error:
        raise _unanswered(output, str(error)) from error
    if done.returncode:
        raise _unanswered(output, os.fsdecode(done.stderr).strip())
    return [name for name in os.fsdecode(done.stdout).split("\0") if name]


def _unanswered(output: str, why: str) -> WorkspaceError:
    message = f"cannot find out which files in {output} git tracks: {why}"
    return WorkspaceError(message, "delete what tools left there, such as __pycache__ and node_modules, or fix git")
