"""An error type has another HTTP status or JSON-RPC number.

Clients, gateways and dashboards go by these numbers. A status that is new where there was none affects nobody, unless
validators compare the number with the code.
"""

from sealwax.evolution.changes import Change
from sealwax.evolution.verdicts import ChangeCode, ChangeRule, Effect, Side, Verdict
from sealwax.evolution.wording import describe_turn


def judge(change: Change) -> Verdict | None:
    hint = "add another error type"
    if change.kind == "value.http":
        return (
            None if change.before is None else Verdict(describe_turn(change, "the HTTP status"), hint, (Side.READER,))
        )
    sides = (Side.WRITER,) if change.before is None else (Side.READER, Side.WRITER)
    return Verdict(describe_turn(change, "the JSON-RPC number"), hint, sides)


RULE = ChangeRule(
    ChangeCode.STATUS_CHANGED, Effect.BREAK, (Side.READER, Side.WRITER), ("value.http", "value.jsonrpc"), judge
)
