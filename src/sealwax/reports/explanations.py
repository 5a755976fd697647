"""The pages that explain diagnostics, findings and drift. They are written by hand, in docs/rules."""

import re
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


def render_list() -> str:
    """Every code with what it means."""
    rows = [(code, _meaning(code)) for code in explained_codes()]
    width = max(len(code) for code, _ in rows)
    return "".join(f"{code:<{width}}  {meaning}\n" for code, meaning in rows)


def _meaning(code: str) -> str:
    """The first sentence about what a code means."""
    _, _, rest = render_page(code, color=False).partition("## What it means\n\n")
    paragraph = rest.partition("\n\n")[0].replace("\n", " ")
    sentence = _SENTENCE.match(paragraph)
    return _LINK.sub(r"\1", sentence[0] if sentence is not None else paragraph)


def _painted(lines: list[str]) -> Iterator[str]:
    is_diff = False
    for line in lines:
        if line.startswith("```"):
            is_diff = line == "```diff"
        color = {"-": RED, "+": GREEN}.get(line[:1], PLAIN) if is_diff else BOLD if line.startswith("#") else PLAIN
        yield painted(line, color)
