"""A key has another type.

Readers get values of a type that they do not expect, or writers send values that are no longer accepted; which of the
two depends on whether the new type takes more or fewer values. The types in generated code change in any case. Add a
key with the new type, and deprecate the old one.
"""

from sealwax.evolution.changes import Change
from sealwax.evolution.verdicts import ChangeCode, ChangeRule, Effect, Side, Verdict, retyped
from sealwax.evolution.wording import describe_turn


def judge(change: Change) -> Verdict:
    sides = (*retyped(change.old.type, change.new.type), Side.SOURCE)
    return Verdict(describe_turn(change, "the type"), "add another key for the new type, and deprecate this one", sides)


RULE = ChangeRule(ChangeCode.FIELD_RETYPED, Effect.BREAK, (*Side,), ("field.type",), judge)
