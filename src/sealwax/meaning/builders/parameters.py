"""When an argument of a builder counts as given, what it fills, and what it must not be."""

from typing import TypeAlias

from sealwax.contract import model as m

Path: TypeAlias = tuple[str, ...]
"""The keys that lead to a field of the envelope: `("meta", "request_id")` for `into: meta.request_id`."""


def must_be_given(parameter: m.Parameter) -> bool:
    """Whether a call without the argument makes no sense. The catalogue has a value for a field that follows a code."""
    return parameter.level is m.Level.MUST and not parameter.field.follows


def is_empty(value: m.Json) -> bool:
    """Whether an argument with this value is not given, unless it is required: 0 and false are values."""
    return value is None or value in ("", [], {})


def can_be_empty(kind: m.Type) -> bool:
    """Whether there is an empty value of the type besides null: a text, a list or an object."""
    match m.bare(kind):
        case m.Boolean() | m.Integer() | m.Number() | m.Null():
            return False
        case m.Constant(value):
            return isinstance(value, str)
        case _:
            return True


def written_by(parameter: m.Parameter) -> tuple[Path, ...]:
    """The paths of all fields that get a value if the argument is given."""
    return parameter.path, *(other.path for other in parameter.sets)


def listed_in(parameter: m.Parameter) -> m.Enum | None:
    """The closed enum that has to list the argument."""
    enum = m.enum_of(m.bare(parameter.field.type))
    return None if enum is None or enum.open else enum


def replaces_empty(builder: m.Builder, parameter: m.Parameter) -> bool:
    """Whether the catalogue's text for the code replaces an empty argument."""
    is_message = builder.described is not None and builder.described.message == parameter
    return is_message and not isinstance(parameter.field.type, m.Nullable)


def replaces_remediation(builder: m.Builder, parameter: m.Parameter) -> bool:
    """Whether the catalogue has remediations for an argument that is not given."""
    described = builder.described
    if described is None or not described.remediations:
        return False
    return parameter == described.remediation and not must_be_given(parameter)


def is_never_empty(builder: m.Builder, parameter: m.Parameter) -> bool:
    """Whether an empty argument would break the contract, and nothing replaces it."""
    if not must_be_given(parameter) or replaces_empty(builder, parameter):
        return False
    match parameter.field.type:
        case (
            m.String(min_length=least)
            | m.Reference(m.Text(string=m.String(min_length=least)))
            | m.ListOf(min_items=least)
        ):
            return bool(least)
        case _:
            return False
