"""Finds whatever makes writing to the output folder unsafe or impossible."""

from collections.abc import Iterable, Iterator
from itertools import zip_longest

from sealwax.drift.comparison import Tree, owned


def require_safe_paths(expected: Iterable[str], output: str, *more: str) -> None:
    """Refuse paths outside the output folder and those of an application.

    Targets never make them, but a bug there must not write elsewhere.
    """
    paths = sorted(expected)
    folders, outputs = folders_of(paths), tuple(f"{folder}/" for folder in (output, *more))
    for path, following in zip_longest(paths, paths[1:]):
        parts = path.split("/")
        if not path.startswith(outputs) or {"", ".", ".."}.intersection(parts) or {*path} & {*"\\:\0"}:
            raise ValueError(f"not a path below {output}/: {path!r}")
        if path in folders:
            raise ValueError(f"both a file and a folder: {path!r}")
        if path == following:
            raise ValueError(f"two pages have the same path: {path}")


def clashes(expected: Iterable[str]) -> dict[str, str]:
    """Expected paths that would be one file on a disk that ignores letter case, with the problem."""
    first: dict[str, str] = {}
    found = {}
    for path in sorted(expected):
        for place in (*_folders_above(path), path):
            other = first.setdefault(place.casefold(), place)
            if other != place:
                found[path] = f"differs from {other} only in letter case"
    return found


def obstacles(expected: Iterable[str], tree: Tree) -> dict[str, str]:
    """Everything on disk that is in the way of a file or folder, and that we must neither follow nor replace."""
    files = frozenset(expected)
    folders = folders_of(files)
    non_folders = {**tree.others, **dict.fromkeys(tree.files, "a file")}
    non_files = {**tree.others, **dict.fromkeys(tree.folders, "a folder")}
    found = {path: f"is {kind}, but must be a folder" for path, kind in non_folders.items() if path in folders}
    found |= {path: f"is {kind}, but must be a file" for path, kind in non_files.items() if path in files}
    # On a disk that ignores letter case, writing the expected files would overwrite these.
    spelling = {path.casefold(): path for path in files}
    for path in {*tree.files, *tree.others} - owned(tree) - files:
        if path.casefold() in spelling:
            found[path] = f"differs only in letter case from {spelling[path.casefold()]}, which has to go there"
    return dict(sorted(found.items()))


def folders_of(paths: Iterable[str]) -> frozenset[str]:
    """Every folder above one of these files, including the output folder and those above it."""
    return frozenset(folder for path in paths for folder in _folders_above(path))


def _folders_above(path: str) -> Iterator[str]:
    parts = path.split("/")
    return ("/".join(parts[:end]) for end in range(1, len(parts)))
