"""Renames that a contract declares: the old facts, at the places where the new version has them."""

from msgspec.structs import replace

from sealwax.contract import model as m
from sealwax.contract.first_versions import Place
from sealwax.evolution.comparable import Renames
from sealwax.evolution.facts import Fact, Facts


def renamed_types(old: m.Contract, new: m.Contract) -> Renames:
    """By old name: the new name of each type that was renamed."""
    known, kept = _types(old), _types(new)
    return {
        each.renamed_from: name
        for name, each in kept.items()
        if each.renamed_from in known and each.renamed_from not in kept and name not in known
    }


def _types(contract: m.Contract) -> dict[str, m.Record | m.Text | m.Enum]:
    every: list[m.Record | m.Text | m.Enum] = [*contract.records, *contract.texts, *contract.enums]
    return {each.name: each for each in every}


def renamed(old: Facts, new: Facts) -> tuple[Facts, dict[Place, Place]]:
    """The old facts at their new places, and by new place of what was renamed: the old one."""
    origins: dict[Place, Place] = {}
    candidates = [place for place, fact in new.items() if fact.is_declaration and bool(_old_name(fact))]
    for place in candidates:  # what contains others comes before them
        before = (*place[:-1], _old_name(new[place]))
        if before in old and before not in new and place not in old and old[before].kind == new[place].kind:
            origins[place] = before
            old = {_moved(each, before, place): _relocated(fact, before, place) for each, fact in old.items()}
    return old, origins


def _old_name(fact: Fact) -> str:
    """The name that a thing had before; empty if it was not renamed."""
    return str(getattr(fact.thing, "renamed_from", ""))


def _moved(place: Place, before: Place, after: Place) -> Place:
    return after + place[len(before) :] if place[: len(before)] == before else place


def _relocated(fact: Fact, before: Place, after: Place) -> Fact:
    if fact.parent is not None and fact.parent[: len(before)] == before:
        return replace(fact, parent=_moved(fact.parent, before, after))
    is_sequence = fact.kind.endswith(".position") and fact.parent == before[:-2]
    if is_sequence and isinstance(fact.value, tuple):
        return replace(fact, value=tuple(after[-1] if name == before[-1] else name for name in fact.value))
    return fact
