"""Narrows drift down to some targets, and lets files be overwritten that no longer look generated."""

from collections.abc import Collection, Iterable, Iterator

from msgspec.structs import replace

from sealwax.drift.comparison import Drift, DriftKind, manifest_path, merged_manifest
from sealwax.project.configuration import Configuration


def belongs(path: str, targets: Collection[str], configuration: Configuration) -> bool:
    """Whether a file belongs to one of the targets; any file does if there are none."""
    embedded = (target for target, folder in configuration.embedded.items() if path.startswith(f"{folder}/"))
    own = "".join(path.removeprefix(f"{configuration.folder}/").split("/")[1:2])
    return not targets or next(embedded, own) in targets


def within(drifts: Iterable[Drift], targets: Collection[str], configuration: Configuration) -> tuple[Drift, ...]:
    """The drift in files of these targets; all of it if there are none."""
    return tuple(drift for drift in drifts if belongs(drift.path, targets, configuration))


def claims(drifts: Iterable[Drift], output: str) -> Iterator[Drift]:
    """The manifest with the entries that it lacks and without losing one: files of other targets stay ours."""
    for drift in drifts:
        if drift.path == manifest_path(output) and drift.kind is not DriftKind.FOREIGN:
            merged = merged_manifest(drift.found, drift.expected, output)
            if merged != drift.found:
                yield replace(drift, expected=merged)


def forced(drifts: Iterable[Drift], paths: Collection[str]) -> tuple[Drift, ...]:
    """The drift, with foreign files at these paths treated as generated ones that were changed."""
    return tuple(
        replace(drift, kind=DriftKind.CHANGED) if drift.kind is DriftKind.FOREIGN and drift.path in paths else drift
        for drift in drifts
    )
