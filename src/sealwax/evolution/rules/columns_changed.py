"""A list has other columns.

Generated code has an attribute per column. Programs that use one that is gone do not compile.
"""

from sealwax.contract import model as m
from sealwax.evolution.changes import Change
from sealwax.evolution.codes import ChangeCode
from sealwax.evolution.verdicts import Effect, Rule, Side, Verdict
from sealwax.evolution.wording import spelled


def judge(change: Change) -> Verdict | None:
    kept = {*_keys(change.new)}
    gone = [name for name in _keys(change.old) if name not in kept]
    if not gone:
        return None
    message = f"{spelled(change.new_place[:-1])} no longer has the columns {', '.join(f'`{name}`' for name in gone)}"
    return Verdict(message, (Side.SOURCE,), "keep them")


def _keys(enum: m.Enum) -> tuple[str, ...]:
    return tuple(column.key for column in enum.columns)


RULE = Rule(ChangeCode.COLUMNS_CHANGED, Effect.BREAK, (Side.SOURCE,), ("enum.columns",), judge)
