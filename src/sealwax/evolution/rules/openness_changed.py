"""A closed object or list was opened, or an open one was closed.

Readers of a closed list or object are not prepared for other values or keys. Writers that send such values or keys are
rejected once it is closed.
"""

from sealwax.evolution.changes import Change
from sealwax.evolution.verdicts import NEEDED, ChangeCode, ChangeRule, Effect, Side, Verdict
from sealwax.evolution.wording import place_text


def judge(change: Change) -> Verdict:
    owner = place_text(change.new_place[:-1])
    source = (Side.SOURCE,) if change.kind == "enum.open" else ()
    if change.after:
        hint = f"keep it closed, or raise the version to {NEEDED}"
        return Verdict(f"{owner} is open now", hint, (Side.READER, *source))
    return Verdict(f"{owner} is closed now", "keep `open: true`", (Side.WRITER, *source))


RULE = ChangeRule(
    ChangeCode.OPENNESS_CHANGED, Effect.BREAK, (*Side,), ("record.open", "envelope.open", "enum.open"), judge
)
