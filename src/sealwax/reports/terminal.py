"""Text for terminals, programs and workflow logs: colours, visible control characters, JSON."""

import re

_AT_START = re.compile(r"(?m)^([^\S\n]*):(?=:)")
_NOT_OURS = re.compile(r"(?m)^((?!::(?:error|warning|notice) file=)[^\S\n]*):(?=:)")
_ANYWHERE = re.compile(r"#(?=#\w*\[)")
"""Commands to CI systems in their logs: `::error::` on GitHub, `##[error]` there and elsewhere, `##vso[…]` on Azure."""

PLAIN, BOLD, RED, GREEN, BLUE, CYAN = "", "1", "31", "32", "34", "36"
BOLD_RED, BOLD_YELLOW, BOLD_CYAN = "1;31", "1;33", "1;36"


def painted(text: str, color: str) -> str:
    """The text in a colour; plain when either is empty."""
    return f"\x1b[{color}m{text}\x1b[0m" if color and text else text


def visible(text: str) -> str:
    """Text whose control and invisible characters are escaped, so that they cannot control the terminal."""
    if text.isprintable():
        return text
    return "".join(_visible_character(character) for character in text)


def _visible_character(character: str) -> str:
    if character.isprintable() or character == "\t":
        return character
    return character.encode("unicode_escape").decode()


def inert(text: str, *, is_annotated: bool = False) -> str:
    """Text in which no line is a command to a CI system, except annotations of our own."""
    if "::" in text:
        text = (_NOT_OURS if is_annotated else _AT_START).sub(r"\1\\x3a", text)
    return _ANYWHERE.sub(r"\\x23", text) if "##" in text else text


def as_json(value: object, indent: int | None = 2) -> str:
    """The value in ASCII, with the same precaution."""
    import json  # the other forms do not need it

    text = json.dumps(value, indent=indent).replace("\x7f", "\\u007f")
    return _ANYWHERE.sub(r"\\u0023", text) + "\n"
