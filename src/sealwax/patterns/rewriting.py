"""Slow patterns -> patterns for the same strings that are matched in linear time, where one is known."""

from sealwax.patterns.automaton import included
from sealwax.patterns.cost import cost
from sealwax.patterns.syntax import PatternError, PatternParser
from sealwax.patterns.tree import Node, OneChar, Options, Ranges, Repeat, Steps, emit, tidy


def rewritten(source: str) -> str:
    """A linear pattern for the same strings, or an empty text if none is known."""
    tree = _rewritten(PatternParser(source).pattern())
    try:
        is_linear = cost(tree).is_linear
    except PatternError:
        return ""
    return f"^{f'(?:{emit(tree)})' if isinstance(tree, Options) else emit(tree)}$" if is_linear else ""


def _rewritten(node: Node) -> Node:
    match node:
        case OneChar():
            return node
        case Options(options):
            return Options(tuple(map(_rewritten, options)))
        case Repeat(inner, low, high, offset):
            return Repeat(_rewritten(inner), low, high, offset)
        case Steps(steps):
            return Steps(_sequence(tuple(map(_rewritten, steps))))


def _sequence(steps: tuple[Node, ...]) -> tuple[Node, ...]:
    """Apply the rules from the front, as often as they apply."""
    at = 0
    while at < len(steps) - 1:
        taken = steps[at : at + 3]
        if (pair := _neighbours(taken[:2])) is not None:
            steps = (*steps[:at], *pair, *steps[at + 2 :])
            at = max(0, at - 1)
        elif (three := _separated(taken) or _optional(taken)) is not None:
            steps = (*steps[:at], *three, *steps[at + 3 :])
        else:
            at += 1
    return steps


def _neighbours(pair: tuple[Node, ...]) -> tuple[Node, ...] | None:
    """`a*[ab]*` is `[ab]*`, and `[ab]+a+` is `[ab]+a`: the larger class takes whatever the other leaves."""
    match pair:
        case (Repeat(OneChar() as one, low, None), Repeat(OneChar() as other, least, None) as last):
            if _is_within(one, other):
                return (*_copies(one, low), last)
            if _is_within(other, one):
                return (pair[0], *_copies(other, least))
        case _:
            pass
    return None


def _separated(three: tuple[Node, ...]) -> tuple[Node, ...] | None:
    """`[^@]+\\.[^@]+` is `[^@][^@.]*\\.[^@]+`: if any separator will do, the first one does."""
    match three:
        case (
            Repeat(OneChar() as one, low, None, offset),
            OneChar() as separator,
            Repeat(OneChar() as other, _, None) as last,
        ):
            rest = _without(one, separator)
            if rest is not None and _is_within(one, other) and _is_within(separator, other):
                return (*_copies(one, low), Repeat(rest, 0, None, offset), separator, last)
        case _:
            pass
    return None


def _optional(three: tuple[Node, ...]) -> tuple[Node, ...] | None:
    """`[0-9]*\\.?[0-9]*` is `[0-9]*(?:\\.[0-9]*)?`: without a separator, the first repetition takes everything."""
    match three:
        case (Repeat(OneChar() as one, _, None), Repeat(between, 0, 1, at), Repeat(OneChar() as other, least, None)):
            if not _is_within(one, other) or not _is_within(other, one):
                return None
            full = Steps((between, three[2]))
            if least == 0:
                return three[0], Repeat(full, 0, 1, at)
            return three[0], Options((full, Steps(_copies(other, least))))
        case _:
            return None


def _copies(char: OneChar, times: int) -> tuple[Node, ...]:
    return (Repeat(char, times, times, 0),) if times > 1 else (char,) * times


def _is_within(one: OneChar, other: OneChar) -> bool:
    whole = _merged(included(other))
    return all(any(start <= low and high <= end for start, end in whole) for low, high in included(one))


def _merged(ranges: Ranges) -> Ranges:
    merged: list[tuple[int, int]] = []
    for low, high in ranges:
        if merged and low == merged[-1][1] + 1:
            merged[-1] = merged[-1][0], high
        else:
            merged.append((low, high))
    return tuple(merged)


def _without(one: OneChar, other: OneChar) -> OneChar | None:
    """The characters of one class that are not in another; None if these are all or none of them."""
    if one.negated:
        left = OneChar(tidy([*one.ranges, *included(other)]), negated=True)
    else:
        outside = included(OneChar(tuple(included(other)), negated=True))
        ranges = [(max(a, c), min(b, d)) for a, b in one.ranges for c, d in outside if a <= d and c <= b]
        left = OneChar(tidy(ranges), negated=False) if ranges else one
    return None if not included(left) or _merged(included(left)) == _merged(included(one)) else left
