"""Success and failure are distinguished in another way.

Readers take a failure for a success, or recognize neither.
"""

from sealwax.evolution.changes import Change
from sealwax.evolution.verdicts import ChangeCode, ChangeRule, Effect, Side, Verdict
from sealwax.evolution.wording import place_text


def judge(change: Change) -> Verdict:
    if change.kind == "outcome":
        message = f"the outcome {place_text(change.new_place)} was {change.action}"
    elif change.kind == "outcome.media_type":
        message = f"{place_text(change.new_place[:-1])} has another media type over HTTP"
    else:
        message = f"{place_text(change.new_place[:-1])} is recognized in another way"
    return Verdict(message, "keep `when` as it is: every reader starts with it")


RULE = ChangeRule(
    ChangeCode.OUTCOME_CHANGED,
    Effect.BREAK,
    (*Side,),
    ("outcome added", "outcome removed", "outcome.discriminator", "outcome.media_type"),
    judge,
)
