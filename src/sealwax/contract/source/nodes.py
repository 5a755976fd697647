"""The nodes of a parsed file, each with its position, and how to find a node by its path."""

from typing import TypeAlias

from msgspec import Struct

from sealwax.diagnostics import Position

ScalarValue: TypeAlias = str | int | float | bool | None
Place: TypeAlias = tuple[str, ...]
"""The keys that lead to something in a contract, such as `types`, `Meta`, `fields`, `request_id`."""


class Scalar(Struct, frozen=True):
    """A single value. `text` is the text in the file, also if `value` is a number. Quoted values are strings."""

    value: ScalarValue
    text: str
    position: Position
    quoted: bool
    is_verbatim: bool = False
    """Whether the file has exactly this text, in quotes if it is quoted: on one line, without escapes."""
    written: str = ""
    """Otherwise: what the file has from the position on, such as the lines that are folded into this text."""


class Mapping(Struct, frozen=True):
    """Keys and values in file order."""

    entries: "dict[str, Entry]"
    position: Position


class Sequence(Struct, frozen=True):
    """Items in file order."""

    items: "tuple[Node, ...]"
    position: Position


class Entry(Struct, frozen=True):
    """A key of a mapping, and its value."""

    key: Scalar
    value: "Node"


Node: TypeAlias = Scalar | Mapping | Sequence


def width_of(node: Node) -> int:
    """How many characters to underline: a scalar with its quotes; only the start of anything longer than a line."""
    if not isinstance(node, Scalar) or "\n" in node.text:
        return 1
    return len(node.text) + (2 if node.quoted else 0)


def child(node: Node, *path: str) -> Node:
    """The node at a path below this one, or the last existing node on the way."""
    for name in path:
        if not isinstance(node, Mapping) or name not in node.entries:
            return node
        node = node.entries[name].value
    return node


def key(node: Node, *path: str) -> Node:
    """The key node at a path below this one, or the last existing node on the way."""
    entry: Entry | None = None
    for name in path:
        if not isinstance(node, Mapping) or name not in node.entries:
            break
        entry = node.entries[name]
        node = entry.value
    return entry.key if entry is not None else node


def items(node: Node) -> "tuple[Node, ...]":
    """The items of a sequence; none for any other node."""
    return node.items if isinstance(node, Sequence) else ()


def inside(node: Node, offset: int) -> Position:
    """The position of a character in a scalar, or the scalar's start if folding or escapes make it unknown."""
    if not isinstance(node, Scalar) or not node.is_verbatim:
        return node.position
    return Position(node.position.file, node.position.line, node.position.column + node.quoted + offset)


def part_of(node: Node, text: str, start: int = 0) -> tuple[Position, int]:
    """The position and width of a part of a scalar, or those of the whole scalar if they are unknown."""
    if not isinstance(node, Scalar):
        return node.position, width_of(node)
    if not node.is_verbatim:
        return _written_part(node, text, node.text.count(text, 0, start))
    offset = node.text.find(text, start)
    return (inside(node, offset), len(text)) if offset >= 0 else (node.position, width_of(node))


def _written_part(node: Scalar, text: str, before: int) -> tuple[Position, int]:
    """The part of a scalar over several lines, after as many occurrences of the same text."""
    offset = -1
    for _ in range(before + 1):
        offset = node.written.find(text, offset + 1)
        if offset < 0:
            return node.position, width_of(node)
    file, line, column = node.position.file, node.position.line, node.position.column
    earlier, newline, indent = node.written[:offset].rpartition("\n")
    if not newline:
        return Position(file, line, column + offset), len(text)
    return Position(file, line + earlier.count("\n") + 1, len(indent) + 1), len(text)
