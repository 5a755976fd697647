"""The body of a builder: which values its function writes, where, and in which order.

Every object starts with the values that it always has, then gets those that arguments give. The argument for the
whole object is merged in last, so that its keys win. An object that is not always there is made below a condition.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby

from sealwax.contract.model import ABSENT, Absent, Field, Json, Nullable, Parameter
from sealwax.frozen import frozen
from sealwax.languages.python import attribute, literal, string
from sealwax.languages.python.types import PLAIN, UNSET_TYPE
from sealwax.meaning.builder_plan import (
    Compound,
    Path,
    Place,
    Single,
    is_alone,
    is_record,
    must_be_given,
    places,
    refuses_empty,
)
from sealwax.rendering import Finished
from sealwax.targets.python.arguments import Test, test_of
from sealwax.targets.python.builder_names import (
    Function,
    code_of,
    code_variable,
    given,
    given_or,
    given_or_followed,
    given_or_nothing,
    has_number,
    is_given,
    merged,
    new_dict,
    new_whole,
    number_of,
    reading_of,
    table_of,
    whole,
)
from sealwax.targets.python.fields import constructor_default
from sealwax.targets.python.wiring import absent

ALWAYS = Finished("")
"""No condition."""
TOP = Finished("")
"""No key: the value of a variable is an argument of the class that is made."""
NONE = Finished("None")
ANY = Finished("Any")


@frozen
class Assignment:
    """A variable or a key, and the expression for its value."""

    target: Finished
    value: Finished
    type: Finished = Finished("")
    """The annotation, when this declares a variable."""


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
    codes: tuple[Assignment, ...]
    """The codes that its values follow."""
    nothing: Finished
    """What the variable holds otherwise; empty when it is used below the condition only."""
    nothing_type: Finished
    start: Finished
    """The expression for the new object; empty when the condition makes it."""
    is_declared: bool
    """Whether the variable has its annotation already."""
    parts: tuple[Part, ...]
    merges: tuple[Merge, ...]
    constants: tuple[Constant, ...]
    target: Finished
    """The key of the object around it that it is written to; empty when there is none."""


@frozen
class WholeView:
    """What the caller gave for a whole object, in a variable because it is used more than once."""

    variable: Finished
    value: Finished
    rest: Finished
    """The keywords that belong to it; empty: none."""


@frozen
class ResultArgument:
    """An argument for the class that the builder returns."""

    name: Finished
    """Empty when it is given by position, which is a good deal faster."""
    value: Finished


@frozen
class Body:
    not_empty: tuple[Finished, ...]
    """The arguments that must not be empty."""
    wholes: tuple[WholeView, ...]
    parts: tuple[Part, ...]
    result: tuple[ResultArgument, ...]


def body(function: Function) -> Body:
    return Body(
        not_empty=tuple(function.names[each.name] for each in filter(refuses_empty, function.builder.parameters)),
        wholes=tuple(_wholes(function)),
        parts=tuple(_top(function)),
        result=tuple(_result(function)),
    )


def _wholes(function: Function) -> Iterator[WholeView]:
    for place in places(function.places):
        if isinstance(place, Compound) and place.path in function.wholes and place.parameter is not None:
            made = new_whole(function, place.parameter, ABSENT)
            rest = function.rest if place.takes_rest else Finished("")
            yield WholeView(function.wholes[place.path], made, rest)


# -- the fields of the envelope ---------------------------------------------------------------------------------------


def _top(function: Function) -> Iterator[Part]:
    stepwise = [each for each in function.places if isinstance(each, Single) and is_stepwise(each)]
    codes = [each for each in stepwise if each.path in function.codes]
    for code in codes:
        yield from _variable(function, code)
    yield from (Part(ALWAYS, (code,)) for code in _codes(function, function.places, ()))
    for place in function.places:
        if isinstance(place, Compound):
            yield Part(ALWAYS, (), _object(function, place))
        elif place in stepwise and place not in codes:
            yield from _variable(function, place)


def _variable(function: Function, place: Single) -> Iterator[Part]:
    """A value that takes several statements."""
    name = function.variables[place.path]
    start = _nothing(function, place) if isinstance(place.default, Absent) else literal(place.default)
    yield Part(ALWAYS, (Assignment(name, start, ANY),))
    yield from _grouped(_steps(function, place, name))


def nothing(field: Field, place: Place | None) -> Finished:
    """What the class that is made gets for a field whose key is absent; empty when that cannot be."""
    if place is None:
        return Finished("" if constructor_default(field, PLAIN) is ABSENT else absent(field))
    if place.is_certain:
        return Finished("")
    return NONE if isinstance(place, Compound) and place.otherwise is None else Finished(absent(field))


def _nothing(function: Function, place: Place) -> Finished:
    return nothing(next(field for field in function.fields if field.name == place.path[0]), place)


def _result(function: Function) -> Iterator[ResultArgument]:
    by_position, defaults_so_far = True, False
    filled = {place.path[0]: place for place in function.places}
    for field in function.fields:
        value = _result_value(function, field, filled.get(field.name))
        has_default = not field.required or constructor_default(field, PLAIN) is not ABSENT
        # The class takes a required argument behind an optional one by keyword only.
        by_position &= value is not None and (has_default or not defaults_so_far)
        defaults_so_far |= has_default
        if value is not None:
            yield ResultArgument(Finished("") if by_position else attribute(field.name), value)


def _result_value(function: Function, field: Field, place: Place | None) -> Finished | None:
    """What the envelope gets for a field, or None when the constructor's own default will do."""
    if place is None:
        return nothing(field, place) or None
    if isinstance(place, Compound) or is_stepwise(place):
        return function.variables[place.path]
    if place.is_certain:
        return _certain(function, place)
    if place.path in function.codes:
        code = function.codes[place.path]
        otherwise = nothing(field, place)
        return Finished(f"{code} or None" if otherwise == NONE else f"{code} if {code} else {otherwise}")
    if place.parameter is not None:
        return given_or_nothing(function, place.parameter, nothing(field, place))
    return NONE


