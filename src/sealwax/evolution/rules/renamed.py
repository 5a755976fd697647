"""Something has another name, and `renamed_from` says so.

A key, a value or a tool with another name is unknown to readers that only know the old one, and programs that use the
old name of a key, an argument, a function or a type do not compile. Only the constant of a value keeps its old name, as
another name for the new value in its enum. The value as a literal, such as `"paid"`, has one name only, and so have the
function and the exception that belong to a code or an error type. Types are never named in a response, so renaming one
breaks source code only.
"""

from sealwax.contract import model as m
from sealwax.evolution.changes import Change
from sealwax.evolution.verdicts import (
    NEEDED,
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


RULE = ChangeRule(
    ChangeCode.RENAMED, Effect.BREAK, (*Side,), tuple(f"{subject} renamed" for subject in SUBJECTS), judge
)
