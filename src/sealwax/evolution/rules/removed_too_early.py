"""Something deprecated was removed before the version that its deprecation announces.

People plan by that version. What is experimental stays, deprecated, for at least one minor version.
"""

from sealwax.contract.versions import next_minor, numbers
from sealwax.evolution.changes import Action, Change
from sealwax.evolution.verdicts import ChangeCode, ChangeRule, Effect, Side, Verdict, is_experimental
from sealwax.evolution.wording import place_text


def judge(change: Change) -> Verdict | None:
    docs = getattr(change.old, "docs", None) if change.action is Action.REMOVED else None
    if docs is None or docs.deprecated is None:
        return None
    earliest = [docs.deprecated.removal] if docs.deprecated.removal else []
    earliest += [next_minor(docs.deprecated.since)] if is_experimental(change) else []
    first = max(earliest, key=numbers, default="")
    if not first or numbers(change.new_contract.version) >= numbers(first):
        return None
    return Verdict(
        f"{place_text(change.old_place)} was removed before {first}", f"keep it until {first}", at_least=first
    )


RULE = ChangeRule(ChangeCode.REMOVED_TOO_EARLY, Effect.BREAK, (Side.READER, Side.SOURCE), (), judge)
