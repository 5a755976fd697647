"""Bounds what matching a pattern costs, in an engine that backtracks and in one that does not.

Python and JavaScript backtrack: before such an engine gives up on a text, it tries every path through the automaton.
A step is one character on one path. All texts are followed at once: those that lead to the same set of positions count
as one text, with the largest number of paths to each position (a subset construction with numbers). So a text takes at
most as many steps as are found here, and often fewer.

- If the number of paths stays small however long the text is, the time is linear, and all texts are allowed.
- Otherwise there is a length up to which no text takes more than `MAX_STEPS` steps.

An engine keeps a note for each time that a group was repeated. On a long text, JavaScript runs out of stack, and Python
takes a hundred times the memory of the text. So repeated groups have a limit of their own, `LONGEST_REPEATED`.

Rust does not backtrack, but rejects patterns whose program takes more than ten megabytes.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from msgspec import Struct

from sealwax.patterns.automaton import Automaton, Ways, automaton, included
from sealwax.patterns.syntax import PatternError
from sealwax.patterns.tree import Node, OneChar, Options, Repeat, Steps

MAX_CHARACTERS = 2000
MAX_PROGRAM = 10 * 2**20
MAX_STATES = 500
MAX_WORK = 20_000
"""How many paths are counted before a limit is looked for at a lower length."""
MAX_PATHS = 16
"""The number of paths up to which matching is linear: steps per character of the text."""
MAX_STEPS = 100_000
"""The number of steps that a text may take if matching is not linear."""
LONGEST_REPEATED = 100_000
"""The number of characters that a text may have if a group is repeated without a limit."""
SHORTEST = 32
"""The least that a length limit may be. A pattern that needs a lower one is rejected."""

State: TypeAlias = tuple[int, ...]
"""The positions that a text leads to, in ascending order."""
_START: State = (0,)


class Cost(Struct, frozen=True):
    """How long a text may be."""

    longest: int | None = None
    """In characters; None if texts can have any length."""
    is_linear: bool = True
    offset: int = 0
    """If it is not linear: the place in the source where paths multiply."""


def cost(tree: Node) -> Cost:
    """The cost of a pattern; raises `PatternError` if it is too high whatever the length."""
    _check_size(tree)
    subsets = _Subsets(automaton(tree))
    crowded = _crowded(subsets)
    if crowded is None:
        return Cost(LONGEST_REPEATED if _repeats_group(tree) else None)
    longest, offset = _affordable(subsets), subsets.automaton.offsets[crowded]
    if longest is not None and longest < SHORTEST:
        message = "this pattern can match the same text in very many ways, which can take a very long time"
        hint = "start each repetition with a character that cannot follow inside it, e.g. a+(-a+)*"
        raise PatternError(message, hint, offset, unsupported=True)
    return Cost() if longest is None else Cost(longest, is_linear=False, offset=offset)


def _repeats_group(node: Node) -> bool:
    """Whether something longer than a character is repeated without a limit."""
    match node:
        case OneChar():
            return False
        case Steps(inner) | Options(inner):
            return any(map(_repeats_group, inner))
        case Repeat(inner, _, high):
            return (high is None and not isinstance(inner, OneChar)) or _repeats_group(inner)


# -- size -------------------------------------------------------------------------------------------------------------


def _check_size(tree: Node) -> None:
    if _size(tree, lambda _: 1) > MAX_CHARACTERS or _size(tree, _program) > MAX_PROGRAM:
        message = "this pattern is too large: its counts multiply, or its classes have very many ranges"
        raise PatternError(message, "write a shorter pattern, and add a length limit", 0, unsupported=True)


def _size(node: Node, of_character: Callable[[OneChar], int]) -> int:
    match node:
        case OneChar():
            return of_character(node)
        case Steps(parts) | Options(parts):
            return sum(_size(part, of_character) for part in parts)
        case Repeat(inner, low, high):
            return _size(inner, of_character) * max(low, high or 1)


def _program(char: OneChar) -> int:
    """The bytes of Rust's program for a class, which is a small automaton for UTF-8; never too few."""
    size = 150
    for low, high in included(char):
        size += 20 if high < 0x80 else 80 if low >> 6 == high >> 6 else 1100
    return size


# -- steps ------------------------------------------------------------------------------------------------------------


class _TooMany(Exception):
    """There are more than `MAX_STATES` states."""


class _Subsets:
    """The states of an automaton, made when they are reached."""

    def __init__(self, made: Automaton) -> None:
        self.automaton = made
        self._moves: dict[State, tuple[State, ...]] = {}

    def moves(self, state: State) -> tuple[State, ...]:
        """The states that another character can lead to."""
        if state not in self._moves:
            if len(self._moves) >= MAX_STATES:
                raise _TooMany
            positions = {each for position in state for each in self.automaton.follow[position]}
            self._moves[state] = tuple({*_by_character(self.automaton, positions)})
        return self._moves[state]

    def advanced(self, ways: Ways, target: State) -> Ways:
        """The number of paths to each position of the next state."""
        found = dict.fromkeys(target, 0)
        for position, count in ways.items():
            for to, more in self.automaton.follow[position].items():
                if to in found:
                    found[to] += count * more
        return found


def _by_character(made: Automaton, positions: Iterable[int]) -> Iterator[State]:
    """The positions that match, for each character that any of them matches."""
    changes: dict[int, list[int]] = {}
    for position in positions:
        for low, high in made.characters[position]:
            changes.setdefault(low, []).append(position)
            changes.setdefault(high + 1, []).append(position)
    matching: set[int] = set()
    for character in sorted(changes):
        for position in changes[character]:  # twice where one range ends and the next begins
            matching ^= {position}
        if matching:
            yield tuple(sorted(matching))


def _is_deterministic(made: Automaton) -> bool:
    """Whether the next character always decides where to go, so that there is one path only. Most patterns are so."""
    choices = (ways for ways in made.follow if len(ways) > 1)
    is_single = all(count == 1 for ways in made.follow for count in ways.values())
    return is_single and all(len(state) == 1 for ways in choices for state in _by_character(made, ways))


def _crowded(subsets: _Subsets) -> int | None:
    """A position on too many paths; None if there is none, so that matching is linear."""
    if _is_deterministic(subsets.automaton):
        return None
    most: dict[State, Ways] = {_START: {0: 1}}
    state, waiting = _START, [_START]
    try:
        while waiting:
            state = waiting.pop()
            for target in subsets.moves(state):
                found, known = subsets.advanced(most[state], target), most.get(target, {})
                grown = {position: max(count, known.get(position, 0)) for position, count in found.items()}
                if sum(grown.values()) > MAX_PATHS:
                    return max(grown, key=lambda position: grown[position])
                if grown != known:
                    most[target] = grown
                    waiting.append(target)
    except _TooMany:
        return max(state)
    return None


def _affordable(subsets: _Subsets) -> int | None:
    """The length up to which no text takes too many steps; None if no text does."""
    ways: dict[State, Ways] = {_START: {0: 1}}
    steps = work = length = 0
    try:
        while True:
            following: dict[State, Ways] = {}
            for state, counts in ways.items():
                for target in subsets.moves(state):
                    found, known = subsets.advanced(counts, target), following.setdefault(target, {})
                    known.update((position, max(count, known.get(position, 0))) for position, count in found.items())
                    work += len(target)
            steps += max((sum(counts.values()) for counts in following.values()), default=0)
            if not following:
                return None
            if steps > MAX_STEPS or work > MAX_WORK:
                return length
            ways, length = following, length + 1
    except _TooMany:
        return length
