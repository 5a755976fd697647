"""Narrows drift down to some targets, and lets files be overwritten that no longer look generated."""

from collections.abc import Collection, Iterable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from sealwax.drift.comparison import Drift, Kind, manifest_path, merged_manifest


class Folders(Struct, frozen=True):
    """The folders with generated files: the output folder, and by target those of an application."""

    output: str
    embedded: Mapping[str, str]

    def all(self) -> tuple[str, ...]:
        return (self.output, *self.embedded.values())

    def holds(self, path: str, targets: Collection[str]) -> bool:
        """Whether a file belongs to one of the targets; any file does if there are none."""
        return not targets or self._target(path) in targets

    def _target(self, path: str) -> str:
        embedded = (target for target, folder in self.embedded.items() if path.startswith(f"{folder}/"))
        return next(embedded, "".join(path.removeprefix(f"{self.output}/").split("/")[1:2]))


def within(drifts: Iterable[Drift], folders: Folders, targets: Collection[str]) -> tuple[Drift, ...]:
    """The drift in files of these targets; all of it if there are none."""
    return tuple(drift for drift in drifts if folders.holds(drift.path, targets))


def claims(drifts: Iterable[Drift], output: str) -> Iterator[Drift]:
    """The manifest with the entries that it lacks and without losing one: files of other targets stay ours."""
    for drift in drifts:
        if drift.path == manifest_path(output) and drift.kind is not Kind.FOREIGN:
            merged = merged_manifest(drift.found, drift.expected, output)
            if merged != drift.found:
                yield replace(drift, expected=merged)


def forced(drifts: Iterable[Drift], paths: Collection[str]) -> tuple[Drift, ...]:
    """The drift, with foreign files at these paths treated as generated ones that were changed."""
    return tuple(
        replace(drift, kind=Kind.CHANGED) if drift.kind is Kind.FOREIGN and drift.path in paths else drift
        for drift in drifts
    )
