"""What is filled in where a program gives nothing is another value.

Programs that leave out the value now send another one, without being changed themselves.
"""

from sealwax.evolution.changes import Change
from sealwax.evolution.verdicts import ChangeCode, ChangeRule, Effect, Side, Verdict
from sealwax.evolution.wording import describe_turn

WORDS = {"parameter.sets": "what it sets"}


def judge(change: Change) -> Verdict | None:
    if change.before is None and change.kind != "field.default":
        return None
    return Verdict(describe_turn(change, WORDS.get(change.kind, "the default")))


RULE = ChangeRule(
    ChangeCode.DEFAULT_CHANGED,
    Effect.WARNING,
    (Side.READER,),
    ("field.default", "context.default", "parameter.default", "parameter.sets"),
    judge,
)
