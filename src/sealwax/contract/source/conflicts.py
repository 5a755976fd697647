"""Recognizes the marks that git leaves where two branches changed the same lines."""

import re

from sealwax.contract.source.text import SourceText
from sealwax.diagnostics import Code, Related, Report

_MARK = re.compile(r"(?m)^(<{7}|\|{7}|={7}|>{7})(?: (.*))?$")
_OPENING, _MIDDLE, _CLOSING = "<" * 7, "=" * 7, ">" * 7
_HINT = "keep what you want of both, delete the lines with <<<<<<<, ======= and >>>>>>>, then run: sealwax generate"


def report_conflicts(source: SourceText, report: Report) -> bool:
    """Report all conflicts of a file as one error, at the first. Returns whether there are any."""
    if _OPENING not in source.text:
        return False
    marks = [*_MARK.finditer(source.text)]
    openings = [mark for mark in marks if mark[1] == _OPENING]
    after = [mark for mark in marks if openings and mark.start() > openings[0].start()]
    middle = next((mark for mark in after if mark[1] == _MIDDLE), None)
    closing = next((mark for mark in after if mark[1] == _CLOSING), None)
    if middle is None or closing is None:
        return False
    ours, theirs = _side(openings[0], "one branch"), _side(closing, "another")
    message = f"a merge conflict: {ours} and {theirs} have changed the same lines"
    others = tuple(Related(source.position(each.start()), "another conflict", len(_OPENING)) for each in openings[1:])
    starts = Related(source.position(middle.start()), f"{theirs} has what follows", len(_MIDDLE))
    position = source.position(openings[0].start())
    report.add(Code.MERGE_CONFLICT, position, message, _HINT, len(openings[0][0]), (starts, *others))
    return True


def report_rest(source: SourceText, report: Report) -> bool:
    """Report the first mark in a file that cannot be parsed and has no whole conflict. Returns whether there is one."""
    mark = _MARK.search(source.text)
    if mark is None:
        return False
    position = source.position(mark.start())
    report.add(Code.MERGE_CONFLICT, position, "the rest of a merge conflict", _REST, len(mark[0]))
    return True


_REST = "delete this line if the lines around it are as you want them, then run: sealwax generate"


def _side(mark: re.Match[str], unnamed: str) -> str:
    """What git calls a side: a branch, or a commit with its message."""
    return f"`{mark[2]}`" if mark[2] else unnamed
