"""Asks git about files in the output folder.

Which residue of tools it tracks: a committed `__pycache__` replaces generated code, a leftover one is normal. And which
files were ours before a merge, in which somebody may have lost their first line.
"""

import os
from collections.abc import Sequence
from pathlib import Path

from sealwax.drift.comparison import is_marked
from sealwax.failures import WorkspaceError
from sealwax.project.git import ask, contents, repository


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


# -- merges -----------------------------------------------------------------------------------------------------------

_MERGED = (":1", ":2", ":3", "MERGE_HEAD", "REBASE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD")
"""Where git has the versions of a file that it is merging: in the index, or in the commit that is merged."""


def marked_in_merge(root: Path, paths: Sequence[str]) -> frozenset[str]:
    """Those of these files that carry our mark in a version that git is merging; none without a merge."""
    here = root.resolve()
    top = repository(here)
    if top is None:
        return frozenset()
    asked = [(f"{version}:./{path}", path) for path in paths for version in _MERGED]
    try:
        done = ask(top, here, "cat-file", "--batch", given=os.fsencode("".join(f"{name}\n" for name, _ in asked)))
    except OSError:
        return frozenset()
    found = zip(asked, contents(done.stdout), strict=False)
    return frozenset(path for (_, path), content in found if content is not None and is_marked(content))
