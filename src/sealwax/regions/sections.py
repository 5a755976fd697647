"""The sections of a reference page, and their text as another file shows it.

`sections_of("# Errors\\n\\n## Error codes\\n\\n| … |\\n")` has `errors` and, as a part of it, `error-codes`.
"""

import re
from collections.abc import Mapping
from html import unescape
from posixpath import dirname, join, normpath, relpath

from msgspec import Struct

from sealwax.languages.markdown import anchors, fence_after

_HEADING = re.compile(r'(?P<marks>#{1,6}) (?P<title>.*)|<a id="(?P<anchor>[a-z-]+)"></a>')
"""A heading, or the anchor of a table, which is a part of the section that it is in."""
_CODE = r"(?P<{0}>`+)(?!`).*?(?<!`)(?P={0})(?!`)"
# A bracket that belongs to a text is escaped on these pages, so this is a link.
_LINK = rf"\[(?P<label>(?:\\.|{_CODE.format('inner')}|[^\\`\[\]])*)\]\((?P<target>[^()\s]+)\)"
_LINK_OR_NOT = re.compile(rf"\\.|{_CODE.format('outer')}|{_LINK}")


class Section(Struct, frozen=True):
    """The lines below a heading, to the next one of its level or above; below an anchor, to any heading."""

    lines: list[str]
    """Those of the whole page."""
    start: int
    end: int

    def text(self) -> str:
        return "\n".join(self.lines[self.start : self.end]).strip("\n")


def sections_of(page: str) -> Mapping[str, Section]:
    """The sections of a page by their anchor, in order."""
    lines, fence = page.split("\n"), ""
    headings: list[tuple[int, int, str]] = []
    for number, line in enumerate(lines):
        if not fence and (found := _HEADING.fullmatch(line)) is not None:
            headings.append((number, len(found["marks"] or "#######"), found["title"] or found["anchor"]))
        fence = fence_after(line, fence)
    ends: dict[int, int] = {}
    open_: list[tuple[int, int]] = []
    for number, level, _ in headings:
        while open_ and open_[-1][1] >= level:
            ends[open_.pop()[0]] = number
        open_.append((number, level))
    names = anchors(_read(title) for _, _, title in headings)
    starts = (number for number, _, _ in headings)
    return {
        name: Section(lines, start + 1, ends.get(start, len(lines))) for name, start in zip(names, starts, strict=True)
    }


def _read(title: str) -> str:
    """The text of a heading. Anchors have no punctuation, so only entities have to be read."""
    pieces = re.split(r"(`+[^`]+`+)", title)
    pieces[::2] = map(unescape, pieces[::2])
    return "".join(pieces)


def relocated(text: str, page: str, folder: str, *, are_pages: bool) -> str:
    """A part of a page with its relative links as a file in a folder has to write them, both from the project root.

    If the reference pages are not generated, links to them are only their text.
    """
    here = dirname(page)

    def link(found: re.Match[str]) -> str:
        target = found["target"]
        if target is None or ":" in target.partition("/")[0]:
            return found.group()
        path, mark, anchor = target.partition("#")
        path = normpath(join(here, path)) if path else page
        if dirname(path) == here and not are_pages:
            return found["label"]
        return f"[{found['label']}]({relpath(path, folder or '.')}{mark}{anchor})"

    lines, fence = text.split("\n"), ""
    for number, line in enumerate(lines):
        before, fence = fence, fence_after(line, fence)
        if not (before or fence):
            lines[number] = _LINK_OR_NOT.sub(link, line)
    return "\n".join(lines)
