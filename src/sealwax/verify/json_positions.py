"""JSON text -> the line of each value, by JSON Pointer."""

import json
import re
from collections.abc import Iterable

_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\],]|\n|[^\s{}\[\],:"]+')
_OBJECT = -1


def lines_of(text: str, pointers: Iterable[str]) -> dict[str, int]:
    """The line of each pointer, counted from zero; of the value around it, if there is none at the pointer.

    The text must be valid JSON.
    """
    asked = tuple(pointers)
    found = _places(text, {around for pointer in asked for around in _prefixes(pointer)})
    return {pointer: max(found[around] for around in _prefixes(pointer) if around in found) for pointer in asked}


def _prefixes(pointer: str) -> list[str]:
    return [pointer[: match.start()] for match in re.finditer(r"/|$", pointer)]


def _places(text: str, wanted: set[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    above: list[tuple[str, int]] = []
    """The objects and lists around the next token: their pointers, and in a list the index of the item."""
    line, pointer, is_key = 0, "", False
    for token in _TOKEN.findall(text):
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
                _record(found, pointer, line)
            if token in ("{", "["):
                is_key = token == "{"
                above.append((pointer, _OBJECT if is_key else 0))
                pointer = f"{pointer}/0"
    return found


def _step(key: str) -> str:
    return str(json.loads(key)).replace("~", "~0").replace("/", "~1")


def _record(found: dict[str, int], pointer: str, line: int) -> None:
    """Store a line. The last of several equal keys counts, so values inside the others are dropped."""
    if pointer in found:
        for inner in [each for each in found if each.startswith(f"{pointer}/")]:
            del found[inner]
    found[pointer] = line
