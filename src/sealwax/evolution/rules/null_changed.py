"""A value can be null now, or can no longer be null.

Readers that do not expect null fail on it. Writers that send null are rejected once it is not accepted any more.
"""

from sealwax.evolution.changes import Change
from sealwax.evolution.codes import ChangeCode
from sealwax.evolution.verdicts import Effect, Rule, Side, Verdict
from sealwax.evolution.wording import spelled


def judge(change: Change) -> Verdict | None:
    owner = spelled(change.new_place[:-1])
    if change.kind == "field.readers_accept_null":
        message, hint = f"{owner}: readers no longer accept null", "keep `readers_accept_null` while writers send null"
        return None if change.after else Verdict(message, (Side.WRITER,), hint)
    if change.after:
        hint = "leave the key out instead: write `level: may`, which readers of an optional key expect"
        return Verdict(f"{owner} can be null now", (Side.READER, Side.SOURCE), hint)
    return Verdict(f"{owner} can no longer be null", (Side.WRITER, Side.SOURCE), "keep `| null` while writers send it")


RULE = Rule(ChangeCode.NULL_CHANGED, Effect.BREAK, (*Side,), ("field.null", "field.readers_accept_null"), judge)
