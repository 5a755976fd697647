"""The paths of generated files, and the folders above them."""

from collections.abc import Iterable, Iterator
from itertools import zip_longest


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


def folders_of(paths: Iterable[str]) -> frozenset[str]:
    """Every folder above one of these files, including the output folder and those above it."""
    return frozenset(folder for path in paths for folder in folders_above(path))


def folders_above(path: str) -> Iterator[str]:
    parts = path.split("/")
    return ("/".join(parts[:end]) for end in range(1, len(parts)))
