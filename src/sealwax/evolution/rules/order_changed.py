"""The values of an ordered list are ranked differently.

Comparisons such as `is below` give other answers for the same responses.
"""

from sealwax.contract.versions import Need
from sealwax.evolution.changes import Change
from sealwax.evolution.codes import ChangeCode
from sealwax.evolution.verdicts import Effect, Rule, Side, Verdict
from sealwax.evolution.wording import spelled


def judge(change: Change) -> Verdict | None:
    if change.old.order is None and change.new.order is None:
        return None
    what = "no longer ordered" if change.new.order is None else "ordered differently now"
    if change.old.order is None:
        return None
    sides = (Side.READER,) if change.new.order is not None else (Side.READER, Side.SOURCE)
    return Verdict(f"the values of {spelled(change.new_place[:-1])} are {what}", sides, "keep the order")


RULE = Rule(
    ChangeCode.ORDER_CHANGED,
    Effect.BREAK,
    (Side.READER, Side.SOURCE),
    ("enum.order", "value.position"),
    judge,
    Need.PATCH,
)
