"""The objects that builders put together.

Every object starts with the values that it always has, then gets those that arguments give. The argument for the
whole object is merged in last, so that its keys win. An object that is not always there is made under a condition.
"""

from collections.abc import Collection, Iterable, Iterator
from itertools import groupby

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.languages.python import attribute, literal, string
from sealwax.languages.python import types as t
from sealwax.meaning import builder_plan as bp
from sealwax.rendering import Finished
from sealwax.targets.python import builder_arguments as ba
from sealwax.targets.python import builder_values as bv
from sealwax.targets.python.builder_arguments import Function
from sealwax.targets.python.builder_values import ALWAYS, NONE, Assignment
from sealwax.targets.python.dataclasses import Absence

NO_KEY = Finished("")


class Constant(Struct, frozen=True):
    """A value that the contract fixes, and that the caller's object could contradict."""

    key: Finished
    found: Finished
    """The expression for the value that is there."""
    value: Finished


class Merge(Struct, frozen=True):
    """An object that is copied over another one."""

    condition: Finished
    """Empty: always."""
    value: Finished
    otherwise: Finished
    """What is copied when the condition does not hold; empty: nothing."""
    constants: tuple[Constant, ...]


class Part(Struct, frozen=True):
    """What a function writes next: values under a condition, or an object."""

    condition: Finished
    """Empty: always."""
    assignments: tuple[Assignment, ...]
    object: "ObjectView | None" = None


class ObjectView(Struct, frozen=True):
    """An object that the function puts together in a variable."""

    variable: Finished
    start: Finished
    """The expression for the new object; empty when the condition makes it."""
    condition: Finished = Finished("")
    """When there is one; empty: always."""
    target: Finished = Finished("")
    """The key of the object around it that it is written to; empty when there is none."""
    is_declared: bool = False
    """Whether the variable has its annotation already."""
    constants: tuple[Constant, ...] = ()
    """What to check when the object is complete."""
    followed: tuple[bv.FollowCheck, ...] = ()
    """The same, for values that follow a code."""
    nothing: Finished = Finished("")
    """What the variable holds otherwise; empty when it is used under the condition only."""
    nothing_type: Finished = Finished("")
    codes: tuple[Assignment, ...] = ()
    """The codes that its values follow."""
    parts: tuple[Part, ...] = ()
    merges: tuple[Merge, ...] = ()


def grouped(assignments: Iterable[Assignment]) -> Iterator[Part]:
    """The assignments, those with the same condition together."""
    for condition, group in groupby(assignments, lambda each: each.condition):
        yield Part(condition, tuple(group))


# -- objects ----------------------------------------------------------------------------------------------------------


def object_view(function: Function, place: bp.Compound, target: Finished = NO_KEY) -> ObjectView:
    own, variable = place.parameter, function.variables[place.path]
    condition = ALWAYS if place.is_certain else _condition(function, place)
    otherwise = bv.absence_at(function, place) if condition and not target else None
    late = any(_is_set_code(function, member) for member in place.members)
    first = {} if late else _leading(function, place)
    if own is not None and bp.is_alone(place):
        start = ba.whole(function, place, own)
        merges = merged_rest(function) if place.takes_rest and place.path not in function.wholes else ()
        constants = tuple(_fixed_keys(place, variable))
    else:
        start = _display({key: literal(value) for key, value in _static(function, place).items()} | first)
        merges, constants = _merges(function, place)
    return ObjectView(
        variable=variable,
        condition=condition,
        # Where arguments set a code, it is known only after they have done so.
        codes=() if late else tuple(bv.codes_in(function, place.members, place.path)),
        nothing=_nothing(place, otherwise),
        nothing_type=_nothing_type(place, otherwise),
        start=start,
        is_declared=otherwise is not None,
        parts=tuple(_members(function, place, first, late=late)),
        merges=merges,
        constants=constants,
        followed=tuple(_followed(function, place)),
        target=target,
    )


def _nothing(place: bp.Compound, otherwise: Absence | None) -> Finished:
    """What the variable of an object holds if there is none."""
    if otherwise is Absence.UNSET and place.takes_null and place.parameter is not None:
        return Finished(f"None if {ba.is_null(place.parameter)} else {otherwise}")
    return Finished(otherwise or "")


def _nothing_type(place: bp.Compound, otherwise: Absence | None) -> Finished:
    if otherwise is not Absence.UNSET:
        return NONE
    return Finished(f"{t.UNSET_TYPE} | None") if place.takes_null else t.UNSET_TYPE


def _followed(function: Function, place: bp.Compound) -> Iterator[bv.FollowCheck]:
    variable, has_whole = function.variables[place.path], place.parameter is not None or place.takes_rest
    for member in bp.bound(place.members):
        key = string(member.path[-1])
        is_there = member.is_certain and not member.is_demanded
        value = f"{variable}[{key}]" if is_there else f"{variable}.get({key})"
        yield from bv.follow_check(function, member, value, has_whole=has_whole)


def _condition(function: Function, place: bp.Compound) -> Finished:
    """Whether anything is written into an object that is not always there."""
    own = place.parameter
    tests = [(ba.has_contents if each == own else ba.is_given)(function, each) for each in place.triggers]
    tests += [function.rest] if place.takes_rest and place.parameter is None else []
    return Finished(" or ".join(dict.fromkeys(tests)))


def _display(entries: dict[str, Finished]) -> Finished:
    return Finished(f"{{{', '.join(f'{string(key)}: {value}' for key, value in entries.items())}}}")


