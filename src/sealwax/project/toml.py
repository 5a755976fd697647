"""TOML -> the nodes that contracts are read from.

`tomllib` reads values and drops their positions. But it can tell which lines make a statement, so a key is where the
statement starts that writes it first, and a text is found in its statement if it can only be in one place.
"""

import re
import tomllib
from collections.abc import Iterator
from datetime import date, time
from typing import TypeAlias

from msgspec import Struct

from sealwax.contract.source import Entry, Mapping, Node, Scalar, Sequence
from sealwax.contract.source.conflicts import report_conflicts, report_rest
from sealwax.contract.source.text import SourceText, decoded
from sealwax.diagnostics import Code, Position, Report

Toml: TypeAlias = "str | int | float | bool | date | time | list[Toml] | dict[str, Toml]"
KeyPath: TypeAlias = tuple[str, ...]

MAX_BYTES = 256 * 1024
MAX_DEPTH = 32
"""How many parts a key can have, and how deep lists and tables can be nested."""
MAX_READ = 2**20
"""How many characters of unfinished statements are read, so that no file takes long. Keys after them are not found."""

_PART = r"""(?:"(?:\\.|[^"\\\n])*+"|'[^'\n]*+'|[A-Za-z0-9_-]++)"""
_DEEP_KEY = re.compile(rf"(?m)(?:^|[\[{{,])[ \t]*+(?:{_PART}[ \t]*+\.[ \t]*+){{{MAX_DEPTH}}}")
"""A key with too many parts: `tomllib` needs memory that grows with the square of its parts."""


def parse_toml(file: str, raw: bytes, report: Report, *table: str) -> Node | None:
    """The table of a file, at a path; None if there is none, or if the file cannot be read: the report says why."""
    if len(raw) > MAX_BYTES:
        message = f"a configuration has at most {MAX_BYTES // 1024} KiB"
        report.add(Code.TOO_LARGE, Position(file, 1, 1), message, "remove what does not belong in it")
        return None
    source = decoded(file, raw, report, "remove what does not belong in a configuration file")
    if source is None or report_conflicts(source, report):
        return None
    deep = _DEEP_KEY.search(source.text)
    try:
        values: dict[str, Toml] | None = None if deep else tomllib.loads(source.text)
    except ValueError as error:  # a TOMLDecodeError, or a number with too many digits
        _report_broken(source, str(error), report)
        return None
    except RecursionError:
        values = None
    if values is None or _is_deep(values):
        message = f"this is nested in more than {MAX_DEPTH} tables or lists"
        position = source.position(deep.end() if deep else 0)
        report.add(Code.TOO_DEEP, position, message, "write shorter keys and flatter tables")
        return None
    found: Toml = values
    for name in table:
        if not isinstance(found, dict) or name not in found:
            return None
        found = found[name]
    statements = _statements(source)
    return _node(found, table, statements.get(table, _Statement(source, 0, "")), statements)


def _is_deep(values: Toml) -> bool:
    level = [values]
    for _ in range(MAX_DEPTH + 1):
        tables = (each.values() if isinstance(each, dict) else each for each in level if isinstance(each, dict | list))
        level = [inner for table in tables for inner in table]
    return bool(level)


def _report_broken(source: SourceText, error: str, report: Report) -> None:
    """Report a syntax error in the words of `tomllib`."""
    if report_rest(source, report):
        return
    problem, _, where = error.partition(" (at ")
    numbers = [int(each) for each in re.findall("[0-9]+", where)]
    position = Position(source.file, *numbers) if numbers else source.position(len(source.text.rstrip()))
    hint = "put text in quotes, close every quote, list and table, and write each key once"
    report.add(Code.BROKEN_TOML, position, f"this is not valid TOML: {problem}", hint)


class _Statement(Struct, frozen=True):
    """A statement of a document, or nothing at its start."""

    source: SourceText
    offset: int
    text: str

    def position(self, *spellings: str) -> Position:
        """Where the one spelling is that it contains once, with nothing escaped; otherwise where it starts."""
        found = [spelled for spelled in spellings for _ in range(self.text.count(spelled))]
        is_sure = len(found) == 1 and "\\" not in self.text
        inner = self.text.index(found[0]) + found[0].startswith(("'", '"')) if is_sure else 0
        return self.source.position(self.offset + inner)


def _statements(source: SourceText) -> dict[KeyPath, _Statement]:
    """By key: the first statement that writes it. A statement has as many lines as `tomllib` needs to read it."""
    found: dict[KeyPath, _Statement] = {}
    table: KeyPath = ()
    start = end = read = 0
    for line in source.text.split("\n"):
        end += len(line) + 1
        text = source.text[start:end]
        if read > MAX_READ or (line.endswith(",") and "#" not in line):  # the statement is a list, which goes on
            continue
        try:
            paths = [*_paths(tomllib.loads(text))]
        except tomllib.TOMLDecodeError:
            read += len(text)
            continue
        statement, start = _Statement(source, start + len(text) - len(text.lstrip()), text.strip()), end
        outer, table = ((), paths[-1]) if statement.text.startswith("[") else (table, table)
        for path in paths:
            found.setdefault((*outer, *path), statement)
    return found


def _paths(values: dict[str, Toml], path: KeyPath = ()) -> Iterator[KeyPath]:
    for name, value in values.items():
        yield (*path, name)
        if isinstance(value, dict):
            yield from _paths(value, (*path, name))


def _node(value: Toml, path: KeyPath, statement: _Statement, statements: dict[KeyPath, _Statement]) -> Node:
    """A value. What is in a list has no path of its own: it is in the statement of the list."""
    match value:
        case dict():
            entries = {}
            for name, inner in value.items():
                own = statements.get((*path, name), statement)
                key = Scalar(name, name, own.position(name), quoted=False)
                entries[name] = Entry(key, _node(inner, (*path, name), own, statements))
            return Mapping(entries, statement.position())
        case list():
            items = tuple(_node(item, (*path, ""), statement, statements) for item in value)
            return Sequence(items, statement.position("["))
        case str():
            return Scalar(value, value, statement.position(f'"{value}"', f"'{value}'"), quoted=False)
        case _:
            plain = None if isinstance(value, date | time) else value
            written = str(value).lower() if isinstance(value, bool) else str(value)
            return Scalar(plain, written, statement.position(), quoted=False)
