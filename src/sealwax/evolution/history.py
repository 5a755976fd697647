"""Released versions: their snapshots, and the changelog that is made from them."""

import json
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from sealwax.contract import model as m
from sealwax.contract.first_versions import Dates, dates
from sealwax.contract.inheritance.library import Library, Loaded
from sealwax.contract.reading import json_value
from sealwax.contract.source import child, width_of
from sealwax.contract.versions import numbers
from sealwax.diagnostics import Code, Report
from sealwax.evolution.assessment import Assessment, apart_from_version, assess
from sealwax.meaning.wording import listed
from sealwax.project.workspace import HISTORY


def snapshot_path(name: str, version: str) -> str:
    return f"{HISTORY}/{name}/{version}.yaml"


def snapshot(loaded: Loaded, raw: bytes) -> bytes:
    """What is kept of a version: the file itself, or, if it extends others, everything in it and in them as JSON."""
    if "extends" not in loaded.own.entries:
        return raw
    whole = {name: json_value(entry.value) for name, entry in loaded.root.entries.items() if name != "extends"}
    return f"{json.dumps(whole, ensure_ascii=False, indent=1)}\n".encode()


def released(history: Mapping[str, bytes], report: Report) -> dict[str, tuple[Loaded, ...]]:
    """By contract: its released versions, the first one first. Errors in snapshots are reported."""
    library = Library(history, report)
    found: dict[str, list[Loaded]] = {}
    for file in sorted(history):
        loaded = library.load(file)
        if loaded is not None and _is_in_place(loaded, report):
            found.setdefault(loaded.contract.name, []).append(loaded)
    return {
        name: tuple(sorted(each, key=lambda loaded: numbers(loaded.contract.version))) for name, each in found.items()
    }


def _is_in_place(loaded: Loaded, report: Report) -> bool:
    """Whether a snapshot has the path of its version. Otherwise there could be two of one version."""
    contract = loaded.contract
    place = snapshot_path(contract.name, contract.version)
    if contract.file != place:
        version = child(loaded.root, "version")
        message = f"this is {contract.name} {contract.version}, which belongs into {place}"
        hint = "restore the file that was released, or delete this one"
        report.add(Code.BAD_PATH, version.position, message, hint, width_of(version))
    return contract.file == place


def known_dates(snapshots: Mapping[str, Sequence[Loaded]]) -> dict[str, Dates]:
    """By contract: the first version of everything that was released."""
    return {name: dates({each.contract.version: each.own for each in known}) for name, known in snapshots.items()}


def with_releases(
    contracts: Sequence[m.Contract], sources: Mapping[str, bytes], snapshots: Mapping[str, Sequence[Loaded]]
) -> tuple[m.Contract, ...]:
    """The contracts with what changed from one release to the next."""
    plain = Library(sources, Report())  # without dates, which snapshots do not have either
    named = {each.name: plain.load(each.file) for each in contracts if each.name in snapshots}
    return tuple(
        replace(each, releases=releases(own.contract, snapshots[each.name])) if (own := named.get(each.name)) else each
        for each in contracts
    )


def releases(contract: m.Contract, snapshots: Sequence[Loaded]) -> tuple[m.Release, ...]:
    """The changelog of a contract, the latest version first. What is not released yet comes before the others."""
    versions = [loaded.contract for loaded in snapshots]
    found = [m.Release(new.version, _changes(old, new)) for old, new in zip([None, *versions], versions, strict=False)]
    last = versions[-1] if versions else None
    if last is not None and (changed := _changes(last, contract)):
        found.append(m.Release(contract.version, changed, is_released=False))
    return tuple(reversed(found))


def _changes(old: m.Contract | None, new: m.Contract) -> tuple[m.ReleasedChange, ...]:
    """Breaks first, then what is new, then the rest."""
    assessments = () if old is None else apart_from_version(assess(old, new))
    return tuple(map(_change, sorted(assessments, key=lambda each: (not each.breaks, -each.need))))


def _change(assessment: Assessment) -> m.ReleasedChange:
    breaks = listed((side.value for side in assessment.sides), "and") if assessment.breaks else ""
    return m.ReleasedChange(assessment.words, breaks)
