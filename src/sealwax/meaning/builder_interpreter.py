"""Runs a builder plan on arguments: the reference for the builders of every language."""

from collections.abc import Sequence

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.meaning.builder_plan import (
    Compound,
    Place,
    Reading,
    Single,
    code_holder,
    empty_counts,
    followers,
    listed_in,
    must_be_given,
    null_counts,
    plan,
    refuses_empty,
)

NO_READINGS = m.Readings()


class _Arguments(Struct, frozen=True):
    given: dict[str, m.Json]
    """The arguments that count as given, by parameter."""
    rest: dict[str, m.Json]
    """Other keyword arguments, if no parameter receives them."""
    readings: m.Readings


def build(builder: m.Builder, arguments: dict[str, m.Json], readings: m.Readings = NO_READINGS) -> dict[str, m.Json]:
    """Build an envelope, which shares values with the arguments and the contract.

    Raises a ValueError for arguments that no response can have.
    """
    for parameter in builder.parameters:
        if refuses_empty(builder, parameter) and not arguments.get(parameter.name):
            raise ValueError(f"{parameter.name} must not be empty")
    parameters = {parameter.name: parameter for parameter in builder.parameters}
    given = {name: value for name, value in arguments.items() if name in parameters}
    rest = {name: value for name, value in arguments.items() if name not in parameters}
    for parameter in builder.parameters:
        if rest and parameter.path == (builder.extra_keywords,):
            whole = given.get(parameter.name)
            given[parameter.name], rest = (whole if isinstance(whole, dict) else {}) | rest, {}
    given |= _description(builder, given, rest)
    counted = {name: value for name, value in given.items() if is_given(parameters[name], value)}
    for name, value in counted.items():
        _check_listed(listed_in(parameters[name]), value)
    return _members(plan(builder), _Arguments(counted, rest, readings), {})


def _description(builder: m.Builder, given: dict[str, m.Json], rest: dict[str, m.Json]) -> dict[str, m.Json]:
    """The message, if an empty one is replaced."""
    described, holder = builder.described, code_holder(builder)
    if described is None or holder is None or given.get(described.message.name):
        return {}
    wholes = [given.get(each.name) for each in builder.parameters if each.path == holder]
    wholes += [rest] if holder == (builder.extra_keywords,) else []
    inside = [whole.get(described.code.path[-1]) for whole in wholes if isinstance(whole, dict)]
    code = next(filter(None, inside), None) or given.get(described.code.name) or described.code.default
    return {described.message.name: described.text(code if isinstance(code, str) else "")}


def _check_listed(enum: m.Enum | None, value: m.Json) -> None:
    if enum is not None and value is not None and enum.value(str(value)) is None:
        raise ValueError(f"{value!r} is not a valid {enum.name}")


def is_given(parameter: m.Parameter, value: m.Json) -> bool:
    """Whether an argument counts as given."""
    if value is None:
        return null_counts(parameter)
    if must_be_given(parameter):
        return True
    # 0 and false are values.
    return empty_counts(parameter) or not isinstance(value, str | list | dict) or value not in ("", [], {})


def _members(members: Sequence[Place], arguments: _Arguments, whole: dict[str, m.Json]) -> dict[str, m.Json]:
    """The members of an object. The argument for the whole object is merged in last."""
    found: dict[str, m.Json] = {}
    for member in members:
        value = _compound(member, arguments) if isinstance(member, Compound) else _single(member, arguments)
        if not isinstance(value, m.Absent):
            found[member.path[-1]] = value
    for member, follower in followers(members):
        code = whole.get(follower.code) or found.get(follower.code)
        _check_listed(None if follower.codes.open or not code else follower.codes, code)
        kind = follower.kinds.get(code) if isinstance(code, str) else None
        if kind is not None and not any(trigger.name in arguments.given for trigger in member.triggers):
            found[member.path[-1]] = kind
        if follower.is_binding:
            _check_followed(member, kind, (found | whole).get(member.path[-1]))
    return found | whole


def _check_followed(place: Single, kind: str | None, value: m.Json) -> None:
    if kind is not None and value != kind:
        raise ValueError(f"{'.'.join(place.path)} is {kind!r} for this code, not {value!r}")
    if place.is_demanded and value is None:
        raise ValueError(f"{'.'.join(place.path)} must be given, because the catalogue does not list the code")


def _single(place: Single, arguments: _Arguments) -> m.Json | m.Absent:
    if place.reading is not None:
        return arguments.readings.now if place.reading is Reading.NOW else arguments.readings.elapsed
    if place.numbered is not None:
        code = arguments.given.get(place.numbered.parameter.name, place.numbered.parameter.default)
        number = place.numbered.numbering.numbers.get(code) if isinstance(code, str) else None
        return place.default if number is None else number
    if place.parameter and (must_be_given(place.parameter) or place.parameter.name in arguments.given):
        return arguments.given.get(place.parameter.name)
    for setter in reversed(place.setters):
        if setter.parameter.name in arguments.given:
            return setter.value
    return place.default


def _compound(place: Compound, arguments: _Arguments) -> m.Json | m.Absent:
    own = place.parameter
    whole = arguments.rest if place.takes_rest and own is None else {}
    if own is not None:
        argument = arguments.given.get(own.name, own.default)
        whole = argument if isinstance(argument, dict) else {}
    is_null = place.takes_null and own is not None and arguments.given.get(own.name, m.ABSENT) is None
    writers = [each for each in place.triggers if not is_null or each != own]
    is_written = bool(whole) or any(each.name in arguments.given for each in writers)
    if not place.is_certain and not is_written:
        return None if is_null else place.otherwise
    return place.free | _members(place.members, arguments, whole)
