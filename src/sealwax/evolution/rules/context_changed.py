"""The facts that come with a code changed.

The context keys of an error never shrink: readers look for them, and log pipelines index them. A fact that must be
given is one more argument for everybody who reports the error.
"""

from sealwax.evolution.changes import Action, Change
from sealwax.evolution.verdicts import NOBODY, ChangeCode, ChangeRule, Effect, Side, Verdict, limited, retyped
from sealwax.evolution.wording import describe_turn, place_text

ASPECTS = ("type", "null", "limit", "level", "conditional", "readers_accept_null")


def judge(change: Change) -> Verdict | None:
    if change.action is Action.REMOVED:
        message = f"the fact {place_text(change.old_place)} was removed"
        return Verdict(message, "keep the key: the context of an error never shrinks", (Side.READER, Side.SOURCE))
    if change.action is Action.ADDED:
        message = f"the fact {place_text(change.new_place)} was added, and must be given"
        hint = "write `level: may`, or give it a default"
        return Verdict(message, hint, (Side.SOURCE,)) if change.new.is_needed else None
    hint = "keep the key as it is, and add another one"
    return Verdict(describe_turn(change, f"`{change.new_place[-1]}`"), hint, _sides(change))


def _sides(change: Change) -> tuple[Side, ...]:
    match change.kind.partition(".")[2]:
        case "type":
            return (*retyped(change.old.type, change.new.type), Side.SOURCE)
        case "null":
            return (Side.READER if change.after else Side.WRITER, Side.SOURCE)
        case "limit":
            return limited(change.new_place[-1], change.before, change.after)
        case "level" if change.old.required != change.new.required:
            return (Side.READER if change.old.required else Side.WRITER, Side.SOURCE)
        case _:
            return NOBODY


RULE = ChangeRule(
    ChangeCode.CONTEXT_CHANGED,
    Effect.BREAK,
    (*Side,),
    ("context added", "context removed", *(f"context.{aspect}" for aspect in ASPECTS)),
    judge,
)
