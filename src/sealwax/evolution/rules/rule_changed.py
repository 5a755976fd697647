"""A rule in prose changed.

No program checks it, so only people can say who is affected. Read it again before you release.
"""

from sealwax.evolution.changes import Change
from sealwax.evolution.verdicts import ChangeCode, ChangeRule, Effect, Side, Verdict


def judge(_change: Change) -> Verdict:
    return Verdict("the rules that do not belong to a single field changed")


RULE = ChangeRule(ChangeCode.RULE_CHANGED, Effect.WARNING, (Side.WRITER,), ("contract.rules",), judge)
