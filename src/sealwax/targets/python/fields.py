"""Fields -> attributes of a dataclass, what the constructor fills in, and how they get to the wire."""

from collections.abc import Iterable, Sequence

from sealwax.contract.model import (
    ABSENT,
    Absent,
    Constant,
    Enum,
    Field,
    Json,
    ListOf,
    MapOf,
    Nullable,
    Record,
    Reference,
    Type,
)
from sealwax.frozen import frozen
from sealwax.languages.python import attribute, class_name, member, string
from sealwax.languages.python.docs import field_text
from sealwax.languages.python.layout import (
    NONE,
    Annotation,
    Subscript,
    annotated,
    called,
    either,
    fits,
    flat,
    signature,
    value_of,
)
from sealwax.languages.python.types import ANY, PLAIN, UNSET_TYPE, Style, field_annotation, names_in
from sealwax.naming import snake
from sealwax.rendering import Finished
from sealwax.targets.python.wiring import absent, takes_null


@frozen
class Attribute:
    """An attribute of a dataclass: its statement in the class, and its docstring."""

    statement: Finished
    doc: str


@frozen
class Factory:
    """A function that makes the default of an attribute."""

    definition: Finished
    doc: str
    value: Finished


@frozen
class Attributes:
    """The attributes of one class, the functions before it, and the names that all of them use."""

    attributes: tuple[Attribute, ...]
    factories: tuple[Factory, ...]
    used: frozenset[str]


def attributes(owner: str, fields: Iterable[Field], style: Style, *, keywords_only: bool) -> Attributes:
    """Without `keywords_only`, arguments also go by position, but for required ones that follow optional ones."""
    found, factories, used = [], [], set[str]()
    defaults_so_far = False
    for field in fields:
        name, kind = attribute(field.name), attribute_type(field, style)
        value, factory = _default(owner, field, kind, style)
        if not value and defaults_so_far and not keywords_only:
            value = "kw_only=True"
        defaults_so_far = defaults_so_far or bool(value)
        call = "field" if "=" in value and value.startswith(("default_factory=", "kw_only=")) else ""
        found.append(Attribute(annotated(name, kind, value, 4, call), field_text(field)))
        factories += [factory] if factory else []
        used |= {*names_in(kind), *({call} if call else ()), *(() if field.required else {absent(field)})}
    return Attributes(tuple(found), tuple(factories), frozenset(used))


def attribute_type(field: Field, style: Style) -> Annotation:
    """The type of the attribute. None stands for an absent key, unless null means something else there."""
    kind = field_annotation(field, style)
    if field.required or kind == ANY:
        return kind
    if field.readers_accept_null:
        return either(kind, UNSET_TYPE, NONE)
    return either(kind, UNSET_TYPE if takes_null(field.type) else NONE)


# -- defaults ---------------------------------------------------------------------------------------------------------


def fills_in(owner: str, field: Field, style: Style) -> bool:
    """Whether a constructor does not ask for the attribute."""
    return bool(_default(owner, field, attribute_type(field, style), style)[0])


def _default(owner: str, field: Field, kind: Annotation, style: Style) -> tuple[str, Factory | None]:
    """What follows the equals sign, and the function that it needs, if any."""
    default = constructor_default(field, style)
    if isinstance(default, Absent):
        return "" if field.required else absent(field), None
    if default is None or not isinstance(default, list | dict):
        return _value(field.type, default, style, 4), None
    if not default and isinstance(_container(kind), Subscript):
        return f"default_factory={flat(_container(kind))}", None
    name = f"_{snake(owner)}_{attribute(field.name)}"
    doc = f"What `{field.name}` is when it is not given."
    definition = signature(name, (), _container(kind))
    return f"default_factory={name}", Factory(definition, doc, _value(field.type, default, style, 4, 7))


def constructor_default(field: Field, style: Style) -> Json | Absent:
    """What a constructor fills in: the constants and defaults of the contract, and in plain objects those within."""
    if isinstance(field.type, Constant):
        return field.default if field.required else ABSENT
    if field.default is not ABSENT:
        return field.default
    if style is not PLAIN or not field.required:
        return ABSENT
    if isinstance(field.type, Nullable):
        return None
    return filled(field.type)


def filled(kind: Type) -> Json | Absent:
    """The object with nothing but what the contract settles; absent when something else has to be given."""
    if not isinstance(kind, Reference) or not isinstance(kind.target, Record):
        return ABSENT
    values: dict[str, Json] = {}
    for field in kind.target.fields:
        value = constructor_default(field, PLAIN)
        if not isinstance(value, Absent):
            values[field.name] = value
        elif field.required:
            return ABSENT
    return values


def _container(kind: Annotation) -> Annotation:
    operands = getattr(kind, "operands", (kind,))
    return next(operand for operand in operands if operand not in (NONE, UNSET_TYPE))


def _value(kind: Type, value: Json, style: Style, indent: int, before: int = 0) -> Finished:
    """A default as an expression: with members and records where the style has them."""
    inner = kind.inner if isinstance(kind, Nullable) else kind
    if style is PLAIN or value is None:
        return value_of(value, indent, before)
    if isinstance(inner, Reference) and isinstance(inner.target, Enum) and isinstance(value, str):
        known = any(entry.value == value for entry in inner.target.values)
        return Finished(f"{class_name(inner.target.name)}.{member(value)}") if known else string(value)
    if isinstance(inner, Reference) and isinstance(inner.target, Record) and isinstance(value, dict):
        return _record_value(inner.target, value, style, indent, before)
    if isinstance(inner, ListOf) and isinstance(value, list):
        items = [_value(inner.item, item, style, indent + 4) for item in value]
        return _bracketed("[]", items, indent, before)
    if isinstance(inner, MapOf) and isinstance(value, dict):
        entries = [
            f"{string(key)}: {_value(inner.value, item, style, indent + 4, len(string(key)) + 2)}"
            for key, item in value.items()
        ]
        return _bracketed("{}", entries, indent, before)
    return value_of(value, indent, before)


def _record_value(record: Record, value: dict[str, Json], style: Style, indent: int, before: int) -> Finished:
    fields = {field.name: field for field in record.fields}
    given = []
    for key, item in value.items():
        if key in fields:
            start = f"{attribute(key)}="
            given.append(start + _value(fields[key].type, item, style, indent + 4, len(start)))
    rest = {key: item for key, item in value.items() if key not in fields}
    given += [f"extra={value_of(rest, indent + 4, 6)}"] if rest else []
    return _bracketed("()", given, indent, before, class_name(record.name))


def _bracketed(brackets: str, items: Sequence[str], indent: int, before: int, start: str = "") -> Finished:
    """The items on one line, or on a line each when one of them is long already."""
    fitting = not any("\n" in item for item in items)
    if not items or (fitting and fits(f"{start}[{', '.join(items)}],", indent + before)):
        return Finished(f"{start}{brackets[0]}{', '.join(items)}{brackets[1]}")
    broken = called("", items, indent, before=88)
    return Finished(f"{start}{brackets[0]}{broken[1:-1]}{brackets[1]}")
