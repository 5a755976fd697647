"""Objects in the body of a builder: which values its function writes into them, and in which order.

Every object starts with the values that it always has, then gets those that arguments give. The argument for the
whole object is merged in last, so that its keys win. An object that is not always there is made below a condition.
"""

from collections.abc import Collection, Iterable, Iterator
from itertools import groupby

from sealwax.contract.model import Absent, Json, Nullable, Parameter
from sealwax.frozen import frozen
from sealwax.languages.python import literal, string
from sealwax.languages.python.types import UNSET_TYPE
from sealwax.meaning.builder_plan import Compound, Place, Single, is_alone, is_record, must_be_given
from sealwax.rendering import Finished
from sealwax.targets.python.builder_names import Function, is_given, merged, new_dict, whole
from sealwax.targets.python.builder_values import (
    ALWAYS,
    NONE,
    Assignment,
    Step,
    codes_in,
    nothing_at,
    starts_with_default,
    steps_of,
)

TOP = Finished("")
"""No key: the value of a variable is an argument of the class that is made."""


@frozen
class Constant:
    """A value that the contract fixes, and that the caller's object could contradict."""

    key: Finished
    found: Finished
    """The expression for the value that is there."""
    value: Finished


@frozen
class Merge:
    """An object that is copied over another one."""

    condition: Finished
    """Empty: always."""
    value: Finished
    otherwise: Finished
    """What is copied when the condition does not hold; empty: nothing."""
    constants: tuple[Constant, ...]


@frozen
class Part:
    """What a function writes next: values under a condition, or an object."""

    condition: Finished
    """Empty: always."""
    assignments: tuple[Assignment, ...]
    object: "ObjectView | None" = None


@frozen
class ObjectView:
    """An object that the function puts together in a variable."""

    variable: Finished
    condition: Finished
    """When there is one; empty: always."""
    target: Finished
    """The key of the object around it that it is written to; empty when there is none."""
    start: Finished
    """The expression for the new object; empty when the condition makes it."""
    is_declared: bool
    """Whether the variable has its annotation already."""
    constants: tuple[Constant, ...]
    """What to check when the object is complete."""
    nothing: Finished = Finished("")
    """What the variable holds otherwise; empty when it is used below the condition only."""
    nothing_type: Finished = Finished("")
    codes: tuple[Assignment, ...] = ()
    """The codes that its values follow."""
    parts: tuple[Part, ...] = ()
    merges: tuple[Merge, ...] = ()


def grouped(steps: Iterable[Step]) -> Iterator[Part]:
    """The steps, those with the same condition together."""
    for condition, group in groupby(steps, lambda step: step.condition):
        yield Part(condition, tuple(step.assignment for step in group))


# -- objects ----------------------------------------------------------------------------------------------------------


def object_view(function: Function, place: Compound, target: Finished = TOP) -> ObjectView:
    own, variable = place.parameter, function.variables[place.path]
    condition = ALWAYS if place.is_certain else _condition(function, place)
    otherwise = nothing_at(function, place) if condition and not target else Finished("")
    late = any(_is_set_code(function, member) for member in place.members)
    first = {} if late else _leading(function, place)
    if own is not None and is_alone(place):
        start = whole(function, place, own)
        merges = _rest(function) if place.takes_rest and place.path not in function.wholes else ()
        constants = tuple(_constants(place, variable))
    else:
        start = _display({key: literal(value) for key, value in _static(function, place).items()} | first)
        merges, constants = _merges(function, place)
    return ObjectView(
        variable=variable,
        condition=condition,
        # Where arguments set a code, it is known only after they have done so.
        codes=() if late else tuple(codes_in(function, place.members, place.path)),
        nothing=otherwise,
        nothing_type=NONE if otherwise == NONE else UNSET_TYPE,
        start=start,
        is_declared=bool(otherwise),
        parts=tuple(_members(function, place, first, late=late)),
        merges=merges,
        constants=constants,
        target=target,
    )


def _condition(function: Function, place: Compound) -> Finished:
    """Whether anything is written into an object that is not always there."""
    tests = [is_given(function, trigger) for trigger in place.triggers]
    tests += [function.rest] if place.takes_rest and place.parameter is None else []
    return Finished(" or ".join(dict.fromkeys(tests)))


def _display(entries: dict[str, Finished]) -> Finished:
    return Finished(f"{{{', '.join(f'{string(key)}: {value}' for key, value in entries.items())}}}")


def _static(function: Function, place: Compound) -> dict[str, Json]:
    """What the contract itself puts into the object, unless a statement does."""
    found = dict(place.free)
    for member in place.members:
        value = member.otherwise if isinstance(member, Compound) else member.default
        is_first = not member.is_certain if isinstance(member, Compound) else starts_with_default(function, member)
        if is_first and not isinstance(value, Absent):
            found[member.path[-1]] = value
    return found


