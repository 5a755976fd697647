"""Moves diagnostics about inherited declarations to the statement that causes them."""

import re
from collections.abc import Iterable, Iterator
from collections.abc import Mapping as MappingOf

from msgspec.structs import replace

from sealwax.contract.source import Mapping, Node, Scalar, child, width_of
from sealwax.diagnostics import Code, Diagnostic, Related

_NAMED = re.compile(r"'([^']+)'")
_WITH_FIELDS = ("envelope", "types", "tools")


def relocate(found: Iterable[Diagnostic], own: Mapping, names: MappingOf[str, str]) -> list[Diagnostic]:
    """Move diagnostics from the files of extended contracts, which are valid by themselves, to this contract.

    `names` maps files to contracts. Several diagnostics with the same message become one that lists all positions.
    """
    merged: dict[tuple[object, ...], Diagnostic] = {}
    for diagnostic in (_relocated(diagnostic, own, names) for diagnostic in found):
        same = merged.get(identity := (diagnostic.position, diagnostic.code, diagnostic.message, diagnostic.hint))
        merged[identity] = (
            replace(same, related=(*same.related, *diagnostic.related)) if same is not None else diagnostic
        )
    return list(merged.values())


def _relocated(diagnostic: Diagnostic, own: Mapping, names: MappingOf[str, str]) -> Diagnostic:
    if diagnostic.position.file == own.position.file:
        return diagnostic
    if diagnostic.code is Code.REDEFINED:
        return _disagreement(diagnostic, child(own, "extends"), names)
    cause = _cause(diagnostic, own)
    what = "this conflicts with an extended contract" if cause else "the extended contracts conflict"
    elsewhere = (each for each in diagnostic.related if each != cause)
    related = (Related(diagnostic.position, diagnostic.message, diagnostic.width), *elsewhere)
    place, message = cause or _place(child(own, "extends")), f"{what}: {diagnostic.message}"
    return replace(diagnostic, position=place.position, message=message, width=place.width, related=related)


def _place(node: Node) -> Related:
    return Related(node.position, "", width_of(node))


def _cause(diagnostic: Diagnostic, own: Mapping) -> Related | None:
    """The related place in this contract, or else the only one that declares a field named in the message."""
    here = [each for each in diagnostic.related if each.position.file == own.position.file]
    if here:
        return here[0]
    for name in _NAMED.findall(diagnostic.message):
        field = name.rpartition(".")[2]
        declared = [
            key for section in _WITH_FIELDS if section in own.entries for key in _fields(child(own, section), field)
        ]
        if len(declared) == 1:
            return _place(declared[0])
    return None


def _fields(node: Node, name: str) -> Iterator[Scalar]:
    for word, entry in node.entries.items() if isinstance(node, Mapping) else ():
        if word == "fields" and isinstance(entry.value, Mapping) and name in entry.value.entries:
            yield entry.value.entries[name].key
        yield from _fields(entry.value, name)


def _disagreement(diagnostic: Diagnostic, node: Node, names: MappingOf[str, str]) -> Diagnostic:
    places = [(each.position, each.width) for each in diagnostic.related]
    places.append((diagnostic.position, diagnostic.width))
    contracts = " and ".join(f"'{names[place.file]}'" for place, _width in places)
    return replace(
        diagnostic,
        position=node.position,
        message=f"{contracts} contradict each other, so no contract can extend both",
        hint="fix one of them, or extend only one",
        width=width_of(node),
        related=tuple(Related(place, f"in '{names[place.file]}'", width) for place, width in places),
    )
