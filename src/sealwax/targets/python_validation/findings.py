"""The bodies of `validate` functions: every finding, in the order of the contract."""

from collections.abc import Iterable, Iterator
from typing import assert_never

from sealwax.contract import messages
from sealwax.contract.checking import RuleId, Weight
from sealwax.contract.model import (
    AnyObject,
    AnyValue,
    Boolean,
    Constant,
    Enum,
    Envelope,
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
    Text,
    Type,
)
from sealwax.languages.python import literal, string
from sealwax.languages.python_checks import is_valid_name
from sealwax.languages.python_layout import Call, Item, assigned, called, guard
from sealwax.languages.python_types import Named
from sealwax.naming import snake
from sealwax.rendering import Finished
from sealwax.targets.python_validation.conditions import differs, has_tag, holds, is_nullable, machine_raised
from sealwax.targets.python_validation.pointers import HERE, ROOT, Pointer
from sealwax.targets.python_validation.tables import Tables, case_name, format_name, keys_name, kinds_name, values_name


def check_name(name: str) -> Finished:
    """The function that adds the findings about one type to a list."""
    return Finished(f"_check_{snake(name)}")


def told(level: Weight, pointer: Pointer, rule: RuleId, message: str, indent: int) -> str:
    """The statement that adds a finding."""
    arguments = ("found", pointer.expression, string(rule), string(message))
    return f"{' ' * indent}{called(f'_{level}', arguments, indent)}"


def _error(pointer: Pointer, rule: RuleId, message: str, indent: int) -> str:
    return told(Weight.ERROR, pointer, rule, message, indent)


def _advice(pointer: Pointer, rule: RuleId, message: str, indent: int) -> str:
    return told(Weight.ADVICE, pointer, rule, message, indent)


def named_findings(target: Named, tables: Tables) -> Iterator[str]:
    match target:
        case Record():
            yield "    if not _is_object(value, at, found):"
            yield "        return"
            yield from _object(target.fields, keys_name(target.name), target.open, HERE, tables)
        case Enum():
            yield from _enum(target, "value", HERE, 4)
        case Text():
            yield from _string(target.string, "value", HERE, 4, tables)
        case _:
            assert_never(target)


def case_findings(envelope: Envelope, fields: Iterable[Field], tables: Tables) -> Iterator[str]:
    """One case of the envelope, or what holds in general."""
    yield from _object(fields, keys_name(envelope.name), envelope.open, ROOT, tables, envelope)


def envelope_findings(envelope: Envelope) -> Iterator[str]:
    """Which case it is decides what is checked; without a case it is what holds in general."""
    tag = string(envelope.success.tag)
    yield "    found: list[Finding] = []"
    yield '    if not _is_object(value, "", found):'
    yield "        return found"
    yield f"    {assigned('tag', Call('value.get', tag), 4)}"
    word = "if"
    for outcome in envelope.outcomes:
        yield f"    {guard(*has_tag(outcome, 'tag'), indent=4, word=word)}"
        yield f"        {called(check_name(outcome.name), ('value', 'found'), 8)}"
        word = "elif"
    yield "    else:"
    yield f"        {called(check_name(envelope.name), ('value', 'found'), 8)}"
    yield "    return found"


# -- objects ----------------------------------------------------------------------------------------------------------


def _object(
    fields: Iterable[Field], keys: Finished, is_open: bool, at: Pointer, tables: Tables, whole: Envelope | None = None
) -> Iterator[str]:
    yield "    left = len(value)"
    for field in fields:
        here = at.key(field.name)
        yield f"    {guard(f'{string(field.name)} in value', indent=4)}"
        yield "        left -= 1"
        yield f"        {assigned('item', Item('value', string(field.name)), 8)}"
        present = _present(field, tuple(fields), here, tables)
        yield from _no_case(whole, here, present) if whole and _tells_no_case(whole, field) else present
        yield from _absent(field, here)
    yield "    if left:"
    yield "        for key, item in value.items():" if is_open else "        for key in value:"
    if is_open:
        yield f"            {guard(f'key not in {keys}', 'not _is_json(item)', indent=12)}"
        yield _error(at.member("key"), RuleId.JSON, messages.NOT_JSON, 16)
    else:
        yield f"            {guard(f'key not in {keys}', indent=12)}"
        yield _error(at.member("key"), RuleId.UNKNOWN_KEY, messages.UNKNOWN_KEY, 16)


def _tells_no_case(envelope: Envelope, field: Field) -> bool:
    """Whether the field is the tag as it is in general, and its type has values that belong to no case."""
    return field.name == envelope.success.tag and not isinstance(field.type, Boolean | Constant)


