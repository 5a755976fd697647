"""Unified diffs, for files of any size and any bytes."""

from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import pairwise, takewhile

from sealwax.frozen import frozen
from sealwax.reports.terminal import visible

SHOWN_LINES = 60
"""Lines of a diff that are shown."""
SHOWN_WIDTH = 200
"""Characters of a line that are shown."""
COMPARED_LINES = 1000
"""Lines after the first difference that are compared where comparing all of them would take long."""
MAX_WORK = 20_000_000
"""Comparisons that take about two seconds."""


@frozen
class Difference:
    """The first difference between two texts, counted from one, columns in code points; and their unified diff."""

    line: int
    column: int
    diff: tuple[str, ...]
    left_out: int
    """Lines of the diff beyond those in `diff`."""


def difference(found: bytes, expected: bytes) -> Difference:
    """The difference between a file on disk and its expected content."""
    old, new = _lines(found), _lines(expected)
    same = _shared(old, new)
    unlike = [b"".join(lines[same : same + 1]).decode("utf-8", "replace") for lines in (old, new)]
    diff = list(_unified(old, new))
    column = _shared(*unlike) + 1
    return Difference(same + 1, column, tuple(diff[:SHOWN_LINES]), max(0, len(diff) - SHOWN_LINES))


def _shared(one: Sequence[object], other: Sequence[object]) -> int:
    """How many of the first lines, or characters, are the same."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _lines(text: bytes) -> list[bytes]:
    """Lines with their endings. Only a line feed ends one: a carriage return is a difference to show."""
    *ended, last = text.split(b"\n")
    return [*(line + b"\n" for line in ended), *([last] if last else [])]


def _unified(old: list[bytes], new: list[bytes]) -> Iterator[str]:
    if old == new:
        return
    yield "--- on disk"
    yield "+++ from the contracts"
    for group in _groups(old, new):
        yield f"@@ -{_span(group[0][1], group[-1][2])} +{_span(group[0][3], group[-1][4])} @@"
        for tag, old_start, old_end, new_start, new_end in group:
            if tag == "equal":
                yield from _shown(" ", old[old_start:old_end])
            else:
                yield from _shown("-", old[old_start:old_end])
                yield from _shown("+", new[new_start:new_end])


def _groups(old: list[bytes], new: list[bytes]) -> Iterator[list[tuple[str, int, int, int, int]]]:
    """The hunks of a diff. If there is too much to compare, the last one replaces the rest of the text."""
    end = max(len(old), len(new))
    if _work(old, new) > MAX_WORK:
        end = _shared(old, new) + COMPARED_LINES
    yield from SequenceMatcher(None, old[:end], new[:end]).get_grouped_opcodes()
    if old[end:] != new[end:]:
        yield [("replace", min(end, len(old)), len(old), min(end, len(new)), len(new))]


def _work(old: list[bytes], new: list[bytes]) -> int:
    """About how often `difflib` looks at a pair of equal lines: once for each run of lines that the texts share.

    It skips lines that make up more than a hundredth of the text.
    """
    count = Counter(new)
    pairs = sum(count[line] for line in old if count[line] <= len(new) // 100 + 1)
    return pairs * len({*pairwise(old)} - {*pairwise(new)})


def _span(start: int, end: int) -> str:
    """A range of lines as in the header of a hunk: an empty range gives the line before it."""
    return f"{start + 1 if end > start else start},{end - start}"


def _shown(sign: str, lines: list[bytes]) -> Iterator[str]:
    for line in lines:
        text = line.removesuffix(b"\n").decode("utf-8", "backslashreplace")
        cut = f"… ({len(text) - SHOWN_WIDTH} more characters)" if len(text) > SHOWN_WIDTH else ""
        yield f"{sign}{visible(text[:SHOWN_WIDTH])}{cut}"
        if not line.endswith(b"\n"):
            yield "\\ No newline at end of file"
