"""What goes wrong in a contract because of what it says about the one that it extends, told where it says it."""

import re
from collections.abc import Iterable, Iterator
from collections.abc import Mapping as MappingOf

from sealwax.contract.resolving.scope import child, width_of
from sealwax.contract.source import Mapping, Node, Scalar
from sealwax.diagnostics import Code, Diagnostic, Related
from sealwax.frozen import replace

_NAMED = re.compile(r"'([^']+)'")
_WITH_FIELDS = ("envelope", "types", "tools")


def at_home(found: Iterable[Diagnostic], own: Mapping, names: MappingOf[str, str]) -> list[Diagnostic]:
    """What is right in its own file, and wrong only here, at a statement of this contract.

    `names` gives the contract that a file holds. What several builders lack is told once, with the place of each.
    """
    told: dict[tuple[object, ...], Diagnostic] = {}
    for diagnostic in (_placed(diagnostic, own, names) for diagnostic in found):
        same = told.get(mark := (diagnostic.position, diagnostic.code, diagnostic.message, diagnostic.hint))
        told[mark] = replace(same, related=(*same.related, *diagnostic.related)) if same is not None else diagnostic
    return list(told.values())


def _placed(diagnostic: Diagnostic, own: Mapping, names: MappingOf[str, str]) -> Diagnostic:
    if diagnostic.position.file == own.position.file:
        return diagnostic
    if diagnostic.code is Code.REDEFINED:
        return _disagreement(diagnostic, child(own, "extends"), names)
    cause = _cause(diagnostic, own)
    node = cause or child(own, "extends")
    what = "this does not go together with what is extended" if cause else "what is extended here does not go together"
    related = (Related(diagnostic.position, diagnostic.message, diagnostic.width), *diagnostic.related)
    message = f"{what}: {diagnostic.message}"
    return replace(diagnostic, position=node.position, message=message, width=width_of(node), related=related)


def _cause(diagnostic: Diagnostic, own: Mapping) -> Scalar | None:
    """What this contract says about a field that the message names, unless it says it in several places."""
    for name in _NAMED.findall(diagnostic.message):
        field = name.rpartition(".")[2]
        stated = [
            key for section in _WITH_FIELDS if section in own.entries for key in _fields(child(own, section), field)
        ]
        if len(stated) == 1:
            return stated[0]
    return None


def _fields(node: Node, name: str) -> Iterator[Scalar]:
    for word, entry in node.entries.items() if isinstance(node, Mapping) else ():
        if word == "fields" and isinstance(entry.value, Mapping) and name in entry.value.entries:
            yield entry.value.entries[name].key
        yield from _fields(entry.value, name)


def _disagreement(diagnostic: Diagnostic, node: Node, names: MappingOf[str, str]) -> Diagnostic:
    places = [(each.position, each.width) for each in diagnostic.related]
    places.append((diagnostic.position, diagnostic.width))
    told = " and ".join(f"'{names[place.file]}'" for place, _width in places)
    return replace(
        diagnostic,
        position=node.position,
        message=f"{told} do not agree, so that no contract can extend both",
        hint="mend one of them, or extend one of them only",
        width=width_of(node),
        related=tuple(Related(place, f"what '{names[place.file]}' says", width) for place, width in places),
    )
