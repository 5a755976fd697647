"""What `sealwax diff` found, as text and as JSON."""

from collections.abc import Iterator, Sequence

from sealwax.contract.source import Node
from sealwax.diagnostics import Diagnostic, Severity
from sealwax.evolution.accepting import fingerprint, stanza
from sealwax.evolution.comparing import Comparison, locate, words
from sealwax.evolution.facts import Place
from sealwax.evolution.judgement import Need
from sealwax.evolution.judging import Judged
from sealwax.evolution.sayings import plain
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
    breaks = [judged for each in comparisons for judged in each.unaccepted]
    if breaks:
        lines += ["", f"If these changes are intended, add them to {accept_file}:", "", *stanza(breaks).splitlines()]
    return "".join(f"{visible(line)}\n" for line in lines)


def _summary(each: Comparison) -> Iterator[str]:
    if each.old is None or each.new is None:
        yield f"{each.name} {'is new' if each.old is None else 'is gone'}."
        return
    before, after = each.old.contract.version, each.new.contract.version
    others = [judged for judged in each.judged if judged.change.kind != "contract.version"]
    if before == after and not others and each.is_version_enough:
        yield f"{each.name} {after}: no changes."
        return
    versions = before if before == after else f"{before} -> {after}"
    breaks, taken = sum(judged.breaks for judged in others), sum(each.is_accepted(judged) for judged in others)
    counts = f"{counted(len(others), 'change')}, {counted(breaks, 'break')}" if others else "no changes"
    yield f"{each.name} {versions}, {_enough(each)}: {counts}{f', {taken} accepted' if taken else ''}."
    harmless = [judged for judged in others if judged.rule is None]
    yield from (f"  {words(judged)} ({_NEEDS[judged.need]})" for judged in harmless[:MOST_LISTED])
    if len(harmless) > MOST_LISTED:
        yield f"  … and {len(harmless) - MOST_LISTED} more; --format json lists all of them"


def _enough(each: Comparison) -> str:
    """Whether the version was raised enough."""
    if each.is_version_enough:
        return "which is too early for some of it" if each.unaccepted else "which is enough"
    since = "" if each.is_released or each.since is None else f" for what changed since {each.since.version}"
    return f"needs {each.needed}{since}"


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
        "changes": [_change(each, judged) for judged in each.judged],
    }


def _change(comparison: Comparison, judged: Judged) -> dict[str, object]:
    change, is_added, is_removed = judged.change, judged.change.old is None, judged.change.new is None
    old, new = (None if each is None else each.root for each in (comparison.old, comparison.new))
    return {
        "topic": change.topic,
        "old_place": list(change.old_place),
        "new_place": list(change.new_place),
        "before": plain(change.before),
        "after": plain(change.after),
        "content": [
            {"place": list(place), "topic": fact.kind, "value": plain(fact.value)} for place, fact in change.content
        ],
        "also": [list(place) for place in change.also],
        "old_location": None if old is None or is_added else _location(old, change.old_place),
        "new_location": None if new is None or is_removed else _location(new, change.new_place),
        "words": words(judged),
        "rule": None if judged.rule is None else judged.rule.id.value,
        "breaks": [side.value for side in judged.sides] if judged.breaks else [],
        "needs": _NEEDS[judged.need],
        "fingerprint": fingerprint(judged) if judged.breaks else None,
        "accepted": comparison.is_accepted(judged),
    }


def _location(root: Node, place: Place) -> dict[str, object]:
    position = locate(root, place)[0].located()
    return {"file": position.file, "line": position.line, "column": position.column}


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
