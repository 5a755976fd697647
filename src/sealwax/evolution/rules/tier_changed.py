"""Something moved to another tier, or a tier promises less.

Who relies on a stable key relies on its promise. Moving it to a less stable tier takes the promise back; the prefix of
a tier is part of all its keys.
"""

from sealwax.evolution.changes import Change
from sealwax.evolution.verdicts import ChangeCode, ChangeRule, Effect, Side, Verdict, rank_of
from sealwax.evolution.wording import describe_turn, place_text


def judge(change: Change) -> Verdict | None:
    if change.kind in ("field.tier", "value.tier"):
        before, after = rank_of(change.old.tier, change.old_contract), rank_of(change.new.tier, change.new_contract)
        return Verdict(describe_turn(change, "the tier"), "keep its tier") if before < after else None
    if change.kind == "tier":
        return Verdict(f"the tier {place_text(change.old_place)} was removed", "keep it")
    if change.kind == "tier.undeclared" and change.after:
        return None
    return Verdict(describe_turn(change, f"`{change.new_place[-1]}`"), "keep it as it is")


RULE = ChangeRule(
    ChangeCode.TIER_CHANGED,
    Effect.BREAK,
    (Side.READER,),
    ("field.tier", "value.tier", "tier removed", "tier.prefix", "tier.undeclared", "record.tiers"),
    judge,
)
