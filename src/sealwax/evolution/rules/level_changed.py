"""A key must be present now, or no longer has to be.

Writers that leave out a key that must be present are rejected. Readers that rely on a key that was always present do
not find it any more. `should` and `may` only differ in the advice that validators give.
"""

from msgspec.structs import replace

from sealwax.contract import model as m
from sealwax.contract.inheritance.tightening import is_weaker
from sealwax.evolution.changes import Change
from sealwax.evolution.verdicts import ChangeCode, ChangeRule, Effect, Side, Verdict, demands, wire
from sealwax.evolution.wording import describe_turn, place_text


def judge(change: Change) -> Verdict | None:
    old, new = change.old, change.new
    if change.kind == "field.conditional" and old.level is not new.level:
        return None  # the change of the level says it all
    sides = wire(
        wider=demands(old) and is_weaker(_demand(new), _demand(old)),
        narrower=demands(new) and is_weaker(_demand(old), _demand(new)),
    )
    if not sides:
        return None
    source = (Side.SOURCE,) if old.required != new.required else ()
    if change.kind == "field.level":
        message = describe_turn(change, "the level")
    else:
        message = f"{place_text(change.new_place[:-1])}: the condition under which it must be present changed"
    hint = "write `level: should`, which only advises writers" if Side.WRITER in sides else "keep `level: must`"
    return Verdict(message, hint, (*sides, *source))


def _demand(field: m.Field) -> m.Field:
    """The field without what is only advice."""
    level = field.level if field.required else m.Level.MAY
    raised = field.conditional
    return replace(field, level=level, conditional=raised if demands(field) and not field.required else None)


RULE = ChangeRule(ChangeCode.LEVEL_CHANGED, Effect.BREAK, (*Side,), ("field.level", "field.conditional"), judge)
