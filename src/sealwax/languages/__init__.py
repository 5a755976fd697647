"""How each language spells names, text and values: escaping, reserved words, wrapping. JSON is spelled here.

What is invisible is listed here, and not asked of the running Python: its Unicode tables differ between versions,
and generated files must not.
"""

import json
import re
from collections.abc import Callable, Container, Sequence

from msgspec import Struct
from msgspec.json import format as json_format

from sealwax.contract.model import Json
from sealwax.naming import one_line as one_line
from sealwax.naming import paragraphs as paragraphs
from sealwax.rendering import Finished

_CONTROL = r"\x00-\x1f\x7f-\x9f"
_SEPARATOR = r"\u2028\u2029"
_DIRECTION = r"\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_NOT_A_CHARACTER = r"\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff" + "".join(
    rf"\U{plane:04x}fffe\U{plane:04x}ffff" for plane in range(1, 17)
)
_SPACE = r"\xa0\u1680\u2000-\u200a\u202f\u205f\u3000"
_PRIVATE = r"\ue000-\uf8ff\U000f0000-\U000ffffd\U00100000-\U0010fffd"
_ZERO_WIDTH = (
    r"\xad\u034f\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200d"
    r"\u2060-\u2065\u206a-\u206f\u2800\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd"
    r"\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)

# Most texts are ASCII and need neither of the two patterns, which are slow to compile.
HARMFUL = f"[{_CONTROL}{_SEPARATOR}{_DIRECTION}{_NOT_A_CHARACTER}]"
"""Characters that end a line, reorder it or have no place in a file: not even a comment holds them raw."""

INVISIBLE = f"[{_CONTROL}{_SEPARATOR}{_DIRECTION}{_NOT_A_CHARACTER}{_SPACE}{_PRIVATE}{_ZERO_WIDTH}]"
"""Characters that a reader of the source cannot see or tell from others: literals escape them."""

_NOT_PLAIN = re.compile("[^ -~]+")
CODE = re.compile(r"(?<!`)`([^`]+)`(?!`)")
"""Text in single backticks, which is code in the texts of a contract."""


def reserved(*lines: str) -> frozenset[str]:
    """The words of a list that is written as people read it."""
    return frozenset(" ".join(lines).split())


def free(name: str, *taken: Container[str]) -> Finished:
    """The name, with underscores behind it while something else has it."""
    while any(name in names for names in taken):
        name += "_"
    return Finished(name)


def show(hidden: str, escape: Callable[[re.Match[str]], str], text: str) -> str:
    """The text with each hidden character replaced by its escape."""
    # Most text is plain, and asking that is many times faster than searching.
    if text.isascii() and text.isprintable():
        return text
    return _NOT_PLAIN.sub(lambda run: re.sub(hidden, escape, run[0]), text)


def wrapped(line: str, width: int) -> list[str]:
    """The line broken at spaces, and only there: a word that is too long stands alone."""
    if len(line) <= width:
        return [line]
    lines: list[str] = []
    for word in line.split(" "):
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def spelled_out(match: re.Match[str]) -> str:
    """The escape that Python, JavaScript and a human reader know for a character: \\xa0, \\u2028."""
    code = ord(match.group())
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def number(value: int | None) -> Finished:
    """A number; empty for None."""
    return Finished("" if value is None else str(value))


# -- values over several lines, for code in Markdown, which nothing formats ------------------------------------------


class Layout(Struct, frozen=True):
    """How a language spells values over several lines."""

    line: Callable[[Json], str]
    """A value on one line."""
    key: Callable[[str], str]
    """A key of an object."""
    indent: int
    comma: str
    """The comma after the last entry, or nothing."""
    width: int = 88


def laid_out(value: Json, layout: Layout, margin: int = 0, before: int = 0) -> Finished:
    """The value as an expression, one entry per line if it does not fit on the line.

    The line starts with `margin` spaces, and the expression `before` columns after them.
    """
    line = layout.line(value)
    if not value or not isinstance(value, dict | list) or margin + before + len(line) < layout.width:
        return Finished(line)
    inner = margin + layout.indent
    start = "\n" + " " * inner
    entries: list[str] = []
    for key, item in value.items() if isinstance(value, dict) else (("", item) for item in value):
        name = f"{layout.key(key)}: " if isinstance(value, dict) else ""
        entries.append(name + laid_out(item, layout, inner, len(name)))
    opening, closing = "[]" if isinstance(value, list) else "{}"
    return Finished(f"{opening}{start}{f',{start}'.join(entries)}{layout.comma}\n{' ' * margin}{closing}")


def enclosed(opening: str, entries: Sequence[str], closing: str, layout: Layout) -> Finished:
    """The entries between brackets, one per line if they do not fit on the line."""
    pad = " " if opening.endswith("{") else ""
    line = f"{opening}{pad}{', '.join(entries)}{pad}{closing}"
    if "\n" not in line and len(line) <= layout.width:
        return Finished(line)
    return Finished("\n".join((opening, *(f"{' ' * layout.indent}{each}," for each in entries), closing)))


# -- JSON -------------------------------------------------------------------------------------------------------------

_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode


def json_document(value: Json) -> Finished:
    """The value on indented lines, without a final line break. Readable text of any script is not escaped."""
    return Finished(json_format(_one_line_of_json(value), indent=2))


def json_line(value: Json) -> Finished:
    """The value on one line."""
    return Finished(_one_line_of_json(value))


def _one_line_of_json(value: Json) -> str:
    return show(INVISIBLE, _json_escape, _encode(value))


def _json_escape(match: re.Match[str]) -> str:
    return json.dumps(match.group())[1:-1]


_LAYOUT = Layout(json_line, json_line, 2, "")


def json_lines(value: Json) -> Finished:
    """The value on as few lines as fit."""
    return laid_out(value, _LAYOUT)
