"""The part of a source line that a diagnostic shows, with carets below it."""

import unicodedata

SHOWN_CELLS = 100
"""Terminal cells of a source line that are shown, and characters before the caret. The caret is always among them."""
_BEFORE_CARET = 60


def excerpt(line: str, column: int, width: int) -> tuple[str, str]:
    """As much of a line as fits, and carets to go below `width` of its characters from a column on."""
    at = min(column - 1, len(line))
    start = _first_shown(line, at)
    shown, end = _fitting(line, start)
    marked = line[at : min(at + width, end)]
    before = "…" * (start > 0) + line[start:at]
    carets = " " * sum(map(_cells, before)) + "^" * max(1, sum(map(_cells, marked)))
    return "…" * (start > 0) + shown + "…" * (end < len(line)), carets


def one_cell(char: str) -> str:
    """The character, or a replacement of one cell if it could move the cursor or change the text direction."""
    if char.isprintable() or unicodedata.category(char) == "Zs":
        return char
    code = ord(char)
    return chr(0x2400 + code) if code < 0x20 else "\u2421" if code == 0x7F else "\ufffd"


def _first_shown(line: str, at: int) -> int:
    """The start of the line if the caret is in view then, otherwise a place shortly before the caret."""
    if at < SHOWN_CELLS and sum(map(_cells, line[: at + 1])) <= SHOWN_CELLS:
        return 0
    start, cells = at, 0
    while start > 0 and cells < _BEFORE_CARET and at - start < SHOWN_CELLS:
        start -= 1
        cells += _cells(line[start])
    return start


def _fitting(line: str, start: int) -> tuple[str, int]:
    """As much of the line as fits, and where it ends."""
    cells, end = 0, start
    # Accents that are characters of their own take no cell, however many there are.
    while end < min(len(line), start + 2 * SHOWN_CELLS) and cells + _cells(line[end]) <= SHOWN_CELLS:
        cells += _cells(line[end])
        end += 1
    return "".join(map(one_cell, line[start:end])), end


def _cells(char: str) -> int:
    """The number of terminal cells that a character takes as shown."""
    if char.isascii() or one_cell(char) != char:
        return 1
    if unicodedata.category(char) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1
