"""JSON text -> the line and column of each value, by JSON Pointer."""

import json
import re
from collections.abc import Iterable

from msgspec import Struct

from sealwax.meaning.checks.interpreter import pointer_to

_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\],]|\n|[^\s{}\[\],:"]+')
_OBJECT = -1


class TextPlace(Struct, frozen=True):
    """Where a value starts. Both are counted from zero, columns in characters."""

    line: int
    column: int


def places_of(text: str, pointers: Iterable[str]) -> dict[str, TextPlace]:
    """The place of each pointer; of the value around it, if there is none at the pointer.

    The text must be valid JSON.
    """
    asked = tuple(pointers)
    found = _places(text, {around for pointer in asked for around in _prefixes(pointer)})
    return {pointer: _place_of(pointer, found) for pointer in asked}


def _place_of(pointer: str, found: dict[str, TextPlace]) -> TextPlace:
    """The place of the last value on the way to a pointer. Values before the one around them are in an equal key."""
    last = found[""]
    for around in _prefixes(pointer)[1:]:
        place = found.get(around, last)
        if (place.line, place.column) < (last.line, last.column):
            break
        last = place
    return last


def _prefixes(pointer: str) -> list[str]:
    return [pointer[: match.start()] for match in re.finditer(r"/|$", pointer)]


def _places(text: str, wanted: set[str]) -> dict[str, TextPlace]:
    """The places of the wanted pointers; of several equal keys, the last one counts."""
    found: dict[str, TextPlace] = {}
    above: list[tuple[str, int]] = []
    """The objects and lists around the next token: their pointers, and in a list the index of the item."""
    line, start, pointer, is_key = 0, 0, "", False
    for match in _TOKEN.finditer(text):
        token = match.group()
        if token == "\n":
            line, start = line + 1, match.end()
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
            pointer, is_key = above[-1][0] + pointer_to([json.loads(token)]), False
        else:
            if pointer in wanted:
                found[pointer] = TextPlace(line, match.start() - start)
            if token in ("{", "["):
                is_key = token == "{"
                above.append((pointer, _OBJECT if is_key else 0))
                pointer = f"{pointer}/0"
    return found
