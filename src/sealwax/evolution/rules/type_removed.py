"""A named type is gone.

Programs that import it do not compile, and its JSON Schema is gone. The keys that used it are reported on their own.
"""

from sealwax.evolution.changes import Change
from sealwax.evolution.verdicts import ChangeCode, ChangeRule, Effect, Side, Verdict
from sealwax.evolution.wording import place_text


def judge(change: Change) -> Verdict | None:
    if change.kind != "record.standalone":
        return Verdict(f"the type {place_text(change.old_place)} was removed", "keep it, and mark it as deprecated")
    if change.after:
        return None
    message = f"{place_text(change.new_place[:-1])} no longer has a JSON Schema and functions of its own"
    return Verdict(message, "keep `standalone: true`")


RULE = ChangeRule(
    ChangeCode.TYPE_REMOVED,
    Effect.BREAK,
    (Side.SOURCE,),
    ("record removed", "text removed", "enum removed", "record.standalone"),
    judge,
)
