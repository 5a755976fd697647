"""Changes -> judgements: whom each breaks, and which version all of them need."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.contract.versions import Need, numbers, raised
from sealwax.evolution.changes import Change, changes
from sealwax.evolution.judgement import Rule, Severity, Side, Verdict, is_experimental, tier_of
from sealwax.evolution.rules import BY_TOPIC, HARMLESS, PROMISES


class Judged(Struct, frozen=True):
    """A change, and what a rule says about it. A harmless change has no rule."""

    change: Change
    need: Need
    rule: Rule | None = None
    verdict: Verdict | None = None

    @property
    def sides(self) -> tuple[Side, ...]:
        return () if self.verdict is None else self.verdict.sides

    @property
    def breaks(self) -> bool:
        return self.rule is not None and self.rule.severity is Severity.BREAK


def judge(old: m.Contract, new: m.Contract) -> tuple[Judged, ...]:
    """All changes between two versions of a contract, each judged."""
    return tuple(judged for change in changes(old, new) for judged in _judged(change))


def _judged(change: Change) -> Iterator[Judged]:
    rule = BY_TOPIC.get(change.topic)
    verdict = None if rule is None else rule.judge(change)
    if rule is None:
        yield Judged(change, HARMLESS[change.topic])
    elif verdict is None or not verdict.sides:
        yield Judged(change, rule.harmless)
    else:
        yield Judged(change, _need(rule, change), rule, verdict)
    for promise in PROMISES:
        kept = promise.judge(change)
        if kept is not None:
            yield Judged(change, _need(promise, change), promise, kept)


def _need(rule: Rule, change: Change) -> Need:
    """A break needs a major version; a minor one if the thing is experimental, and none if it belongs to vendors."""
    if rule.severity is not Severity.BREAK:
        return rule.harmless
    tier = tier_of(change)
    if tier is not None and tier.undeclared:
        return Need.PATCH
    return Need.MINOR if is_experimental(change) else Need.MAJOR


def needed_version(old: m.Contract, judged: Sequence[Judged]) -> str:
    """The first version that may have these changes; that of the old contract if there are none."""
    if not judged:
        return old.version
    needs = [raised(old.version, each.need) for each in judged]
    announced = [each.verdict.at_least for each in judged if each.verdict is not None and each.verdict.at_least]
    return max((*needs, *announced), key=numbers)
