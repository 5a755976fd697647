"""The envelope or an outcome has another name.

Programs that import the type do not compile. Responses are the same.
"""

from sealwax.evolution.changes import Change
from sealwax.evolution.verdicts import ChangeCode, ChangeRule, Effect, Side, Verdict
from sealwax.evolution.wording import describe_turn


def judge(change: Change) -> Verdict:
    return Verdict(describe_turn(change, "the name"), "keep the name")


RULE = ChangeRule(ChangeCode.NAME_CHANGED, Effect.BREAK, (Side.SOURCE,), ("envelope.name", "outcome.name"), judge)
