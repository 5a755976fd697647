"""JSON text -> the line of each value, by JSON Pointer."""

import json
import re
from collections.abc import Iterable

from msgspec import Struct

_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\],]|\n|[^\s{}\[\],:"]+')
_OBJECT = -1


class _Place(Struct, frozen=True):
    line: int
    order: int
    """The number of tokens before it."""


def lines_of(text: str, pointers: Iterable[str]) -> dict[str, int]:
    """The line of each pointer, counted from zero; of the value around it, if there is none at the pointer.

    The text must be valid JSON.
    """
    asked = tuple(pointers)
    found = _places(text, {around for pointer in asked for around in _prefixes(pointer)})
    return {pointer: _line_of(pointer, found) for pointer in asked}


def _line_of(pointer: str, found: dict[str, _Place]) -> int:
    """The line of the last value on the way to a pointer. Values before the one around them are in an equal key."""
    last = found[""]
    for around in _prefixes(pointer)[1:]:
        place = found.get(around, last)
        if place.order < last.order:
            break
        last = place
    return last.line


def _prefixes(pointer: str) -> list[str]:
    return [pointer[: match.start()] for match in re.finditer(r"/|$", pointer)]


def _places(text: str, wanted: set[str]) -> dict[str, _Place]:
    """The places of the wanted pointers; of several equal keys, the last one counts."""
    found: dict[str, _Place] = {}
    above: list[tuple[str, int]] = []
    """The objects and lists around the next token: their pointers, and in a list the index of the item."""
    line, pointer, is_key = 0, "", False
    for order, match in enumerate(_TOKEN.finditer(text)):
        token = match.group()
        if token == "\n":
            line += 1
        elif token == ",":
            around, index = above[-1]
            is_key = index == _OBJECT
            if not is_key:
                above[-1] = around, index + 1
                pointer = f"{around}/{index + 1}"
        elif token in ("}", "]"):
            above.pop()
            is_key = False
        elif is_key:
            pointer, is_key = f"{above[-1][0]}/{_step(token)}", False
        else:
            if pointer in wanted:
                found[pointer] = _Place(line, order)
            if token in ("{", "["):
                is_key = token == "{"
                above.append((pointer, _OBJECT if is_key else 0))
                pointer = f"{pointer}/0"
    return found


def _step(key: str) -> str:
    return str(json.loads(key)).replace("~", "~0").replace("/", "~1")
