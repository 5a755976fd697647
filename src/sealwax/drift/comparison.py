"""Expected {path: text} against what is on disk.

All paths are relative to the project root, with forward slashes. A file is ours when its first line carries our mark
or, in a format without comments, when the manifest on disk lists it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum

from sealwax.frozen import frozen, member
from sealwax.project.output import FOLDER
from sealwax.rendering import MARK

TEMPORARY = re.compile(r"\.sealwax-[0-9a-f]{16}\.tmp")
"""The name of a file that is being written; one that stays behind comes from a run that was killed."""


@frozen
class Tree:
    """What stands below the output folder, the folder itself included."""

    files: Mapping[str, bytes]
    """Regular files. The content of an expected file; of any other file, at least its beginning."""
    folders: frozenset[str] = frozenset()
    others: Mapping[str, str] = member(factory=dict)
    """What is neither: links, devices, pipes. The value says which, e.g. `a symbolic link`."""
    output: str = FOLDER
    """The output folder."""

    @property
    def manifest(self) -> bytes:
        return self.files.get(manifest_path(self.output), b"")


def manifest_path(output: str) -> str:
    """The file that lists what cannot say itself that it is generated."""
    return f"{output}/manifest.txt"


class Kind(StrEnum):
    """How a file on disk departs from what the contracts say."""

    CHANGED = "changed"
    MISSING = "missing"
    ORPHANED = "orphaned"
    """Ours, and no contract makes it any more."""
    LEFTOVER = "leftover"
    """A temporary file of a run that was killed."""
    STRAY = "stray"
    """Not ours, at a place where nothing is expected."""
    FOREIGN = "foreign"
    """Not ours, at the place of an expected file and with other content."""


@frozen
class Drift:
    """One file that departs from what the contracts say. Both texts are given where they are compared."""

    kind: Kind
    path: str
    found: bytes = b""
    expected: bytes = b""


@frozen
class Obstacle:
    """Something that makes writing below the output folder unsafe or impossible."""

    path: str
    problem: str


def compare(expected: Mapping[str, str], tree: Tree) -> tuple[Drift, ...]:
    """Every departure, in both directions, by path. Nothing when the disk says exactly what the contracts say."""
    ours = owned(tree)
    unexpected = [path for path in (*tree.files, *tree.others) if path not in expected]
    drifts = [
        *(drift for path, text in expected.items() if (drift := _compare_file(path, text.encode(), tree, ours))),
        *(Drift(_kind_of_unexpected(path, tree, ours), path) for path in unexpected),
    ]
    return tuple(sorted(drifts, key=lambda drift: drift.path))


def _compare_file(path: str, expected: bytes, tree: Tree, ours: frozenset[str]) -> Drift | None:
    found = tree.files.get(path)
    if found is None:
        return Drift(Kind.MISSING, path, expected=expected)
    if found == expected:
        return None
    return Drift(Kind.CHANGED if path in ours else Kind.FOREIGN, path, found, expected)


def _kind_of_unexpected(path: str, tree: Tree, ours: frozenset[str]) -> Kind:
    if path in tree.files and TEMPORARY.fullmatch(path.rpartition("/")[2]):
        return Kind.LEFTOVER
    return Kind.ORPHANED if path in ours else Kind.STRAY


# -- whose file it is -------------------------------------------------------------------------------------------------


def owned(tree: Tree) -> frozenset[str]:
    """The files that we wrote."""
    listed = set(listed_in(tree.manifest, tree.output))
    return frozenset(path for path, content in tree.files.items() if path in listed or _is_marked(content))


def listed_in(manifest: bytes, output: str) -> tuple[str, ...]:
    """The files that a manifest claims. One without our mark claims nothing."""
    if not _is_marked(manifest):
        return ()
    lines = manifest.decode("utf-8", "replace").split("\n")
    return tuple(f"{output}/{line}" for line in lines if line and not line.startswith("#"))


def _is_marked(content: bytes) -> bool:
    return MARK.encode() in content.partition(b"\n")[0]


# -- what must not be written to --------------------------------------------------------------------------------------


def require_safe_paths(expected: Iterable[str], output: str) -> None:
    """A second lock behind the targets: no path may lead out of the output folder, whatever a contract says."""
    paths = frozenset(expected)
    folders = folders_of(paths)
    for path in sorted(paths):
        parts = path.split("/")
        if not path.startswith(f"{output}/") or {"", ".", ".."}.intersection(parts) or {*path} & {*"\\:\0"}:
            raise ValueError(f"not a path below {output}/: {path!r}")
        if path in folders:
            raise ValueError(f"both a file and a folder: {path!r}")


def clashes(expected: Iterable[str]) -> tuple[Obstacle, ...]:
    """Expected paths that would be one file on a disk which does not tell upper from lower case."""
    first: dict[str, str] = {}
    found = []
    for path in sorted(expected):
        for place in (*_folders_above(path), path):
            other = first.setdefault(place.casefold(), place)
            if other != place:
                found.append(Obstacle(path, f"differs only in letter case from {other}"))
    return tuple(dict.fromkeys(found))


def obstacles(expected: Iterable[str], tree: Tree) -> tuple[Obstacle, ...]:
    """Everything on disk that stands where we must write, and that we must neither follow nor replace."""
    files = frozenset(expected)
    folders = folders_of(files)
    found = [
        *(Obstacle(path, f"is {what}, where a folder belongs") for path, what in _non_folders(tree) if path in folders),
        *(Obstacle(path, f"is {what}, where a file belongs") for path, what in _non_files(tree) if path in files),
        *_other_letter_case(files, tree),
    ]
    return tuple(sorted(found, key=lambda obstacle: obstacle.path))


def folders_of(paths: Iterable[str]) -> frozenset[str]:
    """Every folder that holds one of these files, the output folder and those above it included."""
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
    """Where the disk ignores letter case, writing the expected file would destroy these."""
    spelling = {path.casefold(): path for path in expected}
    for path in {*tree.files, *tree.others} - owned(tree) - expected:
        if path.casefold() in spelling:
            yield Obstacle(path, f"differs only in letter case from {spelling[path.casefold()]}, which belongs there")
