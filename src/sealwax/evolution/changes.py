"""Two lists of facts -> the list of changes, each with its place in both versions.

If `price: {type: integer}` gets `max: 5`, there is one change: a `field.limit` at `("envelope", "fields", "price",
"max")`, which was None and is 5. A new field is one change, too: what is said of it is the content of that change.
"""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from sealwax.contract import model as m
from sealwax.contract.source import Place
from sealwax.evolution.facts import Fact, Facts, code_at, facts
from sealwax.evolution.renames import moved, renamed, renamed_types


class Action(StrEnum):
    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"
    RENAMED = "renamed"


class Change(Struct, frozen=True):
    """A difference between two versions. What has no place in a version has the place where it would be."""

    action: Action
    kind: str
    old_place: Place
    new_place: Place
    before: object
    after: object
    old: Any
    """The part of the old model that this is about; None if it is new."""
    new: Any
    old_owner: Any
    """The part of the model that it belongs to."""
    new_owner: Any
    old_contract: m.Contract
    new_contract: m.Contract
    content: tuple[tuple[Place, Fact], ...] = ()
    """Everything that the new version says about a thing that is new, or about the limits of another type."""
    also: tuple[Place, ...] = ()
    """Places of outcomes that change in the same way as the whole envelope."""

    @property
    def topic(self) -> str:
        """What rules are about: `field removed` or `field.level`."""
        return self.kind if "." in self.kind else f"{self.kind} {self.action}"


def changes(old: m.Contract | None, new: m.Contract | None) -> tuple[Change, ...]:
    """Everything that differs, in the order of the new contract; what is gone comes first."""
    if old is None:
        return () if new is None else (_whole(Action.ADDED, new),)
    if new is None:
        return (_whole(Action.REMOVED, old),)
    after = facts(new)
    comparison = _FactComparison(*renamed(facts(old, renamed_types(old, new)), after), after)
    return tuple(_without_repetitions((*comparison.gone(), *comparison.present())))


def _whole(action: Action, contract: m.Contract) -> Change:
    """The change of a contract that is new or gone."""
    old, new = (None, contract) if action is Action.ADDED else (contract, None)
    return Change(
        action=action,
        kind="contract",
        old_place=(),
        new_place=(),
        before=old and old.name,
        after=new and new.name,
        old=old,
        new=new,
        old_owner=None,
        new_owner=None,
        old_contract=contract,
        new_contract=contract,
    )


class _FactComparison:
    def __init__(self, old: Facts, origins: Mapping[Place, Place], new: Facts) -> None:
        self.old = old
        """The old facts, at the new places of what was renamed."""
        self.origins = origins
        self.new = new
        self.inner: dict[Place | None, list[Place]] = {}
        """By place: what belongs to it in the new version."""
        for place, fact in new.items():
            self.inner.setdefault(fact.parent, []).append(place)

    def gone(self) -> Iterator[Change]:
        for place, fact in self.old.items():
            if place not in self.new and self._is_kept(fact) and _differs(None, fact):
                yield self._change(Action.REMOVED if fact.is_declaration else Action.CHANGED, place)

    def present(self) -> Iterator[Change]:
        for place, fact in self.new.items():
            known = self.old.get(place)
            if fact.is_declaration and known is not None:
                if known.value != fact.value and place and fact.kind != "function":
                    yield self._change(Action.RENAMED, place)
            elif self._is_kept(fact) and _differs(known, fact) and not self._follows_a_rename(known, fact):
                yield self._change(Action.ADDED if fact.is_declaration else Action.CHANGED, place)

    def _follows_a_rename(self, known: Fact | None, fact: Fact) -> bool:
        """Whether a rename, which is a change of its own, says the same."""
        if known is not None and fact.kind in ("function.value", "value.usual_code"):
            origin = self.origins.get(code_at(str(fact.value)))
            return origin == code_at(str(known.value))
        return fact.kind.endswith(".renamed_from") and fact.parent in self.origins

    def _is_kept(self, fact: Fact) -> bool:
        """Whether both versions have what a fact belongs to."""
        parent = fact.parent
        if parent is None:
            return True
        known, own = self.old.get(parent), self.new.get(parent)
        return known is not None and own is not None and (own.is_declaration or known.value == own.value)

    def _change(self, action: Action, place: Place) -> Change:
        old, new, fact = self.old.get(place), self.new.get(place), self._fact(place)
        thing, owner = place, fact.parent
        # A limit belongs to a type, and that to a field: rules are about the field.
        while not self._fact(thing).is_declaration and owner is not None:
            thing, owner = owner, self._fact(owner).parent
        return Change(
            action=action,
            kind=fact.kind,
            old_place=moved(place, self.origins),
            new_place=place,
            before=None if old is None else old.value,
            after=None if new is None else new.value,
            old=_thing(self.old, thing),
            new=_thing(self.new, thing),
            old_owner=_thing(self.old, owner),
            new_owner=_thing(self.new, owner),
            old_contract=self.old[()].thing,
            new_contract=self.new[()].thing,
            content=tuple(self._content(place)) if new is not None and _brings_others(action, new) else (),
        )

    def _fact(self, place: Place) -> Fact:
        return self.new.get(place) or self.old[place]

    def _content(self, place: Place) -> Iterator[tuple[Place, Fact]]:
        for each in self.inner.get(place, ()):
            fact = self.new[each]
            if not _is_sequence(fact):
                yield each, fact
            yield from self._content(each)


