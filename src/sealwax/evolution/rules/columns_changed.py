"""A list has other columns.

Generated code has an attribute per column. Programs that use one that is gone do not compile.
"""

from sealwax.evolution.changes import Change
from sealwax.evolution.verdicts import ChangeCode, ChangeRule, Effect, Side, Verdict
from sealwax.evolution.wording import place_text


def judge(change: Change) -> Verdict | None:
    kept = {column.key for column in change.new.columns}
    gone = [f"`{column.key}`" for column in change.old.columns if column.key not in kept]
    if not gone:
        return None
    return Verdict(f"{place_text(change.new_place[:-1])} no longer has the columns {', '.join(gone)}", "keep them")


RULE = ChangeRule(ChangeCode.COLUMNS_CHANGED, Effect.BREAK, (Side.SOURCE,), ("enum.columns",), judge)
