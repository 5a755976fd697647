"""Finds the position of each key and value in a TOML file, which `tomllib` does not know.

The text is scanned once, before `tomllib` reads it. The scanner checks nothing but the depth, for which `tomllib` takes
time and memory that grow with its square; where it does not understand the text, it stops.
"""

import re
from contextlib import suppress

from msgspec import Struct

MAX_DEPTH = 32
"""How many parts a key can have, and how deep lists and tables can be nested."""

Key = tuple[str, int, int]
"""A part of a key, with its offset and its length in the text."""

_GAP = re.compile(r"[ \t]*")
_LINES = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*+")
_KEY = re.compile(r"""[ \t]*(?:"((?:\\.|[^"\\\n])*+)"|'([^'\n]*)'|([A-Za-z0-9_-]+))[ \t]*""")
_PLAIN = re.compile(r"[^,\]}#\r\n]+")
_CLOSING = {
    '"': re.compile(r'\\.|["\n]'),
    "'": re.compile(r"['\n]"),
    '"""': re.compile(r'\\.|"{3,5}', re.DOTALL),
    "'''": re.compile(r"'{3,5}"),
}


class TooDeep(Exception):
    """A key, or what it is nested in, has too many levels."""

    def __init__(self, offset: int) -> None:
        super().__init__(offset)
        self.offset = offset


class Mark(Struct):
    """Where a key and its value are in the text, and the same for everything in the value."""

    key: int = 0
    width: int = 1
    value: int = 0
    """The offset of the value: of a text, after its quote; of a table with a header, that of its key."""
    length: int = 1
    inner: "dict[str | int, Mark]" = {}
    has_headers: bool = False
    """Whether it is a list of tables, each with a header in double brackets."""


def marks(text: str) -> Mark:
    """The marks of a document; raises `TooDeep`. Those after an error in the syntax are missing."""
    scanner = _Scanner(text)
    with suppress(_Strange, LookupError):  # LookupError: the text ends too early, or tables contradict each other
        scanner.document()
    return scanner.root


class _Strange(Exception):
    """This is not TOML."""


class _Scanner:
    """Reads a document from start to end; `at` is the offset of the next character."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.root = Mark()

    def document(self) -> None:
        table = self.root
        while self._peek(_LINES):
            if self.text[self.at] == "[":
                table = self._header()
            else:
                self._pair(table, 1)

    def _peek(self, gap: re.Pattern[str]) -> str:
        """The next character after a gap; an empty text at the end."""
        if (found := gap.match(self.text, self.at)) is not None:
            self.at = found.end()
        return self.text[self.at : self.at + 1]

    def _take(self, expected: str) -> None:
        if not self.text.startswith(expected, self.at):
            raise _Strange
        self.at += len(expected)

    # -- keys

    def _header(self) -> Mark:
        brackets = 2 if self.text.startswith("[[", self.at) else 1
        self.at += brackets
        keys, mark = self._keys(), self.root
        for name, offset, width in keys:
            if mark.has_headers:
                mark = mark.inner[len(mark.inner) - 1]
            mark = mark.inner.setdefault(name, Mark(offset, width, offset))
        self._take("]" * brackets)
        if brackets == 2:
            mark.has_headers = True
            _, offset, width = keys[-1]
            mark.inner[len(mark.inner)] = item = Mark(offset, width, offset)
            return item
        return mark.inner[len(mark.inner) - 1] if mark.has_headers else mark

    def _keys(self) -> list[Key]:
        keys: list[Key] = []
        while True:
            found = _KEY.match(self.text, self.at)
            if found is None or found.lastindex is None:
                raise _Strange
            if len(keys) == MAX_DEPTH:
                raise TooDeep(found.start(found.lastindex))
            start, end = found.span(found.lastindex)
            keys.append((_unescaped(found[found.lastindex], found.lastindex), start, end - start))
            self.at = found.end()
            if self.text[self.at] != ".":
                return keys
            self.at += 1

    def _pair(self, mark: Mark, depth: int) -> None:
        for name, offset, width in self._keys():
            mark = mark.inner.setdefault(name, Mark(offset, width, offset))
        self._take("=")
        self._peek(_GAP)
        self._value(mark, depth)

    # -- values

    def _value(self, mark: Mark, depth: int) -> None:
        if depth > MAX_DEPTH:
            raise TooDeep(self.at)
        mark.value, first = self.at, self.text[self.at]
        if first in "\"'":
            self._string(mark, first)
        elif first in "[{":
            self.at += 1
            while self._peek(_LINES) not in ("]", "}"):
                if first == "[":
                    item = Mark(self.at, 1, self.at)
                    mark.inner[len(mark.inner)] = item
                    self._value(item, depth + 1)
                else:
                    self._pair(mark, depth + 1)
                if self._peek(_LINES) == ",":
                    self.at += 1
            self.at += 1
        elif (found := _PLAIN.match(self.text, self.at)) is not None:
            mark.length, self.at = len(found[0].rstrip()), found.end()
        else:
            raise _Strange

    def _string(self, mark: Mark, quote: str) -> None:
        opening = quote * 3 if self.text.startswith(quote * 3, self.at) else quote
        start = self.at + len(opening)
        for found in _CLOSING[opening].finditer(self.text, start):
            if found[0] == "\n":
                break
            if not found[0].startswith("\\"):
                is_next_line = len(opening) == 3 and self.text.startswith("\n", start)
                mark.value, mark.length = start + is_next_line, found.end() - len(opening) - start
                self.at = found.end()
                return
        raise _Strange


def _unescaped(written: str, kind: int) -> str:
    """The name of a key, in double quotes (1), in single quotes (2) or without."""
    if kind > 1 or "\\" not in written:
        return written
    import tomllib

    try:
        return str(tomllib.loads(f'x = "{written}"')["x"])
    except tomllib.TOMLDecodeError:
        raise _Strange from None
