"""A key depends on another feature flag than before.

Readers do not get the key any more where the new gate is off.
"""

from sealwax.evolution.changes import Change
from sealwax.evolution.verdicts import ChangeCode, ChangeRule, Effect, Side, Verdict
from sealwax.evolution.wording import describe_turn, place_text


def judge(change: Change) -> Verdict | None:
    if change.kind == "gate":
        message = f"the gate {place_text(change.old_place)} was removed"
        return Verdict(message, "keep it: programs name it to turn it on", (Side.SOURCE,))
    return None if change.after is None else Verdict(describe_turn(change, "the gate"), sides=(Side.READER,))


RULE = ChangeRule(
    ChangeCode.GATE_CHANGED, Effect.WARNING, (Side.READER, Side.SOURCE), ("field.gate", "gate removed"), judge
)
