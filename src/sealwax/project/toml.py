"""TOML -> the nodes that contracts are read from, and the position of each key and value."""

import re
import tomllib
from datetime import date, time
from functools import reduce
from operator import getitem
from typing import Any, TypeAlias

from msgspec import Struct

from sealwax.contract.source import Entry, Mapping, Node, Scalar, Sequence
from sealwax.contract.source.text import SourceText, decoded
from sealwax.diagnostics import Code, Position, Report
from sealwax.project.toml_positions import MAX_DEPTH, Mark, TooDeep, marks

Toml: TypeAlias = "str | int | float | bool | date | time | list[Toml] | dict[str, Toml]"
Path: TypeAlias = tuple[str | int, ...]
"""Leads from the top of the document to a value: keys of tables, indexes of arrays."""


MAX_BYTES = 2**20
"""The size of a file, whose nodes take a hundred times as much memory."""


class Place(Struct, frozen=True):
    """The position of a key or a value, and how many characters of its line to underline."""

    position: Position
    width: int = 1


class Document:
    """A TOML file that `tomllib` accepts, and that is not nested too deeply."""

    def __init__(self, source: SourceText) -> None:
        self.source = source
        self._marks = marks(source.text)
        self.values: dict[str, Toml] = tomllib.loads(source.text)

    def key(self, path: Path) -> Place:
        """The first mention of a key."""
        mark = self.mark(path)
        return Place(self.source.position(mark.key), mark.width)

    def value(self, path: Path) -> Place:
        """The text or the other value at a path; its key when the value has no single place, as a table does."""
        mark = self.mark(path)
        return Place(self.source.position(mark.value), mark.length)

    def mark(self, path: Path) -> Mark:
        return reduce(lambda mark, name: mark.inner.get(name, mark), path, self._marks)


def parse_toml(file: str, raw: bytes, report: Report) -> Document | None:
    """The content of a file, or None when it cannot be read; the report says why."""
    if len(raw) > MAX_BYTES:
        message = f"a configuration has at most {MAX_BYTES // 2**20} MiB"
        report.add(Code.TOO_LARGE, Position(file, 1, 1), message, "remove what does not belong in it")
        return None
    source = decoded(file, raw, report, "remove what does not belong in a configuration file")
    if source is None:
        return None
    try:
        return Document(source)
    except ValueError as error:  # a TOMLDecodeError, or a number with too many digits
        _report_broken(source, str(error), report)
    except (TooDeep, RecursionError) as error:
        offset = error.offset if isinstance(error, TooDeep) else 0
        message = f"this is nested in more than {MAX_DEPTH} tables or lists"
        report.add(Code.TOO_DEEP, source.position(offset), message, "write shorter keys and flatter tables")
    return None


def nodes(document: Document, path: Path) -> Node:
    """The value at a path as nodes."""
    position = document.source.position

    def node(value: Toml, mark: Mark) -> Node:
        at = position(mark.value)
        match value:
            case dict():
                return Mapping({name: entry(name, value[name], mark.inner.get(name, mark)) for name in value}, at)
            case list():
                items = (node(item, mark.inner.get(index, mark)) for index, item in enumerate(value))
                return Sequence(tuple(items), at)
            case date() | time():
                return Scalar(None, _written(value), at, quoted=False)
            case _:
                return Scalar(value, _written(value), at, quoted=isinstance(value, str))

    def entry(name: str, value: Toml, mark: Mark) -> Entry:
        return Entry(Scalar(name, name, position(mark.key), quoted=False), node(value, mark))

    return node(_at(document.values, path), document.mark(path))


def _at(document: Any, path: Path) -> Any:
    return reduce(getitem, path, document)


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
