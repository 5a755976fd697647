"""The values in the body of a builder: readings of a clock, what follows from a code, and everything else."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.languages.python import attribute, class_name, constant, literal, string
from sealwax.languages.python.types import PLAIN
from sealwax.meaning import builder_plan as bp
from sealwax.rendering import Finished
from sealwax.targets.python import responses
from sealwax.targets.python.builder_arguments import (
    Function,
    Test,
    code_argument,
    code_or,
    code_text,
    given,
    given_or,
    is_given,
    test_of,
)
from sealwax.targets.python.dataclasses import Absence, absent, constructor_default

NUMBERS = Finished("_JSONRPC_OF")

# -- what a clock says, and numbers of codes --------------------------------------------------------------------------


_READINGS = {
    bp.Reading.NOW: Finished("clock.utc_text()"),
    bp.Reading.ELAPSED: Finished("clock.milliseconds_since(started)"),
}


def number_of(place: bp.Single, numbered: bp.Numbered) -> Finished:
    code, codes = code_argument(numbered.parameter), numbered.numbering.codes
    if numbered.is_sure:
        return Finished(f"{NUMBERS}[{class_name(codes.name)}({code})]")
    if isinstance(place.default, m.Absent):
        return Finished(f"{NUMBERS}[{code}]")
    return Finished(f"{NUMBERS}.get({code}, {literal(place.default)})")


def has_number(numbered: bp.Numbered) -> Finished:
    return Finished(f"{code_argument(numbered.parameter, inner=True)} in {NUMBERS}")


# -- values that follow a code ----------------------------------------------------------------------------------------


def fact_of(follower: bp.Follower) -> str:
    """What the catalogue says about a code: a remediation, or a property of its enum."""
    if not follower.is_binding:
        return "remediation"
    return "error_type" if follower.codes.catalogue is m.Catalogue.ERROR_CODES else "severity"


def table_of(follower: bp.Follower) -> Finished:
    return Finished(f"_{constant(fact_of(follower))}_OF")


def code_variable(function: Function, place: bp.Single, follower: bp.Follower) -> Finished:
    return function.codes[(*place.path[:-1], follower.code)]


def given_or_followed(function: Function, place: bp.Single, follower: bp.Follower) -> Finished:
    """The argument, or else what the catalogue says about the code, or else the default."""
    own, code = place.parameter, code_variable(function, place, follower)
    has_default = not follower.is_sure and not isinstance(place.default, m.Absent)
    found = f"{table_of(follower)}.get({code}, {literal(place.default)})" if has_default else known(function, place)
    if own is None:
        return Finished(found)
    kind, name, is_text = m.bare(place.field.type), attribute(own.name), test_of(own) is Test.TRUTHY
    if has_default or follower.is_sure:
        return code_text(function, kind, f"{name} or {found}" if is_text else f"{found} if {name} is None else {name}")
    text = code_text(function, kind, name)
    value = Finished(f"{text} if {name} else {found}" if is_text else f"{found} if {name} is None else {text}")
    # Inside an object, the argument for the whole of it can still bring the value.
    is_last_word = place.is_demanded and len(place.path) == 1
    return function.call(responses.DEMANDED, string(place.path[0]), value) if is_last_word else value


def known(function: Function, place: bp.Single) -> Finished:
    """What the catalogue says about the code."""
    if place.follower is None:
        return NONE
    code, table = code_variable(function, place, place.follower), table_of(place.follower)
    return Finished(f"{table}[{code}]" if place.follower.is_sure else f"{table}.get({code})")


class FollowCheck(Struct, frozen=True):
    """A value that has to be the one that the catalogue says."""

    key: Finished
    value: Finished
    known: Finished
    is_demanded: bool


def follow_check(function: Function, place: bp.Single, value: str, *, has_whole: bool = False) -> Iterator[FollowCheck]:
    """The check of a value that arguments could contradict."""
    if place.triggers or has_whole or place.is_demanded:
        function.helpers.add(responses.CHECK_FOLLOWED)
        name = string(".".join(place.path))
        yield FollowCheck(name, Finished(value), known(function, place), place.is_demanded and len(place.path) > 1)


def code_of(function: Function, path: bp.Path, place: bp.Place | None) -> Finished:
    """A code: from the whole object if it has one, or else the value of its own field."""
    above, is_certain = function.wholes.get(path[:-1]), place is not None and place.is_certain
    sources = [f"{above}.get({string(path[-1])})"] if above else []
    if isinstance(place, bp.Single):
        own = _own_code(function, place, inner=bool(sources))
        if is_certain and not sources and not place.triggers:
            return Finished(own)
        sources.append(own)
    value, codes = " or ".join(sources if is_certain else [*sources, '""']), _enum_at(function, path)
    if codes is not None and not codes.open and not is_certain:
        return function.call(responses.LISTED, class_name(codes.name), value)
    return code_text(function, m.Reference(codes), value) if codes is not None else Finished(value)


def _enum_at(function: Function, path: bp.Path) -> m.Enum | None:
    """The enum of a code that others follow."""
    every = bp.followers(tuple(bp.places(function.places)))
    return next((each.codes for place, each in every if (*place.path[:-1], each.code) == path), None)


def _own_code(function: Function, place: bp.Single, *, inner: bool) -> str:
    if place.setters:
        variable = function.variables.get(place.path)
        return variable or f"{function.variables[place.path[:-1]]}.get({string(place.path[-1])})"
    if place.parameter is None:
        return literal("" if isinstance(place.default, m.Absent) else place.default)
    if isinstance(place.default, m.Absent):
        return attribute(place.parameter.name)
    code = code_or(place.parameter, place.default)
    return f"({code})" if inner and test_of(place.parameter) is not Test.TRUTHY else code


# -- single values ----------------------------------------------------------------------------------------------------

ALWAYS = Finished("")
"""No condition."""
NONE = Finished("None")


class Assignment(Struct, frozen=True):
    """A variable or a key, and the expression for its value."""

    target: Finished
    value: Finished
    condition: Finished = Finished("")
    """Empty: always. A later assignment wins."""
    type: Finished = Finished("")
    """The annotation, when this declares a variable."""


def is_stepwise(place: bp.Single) -> bool:
    """Whether it takes several statements to find the value."""
    if place.numbered is not None:
        return not place.is_certain
    # One expression can choose between the argument, what follows from the code, and the default.
    is_compact = isinstance(place.default, str) or (place.follower is not None and place.follower.is_sure)
    return bool(place.setters) or (place.follower is not None and not is_compact)


def has_variable(place: bp.Single) -> bool:
    """Whether the value of a field of the envelope is put into a variable first."""
    return is_stepwise(place) or place.follower is not None


def starts_with_default(function: Function, place: bp.Single) -> bool:
    """Whether the default is written first, and then replaced."""
    if place.default is m.ABSENT or place.numbered is not None or (place.path in function.codes and not place.setters):
        return False
    return (place.parameter is None and place.follower is None) or is_stepwise(place)


def certain_value(function: Function, place: bp.Single) -> Finished:
    """The value as one expression, where there always is one."""
    own = place.parameter
    if place.reading is not None:
        return _READINGS[place.reading]
    if place.numbered is not None:
        return number_of(place, place.numbered)
    if place.path in function.codes:
        return function.codes[place.path]
    if place.follower is not None:
        return given_or_followed(function, place, place.follower)
    if isinstance(place.default, m.Absent):
        return given(function, own) if own is not None else NONE
    return literal(place.default) if own is None else given_or(function, own, place.default)


def steps_of(function: Function, place: bp.Single, target: Finished) -> Iterator[Assignment]:
    """The assignments that find the value, each with its condition. A later one wins."""
    own = place.parameter
    if place.numbered is not None and not place.is_certain:
        number = number_of(place, place.numbered)
        yield Assignment(target, number, has_number(place.numbered))
    elif place.path in function.codes and not place.setters:
        code = function.codes[place.path]
        yield Assignment(target, code, ALWAYS if place.is_certain else code)
    elif place.is_certain and not is_stepwise(place):
        if any(source is not None for source in (own, place.follower, place.reading, place.numbered)):
            yield Assignment(target, certain_value(function, place))
    else:
        yield from _replacements(function, place, target)


def _replacements(function: Function, place: bp.Single, target: Finished) -> Iterator[Assignment]:
    if place.follower is not None:
        code, table = code_variable(function, place, place.follower), table_of(place.follower)
        yield Assignment(target, Finished(f"{table}[{code}]"), Finished(f"{code} in {table}"))
    for setter in place.setters:
        yield Assignment(target, literal(setter.value), is_given(function, setter.parameter))
    if place.parameter is not None:
        yield Assignment(target, given(function, place.parameter), is_given(function, place.parameter))


def codes_in(function: Function, members: Sequence[bp.Place], above: bp.Path) -> Iterator[Assignment]:
    """The codes that other fields of the same object follow."""
    for path, name in function.codes.items():
        if path[:-1] == above:
            code = next((member for member in members if member.path == path), None)
            yield Assignment(name, code_of(function, path, code))


# -- absent keys ------------------------------------------------------------------------------------------------------


def nothing(field: m.Field, place: bp.Place | None) -> Absence | None:
    """What the class that is made gets for a field whose key is absent; None when that cannot be."""
    if place is None:
        return None if constructor_default(field, PLAIN) is m.ABSENT else absent(field)
    return None if place.is_certain else absence(field, place)


def absence(field: m.Field, place: bp.Place) -> Absence:
    """The same for a place that is not always filled."""
    return Absence.NONE if isinstance(place, bp.Compound) and place.otherwise is None else absent(field)


def absence_at(function: Function, place: bp.Place) -> Absence:
    return absence(next(field for field in function.fields if field.name == place.path[0]), place)
