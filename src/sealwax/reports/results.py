"""What a command reports, whatever the command and whatever the format: results with their positions, and a summary."""

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct

from sealwax.diagnostics import Diagnostic, Position


def sentence(found: Diagnostic) -> str:
    """The message, with the path before it."""
    return f"{found.path}: {found.message}" if found.path else found.message


def related_lines(found: Diagnostic) -> tuple[str, ...]:
    return tuple(f"{place(one.position)}: {one.message}" for one in found.related)


def place(position: Position) -> str:
    """A position in words."""
    return f"{position.file}:{position.line}:{position.column}"


class Folded(Struct, frozen=True):
    """A text below a title that says what it is."""

    title: str
    text: str
    language: str = ""


class Results(Struct, frozen=True):
    """The answer of a command."""

    command: str
    results: tuple[Diagnostic, ...]
    summary: str
    """One line, such as "2 errors in 1 file"."""
    left_out: Mapping[str, int] = MappingProxyType({})
    """By file, how many results are not in the list."""
    overview: tuple[str, ...] = ()
    """Lines that say more than the summary, also if there are no results."""
    folded: tuple[Folded, ...] = ()
    """Longer texts, for formats in which a reader can unfold them."""


def render_results(found: Results, form: str) -> str:
    """The results as github, markdown or sarif."""
    match form:  # a command needs one of these modules at most
        case "github":
            from sealwax.reports.github import render
        case "markdown":
            from sealwax.reports.markdown import render
        case "sarif":
            from sealwax.reports.sarif import render
        case _:
            raise ValueError(f"not a format for results: {form}")
    return render(found)
