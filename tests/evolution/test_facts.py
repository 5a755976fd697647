"""For every contract and every edit of it: the list of changes is complete, in order, and says where."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from strategies.contracts import contracts
from strategies.edits import edited, model
from strategies.fields import Block

from sealwax.contract import model as m
from sealwax.contract.first_versions import Place
from sealwax.evolution.assessment import assess
from sealwax.evolution.attributes import ATTRIBUTES
from sealwax.evolution.changes import Action, Change, changes, differences, essence
from sealwax.evolution.comparing import words
from sealwax.evolution.facts import Facts, facts
from sealwax.evolution.renames import renamed, renamed_types

CLASSES = {
    each
    for each in vars(m).values()
    if getattr(each, "__module__", "").startswith("sealwax.contract") and hasattr(each, "__struct_fields__")
}

COMPARED_WHOLE = frozenset(
    {
        *(m.AntiPattern, m.Assignment, m.BuilderExample, m.Citation, m.Clock, m.Column, m.ConditionalLevel),
        *(m.EdgeCase, m.Example, m.Guide, m.GuideSection, m.HasKey, m.HasValue, m.Link, m.MergingExample, m.Note),
        *(m.Presence, m.Readings, m.Retry, m.Rule, m.Source, m.SupersededKey, m.Table, m.Tag),
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
    """A new attribute has to be compared, or to say why it is not."""
    for cls, meanings in ATTRIBUTES.items():
        assert tuple(meanings) == cls.__struct_fields__, cls
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


@settings(max_examples=25)
@given(contracts(), st.integers(0, 2**32).map(Random))
def test_every_edit_yields_a_change_and_the_list_of_changes_loses_nothing(contract: Block, random: Random) -> None:
    old, new = edits(contract, random)
    found = changes(old, new)
    assert bool(found) is (old != new)
    assert changes(new, new) == ()
    every = differences(old, new)
    assert applied(old, new, every) == said(facts(new))
    assert {*map(essence, found)} == {*map(essence, every)}
    for assessment in assess(old, new):
        assert words(assessment)
        assert "\n" not in words(assessment)


def said(found: Facts) -> dict[Place, object]:
    """What a contract says by place, apart from the order of lists."""
    return {place: (fact.kind, fact.value) for place, fact in found.items() if not fact.kind.endswith(".position")}


def applied(old: m.Contract, new: m.Contract, found: tuple[Change, ...]) -> dict[Place, object]:
    """What the old contract says once every change is made to it, in the places where it says it now."""
    after = facts(new)
    before = renamed(facts(old, renamed_types(old, new)), after)[0]
    result = said(before)
    for change in found:
        place = change.new_place
        inner = {
            each
            for known in (before, after)
            for each, fact in known.items()
            if each[: len(place)] == place or fact.parent == place
        }
        if change.action is not Action.CHANGED or change.kind.endswith(".type"):
            result = {each: value for each, value in result.items() if each not in inner}
            result |= {each: value for each, value in said(after).items() if each in inner and change.new is not None}
        elif change.after is None:
            del result[place]
        elif not change.kind.endswith(".position"):
            result[place] = (change.kind, change.after)
    return result
