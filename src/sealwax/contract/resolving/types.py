"""Type expressions and constraints -> types.

`{type: list of string | null, max_items: 3, items: {max_length: 5}}` becomes
`Nullable(ListOf(String(max_length=5), max_items=3))`.
"""

from typing import TypeAlias, TypeVar

from sealwax.contract import model as m
from sealwax.contract.resolving.scope import Scope
from sealwax.contract.source import Node, child, inside, key
from sealwax.diagnostics import Code, Position
from sealwax.language.grammar.types import ConstraintsDecl, ItemConstraintsDecl
from sealwax.language.type_text import BUILT_IN, ListText, MapText, Named, OrNull, TypeText, TypeTextError, parse_type
from sealwax.meaning.checks.interpreter import check_type
from sealwax.meaning.checks.lowering import lower_type
from sealwax.meaning.checks.samples import Samples
from sealwax.meaning.findings import errors_in
from sealwax.meaning.json_values import LARGEST_EXACT
from sealwax.patterns import MAX_STEPS, Pattern, PatternError, parse_pattern

T = TypeVar("T")
_BUILT_IN = (m.Boolean(), m.String(), m.Integer(), m.Number(), m.AnyObject(), m.AnyValue(), m.Null(), m.Payload())
TYPES: dict[str, m.Type] = dict(zip(BUILT_IN, _BUILT_IN, strict=True))
UNRESOLVED = m.AnyValue()
"""The type of anything that could not be resolved. That has been reported, so nothing else is checked."""
ACCEPT_NULL = ("null", "json")
SYNTAX_KEYS = ("pattern", "format", "length", "min_length", "max_length")
"""The constraints on strings."""
_INSIDE = "for a list, write it under `items`; for a map, under `values`"
_COUNTING: dict[type, str] = {
    m.String: "write `{word}_length` to limit the length",
    m.ListOf: "write `{word}_items` to limit the number of items, or `{word}` under `items` to limit each item",
}
"""What to write instead of `min` or `max` if the value is not a number."""


def read_type(text: str, node: Node, scope: Scope) -> m.Type:
    """Resolve a type expression; after an error, the result is `UNRESOLVED`."""
    try:
        return _type(parse_type(text), node, scope)
    except TypeTextError as error:
        scope.report.add(Code.BAD_TYPE, inside(node, error.offset), error.message, error.hint, error.width)
        return UNRESOLVED


def _type(text: TypeText, node: Node, scope: Scope) -> m.Type:
    match text:
        case ListText():
            return m.ListOf(_type(text.item, node, scope))
        case MapText():
            return m.MapOf(_type(text.value, node, scope))
        case OrNull():
            inner = _type(text.inner, node, scope)
            if isinstance(text.inner, OrNull) or (isinstance(text.inner, Named) and text.inner.name in ACCEPT_NULL):
                message = "this type already accepts null"
                scope.report.add(Code.BAD_TYPE, inside(node, text.offset), message, "remove `| null`", len("null"))
                return inner
            return m.Nullable(inner)
        case Named():
            if text.name in TYPES:
                return TYPES[text.name]
            target = scope.lookup(text.name, node, text.offset)
            return m.Reference(target) if target is not None else UNRESOLVED


def constrain(type_: m.Type, decl: ConstraintsDecl, scope: Scope) -> m.Type:
    """Apply the constraints of a declaration to a type."""
    if type_ is UNRESOLVED:
        return type_
    if isinstance(type_, m.Nullable):
        return m.Nullable(constrain(type_.inner, decl, scope))
    if not isinstance(decl.const, m.Absent):
        return _constant(type_, decl, scope)
    type_ = constrain_single(type_, decl.alone, scope)
    if not isinstance(type_, m.ListOf):
        scope.check_absent(decl.node, ("min_items", "max_items", "items"), "can only be used on a list")
    if not isinstance(type_, m.MapOf):
        scope.check_absent(decl.node, ("values",), "can only be used on a map")
    if isinstance(type_, m.ListOf):
        least, most = _either(decl.min_items, type_.min_items), _either(decl.max_items, type_.max_items)
        _bounds(least, most, "min_items", "max_items", decl.node, scope)
        item = type_.item if decl.items is None else constrain_single(type_.item, decl.items, scope)
        return m.ListOf(item, least, most)
    if isinstance(type_, m.MapOf) and decl.values is not None:
        return m.MapOf(constrain_single(type_.value, decl.values, scope))
    return type_


