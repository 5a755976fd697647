"""Findings about payloads as text, as JSON Lines, and as results for all other formats."""

from collections import Counter

from sealwax.diagnostics import Diagnostic, Position
from sealwax.meaning.findings import Weight
from sealwax.naming import counted
from sealwax.reports.coverage import coverage_object, folded_coverage
from sealwax.reports.results import Results, render_results
from sealwax.reports.terminal import BOLD_RED, BOLD_YELLOW, PLAIN, as_json, inert, painted, visible
from sealwax.verify.coverage import Coverage
from sealwax.verify.payloads import SEVERITIES, LocatedFinding, Tally

_COLORS = {Weight.ERROR: BOLD_RED, Weight.ADVICE: BOLD_YELLOW}
STREAMED = ("text", "json", "github")
"""The formats in which each finding can be printed at once."""
MAX_COLLECTED = 1000
"""How many findings of a file the other formats list: the input may never end."""


class Collected:
    """The findings so far, for formats that are one document."""

    def __init__(self) -> None:
        self._found: list[Diagnostic] = []
        self._counts: Counter[str] = Counter()

    def add(self, findings: list[LocatedFinding]) -> None:
        for each in findings:
            self._counts[each.file] += 1
            if self._counts[each.file] <= MAX_COLLECTED:
                self._found.append(as_result(each))

    def results(self, tally: Tally, coverage: Coverage | None) -> Results:
        """The document."""
        left_out = {file: n - MAX_COLLECTED for file, n in self._counts.items() if n > MAX_COLLECTED}
        folded = folded_coverage(coverage) if coverage is not None else ()
        return Results("verify", tuple(self._found), _totals(tally), left_out, folded=folded)


def as_result(located: LocatedFinding) -> Diagnostic:
    """A finding as a result of `verify`."""
    finding, position = located.finding, Position(located.file, located.line, located.column or 1)
    severity = SEVERITIES[finding.level]
    return Diagnostic(position, finding.rule, finding.message, severity=severity, path=finding.pointer)


def render_finding(located: LocatedFinding, form: str, color: bool) -> str:
    """One finding on one line."""
    finding = located.finding
    if form == "json":
        place: dict[str, str | int] = {"file": located.file, "line": located.line}
        if located.column:
            place["column"] = located.column
        about = {"pointer": finding.pointer, "level": finding.level, "rule": finding.rule, "message": finding.message}
        return as_json(place | about, indent=None)
    if form == "github":
        return inert(render_results(Results("verify", (as_result(located),), ""), form), is_annotated=True)
    column = f":{located.column}" if located.column else ""
    level = painted(f"{finding.level}[{finding.rule}]", _COLORS[finding.level] if color else PLAIN)
    pointer = f"{visible(finding.pointer)}: " if finding.pointer else ""
    return inert(f"{visible(located.file)}:{located.line}{column}: {level} {pointer}{visible(finding.message)}\n")


def render_summary(tally: Tally, program: str) -> str:
    """The number of values, and how often each rule was broken. `program` is the command that explains a rule."""
    lines = [_totals(tally)]
    width = max((len(str(count)) for count in tally.rules.values()), default=0)
    for (level, rule), count in _ranked(tally):
        lines.append(f"  {count:>{width}} {level:<6} {rule}")
    if tally.rules:
        lines.append(f"To learn more, run: {program} explain {_ranked(tally)[0][0][1]}")
    return ("\n" if tally.rules else "") + "".join(f"{line}\n" for line in lines)


def _totals(tally: Tally) -> str:
    clean = tally.values - tally.with_errors - tally.with_advice
    values = counted(tally.values, "value")
    return f"{values}: {tally.with_errors} with errors, {tally.with_advice} with advice only, {clean} without findings."


def render_summary_object(tally: Tally, coverage: Coverage | None) -> str:
    """The same as JSON, on one line."""
    summary: dict[str, object] = {
        "values": tally.values,
        "with_errors": tally.with_errors,
        "with_advice_only": tally.with_advice,
        "errors": tally.count(Weight.ERROR),
        "advice": tally.count(Weight.ADVICE),
        "rules": [{"level": level, "rule": rule, "count": count} for (level, rule), count in _ranked(tally)],
    }
    if coverage is not None:
        summary["coverage"] = coverage_object(coverage)
    return as_json({"summary": summary}, indent=None)


def _ranked(tally: Tally) -> list[tuple[tuple[str, str], int]]:
    """Errors before advice, the most frequent first."""
    return sorted(tally.rules.items(), key=lambda item: (item[0][0] is Weight.ADVICE, -item[1], item[0][1]))
