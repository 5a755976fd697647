"""A constant that programs share is gone or has another value.

Programs that import it do not compile, or compare with another value than those that were built before.
"""

from sealwax.evolution.changes import Action, Change
from sealwax.evolution.verdicts import ChangeCode, ChangeRule, Effect, Side, Verdict
from sealwax.evolution.wording import describe_turn, place_text


def judge(change: Change) -> Verdict:
    if change.action is Action.REMOVED:
        message = f"the constant {place_text(change.old_place)} was removed"
        return Verdict(message, "keep it, and mark it as deprecated", (Side.SOURCE,))
    return Verdict(describe_turn(change, "the value"), "add another constant", (Side.READER,))


RULE = ChangeRule(
    ChangeCode.CONSTANT_CHANGED,
    Effect.BREAK,
    (Side.READER, Side.SOURCE),
    ("constant removed", "constant.value", "rollout removed", "rollout.flag"),
    judge,
)
