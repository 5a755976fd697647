"""A value of a list, or a code of a catalogue, is gone.

A closed list rejects the value from writers that still send it, and programs that use its constant do not compile.
Deprecate it first.
"""

from sealwax.evolution.changes import Change
from sealwax.evolution.verdicts import ChangeCode, ChangeRule, Effect, Side, Verdict
from sealwax.evolution.wording import place_text


def judge(change: Change) -> Verdict:
    sides = (Side.SOURCE,) if change.new_owner.open else (Side.WRITER, Side.SOURCE)
    return Verdict(f"{place_text(change.old_place)} was removed", "keep it, and mark it as deprecated", sides)


RULE = ChangeRule(ChangeCode.VALUE_REMOVED, Effect.BREAK, (Side.WRITER, Side.SOURCE), ("value removed",), judge)
