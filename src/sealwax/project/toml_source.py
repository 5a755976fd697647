"""TOML -> nodes with line and column, the same nodes that a contract is read from."""

import re
import tomllib
from datetime import date, time
from typing import TypeAlias

from sealwax.contract.source import Entry, Mapping, Node, Scalar, Sequence
from sealwax.contract.source.text import SourceText, decoded
from sealwax.diagnostics import Code, Position, Report
from sealwax.frozen import frozen
from sealwax.project.toml_places import Path, Place, places

Toml: TypeAlias = "str | int | float | bool | date | time | list[Toml] | dict[str, Toml]"

_WHERE = re.compile(r" \(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)$")


@frozen
class _Wording:
    """What to say when the text occurs in the parser's message."""

    problem: str
    message: str
    hint: str
    code: Code = Code.BROKEN_TOML
    is_line: bool = False
    """Points at the beginning of the line, because the parser noticed at its end."""


_WORDINGS = (
    _Wording("Cannot overwrite", "this key has a value already", "remove one of them", Code.DUPLICATE_KEY, True),
    _Wording("Duplicate inline table key", "this table has a key twice", "remove one of them",
             Code.DUPLICATE_KEY, True),
    _Wording(" twice", "this table stands in the file twice", "put its keys together", Code.DUPLICATE_KEY, True),
    _Wording("Cannot mutate", "this adds to what is complete already", "put everything in one place",
             Code.DUPLICATE_KEY, True),
    _Wording("Expected '='", "this line has no = after its key", "write key = value"),
    _Wording("Invalid statement", "a key or a table was expected here", "write key = value, or [table]"),
    _Wording("Invalid initial character for a key", "a key was expected here",
             "use letters, digits, _ and -, or put it in quotes"),
    _Wording("Invalid value", "a value was expected here", 'put text in quotes: key = "text"'),
    _Wording("Unclosed array", "a list is not closed, or a comma is missing in it", 'write ["a", "b"]'),
    _Wording("Unclosed inline table", "a table is not closed, or a comma is missing in it", 'write {a = "b"}'),
    _Wording("Illegal character '\\n'", "a quote is not closed on its line", "close it"),
    _Wording("Illegal character", "this character may not stand here", "leave it out"),
    _Wording("Found invalid character", "this character may not stand here", "leave it out"),
    _Wording("Unescaped '\\'", "there is no such escape in a text in double quotes",
             "write \\\\ if a backslash is meant, or use single quotes"),
    _Wording("Expected newline", "something follows the value on its line", "put it on a line of its own"),
    _Wording("Expected ']", "the name of a table is not closed", "write [table]"),
)  # fmt: skip


def parse_toml(file: str, raw: bytes, report: Report) -> Node | None:
    """The root table of a file, or None when it cannot be read; the report says why."""
    source = decoded(file, raw, report, "this cannot be meant for people")
    if source is None:
        return None
    try:
        document: Toml = tomllib.loads(source.text)
        return _Builder(source).node(document, ())
    except ValueError as error:  # most of them are a TOMLDecodeError
        _report_broken(source, str(error), report)
    except RecursionError:
        report.add(Code.TOO_DEEP, Position(file, 1, 1), "this file is nested too deep", "write flatter tables")
    return None


class _Builder:
    """Puts values and their places together to nodes."""

    def __init__(self, source: SourceText) -> None:
        self.source = source
        self.places = places(source.text)

    def node(self, value: Toml, path: Path) -> Node:
        place = self.places.get(path, Place((0, 0), (0, 0)))
        position = self.source.position(place.value[0])
        match value:
            case dict():
                return Mapping(
                    {name: self.entry(name, inner, (*path, name)) for name, inner in value.items()}, position
                )
            case list():
                return Sequence(tuple(self.node(item, (*path, at)) for at, item in enumerate(value)), position)
            case str():
                return self.text(value, place)
            case _:
                text = self.source.text[slice(*place.value)]
                return Scalar(None if isinstance(value, date | time) else value, text, position, quoted=False)

    def entry(self, name: str, value: Toml, path: Path) -> Entry:
        start, _end = self.places[path].key
        quoted = self.source.text[start] in "\"'"
        return Entry(Scalar(name, name, self.source.position(start + quoted), quoted), self.node(value, path))

    def text(self, value: str, place: Place) -> Scalar:
        """What is marked is the text without its quotes, all of it where it stands on one line."""
        written = self.source.text[slice(*place.value)]
        quotes = 3 if written[:3] in ('"""', "'''") else 1
        return Scalar(value, written[quotes:-quotes], self.source.position(place.value[0] + quotes), quoted=True)


def _report_broken(source: SourceText, told: str, report: Report) -> None:
    """Says in our own words why a file is not TOML, with the parser's own where there are no better ones."""
    where = _WHERE.search(told)
    problem = told[: where.start()] if where else told
    if where is None or not where["line"]:
        position = source.position(len(source.text.rstrip()))
        message = "the file ends before this is complete" if where else f"this is not valid TOML: {problem}"
        hint = "close the list, the table or the text" if where else "check the last change"
        report.add(Code.BROKEN_TOML, position, message, hint)
        return
    wording = next((one for one in _WORDINGS if one.problem in problem), None)
    if wording is None:
        wording = _Wording("", f"this is not valid TOML: {problem}", "check this line and the line above")
    line, column = int(where["line"]), int(where["column"])
    text = source.text.split("\n")[line - 1]
    if wording.is_line:
        column = len(text) - len(text.lstrip()) + 1
    report.add(wording.code, Position(source.file, line, min(column, len(text) + 1)), wording.message, wording.hint)
