"""Results as workflow commands, which GitHub shows beside the lines of a pull request."""

from sealwax.reports.results import Gravity, Result, Results
from sealwax.reports.terminal import annotation

_LEVELS = {Gravity.ERROR: "error", Gravity.WARNING: "warning", Gravity.NOTE: "notice"}


def render(found: Results) -> str:
    """One annotation per result, and one per file with more of them."""
    rest = (
        annotation(file, 1, 1, "sealwax", f"… and {count} more in this file") for file, count in found.left_out.items()
    )
    return "".join(f"{line}\n" for line in (*map(_annotation, found.results), *rest))


def _annotation(result: Result) -> str:
    place = result.place
    related = (f"{other.file}:{other.line}:{other.column}: {words}" for other, words in result.related)
    message = f"{result.path}: {result.message}" if result.path else result.message
    lines = filter(None, (message, *related, result.hint, *result.diff))
    title, level = f"sealwax: {result.rule}", _LEVELS[result.gravity]
    return annotation(place.file, place.line, place.column, title, "\n".join(lines), level)