def _leading(function: Function, place: Compound) -> dict[str, Finished]:
    """The values that an object always gets before any other, so that it can start with them."""
    found: dict[str, Finished] = {}
    for member in place.members:
        steps = list(steps_of(function, member, TOP)) if isinstance(member, Single) else []
        if isinstance(member, Compound) or any(step.condition for step in steps):
            return found
        if steps:
            found[member.path[-1]] = steps[-1].assignment.value
    return found


def _is_set_code(function: Function, place: Place) -> bool:
    return isinstance(place, Single) and place.path in function.codes and bool(place.setters)


def _members(function: Function, place: Compound, done: Collection[str], *, late: bool) -> Iterator[Part]:
    name, members = function.variables[place.path], [each for each in place.members if each.path[-1] not in done]
    if late:
        yield from _singles(function, name, [each for each in members if _is_set_code(function, each)])
        yield from (Part(ALWAYS, (code,)) for code in codes_in(function, place.members, place.path))
        members = [each for each in members if not _is_set_code(function, each)]
    for are_single, group in groupby(members, lambda member: isinstance(member, Single)):
        if are_single:
            yield from _singles(function, name, group)
        else:
            yield from (_nested(function, each, name) for each in group if isinstance(each, Compound))


def _singles(function: Function, name: Finished, members: Iterable[Place]) -> Iterator[Part]:
    singles = (member for member in members if isinstance(member, Single))
    return grouped(step for each in singles for step in steps_of(function, each, _key(name, each)))


def _key(name: Finished, place: Place) -> Finished:
    return Finished(f"{name}[{string(place.path[-1])}]")


# -- objects in objects -----------------------------------------------------------------------------------------------


def _nested(function: Function, place: Compound, parent: Finished) -> Part:
    own, target = place.parameter, _key(parent, place)
    if own is not None and is_alone(place):
        if place.is_certain and not place.fixed:
            return Part(ALWAYS, (Assignment(target, whole(function, place, own)),))
        if not place.is_certain and place.path not in function.wholes:
            return _alone(function, place, own, target)
    return Part(ALWAYS, (), object_view(function, place, target))


def _alone(function: Function, place: Compound, own: Parameter, target: Finished) -> Part:
    """An object that is there when its one argument is given."""
    argument, plain, test = function.names[own.name], function.plain, is_given(function, own)
    is_empty_left_out = is_record(place.field.type) and not must_be_given(own)
    if is_empty_left_out:
        test = Finished(f"{argument} and ({plain} := {new_dict(function, own)})")
    if not place.fixed:
        return Part(test, (Assignment(target, plain if is_empty_left_out else new_dict(function, own)),))
    made = ObjectView(
        variable=plain,
        condition=test,
        start=Finished("") if is_empty_left_out else new_dict(function, own),
        is_declared=True,
        constants=tuple(_constants(place, plain)),
        target=target,
    )
    return Part(ALWAYS, (), made)


# -- whole objects ----------------------------------------------------------------------------------------------------


def _merges(function: Function, place: Compound) -> tuple[tuple[Merge, ...], tuple[Constant, ...]]:
    """The objects that are copied over this one, and the constants to check after that."""
    own, constants = place.parameter, tuple(_constants(place, function.variables[place.path]))
    rest = _rest(function) if place.takes_rest else ()
    if own is None:
        return rest, constants
    if place.path in function.wholes:
        value = whole(function, place, own)
        return (Merge(ALWAYS if isinstance(own.default, dict) else value, value, Finished(""), ()),), constants
    is_optional = not must_be_given(own) or isinstance(place.field.type, Nullable)
    condition = function.names[own.name] if is_optional else ALWAYS
    otherwise = literal(own.default) if isinstance(own.default, dict) else Finished("")
    # What nobody gave contradicts nothing.
    within = () if rest else constants
    return (Merge(condition, merged(function, own), otherwise, within), *rest), constants if rest else ()


def _rest(function: Function) -> tuple[Merge, ...]:
    return (Merge(function.rest, function.rest, Finished(""), ()),)


def _constants(place: Compound, source: Finished) -> Iterator[Constant]:
    """What the caller merges in must not contradict the contract."""
    for key, value in place.fixed.items():
        member = place.member(key)
        is_there = member is not None and member.is_certain
        found = f"{source}[{string(key)}]" if is_there else f"{source}.get({string(key)}, {literal(value)})"
        yield Constant(string(".".join((*place.path, key))), Finished(found), literal(value))
