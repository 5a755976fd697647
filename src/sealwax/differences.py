"""Where two texts part, and their unified diff, for texts of any size and any bytes."""

from collections.abc import Iterator
from difflib import SequenceMatcher

from sealwax.frozen import frozen

SHOWN_LINES = 60
"""Lines of a diff that are shown."""
SHOWN_WIDTH = 200
"""Characters of a line that are shown."""
COMPARED_LINES = 1000
"""Lines on either side up to which a diff is minimal. Beyond, what differs is one replaced block, found at once."""
CONTEXT = 3


@frozen
class Difference:
    """Where two texts part, counted from one, columns in code points; and how, as a unified diff."""

    line: int
    column: int
    diff: tuple[str, ...]
    left_out: int
    """Lines of the diff beyond those that are given."""


def difference(found: bytes, expected: bytes) -> Difference:
    """How to get from what was found to what is expected."""
    lines = list(_unified(_lines(found), _lines(expected)))
    line, column = _first_departure(found, expected)
    return Difference(line, column, tuple(lines[:SHOWN_LINES]), max(0, len(lines) - SHOWN_LINES))


def visible(text: str) -> str:
    """Text whose control and invisible characters can be seen, and cannot do anything to a terminal."""
    if text.isprintable():
        return text
    return "".join(_visible_character(character) for character in text)


def _visible_character(character: str) -> str:
    if character.isprintable() or character == "\t":
        return character
    return character.encode("unicode_escape").decode()


def _first_departure(found: bytes, expected: bytes) -> tuple[int, int]:
    at = _shared_length(found, expected)
    start_of_line = found.rfind(b"\n", 0, at) + 1
    # The shared part is good UTF-8, since the expected text is; only its last character may be cut in two.
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
    """Lines with their ends. Only a line feed ends one: a carriage return is a difference to be shown."""
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
    """Hunks as difflib gives them. What the texts share at both ends is set aside first: it can be very long."""
    before = _shared_lines(old, new)
    after = _shared_lines(old[before:][::-1], new[before:][::-1])
    start = max(0, before - CONTEXT)
    old_end, new_end = len(old) - after, len(new) - after
    if max(old_end, new_end) - before > COMPARED_LINES:
        yield _one_block(start, before, (old_end, new_end), min(after, CONTEXT))
        return
    tail = min(after, CONTEXT)
    matcher = SequenceMatcher(None, old[start : old_end + tail], new[start : new_end + tail])
    for group in matcher.get_grouped_opcodes(CONTEXT):
        yield [(tag, a + start, b + start, c + start, d + start) for tag, a, b, c, d in group]


def _one_block(start: int, before: int, ends: tuple[int, int], tail: int) -> list[tuple[str, int, int, int, int]]:
    old_end, new_end = ends
    return [
        ("equal", start, before, start, before),
        ("replace", before, old_end, before, new_end),
        ("equal", old_end, old_end + tail, new_end, new_end + tail),
    ]


def _shared_lines(one: list[bytes], other: list[bytes]) -> int:
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _span(start: int, end: int) -> str:
    """A range of lines as a hunk's header has it: an empty one is named by the line before it."""
    return f"{start + 1 if end > start else start},{end - start}"


def _shown(sign: str, lines: list[bytes]) -> Iterator[str]:
    for line in lines:
        text = line.removesuffix(b"\n").decode("utf-8", "backslashreplace")
        cut = f"… ({len(text) - SHOWN_WIDTH} more characters)" if len(text) > SHOWN_WIDTH else ""
        yield f"{sign}{visible(text[:SHOWN_WIDTH])}{cut}"
        if not line.endswith(b"\n"):
            yield "\\ No newline at end of file"
