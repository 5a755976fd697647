"""An experimental key, value or code became stable without a transition.

Both names live side by side for at least one minor version, so that readers and writers can move one after the other:
add the stable one with `promoted_from`, and mark the experimental one as deprecated. A rename with `renamed_from` is no
promotion: it leaves no time to move.
"""

from typing import Any

from sealwax.evolution.changes import Action, Change
from sealwax.evolution.verdicts import ChangeCode, ChangeRule, Effect, Side, Verdict, is_experimental, rank_of
from sealwax.evolution.wording import place_text
from sealwax.meaning.remembering import remembered

_TOPICS = ("field removed", "field renamed", "value removed", "value renamed")


def judge(change: Change) -> Verdict | None:
    if change.topic not in _TOPICS or not is_experimental(change) or change.old.tier is None:
        return None
    if change.old.tier.undeclared:  # keys of vendors are out of scope
        return None
    stable = _name(change.new) if change.action is Action.RENAMED else _counterpart(change)
    if not stable or not _is_more_stable(_parts(change.new_owner)[stable], change):
        return None
    name, owner = _name(change.old), place_text(change.old_place)
    hint = f"keep it, with `deprecated`, and write `promoted_from: {name}` on `{stable}`"
    if stable not in _parts(change.old_owner):
        return Verdict(f"{owner} was replaced by `{stable}` in one step", hint, is_final=True)
    if change.old.docs.deprecated is None:
        message = f"{owner} was removed in favour of `{stable}` without having been deprecated"
        return Verdict(message, f"{hint}; remove it in a later minor version", is_final=True)
    return None


def _counterpart(change: Change) -> str:
    """What takes the place of something experimental: it says so, or has the same name without the prefix."""
    name, prefix, after = _name(change.old), change.old.tier.prefix, _parts(change.new_owner)
    for owner in (change.new_owner, change.old_owner):
        for other in _promoted(owner).get(name, ()):
            if other in after:
                return other
    stable = name.removeprefix(prefix) if prefix else ""
    return stable if stable != name and stable in after else ""


def _is_more_stable(thing: Any, change: Change) -> bool:
    return rank_of(thing.tier, change.new_contract) < rank_of(change.old.tier, change.old_contract)


@remembered
def _promoted(owner: Any) -> dict[str, list[str]]:
    """By old name: what says that it was promoted from there."""
    found: dict[str, list[str]] = {}
    for other, part in _parts(owner).items():
        found.setdefault(part.promoted_from, []).append(other)
    return found


@remembered
def _parts(owner: Any) -> dict[str, Any]:
    """The fields of an object, or the values of a list, by name."""
    return {_name(each): each for each in getattr(owner, "fields", None) or owner.values}


def _name(thing: Any) -> str:
    return str(getattr(thing, "name", "") or thing.value)


RULE = ChangeRule(ChangeCode.PROMOTED_TOO_SOON, Effect.BREAK, (Side.READER, Side.SOURCE), (), judge)
