"""A value can be null now, or can no longer be null.

Readers that do not expect null fail on it. Writers that send null are rejected once it is not accepted any more.
"""

from sealwax.evolution.changes import Change
from sealwax.evolution.verdicts import ChangeCode, ChangeRule, Effect, Side, Verdict
from sealwax.evolution.wording import place_text


def judge(change: Change) -> Verdict | None:
    owner = place_text(change.new_place[:-1])
    if change.kind == "field.readers_accept_null":
        message, hint = f"{owner}: readers no longer accept null", "keep `readers_accept_null` while writers send null"
        return None if change.after else Verdict(message, hint, (Side.WRITER,))
    if change.after:
        hint = "leave the key out instead: write `level: may`, which readers of an optional key expect"
        return Verdict(f"{owner} can be null now", hint, (Side.READER, Side.SOURCE))
    return Verdict(f"{owner} can no longer be null", "keep `| null` while writers send it", (Side.WRITER, Side.SOURCE))


RULE = ChangeRule(ChangeCode.NULL_CHANGED, Effect.BREAK, (*Side,), ("field.null", "field.readers_accept_null"), judge)
