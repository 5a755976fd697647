"""Whether to retry after an error has another answer.

Programs that ask the catalogue retry where they did not, or give up where they did not.
"""

from sealwax.evolution.changes import Change
from sealwax.evolution.verdicts import ChangeCode, ChangeRule, Effect, Side, Verdict
from sealwax.evolution.wording import place_text


def judge(change: Change) -> Verdict | None:
    before, after = change.old.retry, change.new.retry
    if before is None or (after is not None and before.decision == after.decision):
        return None
    answer = "is no longer given" if after is None else f"was `{before.decision}` and is now `{after.decision}`"
    return Verdict(f"{place_text(change.new_place[:-1])}: whether a retry can help {answer}")


RULE = ChangeRule(ChangeCode.RETRY_CHANGED, Effect.WARNING, (Side.READER,), ("value.retry",), judge)
