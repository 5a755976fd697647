"""Finds whatever makes writing to the output folder unsafe or impossible."""

from collections.abc import Iterable

from sealwax.drift.comparison import Tree, owned
from sealwax.rendering.paths import folders_above, folders_of


def clashes(expected: Iterable[str]) -> dict[str, str]:
    """Expected paths that would be one file on a disk that ignores letter case, with the problem."""
    first: dict[str, str] = {}
    found = {}
    for path in sorted(expected):
        for place in (*folders_above(path), path):
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
