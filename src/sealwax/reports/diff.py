"""Unified diffs, for files of any size and any bytes."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import Match, SequenceMatcher
from itertools import accumulate, takewhile

from msgspec import Struct

from sealwax.reports.terminal import visible

SHOWN_LINES = 60
"""Lines of a diff that are shown."""
SHOWN_WIDTH = 200
"""Characters of a line that are shown."""
CONTEXT = 3
"""Lines around a difference that are shown."""
COMPARED_LINES = 1000
"""Lines after the first difference that are compared where comparing all of them would take long."""
MAX_WORK = 6_000_000
"""Looks at a pair of equal lines that take about a second."""


class Difference(Struct, frozen=True):
    """The first difference between two texts, counted from one, columns in code points; and their unified diff."""

    line: int
    column: int
    diff: tuple[str, ...] = ()
    left_out: int = 0
    """Lines of the diff beyond those in `diff`."""
    added: int = 0
    removed: int = 0


def difference(found: bytes, expected: bytes) -> Difference:
    """The difference between a file on disk and its expected content."""
    old, new = _lines(found), _lines(expected)
    same = _shared(old, new)
    unlike = [b"".join(lines[same : same + 1]).decode("utf-8", "replace") for lines in (old, new)]
    diff = list(_unified(old, new))
    column = _shared(*unlike) + 1
    signs = Counter(line[0] for line in diff[2:])
    left_out = max(0, len(diff) - SHOWN_LINES)
    return Difference(same + 1, column, tuple(diff[:SHOWN_LINES]), left_out, signs["+"], signs["-"])


def _shared(one: Sequence[object], other: Sequence[object]) -> int:
    """How many of the first lines, or characters, are the same."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _lines(text: bytes) -> list[bytes]:
    """Lines with their endings. Only a line feed ends one: a carriage return is a difference to show."""
    *ended, last = text.split(b"\n")
    return [*(line + b"\n" for line in ended), *([last] if last else [])]


class _TooMuch(Exception):
    """Comparing all lines would take too long."""


class _Matcher(SequenceMatcher[bytes]):
    """Counts how often it looks at a pair of equal lines, and gives up in time."""

    def __init__(self, old: Sequence[bytes], new: Sequence[bytes]) -> None:
        super().__init__(None, old, new)
        places: Mapping[bytes, Sequence[int]] = vars(self)["b2j"]  # documented, but unknown to type checkers
        pairs = (len(places.get(line, ())) + 1 for line in old)
        self._pairs_before = [0, *accumulate(pairs)]
        self._left = MAX_WORK

    def find_longest_match(self, alo: int = 0, ahi: int | None = None, blo: int = 0, bhi: int | None = None) -> Match:
        self._left -= self._pairs_before[-1 if ahi is None else ahi] - self._pairs_before[alo]
        if self._left < 0:
            raise _TooMuch
        return super().find_longest_match(alo, ahi, blo, bhi)


def _unified(old: list[bytes], new: list[bytes]) -> Iterator[str]:
    """The unified diff. If there is too much to compare, its last hunk replaces the rest of the text."""
    start = max(0, _shared(old, new) - CONTEXT)
    end = max(len(old), len(new))
    try:
        hunks = [*_Matcher(old[start:], new[start:]).get_grouped_opcodes(CONTEXT)]
    except _TooMuch:
        end = start + CONTEXT + COMPARED_LINES
        hunks = [*SequenceMatcher(None, old[start:end], new[start:end]).get_grouped_opcodes(CONTEXT)]
    if old == new:
        return
    yield from ("--- on disk", "+++ from the contracts")
    for hunk in hunks:
        (_, first_old, _, first_new, _), (_, _, last_old, _, last_new) = hunk[0], hunk[-1]
        ranges = (_range(start + first_old, start + last_old), _range(start + first_new, start + last_new))
        yield f"@@ -{ranges[0]} +{ranges[1]} @@"
        for kind, *places in hunk:
            before, after = (slice(start + places[at], start + places[at + 1]) for at in (0, 2))
            if kind == "equal":
                yield from _marked(b" ", old[before])
            else:
                yield from _marked(b"-", old[before])
                yield from _marked(b"+", new[after])
    rest, replaced = old[end:], new[end:]
    if rest != replaced:
        yield f"@@ -{min(end + 1, len(old))},{len(rest)} +{min(end + 1, len(new))},{len(replaced)} @@"
        yield from _marked(b"-", rest)
        yield from _marked(b"+", replaced)


def _range(first: int, last: int) -> str:
    """The lines of a hunk, as unified diffs count them."""
    length = last - first
    return str(first + 1) if length == 1 else f"{first + 1 if length else first},{length}"


def _marked(mark: bytes, lines: Iterable[bytes]) -> Iterator[str]:
    for line in lines:
        yield from _shown(mark + line)


def _shown(line: bytes) -> Iterator[str]:
    text = line.removesuffix(b"\n").decode("utf-8", "backslashreplace")
    cut = f"… ({len(text) - 1 - SHOWN_WIDTH} more characters)" if len(text) > SHOWN_WIDTH + 1 else ""
    yield f"{visible(text[: SHOWN_WIDTH + 1])}{cut}"
    if not line.endswith(b"\n"):
        yield "\\ No newline at end of file"
