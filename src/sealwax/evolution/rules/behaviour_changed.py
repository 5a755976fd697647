"""A generated function does something else with the same arguments.

Calls compile as before, but the responses that they make are different.
"""

from sealwax.contract import model as m
from sealwax.evolution.changes import Change
from sealwax.evolution.verdicts import ChangeCode, ChangeRule, Effect, Side, Verdict
from sealwax.evolution.wording import describe_turn

PARTIAL = ("record", "status", "ok", "partial", "failed", "issues", "retryable", "counters")
ERRORS = ("builder", "message", "code", "type", "remediation")
WARNINGS = ("record", "message", "code", "severity", "context")


def judge(change: Change) -> Verdict | None:
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


RULE = ChangeRule(
    ChangeCode.BEHAVIOUR_CHANGED,
    Effect.WARNING,
    (Side.READER,),
    (
        *("builder.outcome", "parameter.path", "function.placements", "merging.field"),
        *(f"partial.{name}" for name in PARTIAL),
        *(f"error_mapping.{name}" for name in ERRORS),
        *(f"warning_mapping.{name}" for name in WARNINGS),
    ),
    judge,
)
