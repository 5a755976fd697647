"""A newly declared key has the prefix of keys that nobody has to declare.

Plugins and deployments may use the same key already, with another meaning. Keys of vendors are out of the contract's
scope, so nobody can tell.
"""

from sealwax.contract import model as m
from sealwax.evolution.changes import Change
from sealwax.evolution.verdicts import ChangeCode, ChangeRule, Effect, Side, Verdict
from sealwax.evolution.wording import place_text


def judge(change: Change) -> Verdict | None:
    if change.topic != "field added" or not isinstance(change.new_owner, m.Record):
        return None
    if not change.new.name.startswith(change.new_owner.free_prefixes):
        return None
    message = f"{place_text(change.new_place)} may collide with a key that a vendor uses already"
    return Verdict(message, "choose a name without this prefix")


RULE = ChangeRule(ChangeCode.VENDOR_COLLISION, Effect.WARNING, (Side.WRITER,), (), judge)
