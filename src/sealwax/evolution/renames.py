"""Renames that a contract declares: the old facts, at the places where the new version has them.

With `cost: {renamed_from: price, …}` in the new version, the facts at `(…, "fields", "price")` are compared with those
at `(…, "fields", "cost")`, and a sum of `price` and `tax` is the same as one of `cost` and `tax`.
"""

import re
from collections.abc import Mapping

from msgspec.structs import replace

from sealwax.contract import model as m
from sealwax.contract.source import Place
from sealwax.evolution.comparable import Renames, content_of
from sealwax.evolution.facts import Fact, Facts

_PLACEHOLDER = re.compile(r"{([^{}?]+)}")


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
    for place, fact in new.items():  # what contains others comes before them
        name = _old_name(fact) if fact.is_declaration else ""
        if not name or (*place[:-1], name) in new:
            continue
        owner = moved(place[:-1], origins)
        before = (*owner, name)
        if before in old and (*owner, place[-1]) not in old and old[before].kind == fact.kind:
            origins[place] = before
    return (_relocated(old, origins), origins) if origins else (old, origins)


def _old_name(fact: Fact) -> str:
    """The name that a thing had before; empty if it was not renamed. A function can be named after its code."""
    if isinstance(fact.thing, m.ErrorFactory):
        return fact.thing.value.renamed_from if fact.thing.name == fact.thing.value.value else ""
    return str(getattr(fact.thing, "renamed_from", ""))


def moved(place: Place, places: Mapping[Place, Place]) -> Place:
    """Where something is if it, or the nearest of the things around it, is at another place."""
    for length in range(len(place), 0, -1):
        if place[:length] in places:
            return places[place[:length]] + place[length:]
    return place


def _relocated(old: Facts, origins: Mapping[Place, Place]) -> Facts:
    """All facts at their new places, in one pass, however many things were renamed."""
    places = {before: after for after, before in origins.items()}
    names: dict[tuple[Place, str], Renames] = {}
    for before, after in places.items():
        names.setdefault((before[:-2], f"{old[before].kind}.position"), {})[before[-1]] = after[-1]
    found: Facts = {}
    for place, fact in old.items():
        parent = None if fact.parent is None else moved(fact.parent, places)
        value = fact.value if fact.parent is None else _with_present_names(fact, fact.parent, names)
        is_same = parent == fact.parent and value is fact.value
        found[moved(place, places)] = fact if is_same else replace(fact, parent=parent, value=value)
    return found


def _with_present_names(fact: Fact, owner: Place, names: Mapping[tuple[Place, str], Renames]) -> object:
    """The value of a fact with the present names of the things that it refers to."""
    subject, _, attribute = fact.kind.partition(".")
    match fact.kind, fact.value:
        case _, tuple() if listed := names.get((owner, fact.kind)):
            return tuple(listed.get(name, name) for name in fact.value)
        case (("value.message" | "value.remediation" | "function.message" | "function.remediation"), str(text)):
            facts = names.get((owner, "context.position"), {})
            return _PLACEHOLDER.sub(lambda found: f"{{{facts.get(found[1], found[1])}}}", text)
        case (("field.conditional" | "field.follows" | "field.sum_of" | "field.expects"), _):
            siblings = names.get((owner[:-2], f"{subject}.position"))
            return fact.value if siblings is None else _about_siblings(fact.thing, attribute, siblings)
        case _:
            return fact.value


def _about_siblings(field: m.Field, attribute: str, names: Renames) -> object:
    conditional = field.conditional and replace(field.conditional, condition=_tests(field.conditional.condition, names))
    present = replace(
        field,
        conditional=conditional,
        follows=names.get(field.follows, field.follows),
        sum_of=tuple(names.get(name, name) for name in field.sum_of),
        expects=_tests(field.expects, names),
    )
    return content_of(getattr(present, attribute))


def _tests(condition: m.Condition, names: Renames) -> m.Condition:
    return tuple(replace(test, key=names.get(test.key, test.key)) for test in condition)
