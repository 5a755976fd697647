"""Where each key and each value of a TOML document stands.

The standard library reads TOML and forgets the places. This reads a document that it has accepted a second time, for
the places alone, and so takes for granted that everything is well formed.
"""

import re
from collections.abc import Iterator
from typing import TypeAlias

from sealwax.frozen import frozen

Path: TypeAlias = tuple[str | int, ...]
"""Leads from the top of the document to a value: keys of tables, indexes of arrays."""

_BLANK = re.compile(r"(?:[ \t\n]+|#[^\n]*)*")
_SPACE = re.compile(r"[ \t]*")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_STRING = re.compile(
    r'"""(?:[^"\\]|\\.|"{1,2}(?!"))*"{3,5}'
    r"|'''(?:[^']|'{1,2}(?!'))*'{3,5}"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'",
    re.DOTALL,
)
_PLAIN = re.compile(r"[^,\]}\n#]+")


@frozen
class Place:
    """Offsets of a key and of its value, each where it begins and where it ends. Items of arrays have no key."""

    key: tuple[int, int]
    value: tuple[int, int]


def places(text: str) -> dict[Path, Place]:
    """The places of everything in a well-formed document whose lines end in newlines, by path."""
    return _Scanner(text).scan()


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.found: dict[Path, Place] = {}
        self.counts: dict[Path, int] = {}
        """How many tables each array of tables has so far."""

    def scan(self) -> dict[Path, Place]:
        table: Path = ()
        self.skip(_BLANK)
        while self.at < len(self.text):
            table = self.header() if self.next_is("[") else self.statement(table)
            self.skip(_BLANK)
        return self.found

    def header(self) -> Path:
        start, is_array = self.at, self.text.startswith("[[", self.at)
        self.at += 2 if is_array else 1
        keys = list(self.keys())
        self.at += 2 if is_array else 1
        path: Path = ()
        for number, (name, span) in enumerate(keys, start=1):
            path = (*path, name)
            self.found.setdefault(path, Place(span, (start, self.at)))
            if is_array and number == len(keys):
                self.counts[path] = self.counts.get(path, 0) + 1
            if path in self.counts:
                path = (*path, self.counts[path] - 1)
                self.found.setdefault(path, Place(span, (start, self.at)))
        return path

    def statement(self, table: Path) -> Path:
        """Takes `key = value`, and gives back the table that it stands in."""
        keys = list(self.keys())
        self.at += 1  # the equals sign
        self.skip(_SPACE)
        path, start = table, self.at
        self.value((*table, *(name for name, _span in keys)))
        for name, span in keys:
            path = (*path, name)
            self.found.setdefault(path, Place(span, (start, self.at)))
        return table

    def keys(self) -> Iterator[tuple[str, tuple[int, int]]]:
        """The parts of a dotted key with their places."""
        while True:
            self.skip(_SPACE)
            start = self.at
            quoted = _STRING.match(self.text, start)
            match = quoted or _BARE_KEY.match(self.text, start)
            if match is None:
                raise ValueError(f"no key at {start}")
            self.at = match.end()
            yield unquoted(match.group()) if quoted else match.group(), (start, self.at)
            self.skip(_SPACE)
            if not self.next_is("."):
                return
            self.at += 1

    def value(self, path: Path) -> None:
        if self.next_is("["):
            self.array(path)
        elif self.next_is("{"):
            self.inline_table(path)
        elif match := _STRING.match(self.text, self.at):
            self.at = match.end()
        elif match := _PLAIN.match(self.text, self.at):
            self.at += len(match.group().rstrip())
        else:
            raise ValueError(f"no value at {self.at}")

    def array(self, path: Path) -> None:
        self.at += 1
        number = 0
        while not self.closes("]"):
            start = self.at
            self.value((*path, number))
            self.found[*path, number] = Place((start, start), (start, self.at))
            number += 1

    def inline_table(self, path: Path) -> None:
        self.at += 1
        while not self.closes("}"):
            self.statement(path)

    def closes(self, bracket: str) -> bool:
        """Whether the bracket comes next; passes it, or the comma before the next item."""
        self.skip(_BLANK)
        if self.next_is(","):
            self.at += 1
            self.skip(_BLANK)
        if self.next_is(bracket):
            self.at += 1
            return True
        if self.at >= len(self.text):
            raise ValueError(f"no {bracket}")
        return False

    def next_is(self, char: str) -> bool:
        return self.text.startswith(char, self.at)

    def skip(self, pattern: re.Pattern[str]) -> None:
        if match := pattern.match(self.text, self.at):
            self.at = match.end()


def unquoted(key: str) -> str:
    """What a quoted key says."""
    import tomllib

    (name,) = tomllib.loads(f"{key} = 0")
    return name
