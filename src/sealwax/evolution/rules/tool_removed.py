"""A tool is no longer part of the contract.

Clients that call it get no response, and its types are missing from the packages.
"""

from sealwax.evolution.changes import Change
from sealwax.evolution.verdicts import ChangeCode, ChangeRule, Effect, Side, Verdict
from sealwax.evolution.wording import place_text


def judge(change: Change) -> Verdict:
    return Verdict(f"the tool {place_text(change.old_place)} was removed", "keep it, and mark it as deprecated")


RULE = ChangeRule(ChangeCode.TOOL_REMOVED, Effect.BREAK, (Side.READER, Side.SOURCE), ("tool removed",), judge)
