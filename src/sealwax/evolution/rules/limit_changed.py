"""A limit of a value was tightened or loosened: its length, its range, its pattern, its format, the only value allowed.

A tighter limit rejects what writers send today. A looser one lets through values that readers do not expect. sealwax
does not compare two patterns: a different one is taken to do both.
"""

from sealwax.evolution.changes import Change
from sealwax.evolution.verdicts import ChangeCode, ChangeRule, Effect, Side, Verdict, limited
from sealwax.evolution.wording import describe_turn

HINTS: dict[tuple[Side, ...], str] = {
    (Side.READER,): "readers may rely on the old limit",
    (Side.WRITER,): "keep the old limit: writers may exceed the new one",
}


def judge(change: Change) -> Verdict:
    name = change.new_place[-1]
    sides = limited(name, change.before, change.after)
    return Verdict(describe_turn(change, f"`{name}`"), HINTS.get(sides, ""), sides)


RULE = ChangeRule(
    ChangeCode.LIMIT_CHANGED,
    Effect.BREAK,
    (Side.READER, Side.WRITER),
    ("field.limit", "text.limit", "part.limit"),
    judge,
)
