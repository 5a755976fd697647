"""TOML -> the nodes that contracts are read from, and the position of each key and value.

`tomllib` reads values and drops their positions. Those that are reported are looked for afterwards: a key, or an item
of a list, is where an inserted marker turns up when the document is parsed again.
"""

import re
import tomllib
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import date, time
from functools import reduce
from itertools import islice
from operator import getitem
from typing import Any, TypeAlias

from msgspec import Struct

from sealwax.contract.source import Entry, Mapping, Node, Scalar, Sequence
from sealwax.contract.source.text import SourceText, decoded
from sealwax.diagnostics import Code, Position, Report

Toml: TypeAlias = "str | int | float | bool | date | time | list[Toml] | dict[str, Toml]"
Path: TypeAlias = tuple[str | int, ...]
"""Leads from the top of the document to a value: keys of tables, indexes of arrays."""

MAX_BYTES = 256 * 1024
MAX_DEPTH = 32
"""How many parts a key can have, and how deep lists and tables can be nested."""
MAX_LOCATED = 20
"""How many positions are looked for in a file. All others are its start."""
MAX_PARSED = 4 * 2**20
"""How many characters are parsed to find them. Beyond that, the position of the table or list around has to do."""

_PART = r"""(?:"(?:\\.|[^"\\\n])*+"|'[^'\n]*+'|[A-Za-z0-9_-]++)"""
_DEEP_KEY = re.compile(rf"(?m)(?:^|[\[{{,])[ \t]*+(?:{_PART}[ \t]*+\.[ \t]*+){{{MAX_DEPTH}}}")
"""A key with too many parts: `tomllib` needs memory that grows with the square of its parts."""
_QUOTE = r"""(?:"{3}\n?|'{3}\n?|["'])?"""
_BEFORE_VALUE = re.compile(rf"""["']?[ \t]*=[ \t]*{_QUOTE}""")
_BEFORE_ITEM = re.compile(rf"(?:\s|#[^\n]*)*+{_QUOTE}")


class Span(Struct, frozen=True):
    """The position of a key or a value, and how many characters of its line to underline."""

    position: Position
    width: int = 1


class Unlocated(Position, frozen=True):
    """The start of the file, until something asks where the key or the value is."""

    document: "Document"
    path: Path
    is_key: bool

    def located(self) -> Position:
        return self.document.locate(self)


