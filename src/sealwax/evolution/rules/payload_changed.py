"""A tool responds with another payload.

Readers of the tool get an object of another type. To extend a payload, add keys to its type.
"""

from sealwax.evolution.changes import Change
from sealwax.evolution.verdicts import ChangeCode, ChangeRule, Effect, Side, Verdict
from sealwax.evolution.wording import describe_turn, place_text


def judge(change: Change) -> Verdict:
    if change.kind == "tool.payload":
        message = describe_turn(change, "the payload")
    else:
        which = "differs by tool now" if change.after else "no longer differs by tool"
        message = f"the type of {place_text(change.new_place[:-1])} {which}"
    return Verdict(message, "keep the type of the payload, and add keys to it")


RULE = ChangeRule(ChangeCode.PAYLOAD_CHANGED, Effect.BREAK, (*Side,), ("tool.payload", "field.per_tool"), judge)
