"""A generated function does something else with the same arguments.

Calls compile as before, but the responses that they make are different.
"""

from sealwax.evolution.changes import Change
from sealwax.evolution.codes import ChangeCode
from sealwax.evolution.judgement import Rule, Severity, Side, Verdict, turned

PARTIAL = ("record", "status", "ok", "partial", "failed", "issues", "retryable", "counters")
ERRORS = ("builder", "message", "code", "type", "remediation")
WARNINGS = ("record", "message", "code", "severity", "context")


def judge(change: Change) -> Verdict | None:
    if change.before is None:
        return None
    return Verdict(turned(change, f"`{change.new_place[-1]}`"), (Side.READER,), "add another function")


RULE = Rule(
    ChangeCode.BEHAVIOUR_CHANGED,
    Severity.WARNING,
    (Side.READER,),
    (
        *("builder.outcome", "parameter.path", "function.placements", "merging.field"),
        *(f"partial.{name}" for name in PARTIAL),
        *(f"error_mapping.{name}" for name in ERRORS),
        *(f"warning_mapping.{name}" for name in WARNINGS),
    ),
    judge,
)
