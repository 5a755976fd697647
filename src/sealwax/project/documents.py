"""Reads the Markdown files of a project that have regions.

`generate` replaces these files, so nothing on the way to one may be a link.
"""

import stat
from pathlib import Path
from posixpath import dirname

from sealwax.diagnostics import Code, did_you_mean
from sealwax.failures import explained
from sealwax.project.loading import Project
from sealwax.project.workspace import has_wildcards, matching_files, obstruction, read_whole


def read_documents(project: Project) -> dict[str, bytes]:
    """The files that the configuration lists, by path. Wildcards match neither links nor generated files."""
    found: dict[str, bytes] = {}
    for index, pattern in enumerate(project.configuration.documents):
        for path in (path for path in _paths(project, index, pattern) if path not in found):
            found[path] = read_whole(project.root, path, "a document must be a regular file")
    return dict(sorted(found.items()))


def _paths(project: Project, index: int, pattern: str) -> list[str]:
    output = project.configuration.folder
    if has_wildcards(pattern):
        matching = matching_files(project.root, pattern, output)
        found = [path for path in matching if _problem(project.root, path) is None]
        problem = None if found else f"no file matches '{pattern}'"
    else:
        found, problem = [pattern], _problem(project.root, pattern)
    if problem is not None:
        near = [path for nearby in ("*.md", "*/*.md") for path in matching_files(project.root, nearby, output)]
        hint = did_you_mean(pattern, near, "paths are relative to the folder that holds this file")
        raise project.misconfigured(Code.BAD_PATH, ("documents", index), problem, hint)
    return found


def _problem(root: Path, path: str) -> str | None:
    """The reason why a file cannot be replaced."""
    folder = dirname(path)
    if folder and (problem := obstruction(root, folder)) is not None:
        return problem
    with explained(f"cannot read {path}", path):
        try:
            mode = (root / path).lstat().st_mode
        except FileNotFoundError:
            return f"there is no file '{path}'"
    if stat.S_ISREG(mode):
        return None
    return f"{path} is a symbolic link, but must be a file" if stat.S_ISLNK(mode) else f"{path} is not a regular file"
