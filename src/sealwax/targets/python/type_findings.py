"""What is found about a value of a type, as statements that add to a list."""

from collections.abc import Iterator
from typing import assert_never

from sealwax.contract.model import (
    AnyObject,
    AnyValue,
    Boolean,
    Constant,
    Enum,
    Field,
    Integer,
    Level,
    ListOf,
    MapOf,
    Null,
    Nullable,
    Number,
    Payload,
    Record,
    Reference,
    String,
    Type,
)
from sealwax.languages.python import literal, string
from sealwax.languages.python.check_names import is_valid_name
from sealwax.languages.python.layout import Call, assigned, called, guard
from sealwax.languages.python.types import Named
from sealwax.meaning import messages
from sealwax.meaning.findings import RuleId, Weight
from sealwax.naming import snake
from sealwax.rendering import Finished
from sealwax.targets.python.conditions import checkable_level, differs
from sealwax.targets.python.flaws import fits_name
from sealwax.targets.python.pointers import Pointer
from sealwax.targets.python.tables import Tables, case_name, format_name, values_name


def check_name(name: str) -> Finished:
    """The function that adds the findings about one type to a list."""
    return Finished(f"_check_{snake(name)}")


def _told(level: Weight, pointer: Pointer, rule: RuleId, message: str, indent: int) -> str:
    """The statement that adds a finding."""
    arguments = ("found", pointer.expression, string(rule), string(message))
    return f"{' ' * indent}{called(f'_{level}', arguments, indent)}"


def error(pointer: Pointer, rule: RuleId, message: str, indent: int) -> str:
    return _told(Weight.ERROR, pointer, rule, message, indent)


def advice(pointer: Pointer, rule: RuleId, message: str, indent: int) -> str:
    return _told(Weight.ADVICE, pointer, rule, message, indent)


def findings(
    kind: Type, name: str, here: Pointer, indent: int, tables: Tables, depth: int = 1, given: tuple[str, ...] = ()
) -> Iterator[str]:
    """Adds what is wrong with the variable to `found`. What is one `if` can take the conditions `given` in."""
    match kind:
        case Null():
            yield from _unless((f"{name} is not None",), kind, here, indent, given)
        case Boolean():
            yield from _unless((f"type({name}) is not bool",), kind, here, indent, given)
        case Integer() | Number():
            yield from _number(kind, name, here, indent, given)
        case String():
            yield from string_findings(kind, name, here, indent, tables, given)
        case Constant(value):
            yield from _unless(differs(value, name), kind, here, indent, given, RuleId.CONSTANT)
        case AnyValue():
            pass
        case AnyObject() | Payload():
            yield from _unless((f"_type({name}) is not dict",), kind, here, indent, given)
        case ListOf():
            yield from _list(kind, name, here, indent, tables, depth, given)
        case MapOf():
            yield from _map(kind, name, here, indent, tables, depth, given)
        case Nullable(inner):
            yield from _nullable(inner, name, here, indent, tables, depth)
        case Reference(target):
            yield from _reference(target, name, here, indent, given)
        case _:
            assert_never(kind)


def _nullable(inner: Type, name: str, here: Pointer, indent: int, tables: Tables, depth: int) -> Iterator[str]:
    block = list(findings(inner, name, here, indent + 4, tables, depth))
    there = f"{name} is not None"
    if not block:
        return
    if is_lone_if(block, indent + 4):
        yield from findings(inner, name, here, indent, tables, depth, (there,))
    else:
        yield f"{' ' * indent}if {there}:"
        yield from block


def is_lone_if(block: list[str], indent: int) -> bool:
    """Whether the statements are a single `if` without `else`."""
    margin = " " * indent
    return block[0].startswith(f"{margin}if ") and all(line.startswith(f"{margin} ") for line in block[1:])


def _when(conditions: tuple[str, ...], indent: int, given: tuple[str, ...]) -> str:
    """The head of an `if`: one of the conditions holds, and all that are given."""
    if not given:
        return f"{' ' * indent}{guard(*conditions, indent=indent, joint='or')}"
    grouped = conditions[0] if len(conditions) == 1 else f"({' or '.join(conditions)})"
    return f"{' ' * indent}{guard(*given, grouped, indent=indent)}"


def _unless(
    conditions: tuple[str, ...],
    kind: Type,
    here: Pointer,
    indent: int,
    given: tuple[str, ...],
    rule: RuleId = RuleId.TYPE,
) -> Iterator[str]:
    yield _when(conditions, indent, given)
    yield error(here, rule, messages.expected(kind), indent + 4)


def _reference(target: Named, name: str, here: Pointer, indent: int, given: tuple[str, ...]) -> Iterator[str]:
    """Where there is nothing to find, the quick way tells so."""
    if isinstance(target, Enum):
        yield _when((f"type({name}) is not str", f"{name} not in {values_name(target)}"), indent, given)
        indent += 4
    elif not _advises(Reference(target)):
        quick = fits_name(target.name) if isinstance(target, Record) else is_valid_name(target.name)
        yield _when((f"not {quick}({name})",), indent, given)
        indent += 4
    yield f"{' ' * indent}{called(check_name(target.name), (name, here.expression, 'found'), indent)}"


def _advises(kind: Type) -> bool:
    """Whether there can be advice about a valid value."""
    match kind:
        case ListOf(inner) | MapOf(inner) | Nullable(inner):
            return _advises(inner)
        case Reference(Record(fields=fields, tiers=tiers)):
            return bool(tiers) or any(_gives_advice(field) or _advises(field.type) for field in fields)
        case Reference(Enum(open=is_open)):
            return is_open
        case _:
            return False


