"""The values of an ordered list are ranked differently.

Comparisons such as `is below` give other answers for the same responses.
"""

from sealwax.contract.versions import Need
from sealwax.evolution.changes import Change
from sealwax.evolution.verdicts import ChangeCode, ChangeRule, Effect, Side, Verdict
from sealwax.evolution.wording import place_text


def judge(change: Change) -> Verdict | None:
    if change.old.order is None:
        return None
    owner = place_text(change.new_place[:-1])
    if change.new.order is None:
        return Verdict(f"the values of {owner} are no longer ordered", "keep the order")
    return Verdict(f"the values of {owner} are ordered differently now", "keep the order", (Side.READER,))


RULE = ChangeRule(
    ChangeCode.ORDER_CHANGED,
    Effect.BREAK,
    (Side.READER, Side.SOURCE),
    ("enum.order", "value.position"),
    judge,
    Need.PATCH,
)
