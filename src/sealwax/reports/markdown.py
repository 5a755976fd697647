"""Results as Markdown for a comment on a pull request."""

from collections.abc import Iterator
from html import escape

from sealwax.diagnostics import Diagnostic, Severity
from sealwax.languages.markdown import cell, code_cell, text, text_block
from sealwax.naming import counted
from sealwax.reports.results import Results, place, related_lines
from sealwax.reports.terminal import visible

MAX_RESULTS = 50
"""How many results are listed: GitHub takes comments of 65,536 characters."""
MAX_DIFFS = 5
MAX_FOLDED = 60
"""Lines of a text that can be unfolded."""
MAX_TEXT = 400
"""Characters of a message or a hint."""
_MARKS = {Severity.ERROR: "❌", Severity.WARNING: "⚠️", Severity.NOTE: "ℹ️"}


def render(found: Results) -> str:
    """A heading, a table with a row per result, then diffs that can be unfolded."""
    mark = next((_MARKS[each] for each in Severity if any(one.severity is each for one in found.results)), "✅")
    lines = [f"### {mark} sealwax {found.command}", "", _unnoticed(text(visible(found.summary))), ""]
    if found.overview:
        lines += [*(f"- {_unnoticed(text(visible(line)))}" for line in found.overview), ""]
    if found.results:
        lines += ["| | where | what |", "| --- | --- | --- |", *map(_row, found.results[:MAX_RESULTS]), ""]
    rest = len(found.results) - MAX_RESULTS
    if (rest := max(rest, 0) + sum(found.left_out.values())) > 0:
        lines += [f"… and {counted(rest, 'more result')}.", ""]
    return "".join(f"{line}\n" for line in (*lines, *_diffs(found), *_folded(found)))[:-1]


def _row(result: Diagnostic) -> str:
    where = _code(place(result.position))
    inside = f"<br>{_code(result.path)}" if result.path else ""
    more = (f"<br>{_cell(line)}" for line in (*related_lines(result), *result.hint.split("\n")) if line)
    what = f"**{cell(result.code)}**: {_cell(result.message)}{''.join(more)}"
    return f"| {_MARKS[result.severity]} | {where}{inside} | {what} |"


def _code(words: str) -> str:
    """Code between backticks, in which nobody is notified, or as HTML where they would end early."""
    found = code_cell(visible(words))
    return found if found.startswith("`") else _unnoticed(found)


def _cell(words: str) -> str:
    shown = visible(words if len(words) <= MAX_TEXT else f"{words[:MAX_TEXT]}…")
    return _unnoticed(cell(shown))


def _unnoticed(markdown: str) -> str:
    """With a space of no width after each @, so that nobody is notified."""
    return markdown.replace("@", "@&#8203;")


def _diffs(found: Results) -> Iterator[str]:
    for result in [each for each in found.results if each.diff][:MAX_DIFFS]:
        yield from _details(result.position.file, "\n".join(map(visible, result.diff)), "diff")


def _folded(found: Results) -> Iterator[str]:
    for each in found.folded:
        shown = "\n".join(visible(line) for line in each.text.split("\n")[:MAX_FOLDED])
        yield from _details(each.title, shown, each.language)


def _details(title: str, content: str, language: str) -> Iterator[str]:
    words = _unnoticed(escape(visible(title)))  # a parser takes the whole line for HTML
    yield from (f"<details><summary>{words}</summary>", "", text_block(content, language), "", "</details>", "")
