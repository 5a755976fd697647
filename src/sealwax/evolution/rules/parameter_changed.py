"""A generated function takes other arguments.

Calls that pass an argument that is gone, that leave out one that must be given now, or that rely on the order of the
arguments do not compile.
"""

from sealwax.evolution.changes import Change
from sealwax.evolution.verdicts import ChangeCode, ChangeRule, Effect, Side, Verdict
from sealwax.evolution.wording import describe_turn, place_text
from sealwax.meaning.builders.sources import must_be_given

HINT = "add parameters that may be left out, after the others"


def judge(change: Change) -> Verdict | None:
    old, new = change.old, change.new
    match change.topic:
        case "parameter removed":
            return Verdict(f"{place_text(change.old_place)} was removed", "keep it")
        case "parameter added":
            is_harmless = not must_be_given(new) and change.new_owner.parameters[0].name != new.name
            return None if is_harmless else Verdict(f"{place_text(change.new_place)} was added", HINT)
        case "parameter.level":
            is_new_duty = must_be_given(new) and not must_be_given(old)
            return Verdict(describe_turn(change, "the level"), HINT) if is_new_duty else None
        case "parameter.position":
            message = f"the first parameter of {place_text(change.new_place[:-1])} is another one"
            is_same = old.parameters[0].name == new.parameters[0].name
            return None if is_same else Verdict(message, "keep it in its place")
        case _ if change.before is None or (change.kind == "builder.clock" and change.after is not None):
            return None
        case _:
            return Verdict(describe_turn(change, f"`{change.new_place[-1]}`"), "keep it as it is")


RULE = ChangeRule(
    ChangeCode.PARAMETER_CHANGED,
    Effect.BREAK,
    (Side.SOURCE,),
    (
        *("parameter added", "parameter removed", "parameter.position", "parameter.level", "parameter.provided"),
        *("builder.extra_keywords", "builder.clock", "function.positional"),
    ),
    judge,
)
