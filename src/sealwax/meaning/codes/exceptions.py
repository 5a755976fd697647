"""Exceptions: what one says about the failure that it carries, and which numbers of a failure are delays.

`missing: {http: 404, usual_code: NOT_FOUND}` becomes an exception `MissingError`, whose constructor takes the arguments
of the builder, and the code only if it is another one than `NOT_FOUND`. A field `retry_after_ms` is a delay of that
many milliseconds.
"""

from enum import Enum, auto
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from sealwax.contract import model as m
from sealwax.meaning.builders.demands import demanded_by_type
from sealwax.meaning.builders.parameters import must_be_given
from sealwax.meaning.remembering import remembered
from sealwax.naming import words

UNITS = {"s": 1, "sec": 1, "secs": 1, "seconds": 1, "ms": 1000, "millis": 1000, "milliseconds": 1000}
"""How many of each unit make a second."""
_NAMED: dict[tuple[str, ...], int] = {("retry", "after", unit): count for unit, count in UNITS.items()}
_NAMED["retry", "after"] = 1


class Delay(Struct, frozen=True):
    path: tuple[str, ...]
    per_second: int
    """How many of its units make a second."""


class TakesCode(Enum):
    """How the exception of an error type takes its code."""

    AS_BUILDER = auto()
    """As the builder does."""
    OPTIONAL = auto()
    """The builder requires a code, but the type has a usual one."""
    REQUIRED = auto()
    """The builder would fill in a code of another type."""


def takes_code(code: m.Parameter, error_type: m.EnumValue) -> TakesCode:
    fills = code.default is not m.ABSENT or code.field.default is not m.ABSENT
    if must_be_given(code) and error_type.usual_code:
        return TakesCode.OPTIONAL
    if not must_be_given(code) and fills and not error_type.usual_code:
        return TakesCode.REQUIRED
    return TakesCode.AS_BUILDER


class Constructor(Struct, frozen=True):
    """What the constructor of an exception takes: the arguments of the builder, except as stated here."""

    taking: TakesCode = TakesCode.AS_BUILDER
    demanded: tuple[m.Parameter, ...] = ()
    """The arguments that the error type makes a must."""
    required: tuple[m.Parameter, ...] = ()
    """All arguments that a call must give."""

    @property
    def is_own(self) -> bool:
        """Whether it takes its arguments in another way than the builder."""
        return bool(self.demanded) or self.taking is not TakesCode.AS_BUILDER


def constructor_of(mapping: m.ErrorMapping, error_type: m.EnumValue | None = None) -> Constructor:
    """The constructor of the exception for an error type, or of the one above all."""
    if error_type is None:
        return Constructor(required=tuple(filter(must_be_given, mapping.builder.parameters)))
    taking, demanded = takes_code(mapping.code, error_type), demanded_by_type(mapping, error_type)
    required = {each.path for each in mapping.builder.parameters if must_be_given(each) or each in demanded}
    if taking is TakesCode.REQUIRED:
        required |= {mapping.code.path}
    elif taking is TakesCode.OPTIONAL:
        required -= {mapping.code.path}
    return Constructor(taking, demanded, tuple(each for each in mapping.builder.parameters if each.path in required))


@remembered
def delays(mapping: m.ErrorMapping) -> tuple[Delay, ...]:
    """The fields for a delay, in the order of the contract: the first that has a value counts.

    A delay is a number called `retry_after`, with or without a unit, such as `retry_after_seconds`. It is a field of
    the failure, of a record within it, or of the context of a code.
    """
    placements = (placement for factory in mapping.factories for placement in factory.placements)
    placed = (
        m.field_paths((replace(field, name=key) for key, field in each.fields.items()), each.parameter.path)
        for each in placements
    )
    found = (
        Delay(path, per_second)
        for path, field in chain(m.field_paths(mapping.builder.outcome.fields), *placed)
        if (per_second := _NAMED.get(words(path[-1]))) and isinstance(m.bare(field.type), m.Integer | m.Number)
    )
    return tuple(dict.fromkeys(found))
