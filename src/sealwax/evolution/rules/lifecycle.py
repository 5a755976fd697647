"""Rules about tiers, gates, deprecations, renames and promotions."""

from typing import Any

from sealwax.contract import model as m
from sealwax.contract.versions import next_minor, numbers
from sealwax.evolution.changes import Action, Change
from sealwax.evolution.verdicts import (
    NEEDED,
    ChangeCode,
    ChangeRule,
    Effect,
    Side,
    Verdict,
    demands,
    is_experimental,
    is_open,
    rank_of,
    wire,
)
from sealwax.evolution.wording import describe_turn, place_text
from sealwax.meaning.remembering import remembered


def tier_changed(change: Change) -> Verdict | None:
    """Something moved to another tier, or a tier promises less.

    Who relies on a stable key relies on its promise. Moving it to a less stable tier takes the promise back; the prefix
    of a tier is part of all its keys.
    """
    if change.kind in ("field.tier", "value.tier"):
        before, after = rank_of(change.old.tier, change.old_contract), rank_of(change.new.tier, change.new_contract)
        return Verdict(describe_turn(change, "the tier"), "keep its tier") if before < after else None
    if change.kind == "tier":
        return Verdict(f"the tier {place_text(change.old_place)} was removed", "keep it")
    if change.kind == "tier.undeclared" and change.after:
        return None
    return Verdict(describe_turn(change, f"`{change.new_place[-1]}`"), "keep it as it is")


def gate_changed(change: Change) -> Verdict | None:
    """A key depends on another feature flag than before.

    Readers do not get the key any more where the new gate is off.
    """
    if change.kind == "gate":
        message = f"the gate {place_text(change.old_place)} was removed"
        return Verdict(message, "keep it: programs name it to turn it on", (Side.SOURCE,))
    return None if change.after is None else Verdict(describe_turn(change, "the gate"), sides=(Side.READER,))


DOCUMENTED = (
    *("contract", "envelope", "field", "outcome", "record", "text", "enum", "value", "context", "builder", "parameter"),
    *("rollout", "constant", "tool", "tier", "gate", "merging", "partial"),
)
"""Everything that has documentation."""


def deprecation_changed(change: Change) -> Verdict | None:
    """A deprecation was withdrawn, or announces an earlier removal.

    Programs plan by the announced version. What was deprecated and is not any more confuses those who have already
    moved.
    """
    owner = place_text(change.new_place[:-1])
    if change.after is None:
        return Verdict(f"{owner} is no longer deprecated")
    before, after = (getattr(deprecation, "removal", "") for deprecation in (change.before, change.after))
    if before and after and numbers(after) < numbers(before):
        return Verdict(f"{owner} is to be removed in {after}, not {before}")
    return None


RENAMABLE = ("field", "context", "value", "tool", "record", "text", "enum")


def renamed(change: Change) -> Verdict:
    """Something has another name, and `renamed_from` says so.

    A key, a value or a tool with another name is unknown to readers that only know the old one, and programs that use
    the old name of a key, an argument, a function or a type do not compile. Only the constant of a value keeps its
    old name, as another name for the new value in its enum. The value as a literal, such as `"paid"`, has one name
    only, and so have the function and the exception that belong to a code or an error type. Types are never named in
    a response, so renaming one breaks source code only.
    """
    message = f"{place_text(change.old_place)} was renamed to {place_text(change.new_place)}"
    return Verdict(message, _hint(change), _sides(change))


def _hint(change: Change) -> str:
    """Declaring both names is a break as well where readers reject what they do not know."""
    if change.kind == "field" and not is_open(change.new_owner, change.new_contract):
        return f"the object is closed, so adding the new key breaks readers too: raise the version to {NEEDED}"
    if change.kind == "value" and not change.new_owner.open:
        return f"the list is closed, so adding the new value breaks readers too: raise the version to {NEEDED}"
    return "keep the old one as well, and mark it as deprecated"


def _sides(change: Change) -> tuple[Side, ...]:
    match change.kind:
        case "field":
            was_needed = _is_needed(change.old, change.old_owner, change.old_contract)
            is_needed = _is_needed(change.new, change.new_owner, change.new_contract)
            return (*wire(wider=was_needed, narrower=is_needed), Side.SOURCE)
        case "value":
            return (*wire(wider=True, narrower=not change.new_owner.open), Side.SOURCE)
        case "context" | "tool":
            return (Side.READER, Side.SOURCE)
        case _:
            return (Side.SOURCE,)


def _is_needed(field: m.Field, owner: m.Record | m.Envelope | m.Outcome, contract: m.Contract) -> bool:
    """Whether an object with another name for a key is wrong: because of this name, of the other, or of a sibling."""
    tests = (
        test
        for each in owner.fields
        if each.conditional is not None and each.conditional.level is m.Level.MUST
        for test in each.conditional.condition
    )
    is_awaited = any(test == m.HasKey(field.name, expected=False) for test in tests)
    return demands(field) or not is_open(owner, contract) or is_awaited


def removed_too_early(change: Change) -> Verdict | None:
    """Something deprecated was removed before the version that its deprecation announces.

    People plan by that version. What is experimental stays, deprecated, for at least one minor version.
    """
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


PROMOTING = ("field removed", "field renamed", "value removed", "value renamed")


def promoted_too_soon(change: Change) -> Verdict | None:
    """An experimental key, value or code became stable without a transition.

    Both names live side by side for at least one minor version, so that readers and writers can move one after the
    other: add the stable one with `promoted_from`, and mark the experimental one as deprecated. A rename with
    `renamed_from` is no promotion: it leaves no time to move.
    """
    if change.topic not in PROMOTING or not is_experimental(change) or change.old.tier is None:
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


def vendor_collision(change: Change) -> Verdict | None:
    """A newly declared key has the prefix of keys that nobody has to declare.

    Plugins and deployments may use the same key already, with another meaning. Keys of vendors are out of the
    contract's scope, so nobody can tell.
    """
    if change.topic != "field added" or not isinstance(change.new_owner, m.Record):
        return None
    if not change.new.name.startswith(change.new_owner.free_prefixes):
        return None
    message = f"{place_text(change.new_place)} may collide with a key that a vendor uses already"
    return Verdict(message, "choose a name without this prefix")


RULES = (
    ChangeRule(
        ChangeCode.TIER_CHANGED,
        Effect.BREAK,
        (Side.READER,),
        ("field.tier", "value.tier", "tier removed", "tier.prefix", "tier.undeclared", "record.tiers"),
        tier_changed,
    ),
    ChangeRule(
        ChangeCode.GATE_CHANGED,
        Effect.WARNING,
        (Side.READER, Side.SOURCE),
        ("field.gate", "gate removed"),
        gate_changed,
    ),
    ChangeRule(
        ChangeCode.DEPRECATION_CHANGED,
        Effect.WARNING,
        (Side.SOURCE,),
        tuple(f"{subject}.deprecated" for subject in DOCUMENTED),
        deprecation_changed,
    ),
    ChangeRule(
        ChangeCode.RENAMED, Effect.BREAK, (*Side,), tuple(f"{subject} renamed" for subject in RENAMABLE), renamed
    ),
    ChangeRule(ChangeCode.REMOVED_TOO_EARLY, Effect.BREAK, (Side.READER, Side.SOURCE), (), removed_too_early),
    ChangeRule(ChangeCode.PROMOTED_TOO_SOON, Effect.BREAK, (Side.READER, Side.SOURCE), (), promoted_too_soon),
    ChangeRule(ChangeCode.VENDOR_COLLISION, Effect.WARNING, (Side.WRITER,), (), vendor_collision),
)
