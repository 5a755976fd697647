"""What a command reports, whatever the command and whatever the format: results with their positions, and a summary."""

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct

from sealwax.diagnostics import Position, Severity


class Result(Struct, frozen=True):
    """One thing to report."""

    rule: str
    """The code that `sealwax explain` takes."""
    severity: Severity
    position: Position
    message: str
    hint: str = ""
    """What to do about it. May have several lines."""
    related: tuple[tuple[Position, str], ...] = ()
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
