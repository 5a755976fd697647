"""A constant that programs share is gone or has another value.

Programs that import it do not compile, or compare with another value than those that were built before.
"""

from sealwax.evolution.changes import Change
from sealwax.evolution.codes import ChangeCode
from sealwax.evolution.verdicts import Effect, Rule, Side, Verdict
from sealwax.evolution.wording import spelled, turned


def judge(change: Change) -> Verdict:
    if change.kind in ("constant", "rollout"):
        message = f"the constant {spelled(change.old_place)} was removed"
        return Verdict(message, (Side.SOURCE,), "keep it, and mark it as deprecated")
    return Verdict(turned(change, "the value"), (Side.READER,), "add another constant")


RULE = Rule(
    ChangeCode.CONSTANT_CHANGED,
    Effect.BREAK,
    (Side.READER, Side.SOURCE),
    ("constant removed", "constant.value", "rollout removed", "rollout.flag"),
    judge,
)
