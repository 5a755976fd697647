"""TOML -> the nodes that contracts are read from, and the position of each key and value.

`tomllib` reads values and drops their positions, so they are looked up afterwards, for the few that an error points at:
a key or a text is written where an inserted marker turns up in it when the document is parsed again.
"""

import re
import tomllib
from collections.abc import Callable
from contextlib import suppress
from datetime import date, time
from functools import cached_property, reduce
from itertools import count, islice
from operator import getitem
from typing import Any, TypeAlias

from msgspec import Struct

from sealwax.contract.source import Entry, Mapping, Node, Scalar, Sequence
from sealwax.contract.source.text import SourceText, decoded
from sealwax.diagnostics import Code, Position, Report

Toml: TypeAlias = "str | int | float | bool | date | time | list[Toml] | dict[str, Toml]"
Path: TypeAlias = tuple[str | int, ...]
"""Leads from the top of the document to a value: keys of tables, indexes of arrays."""

MAX_TRIED = 100
"""Occurrences of a name that are tried. Beyond that, the position of the table around it has to do."""

_BEFORE_VALUE = re.compile(r"""["']?[ \t]*=[ \t]*""")


class Place(Struct, frozen=True):
    """The position of a key or a value, and how many characters of its line to underline."""

    position: Position
    width: int = 1


class Document:
    """A TOML file that `tomllib` accepts."""

    def __init__(self, source: SourceText) -> None:
        self.source = source
        self.values: dict[str, Toml] = tomllib.loads(source.text)
        self._keys: dict[Path, tuple[int, int]] = {(): (0, 1)}
        """Offsets and lengths of keys that were looked up before."""

    def key(self, path: Path) -> Place:
        """The first mention of a key; the table around it when the key is written with escapes."""
        offset, width = self._key(path)
        return Place(self.source.position(offset), width)

    def value(self, path: Path) -> Place:
        """The text or the other value at a path; its key when the value has no single place, as a table does."""
        offset, width = self._key(path)
        value = _at(self.values, path)
        if isinstance(value, str):
            found = self._find(value, offset, lambda changed: _at(changed, path) == self._marker + value)
            if found is not None:
                return Place(self.source.position(found), len(value))
        elif path and isinstance(path[-1], str):
            start = _BEFORE_VALUE.match(self.source.text, offset + width)
            return Place(self.source.position(start.end() if start else offset), len(_written(value)))
        return Place(self.source.position(offset), width)

    @cached_property
    def _marker(self) -> str:
        """Letters that can go into any key and any text, and are in none of them."""
        return next(marker for length in count(1) if (marker := "x" * length) not in self.source.text)

    def _key(self, path: Path) -> tuple[int, int]:
        """The offset and the length of the last key on a path."""
        if path not in self._keys:
            table, name = self._key(path[:-1]), path[-1]
            found = None
            if isinstance(name, str):
                found = self._find(name, table[0], lambda changed: self._marker + name in _at(changed, path[:-1]))
            self._keys[path] = table if found is None else (found, len(str(name)))
        return self._keys[path]

    def _find(self, written: str, start: int, arrives: Callable[[Any], bool]) -> int | None:
        """The offset at which an inserted marker arrives where the caller looks for it."""
        text = self.source.text
        for match in islice(re.compile(re.escape(written)).finditer(text, start), MAX_TRIED):
            at = match.start()
            with suppress(ValueError, LookupError, TypeError):  # it broke the document, or changed another key
                if arrives(tomllib.loads(text[:at] + self._marker + text[at:])):
                    return at
        return None


def _at(document: Any, path: Path) -> Any:
    return reduce(getitem, path, document)


def parse_toml(file: str, raw: bytes, report: Report) -> Document | None:
    """The content of a file, or None when it cannot be read; the report says why."""
    source = decoded(file, raw, report, "remove what does not belong in a configuration file")
    if source is None:
        return None
    try:
        return Document(source)
    except ValueError as error:  # a TOMLDecodeError, or a number with too many digits
        _report_broken(source, str(error), report)
    except RecursionError:
        report.add(Code.TOO_DEEP, Position(file, 1, 1), "this file is nested too deeply", "write flatter tables")
    return None


