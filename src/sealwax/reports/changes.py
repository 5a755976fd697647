"""What `sealwax diff` found, as text and as JSON."""

from collections.abc import Iterator, Sequence

from msgspec import to_builtins

from sealwax.contract.inheritance.library import Loaded
from sealwax.contract.source import Place
from sealwax.diagnostics import Diagnostic
from sealwax.evolution.accepted_changes import fingerprint, stanza
from sealwax.evolution.assessment import Assessment, apart_from_version
from sealwax.evolution.comparing import Comparison, locate
from sealwax.naming import counted
from sealwax.reports.diagnostics import as_object
from sealwax.reports.results import Folded
from sealwax.reports.terminal import as_json, visible

MAX_LISTED = 20
"""How many harmless changes of a contract are listed."""


def render_comparisons(comparisons: Sequence[Comparison], label: str, accept_file: str) -> str:
    """The contracts with their versions, then what is harmless, then how to accept what is not."""
    lines = [f"Compared with {label}:"]
    for each in comparisons:
        lines += [f"  {_summary(each)}", *(f"    {line}" for line in _harmless(each))]
    if breaks := unaccepted(comparisons):
        lines += ["", f"{_intended(accept_file)}:", "", *stanza(breaks).splitlines()]
    return "".join(f"{visible(line)}\n" for line in lines)


def overview(comparisons: Sequence[Comparison], label: str) -> tuple[str, ...]:
    """A line per contract, for formats that have a summary."""
    return (f"Compared with {label}", *map(_summary, comparisons))


def folded(comparisons: Sequence[Comparison], accept_file: str) -> tuple[Folded, ...]:
    """What is harmless, and how to accept what is not."""
    harmless = [f"{each.name}: {line}" for each in comparisons for line in _harmless(each)]
    listed = (Folded("Harmless changes", "\n".join(harmless)),) if harmless else ()
    breaks = unaccepted(comparisons)
    return (*listed, *((Folded(_intended(accept_file), stanza(breaks).rstrip("\n"), "yaml"),) if breaks else ()))


def _intended(accept_file: str) -> str:
    return f"If these changes are intended, add them to {accept_file}"


def unaccepted(comparisons: Sequence[Comparison]) -> list[Assessment]:
    return [assessment for each in comparisons for assessment in each.unaccepted]


def _summary(each: Comparison) -> str:
    """The versions of a contract, and how much changed."""
    if each.old is None or each.new is None:
        return f"{each.name} {'is new' if each.old is None else 'is gone'}."
    before, after = each.old.contract.version, each.new.contract.version
    others = apart_from_version(each.assessments)
    if before == after and not others and each.is_version_enough:
        return f"{each.name} {after}: no changes."
    versions = before if before == after else f"{before} -> {after}"
    breaks, taken = sum(one.breaks for one in others), sum(each.is_accepted(one) for one in others)
    counts = f"{counted(len(others), 'change')}, {counted(breaks, 'break')}" if others else "no changes"
    return f"{each.name} {versions}, {_enough(each)}: {counts}{f', {taken} accepted' if taken else ''}."


def _harmless(each: Comparison) -> Iterator[str]:
    if each.old is None or each.new is None:
        return
    harmless = [assessment for assessment in apart_from_version(each.assessments) if assessment.rule is None]
    yield from (f"{assessment.words} ({assessment.need.name.lower()})" for assessment in harmless[:MAX_LISTED])
    if len(harmless) > MAX_LISTED:
        yield f"… and {len(harmless) - MAX_LISTED} more; --format json lists all of them"


def _enough(each: Comparison) -> str:
    """Whether the version was raised enough."""
    if each.is_version_enough:
        return "which is too early for some of it" if each.unaccepted else "which is enough"
    since = "" if each.is_released or each.since is None else f" for what changed since {each.since.version}"
    return f"needs {each.needed}{since}"


def render_json(comparisons: Sequence[Comparison], diagnostics: Sequence[Diagnostic], label: str) -> str:
    """All changes of all contracts, and the findings. The keys are stable."""
    contracts = [_contract(each) for each in comparisons]
    return as_json({"against": label, "contracts": contracts, "findings": [*map(as_object, diagnostics)]})


def _contract(each: Comparison) -> dict[str, object]:
    return {
        "contract": each.name,
        "old_version": None if each.old is None else each.old.contract.version,
        "new_version": None if each.new is None else each.new.contract.version,
        "needed_version": each.needed or None,
        "changes": [_change(each, assessment) for assessment in each.assessments],
    }


def _change(comparison: Comparison, assessment: Assessment) -> dict[str, object]:
    change = assessment.change
    return {
        "topic": change.topic,
        "old_place": list(change.old_place),
        "new_place": list(change.new_place),
        "before": to_builtins(change.before),
        "after": to_builtins(change.after),
        "content": [
            {"place": list(place), "topic": fact.kind, "value": to_builtins(fact.value)}
            for place, fact in change.content
        ],
        "also": [list(place) for place in change.also],
        "old_location": None if change.old is None else _location(comparison.old, change.old_place),
        "new_location": None if change.new is None else _location(comparison.new, change.new_place),
        "words": assessment.words,
        "rule": None if assessment.rule is None else assessment.rule.id.value,
        "breaks": [side.value for side in assessment.sides] if assessment.breaks else [],
        "needs": assessment.need.name.lower(),
        "fingerprint": fingerprint(assessment) if assessment.breaks else None,
        "accepted": comparison.is_accepted(assessment),
    }


def _location(version: Loaded | None, place: Place) -> object:
    return None if version is None else to_builtins(locate(version.root, place)[0])
