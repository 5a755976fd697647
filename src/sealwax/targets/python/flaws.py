"""What is wrong with a value that is not of a type, as conditions. The value is known to be JSON."""

from collections.abc import Iterable, Iterator
from typing import assert_never

from sealwax.contract.model import (
    AnyObject,
    AnyValue,
    Boolean,
    Constant,
    Enum,
    Integer,
    ListOf,
    MapOf,
    Null,
    Nullable,
    Number,
    Payload,
    Record,
    Reference,
    String,
    Text,
    Type,
    is_free,
)
from sealwax.frozen import frozen
from sealwax.languages.python import literal
from sealwax.languages.python.check_names import is_valid_name
from sealwax.languages.python.layout import guard
from sealwax.languages.python.types import Named
from sealwax.naming import snake
from sealwax.rendering import Finished
from sealwax.targets.python.conditions import differs
from sealwax.targets.python.tables import Tables, format_name, values_name


def fits_name(name: str) -> Finished:
    """The function that gives the verdict on an object which is known to be JSON."""
    return Finished(f"_fits_{snake(name)}")


@frozen
class Flaw:
    """A test that holds when a value is not valid."""

    conditions: tuple[str, ...]
    joint: str = "or"

    def within(self, condition: str) -> "Flaw":
        """The same test where the condition holds."""
        if self.joint == "and" or len(self.conditions) == 1:
            return Flaw((condition, *self.conditions), "and")
        return Flaw((condition, f"({f' {self.joint} '.join(self.conditions)})"), "and")


def fails(conditions: Iterable[str], indent: int, joint: str = "or") -> Iterator[str]:
    margin = " " * indent
    yield f"{margin}{guard(*conditions, indent=indent, joint=joint)}"
    yield f"{margin}    return False"


def flaws(kind: Type, name: str, tables: Tables) -> tuple[Flaw, ...]:
    """Tests of which one holds when the variable is not of the type; none where it takes a loop, or nothing at all."""
    match kind:
        case Null():
            return (Flaw((f"{name} is not None",)),)
        case Boolean():
            return (Flaw((f"type({name}) is not bool",)),)
        case Integer() | Number():
            return tuple(_number(kind, name))
        case String():
            return tuple(_string(kind, name, tables))
        case Constant(value):
            return (Flaw(differs(value, name)),)
        case AnyObject() | Payload():
            return (Flaw((f"_type({name}) is not dict",)),)
        case Nullable(inner):
            tests = flaws(inner, name, tables)
            return (tests[0].within(f"{name} is not None"),) if len(tests) == 1 else ()
        case Reference(target):
            return () if target.name in tables.in_place else (_unlike(target, name),)
        case ListOf(inner, None, None) if is_free(inner):
            return (Flaw((f"_type({name}) is not list",)),)
        case MapOf(inner) if is_free(inner):
            return (Flaw((f"_type({name}) is not dict",)),)
        case AnyValue() | ListOf() | MapOf():
            return ()
        case _:
            assert_never(kind)


def _number(kind: Integer | Number, name: str) -> Iterator[Flaw]:
    fraction = f"not {name}.is_integer()" if isinstance(kind, Integer) else f"{name} - {name} != 0.0"
    yield Flaw((f"type({name}) is not int", f"(type({name}) is not float or {fraction})"), "and")
    bounds = [f"{name} < {literal(kind.minimum)}"] if kind.minimum is not None else []
    bounds += [f"{name} > {literal(kind.maximum)}"] if kind.maximum is not None else []
    if bounds:
        yield Flaw(tuple(bounds))


def _string(kind: String, name: str, tables: Tables) -> Iterator[Flaw]:
    yield Flaw((f"type({name}) is not str",))
    limits = [f"not {name}" if kind.min_length == 1 else f"len({name}) < {kind.min_length}"] if kind.min_length else []
    limits += [f"len({name}) > {kind.max_length}"] if kind.max_length is not None else []
    if limits:
        yield Flaw(tuple(limits))
    if kind.pattern is not None:
        yield Flaw((f"{tables.pattern(kind.pattern.body)}.fullmatch({name}) is None",))
    if kind.format is not None:
        yield Flaw((f"{format_name(kind.format)}.fullmatch({name}) is None",))


def _unlike(target: Named, name: str) -> Flaw:
    match target:
        case Record():
            return Flaw((f"not {fits_name(target.name)}({name})",))
        case Text():
            return Flaw((f"not {is_valid_name(target.name)}({name})",))
        case Enum() if target.open:
            return Flaw((f"type({name}) is not str",))
        case Enum():
            return Flaw((f"type({name}) is not str", f"{name} not in {values_name(target)}"))
        case _:
            assert_never(target)
