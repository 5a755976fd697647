"""Finds whatever makes writing to the output folder unsafe or impossible."""

from collections.abc import Iterable, Iterator

from sealwax.drift.comparison import Tree, owned
from sealwax.frozen import frozen


@frozen
class Obstacle:
    """A path that cannot be written to, and the reason."""

    path: str
    problem: str


def require_safe_paths(expected: Iterable[str], output: str) -> None:
    """Refuse paths outside the output folder. Targets never make them, but a bug there must not write elsewhere."""
    paths = frozenset(expected)
    folders = folders_of(paths)
    for path in sorted(paths):
        parts = path.split("/")
        if not path.startswith(f"{output}/") or {"", ".", ".."}.intersection(parts) or {*path} & {*"\\:\0"}:
            raise ValueError(f"not a path below {output}/: {path!r}")
        if path in folders:
            raise ValueError(f"both a file and a folder: {path!r}")


def clashes(expected: Iterable[str]) -> tuple[Obstacle, ...]:
    """Expected paths that would be one file on a disk that ignores letter case."""
    first: dict[str, str] = {}
    found = []
    for path in sorted(expected):
        for place in (*_folders_above(path), path):
            other = first.setdefault(place.casefold(), place)
            if other != place:
                found.append(Obstacle(path, f"differs from {other} only in letter case"))
    return tuple(dict.fromkeys(found))


def obstacles(expected: Iterable[str], tree: Tree) -> tuple[Obstacle, ...]:
    """Everything on disk that is in the way of a file or folder, and that we must neither follow nor replace."""
    files = frozenset(expected)
    folders = folders_of(files)
    found = [
        *(Obstacle(path, f"is {kind}, but must be a folder") for path, kind in _non_folders(tree) if path in folders),
        *(Obstacle(path, f"is {kind}, but must be a file") for path, kind in _non_files(tree) if path in files),
        *_other_letter_case(files, tree),
    ]
    return tuple(sorted(found, key=lambda obstacle: obstacle.path))


def folders_of(paths: Iterable[str]) -> frozenset[str]:
    """Every folder above one of these files, including the output folder and those above it."""
    return frozenset(folder for path in paths for folder in _folders_above(path))


def _folders_above(path: str) -> Iterator[str]:
    parts = path.split("/")
    return ("/".join(parts[:end]) for end in range(1, len(parts)))


def _non_folders(tree: Tree) -> Iterator[tuple[str, str]]:
    yield from tree.others.items()
    yield from ((path, "a file") for path in tree.files)


def _non_files(tree: Tree) -> Iterator[tuple[str, str]]:
    yield from tree.others.items()
    yield from ((path, "a folder") for path in tree.folders)


def _other_letter_case(expected: frozenset[str], tree: Tree) -> Iterator[Obstacle]:
    """Files that writing the expected ones would overwrite on a disk that ignores letter case."""
    spelling = {path.casefold(): path for path in expected}
    for path in {*tree.files, *tree.others} - owned(tree) - expected:
        if path.casefold() in spelling:
            yield Obstacle(path, f"differs only in letter case from {spelling[path.casefold()]}, which has to go there")
