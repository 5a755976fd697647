"""A generated function takes other arguments.

Calls that pass an argument that is gone, that leave out one that must be given now, or that rely on the order of the
arguments do not compile.
"""

from sealwax.contract.versions import Need
from sealwax.evolution.changes import Change
from sealwax.evolution.codes import ChangeCode
from sealwax.evolution.verdicts import Effect, Rule, Side, Verdict
from sealwax.evolution.wording import spelled, turned
from sealwax.meaning.builders.sources import must_be_given

HINT = "add parameters that may be left out, after the others"


def judge(change: Change) -> Verdict | None:
    if change.kind == "parameter.level":
        is_new_duty = must_be_given(change.new) and not must_be_given(change.old)
        return Verdict(turned(change, "the level"), (Side.SOURCE,), HINT) if is_new_duty else None
    if change.kind == "parameter" and change.new is not None:
        if not must_be_given(change.new) and change.new_owner.parameters[0].name != change.new.name:
            return None
        return Verdict(f"{spelled(change.new_place)} was added", (Side.SOURCE,), HINT)
    if change.kind == "parameter":
        return Verdict(f"{spelled(change.old_place)} was removed", (Side.SOURCE,), "keep it")
    if change.kind == "parameter.position":
        before, after = (each.parameters[0].name for each in (change.old, change.new))
        message = f"the first parameter of {spelled(change.new_place[:-1])} is another one"
        return None if before == after else Verdict(message, (Side.SOURCE,), "keep it in its place")
    if change.before is None or (change.kind == "builder.clock" and change.after is not None):
        return None
    return Verdict(turned(change, f"`{change.new_place[-1]}`"), (Side.SOURCE,), "keep it as it is")


RULE = Rule(
    ChangeCode.PARAMETER_CHANGED,
    Effect.BREAK,
    (Side.SOURCE,),
    (
        *("parameter added", "parameter removed", "parameter.position", "parameter.level", "parameter.provided"),
        *("builder.extra_keywords", "builder.clock", "function.positional"),
    ),
    judge,
    Need.MINOR,
)