class Document:
    """A TOML file that `tomllib` accepts."""

    def __init__(self, source: SourceText) -> None:
        self.source = source
        self.values: dict[str, Toml] = tomllib.loads(source.text)
        self._located: dict[Unlocated, Position] = {}
        self._keys: dict[Path, tuple[int, int]] = {(): (0, 0)}
        self._marker = "x" * (1 + max(map(len, re.findall("x+", source.text)), default=0))
        """Letters that can go into any key and any text, and are in none of them."""
        self._tries = iter(range(MAX_PARSED // (len(source.text) or 1)))

    def key(self, path: Path) -> Span:
        """The first mention of a key; the table around it when the key is written with escapes."""
        return Span(Unlocated(self.source.file, 1, 1, self, path, is_key=True), len(str(path[-1])))

    def value(self, path: Path) -> Span:
        """The text or the other value at a path; its key when the value has no single span, as a table does."""
        width = len(_written(_at(self.values, path)))
        return Span(Unlocated(self.source.file, 1, 1, self, path, is_key=False), width)

    def locate(self, sought: Unlocated) -> Position:
        if sought not in self._located:
            if len(self._located) == MAX_LOCATED:
                return Position(self.source.file, 1, 1)
            offset = self._key(sought.path)[0] if sought.is_key else self._value(sought.path)
            self._located[sought] = self.source.position(offset)
        return self._located[sought]

    def _key(self, path: Path) -> tuple[int, int]:
        """Where a key starts and ends. An item of a list has none: both are the start of the item."""
        if path and isinstance(path[-1], int):
            return (self._value(path),) * 2
        if path not in self._keys:
            table, name, marker = self._key(path[:-1]), str(path[-1]), self._marker
            written = re.compile(rf"""(?<![\w-]){re.escape(name)}(?=["']?[ \t]*[.=\]])""")
            offsets = (found.start() for found in written.finditer(self.source.text, table[0]))
            found = self._find(offsets, marker, lambda changed: marker + name in _at(changed, path[:-1]))
            self._keys[path] = table if found is None else (found, found + len(name))
        return self._keys[path]

    def _value(self, path: Path) -> int:
        text, marker = self.source.text, self._marker
        if not path or isinstance(path[-1], str):
            start, end = self._key(path)
            before = _BEFORE_VALUE.match(text, end)
        elif text.startswith("[", start := self._value(path[:-1])):
            offsets = (found.end() for found in islice(re.compile(r"[\[,]").finditer(text, start), path[-1], None))
            found = self._find(offsets, f'"{marker}",', lambda changed: _at(changed, path) == marker)
            before = None if found is None else _BEFORE_ITEM.match(text, found)
        else:  # each item is a table with a header
            before = None
        return start if before is None else before.end()

    def _find(self, offsets: Iterable[int], inserted: str, arrives: Callable[[Any], bool]) -> int | None:
        """The first offset where an insertion arrives where the caller looks for it."""
        text = self.source.text
        for at, _ in zip(offsets, self._tries, strict=False):
            with suppress(ValueError, LookupError, TypeError, RecursionError):  # it broke or changed something else
                if arrives(tomllib.loads(text[:at] + inserted + text[at:])):
                    return at
        return None


def parse_toml(file: str, raw: bytes, report: Report) -> Document | None:
    """The content of a file, or None when it cannot be read; the report says why."""
    if len(raw) > MAX_BYTES:
        message = f"a configuration has at most {MAX_BYTES // 1024} KiB"
        report.add(Code.TOO_LARGE, Position(file, 1, 1), message, "remove what does not belong in it")
        return None
    source = decoded(file, raw, report, "remove what does not belong in a configuration file")
    if source is None:
        return None
    deep = _DEEP_KEY.search(source.text)
    try:
        document = None if deep else Document(source)
    except ValueError as error:  # a TOMLDecodeError, or a number with too many digits
        _report_broken(source, str(error), report)
        return None
    except RecursionError:
        document = None
    if document is None or _is_deep(document.values):
        message = f"this is nested in more than {MAX_DEPTH} tables or lists"
        position = source.position(deep.end() if deep else 0)
        report.add(Code.TOO_DEEP, position, message, "write shorter keys and flatter tables")
        return None
    return document


def _is_deep(values: Toml) -> bool:
    level = [values]
    for _ in range(MAX_DEPTH + 1):
        tables = (each.values() if isinstance(each, dict) else each for each in level if isinstance(each, dict | list))
        level = [inner for table in tables for inner in table]
    return bool(level)


def nodes(document: Document, path: Path) -> Node:
    """The value at a path as nodes."""

    def node(value: Toml, path: Path) -> Node:
        at = document.value(path).position
        match value:
            case dict():
                return Mapping({name: entry(name, inner, (*path, name)) for name, inner in value.items()}, at)
            case list():
                return Sequence(tuple(node(item, (*path, index)) for index, item in enumerate(value)), at)
            case _:
                plain = None if isinstance(value, date | time) else value
                return Scalar(plain, _written(value), at, quoted=isinstance(value, str))

    def entry(name: str, value: Toml, path: Path) -> Entry:
        return Entry(Scalar(name, name, document.key(path).position, quoted=False), node(value, path))

    return node(_at(document.values, path), path)


def _at(document: Any, path: Path) -> Any:
    return reduce(getitem, path, document)


def _written(value: object) -> str:
    """A value as TOML writes it; of a list or a table, its opening bracket."""
    if isinstance(value, list | dict):
        return "[" if isinstance(value, list) else "{"
    return str(value).lower() if isinstance(value, bool) else str(value)


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
    "Unescaped '\\'": ("this is not a valid escape in double quotes", "write \\\\ for one \\, or use single quotes"),
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
        message = "unexpected end of file" if where else f"this is not valid TOML: {problem}"
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