def _gives_advice(field: Field) -> bool:
    conditional = checkable_level(field)
    wanted = field.level is Level.SHOULD or (conditional is not None and conditional.level is Level.SHOULD)
    return wanted or bool(field.follows) or bool(field.superseded)


def _number(kind: Integer | Number, name: str, here: Pointer, indent: int, given: tuple[str, ...]) -> Iterator[str]:
    margin, test = " " * indent, "_is_integer" if isinstance(kind, Integer) else "_is_number"
    yield from _unless((f"not {test}({name})",), kind, here, indent, given)
    # At most one of the bounds is broken, so they need no block of their own.
    if kind.minimum is not None:
        yield f"{margin}elif {name} < {literal(kind.minimum)}:"
        yield error(here, RuleId.MINIMUM, messages.too_small(kind.minimum), indent + 4)
    if kind.maximum is not None:
        yield f"{margin}elif {name} > {literal(kind.maximum)}:"
        yield error(here, RuleId.MAXIMUM, messages.too_large(kind.maximum), indent + 4)


def string_findings(
    kind: String, name: str, here: Pointer, indent: int, tables: Tables, given: tuple[str, ...] = ()
) -> Iterator[str]:
    yield from _unless((f"type({name}) is not str",), kind, here, indent, given)
    limits: list[tuple[str, RuleId, str]] = []
    if kind.min_length:
        limits.append((f"len({name}) < {kind.min_length}", RuleId.MIN_LENGTH, messages.too_short(kind.min_length)))
    if kind.max_length is not None:
        limits.append((f"len({name}) > {kind.max_length}", RuleId.MAX_LENGTH, messages.too_long(kind.max_length)))
    if kind.pattern is not None:
        pattern = tables.pattern(kind.pattern.body)
        limits.append((f"{pattern}.fullmatch({name}) is None", RuleId.PATTERN, messages.no_match(kind.pattern)))
    if kind.format is not None:
        named = format_name(kind.format)
        limits.append((f"{named}.fullmatch({name}) is None", RuleId.FORMAT, messages.wrong_format(kind.format)))
    yield from _otherwise(limits, here, indent)


def _otherwise(limits: list[tuple[str, RuleId, str]], here: Pointer, indent: int) -> Iterator[str]:
    """What is asked once the type is right: each limit may be broken on its own."""
    margin = " " * indent
    if len(limits) == 1:
        condition, rule, message = limits[0]
        yield f"{margin}elif {condition}:"
        yield error(here, rule, message, indent + 4)
    elif limits:
        yield f"{margin}else:"
        for condition, rule, message in limits:
            yield f"{margin}    if {condition}:"
            yield error(here, rule, message, indent + 8)


def enum_findings(enum: Enum, name: str, here: Pointer, indent: int) -> Iterator[str]:
    margin = " " * indent
    yield f"{margin}if type({name}) is not str:"
    yield error(here, RuleId.TYPE, messages.STRING, indent + 4)
    yield f"{margin}{guard(f'{name} not in {values_name(enum)}', indent=indent, word='elif')}"
    if not enum.open:
        yield error(here, RuleId.ENUM, messages.not_listed(enum), indent + 4)
        return
    yield advice(here, RuleId.UNKNOWN_VALUE, messages.unknown_value(enum), indent + 4)
    if enum.case is not None:
        yield f"{margin}    if {case_name(enum.case)}.fullmatch({name}) is None:"
        yield advice(here, RuleId.LETTER_CASE, messages.wrong_case(enum), indent + 8)


def _list(
    kind: ListOf, name: str, here: Pointer, indent: int, tables: Tables, depth: int, given: tuple[str, ...]
) -> Iterator[str]:
    margin, index, item = " " * indent, "index" if depth == 1 else f"index_{depth}", f"item_{depth + 1}"
    yield from _unless((f"_type({name}) is not list",), kind, here, indent, given)
    block = list(findings(kind.item, item, here.item(index), indent + 8, tables, depth + 1))
    if block or kind.min_items or kind.max_items is not None:
        yield f"{margin}else:"
    if kind.min_items:
        yield f"{margin}    if len({name}) < {kind.min_items}:"
        yield error(here, RuleId.MIN_ITEMS, messages.too_few(kind.min_items), indent + 8)
    if kind.max_items is not None:
        yield f"{margin}    if len({name}) > {kind.max_items}:"
        yield error(here, RuleId.MAX_ITEMS, messages.too_many(kind.max_items), indent + 8)
    if block:
        yield f"{margin}    for {index}, {item} in enumerate({name}):"
        yield from block


def _map(
    kind: MapOf, name: str, here: Pointer, indent: int, tables: Tables, depth: int, given: tuple[str, ...]
) -> Iterator[str]:
    margin, key, item = " " * indent, "key" if depth == 1 else f"key_{depth}", f"item_{depth + 1}"
    yield from _unless((f"_type({name}) is not dict",), kind, here, indent, given)
    within, place = _has_places_within(kind.value), f"place_{depth + 1}"
    below = Pointer(f"{{{place}}}") if within else here.member(key)
    block = list(findings(kind.value, item, below, indent + 8, tables, depth + 1))
    if block:
        yield f"{margin}else:"
        yield f"{margin}    for {key}, {item} in {name}.items():"
        if within:
            yield f"{margin}        {assigned(place, Call('_below', f'{here.expression}, {key}'), indent + 8)}"
        yield from block


def _has_places_within(kind: Type) -> bool:
    return _has_places_within(kind.inner) if isinstance(kind, Nullable) else isinstance(kind, ListOf | MapOf)