def _constant(type_: m.Type, decl: ConstraintsDecl, scope: Scope) -> m.Type:
    node = child(decl.node, "const")
    value = decl.const
    if not isinstance(type_, m.Boolean | m.String | m.Integer | m.Number):
        scope.check_absent(decl.node, ("const",), "can only be used on a string, number or boolean")
        return type_
    limited = constrain_single(type_, decl.alone, scope)
    check_value(limited, value, node, scope, "the constant")
    if isinstance(value, str | int | float | bool) and not isinstance(value, m.Absent):
        whole = isinstance(type_, m.Integer) and isinstance(value, float) and value.is_integer()
        return m.Constant(int(value) if whole else value)
    return type_


def constrain_single(type_: m.Type, decl: ItemConstraintsDecl, scope: Scope) -> m.Type:
    """Apply the constraints on a single string or number; on any other type they are misplaced."""
    if type_ is UNRESOLVED:
        return type_
    if isinstance(type_, m.Nullable):
        return m.Nullable(constrain_single(type_.inner, decl, scope))
    if isinstance(type_, m.String):
        return constrain_string(decl, scope, type_)
    scope.check_absent(decl.node, SYNTAX_KEYS, "can only be used on a string", _INSIDE)
    if not isinstance(type_, m.Integer | m.Number):
        _check_no_number(type_, decl, scope)
        return type_
    least, most = _either(decl.min, type_.minimum), _either(decl.max, type_.maximum)
    _bounds(least, most, "min", "max", decl.node, scope)
    divisor = _either(decl.multiple_of, type_.multiple_of)
    number: m.Integer | m.Number = m.Number(least, most, divisor)
    if isinstance(type_, m.Integer):
        number = m.Integer(_whole(least, "min", decl, scope), _whole(most, "max", decl, scope), divisor)
    _check_multiples(number, decl.node, scope)
    return number


def _check_no_number(kind: m.Type, decl: ItemConstraintsDecl, scope: Scope) -> None:
    """Report the constraints on numbers, where there is none."""
    hint = "" if isinstance(kind, m.String) else _INSIDE
    scope.check_absent(decl.node, ("min", "max"), "can only be used on a number", _COUNTING.get(type(kind), hint))
    scope.check_absent(decl.node, ("multiple_of",), "can only be used on a number", hint)


def _either(own: T | None, general: T | None) -> T | None:
    return general if own is None else own


def constrain_string(decl: ItemConstraintsDecl, scope: Scope, general: m.String) -> m.String:
    """Apply constraints to a string type; those that are not given stay as they are."""
    _check_no_number(general, decl, scope)
    least, most = _either(decl.min_length, general.min_length), _either(decl.max_length, general.max_length)
    if decl.length is not None:
        for name in ("min_length", "max_length"):
            if getattr(decl, name) is not None:
                message = f"`{name}` and `length` cannot be combined"
                scope.error(Code.IMPOSSIBLE_BOUNDS, key(decl.node, name), message, "remove one of them")
        least = most = decl.length
    _bounds(least, most, "min_length", "max_length", decl.node, scope)
    pattern = general.pattern
    if decl.pattern is not None:
        node = child(decl.node, "pattern")
        pattern = read_pattern(decl.pattern, node, scope)
        if pattern is not None:
            check_steps(pattern, most, inside(node, pattern.cost.offset), scope)
    elif pattern is not None:
        check_steps(pattern, most, decl.node.position, scope)
    named = None if decl.format is None else m.Format(decl.format)
    if most is None and pattern is not None:
        most = pattern.cost.longest
    return m.String(least, most, pattern, _either(named, general.format))


