"""Rejects patterns that could take a backtracking engine a very long time.

A pattern becomes an automaton with one position per character (Glushkov's construction), in which each edge knows in
how many ways it can be taken. Two conditions bound the work: no loop may match the same text in two ways, which would
take time exponential in the length of the text, and the choices outside loops, together with the points at which a loop
can be left, must not multiply to more than some millions.
"""

from collections.abc import Iterable, Iterator
from math import log2
from typing import TypeAlias

from sealwax.frozen import frozen
from sealwax.patterns.syntax import PatternError
from sealwax.patterns.tree import Node, OneChar, Options, Ranges, Repeat, Steps

MAX_CHARACTERS = 5000
MAX_POSITIONS = 1000
MAX_PAIRS = 100_000
MAX_CHOICE_BITS = 24.0
LOOP_BITS = 10.0

Ways: TypeAlias = dict[int, int]
"""In how many ways each position is reached."""


@frozen
class _Loop:
    """The positions of an outermost repetition, all of which can reach each other."""

    start: int
    end: int
    offset: int
    bits: float


@frozen
class _Part:
    """A part of the automaton: its first and last positions, and in how many ways it can be empty."""

    empty: int
    first: Ways
    last: Ways


class _Automaton:
    """The characters and successors of each position."""

    def __init__(self) -> None:
        self.characters: list[Ranges] = []
        self.follow: list[Ways] = []
        self.loops: list[_Loop] = []

    def connect(self, before: _Part, after: _Part) -> None:
        for position, ways in before.last.items():
            _add(self.follow[position], after.first, ways)


def check_cost(tree: Node) -> None:
    """Raise `PatternError` for a pattern that is very slow on some text."""
    if _size(tree) > MAX_CHARACTERS:
        raise _too_much("the counts of this pattern multiply to a very large number", 0)
    automaton = _Automaton()
    whole = _build(tree, automaton)
    if _is_deterministic(automaton, whole.first, range(len(automaton.follow))):
        return
    for loop in automaton.loops:
        _check_unambiguous(automaton, loop)
    _check_choices(automaton, whole.first)


def _size(node: Node) -> int:
    match node:
        case OneChar():
            return 1
        case Steps(parts) | Options(parts):
            return sum(map(_size, parts))
        case Repeat(inner, low, high):
            return _size(inner) * max(low, high or 1)


def _too_much(message: str, offset: int) -> PatternError:
    return PatternError(message, "write a simpler pattern, and add a length limit", offset, unsupported=True)


# -- building the automaton -------------------------------------------------------------------------------------------


def _add(target: Ways, source: Ways, ways: int) -> None:
    """Add the ways of `source`, counting only up to two."""
    for position, more in source.items() if ways else ():
        target[position] = min(2, target.get(position, 0) + ways * more)


def _build(node: Node, automaton: _Automaton) -> _Part:
    match node:
        case OneChar(ranges, negated):
            return _build_char(ranges, negated, automaton)
        case Steps(steps):
            return _build_steps((_build(step, automaton) for step in steps), automaton)
        case Options(options):
            return _build_options([_build(option, automaton) for option in options])
        case Repeat():
            return _build_repeat(node, automaton)


def _build_char(ranges: Ranges, negated: bool, automaton: _Automaton) -> _Part:
    position = len(automaton.follow)
    if position >= MAX_POSITIONS:
        raise _too_much("this pattern is too long to check", 0)
    automaton.characters.append(tuple(_outside(ranges)) if negated else ranges)
    automaton.follow.append({})
    return _Part(0, {position: 1}, {position: 1})


def _outside(ranges: Ranges) -> Iterator[tuple[int, int]]:
    start = 0
    for low, high in sorted(ranges):
        if low > start:
            yield start, low - 1
        start = high + 1
    if start <= 0x10FFFF:
        yield start, 0x10FFFF


def _build_steps(parts: Iterable[_Part], automaton: _Automaton) -> _Part:
    whole = _Part(1, {}, {})
    for part in parts:
        automaton.connect(whole, part)
        first, last = dict(whole.first), dict(part.last)
        _add(first, part.first, whole.empty)
        _add(last, whole.last, part.empty)
        whole = _Part(min(2, whole.empty * part.empty), first, last)
    return whole


def _build_options(parts: list[_Part]) -> _Part:
    first: Ways = {}
    last: Ways = {}
    for part in parts:
        _add(first, part.first, 1)
        _add(last, part.last, 1)
    return _Part(min(2, sum(part.empty for part in parts)), first, last)


