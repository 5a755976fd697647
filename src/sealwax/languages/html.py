"""Text and values in HTML: text, attributes, anchors, scripts and the data that they read."""

import base64
import hashlib
import html
import re
from collections.abc import Callable
from urllib.parse import quote

from sealwax import languages
from sealwax.contract.model import Json
from sealwax.languages import CODE, INVISIBLE, json_line, one_line, show, spelled_out
from sealwax.rendering import Finished

_MARKUP_IN_SCRIPT = re.compile(r"</?script|<!--", re.IGNORECASE)
_MARKUP_IN_STYLE = re.compile(r"</style|<!--", re.IGNORECASE)


def escaped(text: str) -> Finished:
    """Text as it is, between tags or in a quoted attribute. Invisible characters are spelled out."""
    return Finished(html.escape(_shown(text)))


def text(text: str) -> Finished:
    """Inline text. Text in single backticks becomes code."""
    return _inline(one_line(text), code)


def plain(text: str) -> Finished:
    """Inline text without markup, as attributes and titles need it. Backticks are dropped."""
    return _inline(one_line(text), escaped)


def code(text: str) -> Finished:
    """A code span."""
    return Finished(f"<code>{escaped(text)}</code>")


def paragraphs(text: str) -> Finished:
    """Paragraphs, one per line."""
    return Finished("\n".join(f"<p>{_inline(line, code)}</p>" for line in languages.paragraphs(text)))


def anchor(*names: str) -> Finished:
    """The id of an element, which is also the fragment of links to it: `Meta.version`."""
    return Finished(".".join(quote(name, safe="").replace(".", "%2E") for name in names))


def data(value: Json) -> Finished:
    """A JSON value as the content of a script element, where nothing but its end tag means anything."""
    return Finished(json_line(value).replace("<", "\\u003c"))


def script(code: Finished) -> Finished:
    """A finished program as the content of a script element, which nothing in its strings and patterns ends."""
    if _MARKUP_IN_SCRIPT.search(code):
        raise ValueError("this script would end its element")
    return code


def style(rules: Finished) -> Finished:
    """A finished style sheet as the content of a style element; nothing in a contract becomes part of one."""
    if _MARKUP_IN_STYLE.search(rules):
        raise ValueError("this style sheet would end its element")
    return rules


def digest(content: Finished) -> Finished:
    """The source expression with which a Content-Security-Policy allows an inline script or style."""
    return Finished(f"'sha256-{base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()}'")


def _inline(line: str, in_code: Callable[[str], Finished]) -> Finished:
    parts: list[str] = CODE.split(line) if "`" in line else [line]
    parts[::2] = map(escaped, parts[::2])
    parts[1::2] = map(in_code, parts[1::2])
    return Finished("".join(parts))


def _shown(text: str) -> str:
    """The text, with what a reader cannot see spelled out; line breaks are kept."""
    return "\n".join(show(INVISIBLE, spelled_out, line) for line in text.split("\n"))
