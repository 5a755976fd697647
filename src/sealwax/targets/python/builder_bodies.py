"""The objects that a builder puts together, and their checks, as the template of builders.py prints them."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.languages.python import attribute, literal, string
from sealwax.languages.python import types as t
from sealwax.meaning import builder_body as bb
from sealwax.rendering import Finished
from sealwax.targets.python.builder_values import NONE, BuilderScope
from sealwax.targets.python.dataclasses import Absence

_NOTHING = _ALWAYS = Finished("")


class Branch(Struct, frozen=True):
    """Values that are written under a condition."""

    test: Finished
    assignments: tuple[tuple[Finished, Finished], ...]
    """Keys of the object, each with the expression for its value."""


class FollowCheck(Struct, frozen=True):
    """A check that a value is the one that the catalogue has for the code."""

    path: Finished
    found: Finished
    """The expression for the value that is there."""
    known: Finished
    is_demanded: bool


class Part(Struct, frozen=True):
    """What is written into an object next."""

    branches: tuple[Branch, ...]
    """The first test that holds decides."""
    object: "ObjectView | None"
    """Written after that, if it is made."""


class ObjectView(Struct, frozen=True):
    """An object that the function puts together in a variable."""

    variable: Finished
    start: tuple[tuple[Finished, Finished], ...]
    """The keys that it always has, each with the expression for its value."""
    condition: Finished
    """When it is made; empty: always."""
    absent_value: Finished
    """What the variable holds otherwise; empty when it is used under the condition only."""
    absent_type: Finished
    inner: tuple["ObjectView", ...]
    """The objects that it always contains."""
    parts: tuple[Part, ...]
    """The keys that it may have."""
    whole: Finished
    """What is merged into it last; empty if nothing is."""
    otherwise: Finished
    """What is merged if that is empty."""
    followed: tuple[FollowCheck, ...]
    """What to check when it is complete."""
    key: Finished
    """Where to write it in the object around it; empty if that contains it from the start."""


def object_view(scope: BuilderScope, entry: bb.Object, *, is_added: bool = False) -> ObjectView:
    """The object at a key. `is_added`: it is written to the object around it if it is made."""
    variable, whole = scope.variables[entry.path], entry.whole
    default = m.ABSENT if whole is None else whole.default
    return ObjectView(
        variable=variable,
        start=tuple((string(key), value) for key, value in _start(scope, entry).items()),
        condition=_ALWAYS if entry.is_certain else _is_made(scope, entry),
        absent_value=_NOTHING if entry.is_certain or is_added else _absent_value(scope, entry),
        absent_type=_absent_type(scope, entry),
        inner=tuple(
            object_view(scope, each) for each in entry.members if isinstance(each, bb.Object) and each.is_certain
        ),
        parts=tuple(_parts(scope, entry)),
        whole=_NOTHING if whole is None else scope.wholes[whole.path],
        otherwise=_NOTHING if isinstance(default, m.Absent) else literal(default),
        followed=tuple(follow_check(scope, each, variable) for each in entry.follows),
        key=string(entry.path[-1]) if is_added else _NOTHING,
    )


def _is_made(scope: BuilderScope, entry: bb.Object) -> Finished:
    rest = (scope.rest,) if entry.whole is not None and entry.whole.parameter is None else ()
    return Finished(" or ".join((*map(scope.test, entry.tests), *rest)))


def _absent_value(scope: BuilderScope, entry: bb.Object) -> Finished:
    absent = scope.absent_value(entry)
    if absent is Absence.UNSET and entry.null is not None:
        return Finished(f"None if {attribute(entry.null.name)} is None else {absent}")
    return Finished(absent)


def _absent_type(scope: BuilderScope, entry: bb.Object) -> Finished:
    if scope.absent_value(entry) is not Absence.UNSET:
        return NONE
    return Finished(f"{t.UNSET_TYPE} | None") if entry.null is not None else t.UNSET_TYPE


def _start(scope: BuilderScope, entry: bb.Object) -> dict[str, Finished]:
    found = {key: literal(value) for key, value in entry.free.items()}
    for member in entry.members:
        if isinstance(member, bb.Slot) and member.is_certain:
            found[member.path[-1]] = scope.choice(member.cases)
        elif isinstance(member, bb.Object) and (member.is_certain or member.otherwise is None):
            found[member.path[-1]] = scope.variables[member.path] if member.is_certain else NONE
    return found


def _parts(scope: BuilderScope, entry: bb.Object) -> Iterator[Part]:
    """The values that an object may have. Those under the same conditions are written together."""

    def conditions(member: bb.Entry) -> object:
        return [case.tests for case in member.cases] if isinstance(member, bb.Slot) else member.path

    for _, group in groupby((each for each in entry.members if not each.is_certain), conditions):
        members = list(group)
        made = (object_view(scope, each, is_added=True) for each in members if isinstance(each, bb.Object))
        yield Part(tuple(_branches(scope, members)), next(made, None))


def _branches(scope: BuilderScope, members: Sequence[bb.Entry]) -> Iterator[Branch]:
    for member in members:
        if isinstance(member, bb.Object) and member.null is not None:
            yield Branch(Finished(f"{attribute(member.null.name)} is None"), ((string(member.path[-1]), NONE),))
    slots = [member for member in members if isinstance(member, bb.Slot)]
    for cases in zip(*(slot.cases for slot in slots), strict=True):
        pairs = ((string(slot.path[-1]), scope.value(case)) for slot, case in zip(slots, cases, strict=True))
        yield Branch(scope.any_of(cases[0].tests), tuple(pairs))


def follow_check(scope: BuilderScope, each: bb.Follow, around: Finished | None) -> FollowCheck:
    """`around`: the variable of the object that holds the value, unless it has one of its own."""
    slot, key = each.slot, string(each.slot.path[-1])
    if around is None:
        found = scope.variables[slot.path]
    else:
        found = Finished(f"{around}[{key}]" if slot.is_certain and not slot.is_demanded else f"{around}.get({key})")
    known = scope.known(each.known) if each.known is not None else NONE
    return FollowCheck(string(".".join(slot.path)), found, known, slot.is_demanded)
