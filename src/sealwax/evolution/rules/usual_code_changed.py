"""An error type has another usual code, or none any more.

The usual code is that of an exception that is raised without one. If there is another, clients receive a code that
they do not expect. If there is none, every exception has to be raised with a code, and calls without one do not
compile. The only code of an error type is its usual code, so a second one takes it away, unless `usual_code` names it.
"""

from sealwax.evolution.changes import Change
from sealwax.evolution.verdicts import ChangeCode, ChangeRule, Effect, Side, Verdict
from sealwax.evolution.wording import turned


def judge(change: Change) -> Verdict | None:
    if change.before is None:
        return None
    side = Side.SOURCE if change.after is None else Side.READER
    return Verdict(turned(change, "the usual code"), f"keep it: `usual_code: {change.before}`", (side,))


RULE = ChangeRule(
    ChangeCode.USUAL_CODE_CHANGED, Effect.BREAK, (Side.READER, Side.SOURCE), ("value.usual_code",), judge
)
