"""How typed values get to the wire: plain JSON, without the keys that were not given."""

from collections.abc import Iterable
from typing import assert_never

from sealwax.contract.model import (
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
from sealwax.languages.python import attribute, string
from sealwax.languages.python.layout import (
    NONE,
    SKIP,
    Call,
    Comprehension,
    Conditional,
    Expression,
    assigned,
    fits,
    guard,
    one_line,
)
from sealwax.languages.python.types import PLAIN, Named, Style
from sealwax.rendering import Finished

PLAIN_PAYLOAD = "_plain"
"""The function that makes a plain object of a payload, whichever it is."""
_FEW = 3
"""From this many entries on, a dict has one per line."""


def takes_null(kind: Type) -> bool:
    return isinstance(kind, Nullable | AnyValue | Null)


def as_read(field: Field) -> Type:
    """The type of the field with the null that readers take; what was read as null is written as null."""
    return Nullable(field.type) if field.readers_accept_null and not takes_null(field.type) else field.type


def absent(field: Field) -> str:
    """What stands for an absent key in the attribute of an optional field."""
    return "UNSET" if takes_null(as_read(field)) else "None"


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
        lines.append(f"        {guard(f'{name} is not {absent(field)}', indent=8)}")
        indent = 12
    margin = " " * indent
    statement = assigned(target, _expression(field, style), indent)
    kind = as_read(field)
    if not isinstance(kind, Nullable) or ("\n" not in statement and not statement.endswith(SKIP)):
        return [*lines, f"{margin}{statement}"]
    inner = assigned(target, to_wire(kind.inner, Finished(name)), indent + 4)
    nothing = [
        f"{margin}{guard(f'{name} is None', indent=indent)}",
        f"{margin}    {assigned(target, NONE, indent + 4)}",
    ]
    return [*lines, *nothing, f"{margin}else:", f"{margin}    {inner}"]


def _expression(field: Field, style: Style) -> Expression:
    name = Finished(f"self.{attribute(field.name)}")
    if field.per_tool and style.payload is not None:
        made = Call(PLAIN_PAYLOAD, name)
        return Conditional("None", f"{name} is None", one_line(made)) if field.readers_accept_null else made
    return name if style is PLAIN else to_wire(as_read(field), name)


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
