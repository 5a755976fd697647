"""Bounds what matching a pattern costs, in an engine that backtracks and in one that does not.

Python and JavaScript backtrack: before such an engine gives up on a text, it tries every path through the automaton.
A step is one attempt: to match a character, or to end. Attempts that fail count, so every path pays at each position
for all edges that lead on. All texts are followed at once: those that lead to the same set of positions count as one
text, with the largest number of paths to each position (a subset construction with numbers). So a text takes at most
as many steps as are found here, and often fewer.

- If each state that a text can come back to takes a few steps only, the time is linear, and all texts are allowed.
- Otherwise there is a length up to which no text takes more than `MAX_STEPS` steps.

An engine keeps a note for each time that a group was repeated. On a long text, JavaScript runs out of stack, and Python
takes a hundred times the memory of the text. So repeated groups have a limit of their own, `MAX_REPEATED`.

Rust does not backtrack, but rejects patterns whose program takes more than ten megabytes.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import TypeAlias, TypeVar

from msgspec import Struct

from sealwax.patterns.automaton import Automaton, Ways, automaton, included
from sealwax.patterns.syntax import PatternError
from sealwax.patterns.tree import Node, OneChar, Options, Repeat, Steps

MAX_CHARACTERS = 2000
MAX_PROGRAM = 10 * 2**20
MAX_RANGES = 50_000
"""How many ranges of characters are looked at to make states."""
MAX_WORK = 50_000
"""How many paths are counted before a limit is looked for at a lower length."""
MAX_RATE = 16
"""The number of steps per character up to which matching is linear."""
MAX_STEPS = 100_000
"""The number of steps that a text may take if matching is not linear, or before and after everything that repeats."""
MAX_REPEATED = 100_000
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
    subsets = Subsets(automaton(tree))
    steps = growth(subsets)
    if steps.is_linear:
        return Cost(MAX_REPEATED if _repeats_group(tree) else None)
    longest = _affordable(subsets) if steps.rate is None else (MAX_STEPS - steps.once) // steps.rate
    offset = subsets.automaton.offsets[steps.position]
    if longest is not None and longest < SHORTEST:
        message = "matching this pattern can take very many steps, even if the text is short"
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
    """It takes more than `MAX_RANGES` ranges to make all states."""


class Subsets:
    """The states of an automaton, made when they are reached."""

    def __init__(self, made: Automaton) -> None:
        self.automaton = made
        self._attempts = [sum(ways.values()) for ways in made.follow]
        self._moves: dict[State, tuple[State, ...]] = {}
        self._ranges = 0
        self.work = 0
        """How many paths were counted."""

    def moves(self, state: State) -> tuple[State, ...]:
        """The states that another character can lead to."""
        if state not in self._moves:
            positions = {each for position in state for each in self.automaton.follow[position]}
            self._ranges += sum(1 + len(self.automaton.characters[position]) for position in positions)
            if self._ranges > MAX_RANGES:
                raise _TooMany
            self._moves[state] = tuple({*_by_character(self.automaton, positions)})
        return self._moves[state]

    def advanced(self, ways: Ways, state: State) -> Iterator[tuple[State, Ways]]:
        """Each state that follows, with the number of paths to each of its positions."""
        found: Ways = {}
        for position, count in ways.items():
            for to, more in self.automaton.follow[position].items():
                found[to] = found.get(to, 0) + count * more
        self.work += len(found)
        for target in self.moves(state):
            self.work += len(target)
            yield target, {position: found[position] for position in target}

    def steps(self, ways: Ways) -> int:
        """The attempts of all paths to go on from where they are."""
        return sum(count * self._attempts[position] for position, count in ways.items())

    def crowded(self, ways: Ways) -> int:
        """The position that takes most of the steps."""
        return max(ways, key=lambda position: ways[position] * self._attempts[position])


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


class Growth(Struct, frozen=True):
    """How the number of steps depends on the length of the text."""

    once: int
    """The steps in states that no text comes back to."""
    rate: int | None
    """The steps per character in the other states; None if too many are taken, or if their number keeps growing."""
    position: int
    """Where most of them are taken."""

    @property
    def is_linear(self) -> bool:
        return self.rate is not None and self.rate <= MAX_RATE


def growth(subsets: Subsets) -> Growth:
    """No text of a length takes more steps than `once` and, for each character and the end, `rate`."""
    most: dict[State, Ways] = {_START: {0: 1}}
    once = rate = position = 0
    try:
        for component in components(_START, subsets.moves):
            is_settled = _settle(subsets, component, most)
            steps, state = max((subsets.steps(most[state]), state) for state in component if state in most)
            if len(component) > 1 or state in subsets.moves(state):
                rate, position = max((rate, position), (steps, subsets.crowded(most[state])))
            else:
                once += steps
            if not is_settled or once > MAX_STEPS:
                return Growth(once, None, subsets.crowded(most[state]))
    except _TooMany:
        return Growth(once, None, position)
    return Growth(once, rate, position)


def _settle(subsets: Subsets, component: AbstractSet[State], most: dict[State, Ways]) -> bool:
    """Follow all paths around a component until their numbers no longer grow; False if that takes too long."""
    waiting = [state for state in component if state in most]
    while waiting:
        state = waiting.pop()
        # With more steps per character, even the shortest limit would be too long.
        if subsets.steps(most[state]) > MAX_STEPS // SHORTEST or subsets.work > MAX_WORK:
            return False
        for target, found in subsets.advanced(most[state], state):
            known = most.get(target, {})
            grown = {position: max(count, known.get(position, 0)) for position, count in found.items()}
            if grown != known:
                most[target] = grown
                waiting.extend({target} & component)
    return True


def _affordable(subsets: Subsets) -> int | None:
    """The length up to which no text takes too many steps; None if no text does."""
    ways: dict[State, Ways] = {_START: {0: 1}}
    steps, length, subsets.work = 0, -1, 0
    try:
        while ways:
            steps += max(map(subsets.steps, ways.values()))
            if steps > MAX_STEPS or subsets.work > MAX_WORK:
                return length
            following: dict[State, Ways] = {}
            for state, counts in ways.items():
                for target, found in subsets.advanced(counts, state):
                    known = following.setdefault(target, {})
                    known.update((position, max(count, known.get(position, 0))) for position, count in found.items())
            ways, length = following, length + 1
    except _TooMany:
        return length
    return None


Vertex = TypeVar("Vertex", bound=Hashable)
_CLOSED = 1 << 60


def components(start: Vertex, following: Callable[[Vertex], Sequence[Vertex]]) -> list[frozenset[Vertex]]:
    """The sets of nodes that reach each other, each after all those that lead to it."""
    found: list[frozenset[Vertex]] = []
    number: dict[Vertex, int] = {}
    lowest: dict[Vertex, int] = {}
    """The earliest node that each leads back to, as far as is known."""
    unassigned: list[Vertex] = []
    path: list[tuple[int, Vertex, Iterator[Vertex]]] = []

    def enter(node: Vertex) -> None:
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
