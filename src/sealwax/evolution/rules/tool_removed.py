"""A tool is no longer part of the contract.

Clients that call it get no response, and its types are missing from the packages.
"""

from sealwax.evolution.changes import Change
from sealwax.evolution.codes import ChangeCode
from sealwax.evolution.verdicts import Effect, Rule, Side, Verdict
from sealwax.evolution.wording import spelled


def judge(change: Change) -> Verdict:
    message = f"the tool {spelled(change.old_place)} was removed"
    return Verdict(message, (Side.READER, Side.SOURCE), "keep it, and mark it as deprecated")


RULE = Rule(ChangeCode.TOOL_REMOVED, Effect.BREAK, (Side.READER, Side.SOURCE), ("tool removed",), judge)
