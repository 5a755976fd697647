"""Validators give other advice about a key: what it follows, what it adds up to, what it goes with, what it replaces.

Advice does not make a response invalid, but reports of validators change.
"""

from sealwax.evolution.changes import Change
from sealwax.evolution.verdicts import ChangeCode, ChangeRule, Effect, Side, Verdict
from sealwax.evolution.wording import describe_turn


def judge(change: Change) -> Verdict | None:
    return None if change.after is None else Verdict(describe_turn(change, f"`{change.new_place[-1]}`"))


ADVICE = ("follows", "sum_of", "expects", "superseded")
RULE = ChangeRule(
    ChangeCode.ADVICE_CHANGED,
    Effect.WARNING,
    (Side.WRITER,),
    (
        *(f"{subject}.{name}" for subject in ("field", "context") for name in ADVICE),
        *("context.number_of", "text.ascents", "enum.case"),
    ),
    judge,
)