def _thing(found: Facts, place: Place | None) -> Any:
    fact = found.get(place) if place is not None else None
    return None if fact is None else fact.thing


def _brings_others(action: Action, fact: Fact) -> bool:
    """Whether facts that belong to this one are no changes of their own."""
    return action is Action.ADDED or (action is Action.CHANGED and fact.kind.endswith(".type"))


# -- changes of the envelope and of its outcomes ----------------------------------------------------------------------


def _without_repetitions(found: tuple[Change, ...]) -> Iterator[Change]:
    """The changes, each of the whole envelope joined with those of outcomes that repeat it.

    A field that only some outcomes have is reported for these, because there its level is known.
    """
    if not found:
        return
    shared = [_in_all_outcomes(each) for each in (found[0].old_contract, found[0].new_contract)]
    partial = {_keys(each): each for each in found if _is_of_some_outcomes(each, *shared)}
    repeated: dict[object, list[Change]] = {_essence(each): [] for each in found if _is_of_envelope(each)}
    others: list[Change] = []
    for each in found:
        # It is reported for these outcomes instead, so it repeats nothing.
        is_partial = each.kind == "field" and _keys(each) in partial
        is_repeated = _is_of_outcome(each) and not is_partial and _essence(each) in repeated
        (repeated[_essence(each)] if is_repeated else others).append(each)
    for each in others:
        if each.kind == "field" and _keys(each) in partial:
            if _is_of_outcome(each):
                yield _joined(each, [partial[_keys(each)]])
        else:
            yield _joined(each, repeated[_essence(each)]) if _is_of_envelope(each) else each


def _is_of_envelope(change: Change) -> bool:
    """Whether it is about a field of the whole envelope."""
    return change.new_place[:2] == ("envelope", "fields")


def _is_of_outcome(change: Change) -> bool:
    """Whether it is about a field of one outcome."""
    return change.new_place[:2] == ("envelope", "outcomes") and change.new_place[3:4] == ("fields",)


def _keys(change: Change) -> Place:
    """The place of a change, as seen from the fields of the envelope or of an outcome."""
    start = 2 if _is_of_envelope(change) else 4 if _is_of_outcome(change) else 0
    return change.new_place[start:]


def _joined(change: Change, others: list[Change]) -> Change:
    content = (*change.content, *(each for other in others for each in other.content))
    return replace(change, also=tuple(other.new_place for other in others), content=content)


def _in_all_outcomes(contract: m.Contract) -> set[str]:
    """The names of the fields that every outcome has."""
    return set.intersection(*({field.name for field in each.fields} for each in contract.envelope.outcomes))


def _is_of_some_outcomes(change: Change, old: set[str], new: set[str]) -> bool:
    """Whether a field of the envelope is new or gone that is in neither `old` nor `new`, which all outcomes have."""
    if change.kind != "field" or not _is_of_envelope(change):
        return False
    return change.new.name not in new if change.new else change.old.name not in old


def _essence(change: Change) -> tuple[object, ...]:
    """What a change of the envelope and its repetitions in outcomes have in common."""
    return change.action, change.kind, _keys(change), repr(change.before), repr(change.after)


# -- facts ------------------------------------------------------------------------------------------------------------


def _differs(old: Fact | None, new: Fact) -> bool:
    if old is None:
        return not _is_sequence(new)
    if not _is_sequence(new):
        return old.value != new.value or old.kind != new.kind
    before, after = _names(old), _names(new)
    return [name for name in before if name in after] != [name for name in after if name in before]


def _is_sequence(fact: Fact) -> bool:
    """Whether a fact is about the order of a list. Without anything in the list, there is none."""
    return fact.kind.endswith(".position")


def _names(fact: Fact) -> dict[str, None]:
    return dict.fromkeys(fact.value) if isinstance(fact.value, tuple) else {}
