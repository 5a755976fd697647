"""A number is compared with another error code, or no longer with any.

Validators reject a number that is not the one of the code next to it. Readers that go by the number rely on that.
"""

from sealwax.evolution.changes import Change
from sealwax.evolution.verdicts import ChangeCode, ChangeRule, Effect, Side, Verdict, wire
from sealwax.evolution.wording import describe_turn


def judge(change: Change) -> Verdict:
    sides = wire(wider=change.before is not None, narrower=change.after is not None)
    return Verdict(describe_turn(change, "`number_of`"), "keep it as it is", sides)


RULE = ChangeRule(ChangeCode.NUMBER_CHANGED, Effect.BREAK, (Side.READER, Side.WRITER), ("field.number_of",), judge)
