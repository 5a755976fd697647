"""Type texts and constraints -> types."""

from collections.abc import Callable
from typing import TypeAlias, TypeVar

from sealwax.contract.model import (
    ABSENT,
    Absent,
    AnyObject,
    AnyValue,
    Boolean,
    Constant,
    Enum,
    Format,
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
from sealwax.contract.resolving.scope import Scope, child, inside, key, width_of
from sealwax.contract.source import Node
from sealwax.diagnostics import Code, did_you_mean
from sealwax.language.grammar import ConstraintsDecl, ItemConstraintsDecl
from sealwax.language.type_text import ListText, MapText, Named, OrNull, TypeText, TypeTextError, parse_type
from sealwax.meaning.findings import errors_in
from sealwax.meaning.interpreter import check_type
from sealwax.patterns import Pattern, PatternError, parse_pattern

T = TypeVar("T")
BUILT_IN: dict[str, Type] = {
    "boolean": Boolean(),
    "string": String(),
    "integer": Integer(),
    "number": Number(),
    "object": AnyObject(),
    "json": AnyValue(),
    "null": Null(),
    "payload": Payload(),
}
UNRESOLVED = AnyValue()
"""Stands for a type that could not be read, which has been reported: nothing more is to be said about it."""
TAKES_NULL = ("null", "json")
Lookup: TypeAlias = Callable[[str, Node, int], "Record | Enum | Text | None"]
"""Finds a named declaration, and reports at the node and offset where there is none."""


def read_type(text: str, node: Node, scope: Scope, lookup: Lookup) -> Type:
    """The type that a text names; a mistake is reported and read as any value."""
    try:
        return _type(parse_type(text), node, scope, lookup)
    except TypeTextError as error:
        scope.report.add(Code.BAD_TYPE, inside(node, error.offset), error.message, error.hint, error.width)
        return UNRESOLVED


def _type(text: TypeText, node: Node, scope: Scope, lookup: Lookup) -> Type:
    match text:
        case ListText():
            return ListOf(_type(text.item, node, scope, lookup))
        case MapText():
            return MapOf(_type(text.value, node, scope, lookup))
        case OrNull():
            inner = _type(text.inner, node, scope, lookup)
            if isinstance(text.inner, OrNull) or (isinstance(text.inner, Named) and text.inner.name in TAKES_NULL):
                message = "this type takes null already"
                scope.report.add(Code.BAD_TYPE, inside(node, text.offset), message, "leave out `| null`", len("null"))
                return inner
            return Nullable(inner)
        case Named():
            if text.name in BUILT_IN:
                return BUILT_IN[text.name]
            target = lookup(text.name, node, text.offset)
            return Reference(target) if target is not None else UNRESOLVED


def constrain(type_: Type, decl: ConstraintsDecl, scope: Scope) -> Type:
    """The type with the constraints that stand beside it."""
    if type_ is UNRESOLVED:
        return type_
    if isinstance(type_, Nullable):
        return Nullable(constrain(type_.inner, decl, scope))
    if not isinstance(decl.const, Absent):
        return _constant(type_, decl, scope)
    type_ = constrain_single(type_, decl.alone, scope)
    for name in ("min_items", "max_items", "items"):
        if getattr(decl, name) is not None and not isinstance(type_, ListOf):
            _misplaced(name, "a list", decl.node, scope)
    if decl.values is not None and not isinstance(type_, MapOf):
        _misplaced("values", "a map", decl.node, scope)
    if isinstance(type_, ListOf):
        least, most = _either(decl.min_items, type_.min_items), _either(decl.max_items, type_.max_items)
        _bounds(least, most, "min_items", "max_items", decl.node, scope)
        item = type_.item if decl.items is None else constrain_item(type_.item, decl.items, scope)
        return ListOf(item, least, most)
    if isinstance(type_, MapOf) and decl.values is not None:
        return MapOf(constrain_item(type_.value, decl.values, scope))
    return type_


def constrain_item(type_: Type, decl: ItemConstraintsDecl, scope: Scope) -> Type:
    if isinstance(type_, Nullable):
        return Nullable(constrain_item(type_.inner, decl, scope))
    return constrain_single(type_, decl, scope)


def _constant(type_: Type, decl: ConstraintsDecl, scope: Scope) -> Type:
    node = child(decl.node, "const")
    value = decl.const
    if not isinstance(type_, Boolean | String | Integer | Number):
        _misplaced("const", "a string, number or boolean", decl.node, scope)
        return type_
    limited = constrain_single(type_, decl.alone, scope)
    check_value(limited, value, node, scope, "the constant")
    if isinstance(value, str | int | float | bool) and not isinstance(value, Absent):
        whole = isinstance(type_, Integer) and isinstance(value, float) and value.is_integer()
        return Constant(int(value) if whole else value)
    return type_


def constrain_single(type_: Type, decl: ItemConstraintsDecl, scope: Scope) -> Type:
    """A string or number with its limits; a limit on anything else is misplaced."""
    if type_ is UNRESOLVED:
        return type_
    text_keys = ("pattern", "format", "length", "min_length", "max_length")
    if not isinstance(type_, String):
        for name in text_keys:
            if getattr(decl, name) is not None:
                _misplaced(name, "a string", decl.node, scope)
    if not isinstance(type_, Integer | Number):
        for name in ("min", "max"):
            if getattr(decl, name) is not None:
                _misplaced(name, "a number", decl.node, scope, _COUNTING.get(type(type_), ""))
    match type_:
        case String():
            return string(decl, scope, type_)
        case Integer():
            least, most = _either(decl.min, type_.minimum), _either(decl.max, type_.maximum)
            _bounds(least, most, "min", "max", decl.node, scope)
            return Integer(_whole(least, "min", decl, scope), _whole(most, "max", decl, scope))
        case Number():
            least, most = _either(decl.min, type_.minimum), _either(decl.max, type_.maximum)
            _bounds(least, most, "min", "max", decl.node, scope)
            return Number(least, most)
        case _:
            return type_


def _either(own: T | None, general: T | None) -> T | None:
    return general if own is None else own


def string(decl: ItemConstraintsDecl, scope: Scope, general: String) -> String:
    """The string type that a declaration limits; what it does not say stays as it was in general."""
    least, most = _either(decl.min_length, general.min_length), _either(decl.max_length, general.max_length)
    if decl.length is not None:
        for name in ("min_length", "max_length"):
            if getattr(decl, name) is not None:
                message = f"`{name}` contradicts or repeats `length`"
                scope.mistake(Code.IMPOSSIBLE_BOUNDS, key(decl.node, name), message, "keep one of them")
        least = most = decl.length
    _bounds(least, most, "min_length", "max_length", decl.node, scope)
    pattern = None if decl.pattern is None else read_pattern(decl.pattern, child(decl.node, "pattern"), scope)
    named = None if decl.format is None else Format(decl.format)
    return String(least, most, _either(pattern, general.pattern), _either(named, general.format))


def read_pattern(text: str, node: Node, scope: Scope) -> Pattern | None:
    try:
        return parse_pattern(text)
    except PatternError as error:
        code = Code.UNSUPPORTED_PATTERN if error.unsupported else Code.BAD_PATTERN
        scope.report.add(code, inside(node, error.offset), error.message, error.hint)
        return None


def check_value(type_: Type, value: Json, node: Node, scope: Scope, what: str) -> bool:
    """Reports a default or constant that breaks the type it stands beside."""
    errors = errors_in(check_type(type_, value))
    for finding in errors[:1]:
        where = f" at {finding.pointer}" if finding.pointer else ""
        hint = "write a value that the type and its limits allow"
        scope.mistake(Code.BAD_VALUE, node, f"{what} breaks its type{where}: {finding.message}", hint)
    return not errors


def note_unknown(type_: Type, value: Json, node: Node, scope: Scope, what: str) -> None:
    """Notes a value that an open list allows but does not have: more often a slip than a wish."""
    inner = type_.inner if isinstance(type_, Nullable) else type_
    target = inner.target if isinstance(inner, Reference) else None
    if not isinstance(target, Enum) or not target.open or not isinstance(value, str) or scope.is_inherited(node):
        return
    known = [each.value for each in target.values]
    if value not in known:
        message = f"{what} '{value}' is not among the known values of {target.name}"
        hint = did_you_mean(value, known, "the list is open, so this is allowed; add it to the list if it is known")
        scope.report.note(Code.UNKNOWN_NAME, node.position, message, hint, width_of(node))


def _whole(value: int | float | None, name: str, decl: ItemConstraintsDecl, scope: Scope) -> int | None:
    if isinstance(value, float) and not value.is_integer():
        scope.mistake(
            Code.BAD_VALUE, child(decl.node, name), f"{value} is not a whole number, as an integer's limit is"
        )
    return None if value is None else int(value)


def _bounds(least: int | float | None, most: int | float | None, low: str, high: str, node: Node, scope: Scope) -> None:
    if least is not None and most is not None and least > most:
        message = f"no value is at least {least} and at most {most}"
        scope.mistake(Code.IMPOSSIBLE_BOUNDS, child(node, low), message, f"make `{low}` no larger than `{high}`")


_COUNTING: dict[type, str] = {String: "length", ListOf: "items"}
"""What is limited in number where the value itself is not one: `min` becomes `min_length`."""


def _misplaced(name: str, fits: str, node: Node, scope: Scope, counted: str = "") -> None:
    hint = "on a list, write it below `items`; on a map, below `values`" if fits in ("a string", "a number") else ""
    if counted == "length":
        hint = f"write `{name}_length` to limit how long it is"
    elif counted == "items":
        hint = f"write `{name}_items` to limit how many there are; or `{name}` below `items`, to limit each"
    scope.mistake(Code.MISPLACED_CONSTRAINT, key(node, name), f"`{name}` fits {fits} only", hint)


def narrower(new: Type, old: Type) -> bool:
    """Whether every value of the new type is one of the old type, as far as kinds of types can tell."""
    if new == old or isinstance(old, AnyValue) or new is UNRESOLVED:
        return True
    if isinstance(old, Nullable):
        return isinstance(new, Null) or narrower(new.inner if isinstance(new, Nullable) else new, old.inner)
    if isinstance(old, AnyObject | Payload):
        is_record = isinstance(new, Reference) and isinstance(new.target, Record)
        return is_record or isinstance(new, AnyObject | Payload | MapOf)
    if isinstance(new, Constant):
        return not check_type(old, new.value)
    if isinstance(old, String):
        is_text = isinstance(new, Reference) and isinstance(new.target, Enum | Text)
        return (is_text and old == String()) or (isinstance(new, String) and _string_within(new, old))
    if isinstance(old, Number):
        limits = (old.minimum, old.maximum)
        return isinstance(new, Integer | Number) and _within((new.minimum, new.maximum), limits)
    if isinstance(old, Integer):
        return isinstance(new, Integer) and _within((new.minimum, new.maximum), (old.minimum, old.maximum))
    if isinstance(old, ListOf) and isinstance(new, ListOf):
        limits = (old.min_items, old.max_items)
        return narrower(new.item, old.item) and _within((new.min_items, new.max_items), limits)
    return isinstance(old, MapOf) and isinstance(new, MapOf) and narrower(new.value, old.value)


def _string_within(new: String, old: String) -> bool:
    lengths = _within((new.min_length, new.max_length), (old.min_length, old.max_length))
    return lengths and old.pattern in (None, new.pattern) and old.format in (None, new.format)


Limits: TypeAlias = tuple[int | float | None, int | float | None]


def _within(new: Limits, old: Limits) -> bool:
    low = old[0] is None or (new[0] is not None and new[0] >= old[0])
    return low and (old[1] is None or (new[1] is not None and new[1] <= old[1]))


def object_like(type_: Type) -> bool:
    """Whether every value of the type is a JSON object."""
    if isinstance(type_, Reference):
        return isinstance(type_.target, Record)
    return type_ is UNRESOLVED or isinstance(type_, AnyObject | Payload | MapOf)


def mentions_payload(type_: Type) -> bool:
    match type_:
        case Payload():
            return True
        case ListOf():
            return mentions_payload(type_.item)
        case MapOf():
            return mentions_payload(type_.value)
        case Nullable():
            return mentions_payload(type_.inner)
        case _:
            return False


def with_default(type_: Type, default: Json | Absent) -> Json | Absent:
    """A constant is its own default."""
    if isinstance(type_, Constant):
        return type_.value
    if isinstance(type_, Null) and default is ABSENT:
        return None
    return default if isinstance(default, Absent) else tidied(type_, default)


def tidied(type_: Type, value: Json) -> Json:
    """The value with whole numbers as integers wherever the type wants them: 1.0 is 1."""
    match type_, value:
        case Nullable(), _:
            return tidied(type_.inner, value)
        case Integer(), float() if value.is_integer():
            return int(value)
        case ListOf(), list():
            return [tidied(type_.item, item) for item in value]
        case MapOf(), dict():
            return {key: tidied(type_.value, item) for key, item in value.items()}
        case Reference(target=Record() as record), dict():
            types = {field.name: field.type for field in record.fields}
            return {key: tidied(types[key], item) if key in types else item for key, item in value.items()}
        case _:
            return value
