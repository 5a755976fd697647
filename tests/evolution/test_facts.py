"""For every contract and every edit of it: the list of changes is complete, in order, and says where."""

import json
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import to_builtins
from strategies.contracts import contracts
from strategies.edits import edited, model
from strategies.effort import examples
from strategies.fields import Block

from sealwax.contract import model as m
from sealwax.contract.inheritance.library import Loaded
from sealwax.contract.source import Mapping, Place, parse
from sealwax.diagnostics import Report
from sealwax.evolution.accepted_changes import Accepted
from sealwax.evolution.assessment import assess
from sealwax.evolution.attributes import ATTRIBUTES, STATED
from sealwax.evolution.changes import changes
from sealwax.evolution.comparing import Comparison
from sealwax.evolution.facts import Facts, facts
from sealwax.evolution.renames import moved
from sealwax.reports.changes import render_json

CLASSES = {
    each
    for each in vars(m).values()
    if getattr(each, "__module__", "").startswith("sealwax.contract") and hasattr(each, "__struct_fields__")
}

COMPARED_WHOLE = frozenset(
    {
        *(m.AntiPattern, m.Assignment, m.BuilderExample, m.Clock, m.Column, m.ConditionalLevel),
        *(m.EdgeCase, m.Example, m.Guide, m.HasKey, m.HasValue, m.Link, m.MergingExample),
        *(m.Presence, m.Readings, m.Retry, m.Rule, m.SupersededKey, m.Tag),
    }
)
"""Classes whose values are compared as a whole, with everything in them."""
COMPARED_ELSEWHERE = {
    m.Documentation: "`Documented` compares it",
    m.Deprecation: "`Documented` compares it",
    m.Output: "part of the configuration",
    m.Ascent: "follows from `after` of the parts",
    m.Described: "follows from the error mapping",
    m.Numbering: "a path in words",
    **dict.fromkeys((m.Release, m.ReleasedChange), "made from comparisons"),
    m.OptionalPart: "part of the text of a template",
    m.Placement: "`_placed` lists its content",
    m.WarningFactory: "follows from the catalogue",
    **dict.fromkeys((m.Null, m.Boolean, m.AnyValue, m.AnyObject, m.Payload), "`type_text` names it"),
    **dict.fromkeys((m.Integer, m.Number, m.String, m.Constant, m.ListOf, m.MapOf), "`limits` lists its attributes"),
    **dict.fromkeys((m.Nullable, m.Reference), "`type_text` names it"),
}
"""Classes without an entry of their own, each with the reason."""


def test_every_attribute_of_the_model_has_a_meaning() -> None:
    """A new class has to be compared, or to say why it is not. A new attribute is compared, and needs a rule."""
    for cls, stated in STATED.items():
        assert {*stated} <= {*cls.__struct_fields__}, cls
    kinds = [ATTRIBUTES.keys(), COMPARED_WHOLE, COMPARED_ELSEWHERE.keys()]
    assert sum(map(len, kinds)) == len({*ATTRIBUTES, *COMPARED_WHOLE, *COMPARED_ELSEWHERE})
    assert {*ATTRIBUTES, *COMPARED_WHOLE, *COMPARED_ELSEWHERE} == CLASSES


def edits(contract: Block, random: Random) -> tuple[m.Contract, m.Contract]:
    """A contract before and after one to four edits."""
    old = model(contract)
    assert old is not None
    new, block = old, contract
    for _ in range(random.choice([1, 1, 2, 4])):
        found = edited(block, random)
        if found is not None:
            block, new, _what = found
    return old, new


@settings(max_examples=examples(25))
@given(contracts(), st.integers(0, 2**32).map(Random))
def test_every_edit_yields_a_change_and_the_list_of_changes_loses_nothing(contract: Block, random: Random) -> None:
    old, new = edits(contract, random)
    assert bool(changes(old, new)) is (old != new)
    assert changes(new, new) == ()
    comparison = Comparison("random", loaded(old), loaded(new), assess(old, new), Accepted({}, ""), old)
    (printed,) = json.loads(render_json([comparison], [], "before"))["contracts"]
    assert applied(old, printed["changes"]) == attribute_value(facts(new))
    for change in printed["changes"]:
        assert change["words"]
        assert "\n" not in change["words"]


