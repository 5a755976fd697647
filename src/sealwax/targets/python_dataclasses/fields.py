"""Fields -> attributes of a dataclass, what the constructor fills in, and how they get to the wire."""

from collections.abc import Iterable, Sequence
from typing import assert_never

from sealwax.contract.model import (
    ABSENT,
    Absent,
    AnyObject,
    AnyValue,
    Boolean,
    Constant,
    Enum,
    Field,
    Integer,
    Json,
    ListOf,
    MapOf,
    Null,
    Nullable,
    Number,
    Payload,
    Record,
    Reference,
    String,
    Text,
    Type,
)
from sealwax.frozen import frozen
from sealwax.languages.python import attribute, class_name, member, string
from sealwax.languages.python_docs import field_text
from sealwax.languages.python_layout import (
    NONE,
    SKIP,
    Annotation,
    Call,
    Comprehension,
    Conditional,
    Expression,
    annotated,
    assigned,
    called,
    either,
    fits,
    flat,
    guard,
    one_line,
    signature,
    value_of,
)
from sealwax.languages.python_types import ANY, IN_RECORDS, PLAIN, UNSET_TYPE, Named, Style, annotation, names_in
from sealwax.naming import snake
from sealwax.rendering import Finished

_FEW = 3
"""From this many entries on, a dict has one per line."""


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
        used |= {*names_in(kind), *({call} if call else ()), *({value} if value == "UNSET" else ())}
    return Attributes(tuple(found), tuple(factories), frozenset(used))


def attribute_type(field: Field, style: Style) -> Annotation:
    """The type of the attribute. None stands for an absent key, unless null means something else there."""
    kind = annotation(field.type, style)
    if field.required or kind == ANY:
        return kind
    return either(kind, UNSET_TYPE if takes_null(field.type) else NONE)


def takes_null(kind: Type) -> bool:
    return isinstance(kind, Nullable | AnyValue | Null)


def _absent(field: Field) -> str:
    return "UNSET" if takes_null(field.type) else "None"


# -- defaults ---------------------------------------------------------------------------------------------------------


def _default(owner: str, field: Field, kind: Annotation, style: Style) -> tuple[str, Factory | None]:
    """What follows the equals sign, and the function that it needs, if any."""
    default = constructor_default(field, style)
    if isinstance(default, Absent):
        return "" if field.required else _absent(field), None
    if default is None or not isinstance(default, list | dict):
        return _value(field.type, default, style, 4), None
    if not default and not _makes_record(field.type, style):
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


def _makes_record(kind: Type, style: Style) -> bool:
    inner = kind.inner if isinstance(kind, Nullable) else kind
    return style is IN_RECORDS and isinstance(inner, Reference) and isinstance(inner.target, Record)


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


# -- to the wire ------------------------------------------------------------------------------------------------------


def wire_lines(fields: Iterable[Field], style: Style, *, is_open: bool) -> tuple[Finished, ...]:
    """The body of `to_dict`, without its docstring: keys in contract order, those that were not given left out."""
    waiting = list(fields)
    entries: list[str] = []
    while waiting and (entry := _entry(waiting[0], style)):
        entries.append(entry)
        waiting.pop(0)
    if not waiting and not is_open:
        return (Finished(f"        return {_display(entries, 7)}"),)
    lines = [f"        out: dict[str, Any] = {_display(entries, 22)}"]
    for field in waiting:
        lines += _statements(field, style)
    lines += ["        out.update(self.extra)"] if is_open else []
    return (*map(Finished, lines), Finished("        return out"))


def _display(entries: list[str], before: int) -> str:
    line = f"{{{', '.join(entries)}}}"
    if len(entries) < _FEW and fits(line, before + 8):
        return line
    return "{" + "".join(f"\n            {entry}," for entry in entries) + "\n        }"


def _entry(field: Field, style: Style) -> str | None:
    """The key and value as an entry of a dict display, when they are always there and fit."""
    expression = _expression(field, style)
    line = f"{string(field.name)}: {one_line(expression)}"
    simple = isinstance(expression, Finished) or (fits(f"{line},", 12) and not isinstance(expression, Conditional))
    return line if field.required and simple else None


def _statements(field: Field, style: Style) -> list[str]:
    name, target = f"self.{attribute(field.name)}", f"out[{string(field.name)}]"
    indent, lines = 8, []
    if not field.required:
        lines.append(f"        {guard(f'{name} is not {_absent(field)}', indent=8)}")
        indent = 12
    margin = " " * indent
    statement = assigned(target, _expression(field, style), indent)
    if not isinstance(field.type, Nullable) or ("\n" not in statement and not statement.endswith(SKIP)):
        return [*lines, f"{margin}{statement}"]
    inner = assigned(target, to_wire(field.type.inner, Finished(name)), indent + 4)
    nothing = [
        f"{margin}{guard(f'{name} is None', indent=indent)}",
        f"{margin}    {assigned(target, NONE, indent + 4)}",
    ]
    return [*lines, *nothing, f"{margin}else:", f"{margin}    {inner}"]


def _expression(field: Field, style: Style) -> Expression:
    name = Finished(f"self.{attribute(field.name)}")
    return name if style is PLAIN else to_wire(field.type, name)


def to_wire(kind: Type, name: Finished, depth: int = 1, *, argument: bool = False) -> Expression:
    """A typed value as plain JSON. An `argument` may be a mapping where a record would be expected."""
    match kind:
        case Nullable(inner):
            expression = to_wire(inner, name, depth, argument=argument)
            return name if expression == name else Conditional("None", f"{name} is None", one_line(expression))
        case Reference(target):
            return _named_to_wire(target, name, argument=argument)
        case ListOf(inner):
            item = Finished("item" if depth == 1 else f"item_{depth}")
            expression = to_wire(inner, item, depth + 1, argument=argument)
            is_plain = expression == item
            return (
                Call("list", name) if is_plain else Comprehension("[]", one_line(expression), f"for {item} in {name}")
            )
        case MapOf(inner):
            key, item = ("key", Finished("item")) if depth == 1 else (f"key_{depth}", Finished(f"item_{depth}"))
            expression = to_wire(inner, item, depth + 1, argument=argument)
            if expression == item:
                return Call("dict", name)
            return Comprehension("{}", f"{key}: {one_line(expression)}", f"for {key}, {item} in {name}.items()")
        case AnyObject() | Payload():
            return Call("dict", name)
        case Null() | Boolean() | Integer() | Number() | String() | Constant() | AnyValue():
            return name
        case _:
            assert_never(kind)


def _named_to_wire(target: Named, name: Finished, *, argument: bool) -> Expression:
    match target:
        case Record():
            return Call("_plain", name) if argument else Finished(f"{name}.to_dict()")
        case Enum():
            return Call("str", name)
        case Text():
            return name
        case _:
            assert_never(target)
