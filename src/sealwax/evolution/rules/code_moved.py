"""A code belongs to another type or has another severity: it was repurposed.

Programs decide by the type of an error whether to retry and whom to alert. The same code now leads to other decisions,
and to another HTTP status or JSON-RPC number.
"""

from sealwax.evolution.changes import Change
from sealwax.evolution.verdicts import ChangeCode, ChangeRule, Effect, Side, Verdict
from sealwax.evolution.wording import describe_turn


def judge(change: Change) -> Verdict:
    what = "the severities" if change.kind == "enum.classified_by" else "the type or severity"
    return Verdict(describe_turn(change, what), "add another code, and deprecate this one")


RULE = ChangeRule(
    ChangeCode.CODE_MOVED,
    Effect.BREAK,
    (Side.READER, Side.WRITER),
    ("value.classified_as", "enum.classified_by", "function.value"),
    judge,
)
