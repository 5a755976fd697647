"""Rules about lists of values, and about strings that are composed of parts."""

from sealwax.contract import model as m
from sealwax.contract.versions import Need
from sealwax.evolution.changes import Change
from sealwax.evolution.verdicts import ChangeCode, ChangeRule, Effect, Side, Verdict
from sealwax.evolution.wording import describe_turn, place_text


def value_added(change: Change) -> Verdict | None:
    """A closed list has a new value.

    Readers of a closed list reject values that they do not know, and have no branch for them. An open list takes new
    values in any minor version.
    """
    if change.old_owner.open:
        return None
    hint = "readers of a closed list reject values that they do not know"
    return Verdict(f"{place_text(change.new_place)} was added to a closed list", hint)


def value_removed(change: Change) -> Verdict:
    """A value of a list, or a code of a catalogue, is gone.

    A closed list rejects the value from writers that still send it, and programs that use its constant do not compile.
    Deprecate it first.
    """
    sides = (Side.SOURCE,) if change.new_owner.open else (Side.WRITER, Side.SOURCE)
    return Verdict(f"{place_text(change.old_place)} was removed", "keep it, and mark it as deprecated", sides)


def columns_changed(change: Change) -> Verdict | None:
    """A list has other columns.

    Generated code has an attribute per column. Programs that use one that is gone do not compile.
    """
    kept = {column.key for column in change.new.columns}
    gone = [f"`{column.key}`" for column in change.old.columns if column.key not in kept]
    if not gone:
        return None
    return Verdict(f"{place_text(change.new_place[:-1])} no longer has the columns {', '.join(gone)}", "keep them")


def order_changed(change: Change) -> Verdict | None:
    """The values of an ordered list are ranked differently.

    Comparisons such as `is below` give other answers for the same responses.
    """
    if change.old.order is None:
        return None
    owner = place_text(change.new_place[:-1])
    if change.new.order is None:
        return Verdict(f"the values of {owner} are no longer ordered", "keep the order")
    return Verdict(f"the values of {owner} are ordered differently now", "keep the order", (Side.READER,))


def form_changed(change: Change) -> Verdict | None:
    """The ways to write a composite string changed.

    Readers cannot parse a form that they do not know, and strings in a form that is gone are rejected.
    """
    match change.topic:
        case "part added":
            return None  # the forms that use it are reported
        case "part removed":
            return Verdict(f"the part {place_text(change.old_place)} was removed", "keep it", (Side.SOURCE,))
        case "form added":
            sides = (Side.READER,) if _has_forms(change.old_owner) else (Side.READER, Side.WRITER)
            return Verdict(f"the form {place_text(change.new_place)} was added", "old readers cannot parse it", sides)
        case "form removed":
            sides = (Side.WRITER, Side.SOURCE) if _has_forms(change.new_owner) else (*Side,)
            return Verdict(f"the form {place_text(change.old_place)} was removed", "keep it", sides)
        case _:
            sides = (Side.READER, Side.WRITER) if change.kind == "part.pattern" else (*Side,)
            return Verdict(describe_turn(change, f"`{change.new_place[-1]}`"), "add another form", sides)


def _has_forms(owner: object) -> bool:
    """Whether it is a composite string: a type of the same name can be something else in the other version."""
    return isinstance(owner, m.Text) and bool(owner.forms)


RULES = (
    ChangeRule(ChangeCode.VALUE_ADDED, Effect.BREAK, (Side.READER,), ("value added",), value_added),
    ChangeRule(ChangeCode.VALUE_REMOVED, Effect.BREAK, (Side.WRITER, Side.SOURCE), ("value removed",), value_removed),
    ChangeRule(ChangeCode.COLUMNS_CHANGED, Effect.BREAK, (Side.SOURCE,), ("enum.columns",), columns_changed),
    ChangeRule(
        ChangeCode.ORDER_CHANGED,
        Effect.BREAK,
        (Side.READER, Side.SOURCE),
        ("enum.order", "value.position"),
        order_changed,
        Need.PATCH,
    ),
    ChangeRule(
        ChangeCode.FORM_CHANGED,
        Effect.BREAK,
        (*Side,),
        (
            *("form added", "form removed", "form.template"),
            *("part added", "part removed", "part.pattern", "part.type"),
        ),
        form_changed,
    ),
)
