"""The cases of a value that a builder writes: values with the tests they depend on, for every language to spell."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.meaning.builder_sources import (
    Argument,
    Code,
    Default,
    Explained,
    Followed,
    Numbered,
    Reading,
    Setter,
    Shown,
    Source,
    Test,
)


class InCatalogue(Struct, frozen=True):
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

    tests: tuple[Test | InCatalogue, ...]
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
        case Argument(own, (Test(shown=Shown.NULL) as null, *others)):
            yield Case((null,), Default(None))
            yield Case(tuple(others), Passed(own, m.bare(own.field.type)))
        case Argument(own, tests):
            can_be_null = all(test.shown is Shown.PRESENT for test in tests)
            yield Case(tests, Passed(own, own.field.type if can_be_null else m.bare(own.field.type)))
        case Setter(argument, value):
            yield Case(argument.tests, Default(value))
        case Followed() | Numbered():
            yield Case(() if source.is_sure else (InCatalogue(source),), source)
        case _:
            yield Case((), source)