def loaded(contract: m.Contract) -> Loaded:
    """A contract whose places are not looked at."""
    root = parse("contract/random.yaml", b"contract: random\n", Report())
    assert isinstance(root, Mapping)
    return Loaded(root, root, contract, ())


def attribute_value(found: Facts) -> dict[Place, object]:
    """What a contract says by place, apart from the order of lists, as JSON."""
    kept = {place: fact for place, fact in found.items() if not fact.kind.endswith(".position")}
    return {place: (fact.kind, json.loads(json.dumps(to_builtins(fact.value)))) for place, fact in kept.items()}


def applied(old: m.Contract, printed: list[dict[str, Any]]) -> dict[Place, object]:
    """What the old contract says once every printed change is made to it.

    Only the old version and the printed list are known here.
    """
    kinds = ("record renamed", "text renamed", "enum renamed")
    before = facts(old, {each["before"]: each["after"] for each in printed if each["topic"] in kinds})
    parents = {place: fact.parent for place, fact in before.items()}
    result = attribute_value(before)
    for change in sorted(printed, key=order):
        if change["topic"].endswith(" renamed"):
            result, parents = renamed(result, parents, change)
            continue
        is_whole = change["topic"].endswith((" added", " removed", ".type"))
        for place in map(tuple, (change["new_place"], *change["also"])):
            for each in [each for each in result if is_whole and is_inside(each, place, parents)]:
                del result[each]
            result.pop(place, None)
            if change["after"] is not None and not change["topic"].endswith(".position"):
                result[place] = (change["topic"].removesuffix(" added"), change["after"])
        result |= {tuple(each["place"]): (each["topic"], each["value"]) for each in change["content"]}
    return result


def order(change: dict[str, Any]) -> tuple[bool, int]:
    """Renames come first, because they move others, and inner ones before those around them."""
    return not change["topic"].endswith(" renamed"), -len(change["old_place"])


def is_inside(each: Place, place: Place, parents: dict[Place, Place | None]) -> bool:
    above: Place | None = each
    while above is not None and above != place:
        above = parents.get(above)
    return above is not None


def renamed(
    result: dict[Place, object], parents: dict[Place, Place | None], change: dict[str, Any]
) -> tuple[dict[Place, object], dict[Place, Place | None]]:
    """The same with another name for a thing, which says what it was called."""
    kind = change["topic"].split()[0]
    back = {(*place[:-1], change["before"]): tuple(place) for place in change["also"]}
    back |= {tuple(change["old_place"]): tuple(change["new_place"])}
    found = {moved(place, back): value for place, value in result.items()}
    for old, new in back.items():
        found = {place: referring(place, value, old, new) for place, value in found.items()}
        found |= {new: (kind, change["after"]), (*new, "renamed_from"): (f"{kind}.renamed_from", change["before"])}
    above = {moved(place, back): None if parent is None else moved(parent, back) for place, parent in parents.items()}
    return found, above


def referring(place: Place, value: Any, old: Place, new: Place) -> object:
    """What is said beside a field about its siblings, or in a text about a fact, with the new name of one of them."""
    (kind, what), name = value, {old[-1]: new[-1]}
    is_beside, is_around = place[:-2] == new[:-1], place[:-1] == new[:-2] and new[-2] == "context"
    match kind.partition(".")[2]:
        case "conditional" if is_beside:
            level, tests, prose = what
            return kind, [level, [[name.get(key, key), *test] for key, *test in tests], prose]
        case "expects" if is_beside:
            return kind, [[name.get(key, key), *test] for key, *test in what]
        case "follows" if is_beside:
            return kind, name.get(what, what)
        case "sum_of" if is_beside:
            return kind, [name.get(each, each) for each in what]
        case "message" | "remediation" if is_around:
            return kind, what.replace(f"{{{old[-1]}}}", f"{{{new[-1]}}}")
        case _:
            return value
