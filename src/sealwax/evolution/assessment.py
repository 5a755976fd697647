"""Changes -> assessments: who is affected by each, and which version all of them need."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.contract.versions import Need, numbers, raised
from sealwax.evolution.changes import Change, changes
from sealwax.evolution.rules import BY_TOPIC, HARMLESS, PROMISES
from sealwax.evolution.verdicts import Effect, Rule, Side, Verdict, is_experimental, tier_of


class Assessment(Struct, frozen=True):
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
        return self.rule is not None and self.rule.effect is Effect.BREAK


def assess(old: m.Contract, new: m.Contract) -> tuple[Assessment, ...]:
    """All changes between two versions of a contract, each assessed."""
    return tuple(assessment for change in changes(old, new) for assessment in _assessments(change))


def _assessments(change: Change) -> Iterator[Assessment]:
    rule = BY_TOPIC.get(change.topic)
    verdict = None if rule is None else rule.judge(change)
    if rule is None:
        yield Assessment(change, HARMLESS[change.topic])
    elif verdict is None or not verdict.sides:
        yield Assessment(change, rule.harmless)
    else:
        yield Assessment(change, _need(rule, change), rule, verdict)
    for promise in PROMISES:
        kept = promise.judge(change)
        if kept is not None:
            yield Assessment(change, _need(promise, change), promise, kept)


def _need(rule: Rule, change: Change) -> Need:
    """A break needs a major version; a minor one if the thing is experimental, and none if it belongs to vendors."""
    if rule.effect is not Effect.BREAK:
        return rule.harmless
    tier = tier_of(change)
    if tier is not None and tier.undeclared:
        return Need.PATCH
    return Need.MINOR if is_experimental(change) else Need.MAJOR


def needed_version(old: m.Contract, assessments: Sequence[Assessment]) -> str:
    """The first version that may have these changes; that of the old contract if there are none."""
    if not assessments:
        return old.version
    needs = [raised(old.version, each.need) for each in assessments]
    announced = [each.verdict.at_least for each in assessments if each.verdict is not None and each.verdict.at_least]
    return max((*needs, *announced), key=numbers)
