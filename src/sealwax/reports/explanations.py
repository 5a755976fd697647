"""The pages that explain diagnostics, findings and drift. They are written by hand, in docs/rules."""

from collections.abc import Iterator
from pathlib import Path

from sealwax.reports.terminal import BOLD, GREEN, PLAIN, RED, painted
from sealwax.shipped import shipped

FOLDER = "rules"


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
    """Every code with the kind of message that it is."""
    rows = [(code, _kind(code)) for code in explained_codes()]
    width = max(len(code) for code, _kind in rows)
    return "".join(f"{code:<{width}}  {kind}\n" for code, kind in rows)


def _kind(code: str) -> str:
    """The line below the heading of a page."""
    return render_page(code, color=False).split("\n", 3)[2]


def _painted(lines: list[str]) -> Iterator[str]:
    is_diff = False
    for line in lines:
        if line.startswith("```"):
            is_diff = line == "```diff"
        color = {"-": RED, "+": GREEN}.get(line[:1], PLAIN) if is_diff else BOLD if line.startswith("#") else PLAIN
        yield painted(line, color)
