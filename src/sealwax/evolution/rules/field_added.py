"""A closed object has a new key, or a new key must be present.

Readers of a closed object reject keys that they do not know. Writers that do not send a required key yet are rejected.
A key that may be absent, in an open object, affects nobody.
"""

from sealwax.evolution.changes import Change
from sealwax.evolution.verdicts import ChangeCode, ChangeRule, Effect, Side, Verdict, demands, is_open, wire
from sealwax.evolution.wording import place_text


def judge(change: Change) -> Verdict:
    is_demanded = demands(change.new)
    sides = wire(wider=not is_open(change.old_owner, change.old_contract), narrower=is_demanded)
    source = (Side.SOURCE,) if is_demanded else ()
    hint = "write `level: should` or `level: may`" if is_demanded else "old readers reject keys they do not know"
    return Verdict(f"{place_text(change.new_place)} was added", hint, (*sides, *source))


RULE = ChangeRule(ChangeCode.FIELD_ADDED, Effect.BREAK, (*Side,), ("field added",), judge)
