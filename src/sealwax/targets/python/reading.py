"""How values that are known to be valid become typed objects."""

from collections.abc import Iterable, Iterator
from typing import assert_never

from sealwax.contract.model import (
    ABSENT,
    AnyObject,
    AnyValue,
    Boolean,
    Constant,
    Enum,
    Field,
    Integer,
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
from sealwax.languages.python import attribute, class_name, constant, string
from sealwax.languages.python.annotations import Annotation
from sealwax.languages.python.layout import (
    Call,
    Comprehension,
    Conditional,
    Expression,
    Item,
    assigned,
    called,
    fits,
    flat,
    guard,
    one_line,
)
from sealwax.languages.python.types import IN_RECORDS, Named
from sealwax.naming import snake
from sealwax.rendering import Finished
from sealwax.targets.python.dataclasses import constructor_default
from sealwax.targets.python.to_dict import absent, as_read


def read_name(name: str) -> Finished:
    """The function that makes an object of a valid value."""
    return Finished(f"_read_{snake(name)}")


def members_name(enum: Enum) -> Finished:
    """The table with the members of an open enum by their values."""
    return Finished(f"_{constant(enum.name)}_MEMBERS")


PAYLOAD_READER = "payload"
"""The argument of a reader that makes an object of what differs by tool."""


def reading_lines(
    owner: Finished, fields: Iterable[Field], keys: Finished | None, generic: Annotation | None = None
) -> Iterator[str]:
    """The body of a reader: what is always there, then each key that is there, then the rest.

    `generic` is what it returns, if that depends on the payload.
    """
    slots = {field.name for field in fields if field.per_tool} if generic is not None else set[str]()
    required = [field for field in fields if field.required]
    arguments: list[str] = []
    parts = 0
    for field in required:
        given = f"{attribute(field.name)}={one_line(_member(field, slots))}"
        if not fits(f"{given},", 8):
            parts += 1
            part = f"part_{parts}"
            yield f"    {assigned(part, _member(field, slots), 4)}"
            given = f"{attribute(field.name)}={part}"
        arguments.append(given)
    optional = [field for field in fields if not field.required]
    # A key that is absent stays absent, whatever a constructor would fill in.
    filled = (field for field in optional if constructor_default(field, IN_RECORDS) is not ABSENT)
    arguments += [f"{attribute(field.name)}={absent(field)}" for field in filled]
    if not optional and keys is None:
        yield f"    return {called(owner, arguments, 4, 7)}"
        return
    start = "made = "
    if generic is not None and fits(f"made: {flat(generic)} = {owner}(", 4):
        start = f"made: {flat(generic)} = "
    elif generic is not None:
        yield f"    made: {flat(generic)}"
    yield f"    {start}{called(owner, arguments, 4, len(start))}"
    for field in optional:
        yield f"    {guard(f'{string(field.name)} in value', indent=4)}"
        yield f"        {assigned(f'made.{attribute(field.name)}', _member(field, slots), 8)}"
    if keys is not None:
        yield f"    {assigned('made.extra', Call('_others', f'value, {keys}'), 4)}"
    yield "    return made"


def needs_unset(objects: Iterable[Iterable[Field]]) -> bool:
    """Whether a reader says of a key that it is absent, where null means something else."""
    optional = (field for fields in objects for field in fields if not field.required)
    return any(constructor_default(field, IN_RECORDS) is not ABSENT and absent(field) == "UNSET" for field in optional)


def _member(field: Field, slots: set[str]) -> Expression:
    place = Item("value", string(field.name))
    if field.name in slots:
        made = Call(PAYLOAD_READER, one_line(place))
        return Conditional("None", f"{one_line(place)} is None", one_line(made)) if field.readers_accept_null else made
    expression = from_wire(as_read(field), one_line(place))
    return place if expression == one_line(place) else expression


def from_wire(kind: Type, name: Finished, depth: int = 1) -> Expression:
    """A plain JSON value as a typed one; what needs no type is the same object."""
    match kind:
        case Nullable(inner):
            expression = from_wire(inner, name, depth)
            return name if expression == name else Conditional("None", f"{name} is None", one_line(expression))
        case Reference(target):
            return _named_from_wire(target, name)
        case ListOf(inner):
            item = Finished("item" if depth == 1 else f"item_{depth}")
            expression = from_wire(inner, item, depth + 1)
            return name if expression == item else Comprehension("[]", one_line(expression), f"for {item} in {name}")
        case MapOf(inner):
            key, item = ("key", Finished("item")) if depth == 1 else (f"key_{depth}", Finished(f"item_{depth}"))
            expression = from_wire(inner, item, depth + 1)
            if expression == item:
                return name
            return Comprehension("{}", f"{key}: {one_line(expression)}", f"for {key}, {item} in {name}.items()")
        case Null() | Boolean() | Integer() | Number() | String() | Constant() | AnyValue() | AnyObject() | Payload():
            return name
        case _:
            assert_never(kind)


def _named_from_wire(target: Named, name: Finished) -> Expression:
    match target:
        case Record():
            return Call(read_name(target.name), name)
        case Enum() if target.open:
            return Call("_known", f"{members_name(target)}, {name}")
        case Enum():
            return Call(class_name(target.name), name)
        case Text():
            return name
        case _:
            assert_never(target)
