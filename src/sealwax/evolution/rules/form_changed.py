"""The ways to write a composite string changed.

Readers cannot parse a form that they do not know, and strings in a form that is gone are rejected.
"""

from sealwax.contract import model as m
from sealwax.evolution.changes import Change
from sealwax.evolution.verdicts import ChangeCode, ChangeRule, Effect, Side, Verdict
from sealwax.evolution.wording import describe_turn, place_text


def judge(change: Change) -> Verdict | None:
    match change.topic:
        case "part added":
            return None  # the forms that use it are reported
        case "part removed":
            return Verdict(f"the part {place_text(change.old_place)} was removed", "keep it", (Side.SOURCE,))
        case "form added":
            sides = (Side.READER,) if _has_forms(change.old_owner) else (Side.READER, Side.WRITER)
            return Verdict(f"the form {place_text(change.new_place)} was added", "old readers cannot parse it", sides)
        case "form removed":
            sides = (Side.WRITER, Side.SOURCE) if _has_forms(change.new_owner) else (*Side,)
            return Verdict(f"the form {place_text(change.old_place)} was removed", "keep it", sides)
        case _:
            sides = (Side.READER, Side.WRITER) if change.kind == "part.pattern" else (*Side,)
            return Verdict(describe_turn(change, f"`{change.new_place[-1]}`"), "add another form", sides)


def _has_forms(owner: object) -> bool:
    """Whether it is a composite string: a type of the same name can be something else in the other version."""
    return isinstance(owner, m.Text) and bool(owner.forms)


RULE = ChangeRule(
    ChangeCode.FORM_CHANGED,
    Effect.BREAK,
    (*Side,),
    (
        *("form added", "form removed", "form.template"),
        *("part added", "part removed", "part.pattern", "part.type"),
    ),
    judge,
)