# -- single values ----------------------------------------------------------------------------------------------------


@frozen
class _Step:
    condition: Finished
    assignment: Assignment


def is_stepwise(place: Single) -> bool:
    """Whether it takes several statements to find the value."""
    if place.numbered is not None:
        return not place.is_certain
    return bool(place.setters) or (place.follower is not None and not _is_compact(place))


def _is_compact(place: Single) -> bool:
    """Whether one expression can choose between the argument, what follows from the code, and the default."""
    has_text = isinstance(place.default, str) and not isinstance(place.default, Absent)
    return has_text and place.parameter is not None and test_of(place.parameter) is not Test.NOT_EMPTY


def starts_with_default(function: Function, place: Single) -> bool:
    """Whether the default is written first, and then replaced."""
    if place.default is ABSENT or place.numbered is not None or (place.path in function.codes and not place.setters):
        return False
    return place.parameter is None or is_stepwise(place)


def _certain(function: Function, place: Single) -> Finished:
    """The value as one expression, where there always is one."""
    own = place.parameter
    if place.reading is not None:
        return reading_of(place.reading)
    if place.numbered is not None:
        return number_of(function, place, place.numbered)
    if place.path in function.codes:
        return function.codes[place.path]
    if isinstance(place.default, Absent):
        return given(function, own) if own is not None else NONE
    if own is None:
        return literal(place.default)
    if place.follower is not None and isinstance(place.default, str):
        return given_or_followed(function, place, own, place.follower, place.default)
    return given_or(function, own, place.default)


def _steps(function: Function, place: Single, target: Finished) -> Iterator[_Step]:
    """The assignments that find the value, each with its condition. A later one wins."""
    own = place.parameter
    if place.numbered is not None and not place.is_certain:
        number = number_of(function, place, place.numbered)
        yield _Step(has_number(function, place.numbered), Assignment(target, number))
    elif place.path in function.codes and not place.setters:
        code = function.codes[place.path]
        yield _Step(ALWAYS if place.is_certain else code, Assignment(target, code))
    elif place.is_certain and not is_stepwise(place):
        if own is not None or place.reading is not None or place.numbered is not None:
            yield _Step(ALWAYS, Assignment(target, _certain(function, place)))
    else:
        yield from _replacements(function, place, target)


def _replacements(function: Function, place: Single, target: Finished) -> Iterator[_Step]:
    if place.follower is not None:
        code, table = code_variable(function, place, place.follower), table_of(place.follower)
        yield _Step(Finished(f"{code} in {table}"), Assignment(target, Finished(f"{table}[{code}]")))
    for setter in place.setters:
        yield _Step(is_given(function, setter.parameter), Assignment(target, literal(setter.value)))
    if place.parameter is not None:
        argument = place.parameter
        yield _Step(is_given(function, argument), Assignment(target, given(function, argument)))


def _grouped(steps: Iterable[_Step]) -> Iterator[Part]:
    """The steps, those with the same condition together."""
    for condition, group in groupby(steps, lambda step: step.condition):
        yield Part(condition, tuple(step.assignment for step in group))


def _codes(function: Function, members: Sequence[Place], above: Path) -> Iterator[Assignment]:
    """The codes that other fields of the same object follow."""
    for path, name in function.codes.items():
        if path[:-1] == above:
            code = next((member for member in members if member.path == path), None)
            yield Assignment(name, code_of(function, path, code))


# -- objects ----------------------------------------------------------------------------------------------------------


def _object(function: Function, place: Compound, target: Finished = TOP) -> ObjectView:
    own, variable = place.parameter, function.variables[place.path]
    condition = ALWAYS if place.is_certain else _condition(function, place)
    otherwise = _nothing(function, place) if condition and not target else Finished("")
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
        codes=() if late else tuple(_codes(function, place.members, place.path)),
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
        steps = list(_steps(function, member, TOP)) if isinstance(member, Single) else []
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
        yield from (Part(ALWAYS, (code,)) for code in _codes(function, place.members, place.path))
        members = [each for each in members if not _is_set_code(function, each)]
    for are_single, group in groupby(members, lambda member: isinstance(member, Single)):
        if are_single:
            yield from _singles(function, name, group)
        else:
            yield from (_nested(function, each, name) for each in group if isinstance(each, Compound))


def _singles(function: Function, name: Finished, members: Iterable[Place]) -> Iterator[Part]:
    singles = (member for member in members if isinstance(member, Single))
    return _grouped(step for each in singles for step in _steps(function, each, _key(name, each)))


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
    return Part(ALWAYS, (), _object(function, place, target))


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
        codes=(),
        nothing=Finished(""),
        nothing_type=Finished(""),
        start=Finished("") if is_empty_left_out else new_dict(function, own),
        is_declared=True,
        parts=(),
        merges=(),
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
