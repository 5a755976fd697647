"""Regular expressions that mean the same in Python, ECMAScript and Rust.

A pattern is parsed into a small tree and printed in a syntax that all three engines interpret the same way: no
shorthand classes (Python's `\\d` matches digits of every script), no captures, no dot, and only escapes that every
engine allows. A pattern that cannot be printed this way, or could backtrack for a very long time, is rejected.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from msgspec import Struct

from sealwax.patterns.cost import MAX_REPEATED, MAX_STEPS, Cost, cost
from sealwax.patterns.syntax import PatternError, PatternParser
from sealwax.patterns.tree import Newline, Node, OneChar, Options, Repeat, Steps, emit, final_newline

__all__ = [
    "FORMATS",
    "LARGEST",
    "LETTER_CASES",
    "MAX_STEPS",
    "Newline",
    "Pattern",
    "PatternError",
    "escape",
    "grouped",
    "matches_only_digits",
    "parse_pattern",
]


LARGEST = 10**15 - 1
"""Every language reads a number of this size exactly, and writes it with the same digits."""


class Pattern(Struct, frozen=True):
    """A pattern for whole strings: `source` as written in the contract, `body` in canonical form without anchors."""

    source: str
    body: str
    grouped: bool
    """Whether the body is an alternation, which needs `(?:…)` before it is combined with anything."""
    final_newline: Newline = Newline.NEVER
    cost: Cost = Cost()

    @property
    def anchored(self) -> str:
        """The pattern with anchors. In Python, its `$` also matches before a final newline."""
        return f"^(?:{self.body})$" if self.grouped else f"^{self.body}$"

    def matches(self, text: str) -> bool:
        """Whether a text matches. One that is longer than what the pattern can cost does not."""
        is_short = self.cost.longest is None or len(text) <= self.cost.longest
        return is_short and _compiled(self.body).fullmatch(text) is not None

    def ascends(self, text: str) -> bool:
        """Whether the number in the second group is greater than that in the first, where the pattern matches."""
        found = _compiled(self.body).fullmatch(text)
        if found is None:
            return True
        low, high = (digits.lstrip("0") for digits in found.groups() if digits is not None)
        return (len(low), low) < (len(high), high)  # as text, because numbers can have any length


@lru_cache(maxsize=1024)
def _compiled(body: str) -> re.Pattern[str]:
    return re.compile(body)


@lru_cache(maxsize=1024)  # many fields share a pattern
def parse_pattern(source: str) -> Pattern:
    """Parse a pattern; raises `PatternError` if it is invalid or not portable."""
    tree = PatternParser(source).pattern()
    return Pattern(source, emit(tree), isinstance(tree, Options), final_newline(tree), cost(tree))


def _whole(body: str, longest: int | None = None) -> Pattern:
    """A pattern whose body is in canonical form, so it need not be parsed at start-up; a test checks that it is."""
    return Pattern(f"^{body}$", body, grouped=False, cost=Cost(longest))


def escape(text: str) -> str:
    """A pattern without anchors that matches only this text."""
    return re.sub(r"([\\^$.|?*+()\[\]{}/-])", r"\\\1", text)


def grouped(literals: Sequence[str], parts: Sequence[Pattern], in_groups: Iterable[int]) -> Pattern:
    """A pattern for parts with literal text before, between and after them. Groups hold the parts at these indexes."""
    groups, body = {*in_groups}, _canonical(literals[0])
    for at, (part, after) in enumerate(zip(parts, literals[1:], strict=True)):
        body += f"({'' if at in groups else '?:'}{part.body}){_canonical(after)}"
    return Pattern("", body, grouped=False)


def _canonical(text: str) -> str:
    return parse_pattern(f"^{escape(text)}$").body


def matches_only_digits(pattern: Pattern) -> bool:
    """Whether every text that matches consists of the digits 0 to 9."""
    return _is_digits(PatternParser(pattern.source).pattern())


def _is_digits(node: Node) -> bool:
    match node:
        case OneChar(ranges, negated):
            return not negated and all(ord("0") <= low and high <= ord("9") for low, high in ranges)
        case Steps(inner) | Options(inner):
            return all(map(_is_digits, inner))
        case Repeat(inner):
            return _is_digits(inner)


_DAY_OF_MONTH = (
    r"(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])"
    r"|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)"
    r"|02-(?:0[1-9]|[12][0-9]))"
)
_DATE = f"[0-9]{{4}}-{_DAY_OF_MONTH}"
_TIME = r"(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]+)?"
_OFFSET = r"(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])"

FORMATS: Mapping[str, Pattern] = {
    "date": _whole(_DATE),
    "date-time": _whole(f"{_DATE}T{_TIME}{_OFFSET}"),
    "utc-date-time": _whole(f"{_DATE}T{_TIME}Z"),
    "uuid": _whole(r"[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"),
}
LETTER_CASES: Mapping[str, Pattern] = {
    "SCREAMING_SNAKE": _whole("[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*", MAX_REPEATED),
    "lower_snake": _whole("[a-z][a-z0-9]*(?:_[a-z0-9]+)*", MAX_REPEATED),
}
