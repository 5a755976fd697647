"""A key of an object is no longer declared.

Readers that need the key do not get it any more, a closed object no longer accepts it from writers, and programs that
use its attribute do not compile. Deprecate the key first, and remove it in the version that the deprecation announces.
"""

from sealwax.evolution.changes import Change
from sealwax.evolution.verdicts import NEEDED, ChangeCode, ChangeRule, Effect, Side, Verdict, demands, is_open, wire
from sealwax.evolution.wording import place_text


def judge(change: Change) -> Verdict:
    sides = wire(wider=demands(change.old), narrower=not is_open(change.new_owner, change.new_contract))
    hint = f"keep the key and deprecate it, or raise the version to {NEEDED}"
    return Verdict(f"{place_text(change.old_place)} was removed", hint, (*sides, Side.SOURCE))


RULE = ChangeRule(ChangeCode.FIELD_REMOVED, Effect.BREAK, (*Side,), ("field removed",), judge)
