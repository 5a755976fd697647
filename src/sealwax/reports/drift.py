"""Drift as text for people, as JSON for programs, and as annotations for GitHub."""

from collections import Counter
from collections.abc import Sequence

from sealwax.drift.comparison import Drift, Kind
from sealwax.drift.diff import Difference, difference, visible
from sealwax.naming import counted
from sealwax.reports.annotations import annotation

_OTHER_ENDS = "has other line endings than sealwax writes, and differs in nothing else"
_MEANING = {
    Kind.CHANGED: "differs from what the contracts say",
    Kind.MISSING: "is missing",
    Kind.ORPHANED: "is no longer made by any contract",
    Kind.LEFTOVER: "was left behind by a run that was killed",
    Kind.STRAY: "does not belong here: it is neither marked as generated nor in the manifest",
    Kind.FOREIGN: "stands where a generated file belongs, and is neither marked as one nor in the manifest",
}
_BOLD, _RED, _GREEN, _CYAN, _PLAIN = "1", "31", "32", "36", ""


def render_drift_text(drifts: Sequence[Drift], mend: str, *, color: bool) -> str:
    """Each file with its diff, then how many there are and what mends them: `mend` is the command to run."""
    return _told(drifts, [(_BOLD, _summary(drifts))], mend, color=color)


def render_left_alone(strays: Sequence[Drift], mend: str, *, color: bool) -> str:
    """What stands beside the generated files after all of these have been written, and what to do about it."""
    return _told(strays, [], mend, color=color)


def _told(drifts: Sequence[Drift], summary: list[tuple[str, str]], mend: str, *, color: bool) -> str:
    lines: list[tuple[str, str]] = []
    for drift in drifts:
        found = _difference(drift)
        place = f":{found.line}:{found.column}" if found.diff else ""
        lines.append((_BOLD, f"{visible(drift.path)}{place} {_meaning(drift)}"))
        lines.extend((_color_of(line), line) for line in found.diff)
        if found.left_out:
            lines.append((_PLAIN, f"… and {counted(found.left_out, 'more line')} of this diff"))
        lines.append((_PLAIN, ""))
    lines.extend(summary)
    lines.extend((_PLAIN, line) for line in advice(drifts, mend))
    return "".join(f"{_painted(code, line) if color else line}\n" for code, line in lines)


def render_drift_json(drifts: Sequence[Drift], mend: str) -> str:
    """One object with a list of files. The keys are stable."""
    import json  # one form of three needs it

    document = {"drift": [_as_object(drift) for drift in drifts], "mend": advice(drifts, mend)}
    return json.dumps(document, indent=2) + "\n"


def render_drift_github(drifts: Sequence[Drift], mend: str) -> str:
    """One workflow command per file, which GitHub shows beside the first line that differs."""
    return "".join(_annotation(drift, mend) for drift in drifts)


def advice(drifts: Sequence[Drift], mend: str) -> list[str]:
    """What a person has to do, in order."""
    kinds = {drift.kind for drift in drifts}
    others = [kind.value for kind in (Kind.STRAY, Kind.FOREIGN) if kind in kinds]
    lines = [
        f"Move or delete each {' and '.join(others)} file: sealwax touches only what is marked or in the manifest.",
        "What an earlier run made, before git put an older manifest in place, can be deleted.",
    ]
    ends = ["If git changes the line endings, tell it not to: put `* text=auto eol=lf` into .gitattributes."]
    return [
        *(lines if others else []),
        *(ends if any(map(_differs_in_line_ends, drifts)) else []),
        *([f"Mend it with: {mend}"] if kinds - {Kind.STRAY} else []),
    ]


def _summary(drifts: Sequence[Drift]) -> str:
    by_kind = Counter(drift.kind for drift in drifts)
    parts = ", ".join(f"{by_kind[kind]} {kind.value}" for kind in Kind if by_kind[kind])
    return f"{counted(len(drifts), 'file')} out of step with the contracts: {parts}."


def _as_object(drift: Drift) -> dict[str, str | int]:
    found = _difference(drift)
    return {
        "kind": drift.kind.value,
        "file": drift.path,
        "line": found.line,
        "column": found.column,
        "message": f"{visible(drift.path)} {_meaning(drift)}",
        "diff": "".join(f"{line}\n" for line in found.diff),
        "diff_lines_left_out": found.left_out,
    }


def _annotation(drift: Drift, mend: str) -> str:
    found = _difference(drift)
    message = "\n".join((f"{visible(drift.path)} {_meaning(drift)}.", *advice([drift], mend), *found.diff))
    return annotation(drift.path, found.line, found.column, f"sealwax: {drift.kind.value}", message) + "\n"


def _difference(drift: Drift) -> Difference:
    """A missing file is named, not shown: all of it would be new. So is one whose every line ends otherwise."""
    if drift.kind in (Kind.CHANGED, Kind.FOREIGN) and not _differs_in_line_ends(drift):
        return difference(drift.found, drift.expected)
    return Difference(1, 1, (), 0)


def _meaning(drift: Drift) -> str:
    return _OTHER_ENDS if _differs_in_line_ends(drift) else _MEANING[drift.kind]


def _differs_in_line_ends(drift: Drift) -> bool:
    """Whether nothing differs but line endings: a diff would show every line twice, and both times the same."""
    if drift.kind is not Kind.CHANGED or b"\r\n" not in drift.found:
        return False
    return drift.found.replace(b"\r\n", b"\n") == drift.expected.replace(b"\r\n", b"\n")


def _painted(code: str, text: str) -> str:
    return f"\x1b[{code}m{text}\x1b[0m" if code and text else text


def _color_of(line: str) -> str:
    return {"-": _RED, "+": _GREEN, "@": _CYAN}.get(line[:1], _PLAIN)
