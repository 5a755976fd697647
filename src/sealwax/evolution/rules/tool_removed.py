"""A tool is no longer part of the contract.

Clients that call it get no response, and its types are missing from the packages.
"""

from sealwax.evolution.changes import Change
from sealwax.evolution.codes import ChangeCode
from sealwax.evolution.judgement import Rule, Severity, Side, Verdict, spelled


def judge(change: Change) -> Verdict:
    message = f"the tool {spelled(change.old_place)} was removed"
    return Verdict(message, (Side.READER, Side.SOURCE), "keep it, and mark it as deprecated")


RULE = Rule(ChangeCode.TOOL_REMOVED, Severity.BREAK, (Side.READER, Side.SOURCE), ("tool removed",), judge)
