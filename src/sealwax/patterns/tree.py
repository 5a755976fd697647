"""The tree of a pattern, and its canonical form, which all engines interpret the same way."""

from collections.abc import Iterator
from enum import StrEnum
from itertools import pairwise
from typing import TypeAlias

from msgspec import Struct

Ranges: TypeAlias = tuple[tuple[int, int], ...]


class OneChar(Struct, frozen=True):
    """One character in the ranges, or outside them if negated."""

    ranges: Ranges
    negated: bool


class Steps(Struct, frozen=True):
    """A sequence; without steps, the empty text."""

    steps: "tuple[Node, ...]"


class Options(Struct, frozen=True):
    """One of several alternatives."""

    options: "tuple[Node, ...]"


class Repeat(Struct, frozen=True):
    """A repetition; `offset` is the position of its quantifier."""

    inner: "Node"
    low: int
    high: int | None
    offset: int


Node: TypeAlias = OneChar | Steps | Options | Repeat


class Newline(StrEnum):
    """Whether a string that matches can end with a newline."""

    NEVER = "never"
    SOMETIMES = "sometimes"
    ALWAYS = "always"
    """Whatever matches still does with a newline after it."""


def tidy(ranges: list[tuple[int, int]]) -> Ranges:
    """The ranges as written, or sorted and merged if some overlap, so `&&` or `--` cannot result."""
    ordered = sorted(ranges)
    if all(before[1] < after[0] for before, after in pairwise(ordered)):
        return tuple(ranges)
    merged = [ordered[0]]
    for low, high in ordered[1:]:
        if low <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(high, merged[-1][1]))
        else:
            merged.append((low, high))
    return tuple(merged)


def final_newline(node: Node) -> Newline:
    *_, last = node.steps or (node,) if isinstance(node, Steps) else (node,)
    match last:
        case Repeat(OneChar() as char, high=None) if _takes_newline(char):
            return Newline.ALWAYS
        case _:
            return Newline.SOMETIMES if _can_end(node) else Newline.NEVER


def _can_end(node: Node) -> bool:
    """Whether a newline can be the last character."""
    match node:
        case OneChar():
            return _takes_newline(node)
        case Options(options):
            return any(map(_can_end, options))
        case Repeat(inner):
            return _can_end(inner)
        case Steps(steps):
            at = next((at for at in reversed(range(len(steps))) if not can_be_empty(steps[at])), 0)
            return any(map(_can_end, steps[at:]))


def _takes_newline(char: OneChar) -> bool:
    return any(low <= 0x0A <= high for low, high in char.ranges) != char.negated


def can_be_empty(node: Node) -> bool:
    match node:
        case OneChar():
            return False
        case Options(options):
            return any(map(can_be_empty, options))
        case Repeat(inner, low):
            return low == 0 or can_be_empty(inner)
        case Steps(steps):
            return all(map(can_be_empty, steps))


def emit(node: Node) -> str:
    match node:
        case OneChar():
            return _emit_char(node)
        case Steps(steps):
            return "".join(f"(?:{emit(step)})" if isinstance(step, Options) else emit(step) for step in steps)
        case Options(options):
            return "|".join(emit(option) for option in options)
        case Repeat(inner, low, high):
            text = emit(inner)
            return f"{text if isinstance(inner, OneChar) else f'(?:{text})'}{_emit_bounds(low, high)}"


def _emit_bounds(low: int, high: int | None) -> str:
    short = {(0, None): "*", (1, None): "+", (0, 1): "?"}.get((low, high))
    if short:
        return short
    return f"{{{low}}}" if low == high else f"{{{low},{'' if high is None else high}}}"


def _emit_char(node: OneChar) -> str:
    if not node.negated and len(node.ranges) == 1 and node.ranges[0][0] == node.ranges[0][1]:
        return _spell(node.ranges[0][0], "\\^$.*+?()[]{}|")
    return f"[{'^' if node.negated else ''}{''.join(_emit_ranges(node.ranges))}]"


def _emit_ranges(ranges: Ranges) -> Iterator[str]:
    for at, (low, high) in enumerate(ranges):
        if low == high == 0x2D and at == len(ranges) - 1:
            yield "-"
            continue
        first, last = _spell(low, "\\^-[]"), _spell(high, "\\^-[]")
        yield first if low == high else f"{first}{last}" if high == low + 1 else f"{first}-{last}"


# Characters that every editor shows. Others in the basic plane are written as numbers. Beyond it, no such escape is
# common to all engines, so those characters are written literally. The list is fixed, because what Python considers
# printable changes from version to version.
_READABLE = (
    (0x20, 0x7E), (0xA1, 0xAC), (0xAE, 0x2FF), (0x370, 0x52F), (0x3041, 0x3096), (0x4E00, 0x9FFF), (0xAC00, 0xD7A3),
)  # fmt: skip
_CONTROL = {9: "\\t", 10: "\\n", 13: "\\r"}


def _spell(code: int, special: str) -> str:
    char = chr(code)
    if char in special:
        return f"\\{char}"
    if code in _CONTROL:
        return _CONTROL[code]
    if code > 0xFFFF or any(low <= code <= high for low, high in _READABLE):
        return char
    return f"\\u{code:04x}"