def _no_case(envelope: Envelope, here: Pointer, present: Iterator[str]) -> Iterator[str]:
    """A tag of the right type that belongs to no case."""
    yield "        before = len(found)"
    yield from present
    yield '        if all(finding.level == "advice" for finding in found[before:]):'
    yield _error(here, RuleId.CONSTANT, messages.wrong_tag(envelope), 12)


def _present(field: Field, fields: tuple[Field, ...], here: Pointer, tables: Tables) -> Iterator[str]:
    if field.readers_accept_null and not field.follows and not field.superseded:
        yield from findings(_or_null(field.type), "item", here, 8, tables)
        return
    indent = 8
    if field.readers_accept_null:
        yield "        if item is not None:"
        indent = 12
    yield from findings(field.type, "item", here, indent, tables)
    if field.follows:
        followed = next(other for other in fields if other.name == field.follows)
        yield from _classification(field, followed, here, indent)
    if field.superseded:
        yield from _superseded(field, here, indent)


def _or_null(kind: Type) -> Type:
    return kind if is_nullable(kind) else Nullable(kind)


def _superseded(field: Field, here: Pointer, indent: int) -> Iterator[str]:
    margin = " " * indent
    alone = len(field.superseded) == 1
    if not alone:
        yield f"{margin}if _has_text_keys(item):"
        indent += 4
    for old in field.superseded:
        conditions = (
            ("_has_text_keys(item)", f"{string(old.name)} in item") if alone else (f"{string(old.name)} in item",)
        )
        yield f"{' ' * indent}{guard(*conditions, indent=indent)}"
        yield _advice(here.key(old.name), RuleId.SUPERSEDED, messages.superseded(old), indent + 4)


def _classification(field: Field, followed: Field, here: Pointer, indent: int) -> Iterator[str]:
    if not isinstance(followed.type, Reference) or not isinstance(followed.type.target, Enum):
        return
    margin, kinds = " " * indent, kinds_name(followed.type.target)
    yield f"{margin}{assigned('code', Call('value.get', string(followed.name)), indent)}"
    conditions = ("type(item) is str", "type(code) is str", f"{kinds}.get(code, item) != item")
    yield f"{margin}{guard(*conditions, indent=indent)}"
    yield _advice(here, RuleId.CLASSIFICATION, messages.classification(field), indent + 4)


def _absent(field: Field, here: Pointer) -> Iterator[str]:
    raised = machine_raised(field)
    if raised is not None and raised.level is not Level.MAY:
        yield f"    {guard(*holds(raised.condition), indent=4, word='elif')}"
        yield _missing(raised.level, here)
    if field.level is not Level.MAY:
        yield "    else:"
        yield _missing(field.level, here)


def _missing(level: Level, here: Pointer) -> str:
    if level is Level.MUST:
        return _error(here, RuleId.REQUIRED, messages.REQUIRED, 8)
    return _advice(here, RuleId.SHOULD, messages.SHOULD, 8)


# -- types ------------------------------------------------------------------------------------------------------------


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
            yield from _string(kind, name, here, indent, tables, given)
        case Constant(value):
            yield from _unless(differs(value, name), kind, here, indent, given, RuleId.CONSTANT)
        case AnyValue():
            yield from _unless((f"not _is_json({name})",), kind, here, indent, given, RuleId.JSON)
        case AnyObject() | Payload():
            yield f"{' ' * indent}{called('_free_object', (name, here.expression, 'found'), indent)}"
        case ListOf():
            yield from _list(kind, name, here, indent, tables, depth)
        case MapOf(inner):
            yield from _map(inner, name, here, indent, tables, depth, given)
        case Nullable(inner):
            yield from _nullable(inner, name, here, indent, tables, depth)
        case Reference(target):
            yield from _reference(target, name, here, indent, given)
        case _:
            assert_never(kind)


def _nullable(inner: Type, name: str, here: Pointer, indent: int, tables: Tables, depth: int) -> Iterator[str]:
    block = list(findings(inner, name, here, indent + 4, tables, depth))
    there = f"{name} is not None"
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
    yield _error(here, rule, messages.expected(kind), indent + 4)


def _reference(target: Named, name: str, here: Pointer, indent: int, given: tuple[str, ...]) -> Iterator[str]:
    """Where there is nothing to find, the quick way tells so."""
    if isinstance(target, Enum):
        yield _when((f"type({name}) is not str", f"{name} not in {values_name(target)}"), indent, given)
        indent += 4
    elif not _advises(Reference(target)):
        yield _when((f"not {is_valid_name(target.name)}({name})",), indent, given)
        indent += 4
    yield f"{' ' * indent}{called(check_name(target.name), (name, here.expression, 'found'), indent)}"


