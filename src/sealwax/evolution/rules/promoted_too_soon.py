"""An experimental key became stable without a transition.

Both names live side by side for at least one minor version, so that readers and writers can move one after the other:
add the stable key with `promoted_from`, and mark the experimental one as deprecated.
"""

from sealwax.evolution.changes import Change
from sealwax.evolution.codes import ChangeCode
from sealwax.evolution.verdicts import Effect, Rule, Side, Verdict
from sealwax.evolution.wording import spelled


def judge(change: Change) -> Verdict | None:
    if change.topic != "field removed" or change.old.tier is None or not change.old.tier.prefix:
        return None
    stable = change.old.name.removeprefix(change.old.tier.prefix)
    before, after = ({field.name for field in owner.fields} for owner in (change.old_owner, change.new_owner))
    if stable not in after - before:
        return None
    message = f"{spelled(change.old_place)} was replaced by `{stable}` in one step"
    hint = f"keep it, with `deprecated`, and write `promoted_from: {change.old.name}` on `{stable}`"
    return Verdict(message, (Side.READER, Side.SOURCE), hint, is_final=True)


RULE = Rule(ChangeCode.PROMOTED_TOO_SOON, Effect.BREAK, (Side.READER, Side.SOURCE), (), judge)
