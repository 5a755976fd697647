"""Bytes -> text: encoding, size, tabs, and characters that are not allowed in a contract."""

import re
import unicodedata
from bisect import bisect_right
from functools import cached_property
from itertools import islice
from typing import Protocol

from sealwax.diagnostics import Code, Position, Report

MAX_BYTES = 4 * 1024 * 1024
MAX_REPEATED = 50
"""How many problems of one kind are reported, so that a binary file does not fill the screen."""

_NONCHARACTERS = "".join(chr(plane << 16 | 0xFFFE) + chr(plane << 16 | 0xFFFF) for plane in range(17))
_UNSAFE = (
    r"\x00-\x08\x0b-\x1f\x7f-\x9f"  # control characters except tab and newline
    r"\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # bidirectional controls
    r"\u2028\u2029\ufeff\ufdd0-\ufdef\ud800-\udfff" + _NONCHARACTERS
)
# Strings, not compiled patterns: they are only needed if something is wrong.
_UNSAFE_RAW = f"[{_UNSAFE}]"
_UNSAFE_VALUE = f"[\t{_UNSAFE}]"
_INDENTING_TAB = r"(?m)^ *(\t[ \t]*)"
_ESCAPE = r"\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|([\s\S]))"
_NAMED_ESCAPES = {
    "0": "\0", "a": "\a", "b": "\b", "t": "\t", "\t": "\t", "v": "\v", "f": "\f", "r": "\r", "e": "\x1b",
    "N": "\x85", "L": "\u2028", "P": "\u2029",
}  # fmt: skip
_OTHER_ENCODINGS = (b"\xff\xfe", b"\xfe\xff", b"\0\0\xfe\xff")


class Mark(Protocol):
    """A position as reported by libyaml or PyYAML, counting from 0."""

    line: int
    column: int


class SourceText:
    """The text of a file with newlines as line endings; positions are those of the file on disk."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.text = text

    @cached_property
    def line_starts(self) -> list[int]:
        return [0, *(match.end() for match in re.finditer("\n", self.text))]

    def at(self, mark: Mark | None) -> Position:
        """The position of a parser's mark."""
        return Position(self.file, mark.line + 1, mark.column + 1) if mark else Position(self.file, 1, 1)

    def position(self, offset: int) -> Position:
        line = bisect_right(self.line_starts, offset)
        return Position(self.file, line, offset - self.line_starts[line - 1] + 1)

    def offset(self, position: Position) -> int:
        """The offset of a position, or the end of the text if there is no such line."""
        if position.line > len(self.line_starts):
            return len(self.text)
        return self.line_starts[position.line - 1] + position.column - 1


def read_text(file: str, raw: bytes, report: Report) -> SourceText | None:
    """The text of a contract with unsafe characters replaced, or None if there is no point in parsing it."""
    source = decoded(file, raw, report, "split it into several contracts")
    if source is None:
        return None
    safe = _replace_unsafe(source, report)
    return None if _report_tabs(source, report) else safe


def decoded(file: str, raw: bytes, report: Report, too_large: str) -> SourceText | None:
    """Decode a file, or return None if that is not possible. `too_large` is the hint for a file that is too large."""
    start = Position(file, 1, 1)
    if len(raw) > MAX_BYTES:
        size = f"this file is larger than {MAX_BYTES // 2**20} MiB"
        report.add(Code.FILE_TOO_LARGE, start, size, too_large)
        return None
    if raw.startswith(_OTHER_ENCODINGS):
        report.add(Code.NOT_UTF8, start, "this file is encoded as UTF-16 or UTF-32", "save it as UTF-8")
        return None
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        _report_bad_byte(file, raw, error.start, report)
        return None
    return SourceText(file, text.removeprefix("\ufeff").replace("\r\n", "\n"))


def _report_bad_byte(file: str, raw: bytes, at: int, report: Report) -> None:
    line_start = raw.rfind(b"\n", 0, at) + 1
    before = raw[line_start:at].decode("utf-8")
    column = len(before.removeprefix("\ufeff") if line_start == 0 else before) + 1
    position = Position(file, raw.count(b"\n", 0, at) + 1, column)
    report.add(Code.NOT_UTF8, position, f"the byte 0x{raw[at]:02x} is not valid UTF-8 here", "save the file as UTF-8")


def _replace_unsafe(source: SourceText, report: Report) -> SourceText:
    """Replace each unsafe character with a harmless one, so that parsing can go on with the same columns."""
    if _is_printable(source.text):
        return source
    for match in islice(re.finditer(_UNSAFE_RAW, source.text), MAX_REPEATED):
        report_unsafe(source.position(match.start()), match.group(), report)
    return SourceText(source.file, re.sub(_UNSAFE_RAW, "\ufffd", source.text))


def _report_tabs(source: SourceText, report: Report) -> bool:
    found = list(islice(re.finditer(_INDENTING_TAB, source.text), MAX_REPEATED)) if "\t" in source.text else []
    for match in found:
        position, width = source.position(match.start(1)), len(match[1])
        report.add(Code.TAB_INDENT, position, "this line is indented with a tab", "indent with spaces", width)
    return bool(found)


def _is_printable(text: str) -> bool:
    """A fast check: unsafe characters are never printable."""
    return text.replace("\n", "").isprintable()


def has_unsafe(value: str) -> bool:
    return not _is_printable(value) and re.search(_UNSAFE_VALUE, value) is not None


def report_unsafe(position: Position, char: str, report: Report, width: int = 1) -> None:
    match char:
        case "\t":
            message, hint = "a tab (U+0009) inside a value", "use a space"
        case "\r":
            message, hint = "a carriage return (U+000D) that does not end a line", "use a space"
        case _:
            name = unicodedata.name(char, "a control character" if ord(char) < 0xA0 else "not a character")
            message, hint = f"the character U+{ord(char):04X} ({name}) is not allowed in a contract", "remove it"
    report.add(Code.UNSAFE_CHARACTER, position, message, hint, width)


def report_unsafe_value(source: SourceText, start: Position, end: Position, value: str, report: Report) -> None:
    """Report each unsafe character of a scalar where it is written, also if it is written as an escape."""
    first, last = source.offset(start), source.offset(end)
    reported = False
    for match in re.finditer(rf"\t|{_ESCAPE}", source.text[first:last]):
        char = _unescaped(match)
        if has_unsafe(char):
            report_unsafe(source.position(first + match.start()), char, report, len(match.group()))
            reported = True
    if not reported:
        unsafe = re.search(_UNSAFE_VALUE, value)
        report_unsafe(start, unsafe.group() if unsafe else "\ufffe", report)


def _unescaped(match: re.Match[str]) -> str:
    if match.group() == "\t":
        return "\t"
    number = match[1] or match[2] or match[3]
    if not number:
        return _NAMED_ESCAPES.get(match[4], " ")
    code = int(number, 16)
    return chr(code) if code <= 0x10FFFF else " "
