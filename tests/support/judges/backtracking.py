"""A matcher that backtracks as the engines of Python and V8 do, and counts what it does."""

from collections.abc import Iterator

from sealwax.patterns.syntax import PatternParser
from sealwax.patterns.tree import Node, OneChar, Options, Repeat, Steps


class Matcher:
    """Tries every way to match a text before it gives up, and counts its attempts to match a character or to end."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.steps = 0

    def ends(self, node: Node, at: int) -> Iterator[int]:
        match node:
            case OneChar(ranges, negated):
                self.steps += 1
                if at < len(self.text) and any(a <= ord(self.text[at]) <= b for a, b in ranges) != negated:
                    yield at + 1
            case Options(options):
                for option in options:
                    yield from self.ends(option, at)
            case Steps(steps):
                yield from self.sequence(steps, at)
            case Repeat(inner, low, high):
                yield from self.repeated(inner, low, high, at)

    def sequence(self, steps: tuple[Node, ...], at: int) -> Iterator[int]:
        if not steps:
            yield at
            return
        for end in self.ends(steps[0], at):
            yield from self.sequence(steps[1:], end)

    def repeated(self, inner: Node, low: int, high: int | None, at: int) -> Iterator[int]:
        if high is None or high > 0:
            for end in self.ends(inner, at):
                yield from self.repeated(inner, max(low - 1, 0), None if high is None else high - 1, end)
        if low == 0:
            yield at


def steps_to_fail(source: str, text: str) -> int:
    """The steps that it takes until no way to match the whole text is left."""
    matcher = Matcher(text)
    for _ in matcher.ends(PatternParser(source).pattern(), 0):
        matcher.steps += 1
    return matcher.steps
