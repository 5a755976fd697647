"""The pages that explain diagnostics, findings and drift. They are written by hand, in docs/rules."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from sealwax.reports.terminal import BOLD, GREEN, PLAIN, RED, painted
from sealwax.shipped import shipped

FOLDER = "rules"
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_SENTENCE = re.compile(r".*?\.(?= [A-Z`]|$)")


def own_pages() -> Path:
    """The folder of the pages."""
    return shipped(FOLDER, f"docs/{FOLDER}")


def explained_codes() -> tuple[str, ...]:
    """The codes, rules and kinds of drift that have a page, sorted."""
    return tuple(sorted(path.stem for path in own_pages().glob("[a-z]*.md")))


def render_page(code: str, *, color: bool) -> str:
    """The page about a code."""
    text = (own_pages() / f"{code}.md").read_text(encoding="utf-8")
    return "".join(f"{line}\n" for line in _painted(text.splitlines())) if color else text


def render_list(columns: int = 0) -> str:
    """Every code with what it means, wrapped at this width; not wrapped if it is 0."""
    import textwrap  # only needed here

    codes = explained_codes()
    margin = max(map(len, codes)) + 2
    width = max(columns, margin + 20) if columns else sys.maxsize
    wrapper = textwrap.TextWrapper(width, subsequent_indent=" " * margin, break_on_hyphens=False)
    return "".join(f"{wrapper.fill(f'{code:<{margin}}{meaning_of(code)[0]}')}\n" for code in codes)


def meaning_of(code: str) -> tuple[str, str]:
    """What a code means, in a sentence and in full, without links and line breaks."""
    _, _, rest = render_page(code, color=False).partition("## What it means\n\n")
    text = _LINK.sub(r"\1", rest.partition("\n##")[0].strip())
    paragraph = text.partition("\n\n")[0].replace("\n", " ")
    sentence = _SENTENCE.match(paragraph)
    return sentence[0] if sentence is not None else paragraph, text.replace("\n", " ")


def _painted(lines: list[str]) -> Iterator[str]:
    is_diff = False
    for line in lines:
        if line.startswith("```"):
            is_diff = line == "```diff"
        color = {"-": RED, "+": GREEN}.get(line[:1], PLAIN) if is_diff else BOLD if line.startswith("#") else PLAIN
        yield painted(line, color)
