"""Something has another name, and `renamed_from` says so.

Responses have no aliases: a key, a value or a tool with another name is unknown to those who only know the old one.
Programs keep an alias of the old name of a type, a function or a constant. Of a key they do not: the keys of TypeScript
types, of TypedDicts and of context arguments are those of the wire, and type checkers reject the old name of an
attribute in a constructor, although Python accepts it with a warning. A value as a literal, such as `"paid"`, has no
alias either. Types are never named in a response, so renaming one breaks nobody.
"""

from sealwax.evolution.changes import Change
from sealwax.evolution.codes import ChangeCode
from sealwax.evolution.verdicts import NOTHING, Effect, Rule, Side, Verdict, demands, is_open, wire
from sealwax.evolution.wording import spelled

SUBJECTS = ("field", "context", "value", "tool", "record", "text", "enum")


def judge(change: Change) -> Verdict | None:
    sides = _sides(change)
    if not sides:
        return None
    message = f"{spelled(change.old_place)} was renamed to {spelled(change.new_place)}"
    return Verdict(message, sides, "keep the old one as well, and mark it as deprecated")


def _sides(change: Change) -> tuple[Side, ...]:
    match change.kind:
        case "field":
            is_closed = [
                not is_open(owner, contract)
                for owner, contract in (
                    (change.old_owner, change.old_contract),
                    (change.new_owner, change.new_contract),
                )
            ]
            effect = wire(wider=demands(change.old) or is_closed[0], narrower=demands(change.new) or is_closed[1])
            return (*effect, Side.SOURCE)
        case "value":
            return (*wire(wider=True, narrower=not change.new_owner.open), Side.SOURCE)
        case "context":
            return (Side.READER, Side.SOURCE)
        case "tool":
            return (Side.READER,)
        case _:
            return NOTHING


RULE = Rule(
    ChangeCode.RENAMED,
    Effect.BREAK,
    (*Side,),
    tuple(f"{subject} renamed" for subject in SUBJECTS),
    judge,
)
