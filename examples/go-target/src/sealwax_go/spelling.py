"""How Go spells names, strings and comments."""

import re

from sealwax.contract.model import Enum
from sealwax.languages import INVISIBLE, one_line
from sealwax.naming import pascal
from sealwax.rendering import Finished


def constant(enum: Enum, value: str) -> Finished:
    """The name of a constant. sealwax reports values that are spelled alike, so no two constants have the same name."""
    return Finished(f"{enum.name}{pascal(value)}")


def package_name(contract: str) -> Finished:
    """The name of the package. A contract name is lower-case words and hyphens, which Go has not in names."""
    return Finished(contract.replace("-", ""))


def string(text: str) -> Finished:
    """A string literal."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return Finished(f'"{re.sub(INVISIBLE, _escape, escaped)}"')


def comment(text: str) -> Finished:
    """Text for the rest of a comment line that starts with a name.

    It is one line, so gofmt takes no part of it for a heading, a list or an instruction. In comments, gofmt turns
    pairs of quotes into typographic ones.
    """
    line = re.sub("`{2,}", "“", re.sub("'{2,}", "”", one_line(text)))
    return Finished(re.sub(INVISIBLE, _escape, line) or "no description")


def _escape(match: re.Match[str]) -> str:
    code = ord(match.group())
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
