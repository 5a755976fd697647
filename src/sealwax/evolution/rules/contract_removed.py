"""A contract is gone.

Everything that it promised is gone with it: its packages, its schemas, its types.
"""

from sealwax.evolution.changes import Action, Change
from sealwax.evolution.verdicts import ChangeCode, ChangeRule, Effect, Side, Verdict


def judge(change: Change) -> Verdict | None:
    if change.action is Action.ADDED:
        return None
    return Verdict(f"the contract '{change.before}' was removed", "keep it, or say why it may go")


RULE = ChangeRule(ChangeCode.CONTRACT_REMOVED, Effect.BREAK, (*Side,), ("contract added", "contract removed"), judge)
