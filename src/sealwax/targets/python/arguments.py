"""Arguments of generated functions: their declarations, the test whether one is given, their form on the wire."""

from collections.abc import Iterable
from enum import StrEnum

from sealwax.contract import model as m
from sealwax.frozen import frozen
from sealwax.languages.python import attribute
from sealwax.languages.python.types import (
    ANY,
    NONE,
    Annotation,
    Style,
    either,
    field_annotation,
    named_in,
    names_in,
    spell,
)
from sealwax.meaning.builder_plan import bare, empty_counts, must_be_given
from sealwax.rendering import Finished
from sealwax.targets.python.dataclasses import to_wire


@frozen
class Argument:
    """An argument of a generated function."""

    name: Finished
    type: Finished
    default: Finished
    """Empty when the argument has to be given."""
    names: frozenset[str]
    """The names that need an import."""


def argument(name: Finished, kind: Annotation, default: str = "") -> Argument:
    return Argument(name, spell(kind), Finished(default), frozenset((*names_in(kind), default)))


def optional_argument(name: Finished, kind: Annotation) -> Argument:
    return argument(name, kind if kind == ANY else either(kind, NONE), "None")


def builder_argument(parameter: m.Parameter, style: Style, *, optionally: bool = False) -> Argument:
    name, kind = attribute(parameter.name), field_annotation(parameter.field, style)
    return argument(name, kind) if is_required(parameter) and not optionally else optional_argument(name, kind)


def is_required(parameter: m.Parameter) -> bool:
    return parameter.level is m.Level.MUST and parameter.default is m.ABSENT


def names_of(arguments: Iterable[Argument]) -> frozenset[str]:
    return frozenset(name for each in arguments for name in each.names)


# -- whether an argument is given -------------------------------------------------------------------------------------


class Test(StrEnum):
    """How Python asks whether an argument counts as given."""

    NOT_NONE = "{} is not None"
    TRUTHY = "{}"
    NOT_EMPTY = '{} not in (None, "", [], {{}})'

    def of(self, name: Finished) -> Finished:
        return Finished(self.value.format(name))


def test_of(parameter: m.Parameter) -> Test:
    if must_be_given(parameter) or empty_counts(parameter):
        return Test.NOT_NONE
    match bare(parameter.field.type):
        case m.AnyValue():
            return Test.NOT_EMPTY
        case m.Boolean() | m.Integer() | m.Number() | m.Null():
            return Test.NOT_NONE
        case m.Constant(value) if not isinstance(value, str):
            return Test.NOT_NONE
        case _:
            return Test.TRUTHY


# -- how an argument gets to the wire ---------------------------------------------------------------------------------


def wire_argument(kind: m.Type, name: Finished) -> Finished:
    """An argument as plain JSON: a string for a member of an enum, a dict for a record or a mapping."""
    return to_wire(kind, name, argument=True)


def holds_records(kinds: Iterable[m.Type]) -> bool:
    """Whether `wire_argument` needs `_plain` for one of the types."""
    return any(isinstance(named_in(kind), m.Record) for kind in kinds)
