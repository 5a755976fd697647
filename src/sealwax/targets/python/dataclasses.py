"""The attributes of dataclasses, and the defaults that their constructors fill in."""

from collections.abc import Iterable

from sealwax.contract import model as m
from sealwax.frozen import frozen, replace
from sealwax.languages.python import attribute, class_name, literal, member, string
from sealwax.languages.python.annotations import NONE, Annotation, Subscript, either, names_in, spell
from sealwax.languages.python.docs import field_text
from sealwax.languages.python.types import ANY, OBJECT, PLAIN, UNSET_TYPE, Style, field_annotation
from sealwax.naming import snake
from sealwax.rendering import Finished
from sealwax.targets.python.to_dict import WireForm, absent, takes_null


@frozen
class Attribute:
    """An attribute of a dataclass."""

    name: Finished
    type: Finished
    doc: str
    default: Finished = Finished("")
    """An expression; empty when the attribute has to be given, or has a `field` instead."""
    is_field: bool = False
    """Whether `field(...)` follows the type."""
    arguments: Finished = Finished("")
    """The arguments of `field`."""
    narrows: bool = False
    """Whether the class it inherits from has a wider type there. Type checkers object, because it can be assigned."""


@frozen
class Factory:
    """A function that makes the default of an attribute."""

    name: Finished
    type: Finished
    doc: str
    value: Finished


@frozen
class Attributes:
    """The attributes of one class, the functions before it, and the names that all of them use."""

    attributes: tuple[Attribute, ...]
    factories: tuple[Factory, ...]
    used: frozenset[str]


@frozen
class ClassView:
    """A dataclass with its method `to_dict`."""

    name: Finished
    bases: tuple[Finished, ...]
    is_keyword_only: bool
    doc: str
    factories: tuple[Factory, ...]
    attributes: tuple[Attribute, ...]
    wire: WireForm


EXTRA = Attribute(
    name=Finished("extra"),
    type=spell(OBJECT),
    doc="Keys that the contract does not name. They are written last.",
    is_field=True,
    arguments=Finished(f"default_factory={spell(OBJECT)}"),
)


def names_used(view: ClassView) -> set[str]:
    """The names that the class uses, apart from those of its attributes."""
    return {"dataclass", "Any", *({"field"} if any(each.is_field for each in view.attributes) else ())}


def narrows(classes: Iterable[ClassView]) -> bool:
    """Whether an attribute has a narrower type than in a base class."""
    return any(each.narrows for view in classes for each in view.attributes)


def attributes(owner: str, fields: Iterable[m.Field], style: Style, *, keywords_only: bool) -> Attributes:
    """Without `keywords_only`, arguments also go by position, but for required ones that follow optional ones."""
    found, factories, used = list[Attribute](), list[Factory](), set[str]()
    for field in fields:
        kind = attribute_type(field, style)
        factory = _factory(owner, field, kind, style)
        made = _attribute(field, kind, style, factory)
        if not keywords_only and is_required(made) and any(not is_required(each) for each in found):
            made = replace(made, is_field=True, arguments=Finished("kw_only=True"))
        found.append(made)
        factories += [factory] if factory else []
        used |= {*names_in(kind), *({"field"} if made.is_field else ()), *(() if field.required else {absent(field)})}
    return Attributes(tuple(found), tuple(factories), frozenset(used))


def is_required(made: Attribute) -> bool:
    """Whether a constructor asks for the attribute."""
    return not made.default and not made.is_field


def _attribute(field: m.Field, kind: Annotation, style: Style, factory: Factory | None) -> Attribute:
    made = Attribute(attribute(field.name), spell(kind), field_text(field))
    default = constructor_default(field, style)
    if isinstance(default, m.Absent):
        return made if field.required else replace(made, default=Finished(absent(field)))
    if isinstance(default, list | dict):
        called = factory.name if factory else spell(_container(kind))
        return replace(made, is_field=True, arguments=Finished(f"default_factory={called}"))
    return replace(made, default=_value(field.type, default, style))


def _factory(owner: str, field: m.Field, kind: Annotation, style: Style) -> Factory | None:
    """The function that makes a list or an object, unless `list` or `dict` does."""
    default = constructor_default(field, style)
    if not isinstance(default, list | dict):
        return None
    container = _container(kind)
    if not default and isinstance(container, Subscript):
        return None
    name = Finished(f"_{snake(owner)}_{attribute(field.name)}")
    doc = f"The default of `{field.name}`."
    return Factory(name, spell(container), doc, _value(field.type, default, style))


def attribute_type(field: m.Field, style: Style) -> Annotation:
    """The type of the attribute. It is None when the key is absent, unless None means null there."""
    kind = field_annotation(field, style)
    if field.required or kind == ANY:
        return kind
    if field.readers_accept_null:
        return either(kind, UNSET_TYPE, NONE)
    return either(kind, UNSET_TYPE if takes_null(field.type) else NONE)


# -- defaults ---------------------------------------------------------------------------------------------------------


def constructor_default(field: m.Field, style: Style) -> m.Json | m.Absent:
    """The value that a constructor fills in: a constant or default, or a plain object made of those of its fields."""
    if isinstance(field.type, m.Constant):
        return field.default if field.required else m.ABSENT
    if field.default is not m.ABSENT:
        return field.default
    if style is not PLAIN or not field.required:
        return m.ABSENT
    if isinstance(field.type, m.Nullable):
        return None
    return filled(field.type)


def filled(kind: m.Type) -> m.Json | m.Absent:
    """The object with only constants and defaults; absent when something else has to be given."""
    if not isinstance(kind, m.Reference) or not isinstance(kind.target, m.Record):
        return m.ABSENT
    values: dict[str, m.Json] = {}
    for field in kind.target.fields:
        value = constructor_default(field, PLAIN)
        if not isinstance(value, m.Absent):
            values[field.name] = value
        elif field.required:
            return m.ABSENT
    return values


def _container(kind: Annotation) -> Annotation:
    operands = getattr(kind, "operands", (kind,))
    return next(operand for operand in operands if operand not in (NONE, UNSET_TYPE))


def _value(kind: m.Type, value: m.Json, style: Style) -> Finished:
    """A default as an expression: with members and records where the style has them."""
    inner = kind.inner if isinstance(kind, m.Nullable) else kind
    if style is PLAIN or value is None:
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


def _record_value(record: m.Record, value: dict[str, m.Json], style: Style) -> Finished:
    fields = {field.name: field for field in record.fields}
    given = [f"{attribute(key)}={_value(fields[key].type, value[key], style)}" for key in value if key in fields]
    rest = {key: item for key, item in value.items() if key not in fields}
    given += [f"extra={literal(rest)}"] if rest else []
    return Finished(f"{class_name(record.name)}({', '.join(given)})")
