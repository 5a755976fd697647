"""The objects that a builder puts together, and their checks, as the template of builders.py prints them."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from msgspec import Struct

from sealwax.languages.python import attribute, literal, string
from sealwax.languages.python import types as t
from sealwax.meaning.builders import sources as bs
from sealwax.meaning.builders.plan import Compound, Place, Single
from sealwax.rendering import Finished
from sealwax.targets.python.builder_values import BuilderScope

_NOTHING = Finished("")


class Branch(Struct, frozen=True):
    """Values that are written under a condition."""

    test: Finished
    assignments: dict[Finished, Finished]
    """Keys of the object, each with the expression for its value."""


class FollowCheck(Struct, frozen=True):
    """A check that a value is the one that the catalogue has for the code."""

    place: Single
    found: Finished
    """The expression for the value that is there."""
    known: Finished


class ObjectPart(Struct, frozen=True):
    """What is written into an object next."""

    branches: tuple[Branch, ...]
    """The first test that holds decides."""
    object: "ObjectView | None"
    """Written after that, if it is made."""


class ObjectView(Struct, frozen=True):
    """An object that the function puts together in a variable."""

    variable: Finished
    start: dict[Finished, Finished]
    """The keys that it always has, each with the expression for its value."""
    condition: Finished
    """When it is made; empty: always."""
    absent_value: Finished
    """What the variable holds otherwise; empty when it is used under the condition only."""
    absent_type: Finished
    inner: tuple["ObjectView", ...]
    """The objects that it always contains."""
    parts: tuple[ObjectPart, ...]
    """The keys that it may have."""
    whole: Finished
    """What is merged into it last; empty if nothing is."""
    otherwise: Finished
    """What is merged if that is empty."""
    followed: tuple[FollowCheck, ...]
    """What to check when it is complete."""
    key: Finished
    """Where to write it in the object around it; empty if that contains it from the start."""


def object_view(scope: BuilderScope, place: Compound, *, is_added: bool = False) -> ObjectView:
    """The object at a key. `is_added`: it is written to the object around it if it is made."""
    variable = scope.variables[place.path]
    default = bs.whole_default(place.whole.parameter) if place.whole is not None else None
    return ObjectView(
        variable=variable,
        start=_start(scope, place),
        condition=_NOTHING if place.is_certain else _is_made(scope, place),
        absent_value=_NOTHING if place.is_certain or is_added else _absent_object(scope, place),
        absent_type=_absent_type(scope, place),
        inner=tuple(
            object_view(scope, each) for each in place.members if isinstance(each, Compound) and each.is_certain
        ),
        parts=tuple(_parts(scope, place)),
        whole=scope.wholes.get(place.path, _NOTHING),
        otherwise=_NOTHING if default is None else literal(default),
        followed=tuple(follow_checks(scope, place)),
        key=string(place.path[-1]) if is_added else _NOTHING,
    )


def _is_made(scope: BuilderScope, place: Compound) -> Finished:
    rest = (scope.rest,) if place.takes_rest else ()
    return Finished(" or ".join((*map(scope.test, place.tests), *rest)))


def _absent_object(scope: BuilderScope, place: Compound) -> Finished:
    absent = scope.absent_value(place)
    if absent == t.UNSET and place.null is not None:
        return Finished(f"None if {attribute(place.null.name)} is None else {absent}")
    return absent


def _absent_type(scope: BuilderScope, place: Compound) -> Finished:
    if scope.absent_value(place) != t.UNSET:
        return t.NONE
    return Finished(f"{t.UNSET_TYPE} | None") if place.null is not None else t.UNSET_TYPE


def _start(scope: BuilderScope, place: Compound) -> dict[Finished, Finished]:
    found = {string(key): literal(value) for key, value in place.free.items()}
    for member in place.members:
        key = string(member.path[-1])
        if isinstance(member, Single) and member.is_certain:
            found[key] = scope.choice(scope.body.cases(member))
        elif isinstance(member, Compound) and (member.is_certain or member.otherwise is None):
            found[key] = scope.variables[member.path] if member.is_certain else t.NONE
    return found


def _parts(scope: BuilderScope, place: Compound) -> Iterator[ObjectPart]:
    """The values that an object may have. Those under the same conditions are written together."""

    def conditions(member: Place) -> object:
        return [case.tests for case in scope.body.cases(member)] if isinstance(member, Single) else member.path

    for _, group in groupby((each for each in place.members if not each.is_certain), conditions):
        members = list(group)
        made = (object_view(scope, each, is_added=True) for each in members if isinstance(each, Compound))
        yield ObjectPart(tuple(_branches(scope, members)), next(made, None))


def _branches(scope: BuilderScope, members: Sequence[Place]) -> Iterator[Branch]:
    for member in members:
        if isinstance(member, Compound) and member.null is not None:
            yield Branch(Finished(f"{attribute(member.null.name)} is None"), {string(member.path[-1]): t.NONE})
    singles = [member for member in members if isinstance(member, Single)]
    for cases in zip(*map(scope.body.cases, singles), strict=True):
        pairs = zip(singles, cases, strict=True)
        assignments = {string(place.path[-1]): scope.value(case) for place, case in pairs}
        yield Branch(scope.any_of(cases[0].tests), assignments)


def follow_checks(scope: BuilderScope, around: Compound | None) -> Iterator[FollowCheck]:
    """The checks of what an object holds; None: of the fields of the envelope, which have variables of their own."""
    for each in scope.body.follows:
        if each.around != around:
            continue
        place, key = each.place, string(each.place.path[-1])
        variable = scope.variables[place.path if around is None else around.path]
        read = f"[{key}]" if place.is_certain and not place.is_demanded else f".get({key})"
        known = scope.known(each.known) if each.known is not None else t.NONE
        found = variable if around is None else Finished(f"{variable}{read}")
        yield FollowCheck(place, found, known)
