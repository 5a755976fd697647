"""Results as workflow commands, which GitHub shows beside the lines of a pull request."""

from sealwax.diagnostics import Severity
from sealwax.reports.results import Result, Results
from sealwax.reports.terminal import annotation

_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def render(found: Results) -> str:
    """One annotation per result, and one per file with more of them."""
    rest = (
        annotation(file, 1, 1, "sealwax", f"… and {count} more in this file") for file, count in found.left_out.items()
    )
    return "".join(f"{line}\n" for line in (*map(_annotation, found.results), *rest))


def _annotation(result: Result) -> str:
    position = result.position
    related = (f"{other.file}:{other.line}:{other.column}: {words}" for other, words in result.related)
    message = f"{result.path}: {result.message}" if result.path else result.message
    lines = filter(None, (message, *related, result.hint, *result.diff))
    title, level = f"sealwax: {result.rule}", _LEVELS[result.severity]
    return annotation(position.file, position.line, position.column, title, "\n".join(lines), level)
