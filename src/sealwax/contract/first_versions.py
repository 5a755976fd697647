"""The version in which each thing of a contract first appeared, as `since`, where the contract does not say it."""

from collections.abc import Iterator
from collections.abc import Mapping as MappingOf
from typing import TypeAlias

from msgspec import Struct

from sealwax.contract.source import Entry, Mapping, Node, Place, Scalar, child
from sealwax.contract.versions import numbers

Layout: TypeAlias = "dict[str, Layout]"
ANY = "*"
"""Stands for the name of a thing."""

_NAMED: Layout = {ANY: {}}
_CODES: Layout = {"values": {ANY: {"context": _NAMED}}}
_THINGS: Layout = {
    "envelope": {"fields": _NAMED},
    "types": {ANY: {"fields": _NAMED}},
    "enums": {ANY: {"values": _NAMED}},
    "error_types": {"values": _NAMED},
    "error_codes": _CODES,
    "warning_codes": _CODES,
    "tools": _NAMED,
    "builders": {ANY: {"parameters": _NAMED}},
    "constants": _NAMED,
    "tiers": _NAMED,
    "gates": _NAMED,
}
"""Where things are that have documentation."""


class Dates(Struct, frozen=True):
    """The first version of each place, for one contract."""

    earliest: str
    """The first version: what it has needs no date."""
    first: MappingOf[Place, str]


def dates(snapshots: MappingOf[str, Mapping]) -> Dates:
    """Dates from the roots of all released versions of a contract, by version."""
    first: dict[Place, str] = {}
    for version in sorted(snapshots, key=numbers):
        for place in things(snapshots[version]):
            first.setdefault(place, version)
    return Dates(min(snapshots, key=numbers), first)


def things(root: Mapping) -> Iterator[Place]:
    """The places of all things that have documentation."""
    yield from _things(root, _THINGS, ())


def _things(node: Node, layout: Layout, place: Place) -> Iterator[Place]:
    for name, entry in node.entries.items() if isinstance(node, Mapping) else ():
        if ANY in layout:
            yield (*place, name)
        inner = layout.get(ANY, layout.get(name))
        if inner:
            yield from _things(entry.value, inner, (*place, name))


def dated(root: Mapping, known: Dates) -> Mapping:
    """The contract with a `since` for everything that the first version did not have."""
    version = child(root, "version")
    own = version.text if isinstance(version, Scalar) else known.earliest
    return _dated(root, _THINGS, (), known, own)


def _dated(node: Mapping, layout: Layout, place: Place, known: Dates, own: str) -> Mapping:
    entries: dict[str, Entry] = {}
    for name, entry in node.entries.items():
        here, inner = (*place, name), layout.get(ANY, layout.get(name))
        since = known.first.get(here, own) if ANY in layout else ""
        if not isinstance(entry.value, Mapping) or inner is None:
            entries[name] = entry
        elif since and since != known.earliest:
            entries[name] = Entry(entry.key, _with_since(entry.value, since))
        else:
            entries[name] = Entry(entry.key, _dated(entry.value, inner, here, known, own))
    return Mapping(entries, node.position)


def _with_since(node: Mapping, version: str) -> Mapping:
    if "since" in node.entries:
        return node
    word = Scalar("since", "since", node.position, quoted=False)
    value = Scalar(version, version, node.position, quoted=True)
    return Mapping({**node.entries, "since": Entry(word, value)}, node.position)
