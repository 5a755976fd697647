"""Findings about payloads as text for people and as JSON Lines for programs."""

import json

from sealwax.drift.diff import visible
from sealwax.meaning.findings import Weight
from sealwax.verify.payloads import Note, Tally

_RED, _YELLOW, _BOLD, _PLAIN = "\x1b[31m", "\x1b[33m", "\x1b[1m", "\x1b[0m"
_COLORS = {Weight.ERROR: _RED, Weight.ADVICE: _YELLOW}


def render_note(note: Note, form: str, color: bool) -> str:
    """One finding on one line."""
    finding = note.finding
    if form == "json":
        place: dict[str, str | int] = {"file": note.file, "line": note.line}
        if note.column:
            place["column"] = note.column
        about = {"pointer": finding.pointer, "level": finding.level, "rule": finding.rule, "message": finding.message}
        return json.dumps(place | about, ensure_ascii=False) + "\n"
    column = f":{note.column}" if note.column else ""
    level = f"{finding.level}[{finding.rule}]"
    if color:
        level = f"{_BOLD}{_COLORS[finding.level]}{level}{_PLAIN}"
    pointer = f"{visible(finding.pointer)}: " if finding.pointer else ""
    return f"{visible(note.file)}:{note.line}{column}: {level} {pointer}{finding.message}\n"


def render_summary(tally: Tally, form: str) -> str:
    """How many values there were, and how often each rule was broken."""
    if form == "json":
        return json.dumps({"summary": _summary(tally)}) + "\n"
    clean = tally.values - tally.with_errors - tally.with_advice
    values = "1 value" if tally.values == 1 else f"{tally.values} values"
    lines = [
        f"{values}: {tally.with_errors} with errors, {tally.with_advice} with advice only, {clean} without findings."
    ]
    width = max((len(str(count)) for count in tally.rules.values()), default=0)
    for (level, rule), count in _ranked(tally):
        lines.append(f"  {count:>{width}} {level:<6} {rule}")
    return ("\n" if tally.rules else "") + "".join(f"{line}\n" for line in lines)


def _summary(tally: Tally) -> dict[str, object]:
    return {
        "values": tally.values,
        "with_errors": tally.with_errors,
        "with_advice_only": tally.with_advice,
        "errors": tally.count(Weight.ERROR),
        "advice": tally.count(Weight.ADVICE),
        "rules": [{"level": level, "rule": rule, "count": count} for (level, rule), count in _ranked(tally)],
    }


def _ranked(tally: Tally) -> list[tuple[tuple[str, str], int]]:
    """Errors before advice, the most frequent first."""
    return sorted(tally.rules.items(), key=lambda item: (item[0][0] is Weight.ADVICE, -item[1], item[0][1]))
