"""Facts that come with a code: which values count as none."""

from typing import assert_never

from sealwax.contract import model as m


def can_be_empty(kind: m.Type) -> bool:
    """Whether an empty value of this type counts as none: an empty text or list, or an object without keys.

    Where any JSON is accepted, everything that is given is a value.
    """
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
