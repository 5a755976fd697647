"""Results as workflow commands, which GitHub shows beside the lines of a pull request."""

from sealwax.diagnostics import Diagnostic, Position, Severity
from sealwax.reports.results import Results, related_lines, sentence
from sealwax.reports.terminal import visible

_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def render(found: Results) -> str:
    """One annotation per result, and one per file with more of them."""
    rest = (
        _annotation("error", Position(file, 1, 1), "sealwax", [f"… and {count} more in this file"])
        for file, count in found.left_out.items()
    )
    return "".join(f"{line}\n" for line in (*map(_of_result, found.results), *rest))


def _of_result(result: Diagnostic) -> str:
    texts = (sentence(result), *related_lines(result), result.hint, *result.diff)
    lines = "\n".join(filter(None, texts)).split("\n")
    return _annotation(_LEVELS[result.severity], result.position, f"sealwax: {result.code}", lines)


def _annotation(level: str, position: Position, title: str, lines: list[str]) -> str:
    """A workflow command, with its text on one line."""
    properties = {"file": visible(position.file), "line": position.line, "col": position.column, "title": title}
    listed = ",".join(
        f"{name}={_escaped(str(value)).replace(':', '%3A').replace(',', '%2C')}" for name, value in properties.items()
    )
    return f"::{level} {listed}::{_escaped(chr(10).join(map(visible, lines)))}"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
