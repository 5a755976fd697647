"""An error type has another usual code, or none any more.

An exception that is raised without a code gets the usual code of its error type. If the type no longer has one, its
exception has to be raised with a code, and calls without one do not compile. The only code of an error type is its
usual code: if you add a second one, set `usual_code` to the first. A different usual code is only a warning: clients
receive a different code.
"""

from sealwax.contract import model as m
from sealwax.evolution.changes import Change
from sealwax.evolution.verdicts import ChangeCode, ChangeRule, Effect, Side, Verdict
from sealwax.evolution.wording import describe_turn


def judge(change: Change) -> Verdict | None:
    if change.before is None:
        return None
    message = describe_turn(change, "the usual code")
    if change.after is not None:
        return Verdict(message, sides=(Side.READER,), effect=Effect.WARNING)
    codes = change.new_contract.catalogue(m.Catalogue.ERROR_CODES)
    own = [] if codes is None else [each.value for each in codes.by_class.get(change.new.value, ())]
    if not own:  # its codes were removed or moved, which other rules report
        return None
    usual = change.before if change.before in own else own[0]
    return Verdict(message, f"write `usual_code: {usual}`", (Side.SOURCE,))


RULE = ChangeRule(ChangeCode.USUAL_CODE_CHANGED, Effect.BREAK, (Side.READER, Side.SOURCE), ("value.usual_code",), judge)
