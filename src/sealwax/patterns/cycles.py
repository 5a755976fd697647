"""Finds the cycles of a graph: which nodes a path can come back to (Tarjan's algorithm, without recursion)."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)
_CLOSED = 1 << 60


def components(start: Node, following: Callable[[Node], Sequence[Node]]) -> list[frozenset[Node]]:
    """The sets of nodes that reach each other, each after all those that lead to it."""
    found: list[frozenset[Node]] = []
    number: dict[Node, int] = {}
    lowest: dict[Node, int] = {}
    """The earliest node that each leads back to, as far as is known."""
    unassigned: list[Node] = []
    path: list[tuple[int, Node, Iterator[Node]]] = []

    def enter(node: Node) -> None:
        path.append((len(unassigned), node, iter(following(node))))
        number[node] = lowest[node] = len(lowest)
        unassigned.append(node)

    enter(start)
    while path:
        at, node, rest = path[-1]
        if (new := next((target for target in rest if target not in lowest), None)) is not None:
            enter(new)
            continue
        path.pop()
        lowest[node] = min(lowest[node], *(lowest[target] for target in following(node)), _CLOSED)
        if lowest[node] == number[node]:
            found.append(frozenset(unassigned[at:]))
            lowest.update(dict.fromkeys(unassigned[at:], _CLOSED))
            del unassigned[at:]
    return found[::-1]
