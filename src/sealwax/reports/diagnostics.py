"""Diagnostics as text, as JSON, and as results for all other formats."""

import os
import posixpath
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import to_builtins
from msgspec.structs import replace

from sealwax.diagnostics import SHOWN, Diagnostic, Position, Related, Severity
from sealwax.meaning.wording import listed
from sealwax.naming import counted
from sealwax.reports.results import Folded, Results, render_results
from sealwax.reports.source_frames import excerpt, one_cell
from sealwax.reports.terminal import BLUE, BOLD, BOLD_CYAN, BOLD_RED, BOLD_YELLOW, as_json, painted

SHOWN_MESSAGE = 1000
"""Characters of a message that are shown, however long the names in it are."""
RELATED = 10
"""Related places of a diagnostic that are shown."""
_COLOR = {Severity.ERROR: BOLD_RED, Severity.WARNING: BOLD_YELLOW, Severity.NOTE: BOLD_CYAN}


def render_diagnostics(
    diagnostics: Sequence[Diagnostic],
    sources: Mapping[str, bytes],
    form: str,
    prefix: str,
    *,
    color: bool,
    command: str,
    overview: tuple[str, ...],
    folded: tuple[Folded, ...],
) -> str:
    """The diagnostics in any format. The prefix leads from the current folder to the project."""
    here = [_relocated(diagnostic, prefix) for diagnostic in diagnostics]
    if form == "text":
        return render_text(here, {_relocated_path(path, prefix): raw for path, raw in sources.items()}, color)
    if form == "json":
        return render_json(here)
    return render_results(replace(as_results(here, command), overview=overview, folded=folded), form)


def render_text(diagnostics: Sequence[Diagnostic], sources: Mapping[str, bytes], color: bool) -> str:
    """The first diagnostics of each file with their source lines, then counts."""
    if not diagnostics:
        return ""
    shown, left_out = _first_of_each_file(diagnostics)
    named = {place.file for diagnostic in shown for place in _places(diagnostic)}
    files = {file: sources[file].split(b"\n") for file in named if file in sources}
    paint = painted if color else _unpainted
    blocks = ["".join(f"{line}\n" for line in _block(diagnostic, files, paint)) for diagnostic in shown]
    rest = [f"… and {count} more in {_one_line(file)}\n" for file, count in left_out.items()]
    return "\n".join([*blocks, "".join((*rest, f"{_summary(diagnostics)}\n"))])


def render_json(diagnostics: Sequence[Diagnostic]) -> str:
    """One object with a list of diagnostics, and the number of others by file. The keys are stable."""
    shown, left_out = _first_of_each_file(diagnostics)
    return as_json({"diagnostics": [*map(_with_related, shown)], "left_out": left_out})


def as_results(diagnostics: Sequence[Diagnostic], command: str) -> Results:
    """The first diagnostics of each file as results of a command."""
    shown, left_out = _first_of_each_file(diagnostics)
    summary = _summary(diagnostics) if diagnostics else "No errors."
    return Results(command, tuple(shown), summary, left_out)


def _first_of_each_file(diagnostics: Sequence[Diagnostic]) -> tuple[list[Diagnostic], dict[str, int]]:
    """The first diagnostics of each file, shortened, and by file the number of the others."""
    counts: Counter[str] = Counter()
    shown = []
    for diagnostic in diagnostics:
        counts[diagnostic.position.file] += 1
        if counts[diagnostic.position.file] <= SHOWN:
            shown.append(_shortened(diagnostic))
    return shown, {file: count - SHOWN for file, count in counts.items() if count > SHOWN}


def as_object(diagnostic: Diagnostic) -> dict[str, object]:
    return {
        **to_builtins(diagnostic.position),
        "severity": diagnostic.severity.value,
        "code": diagnostic.code.value,
        "message": diagnostic.message,
        "hint": diagnostic.hint,
    }


def _with_related(diagnostic: Diagnostic) -> dict[str, object]:
    related = [{**to_builtins(one.position), "message": one.message} for one in diagnostic.related]
    return as_object(diagnostic) | {"related": related}


