"""A generated function is gone, or has another name.

Programs that call it do not compile.
"""

from sealwax.evolution.changes import Change
from sealwax.evolution.codes import ChangeCode
from sealwax.evolution.verdicts import Effect, Rule, Side, Verdict
from sealwax.evolution.wording import spelled, turned

PARTS = ("builder", "function", "merging", "partial", "error_mapping", "warning_mapping")


def judge(change: Change) -> Verdict:
    if change.kind == "merging.name":
        return Verdict(turned(change, "the name"), (Side.SOURCE,), "keep the name")
    what = {"error_mapping": "the functions for errors", "warning_mapping": "the functions for warnings"}
    message = f"{what.get(change.kind, spelled(change.old_place))} {'were' if change.kind in what else 'was'} removed"
    return Verdict(message, (Side.SOURCE,), "keep it, and mark it as deprecated")


RULE = Rule(
    ChangeCode.FUNCTION_REMOVED,
    Effect.BREAK,
    (Side.SOURCE,),
    (*(f"{part} removed" for part in PARTS), "merging.name"),
    judge,
)