def nodes(document: Document, path: Path, *, located: bool) -> Node:
    """The value at a path as nodes. Positions take time to find: without `located`, all are the start of the file."""
    start = Place(Position(document.source.file, 1, 1))

    def node(value: Toml, path: Path) -> Node:
        position = (document.value(path) if located else start).position
        match value:
            case dict():
                return Mapping({name: entry(name, inner, (*path, name)) for name, inner in value.items()}, position)
            case list():
                return Sequence(tuple(node(item, (*path, at)) for at, item in enumerate(value)), position)
            case date() | time():
                return Scalar(None, _written(value), position, quoted=False)
            case _:
                return Scalar(value, _written(value), position, quoted=isinstance(value, str))

    def entry(name: str, value: Toml, path: Path) -> Entry:
        position = (document.key(path) if located else start).position
        return Entry(Scalar(name, name, position, quoted=False), node(value, path))

    return node(_at(document.values, path), path)


def _written(value: object) -> str:
    """A value as TOML writes it; of a list or a table, its opening bracket."""
    match value:
        case bool():
            return str(value).lower()
        case list():
            return "["
        case dict():
            return "{"
        case _:
            return str(value)


# -- syntax errors ----------------------------------------------------------------------------------------------------

_WHERE = re.compile(r" \(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)$")


_DUPLICATES = {
    "Cannot overwrite": ("this key already has a value", "remove one of them"),
    "Duplicate inline table key": ("this table has a key twice", "remove one of them"),
    " twice": ("this table is declared twice", "merge the two"),
    "Cannot mutate": ("this adds to a value that is already complete", "put everything in one place"),
}
_WORDINGS = {
    "Expected '='": ("this line has no = after its key", "write key = value"),
    "Invalid statement": ("expected a key or a table", "write key = value, or [table]"),
    "Invalid initial character for a key": ("expected a key", "use letters, digits, _ and -, or put it in quotes"),
    "Invalid value": ("expected a value", 'put text in quotes: key = "text"'),
    "Unclosed array": ("this list is not closed, or a comma is missing", 'write ["a", "b"]'),
    "Unclosed inline table": ("this table is not closed, or a comma is missing", 'write {a = "b"}'),
    "Illegal character '\\n'": ("this text has no closing quote on its line", "close it"),
    "Illegal character": ("this character is not allowed here", "remove it"),
    "Found invalid character": ("this character is not allowed here", "remove it"),
    "Unescaped '\\'": (
        "this is not a valid escape in double quotes",
        "write \\\\ for a backslash, or use single quotes",
    ),
    "Expected newline": ("unexpected text after the value", "put it on a line of its own"),
    "Expected ']": ("this table name is not closed", "write [table]"),
}
"""Messages and hints for the syntax errors that `tomllib` describes in these words."""


def _report_broken(source: SourceText, error: str, report: Report) -> None:
    """Explain a syntax error; in the words of `tomllib` where there are no better ones."""
    where = _WHERE.search(error)
    problem = error[: where.start()] if where else error
    if where is None or not where["line"]:
        position = source.position(len(source.text.rstrip()))
        message = "the file ends too early" if where else f"this is not valid TOML: {problem}"
        hint = "close the list, the table or the text" if where else "check your last change"
        report.add(Code.BROKEN_TOML, position, message, hint)
        return
    unknown = f"this is not valid TOML: {problem}", "check this line and the one above"
    wordings = (wording for original, wording in (_DUPLICATES | _WORDINGS).items() if original in problem)
    message, hint = next(wordings, unknown)
    code, line, column = Code.BROKEN_TOML, int(where["line"]), int(where["column"])
    text = source.text.split("\n")[line - 1]
    if (message, hint) in _DUPLICATES.values():  # `tomllib` notices these at the end of the line
        code, column = Code.DUPLICATE_KEY, len(text) - len(text.lstrip()) + 1
    report.add(code, Position(source.file, line, min(column, len(text) + 1)), message, hint)
