"""TOML -> the nodes that contracts are read from.

`tomllib` reads values and drops their positions. A plain search finds them again: a key is the first of its name after
the key of its table, and its value follows. What looks like a key, in a text or a comment, can move a caret elsewhere.
"""

import re
import tomllib
from bisect import bisect_right
from collections.abc import Iterator
from datetime import date, time
from typing import TypeAlias

from sealwax.contract.source import Entry, Mapping, Node, Scalar, Sequence
from sealwax.contract.source.text import SourceText, decoded
from sealwax.diagnostics import Code, Position, Report

Toml: TypeAlias = "str | int | float | bool | date | time | list[Toml] | dict[str, Toml]"

MAX_BYTES = 256 * 1024
MAX_DEPTH = 32
"""How many parts a key can have, and how deep lists and tables can be nested."""

_PART = r"""(?:"(?:\\.|[^"\\\n])*+"|'[^'\n]*+'|[A-Za-z0-9_-]++)"""
_DEEP_KEY = re.compile(rf"(?m)(?:^|[\[{{,])[ \t]*+(?:{_PART}[ \t]*+\.[ \t]*+){{{MAX_DEPTH}}}")
"""A key with too many parts: `tomllib` needs memory that grows with the square of its parts."""
_KEY = re.compile(r"""(?m)(?:^[ \t]*+\[{0,2}+|[{,.])[ \t]*+(["']?)([\w-]++|(?<=["'])[^"'\n]*+)\1(?=[ \t]*+[.=\]])""")
_QUOTE = r"""(?:"{3}\n?|'{3}\n?|["'])?"""
_BEFORE_VALUE = re.compile(rf"""["']?[ \t]*+=[ \t]*+{_QUOTE}""")
_BEFORE_ITEM = re.compile(rf"""["']{{0,3}}(?:[\s,]|#[^\n]*)*+{_QUOTE}""")
_WHERE = re.compile(r" \(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)$")
_DUPLICATE = re.compile("Cannot overwrite|Duplicate inline table key|twice|Cannot mutate")
"""The words of `tomllib` for a key or a table that is there already."""


def parse_toml(file: str, raw: bytes, report: Report) -> Mapping | None:
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
    return _Nodes(source).table(values, at=0, after=-1)


def own_table(document: Mapping) -> Node | None:
    """The table [tool.sealwax]; None if there is none."""
    tool = document.entries.get("tool")
    tools = tool.value.entries if tool is not None and isinstance(tool.value, Mapping) else {}
    return tools["sealwax"].value if "sealwax" in tools else None


def _is_deep(values: Toml) -> bool:
    level = [values]
    for _ in range(MAX_DEPTH + 1):
        tables = (each.values() if isinstance(each, dict) else each for each in level if isinstance(each, dict | list))
        level = [inner for table in tables for inner in table]
    return bool(level)


def _report_broken(source: SourceText, error: str, report: Report) -> None:
    """Report a syntax error in the words of `tomllib`."""
    where = _WHERE.search(error)
    problem = error[: where.start()] if where else error
    position = source.position(len(source.text.rstrip()))
    if where and where["line"]:
        position = Position(source.file, int(where["line"]), int(where["column"]))
    code, hint = Code.BROKEN_TOML, "put text in quotes, and close every quote, list and table"
    if _DUPLICATE.search(problem):
        code, hint = Code.DUPLICATE_KEY, "keep one of the two"
    report.add(code, position, f"this is not valid TOML: {problem}", hint)


class _Nodes:
    """Makes the nodes of a document."""

    def __init__(self, source: SourceText) -> None:
        self.source = source
        self.keys: dict[str, list[int]] = {}
        """By name: where keys are written."""
        for found in _KEY.finditer(source.text):
            self.keys.setdefault(found[2], []).append(found.start(2))

    def table(self, values: dict[str, Toml], at: int, after: int) -> Mapping:
        """A table at an offset, whose keys come after another one."""
        return Mapping({name: self.entry(name, value, after) for name, value in values.items()}, self.position(at))

    def entry(self, name: str, value: Toml, after: int) -> Entry:
        offsets = self.keys.get(name, ())
        found = bisect_right(offsets, after)
        # A key with escapes is not found: the table around it has to do.
        start, end = (offsets[found], offsets[found] + len(name)) if found < len(offsets) else (max(after, 0),) * 2
        before = _BEFORE_VALUE.match(self.source.text, end)
        at = start if before is None else before.end()
        return Entry(Scalar(name, name, self.position(start), quoted=False), self.node(value, at, start))

    def node(self, value: Toml, at: int, after: int) -> Node:
        match value:
            case dict():
                return self.table(value, at, after)
            case list():
                return Sequence(tuple(self.items(value, at)), self.position(at))
            case _:
                # The position is that of the text itself, not of its quotes.
                plain = None if isinstance(value, date | time) else value
                return Scalar(plain, _written(value), self.position(at), quoted=False)

    def items(self, values: list[Toml], start: int) -> Iterator[Node]:
        """The items of a list. Those after one that spans more than its text are where the list starts."""
        text, end = self.source.text, start + 1 if self.source.text.startswith("[", start) else None
        for value in values:
            before = None if end is None else _BEFORE_ITEM.match(text, end)
            at = start if before is None else before.end()
            yield self.node(value, at, at)
            written = None if isinstance(value, dict | list) else _written(value)
            end = at + len(written) if before is not None and written and text.startswith(written, at) else None

    def position(self, offset: int) -> Position:
        return self.source.position(offset)


def _written(value: object) -> str:
    """A value as TOML writes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
