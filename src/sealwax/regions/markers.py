"""Finds the markers in a Markdown file. `generate` writes the lines between two of them, and nothing else."""

import re
from collections.abc import Iterator

from msgspec import Struct

from sealwax.contract.source.text import SourceText, decoded
from sealwax.diagnostics import Code, Position, Report
from sealwax.languages.markdown import fence_after

BEGIN = "<!-- sealwax:begin contract#section -->"
END = "<!-- sealwax:end -->"
_BEGIN = re.compile(r"<!-- sealwax:begin (?P<name>(?:(?!-->)\S)+) -->[ \t]*")
_END = re.compile(rf"{END}[ \t]*")
_ALMOST = re.compile(r" {0,3}<!--[ \t]*sealwax\b", re.IGNORECASE)


class Region(Struct, frozen=True):
    """The lines between two markers: `start` is the number of lines before them, `end` that up to their end."""

    name: str
    """That of the section it shows."""
    position: Position
    """That of the name."""
    start: int
    end: int


class MarkedFile(Struct, frozen=True):
    """A Markdown file: its lines, with their endings, and its regions."""

    lines: tuple[str, ...]
    regions: tuple[Region, ...]


def read_document(file: str, raw: bytes, report: Report) -> MarkedFile | None:
    """The regions of a file. None if it cannot be read; the report says why."""
    source = decoded(file, raw, report, "split it into several files")
    if source is None:
        return None
    lines = tuple(re.split(r"(?<=\n)", raw.decode()))
    return MarkedFile(lines, tuple(_regions(source, report)))


def marker_lines(raw: bytes) -> bytes:
    """The lines of a file that look like markers: what `generate` depends on, apart from what it writes."""
    return b"\n".join(line for line in raw.split(b"\n") if b"<!-- sealwax:" in line)


def is_marker(line: str) -> bool:
    """Whether a line looks like a marker, so that it cannot be part of a region."""
    return _ALMOST.match(line) is not None


def _regions(source: SourceText, report: Report) -> Iterator[Region]:
    """The regions in order. Markers in a fenced block of code are examples, and do not count."""
    begun: tuple[str, Position, int] | None = None
    fence = ""
    for number, line in enumerate(source.text.split("\n"), start=1):
        place = Position(source.file, number, 1)
        if begun is None:
            was_code, fence = bool(fence), fence_after(line, fence)
            if fence or was_code:
                continue
        if _END.fullmatch(line) and begun is not None:
            yield Region(*begun, number - 1)
            begun = None
        elif (begin := _BEGIN.fullmatch(line)) is not None and begun is None:
            begun = begin["name"], Position(source.file, number, begin.start("name") + 1), number
        elif is_marker(line):
            _report_marker(line, place, begun[1] if begun else None, report)
    if begun is not None:
        name, position, _ = begun
        report.add(Code.BAD_MARKER, position, "this region has no end", f"write {END} on a line below", len(name))


def _report_marker(line: str, place: Position, begun: Position | None, report: Report) -> None:
    if begun is not None and _BEGIN.fullmatch(line):
        message, hint = f"the region that begins in line {begun.line} has no end", f"write {END} above this line"
    elif _END.fullmatch(line):
        message, hint = "no region begins before this marker", f"write {BEGIN} above, or remove it"
    else:
        message = "this is not a marker, though it looks like one"
        hint = f"write {BEGIN} or {END}, at the start of the line and with nothing after it"
    report.add(Code.BAD_MARKER, place, message, hint, len(line))
