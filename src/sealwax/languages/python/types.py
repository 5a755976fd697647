"""How Python spells the types of a contract: in records, on the wire, in the envelope, as arguments."""

from collections.abc import Callable, Iterable, Mapping
from typing import Self, TypeAlias, assert_never

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.languages import free
from sealwax.languages.python import class_name, literal
from sealwax.rendering import Finished


class Union(Finished):
    """`str | None`: the text, with its parts."""

    operands: tuple[Finished, ...]

    def __new__(cls, operands: tuple[Finished, ...]) -> Self:
        made = super().__new__(cls, " | ".join(operands))
        made.operands = operands
        return made


NONE = Finished("None")


def either(*annotations: Finished) -> Finished:
    """The union of the annotations, each operand once, None last."""
    found = dict.fromkeys(operand for each in annotations for operand in operands_of(each))
    operands = tuple(sorted(found, key=lambda each: each == NONE))
    return Union(operands) if len(operands) > 1 else operands[0]


def operands_of(annotation: Finished) -> tuple[Finished, ...]:
    return annotation.operands if isinstance(annotation, Union) else (annotation,)


def subscript(base: str, *arguments: Finished) -> Finished:
    """`list[str]`, `dict[str, Any]`."""
    return Finished(f"{base}[{', '.join(arguments)}]")


Named: TypeAlias = m.Record | m.Enum | m.Text

ANY = Finished("Any")
BOOL = Finished("bool")
FLOAT = Finished("float")
INT = Finished("int")
STR = Finished("str")
OBJECT = subscript("dict", STR, ANY)
UNSET = Finished("UNSET")
UNSET_TYPE = Finished("UnsetType")


class Style(Struct, frozen=True):
    """How types are spelled in one of the places in which they occur."""

    list_of: str
    map_of: str
    named: Callable[[Named], Finished]
    payload: Finished | None = None
    """The type of a field that differs by tool; without it, the type that all tools have in common."""


def field_annotation(field: m.Field, style: Style) -> Finished:
    """The type of a field, ignoring that its key may be absent."""
    if field.per_tool and style.payload is not None:
        return style.payload
    return annotation(field.type, style)


_SIMPLE = {m.Null: NONE, m.Boolean: BOOL, m.Integer: INT, m.Number: FLOAT, m.String: STR, m.AnyValue: ANY}


def annotation(kind: m.Type, style: Style) -> Finished:
    match kind:
        case m.Null() | m.Boolean() | m.Integer() | m.Number() | m.String() | m.AnyValue():
            return _SIMPLE[type(kind)]
        case m.Constant(value):
            return FLOAT if isinstance(value, float) else subscript("Literal", literal(value))
        case m.AnyObject() | m.Payload():
            return subscript(style.map_of, STR, ANY)
        case m.ListOf(item):
            return subscript(style.list_of, annotation(item, style))
        case m.MapOf(value):
            return subscript(style.map_of, STR, annotation(value, style))
        case m.Nullable(inner):
            return either(annotation(inner, style), NONE)
        case m.Reference(target):
            return style.named(target)
        case _:
            assert_never(kind)


# -- the four places --------------------------------------------------------------------------------------------------


def wire_name(name: str) -> Finished:
    """The name of the TypedDict of a record or an outcome. No declared name has this ending."""
    return Finished(f"{class_name(name)}Dict")


def value_names(contract: m.Contract) -> dict[str, Finished]:
    """By enum: the alias of its strings on the wire."""
    envelope = contract.envelope
    named: tuple[Named, ...] = (*contract.records, *contract.texts, *contract.enums)
    names = [declaration.name for declaration in named]
    names += [envelope.name, *(outcome.name for outcome in envelope.outcomes)]
    taken = set(map(class_name, names))
    return {enum.name: free(f"{class_name(enum.name)}Value", taken) for enum in contract.enums}


def _in_records(target: Named) -> Finished:
    name = class_name(target.name)
    return either(name, STR) if isinstance(target, m.Enum) and target.open else name


def _plain(target: Named) -> Finished:
    return OBJECT if isinstance(target, m.Record) else STR


IN_RECORDS = Style("list", "dict", _in_records)
PLAIN = Style("list", "dict", _plain)


def on_the_wire(values: Mapping[str, Finished]) -> Style:
    def named(target: Named) -> Finished:
        if isinstance(target, m.Record):
            return wire_name(target.name)
        return values[target.name] if isinstance(target, m.Enum) else class_name(target.name)

    return Style("list", "dict", named)


def as_argument(contract: m.Contract) -> Style:
    """How arguments are typed: callers can pass members or strings, records or mappings."""
    values, mapping = value_names(contract), subscript("Mapping", STR, ANY)

    def named(target: Named) -> Finished:
        name = class_name(target.name)
        if isinstance(target, m.Record):
            return either(name, mapping)
        return either(name, STR if target.open else values[target.name]) if isinstance(target, m.Enum) else name

    payload = either(*(class_name(record.name) for record in payloads(contract)), mapping) if contract.tools else None
    return Style("Sequence", "Mapping", named, payload)


def payloads(contract: m.Contract) -> tuple[m.Record, ...]:
    """The records that can be the payload of a response, in contract order: none unless there are tools."""
    found = {tool.payload.name for tool in contract.tools}
    for field in (field for outcome in contract.envelope.outcomes for field in outcome.fields):
        if found and field.per_tool and isinstance(field.type, m.Reference):
            found.add(field.type.target.name)
    return tuple(record for record in contract.records if record.name in found)


# -- order ------------------------------------------------------------------------------------------------------------


def declared_before_use(records: Iterable[m.Record]) -> tuple[m.Record, ...]:
    """The records in contract order, but each after those that its fields need."""
    done: dict[str, m.Record] = {}
    for record in records:
        waiting = [record]
        while waiting:
            needed = (m.named_in(field.type) for field in waiting[-1].fields)
            missing = [target for target in needed if isinstance(target, m.Record) and target.name not in done]
            if missing:
                waiting.append(missing[0])
            else:
                last = waiting.pop()
                done.setdefault(last.name, last)
    return tuple(done.values())


# -- arguments --------------------------------------------------------------------------------------------------------


class Argument(Struct, frozen=True):
    """An argument of a generated function."""

    name: Finished
    type: Finished
    default: Finished
    """Empty when the argument has to be given."""
    doc: str = ""


class NamedValue(Struct, frozen=True):
    """A name, and the expression for its value."""

    name: Finished
    value: Finished


def argument(name: Finished, kind: Finished, default: str = "", doc: str = "") -> Argument:
    return Argument(name, kind, Finished(default), doc)


def optional_argument(name: Finished, kind: Finished, doc: str = "", absent: Finished = NONE) -> Argument:
    """An argument with a default that says that it is not given: None, or UNSET where None is a value of its own."""
    nothing = UNSET_TYPE if absent == UNSET else NONE
    return argument(name, kind if kind == ANY else either(kind, nothing), absent, doc)
