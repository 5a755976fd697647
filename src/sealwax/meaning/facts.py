"""Facts that come with a code: what the function for the code does with each of them."""

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.meaning.builder_sources import Shown, filled


class Fact(Struct, frozen=True):
    """A fact, as an argument of the function for a code."""

    field: m.Field
    given: Shown
    """The test whether the argument counts as given."""
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
        return self.given is Shown.PRESENT

    @property
    def is_always_filled(self) -> bool:
        """Whether it is never missing, null or empty, so that a text can always mention it."""
        return self.is_certain and self.given is Shown.NOT_NULL

    @property
    def can_be_empty(self) -> bool:
        """Whether an empty value counts as none: an empty text or list, or an object without keys."""
        return filled(self.field.type) is Shown.FILLED


def fact_of(field: m.Field) -> Fact:
    if isinstance(field.type, m.Constant):
        return Fact(field, Shown.NOT_NULL, field.type.value)
    is_nullable = isinstance(field.type, m.Nullable | m.AnyValue | m.Null)
    return Fact(field, Shown.PRESENT if is_nullable else filled(field.type), field.default)
