"""Diagnostics as text for people, as JSON for programs, and as annotations for GitHub."""

import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from sealwax.diagnostics import Diagnostic, Position, Severity
from sealwax.frozen import frozen
from sealwax.naming import counted
from sealwax.reports.annotations import annotation

SHOWN_CELLS = 100
"""Cells of a source line that are shown; what the caret points at stays in view."""
SHOWN_MESSAGE = 1000
_BEFORE_CARET = 60
_BOLD, _RED, _BLUE, _CYAN, _PLAIN = "1", "1;31", "34", "1;36", ""
_COLOR = {Severity.ERROR: _RED, Severity.NOTE: _CYAN}
_LEVEL = {Severity.ERROR: "error", Severity.NOTE: "notice"}
"""What GitHub calls them."""


def render_text(diagnostics: Sequence[Diagnostic], sources: Mapping[str, bytes], color: bool) -> str:
    """Each diagnostic with the line that it is about, then how many there are."""
    if not diagnostics:
        return ""
    shown = {place.file for diagnostic in diagnostics for place in _places(diagnostic)}
    files = {file: sources[file].split(b"\n") for file in shown if file in sources}
    blocks: list[str] = []
    for diagnostic in diagnostics:
        blocks.append("".join(f"{_painted(line, color)}\n" for line in _block(diagnostic, files)))
    return "\n".join([*blocks, f"{_summary(diagnostics)}\n"])


def render_json(diagnostics: Sequence[Diagnostic]) -> str:
    """One object with a list of diagnostics. The keys are stable."""
    import json  # one form of three needs it

    return json.dumps({"diagnostics": [_as_object(diagnostic) for diagnostic in diagnostics]}, indent=2) + "\n"


def render_github(diagnostics: Sequence[Diagnostic]) -> str:
    """One workflow command per diagnostic, which GitHub shows beside the line."""
    return "".join(_annotation(diagnostic) for diagnostic in diagnostics)


_Object = dict[str, str | int]


def _as_object(diagnostic: Diagnostic) -> dict[str, str | int | list[_Object]]:
    return {
        **_place_object(diagnostic.position),
        "severity": diagnostic.severity.value,
        "code": diagnostic.code.value,
        "message": diagnostic.message,
        "hint": diagnostic.hint,
        "related": [{**_place_object(one.position), "message": one.message} for one in diagnostic.related],
    }


def _place_object(position: Position) -> _Object:
    return {"file": position.file, "line": position.line, "column": position.column}


def _annotation(diagnostic: Diagnostic) -> str:
    position = diagnostic.position
    title = f"sealwax: {diagnostic.code.value}"
    related = (f"{_where(one.position)} {one.message}" for one in diagnostic.related)
    told = "\n".join(filter(None, (diagnostic.message, *related, diagnostic.hint)))
    level = _LEVEL[diagnostic.severity]
    return f"{_harmless(annotation(position.file, position.line, position.column, title, told, level))}\n"


def _summary(diagnostics: Sequence[Diagnostic]) -> str:
    by_severity = Counter(diagnostic.severity for diagnostic in diagnostics)
    counts = [counted(by_severity[severity], severity.value) for severity in Severity if by_severity[severity]]
    files = len({diagnostic.position.file for diagnostic in diagnostics})
    return f"{' and '.join(counts)} in {counted(files, 'file')}"


# -- the frame --------------------------------------------------------------------------------------------------------

_Line = list[tuple[str, str]]
"""Pieces of a line, each with the code of its colour."""


