"""Single values in the body of a builder: the argument, or the value that replaces it."""

from collections.abc import Iterator, Sequence

from sealwax.contract.model import ABSENT, Absent, Field
from sealwax.frozen import frozen
from sealwax.languages.python import literal
from sealwax.languages.python.types import PLAIN
from sealwax.meaning.builder_plan import Compound, Path, Place, Single
from sealwax.rendering import Finished
from sealwax.targets.python.arguments import Test, test_of
from sealwax.targets.python.builder_names import (
    Function,
    code_of,
    code_variable,
    given,
    given_or,
    given_or_followed,
    has_number,
    is_given,
    number_of,
    reading_of,
    table_of,
)
from sealwax.targets.python.dataclasses import constructor_default
from sealwax.targets.python.to_dict import absent

ALWAYS = Finished("")
"""No condition."""
NONE = Finished("None")


@frozen
class Assignment:
    """A variable or a key, and the expression for its value."""

    target: Finished
    value: Finished
    type: Finished = Finished("")
    """The annotation, when this declares a variable."""


@frozen
class Step:
    """An assignment under a condition. A later one wins."""

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


def certain_value(function: Function, place: Single) -> Finished:
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


def steps_of(function: Function, place: Single, target: Finished) -> Iterator[Step]:
    """The assignments that find the value, each with its condition. A later one wins."""
    own = place.parameter
    if place.numbered is not None and not place.is_certain:
        number = number_of(function, place, place.numbered)
        yield Step(has_number(function, place.numbered), Assignment(target, number))
    elif place.path in function.codes and not place.setters:
        code = function.codes[place.path]
        yield Step(ALWAYS if place.is_certain else code, Assignment(target, code))
    elif place.is_certain and not is_stepwise(place):
        if own is not None or place.reading is not None or place.numbered is not None:
            yield Step(ALWAYS, Assignment(target, certain_value(function, place)))
    else:
        yield from _replacements(function, place, target)


def _replacements(function: Function, place: Single, target: Finished) -> Iterator[Step]:
    if place.follower is not None:
        code, table = code_variable(function, place, place.follower), table_of(place.follower)
        yield Step(Finished(f"{code} in {table}"), Assignment(target, Finished(f"{table}[{code}]")))
    for setter in place.setters:
        yield Step(is_given(function, setter.parameter), Assignment(target, literal(setter.value)))
    if place.parameter is not None:
        argument = place.parameter
        yield Step(is_given(function, argument), Assignment(target, given(function, argument)))


def codes_in(function: Function, members: Sequence[Place], above: Path) -> Iterator[Assignment]:
    """The codes that other fields of the same object follow."""
    for path, name in function.codes.items():
        if path[:-1] == above:
            code = next((member for member in members if member.path == path), None)
            yield Assignment(name, code_of(function, path, code))


# -- absent keys ------------------------------------------------------------------------------------------------------


def nothing(field: Field, place: Place | None) -> Finished:
    """What the class that is made gets for a field whose key is absent; empty when that cannot be."""
    if place is None:
        return Finished("" if constructor_default(field, PLAIN) is ABSENT else absent(field))
    if place.is_certain:
        return Finished("")
    return NONE if isinstance(place, Compound) and place.otherwise is None else Finished(absent(field))


def nothing_at(function: Function, place: Place) -> Finished:
    return nothing(next(field for field in function.fields if field.name == place.path[0]), place)