def read_pattern(text: str, node: Node, scope: Scope) -> Pattern | None:
    try:
        return parse_pattern(text)
    except PatternError as error:
        code = Code.UNSUPPORTED_PATTERN if error.unsupported else Code.BAD_PATTERN
        scope.report.add(code, inside(node, error.offset), error.message, error.hint)
        return None


def check_steps(pattern: Pattern, most: int | None, position: Position, scope: Scope, hint: str = "") -> None:
    """Report a pattern that can take too long, unless a length limit rules out the texts on which it does."""
    longest, is_linear = pattern.cost.longest, pattern.cost.is_linear
    if longest is None or (is_linear if most is None else most <= longest):
        return
    if is_linear:
        message = f"a text that is matched against a repeated group has at most {longest} characters"
        hint = f"write `max_length: {longest}` or less"
    else:
        message = f"matching can take more than {MAX_STEPS} steps if a text has more than {longest} characters"
        instead = "rewrite the pattern so that no repetition matches what can follow it"
        hint = hint or f"set `max_length` to {longest} or less, or {instead}"
    scope.report.add(Code.UNSUPPORTED_PATTERN, position, message, hint)


def check_value(type_: m.Type, value: m.Json, node: Node, scope: Scope, what: str) -> bool:
    """Report a value that does not match its type; returns whether it does."""
    errors = errors_in(check_type(type_, value))
    for finding in errors[:1]:
        where = f" at {finding.pointer}" if finding.pointer else ""
        hint = "write a value that the type and its constraints allow"
        scope.error(Code.BAD_VALUE, node, f"{what} does not match its type{where}: {finding.message}", hint)
    return not errors


def check_literal(type_: m.Type, value: m.Json, node: Node, scope: Scope, what: str) -> None:
    """Check a default or another value that the contract gives for a field."""
    check_value(type_, value, node, scope, what)
    note_unknown(type_, value, node, scope, what)


def note_unknown(type_: m.Type, value: m.Json, node: Node, scope: Scope, what: str) -> None:
    """Note a value that an open enum allows but does not list: usually a typo."""
    enum = m.enum_of(m.bare(type_))
    if enum is None or not enum.open or not isinstance(value, str) or scope.is_inherited(node):
        return
    if enum.value(value) is None:
        message = f"{what} '{value}' is not a known value of {enum.name}"
        hint = "the enum is open, so this is allowed; add it to the enum if it is intended"
        hint = scope.report.suggest(node.position, value, (each.value for each in enum.values), hint)
        scope.note(Code.UNKNOWN_NAME, node, message, hint)


def _whole(value: int | float | None, name: str, decl: ItemConstraintsDecl, scope: Scope) -> int | None:
    if isinstance(value, float) and not value.is_integer():
        scope.error(Code.BAD_VALUE, child(decl.node, name), f"{value} is not a whole number, but limits an integer")
    return None if value is None else int(value)


def _bounds(least: int | float | None, most: int | float | None, low: str, high: str, node: Node, scope: Scope) -> None:
    if least is not None and most is not None and least > most:
        message = f"no value can be at least {least} and at most {most}"
        scope.error(Code.IMPOSSIBLE_BOUNDS, child(node, low), message, f"`{low}` must not be greater than `{high}`")


def _check_multiples(kind: m.Integer | m.Number, node: Node, scope: Scope) -> None:
    """Report a range without a multiple."""
    least = -LARGEST_EXACT if kind.minimum is None else kind.minimum
    most = LARGEST_EXACT if kind.maximum is None else kind.maximum
    if kind.multiple_of is not None and least <= most and Samples({}).smallest(lower_type(kind)[0]) is m.ABSENT:
        message = f"no multiple of {kind.multiple_of} is at least {least} and at most {most}"
        scope.error(Code.IMPOSSIBLE_BOUNDS, child(node, "multiple_of"), message, "change `multiple_of` or the range")