def _block(diagnostic: Diagnostic, files: Mapping[str, list[bytes]]) -> Iterator[_Line]:
    """The diagnostic with its source line, then each related place with its own, then what to do about it."""
    position, color = diagnostic.position, _COLOR[diagnostic.severity]
    kind = f"{diagnostic.severity.value}[{diagnostic.code.value}]"
    gutter = max(len(str(place.line)) for place in _places(diagnostic))
    yield [(_BOLD, f"{_where(position)} "), (color, kind), (_BOLD, f" {_harmless(diagnostic.message)}")]
    yield from _frame(position, diagnostic.width, files, gutter, (color, "^"))
    for related in diagnostic.related:
        yield [(_BLUE, f"{' ' * gutter} : "), (_PLAIN, f"{_where(related.position)} {_harmless(related.message)}")]
        yield from _frame(related.position, related.width, files, gutter, (_BLUE, "-"))
    if diagnostic.hint:
        yield [(_BLUE, f"{' ' * gutter} = "), (_PLAIN, _harmless(diagnostic.hint))]


def _frame(
    position: Position, width: int, files: Mapping[str, list[bytes]], gutter: int, mark: tuple[str, str]
) -> Iterator[_Line]:
    lines = files.get(position.file, [])
    if 1 <= position.line <= len(lines):
        excerpt = _excerpt(_decoded(lines, position.line), position.column, width)
        color, char = mark
        yield [(_BLUE, f"{' ' * gutter} |")]
        yield [(_BLUE, f"{position.line:>{gutter}} |"), (_PLAIN, f" {excerpt.text}".rstrip())]
        yield [(_BLUE, f"{' ' * gutter} | "), (color, excerpt.carets.replace("^", char))]


def _places(diagnostic: Diagnostic) -> list[Position]:
    return [diagnostic.position, *(related.position for related in diagnostic.related)]


def _where(position: Position) -> str:
    return f"{_harmless(position.file)}:{position.line}:{position.column}:"


def _decoded(lines: list[bytes], number: int) -> str:
    """A line as columns count it: without the end of line, and without a byte order mark."""
    text = lines[number - 1].removesuffix(b"\r").decode("utf-8", "replace")
    return text.removeprefix("\ufeff") if number == 1 else text


@frozen
class _Excerpt:
    """The part of a source line that is shown, and the carets that go below it."""

    text: str
    carets: str


def _excerpt(line: str, column: int, width: int) -> _Excerpt:
    at = min(column - 1, len(line))
    start = _first_shown(line, at)
    shown, end = _fitting(line, start)
    marked = line[at : min(at + width, end)]
    before = "…" * (start > 0) + line[start:at]
    carets = " " * sum(map(_cells, before)) + "^" * max(1, sum(map(_cells, marked)))
    return _Excerpt("…" * (start > 0) + shown + "…" * (end < len(line)), carets)


def _first_shown(line: str, at: int) -> int:
    """Where to start so that the caret is in view: at the start of the line if that fits."""
    if at < SHOWN_CELLS and sum(map(_cells, line[: at + 1])) <= SHOWN_CELLS:
        return 0
    start, cells = at, 0
    while start > 0 and cells < _BEFORE_CARET:
        start -= 1
        cells += _cells(line[start])
    return start


def _fitting(line: str, start: int) -> tuple[str, int]:
    """As much of the line as fits, and where that ends."""
    cells, end = 0, start
    while end < len(line) and cells + _cells(line[end]) <= SHOWN_CELLS:
        cells += _cells(line[end])
        end += 1
    return "".join(map(_shown, line[start:end])), end


def _cells(char: str) -> int:
    """How many columns of a terminal a character takes, as it is shown."""
    if char.isascii() or _shown(char) != char:
        return 1
    if unicodedata.category(char) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _shown(char: str) -> str:
    """The character, or a picture of one cell for what could move the cursor or turn the direction of writing."""
    if char.isprintable() or unicodedata.category(char) == "Zs":
        return char
    code = ord(char)
    return chr(0x2400 + code) if code < 0x20 else "\u2421" if code == 0x7F else "\ufffd"


def _harmless(text: str) -> str:
    """A message that stays one line and moves no cursor, however long and strange the names in it are."""
    cut = text if len(text) <= SHOWN_MESSAGE else f"{text[:SHOWN_MESSAGE]}…"
    return "".join(map(_shown, cut))


def _painted(line: _Line, color: bool) -> str:
    return "".join(f"\x1b[{code}m{text}\x1b[0m" if color and code and text else text for code, text in line)
