"""The cases of a value that a builder writes: values with the tests they depend on, for every language to spell."""

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import TypeAlias

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.meaning.builder_sources import (
    Argument,
    Code,
    Default,
    Explained,
    Followed,
    Given,
    Numbered,
    Reading,
    Setter,
    Source,
)


class Shown(Enum):
    """What a test asks of an argument."""

    PRESENT = "it is not left out"
    NULL = "it is null"
    NOT_NULL = "it is neither left out nor null"
    FILLED = "it is neither left out nor null, nor an empty string, list or object"


class Test(Struct, frozen=True):
    """A test of an argument."""

    parameter: m.Parameter
    shown: Shown


class Known(Struct, frozen=True):
    """A test whether the catalogue has a value for a code."""

    source: Followed | Numbered


class Passed(Struct, frozen=True):
    """The value of an argument."""

    parameter: m.Parameter
    type: m.Type
    """The type of the parameter, without null where a test rules it out."""


class Whole(Struct, frozen=True):
    """The argument for a whole object, as a new object, which is empty if nothing is given."""

    parameter: m.Parameter


Value: TypeAlias = Passed | Whole | Code | Followed | Numbered | Explained | Reading | Default


class Case(Struct, frozen=True):
    """A value, and when it is written."""

    tests: tuple[Test | Known, ...]
    """One of them has to hold; empty: always."""
    value: Value


def cases(sources: Sequence[Source]) -> tuple[Case, ...]:
    """What the sources of a value come to. The first case that applies decides; if none does, there is no value."""
    match sources:
        case (Argument(own), Default({**free})) if not free and m.is_object(own.field.type):
            return (Case((), Whole(own)),)
        case _:
            return tuple(case for source in sources for case in _cases(source))


def _cases(source: Source) -> Iterator[Case]:
    match source:
        case Argument(own, Given.NULL_OR_FILLED):
            yield Case((Test(own, Shown.NULL),), Default(None))
            yield Case((_filled(own),), Passed(own, m.bare(own.field.type)))
        case Argument(own, given):
            can_be_null = given in (Given.ALWAYS, Given.PRESENT)
            yield Case(tests(source), Passed(own, own.field.type if can_be_null else m.bare(own.field.type)))
        case Setter(argument, value):
            yield Case(tests(argument), Default(value))
        case Followed() | Numbered():
            yield Case(() if source.is_sure else (Known(source),), source)
        case _:
            yield Case((), source)


def tests(argument: Argument) -> tuple[Test, ...]:
    """The tests whether an argument counts as given: one has to hold; empty when it always counts."""
    own = argument.parameter
    match argument.given:
        case Given.ALWAYS:
            return ()
        case Given.PRESENT:
            return (Test(own, Shown.PRESENT),)
        case Given.NOT_NULL:
            return (Test(own, Shown.NOT_NULL),)
        case Given.NOT_EMPTY:
            return (_filled(own),)
        case Given.NULL_OR_FILLED:
            return (Test(own, Shown.NULL), _filled(own))


def _filled(parameter: m.Parameter) -> Test:
    """Numbers and booleans are never empty."""
    match m.bare(parameter.field.type):
        case m.Boolean() | m.Integer() | m.Number() | m.Null():
            return Test(parameter, Shown.NOT_NULL)
        case m.Constant(value) if not isinstance(value, str):
            return Test(parameter, Shown.NOT_NULL)
        case _:
            return Test(parameter, Shown.FILLED)
