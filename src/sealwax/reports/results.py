"""What a command reports, whatever the command and whatever the format: results with their places, and a summary."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from msgspec import Struct

FORMATS = ("text", "json", "markdown", "github", "sarif", "junit")
"""The values of --format. Text and JSON differ by command; each of the others has a module that renders results."""


class Gravity(StrEnum):
    """How grave a result is. What makes a command fail is up to the command."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Place(Struct, frozen=True):
    """A place in a file. Lines and columns count from 1, columns in code points."""

    file: str
    line: int = 1
    column: int = 1


class Result(Struct, frozen=True):
    """One thing to report."""

    rule: str
    """The code that `sealwax explain` takes."""
    gravity: Gravity
    place: Place
    message: str
    hint: str = ""
    """What to do about it. May have several lines."""
    related: tuple[tuple[Place, str], ...] = ()
    """Other places that are involved, each with what to say about it."""
    diff: tuple[str, ...] = ()
    """Lines of a unified diff."""
    path: str = ""
    """Where it is in the contract or in a value, in words or as a JSON pointer."""


class Folded(Struct, frozen=True):
    """A text below a title that says what it is."""

    title: str
    text: str
    language: str = ""


class Results(Struct, frozen=True):
    """The answer of a command."""

    command: str
    results: tuple[Result, ...]
    summary: str
    """One line, such as "2 errors in 1 file"."""
    left_out: Mapping[str, int] = MappingProxyType({})
    """By file, how many results are not in the list."""
    overview: tuple[str, ...] = ()
    """Lines that say more than the summary, also if there are no results."""
    folded: tuple[Folded, ...] = ()
    """Longer texts, for formats in which a reader can unfold them."""


def render_results(found: Results, form: str) -> str:
    """The results as github, markdown, sarif or junit."""
    match form:  # a command needs one of these modules at most
        case "github":
            from sealwax.reports.github import render
        case "markdown":
            from sealwax.reports.markdown import render
        case "sarif":
            from sealwax.reports.sarif import render
        case "junit":
            from sealwax.reports.junit import render
        case _:
            raise ValueError(f"not a format for results: {form}")
    return render(found)