def _shortened(diagnostic: Diagnostic) -> Diagnostic:
    related = tuple(replace(one, message=_cut(one.message)) for one in diagnostic.related[:RELATED])
    return replace(diagnostic, message=_cut(diagnostic.message), hint=_cut(diagnostic.hint), related=related)


def _summary(diagnostics: Sequence[Diagnostic]) -> str:
    by_severity = Counter(diagnostic.severity for diagnostic in diagnostics)
    counts = [counted(by_severity[severity], severity.value) for severity in Severity if by_severity[severity]]
    files = len({diagnostic.position.file for diagnostic in diagnostics})
    return f"{listed(counts, 'and')} in {counted(files, 'file')}"


# -- paths as seen from the current folder ----------------------------------------------------------------------------


def _relocated(diagnostic: Diagnostic, prefix: str) -> Diagnostic:
    if not prefix:
        return diagnostic

    def moved(position: Position) -> Position:
        return replace(position, file=_relocated_path(position.file, prefix))

    related = tuple(replace(each, position=moved(each.position)) for each in diagnostic.related)
    return replace(diagnostic, position=moved(diagnostic.position), related=related)


def _relocated_path(file: str, prefix: str) -> str:
    """A base contract can be outside the project: beside it, or in an installed package."""
    if os.path.isabs(file) or file.startswith("<"):
        return file
    return posixpath.normpath(prefix + file) if file.startswith("../") else prefix + file


# -- diagnostics with their source lines ------------------------------------------------------------------------------

_Paint = Callable[[str, str], str]
"""Puts a text in a colour."""


def _unpainted(text: str, _color: str) -> str:
    return text


def _block(diagnostic: Diagnostic, files: Mapping[str, list[bytes]], paint: _Paint) -> Iterator[str]:
    """The diagnostic with its source line, then each related place with its own, then the hint."""
    position, color = diagnostic.position, _COLOR[diagnostic.severity]
    kind = paint(f"{diagnostic.severity.value}[{diagnostic.code.value}]", color)
    gutter = " " * max(len(str(place.line)) for place in _places(diagnostic))
    yield paint(f"{_where(position)} ", BOLD) + kind + paint(f" {_one_line(diagnostic.message)}", BOLD)
    yield from _frame(diagnostic, files, gutter, paint)
    for related in diagnostic.related:
        yield paint(f"{gutter} : ", BLUE) + f"{_where(related.position)} {_one_line(related.message)}"
        yield from _frame(related, files, gutter, paint)
    if diagnostic.hint:
        yield paint(f"{gutter} = ", BLUE) + _one_line(diagnostic.hint)


def _frame(place: Diagnostic | Related, files: Mapping[str, list[bytes]], gutter: str, paint: _Paint) -> Iterator[str]:
    """The line of a place, with carets below the part that it is about; dashes if it is a related place."""
    lines, line = files.get(place.position.file, []), place.position.line
    if 1 <= line <= len(lines):
        text, carets = excerpt(_decoded(lines, line), place.position.column, place.width)
        color, mark = (_COLOR[place.severity], "^") if isinstance(place, Diagnostic) else (BLUE, "-")
        yield paint(f"{gutter} |", BLUE)
        yield paint(f"{line:>{len(gutter)}} |", BLUE) + f" {text}".rstrip()
        yield paint(f"{gutter} | ", BLUE) + paint(carets.replace("^", mark), color)


def _places(diagnostic: Diagnostic) -> list[Position]:
    return [diagnostic.position, *(related.position for related in diagnostic.related)]


def _where(position: Position) -> str:
    return f"{_one_line(position.file)}:{position.line}:{position.column}:"


def _decoded(lines: list[bytes], number: int) -> str:
    """A line as columns count it: without its line ending, and without a byte order mark."""
    text = lines[number - 1].removesuffix(b"\r").decode("utf-8", "replace")
    return text.removeprefix("\ufeff") if number == 1 else text


def _one_line(text: str) -> str:
    """Text on one line, without control characters, however long and strange the names in it are."""
    return "".join(map(one_cell, _cut(text)))


def _cut(text: str) -> str:
    return text if len(text) <= SHOWN_MESSAGE else f"{text[:SHOWN_MESSAGE]}…"
