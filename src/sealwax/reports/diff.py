"""Unified diffs, for files of any size and any bytes."""

from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import diff_bytes, unified_diff
from itertools import pairwise, takewhile

from msgspec import Struct

from sealwax.reports.terminal import visible

SHOWN_LINES = 60
"""Lines of a diff that are shown."""
SHOWN_WIDTH = 200
"""Characters of a line that are shown."""
COMPARED_LINES = 1000
"""Lines after the first difference that are compared where comparing all of them would take long."""
MAX_WORK = 20_000_000
"""Comparisons that take about two seconds."""


class Difference(Struct, frozen=True):
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
    """The unified diff. If there is too much to compare, its last hunk replaces the rest of the text."""
    end = max(len(old), len(new))
    if _work(old, new) > MAX_WORK:
        end = _shared(old, new) + COMPARED_LINES
    for line in diff_bytes(unified_diff, old[:end], new[:end], b"on disk", b"from the contracts"):
        yield from _shown(line)
    before, after = old[end:], new[end:]
    if before != after:
        yield f"@@ -{min(end + 1, len(old))},{len(before)} +{min(end + 1, len(new))},{len(after)} @@"
        for line in (*(b"-" + line for line in before), *(b"+" + line for line in after)):
            yield from _shown(line)


def _work(old: list[bytes], new: list[bytes]) -> int:
    """About how often `difflib` looks at a pair of equal lines: once for each run of lines that the texts share.

    It skips lines that make up more than a hundredth of the text.
    """
    count = Counter(new)
    pairs = sum(count[line] for line in old if count[line] <= len(new) // 100 + 1)
    return pairs * len({*pairwise(old)} - {*pairwise(new)})


def _shown(line: bytes) -> Iterator[str]:
    text = line.removesuffix(b"\n").decode("utf-8", "backslashreplace")
    cut = f"… ({len(text) - 1 - SHOWN_WIDTH} more characters)" if len(text) > SHOWN_WIDTH + 1 else ""
    yield f"{visible(text[: SHOWN_WIDTH + 1])}{cut}"
    if not line.endswith(b"\n"):
        yield "\\ No newline at end of file"