def _build_repeat(node: Repeat, automaton: _Automaton) -> _Part:
    start, loops = len(automaton.follow), len(automaton.loops)
    part = _build(node.inner, automaton)
    if node.high == 1:
        return _Part(min(2, part.empty + 1), part.first, part.last)
    if part.empty:
        hint = "repeat something that has at least one character"
        raise PatternError("the repeated part can be empty", hint, node.offset, unsupported=True)
    if node.low == node.high:
        part = _build_steps((part, _build(node.inner, automaton)), automaton)
        # A fixed count of something that matches in only one way leaves nothing to try.
        if _is_deterministic(automaton, part.first, range(start, len(automaton.follow))):
            return part
    automaton.connect(part, part)
    bits = LOOP_BITS if node.high is None else log2(node.high)
    inner_bits = max((loop.bits for loop in automaton.loops[loops:]), default=0.0)
    automaton.loops[loops:] = [_Loop(start, len(automaton.follow), node.offset, max(bits, inner_bits))]
    return _Part(1 if node.low == 0 else 0, part.first, part.last)


# -- checking it ------------------------------------------------------------------------------------------------------


def _is_deterministic(automaton: _Automaton, first: Ways, positions: range) -> bool:
    """Whether the next character always decides where to go, so there is no backtracking."""
    return _degree(automaton, first) <= 1 and all(_degree(automaton, automaton.follow[at]) <= 1 for at in positions)


def _degree(automaton: _Automaton, ways: Ways) -> int:
    """In how many ways one character can be matched at most."""
    if len(ways) < 2:
        return sum(ways.values())
    edges: list[tuple[int, int]] = []
    for position, count in ways.items():
        for low, high in automaton.characters[position]:
            edges.append((low, count))
            edges.append((high + 1, -count))
    most = current = 0
    for _, change in sorted(edges):
        current += change
        most = max(most, current)
    return most


def _overlap(one: Ranges, other: Ranges) -> bool:
    return any(a <= d and c <= b for a, b in one for c, d in other)


def _check_unambiguous(automaton: _Automaton, loop: _Loop) -> None:
    """Follow two different matches of the same text through the loop; they must never meet again."""
    seen: set[tuple[int, int]] = set()
    waiting: list[tuple[int, int]] = [(at, at) for at in range(loop.start, loop.end)]
    visited = 0
    while waiting:
        one, other = waiting.pop()
        for pair, ways in _next_pairs(automaton, loop, one, other):
            visited += 1
            together = pair[0] == pair[1]
            if together and (one != other or ways > 1):
                raise PatternError(
                    "this repetition can match the same text in more than one way, which can take a very long time",
                    "start each repetition with a character that cannot follow inside it, e.g. a+(-a+)*",
                    loop.offset,
                    unsupported=True,
                )
            if visited > MAX_PAIRS:
                raise _too_much("this repetition is too complicated to check", loop.offset)
            if not together and pair not in seen:
                seen.add(pair)
                waiting.append(pair)


def _next_pairs(automaton: _Automaton, loop: _Loop, one: int, other: int) -> Iterator[tuple[tuple[int, int], int]]:
    inside = range(loop.start, loop.end)
    for left, ways in automaton.follow[one].items():
        for right in automaton.follow[other]:
            if left not in inside or right not in inside:
                continue
            if _overlap(automaton.characters[left], automaton.characters[right]):
                yield (left, right) if left <= right else (right, left), ways


def _check_choices(automaton: _Automaton, first: Ways) -> None:
    """Add up the choices on each path through the pattern, in bits. A loop counts where it is left."""
    loop_of: dict[int, _Loop] = {at: loop for loop in automaton.loops for at in range(loop.start, loop.end)}
    bits = [0.0] * len(automaton.follow)
    opening = log2(max(1, _degree(automaton, first)))
    for position in first:
        bits[position] = opening
    for start in range(len(bits)):
        loop = loop_of.get(start)
        if loop is not None and loop.start == start:
            most = max(bits[loop.start : loop.end])
            bits[loop.start : loop.end] = [most] * (loop.end - loop.start)
        degree = _degree(automaton, automaton.follow[start])
        choice = 0.0 if degree <= 1 else log2(degree) if loop is None else loop.bits
        if bits[start] + choice > MAX_CHOICE_BITS:
            raise _too_much("this pattern can match in too many ways", loop.offset if loop else 0)
        for position in automaton.follow[start]:
            if position > start and (loop is None or loop_of.get(position) is not loop):
                bits[position] = max(bits[position], bits[start] + choice)
