"""A deprecation was withdrawn, or announces an earlier removal.

Programs plan by the announced version. What was deprecated and is not any more confuses those who have already moved.
"""

from sealwax.contract.versions import numbers
from sealwax.evolution.changes import Change
from sealwax.evolution.verdicts import ChangeCode, ChangeRule, Effect, Side, Verdict
from sealwax.evolution.wording import place_text

SUBJECTS = (
    *("contract", "envelope", "field", "outcome", "record", "text", "enum", "value", "context", "builder", "parameter"),
    *("rollout", "constant", "tool", "tier", "gate", "merging", "partial"),
)
"""Everything that has documentation."""


def judge(change: Change) -> Verdict | None:
    owner = place_text(change.new_place[:-1])
    if change.after is None:
        return Verdict(f"{owner} is no longer deprecated")
    before, after = (getattr(deprecation, "removal", "") for deprecation in (change.before, change.after))
    if before and after and numbers(after) < numbers(before):
        return Verdict(f"{owner} is to be removed in {after}, not {before}")
    return None


RULE = ChangeRule(
    ChangeCode.DEPRECATION_CHANGED,
    Effect.WARNING,
    (Side.SOURCE,),
    tuple(f"{subject}.deprecated" for subject in SUBJECTS),
    judge,
)
