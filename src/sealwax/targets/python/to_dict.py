"""The wire form of typed values: plain JSON, without the keys that were not given."""

from collections.abc import Iterable
from typing import assert_never

from sealwax.contract import model as m
from sealwax.frozen import frozen
from sealwax.languages.python import attribute
from sealwax.languages.python.types import PLAIN, Style
from sealwax.rendering import Finished

PLAIN_PAYLOAD = "plain_payload"
"""The function that turns the payload of a parsed object into a plain object."""
PLAIN_ARGUMENT = "_plain"
"""The function that turns an argument of a builder into a plain object."""


def takes_null(kind: m.Type) -> bool:
    return isinstance(kind, m.Nullable | m.AnyValue | m.Null)


def as_read(field: m.Field) -> m.Type:
    """The type of the field, including the null that readers accept: it is written as it was read."""
    return m.Nullable(field.type) if field.readers_accept_null and not takes_null(field.type) else field.type


def absent(field: m.Field) -> str:
    """The value of the attribute of an optional field when its key is absent."""
    return "UNSET" if takes_null(as_read(field)) else "None"


@frozen
class WireKey:
    """A key of the wire form, and where its value comes from."""

    key: str
    attribute: Finished
    absent: Finished
    """The value of the attribute when the key is absent; empty when the key is always present."""
    value: Finished


@frozen
class WireForm:
    """The keys of the object that `to_dict` returns, in contract order."""

    first: tuple[WireKey, ...]
    """The keys that it starts with: they are always present."""
    rest: tuple[WireKey, ...]
    """The keys that it adds one by one."""
    is_open: bool
    """Whether an object can have keys that the contract does not name."""


def wire_form(fields: Iterable[m.Field], style: Style, *, is_open: bool) -> WireForm:
    waiting = list(fields)
    first = []
    while waiting and waiting[0].required and not _is_conditional(waiting[0], style):
        first.append(_wire_key(waiting.pop(0), style))
    return WireForm(tuple(first), tuple(_wire_key(field, style) for field in waiting), is_open)


def _wire_key(field: m.Field, style: Style) -> WireKey:
    nothing = "" if field.required else absent(field)
    return WireKey(field.name, attribute(field.name), Finished(nothing), _value(field, style))


def _is_conditional(field: m.Field, style: Style) -> bool:
    """Whether null is written as it is, and everything else is converted. In a dict display that is hard to read."""
    is_payload = field.per_tool and style.payload is not None
    kind = as_read(field)
    return isinstance(kind, m.Nullable) and style is not PLAIN and (is_payload or not is_plain(kind))


def _value(field: m.Field, style: Style) -> Finished:
    name = Finished(f"self.{attribute(field.name)}")
    if field.per_tool and style.payload is not None:
        made = Finished(f"{PLAIN_PAYLOAD}({name})")
        return _unless_none(name, made) if field.readers_accept_null else made
    return name if style is PLAIN else to_wire(as_read(field), name)


def _unless_none(name: Finished, made: Finished) -> Finished:
    return Finished(f"None if {name} is None else {made}")


def is_plain(kind: m.Type) -> bool:
    """Whether a value of this type is the same on the wire, and needs no copy."""
    match kind:
        case m.Nullable(inner):
            return is_plain(inner)
        case m.Reference(target):
            return isinstance(target, m.Text)
        case m.ListOf() | m.MapOf() | m.AnyObject() | m.Payload():
            return False
        case m.Null() | m.Boolean() | m.Integer() | m.Number() | m.String() | m.Constant() | m.AnyValue():
            return True
        case _:
            assert_never(kind)


def to_wire(kind: m.Type, name: Finished, depth: int = 1, *, argument: bool = False) -> Finished:
    """An expression for a typed value as plain JSON. An `argument` may be a mapping in place of a record."""
    if is_plain(kind):
        return name
    item, key = (Finished("item"), "key") if depth == 1 else (Finished(f"item_{depth}"), f"key_{depth}")
    match kind:
        case m.Nullable(inner):
            return _unless_none(name, to_wire(inner, name, depth, argument=argument))
        case m.Reference(m.Record()):
            return Finished(f"{PLAIN_ARGUMENT}({name})" if argument else f"{name}.to_dict()")
        case m.Reference(m.Enum()):
            return Finished(f"str({name})")
        case m.ListOf(inner) if not is_plain(inner):
            return Finished(f"[{to_wire(inner, item, depth + 1, argument=argument)} for {item} in {name}]")
        case m.MapOf(inner) if not is_plain(inner):
            made = to_wire(inner, item, depth + 1, argument=argument)
            return Finished(f"{{{key}: {made} for {key}, {item} in {name}.items()}}")
        case m.ListOf():
            return Finished(f"list({name})")
        case _:
            return Finished(f"dict({name})")
