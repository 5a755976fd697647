"""Sample texts that match a pattern, derived from its tree."""

from collections.abc import Callable
from functools import lru_cache
from typing import assert_never

from sealwax.patterns import Pattern
from sealwax.patterns.syntax import PatternParser
from sealwax.patterns.tree import Node, OneChar, Options, Repeat, Steps

_PREFERRED = tuple(map(ord, "a0A -"))
_SURROGATES = range(0xD800, 0xE000)


def matching_text(pattern: Pattern, length: int = 0) -> str | None:
    """A matching text of the given length, or as short as possible; None if none is found.

    If the length can be distributed in several ways, as for `(ab)*c*`, only the first one is tried.
    """
    text = _sample(pattern.source, length)
    return text if pattern.matches(text) else None


@lru_cache(maxsize=1024)
def _sample(source: str, length: int) -> str:
    return _text(PatternParser(source).pattern(), length)


def _text(node: Node, length: int) -> str:
    match node:
        case OneChar():
            return chr(_char(node))
        case Steps(steps):
            return _distributed(steps, length)
        case Options(options):
            fitting = [option for option in options if _fits(option, length)]
            return _text(fitting[0] if fitting else min(options, key=lambda option: _span(option)[0]), length)
        case Repeat(OneChar() as inner):
            return chr(_char(inner)) * _times(node, length)
        case Repeat(inner):
            return _distributed((inner,) * _times(node, length), length)
        case _:
            assert_never(node)


def _distributed(parts: tuple[Node, ...], length: int) -> str:
    """Give each part its minimum length, and the rest to the first parts that can be longer."""
    left = length - sum(_span(part)[0] for part in parts)
    text = ""
    for part in parts:
        low, high = _span(part)
        more = max(0, left if high is None else min(left, high - low))
        text += _text(part, low + more)
        left -= more
    return text


def _times(repeat: Repeat, length: int) -> int:
    low, high = _span(repeat.inner)
    each = high or low or 1
    wanted = -(-length // each)
    return max(repeat.low, wanted if repeat.high is None else min(wanted, repeat.high))


def _fits(node: Node, length: int) -> bool:
    low, high = _span(node)
    return low <= length and (high is None or length <= high)


@lru_cache(maxsize=4096)
def _span(node: Node) -> tuple[int, int | None]:
    """The minimum and maximum length of a match; no maximum is None."""
    match node:
        case OneChar():
            return 1, 1
        case Steps(steps):
            spans = [_span(step) for step in steps]
            return sum(low for low, _ in spans), _known(sum, [high for _, high in spans])
        case Options(options):
            spans = [_span(option) for option in options]
            return min(low for low, _ in spans), _known(max, [high for _, high in spans])
        case Repeat(inner, least, most):
            low, high = _span(inner)
            return low * least, 0 if high == 0 else None if high is None or most is None else high * most
        case _:
            assert_never(node)


def _known(combine: Callable[[list[int]], int], highs: list[int | None]) -> int | None:
    known = [high for high in highs if high is not None]
    return combine(known) if len(known) == len(highs) else None


def _char(node: OneChar) -> int:
    """A letter, digit, space or hyphen if possible, otherwise the first matching character."""
    preferred = (code for code in _PREFERRED if _matches(node, code))
    if node.negated:
        others = (code for code in range(0x21, 0x110000) if code not in _SURROGATES and _matches(node, code))
    else:
        others = (code for ends in node.ranges for code in ends if code not in _SURROGATES)
    return next(preferred, None) or next(others, 0)


def _matches(node: OneChar, code: int) -> bool:
    return any(low <= code <= high for low, high in node.ranges) is not node.negated