def is_narrower(new: m.Type, old: m.Type) -> bool:
    """Whether the new type accepts only values that the old one accepts; patterns are not compared."""
    limits: Limits
    if isinstance(old, m.AnyValue) or new is UNRESOLVED:
        return True
    if isinstance(new, m.Reference) and isinstance(old, m.Reference):
        return new.target.name == old.target.name  # in an extended contract, the declarations themselves are compared
    if isinstance(old, m.Nullable):
        return isinstance(new, m.Null) or is_narrower(m.bare(new), old.inner)
    if isinstance(old, m.ListOf) and isinstance(new, m.ListOf):
        limits = (old.min_items, old.max_items)
        return is_narrower(new.item, old.item) and _within((new.min_items, new.max_items), limits)
    if isinstance(old, m.MapOf) and isinstance(new, m.MapOf):
        return is_narrower(new.value, old.value)
    if isinstance(old, m.AnyObject | m.Payload):
        return m.record_of(new) is not None or isinstance(new, m.AnyObject | m.Payload | m.MapOf)
    if isinstance(new, m.Constant):
        return not check_type(old, new.value)
    if isinstance(old, m.String):
        is_named = isinstance(new, m.Reference) and isinstance(new.target, m.Enum | m.Text)
        return (is_named and old == m.String()) or (isinstance(new, m.String) and _string_within(new, old))
    if isinstance(old, m.Number):
        return isinstance(new, m.Integer | m.Number) and _number_within(new, old)
    if isinstance(old, m.Integer):
        return isinstance(new, m.Integer) and _number_within(new, old)
    return type(new) is type(old) and new == old


def _number_within(new: m.Integer | m.Number, old: m.Integer | m.Number) -> bool:
    is_within = _within((new.minimum, new.maximum), (old.minimum, old.maximum))
    if old.multiple_of is None or new.multiple_of is None:
        return is_within and old.multiple_of is None
    return is_within and new.multiple_of % old.multiple_of == 0


def _string_within(new: m.String, old: m.String) -> bool:
    lengths = _within((new.min_length, new.max_length), (old.min_length, old.max_length))
    utc = (new.format, old.format) == (m.Format.UTC_DATE_TIME, m.Format.DATE_TIME)
    return lengths and old.pattern in (None, new.pattern) and (utc or old.format in (None, new.format))


Limits: TypeAlias = tuple[int | float | None, int | float | None]


def _within(new: Limits, old: Limits) -> bool:
    low = old[0] is None or (new[0] is not None and new[0] >= old[0])
    return low and (old[1] is None or (new[1] is not None and new[1] <= old[1]))


def is_always_object(type_: m.Type) -> bool:
    """Whether every value of the type is a JSON object."""
    return type_ is UNRESOLVED or m.record_of(type_) is not None or isinstance(type_, m.AnyObject | m.Payload | m.MapOf)


def is_text(kind: m.Type) -> bool:
    inner = m.bare(kind)
    return isinstance(inner, m.String) or (isinstance(inner, m.Reference) and isinstance(inner.target, m.Text))


def refers_to(kind: m.Type, enum: m.Enum) -> bool:
    target = m.enum_of(m.bare(kind))
    return target is not None and target.name == enum.name


def mentions_payload(type_: m.Type) -> bool:
    return isinstance(m.innermost(type_), m.Payload)


def default_of(type_: m.Type, default: m.Json | m.Absent) -> m.Json | m.Absent:
    """The default of a field of this type. Constants and null are their own default."""
    if isinstance(type_, m.Constant):
        return type_.value
    if isinstance(type_, m.Null) and default is m.ABSENT:
        return None
    return default if isinstance(default, m.Absent) else normalized(type_, default)


def normalized(type_: m.Type, value: m.Json) -> m.Json:
    """Turn whole numbers into integers wherever the type is an integer: 1.0 -> 1."""
    match type_, value:
        case m.Nullable(), _:
            return normalized(type_.inner, value)
        case m.Integer(), float() if value.is_integer():
            return int(value)
        case m.ListOf(), list():
            return [normalized(type_.item, item) for item in value]
        case m.MapOf(), dict():
            return {key: normalized(type_.value, item) for key, item in value.items()}
        case m.Reference(target=m.Record() as record), dict():
            types = {field.name: field.type for field in record.fields}
            return {key: normalized(types[key], item) if key in types else item for key, item in value.items()}
        case _:
            return value
