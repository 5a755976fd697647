"""Runs the body of a builder on arguments: the reference for the builders of every language."""

from collections.abc import Sequence
from typing import assert_never

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.meaning.builders import sources as bs
from sealwax.meaning.builders.body import Fixed, body_of
from sealwax.meaning.builders.demands import Demand
from sealwax.meaning.builders.plan import Compound, Place, Single, checked
from sealwax.meaning.checks.interpreter import text_at

NO_READINGS = m.Readings()


class _Call(Struct, frozen=True):
    arguments: dict[str, m.Json]
    """By parameter. Those that are left out are missing."""
    rest: dict[str, m.Json]
    """Other keyword arguments, if no parameter receives them."""
    readings: m.Readings
    codes: dict[bs.Path, str]
    """The codes that values depend on; empty if there is none."""


def build(builder: m.Builder, arguments: dict[str, m.Json], readings: m.Readings = NO_READINGS) -> dict[str, m.Json]:
    """Build an envelope, which shares values with the arguments and the contract.

    Raises a ValueError for arguments that no response can have.
    """
    body, parameters = body_of(builder), {parameter.name for parameter in builder.parameters}
    given = {name: value for name, value in arguments.items() if name in parameters}
    rest = {name: value for name, value in arguments.items() if name not in parameters}
    for parameter in body.not_empty:
        if not given.get(parameter.name):
            raise ValueError(f"{parameter.name} must not be empty")
    for parameter in builder.parameters:
        if rest and parameter.path == (builder.extra_keywords,):
            whole = given.get(parameter.name)
            given[parameter.name], rest = (whole if isinstance(whole, dict) else {}) | rest, {}
    call = _Call(given, rest, readings, {})
    for listed in body.listed:
        if _is_met(listed.tests, call):
            _check_listed(listed.enum, given.get(listed.parameter.name))
    for each in body.constants:
        _check_constant(each, rest if each.parameter is None else given.get(each.parameter.name))
    call.codes.update({path: _code(code, call) for path, code in body.codes.items()})
    made = _members(body.members, call, {})
    for demand in body.demands:
        _check_demand(demand, made)
    return made


def _check_demand(demand: Demand, made: dict[str, m.Json]) -> None:
    around: m.Json = made
    for key in demand.path[:-1]:
        around = around.get(key) if isinstance(around, dict) else None
    is_missing = not isinstance(around, dict) or demand.path[-1] not in around
    reason = text_at(made, demand.of)
    if reason in demand.values and is_missing:
        raise ValueError(f"{demand.words} must be given for {reason}")


def _is_met(tests: Sequence[bs.ArgumentTest | bs.InCatalogue], call: _Call) -> bool:
    return not tests or any(_holds(test, call) for test in tests)


def _holds(test: bs.ArgumentTest | bs.InCatalogue, call: _Call) -> bool:
    if isinstance(test, bs.InCatalogue):
        return _value(test.source, call) is not m.ABSENT
    name = test.parameter.name
    value = call.arguments.get(name)
    match test.shown:
        case bs.Shown.PRESENT:
            return name in call.arguments
        case bs.Shown.NULL:
            return name in call.arguments and value is None
        case bs.Shown.NOT_NULL:
            return value is not None
        case bs.Shown.FILLED:
            return value not in (None, "", [], {})


def _check_constant(constant: Fixed, whole: m.Json) -> None:
    key, value = constant.path[-1], constant.value
    found = whole.get(key, value) if isinstance(whole, dict) else value
    if found != value or isinstance(found, bool) != isinstance(value, bool):
        raise ValueError(f"{'.'.join(constant.path)} is always {value!r}, not {found!r}")


def _check_listed(enum: m.Enum, value: m.Json) -> None:
    if value is not None and enum.value(str(value)) is None:
        raise ValueError(f"{value!r} is not a valid {enum.name}")


def _code(code: bs.KnownCode, call: _Call) -> str:
    found = _whole(code.whole, call, takes_rest=code.takes_rest).get(code.path[-1]) or _first(code.cases, call)
    if isinstance(found, m.Absent):  # which is a string too
        return ""
    if code.is_listed and found:
        _check_listed(code.codes, found)
    return found if isinstance(found, str) else ""


# -- values -----------------------------------------------------------------------------------------------------------


def _first(cases: Sequence[bs.Case], call: _Call) -> m.Json | m.Absent:
    """The value of the first case that applies."""
    return next((_value(case.value, call) for case in cases if _is_met(case.tests, call)), m.ABSENT)


def _value(value: bs.Value, call: _Call) -> m.Json | m.Absent:
    match value:
        case bs.Passed(parameter):
            return call.arguments.get(parameter.name)
        case bs.Whole(parameter):
            return _whole(parameter, call, takes_rest=False)
        case bs.KnownCode(path):
            return call.codes[path]
        case bs.Followed(code, kinds):
            return kinds.get(call.codes[code.path], m.ABSENT)
        case bs.Numbered(code, numbering):
            return numbering.numbers.get(call.codes[code.path], m.ABSENT)
        case bs.Explained(code, described):
            return described.text(call.codes[code.path])
        case bs.Reading():
            return call.readings.now if value is bs.Reading.NOW else call.readings.elapsed
        case bs.Default(default):
            return default
        case _:
            assert_never(value)


# -- objects ----------------------------------------------------------------------------------------------------------


def _members(members: Sequence[Place], call: _Call, whole: dict[str, m.Json]) -> dict[str, m.Json]:
    """The members of an object. The argument for the whole object is merged in last."""
    found: dict[str, m.Json] = {}
    for member in members:
        value = _object(member, call) if isinstance(member, Compound) else _first(member.cases, call)
        if not isinstance(value, m.Absent):
            found[member.path[-1]] = value
    found |= whole
    for member in checked(members):
        _check_followed(member, member.followed, found.get(member.path[-1]), call)
    return found


def _check_followed(place: Single, followed: bs.Followed | None, value: m.Json, call: _Call) -> None:
    known = followed.kinds.get(call.codes[followed.code.path]) if followed and followed.is_binding else None
    if known is not None and value != known:
        raise ValueError(f"{'.'.join(place.path)} is {known!r} for this code, not {value!r}")
    if place.is_demanded and value is None:
        raise ValueError(f"{'.'.join(place.path)} must be given, because no code in the catalogue determines it")


def _object(place: Compound, call: _Call) -> m.Json | m.Absent:
    own = place.whole.parameter if place.whole is not None else None
    whole = _whole(own, call, takes_rest=place.takes_rest)
    is_made = any(_is_met(maker.tests, call) for maker in place.makers) or bool(whole)
    if not place.is_certain and not is_made:
        is_null = place.takes_null and own is not None and own.name in call.arguments
        return None if is_null and own and call.arguments[own.name] is None else place.otherwise
    return place.free | _members(place.members, call, whole)


def _whole(own: m.Parameter | None, call: _Call, *, takes_rest: bool) -> dict[str, m.Json]:
    """What is merged into an object last."""
    if own is None:
        return call.rest if takes_rest else {}
    argument = call.arguments.get(own.name) or own.default
    return argument if isinstance(argument, dict) else {}
