"""Dataclasses: their attributes, the defaults that constructors fill in, and the way to the wire form and back."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from sealwax.contract import model as m
from sealwax.languages.python import attribute, class_name, constant_name, field_text, literal, member, string
from sealwax.languages.python import types as t
from sealwax.languages.python.types import Argument
from sealwax.naming import snake
from sealwax.rendering import Finished


def as_read(field: m.Field) -> m.Type:
    """The type of the field, including the null that readers accept: it is written as it was read."""
    return m.Nullable(field.type) if field.readers_accept_null and not m.accepts_null(field.type) else field.type


def absent(field: m.Field) -> Finished:
    """The value of the attribute of an optional field when its key is absent: None, unless that means null."""
    return t.UNSET if m.accepts_null(as_read(field)) else t.NONE


class WireKey(Struct, frozen=True):
    """A key of the wire form, and where its value comes from."""

    key: str
    absent: Finished
    """The value of the attribute when the key is absent; empty when the key is always present."""
    value: Finished


class WireForm(Struct, frozen=True):
    """The keys of the object that `to_dict` returns, in contract order."""

    first: tuple[WireKey, ...]
    """The keys that it starts with: they are always present."""
    rest: tuple[WireKey, ...]
    """The keys that it adds one by one."""
    is_open: bool
    """Whether an object can have keys that the contract does not name."""


def wire_form(fields: Iterable[m.Field], style: t.Style, *, is_open: bool) -> WireForm:
    waiting = list(fields)
    first = []
    while waiting and waiting[0].required and not _is_conditional(waiting[0], style):
        first.append(_wire_key(waiting.pop(0), style))
    return WireForm(tuple(first), tuple(_wire_key(field, style) for field in waiting), is_open)


def _wire_key(field: m.Field, style: t.Style) -> WireKey:
    return WireKey(field.name, Finished("") if field.required else absent(field), _wire_value(field, style))


def _is_conditional(field: m.Field, style: t.Style) -> bool:
    """Whether null is written as it is, and everything else is converted. In a dict display that is hard to read."""
    is_payload = field.per_tool and style.payload is not None
    kind = as_read(field)
    return isinstance(kind, m.Nullable) and style is not t.PLAIN and (is_payload or not is_plain(kind))


def _wire_value(field: m.Field, style: t.Style) -> Finished:
    name = Finished(f"self.{attribute(field.name)}")
    if field.per_tool and style.payload is not None:
        made = Finished(f"plain_payload({name})")
        return unless_none(name, made) if field.readers_accept_null else made
    return name if style is t.PLAIN else to_wire(as_read(field), name)


def unless_none(name: Finished, made: Finished) -> Finished:
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


def to_wire(kind: m.Type, name: Finished, depth: int = 1, *, is_argument: bool = False) -> Finished:
    """An expression for a typed value as plain JSON.

    An argument may be a mapping in place of a record, and a member of an enum of the application in place of a string.
    """
    if is_written_as_it_is(kind) if is_argument else is_plain(kind):
        return name
    match kind:
        case m.Nullable(inner) if not (is_argument and can_be_text(inner)):
            return unless_none(name, to_wire(inner, name, depth, is_argument=is_argument))
        case m.Reference(m.Record()):
            return Finished(f"_plain({name})" if is_argument else f"{name}.to_dict()")
        case m.Nullable() | m.Reference() | m.String() | m.AnyValue():
            # `str` of a member of an enum of the application is its name.
            return Finished(f"_text({name})" if is_argument else f"str.__str__({name})")
        case m.ListOf(inner) | m.MapOf(inner):
            return _with_each(kind, name, depth, partial(to_wire, inner, is_argument=is_argument))
        case _:
            return Finished(f"dict({name})")


def called_by_argument(kind: m.Type) -> Iterator[str]:
    """The functions of the run-time module that `to_wire` calls for an argument of this type."""
    match kind:
        case m.Nullable(inner) | m.ListOf(inner) | m.MapOf(inner):
            yield from called_by_argument(inner)
        case m.Reference(m.Record()):
            yield "plain"
        case _ if can_be_text(kind):
            yield "text"
        case _:
            pass


def _with_each(
    kind: m.ListOf | m.MapOf, name: Finished, depth: int, converted: Callable[[Finished, int], Finished]
) -> Finished:
    """A list or a map with everything in it converted, or a copy where nothing has to be."""
    suffix = "" if depth == 1 else f"_{depth}"
    item, key = Finished(f"item{suffix}"), f"key{suffix}"
    made = converted(item, depth + 1)
    if isinstance(kind, m.ListOf):
        return Finished(f"list({name})" if made == item else f"[{made} for {item} in {name}]")
    each = f"{{{key}: {made} for {key}, {item} in {name}.items()}}"
    return Finished(f"dict({name})" if made == item else each)


def is_written_as_it_is(kind: m.Type) -> bool:
    """Whether an argument of this type is the same on the wire."""
    return is_plain(kind) and not can_be_text(m.bare(kind))


def can_be_text(kind: m.Type) -> bool:
    """Whether an argument of this type can be a member of an enum, where JSON has a string."""
    return m.enum_of(kind) is not None or isinstance(kind, m.AnyValue)


def read(field: m.Field, takes_payload: bool) -> Finished:
    """The expression that reads a key of the object `value`. `takes_payload`: a function `payload` is given for it."""
    key = string(field.name)
    place = Finished(f"value[{key}]")
    made = _from_wire(as_read(field), place)
    if takes_payload and field.per_tool:
        made = Finished(f"payload({place})")
        made = unless_none(place, made) if field.readers_accept_null else made
    if field.required:
        return made
    missing = absent(field)
    if made == place:
        return Finished(f"value.get({key})" if missing == t.NONE else f"value.get({key}, {missing})")
    return Finished(f"{missing} if {key} not in value else {made}")


def _from_wire(kind: m.Type, name: Finished, depth: int = 1) -> Finished:
    """A plain JSON value as a typed one; where both are the same, the name itself."""
    if not isinstance(m.named_in(kind), m.Record | m.Enum):
        return name
    match kind:
        case m.Nullable(inner):
            return unless_none(name, _from_wire(inner, name, depth))
        case m.Reference(m.Record() as record):
            return Finished(f"{read_name(record.name)}({name})")
        case m.Reference(m.Enum() as enum):
            members = f"member_or_text({members_name(enum.name)}, {name})"
            return Finished(members if enum.open else f"{class_name(enum.name)}({name})")
        case m.ListOf(inner) | m.MapOf(inner):
            return _with_each(kind, name, depth, partial(_from_wire, inner))
        case _:
            return name


def read_name(name: str) -> Finished:
    """The function that reads a value of a type."""
    return Finished(f"_read_{snake(name)}")


def members_name(enum: str) -> Finished:
    """The constant that holds the members of an open enum by their values."""
    return Finished(f"_{constant_name(enum)}_MEMBERS")


# -- classes ----------------------------------------------------------------------------------------------------------


class Factory(Struct, frozen=True):
    """A function that makes the default of an attribute."""

    name: Finished
    type: Finished
    doc: str
    value: Finished


class Attribute(Struct, frozen=True):
    """An attribute of a dataclass."""

    name: Finished
    type: Finished
    doc: str
    default: Finished = Finished("")
    """An expression, or the arguments of `field`; empty when the attribute has to be given."""
    is_field: bool = False
    """Whether `field(...)` follows the type."""
    factory: Factory | None = None


class ClassView(Struct, frozen=True):
    """A dataclass with its methods `to_dict` and, for whole documents, `to_json`."""

    name: Finished
    parameter: Finished
    """The type variable for the payload; empty if the class has none."""
    is_keyword_only: bool
    doc: str
    attributes: tuple[Attribute, ...]
    wire: WireForm
    has_json: bool
    has_absent: bool
    """Whether an attribute can stand for an absent key."""
    always: tuple[Finished, ...]
    """The attributes that would look like one, but never do."""


_NO_PARAMETER = Finished("")


def class_view(
    name: str,
    spelled: Finished,
    doc: str,
    fields: tuple[m.Field, ...],
    style: t.Style,
    *,
    is_open: bool,
    has_json: bool = True,
    keywords_only: bool = True,
    parameter: Finished = _NO_PARAMETER,
) -> ClassView:
    """The class for what the contract calls `name`. `has_json`: its objects are whole documents."""
    own = attributes(name, fields, style, keywords_only=keywords_only)
    return ClassView(
        name=spelled,
        parameter=parameter,
        is_keyword_only=keywords_only,
        doc=doc,
        attributes=(*own, EXTRA) if is_open else own,
        wire=wire_form(fields, style, is_open=is_open),
        has_json=has_json,
        has_absent=is_open or any(not field.required for field in fields),
        always=always_present(fields, style),
    )


def always_present(fields: Iterable[m.Field], style: t.Style) -> tuple[Finished, ...]:
    """The attributes of required keys that are null by default."""
    return tuple(attribute(each.name) for each in fields if each.required and constructor_default(each, style) is None)


EXTRA = Attribute(
    name=Finished("extra"),
    type=t.OBJECT,
    doc="Keys that the contract does not name. They are written last.",
    is_field=True,
    default=Finished(f"default_factory={t.OBJECT}"),
)


def attributes(owner: str, fields: Iterable[m.Field], style: t.Style, *, keywords_only: bool) -> tuple[Attribute, ...]:
    """Without `keywords_only`, arguments also go by position, but for required ones that follow optional ones."""
    found: list[Attribute] = []
    for field in fields:
        made = _attribute(owner, field, style)
        if not keywords_only and is_required(made) and not all(map(is_required, found)):
            made = replace(made, is_field=True, default=Finished("kw_only=True"))
        found.append(made)
    return tuple(found)


def is_required(made: Attribute) -> bool:
    """Whether a constructor asks for the attribute."""
    return not made.default and not made.is_field


def _attribute(owner: str, field: m.Field, style: t.Style) -> Attribute:
    kind, default = attribute_type(field, style), constructor_default(field, style)
    made = Attribute(attribute(field.name), kind, field_text(field))
    if isinstance(default, m.Absent):
        return made if field.required else replace(made, default=absent(field))
    value = _value(field.type, default, style)
    if not isinstance(default, list | dict):
        return replace(made, default=value)
    container, factory = _container(kind), None
    is_plain_record = style is t.PLAIN or not m.is_record(field.type)
    if default or isinstance(m.bare(field.type), m.AnyValue) or not is_plain_record:  # else `list` or `dict` makes it
        name = Finished(f"_{snake(owner)}_{made.name}")
        factory = Factory(name, container, f"The default of `{field.name}`.", value)
    called = factory.name if factory else container
    return replace(made, is_field=True, default=Finished(f"default_factory={called}"), factory=factory)


def attribute_type(field: m.Field, style: t.Style) -> Finished:
    """The type of the attribute. It is None when the key is absent, unless None means null there."""
    kind = t.field_annotation(field, style)
    if field.required or kind == t.ANY:
        return kind
    if field.readers_accept_null:
        return t.either(kind, t.UNSET_TYPE, t.NONE)
    return t.either(kind, t.UNSET_TYPE if m.accepts_null(field.type) else t.NONE)


def record_argument(field: m.Field) -> Argument:
    """An argument for an attribute of a record."""
    default = "" if field.required else absent(field)
    return t.argument(attribute(field.name), attribute_type(field, t.IN_RECORDS), default)


# -- defaults ---------------------------------------------------------------------------------------------------------


def constructor_default(field: m.Field, style: t.Style) -> m.Json | m.Absent:
    """The value that a constructor fills in: a constant or default, or a plain object made of those of its fields."""
    if isinstance(field.type, m.Constant):
        return field.default if field.required else m.ABSENT
    if field.default is not m.ABSENT:
        return field.default
    if style is not t.PLAIN or not field.required:
        return m.ABSENT
    if isinstance(field.type, m.Nullable):
        return None
    return _filled(field.type)


def _filled(kind: m.Type) -> m.Json | m.Absent:
    """The object with only constants and defaults; absent when something else has to be given."""
    if not isinstance(kind, m.Reference) or not isinstance(kind.target, m.Record):
        return m.ABSENT
    values: dict[str, m.Json] = {}
    for field in kind.target.fields:
        value = constructor_default(field, t.PLAIN)
        if not isinstance(value, m.Absent):
            values[field.name] = value
        elif field.required:
            return m.ABSENT
    return values


def _container(kind: Finished) -> Finished:
    return next(each for each in t.operands_of(kind) if each not in (t.NONE, t.UNSET_TYPE))


def _value(kind: m.Type, value: m.Json, style: t.Style) -> Finished:
    """A default as an expression: with members and records where the style has them."""
    inner = kind.inner if isinstance(kind, m.Nullable) else kind
    if style is t.PLAIN or value is None:
        return literal(value)
    if isinstance(inner, m.Reference) and isinstance(inner.target, m.Enum) and isinstance(value, str):
        known = any(entry.value == value for entry in inner.target.values)
        return Finished(f"{class_name(inner.target.name)}.{member(value)}") if known else string(value)
    if isinstance(inner, m.Reference) and isinstance(inner.target, m.Record) and isinstance(value, dict):
        return _record_value(inner.target, value, style)
    if isinstance(inner, m.ListOf) and isinstance(value, list):
        return Finished(f"[{', '.join(_value(inner.item, item, style) for item in value)}]")
    if isinstance(inner, m.MapOf) and isinstance(value, dict):
        entries = (f"{string(key)}: {_value(inner.value, item, style)}" for key, item in value.items())
        return Finished(f"{{{', '.join(entries)}}}")
    return literal(value)


def _record_value(record: m.Record, value: dict[str, m.Json], style: t.Style) -> Finished:
    fields = {field.name: field for field in record.fields}
    given = [f"{attribute(key)}={_value(fields[key].type, value[key], style)}" for key in value if key in fields]
    rest = {key: item for key, item in value.items() if key not in fields}
    given += [f"extra={literal(rest)}"] if rest else []
    return Finished(f"{class_name(record.name)}({', '.join(given)})")