def _static(function: Function, place: bp.Compound) -> dict[str, m.Json]:
    """What the contract itself puts into the object, unless a statement does."""
    found = dict(place.free)
    for member in place.members:
        value = member.otherwise if isinstance(member, bp.Compound) else member.default
        is_first = (
            not member.is_certain if isinstance(member, bp.Compound) else bv.starts_with_default(function, member)
        )
        if is_first and not isinstance(value, m.Absent):
            found[member.path[-1]] = value
    return found


def _leading(function: Function, place: bp.Compound) -> dict[str, Finished]:
    """The values that an object always gets before any other, so that it can start with them."""
    found: dict[str, Finished] = {}
    for member in place.members:
        steps = list(bv.steps_of(function, member, NO_KEY)) if isinstance(member, bp.Single) else []
        if isinstance(member, bp.Compound) or any(step.condition for step in steps):
            return found
        if steps:
            found[member.path[-1]] = steps[-1].value
    return found


def _is_set_code(function: Function, place: bp.Place) -> bool:
    return isinstance(place, bp.Single) and place.path in function.codes and bool(place.setters)


def _members(function: Function, place: bp.Compound, done: Collection[str], *, late: bool) -> Iterator[Part]:
    name, members = function.variables[place.path], [each for each in place.members if each.path[-1] not in done]
    if late:
        yield from _singles(function, name, [each for each in members if _is_set_code(function, each)])
        yield from (Part(ALWAYS, (code,)) for code in bv.codes_in(function, place.members, place.path))
        members = [each for each in members if not _is_set_code(function, each)]
    for are_single, group in groupby(members, lambda member: isinstance(member, bp.Single)):
        if are_single:
            yield from _singles(function, name, group)
        else:
            yield from (
                part for each in group if isinstance(each, bp.Compound) for part in _nested(function, each, name)
            )


def _singles(function: Function, name: Finished, members: Iterable[bp.Place]) -> Iterator[Part]:
    singles = (member for member in members if isinstance(member, bp.Single))
    return grouped(step for each in singles for step in bv.steps_of(function, each, _key(name, each)))


def _key(name: Finished, place: bp.Place) -> Finished:
    return Finished(f"{name}[{string(place.path[-1])}]")


# -- objects in objects -----------------------------------------------------------------------------------------------


def _nested(function: Function, place: bp.Compound, parent: Finished) -> Iterator[Part]:
    own, target = place.parameter, _key(parent, place)
    if own is not None and place.takes_null:
        yield Part(ba.is_null(own), (Assignment(target, NONE),))
    yield _inner(function, place, own, target)


def _inner(function: Function, place: bp.Compound, own: m.Parameter | None, target: Finished) -> Part:
    if own is not None and bp.is_alone(place):
        if place.is_certain and not place.fixed:
            return Part(ALWAYS, (Assignment(target, ba.whole(function, place, own)),))
        if not place.is_certain and place.path not in function.wholes:
            return _alone(function, place, own, target)
    return Part(ALWAYS, (), object_view(function, place, target))


def _alone(function: Function, place: bp.Compound, own: m.Parameter, target: Finished) -> Part:
    """An object that is there when its one argument is given."""
    plain, test = function.plain, ba.has_contents(function, own)
    is_empty_left_out = m.is_record(place.field.type) and not bp.must_be_given(own)
    if is_empty_left_out:
        test = Finished(f"{attribute(own.name)} and ({plain} := {ba.new_dict(function, own)})")
    if not place.fixed:
        return Part(test, (Assignment(target, plain if is_empty_left_out else ba.new_dict(function, own)),))
    made = ObjectView(
        variable=plain,
        condition=test,
        start=Finished("") if is_empty_left_out else ba.new_dict(function, own),
        is_declared=True,
        constants=tuple(_fixed_keys(place, plain)),
        target=target,
    )
    return Part(ALWAYS, (), made)


# -- whole objects ----------------------------------------------------------------------------------------------------


def _merges(function: Function, place: bp.Compound) -> tuple[tuple[Merge, ...], tuple[Constant, ...]]:
    """The objects that are copied over this one, and the constants to check after that."""
    own, constants = place.parameter, tuple(_fixed_keys(place, function.variables[place.path]))
    rest = merged_rest(function) if place.takes_rest else ()
    if own is None:
        return rest, constants
    if place.path in function.wholes:
        value = ba.whole(function, place, own)
        return (Merge(ALWAYS if isinstance(own.default, dict) else value, value, Finished(""), ()),), constants
    is_optional = not bp.must_be_given(own) or isinstance(place.field.type, m.Nullable)
    condition = attribute(own.name) if is_optional else ALWAYS
    otherwise = literal(own.default) if isinstance(own.default, dict) else Finished("")
    # What nobody gave contradicts nothing.
    within = () if rest else constants
    return (Merge(condition, ba.merged(function, own), otherwise, within), *rest), constants if rest else ()


def merged_rest(function: Function) -> tuple[Merge, ...]:
    return (Merge(function.rest, function.rest, Finished(""), ()),)


def _fixed_keys(place: bp.Compound, source: Finished) -> Iterator[Constant]:
    """What the caller merges in must not contradict the contract."""
    for key, value in place.fixed.items():
        member = place.member(key)
        is_there = member is not None and member.is_certain
        found = f"{source}[{string(key)}]" if is_there else f"{source}.get({string(key)}, {literal(value)})"
        yield Constant(string(".".join((*place.path, key))), Finished(found), literal(value))
