"""The steps that fix drift, in an order that is safe to interrupt.

A run can be killed between any two steps, or inside one. The next run must recognize every file that it left as ours,
or it would refuse to touch it. Most files carry a mark; the others need the manifest. So the manifest first lists
everything, old and new; the old entries are removed once their files are gone.
"""

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct

from sealwax.drift.comparison import Drift, DriftKind, Tree, listed_in, manifest_path, merged_manifest
from sealwax.rendering.paths import folders_of


class Write(Struct, frozen=True):
    """Move these files into place, each in one step, once all of them are stored under another name."""

    files: Mapping[str, bytes]


class Delete(Struct, frozen=True):
    """Remove these files."""

    paths: tuple[str, ...]


class RemoveEmptyFolders(Struct, frozen=True):
    """Remove those of these folders that are empty, the deepest first."""

    paths: tuple[str, ...]


Step: TypeAlias = Write | Delete | RemoveEmptyFolders


def steps(expected: Mapping[str, bytes], tree: Tree, drifts: tuple[Drift, ...]) -> Iterator[Step]:
    """The steps from the tree to the expected files. Strays stay; the caller must refuse foreign files first."""
    writes = {drift.path: drift.expected for drift in drifts if drift.kind in (DriftKind.CHANGED, DriftKind.MISSING)}
    deletes = tuple(drift.path for drift in drifts if drift.kind in (DriftKind.ORPHANED, DriftKind.LEFTOVER))
    # Folders that may be empty once these files are gone. Folders that were empty before stay.
    output = tree.configuration.folder
    kept = [f"{folder}/." for folder in tree.configuration.folders]
    emptied = folders_of(deletes) - folders_of(expected) - folders_of((*kept, *tree.abandoned))
    surplus = tuple(sorted(emptied, reverse=True))
    places = {path.casefold() for path in expected}
    respelled = tuple(path for path in deletes if path.casefold() in places)
    place = manifest_path(output)
    manifest = writes.pop(place, b"")
    claim = _claim(tree.manifest, manifest, output)

    if respelled:  # On a disk that ignores letter case, deleting these later would delete the new files.
        yield Delete(respelled)
        yield RemoveEmptyFolders(surplus)
    if claim:
        yield Write({place: claim})
    if writes:
        yield Write(writes)
    if remaining := tuple(path for path in deletes if path not in respelled):
        yield Delete(remaining)
    if manifest not in (b"", claim):
        yield Write({place: manifest})
    if surplus:
        yield RemoveEmptyFolders(surplus)


def _claim(old: bytes, new: bytes, output: str) -> bytes:
    """A manifest with the entries of both; empty when the old one already has them all."""
    is_complete = listed_in(new, output) <= listed_in(old, output)
    return b"" if is_complete else merged_manifest(old, new, output)
