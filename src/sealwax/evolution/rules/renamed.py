"""Something has another name, and `renamed_from` says so.

Responses have no aliases: a key, a value or a tool with another name is unknown to those who only know the old one.
Packages keep the old name of a type, a function, a constant or an argument of an error function as an alias. A key can
still be read by its old name, from Python's classes and from what TypeScript's parsers and builders return. But type
checkers reject the old name where a key is written: in a constructor, a `TypedDict`, or an object of a TypeScript type.
So renaming a key breaks source code. A value as a literal, such as `"paid"`, has no alias either. Type checkers reject
a call that mixes old and present names of arguments, so renaming another argument of the same function later breaks
programs. Types are never named in a response, so renaming one breaks nobody.
"""

from sealwax.contract import model as m
from sealwax.evolution.changes import Change
from sealwax.evolution.verdicts import (
    NEEDED,
    NOBODY,
    ChangeCode,
    ChangeRule,
    Effect,
    Side,
    Verdict,
    demands,
    is_open,
    wire,
)
from sealwax.evolution.wording import place_text

SUBJECTS = ("field", "context", "value", "tool", "record", "text", "enum")


def judge(change: Change) -> Verdict:
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
        case "context":
            known = {fact.name for fact in change.old_owner.context}
            has_others = any(fact.renamed_from and fact.name in known for fact in change.new_owner.context)
            return (Side.READER, *((Side.SOURCE,) if has_others else ()))
        case "tool":
            return (Side.READER,)
        case _:
            return NOBODY


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


RULE = ChangeRule(
    ChangeCode.RENAMED, Effect.BREAK, (*Side,), tuple(f"{subject} renamed" for subject in SUBJECTS), judge
)
