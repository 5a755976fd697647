"""A generated function is gone, or has another name.

Programs that call it do not compile.
"""

from sealwax.evolution.changes import Change
from sealwax.evolution.verdicts import ChangeCode, ChangeRule, Effect, Side, Verdict
from sealwax.evolution.wording import describe_turn, place_text

PARTS = ("builder", "function", "merging", "partial", "error_mapping", "warning_mapping")
FUNCTIONS = {"error_mapping": "the functions for errors were", "warning_mapping": "the functions for warnings were"}


def judge(change: Change) -> Verdict:
    if change.kind == "merging.name":
        return Verdict(describe_turn(change, "the name"), "keep the name")
    subject = FUNCTIONS.get(change.kind, f"{place_text(change.old_place)} was")
    return Verdict(f"{subject} removed", "keep it, and mark it as deprecated")


RULE = ChangeRule(
    ChangeCode.FUNCTION_REMOVED,
    Effect.BREAK,
    (Side.SOURCE,),
    (*(f"{part} removed" for part in PARTS), "merging.name"),
    judge,
)
