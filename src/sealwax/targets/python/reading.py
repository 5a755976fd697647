"""Readers: functions that turn values which are known to be valid into typed objects."""

from collections.abc import Iterable, Sequence
from typing import assert_never

from sealwax.contract import model as m
from sealwax.frozen import frozen
from sealwax.languages.python import attribute, class_name, constant
from sealwax.languages.python.types import IN_RECORDS, Named
from sealwax.naming import snake
from sealwax.rendering import Finished
from sealwax.targets.python.conditions import item
from sealwax.targets.python.dataclasses import absent, as_read, constructor_default


@frozen
class ReadValue:
    """An attribute and the expression that reads it."""

    attribute: Finished
    value: Finished
    key: str = ""
    """The key to look for, if it can be absent."""


@frozen
class Reader:
    name: Finished
    constructor: Finished
    type: Finished
    takes_payload: bool
    """Whether it is given a function that reads the payload, which differs by tool."""
    given: tuple[ReadValue, ...]
    """The arguments of the constructor."""
    optional: tuple[ReadValue, ...]
    keys: Finished
    """The table of the keys that the contract names; empty if there are no others."""


def read_name(name: str) -> Finished:
    """The function that reads a value of a type."""
    return Finished(f"_read_{snake(name)}")


def members_name(enum: m.Enum) -> Finished:
    """The constant that holds the members of an open enum by their values."""
    return Finished(f"_{constant(enum.name)}_MEMBERS")


def reader(
    name: str,
    constructor: Finished,
    made: Finished,
    fields: Sequence[m.Field],
    keys: Finished,
    *,
    takes_payload: bool = False,
) -> Reader:
    optional = [each for each in fields if not each.required]
    given = [ReadValue(attribute(each.name), _read(each, takes_payload)) for each in fields if each.required]
    # A key that is absent stays absent, whatever the constructor would fill in.
    given += [ReadValue(attribute(each.name), Finished(absent(each))) for each in optional if _is_filled(each)]
    added = (ReadValue(attribute(each.name), _read(each, takes_payload), each.name) for each in optional)
    return Reader(read_name(name), constructor, made, takes_payload, tuple(given), tuple(added), keys)


def _is_filled(field: m.Field) -> bool:
    return not field.required and constructor_default(field, IN_RECORDS) is not m.ABSENT


def needs_unset(fields: Iterable[m.Field]) -> bool:
    """Whether a reader passes `UNSET` to a constructor."""
    return any(_is_filled(field) and absent(field) == "UNSET" for field in fields)


def _read(field: m.Field, takes_payload: bool) -> Finished:
    place = item("value", field.name)
    if not takes_payload or not field.per_tool:
        return from_wire(as_read(field), place)
    made = Finished(f"payload({place})")
    return _unless_null(made, place) if field.readers_accept_null else made


def _unless_null(expression: Finished, name: Finished) -> Finished:
    return Finished(f"None if {name} is None else {expression}")


def from_wire(kind: m.Type, name: Finished, depth: int = 1) -> Finished:
    """A plain JSON value as a typed one; where both are the same, the name itself."""
    match kind:
        case m.Nullable(inner):
            expression = from_wire(inner, name, depth)
            return name if expression == name else _unless_null(expression, name)
        case m.Reference(target):
            return _named_from_wire(target, name)
        case m.ListOf(inner):
            part = Finished("item" if depth == 1 else f"item_{depth}")
            expression = from_wire(inner, part, depth + 1)
            return name if expression == part else Finished(f"[{expression} for {part} in {name}]")
        case m.MapOf(inner):
            key, part = ("key", Finished("item")) if depth == 1 else (f"key_{depth}", Finished(f"item_{depth}"))
            expression = from_wire(inner, part, depth + 1)
            made = Finished(f"{{{key}: {expression} for {key}, {part} in {name}.items()}}")
            return name if expression == part else made
        case (
            m.Null()
            | m.Boolean()
            | m.Integer()
            | m.Number()
            | m.String()
            | m.Constant()
            | m.AnyValue()
            | m.AnyObject()
            | m.Payload()
        ):
            return name
        case _:
            assert_never(kind)


def _named_from_wire(target: Named, name: Finished) -> Finished:
    match target:
        case m.Record():
            return Finished(f"{read_name(target.name)}({name})")
        case m.Enum() if target.open:
            return Finished(f"member_or_text({members_name(target)}, {name})")
        case m.Enum():
            return Finished(f"{class_name(target.name)}({name})")
        case m.Text():
            return name
        case _:
            assert_never(target)
