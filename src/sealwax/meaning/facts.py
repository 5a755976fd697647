"""Facts that come with a code: what the function for the code does with each of them."""

from typing import assert_never

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.meaning.builder_sources import Given


class Fact(Struct, frozen=True):
    """A fact, as an argument of the function for a code."""

    field: m.Field
    given: Given
    """When the argument counts as given."""
    otherwise: m.Json | m.Absent
    """What replaces it if it is not given."""

    @property
    def is_argument(self) -> bool:
        """Whether the caller can give it: nobody can change a constant."""
        return not isinstance(self.field.type, m.Constant)

    @property
    def is_certain(self) -> bool:
        """Whether it is always written, even if it is null or empty."""
        return self.field.always_has_value

    @property
    def is_nullable(self) -> bool:
        """Whether null is a value of its own."""
        return self.given is Given.PRESENT

    @property
    def is_always_filled(self) -> bool:
        """Whether it is never missing, null or empty, so that a text can always mention it."""
        return self.is_certain and self.given is Given.NOT_NULL

    @property
    def can_be_empty(self) -> bool:
        """Whether an empty value counts as none: an empty text or list, or an object without keys."""
        return _can_be_empty(self.field.type)


def fact_of(field: m.Field) -> Fact:
    if isinstance(field.type, m.Constant):
        return Fact(field, Given.NOT_NULL, field.type.value)
    if isinstance(field.type, m.Nullable | m.AnyValue | m.Null):
        return Fact(field, Given.PRESENT, field.default)
    return Fact(field, Given.NOT_EMPTY if _can_be_empty(field.type) else Given.NOT_NULL, field.default)


def _can_be_empty(kind: m.Type) -> bool:
    """Where any JSON is accepted, everything that is given is a value."""
    match m.bare(kind):
        case m.String() | m.ListOf() | m.MapOf() | m.AnyObject() | m.Payload() | m.Reference():
            return True
        case m.Constant(value):
            return value == ""
        case m.Null() | m.Boolean() | m.Integer() | m.Number() | m.AnyValue():
            return False
        case m.Nullable():
            raise AssertionError(kind)
        case unknown:
            assert_never(unknown)
