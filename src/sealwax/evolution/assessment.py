"""Changes -> assessments: who is affected by each, and which version it needs."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.contract.versions import Need, numbers, raised
from sealwax.evolution.changes import Change, changes
from sealwax.evolution.rules import BY_TOPIC, HARMLESS, PROMISES
from sealwax.evolution.verdicts import NOBODY, ChangeRule, Effect, Side, Verdict, is_experimental, tier_of
from sealwax.evolution.wording import sentence


class Assessment(Struct, frozen=True):
    """A change, and what a rule says about it. A harmless change has no rule."""

    change: Change
    need: Need
    rule: ChangeRule | None = None
    verdict: Verdict | None = None

    @property
    def sides(self) -> tuple[Side, ...]:
        """Who is affected."""
        if self.rule is None or self.verdict is None:
            return NOBODY
        return self.rule.sides if self.verdict.sides is None else self.verdict.sides

    @property
    def breaks(self) -> bool:
        return self.rule is not None and self.verdict is not None and _breaks(self.rule, self.verdict)

    def first_version(self, since: str) -> str:
        """The first version after another that may have the change."""
        announced = self.verdict.at_least if self.verdict is not None else ""
        return max(raised(since, self.need), announced or since, key=numbers)

    @property
    def is_final(self) -> bool:
        """Whether no version allows it."""
        return self.verdict is not None and self.verdict.is_final

    @property
    def words(self) -> str:
        """The change as a sentence."""
        return sentence(self.change) if self.verdict is None else self.verdict.message


def assess(old: m.Contract | None, new: m.Contract | None) -> tuple[Assessment, ...]:
    """All changes between two versions of a contract, each assessed. One of them is None if it is new or gone."""
    return tuple(assessment for change in changes(old, new) for assessment in _assessments(change))


def apart_from_version(assessments: Sequence[Assessment]) -> tuple[Assessment, ...]:
    """All changes except that of the version itself, which has no say in the version that is needed."""
    return tuple(each for each in assessments if each.change.kind != "contract.version")


def _assessments(change: Change) -> Iterator[Assessment]:
    rule = BY_TOPIC.get(change.topic)
    verdict = None if rule is None else rule.judge(change)
    if rule is None:
        yield Assessment(change, HARMLESS[change.topic])
    elif verdict is None or verdict.sides == NOBODY:
        yield Assessment(change, rule.harmless)
    else:
        yield Assessment(change, _need(rule, verdict, change), rule, verdict)
    for promise in PROMISES:
        kept = promise.judge(change)
        if kept is not None:
            yield Assessment(change, _need(promise, kept, change), promise, kept)


def _breaks(rule: ChangeRule, verdict: Verdict) -> bool:
    return (verdict.effect or rule.effect) is Effect.BREAK


def _need(rule: ChangeRule, verdict: Verdict, change: Change) -> Need:
    """A break needs a major version; a minor one if the thing is experimental, and none if it belongs to vendors."""
    if not _breaks(rule, verdict):
        return rule.harmless
    tier = tier_of(change)
    if tier is not None and tier.undeclared:
        return Need.PATCH
    return Need.MINOR if is_experimental(change) else Need.MAJOR
