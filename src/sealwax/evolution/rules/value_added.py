"""A closed list has a new value.

Readers of a closed list reject values that they do not know, and have no branch for them. An open list takes new values
in any minor version.
"""

from sealwax.evolution.changes import Change
from sealwax.evolution.verdicts import ChangeCode, ChangeRule, Effect, Side, Verdict
from sealwax.evolution.wording import place_text


def judge(change: Change) -> Verdict | None:
    if change.old_owner.open:
        return None
    hint = "readers of a closed list reject values that they do not know"
    return Verdict(f"{place_text(change.new_place)} was added to a closed list", hint)


RULE = ChangeRule(ChangeCode.VALUE_ADDED, Effect.BREAK, (Side.READER,), ("value added",), judge)
