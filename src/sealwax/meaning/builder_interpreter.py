"""The reference implementation of builders: runs the plan of a builder on its arguments.

It reads no clock: the readings are passed in.
"""

from collections.abc import Sequence

from sealwax.contract.model import Absent, Builder, Json, Parameter, Readings
from sealwax.frozen import frozen
from sealwax.meaning.builder_plan import (
    Compound,
    Place,
    Reading,
    Single,
    empty_counts,
    must_be_given,
    plan,
    refuses_empty,
)

NO_READINGS = Readings()
_EMPTY: tuple[Json, ...] = ("", [], {})


@frozen
class _Arguments:
    given: dict[str, Json]
    """The arguments that count as given, by parameter."""
    rest: dict[str, Json]
    """Other keyword arguments, if no parameter receives them."""
    readings: Readings


def build(builder: Builder, arguments: dict[str, Json], readings: Readings = NO_READINGS) -> dict[str, Json]:
    """Build an envelope, which shares values with the arguments and the contract.

    Raises a ValueError that names an argument which must not be empty.
    """
    for parameter in builder.parameters:
        if refuses_empty(parameter) and not arguments.get(parameter.name):
            raise ValueError(f"{parameter.name} must not be empty")
    parameters = {parameter.name: parameter for parameter in builder.parameters}
    given = {name: value for name, value in arguments.items() if name in parameters}
    rest = {name: value for name, value in arguments.items() if name not in parameters}
    for parameter in builder.parameters:
        if rest and parameter.path == (builder.extra_keywords,):
            whole = given.get(parameter.name)
            given[parameter.name], rest = (whole if isinstance(whole, dict) else {}) | rest, {}
    counted = {name: value for name, value in given.items() if is_given(parameters[name], value)}
    return _members(plan(builder), _Arguments(counted, rest, readings), {})


def is_given(parameter: Parameter, value: Json) -> bool:
    """Whether an argument counts as given."""
    if must_be_given(parameter) or value is None:
        return value is not None
    # 0 and false are values.
    return empty_counts(parameter) or not isinstance(value, str | list | dict) or value not in _EMPTY


def _members(members: Sequence[Place], arguments: _Arguments, whole: dict[str, Json]) -> dict[str, Json]:
    """The members of an object, before the argument for the whole object is merged in."""
    found: dict[str, Json] = {}
    for member in members:
        value = _compound(member, arguments) if isinstance(member, Compound) else _single(member, arguments)
        if not isinstance(value, Absent):
            found[member.path[-1]] = value
    for member in members:
        if isinstance(member, Single) and member.follower and not _is_decided(member, arguments):
            code = whole.get(member.follower.code) or found.get(member.follower.code)
            entry = member.follower.codes.value(code) if isinstance(code, str) else None
            if entry is not None:
                found[member.path[-1]] = entry.classified_as
    return found


def _is_decided(place: Single, arguments: _Arguments) -> bool:
    return any(trigger.name in arguments.given for trigger in place.triggers)


def _single(place: Single, arguments: _Arguments) -> Json | Absent:
    if place.reading is not None:
        return arguments.readings.now if place.reading is Reading.NOW else arguments.readings.elapsed
    if place.numbered is not None:
        code = arguments.given.get(place.numbered.parameter.name, place.numbered.parameter.default)
        number = place.numbered.numbering.number(code) if isinstance(code, str) else None
        return place.default if number is None else number
    if place.parameter and (must_be_given(place.parameter) or place.parameter.name in arguments.given):
        return arguments.given.get(place.parameter.name)
    for setter in reversed(place.setters):
        if setter.parameter.name in arguments.given:
            return setter.value
    return place.default


def _compound(place: Compound, arguments: _Arguments) -> Json | Absent:
    own = place.parameter
    whole = arguments.rest if place.takes_rest and own is None else {}
    if own is not None:
        argument = arguments.given.get(own.name, own.default)
        whole = argument if isinstance(argument, dict) else {}
    is_written = bool(whole) or any(trigger.name in arguments.given for trigger in place.triggers)
    if not place.is_certain and not is_written:
        return place.otherwise
    return place.free | _members(place.members, arguments, whole) | whole
