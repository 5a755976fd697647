"""Rules about generated functions: whether they are there, what they take, what they do."""

from sealwax.contract import model as m
from sealwax.evolution.changes import Change
from sealwax.evolution.verdicts import ChangeCode, ChangeRule, Effect, Side, Verdict
from sealwax.evolution.wording import describe_turn, place_text
from sealwax.meaning.builders.parameters import must_be_given

PARTS = ("builder", "function", "merging", "partial", "error_mapping", "warning_mapping")
FUNCTIONS = {"error_mapping": "the functions for errors were", "warning_mapping": "the functions for warnings were"}


def function_removed(change: Change) -> Verdict:
    """A generated function is gone, or has another name.

    Programs that call it do not compile.
    """
    if change.kind == "merging.name":
        return Verdict(describe_turn(change, "the name"), "keep the name")
    subject = FUNCTIONS.get(change.kind, f"{place_text(change.old_place)} was")
    return Verdict(f"{subject} removed", "keep it, and mark it as deprecated")


HINT = "add parameters that may be left out, after the others"


def parameter_changed(change: Change) -> Verdict | None:
    """A generated function takes other arguments.

    Calls that pass an argument that is gone, that leave out one that must be given now, or that rely on the order of
    the arguments do not compile.
    """
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


PARTIAL = ("record", "status", "ok", "partial", "failed", "issues", "retryable", "counters")
ERRORS = ("builder", "message", "code", "type", "remediation")
WARNINGS = ("record", "message", "code", "severity", "context")


def behaviour_changed(change: Change) -> Verdict | None:
    """A generated function does something else with the same arguments.

    Calls compile as before, but the responses that they make are different.
    """
    if change.before is None or (change.kind == "function.placements" and not _is_moved(change)):
        return None
    return Verdict(describe_turn(change, f"`{change.new_place[-1]}`"), "add another function")


def _is_moved(change: Change) -> bool:
    """Whether a fact that both versions have goes to another object."""
    kept = {field.name for field in change.old.context} & {field.name for field in change.new.context}
    return any(name in kept for _parameter, _key, name in _placed(change.old) ^ _placed(change.new))


def _placed(function: m.ErrorFactory) -> set[tuple[str, str, str]]:
    """The facts with the objects that receive them: parameter, key and name."""
    return {
        (placement.parameter.name, key, field.name)
        for placement in function.placements
        for key, field in placement.fields.items()
    }


RULES = (
    ChangeRule(
        ChangeCode.FUNCTION_REMOVED,
        Effect.BREAK,
        (Side.SOURCE,),
        (*(f"{part} removed" for part in PARTS), "merging.name"),
        function_removed,
    ),
    ChangeRule(
        ChangeCode.PARAMETER_CHANGED,
        Effect.BREAK,
        (Side.SOURCE,),
        (
            *("parameter added", "parameter removed", "parameter.position", "parameter.level", "parameter.provided"),
            *("builder.extra_keywords", "builder.clock", "function.positional"),
        ),
        parameter_changed,
    ),
    ChangeRule(
        ChangeCode.BEHAVIOUR_CHANGED,
        Effect.WARNING,
        (Side.READER,),
        (
            *("builder.outcome", "parameter.path", "function.placements", "merging.field"),
            *(f"partial.{name}" for name in PARTIAL),
            *(f"error_mapping.{name}" for name in ERRORS),
            *(f"warning_mapping.{name}" for name in WARNINGS),
        ),
        behaviour_changed,
    ),
)
