"""Values in JSON."""

import json
import re
from functools import cache
from json.encoder import encode_basestring

from sealwax.contract.model import Json
from sealwax.languages import INVISIBLE, show
from sealwax.rendering import Finished

_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode


def document(value: Json) -> Finished:
    """The value on indented lines, without a final line break. Readable text of any script is not escaped."""
    return Finished(_text(value, "\n"))


def _text(value: Json, margin: str) -> str:
    """The same text as `json.dumps` with an indent of two, which is slow because it is not written in C."""
    match value:
        case str():
            return _string(value)
        case dict() if value:
            inner = f"{margin}  "
            entries = [f"{inner}{_key(key)}: {_text(item, inner)}" for key, item in value.items()]
            return f"{{{','.join(entries)}{margin}}}"
        case list() if value:
            inner = f"{margin}  "
            return f"[{','.join([f'{inner}{_text(item, inner)}' for item in value])}{margin}]"
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case _:
            return _encode(value)


def _string(text: str) -> str:
    return show(INVISIBLE, _escape, encode_basestring(text))


_key = cache(_string)
"""Keys are few, and repeated often."""


def one_line(value: Json) -> Finished:
    """The value on one line."""
    return Finished(show(INVISIBLE, _escape, _encode(value)))


def _escape(match: re.Match[str]) -> str:
    return json.dumps(match.group())[1:-1]
