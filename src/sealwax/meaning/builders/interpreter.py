"""Runs the plan of a builder on arguments: the reference for the builders of every language."""

from collections.abc import Iterator, Sequence
from typing import assert_never

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.meaning.builders.parameters import Path, is_empty
from sealwax.meaning.builders.plan import (
    Argument,
    Assigned,
    Changed,
    Check,
    Constant,
    Contradicted,
    Empty,
    Key,
    Known,
    Merged,
    Missing,
    Object,
    OfCode,
    Plan,
    Reading,
    Source,
    Unlisted,
    UsualCode,
)
from sealwax.meaning.builders.planning import plan
from sealwax.meaning.checks.interpreter import text_at

NO_READINGS = m.Readings()


def build(builder: m.Builder, arguments: dict[str, m.Json], readings: m.Readings = NO_READINGS) -> dict[str, m.Json]:
    """Build an envelope, which shares values with the arguments and the contract.

    Raises a ValueError for arguments that no success can have.
    """
    made, found = answer(builder, arguments, readings)
    if found and plan(builder).refuses:
        raise ValueError(found[0])
    return made


def answer(
    builder: m.Builder, arguments: dict[str, m.Json], readings: m.Readings = NO_READINGS
) -> tuple[dict[str, m.Json], list[str]]:
    """The envelope for arguments, and how they contradict the contract: what a builder refuses or logs."""
    known, names = plan(builder), {parameter.name for parameter in builder.parameters}
    given = {name: value for name, value in arguments.items() if name in names}
    keywords = {name: value for name, value in arguments.items() if name not in names}
    for parameter in builder.parameters:
        if keywords and parameter.path == (builder.extra_keywords,):
            whole = given.get(parameter.name)
            given[parameter.name], keywords = (whole if isinstance(whole, dict) else {}) | keywords, {}
    call = _Call(known, given, keywords, readings)
    made = call.members(known.members)
    return made, [*call.contradictions(made), *_demanded(known, made)]


def _demanded(known: Plan, made: dict[str, m.Json]) -> Iterator[str]:
    for demand in known.demands:
        around = _at(made, demand.path[:-1])
        is_missing = not isinstance(around, dict) or demand.path[-1] not in around
        reason = text_at(made, demand.of)
        if reason in demand.values and is_missing:
            yield f"{demand.words} must be given for {reason}"


def _at(value: m.Json, path: Path) -> m.Json:
    """What is at a path; None if there is nothing."""
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value


class _Call(Struct, frozen=True):
    plan: Plan
    arguments: dict[str, m.Json]
    """By parameter. Those that are left out are missing."""
    keywords: dict[str, m.Json]
    """Arguments that are no parameters, if no parameter receives them."""
    readings: m.Readings

    # -- values -------------------------------------------------------------------------------------------------------

    def is_given(self, argument: Argument) -> bool:
        return argument.is_certain or not is_empty(self.arguments.get(argument.parameter.name))

    def first(self, sources: Sequence[Source]) -> m.Json | m.Absent:
        values = map(self.value, sources)
        return next((value for value in values if value is not m.ABSENT), m.ABSENT)

    def value(self, source: Source) -> m.Json | m.Absent:
        match source:
            case Argument(parameter):
                return self.arguments.get(parameter.name) if self.is_given(source) else m.ABSENT
            case Assigned(by, value):
                return value if self.is_given(by) else m.ABSENT
            case OfCode(code=path, table=table, otherwise=otherwise):
                code = self.text(self.plan.codes[path])
                return table.get(code, (code or otherwise) if otherwise else m.ABSENT)
            case UsualCode(kind, table, default):
                given = self.text(kind)
                return (table.get(given) if given else default) or m.ABSENT
            case Reading():
                return self.readings.now if source is Reading.NOW else self.readings.elapsed
            case Constant(value):
                return value
            case _:
                assert_never(source)

    def text(self, known: Known) -> str:
        """What is known to be at a path; empty if it is no text."""
        found = self.whole(known.merged).get(known.path[-1]) or self.first(known.sources)
        return found if isinstance(found, str) and not isinstance(found, m.Absent) else ""

    # -- objects ------------------------------------------------------------------------------------------------------

    def members(self, members: Sequence[Key | Object]) -> dict[str, m.Json]:
        found: dict[str, m.Json] = {}
        for member in members:
            value = self.object(member) if isinstance(member, Object) else self.first(member.sources)
            if not isinstance(value, m.Absent):
                found[member.path[-1]] = value
        return found

    def object(self, place: Object) -> m.Json | m.Absent:
        own, whole = place.merged.argument if place.merged is not None else None, self.whole(place.merged)
        others = (self.is_given(each) for each in place.arguments if each != own)
        is_given = own is not None and self.is_given(own) and self.arguments.get(own.parameter.name) is not None
        if place.is_certain or whole or is_given or any(others):
            return self.members(place.members) | whole
        return place.otherwise

    def whole(self, merged: Merged | None) -> dict[str, m.Json]:
        """What is merged over an object."""
        if merged is None:
            return {}
        argument = self.arguments.get(merged.argument.parameter.name) if merged.argument is not None else None
        return (argument if isinstance(argument, dict) else {}) | (self.keywords if merged.has_keywords else {})

    # -- checks -------------------------------------------------------------------------------------------------------

    def contradictions(self, made: dict[str, m.Json]) -> Iterator[str]:
        return filter(None, (self.contradiction(check, made) for check in self.plan.checks))

    def contradiction(self, check: Check, made: dict[str, m.Json]) -> str:
        """How the response contradicts the contract; empty if it does not."""
        match check:
            case Empty(Argument(parameter)):
                return "" if self.arguments.get(parameter.name) else f"{parameter.name} must not be empty"
            case Unlisted(argument, enum):
                given = self.arguments.get(argument.parameter.name) if self.is_given(argument) else None
                is_wrong = given is not None and enum.value(str(given)) is None
                return f"{given!r} is not a valid {enum.name}" if is_wrong else ""
            case Changed(path, merged, value):
                found = self.whole(merged).get(path[-1], value)
                is_same = found == value and isinstance(found, bool) == isinstance(value, bool)
                return "" if is_same else f"{'.'.join(path)} is always {value!r}, not {found!r}"
            case Contradicted(path, source):
                known, found = self.value(source), _at(made, path)
                is_wrong = known is not m.ABSENT and _has(made, path) and found != known
                return f"{'.'.join(path)} is {known!r} for this code, not {found!r}" if is_wrong else ""
            case Missing(path):
                is_missing = _at(made, path) is None and isinstance(_at(made, path[:-1]), dict)
                words = "must be given, because no code in the catalogue determines it"
                return f"{'.'.join(path)} {words}" if is_missing else ""
            case _:
                assert_never(check)


def _has(made: dict[str, m.Json], path: Path) -> bool:
    around = _at(made, path[:-1])
    return isinstance(around, dict) and path[-1] in around
