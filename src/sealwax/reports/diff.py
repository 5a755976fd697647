"""Unified diffs, for files of any size and any bytes."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator

from sealwax.frozen import frozen
from sealwax.reports.terminal import visible

SHOWN_LINES = 60
"""Lines of a diff that are shown."""
SHOWN_WIDTH = 200
"""Characters of a line that are shown."""
COMPARED_LINES = 1000
"""Lines on either side that `difflib` compares, in quadratic time. Longer runs are first cut at unique lines."""
CUTS = 8
"""How often a run is cut again. A run that is still too long, or cannot be cut, is shown as one replaced block."""
CONTEXT = 3


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
    lines = list(_unified(_lines(found), _lines(expected)))
    line, column = _first_difference(found, expected)
    return Difference(line, column, tuple(lines[:SHOWN_LINES]), max(0, len(lines) - SHOWN_LINES))


def _first_difference(found: bytes, expected: bytes) -> tuple[int, int]:
    at = _shared_length(found, expected)
    start_of_line = found.rfind(b"\n", 0, at) + 1
    # The shared part is valid UTF-8, as the expected text is; only its last character may be cut in two.
    return found.count(b"\n", 0, at) + 1, len(found[start_of_line:at].decode("utf-8", "ignore")) + 1


def _shared_length(one: bytes, other: bytes) -> int:
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


# -- the unified diff -------------------------------------------------------------------------------------------------


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
    """Hunks as `difflib` makes them: changes close to each other, with the lines around and between them."""
    group: list[tuple[str, int, int, int, int]] = []
    after = 0
    for old_start, old_end, new_start, new_end in _changes(old, new):
        if group and old_start - after > 2 * CONTEXT:
            yield [*group, _equal(after, group[-1][4], min(CONTEXT, len(old) - after))]
            group = []
        before = old_start - after if group else min(CONTEXT, old_start)
        group.append(_equal(old_start - before, new_start - before, before))
        group.append(("replace", old_start, old_end, new_start, new_end))
        after = old_end
    yield [*group, _equal(after, group[-1][4], min(CONTEXT, len(old) - after))]


def _equal(old_start: int, new_start: int, count: int) -> tuple[str, int, int, int, int]:
    return "equal", old_start, old_start + count, new_start, new_start + count


def _changes(old: list[bytes], new: list[bytes]) -> Iterator[tuple[int, int, int, int]]:
    """The ranges between the lines that the texts share."""
    old_at = new_at = 0
    runs = (run for run in _shared(old, new, (0, 0), CUTS) if run[2])
    for old_start, new_start, count in (*runs, (len(old), len(new), 0)):
        if old_start > old_at or new_start > new_at:
            yield old_at, old_start, new_at, new_start
        old_at, new_at = old_start + count, new_start + count


def _shared(old: list[bytes], new: list[bytes], at: tuple[int, int], cuts: int) -> Iterator[tuple[int, int, int]]:
    """Runs of equal lines, in order: where they start in either text, and their length.

    `at` is where these lines start. The lines shared at both ends are taken off first: they can be many.
    """
    before = _shared_lines(old, new)
    after = _shared_lines(old[before:][::-1], new[before:][::-1])
    old_end, new_end = len(old) - after, len(new) - after
    yield at[0], at[1], before
    yield from _shared_inside(old[before:old_end], new[before:new_end], (at[0] + before, at[1] + before), cuts)
    yield at[0] + old_end, at[1] + new_end, after


def _shared_inside(
    old: list[bytes], new: list[bytes], at: tuple[int, int], cuts: int
) -> Iterator[tuple[int, int, int]]:
    if max(len(old), len(new)) <= COMPARED_LINES:
        from difflib import SequenceMatcher  # not needed when nothing differs

        for match in SequenceMatcher(None, old, new).get_matching_blocks():
            yield at[0] + match.a, at[1] + match.b, match.size
    elif cuts and (anchors := _anchors(old, new)):
        start = (0, 0)
        for end in (*anchors, (len(old), len(new))):
            part = old[start[0] : end[0]], new[start[1] : end[1]]
            yield from _shared(*part, (at[0] + start[0], at[1] + start[1]), cuts - 1)
            start = end


def _anchors(old: list[bytes], new: list[bytes]) -> list[tuple[int, int]]:
    """The positions of lines that are unique in both texts: the most that are in the same order in both."""
    once = {line for line, count in Counter(new).items() if count == 1}
    places = {line: place for place, line in enumerate(new) if line in once}
    unique = {line for line, count in Counter(old).items() if count == 1}
    pairs = [(place, places[line]) for place, line in enumerate(old) if line in unique and line in places]
    return _rising(pairs)


def _rising(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest subsequence of pairs whose second members increase, as the first ones do."""
    lowest: list[int] = []  # the lowest last member of a subsequence, by length
    last: list[int] = []  # the pair that it belongs to
    before: list[int] = []  # for each pair, its predecessor in the subsequence
    for index, (_, place) in enumerate(pairs):
        length = bisect_left(lowest, place)
        lowest[length : length + 1] = [place]
        last[length : length + 1] = [index]
        before.append(last[length - 1] if length else -1)
    chosen = []
    at = last[-1] if last else -1
    while at >= 0:
        chosen.append(pairs[at])
        at = before[at]
    return chosen[::-1]


def _shared_lines(one: list[bytes], other: list[bytes]) -> int:
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


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
