"""The text of an error or a warning changed.

People read it and nothing depends on it, unless a program matches the text instead of the code. A message that is new
adds a function for its code, and one that is gone removes it.
"""

from sealwax.contract.versions import Need
from sealwax.evolution.changes import Change
from sealwax.evolution.verdicts import ChangeCode, ChangeRule, Effect, Side, Verdict
from sealwax.evolution.wording import place_text


def judge(change: Change) -> Verdict:
    what = "remediation" if change.kind.endswith("remediation") else "message"
    return Verdict(f"{place_text(change.new_place[:-1])}: the {what} changed")


RULE = ChangeRule(
    ChangeCode.MESSAGE_CHANGED,
    Effect.WARNING,
    (Side.READER,),
    ("value.message", "value.remediation", "function.message", "function.remediation"),
    judge,
    Need.PATCH,
)
