"""Text that people write over several lines: line breaks within a paragraph are spaces."""

import re

_BLANKS, _PARAGRAPHS = re.compile(r"[ \n]+"), re.compile(r"\n[ ]*\n[ \n]*")


def one_line(text: str) -> str:
    """The text with each run of spaces and line breaks as one space, and none around it."""
    return (_BLANKS.sub(" ", text) if "\n" in text or "  " in text else text).strip(" ")


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a text, each on one line."""
    return [line for line in map(one_line, _PARAGRAPHS.split(text) if "\n" in text else [text]) if line]
