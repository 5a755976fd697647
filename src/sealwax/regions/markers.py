"""Finds the markers in a Markdown file. `generate` writes the lines between two of them, and nothing else."""

import re
from collections.abc import Iterator, Mapping

from msgspec import Struct

from sealwax.contract.source.text import SourceText, decoded
from sealwax.diagnostics import Code, Position, Report

END = "<!-- sealwax:end -->"
_BEGIN = re.compile(r"<!-- sealwax:begin (?P<words>(?:(?!-->).)*?) -->[ \t]*")
_END = re.compile(rf"{END}[ \t]*")
_ALMOST = re.compile(r" {0,3}<!--[ \t]*sealwax\b", re.IGNORECASE)
_OPTION = re.compile(r'(?P<name>[a-z]+)=(?:"(?P<quoted>[^"]*)"|(?P<plain>[^\s"]+))(?=\s|$)')
_NEXT = re.compile(r"\s*(?P<word>\S+)")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})(.*)")


class Word(Struct, frozen=True):
    """A word of a marker, and where it is."""

    text: str
    position: Position


class MarkerOption(Struct, frozen=True):
    name: Word
    value: Word


class Region(Struct, frozen=True):
    """The lines between two markers: `start` is the number of lines before them, `end` that up to their end."""

    kind: Word
    options: Mapping[str, MarkerOption]
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
    begun: tuple[Word, dict[str, MarkerOption], int] | None = None
    fence = ""
    for number, line in enumerate(source.text.split("\n"), start=1):
        place = Position(source.file, number, 1)
        if begun is None:
            fence, was_code = _fence(line, fence), bool(fence)
            if fence or was_code:
                continue
        if _END.fullmatch(line) and begun is not None:
            kind, options, start = begun
            yield Region(kind, options, start, number - 1)
            begun = None
        elif (begin := _BEGIN.fullmatch(line)) is not None and begun is None:
            begun = (*_words(begin["words"], begin.start("words") + 1, place, report), number)
        elif is_marker(line):
            _report_marker(line, place, begun[0].position if begun else None, report)
    if begun is not None:
        message = "this region has no end"
        report.add(Code.BAD_MARKER, begun[0].position, message, f"write {END} on a line below", len(begun[0].text))


def _fence(line: str, fence: str) -> str:
    """The fence of the block of code that goes on after this line; empty if there is none."""
    found = _FENCE.fullmatch(line)
    if found is None:
        return fence
    marks, rest = found.groups()
    if fence:
        closes = marks[0] == fence[0] and len(marks) >= len(fence) and not rest.strip()
        return "" if closes else fence
    return "" if marks[0] == "`" and "`" in rest else marks


def _words(words: str, column: int, place: Position, report: Report) -> tuple[Word, dict[str, MarkerOption]]:
    """The kind of a region and its options."""
    kind = next(iter(words.split()), "")
    start = words.find(kind)
    options: dict[str, MarkerOption] = {}
    at = start + len(kind)
    while (word := _NEXT.match(words, at)) is not None:
        at = word.start("word")
        position = Position(place.file, place.line, column + at)
        found = _OPTION.match(words, at)
        if found is None:
            hint = 'write name=value, or name="value" if the value has spaces'
            report.add(Code.BAD_MARKER, position, f"'{word['word']}' is not an option", hint, len(word["word"]))
            break
        if found["name"] in options:
            message, hint = f"the option '{found['name']}' is given twice", "remove one of them"
            report.add(Code.DUPLICATE_KEY, position, message, hint, len(found["name"]))
        form = "plain" if found["quoted"] is None else "quoted"
        value = Word(found[form], Position(place.file, place.line, column + found.start(form)))
        options[found["name"]] = MarkerOption(Word(found["name"], position), value)
        at = found.end()
    return Word(kind, Position(place.file, place.line, column + start)), options


def _report_marker(line: str, place: Position, begun: Position | None, report: Report) -> None:
    if begun is not None and _BEGIN.fullmatch(line):
        message, hint = f"the region that begins in line {begun.line} has no end", f"write {END} above this line"
    elif _END.fullmatch(line):
        message, hint = "no region begins before this marker", "write <!-- sealwax:begin codes --> above, or remove it"
    else:
        message = "this is not a marker, though it looks like one"
        hint = f"write <!-- sealwax:begin codes --> or {END}, at the start of the line and with nothing after it"
    report.add(Code.BAD_MARKER, place, message, hint, len(line))
