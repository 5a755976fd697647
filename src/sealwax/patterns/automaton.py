"""A pattern as an automaton with one position per character (Glushkov's construction).

Counted repetitions are written out. Each edge knows in how many ways it can be taken, because an engine that backtracks
tries every way. Position 0 is the start, before the first character. The last position is the end of the text, which no
character matches: an engine tries to end wherever the pattern can.
"""

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from msgspec import Struct

from sealwax.patterns.syntax import PatternError
from sealwax.patterns.tree import Node, OneChar, Options, Ranges, Repeat, Steps

Ways: TypeAlias = dict[int, int]
"""In how many ways each position is reached."""


MAX_EDGES = 50_000


class Automaton(Struct):
    """The characters and successors of each position, and where the innermost repetition around it is in the source."""

    characters: list[Ranges]
    follow: list[Ways]
    offsets: list[int]
    edges: int = 0
    """How many there are at most; they are counted as they are added."""


class _Part(Struct, frozen=True):
    """A part of the automaton: its first and last positions, and in how many ways it can be empty."""

    empty: int
    first: Ways
    last: Ways


def automaton(tree: Node) -> Automaton:
    """The automaton of a pattern; raises `PatternError` if it is too large, or repeats something that can be empty."""
    made = Automaton([()], [{}], [0])
    whole = _build(tree, made, 0)
    end = len(made.follow)
    made.characters.append(())
    made.follow.append({})
    made.offsets.append(0)
    for position, ways in whole.last.items():
        made.follow[position][end] = ways
    made.follow[0].update(whole.first)
    made.follow[0][end] = whole.empty
    return made


def included(char: OneChar) -> Ranges:
    """The characters that match, as ranges in ascending order."""
    ordered = sorted(char.ranges)
    return tuple(_outside(ordered)) if char.negated else tuple(ordered)


def _outside(ordered: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    start = 0
    for low, high in ordered:
        if low > start:
            yield start, low - 1
        start = high + 1
    if start <= 0x10FFFF:
        yield start, 0x10FFFF


def _build(node: Node, made: Automaton, offset: int) -> _Part:
    match node:
        case OneChar():
            position = len(made.follow)
            made.characters.append(included(node))
            made.follow.append({})
            made.offsets.append(offset)
            return _Part(0, {position: 1}, {position: 1})
        case Steps(steps):
            return _sequence((_build(step, made, offset) for step in steps), made)
        case Options(options):
            return _alternatives([_build(option, made, offset) for option in options])
        case Repeat():
            return _repetition(node, made)


def _add(target: Ways, source: Ways, ways: int) -> None:
    for position, more in source.items() if ways else ():
        target[position] = target.get(position, 0) + ways * more


def _connect(made: Automaton, before: _Part, after: _Part) -> None:
    made.edges += len(before.last) * len(after.first)
    if made.edges > MAX_EDGES:
        message = "this pattern is too large: very many characters can follow each other"
        raise PatternError(message, "write fewer optional parts and alternatives in a row", 0, unsupported=True)
    for position, ways in before.last.items():
        _add(made.follow[position], after.first, ways)


def _sequence(parts: Iterable[_Part], made: Automaton) -> _Part:
    whole = _Part(1, {}, {})
    for part in parts:
        _connect(made, whole, part)
        first, last = dict(whole.first), dict(part.last)
        _add(first, part.first, whole.empty)
        _add(last, whole.last, part.empty)
        whole = _Part(whole.empty * part.empty, first, last)
    return whole


def _alternatives(parts: list[_Part]) -> _Part:
    first: Ways = {}
    last: Ways = {}
    for part in parts:
        _add(first, part.first, 1)
        _add(last, part.last, 1)
    return _Part(sum(part.empty for part in parts), first, last)


def _repetition(node: Repeat, made: Automaton) -> _Part:
    """One copy for each time. The copies that may be left out are nested: `a{1,3}` is `a(a(a)?)?`."""
    whole = before = _build(node.inner, made, node.offset)
    if node.high == 1:
        return _Part(whole.empty + 1, whole.first, whole.last)
    if whole.empty:
        hint = "repeat something that has at least one character"
        raise PatternError("the repeated part can be empty", hint, node.offset, unsupported=True)
    last = dict(whole.last) if node.low <= 1 else {}
    for times in range(2, (node.high or max(node.low, 1)) + 1):
        copy = _build(node.inner, made, node.offset)
        _connect(made, before, copy)
        if times >= node.low:
            last |= copy.last
        before = copy
    if node.high is None:
        _connect(made, before, before)
    return _Part(1 if node.low == 0 else 0, whole.first, last)
