"""What `sealwax diff` found, as text and as JSON."""

from collections.abc import Iterator, Sequence

from sealwax.contract.versions import Need
from sealwax.diagnostics import Diagnostic, Severity
from sealwax.evolution.accepted_changes import fingerprint, stanza
from sealwax.evolution.assessment import Assessment
from sealwax.evolution.comparing import Comparison, words
from sealwax.naming import counted
from sealwax.reports.terminal import as_json, visible

MOST_LISTED = 20
"""How many harmless changes of a contract are listed."""
_NEEDS = {Need.MAJOR: "major", Need.MINOR: "minor", Need.PATCH: "patch"}


def render_comparisons(comparisons: Sequence[Comparison], label: str, accept_file: str) -> str:
    """The contracts with their versions, then what is harmless, then how to accept what is not."""
    lines = [f"Compared with {label}:"]
    for each in comparisons:
        lines += [f"  {line}" for line in _summary(each)]
    breaks = [assessment for each in comparisons for assessment in each.assessments if _is_open(each, assessment)]
    if breaks:
        lines += ["", f"If these changes are intended, add them to {accept_file}:", "", *stanza(breaks).splitlines()]
    return "".join(f"{visible(line)}\n" for line in lines)


def _is_open(comparison: Comparison, assessment: Assessment) -> bool:
    return assessment.breaks and not comparison.is_accepted(assessment) and not comparison.is_version_enough


def _summary(each: Comparison) -> Iterator[str]:
    if each.old is None or each.new is None:
        yield f"{each.name} {'is new' if each.old is None else 'is gone'}."
        return
    before, after = each.old.contract.version, each.new.contract.version
    if not each.assessments:
        yield f"{each.name} {after}: no changes."
        return
    versions = before if before == after else f"{before} -> {after}"
    enough = "which is enough" if each.is_version_enough else f"needs {each.needed}"
    breaks = sum(assessment.breaks for assessment in each.assessments)
    others = [assessment for assessment in each.assessments if assessment.change.kind != "contract.version"]
    counts = f"{counted(len(others), 'change')}, {counted(breaks, 'break')}"
    taken = f", {len(each.accepted)} accepted" if each.accepted else ""
    yield f"{each.name} {versions}, {enough}: {counts}{taken}."
    harmless = [
        assessment
        for assessment in each.assessments
        if assessment.rule is None and assessment.change.kind != "contract.version"
    ]
    yield from (f"  {words(assessment)} ({_NEEDS[assessment.need]})" for assessment in harmless[:MOST_LISTED])
    if len(harmless) > MOST_LISTED:
        yield f"  … and {len(harmless) - MOST_LISTED} more; --format json lists all of them"


def render_json(comparisons: Sequence[Comparison], diagnostics: Sequence[Diagnostic], label: str) -> str:
    """All changes of all contracts, and the findings. The keys are stable."""
    contracts = [_contract(each) for each in comparisons]
    return as_json({"against": label, "contracts": contracts, "findings": [_finding(each) for each in diagnostics]})


def _contract(each: Comparison) -> dict[str, object]:
    return {
        "contract": each.name,
        "old_version": None if each.old is None else each.old.contract.version,
        "new_version": None if each.new is None else each.new.contract.version,
        "needed_version": each.needed or None,
        "changes": [_change(assessment, is_accepted=each.is_accepted(assessment)) for assessment in each.assessments],
    }


def _change(assessment: Assessment, *, is_accepted: bool) -> dict[str, object]:
    change = assessment.change
    return {
        "topic": change.topic,
        "old_place": list(change.old_place),
        "new_place": list(change.new_place),
        "words": words(assessment),
        "rule": None if assessment.rule is None else assessment.rule.id.value,
        "breaks": [side.value for side in assessment.sides] if assessment.breaks else [],
        "needs": _NEEDS[assessment.need],
        "fingerprint": fingerprint(assessment) if assessment.breaks else None,
        "accepted": is_accepted,
    }


def _finding(found: Diagnostic) -> dict[str, object]:
    position = found.position
    return {
        "file": position.file,
        "line": position.line,
        "column": position.column,
        "severity": found.severity.value,
        "code": found.code.value,
        "message": found.message,
        "hint": found.hint,
    }


def fails(diagnostics: Sequence[Diagnostic], fail_on: str) -> bool:
    """Whether a finding is at the level of --fail-on or above."""
    levels = {"error": (Severity.ERROR,), "warning": (Severity.ERROR, Severity.WARNING), "never": ()}[fail_on]
    return any(each.severity in levels for each in diagnostics)