def _advises(kind: Type) -> bool:
    """Whether there can be advice about a valid value."""
    match kind:
        case ListOf(inner) | MapOf(inner) | Nullable(inner):
            return _advises(inner)
        case Reference(Record(fields=fields)):
            return any(_gives_advice(field) or _advises(field.type) for field in fields)
        case Reference(Enum(open=is_open)):
            return is_open
        case _:
            return False


def _gives_advice(field: Field) -> bool:
    raised = machine_raised(field)
    wanted = field.level is Level.SHOULD or (raised is not None and raised.level is Level.SHOULD)
    return wanted or bool(field.follows) or bool(field.superseded)


def _number(kind: Integer | Number, name: str, here: Pointer, indent: int, given: tuple[str, ...]) -> Iterator[str]:
    margin, test = " " * indent, "_is_integer" if isinstance(kind, Integer) else "_is_number"
    yield from _unless((f"not {test}({name})",), kind, here, indent, given)
    # At most one of the bounds is broken, so they need no block of their own.
    if kind.minimum is not None:
        yield f"{margin}elif {name} < {literal(kind.minimum)}:"
        yield _error(here, RuleId.MINIMUM, messages.too_small(kind.minimum), indent + 4)
    if kind.maximum is not None:
        yield f"{margin}elif {name} > {literal(kind.maximum)}:"
        yield _error(here, RuleId.MAXIMUM, messages.too_large(kind.maximum), indent + 4)


def _string(
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
        yield _error(here, rule, message, indent + 4)
    elif limits:
        yield f"{margin}else:"
        for condition, rule, message in limits:
            yield f"{margin}    if {condition}:"
            yield _error(here, rule, message, indent + 8)


def _enum(enum: Enum, name: str, here: Pointer, indent: int) -> Iterator[str]:
    margin = " " * indent
    yield f"{margin}if type({name}) is not str:"
    yield _error(here, RuleId.TYPE, messages.STRING, indent + 4)
    yield f"{margin}{guard(f'{name} not in {values_name(enum)}', indent=indent, word='elif')}"
    if not enum.open:
        yield _error(here, RuleId.ENUM, messages.not_listed(enum), indent + 4)
        return
    yield _advice(here, RuleId.UNKNOWN_VALUE, messages.unknown_value(enum), indent + 4)
    if enum.case is not None:
        yield f"{margin}    if {case_name(enum.case)}.fullmatch({name}) is None:"
        yield _advice(here, RuleId.LETTER_CASE, messages.wrong_case(enum), indent + 8)


def _list(kind: ListOf, name: str, here: Pointer, indent: int, tables: Tables, depth: int) -> Iterator[str]:
    margin, index, item = " " * indent, "index" if depth == 1 else f"index_{depth}", f"item_{depth + 1}"
    yield from _unless((f"_type({name}) is not list",), kind, here, indent, ())
    yield f"{margin}else:"
    if kind.min_items:
        yield f"{margin}    if len({name}) < {kind.min_items}:"
        yield _error(here, RuleId.MIN_ITEMS, messages.too_few(kind.min_items), indent + 8)
    if kind.max_items is not None:
        yield f"{margin}    if len({name}) > {kind.max_items}:"
        yield _error(here, RuleId.MAX_ITEMS, messages.too_many(kind.max_items), indent + 8)
    yield f"{margin}    for {index}, {item} in enumerate({name}):"
    yield from findings(kind.item, item, here.item(index), indent + 8, tables, depth + 1)


def _map(
    inner: Type, name: str, here: Pointer, indent: int, tables: Tables, depth: int, given: tuple[str, ...]
) -> Iterator[str]:
    margin, key, item = " " * indent, "key" if depth == 1 else f"key_{depth}", f"item_{depth + 1}"
    yield f"{margin}{guard(*given, f'_is_object({name}, {here.expression}, found)', indent=indent)}"
    yield f"{margin}    for {key}, {item} in {name}.items():"
    below = here.member(key)
    if _has_places_within(inner):
        place = f"place_{depth + 1}"
        yield f"{margin}        {assigned(place, Call('_below', f'{here.expression}, {key}'), indent + 8)}"
        below = Pointer(f"{{{place}}}")
    yield from findings(inner, item, below, indent + 8, tables, depth + 1)


def _has_places_within(kind: Type) -> bool:
    return _has_places_within(kind.inner) if isinstance(kind, Nullable) else isinstance(kind, ListOf | MapOf)
