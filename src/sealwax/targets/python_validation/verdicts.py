"""The bodies of `is_valid` functions: the shortest way to a verdict, without findings.

The keys of an object are counted: what the contract names is taken off, and what is left is unknown. When nothing is
left, no other key has to be looked for.
"""

from collections.abc import Iterable, Iterator
from typing import assert_never

from sealwax.contract.model import (
    AnyObject,
    AnyValue,
    Boolean,
    Constant,
    Enum,
    Envelope,
    Field,
    Integer,
    ListOf,
    MapOf,
    Null,
    Nullable,
    Number,
    Outcome,
    Payload,
    Record,
    Reference,
    String,
    Text,
    Type,
)
from sealwax.frozen import frozen
from sealwax.languages.python import literal, string
from sealwax.languages.python_checks import is_valid_name
from sealwax.languages.python_layout import Call, Item, assigned, guard, returned
from sealwax.languages.python_types import Named
from sealwax.rendering import Finished
from sealwax.targets.python_validation.conditions import differs, has_tag, holds, is_nullable, raised_to_must
from sealwax.targets.python_validation.tables import Tables, format_name, keys_name, values_name

_OFTEN = 4
"""After so many optional keys it pays to ask whether any key is left."""


def named_verdict(target: Named, tables: Tables) -> Iterator[str]:
    match target:
        case Record():
            yield from _text_keys()
            yield from _object(target.fields, 4, keys_name(target.name), target.open, tables)
        case Enum():
            listed = () if target.open else (f"value in {values_name(target)}",)
            yield f"    {returned('type(value) is str', *listed, indent=4)}"
        case Text(string=text):
            yield f"    {returned(*_is_such_a_string(text, tables), indent=4)}"
        case _:
            assert_never(target)


def _is_such_a_string(kind: String, tables: Tables) -> Iterator[str]:
    yield "type(value) is str"
    if kind.min_length:
        yield f"len(value) >= {kind.min_length}"
    if kind.max_length is not None:
        yield f"len(value) <= {kind.max_length}"
    if kind.pattern is not None:
        yield f"{tables.pattern(kind.pattern.body)}.fullmatch(value) is not None"
    if kind.format is not None:
        yield f"{format_name(kind.format)}.fullmatch(value) is not None"


def envelope_verdict(envelope: Envelope, tables: Tables) -> Iterator[str]:
    yield from _text_keys()
    yield f"    {assigned('tag', Call('value.get', string(envelope.success.tag)), 4)}"
    for outcome in envelope.outcomes:
        yield f"    {guard(*has_tag(outcome, 'tag'), indent=4)}"
        yield from _outcome(envelope, outcome, tables)
    yield "    return False"


def _outcome(envelope: Envelope, outcome: Outcome, tables: Tables) -> Iterator[str]:
    yield from _object(outcome.fields, 8, keys_name(envelope.name), envelope.open, tables, outcome.tag)


def _text_keys() -> Iterator[str]:
    yield from _fails(("_type(value) is not dict",), 4)
    yield "    for key in value:"
    yield from _fails(("type(key) is not str",), 8)


@frozen
class Flaw:
    """A test that holds when a value is not valid."""

    conditions: tuple[str, ...]
    joint: str = "or"

    def within(self, condition: str) -> "Flaw":
        """The same test where the condition holds."""
        if self.joint == "and" or len(self.conditions) == 1:
            return Flaw((condition, *self.conditions), "and")
        return Flaw((condition, f"({f' {self.joint} '.join(self.conditions)})"), "and")


def _fails(conditions: Iterable[str], indent: int, joint: str = "or") -> Iterator[str]:
    margin = " " * indent
    yield f"{margin}{guard(*conditions, indent=indent, joint=joint)}"
    yield f"{margin}    return False"


# -- objects ----------------------------------------------------------------------------------------------------------


def _object(
    fields: Iterable[Field], indent: int, keys: Finished, is_open: bool, tables: Tables, tag: str = ""
) -> Iterator[str]:
    """Ends in a return statement. The key `tag` has been checked before."""
    margin = " " * indent
    required = sorted((field for field in fields if field.required), key=_cost)
    raised = [field for field in fields if raised_to_must(field)]
    optional = [field for field in fields if not field.required and not raised_to_must(field)]
    asked = [field for field in required if field.name != tag]
    if not raised and not optional and not is_open and asked and _fits_a_return(asked[-1]):
        yield from _fails((f"len(value) != {len(required)}",), indent)
        for field in asked[:-1]:
            yield from _required(field, indent, tables)
        yield from _last(asked[-1], indent)
        return
    for field in asked:
        yield from _required(field, indent, tables)
    if raised or optional or is_open:
        less = f" - {len(required)}" if required else ""
        yield f"{margin}left = len(value){less}"
    for field in raised:
        yield from _optional(field, indent, tables)
    for at, field in enumerate(optional):
        if at % _OFTEN == 0:
            yield f"{margin}if not left:"
            yield f"{margin}    return True"
        yield from _optional(field, indent, tables)
    if is_open:
        yield f"{margin}if left:"
        yield f"{margin}    for key, item in value.items():"
        yield from _fails((f"key not in {keys}", "not _is_json(item)"), indent + 8, "and")
        yield f"{margin}return True"
    else:
        yield f"{margin}return left == 0" if raised or optional else f"{margin}return len(value) == {len(required)}"


def _fits_a_return(field: Field) -> bool:
    """Whether the verdict on a value is one expression."""
    is_simple = isinstance(field.type, AnyObject | AnyValue | Payload) or (
        isinstance(field.type, Reference) and isinstance(field.type.target, Record)
    )
    return is_simple and not field.readers_accept_null


def _last(field: Field, indent: int) -> Iterator[str]:
    yield _fetched(field, indent)
    match field.type:
        case Reference(target):
            conditions: tuple[str, ...] = (f"{is_valid_name(target.name)}(item)",)
        case AnyValue():
            conditions = ("_is_json(item)",)
        case _:
            conditions = ("_type(item) is dict", "(not item or _is_json(item))")
    yield f"{' ' * indent}{returned(*conditions, indent=indent)}"


def _cost(field: Field) -> int:
    """What is quick to check comes first, and what has to be walked to its end comes last."""
    match field.type:
        case AnyObject() | AnyValue() | Payload():
            return 2
        case ListOf() | MapOf() | Nullable() | Reference(Record()):
            return 1
        case _:
            return 0


def _required(field: Field, indent: int, tables: Tables) -> Iterator[str]:
    yield _fetched(field, indent)
    yield from _member(field, indent, tables)


def _fetched(field: Field, indent: int) -> str:
    # A tuple is no JSON value, so it stands for an absent key where None could be valid.
    absent = ", ()" if is_nullable(field.type) or field.readers_accept_null else ""
    return f"{' ' * indent}{assigned('item', Call('value.get', string(field.name) + absent), indent)}"


def _optional(field: Field, indent: int, tables: Tables) -> Iterator[str]:
    margin = " " * indent
    raised = raised_to_must(field)
    yield f"{margin}{guard(f'{string(field.name)} in value', indent=indent)}"
    yield f"{margin}    {assigned('item', Item('value', string(field.name)), indent + 4)}"
    yield from _member(field, indent + 4, tables)
    yield f"{margin}    left -= 1"
    if raised:
        yield f"{margin}{guard(*holds(raised.condition), indent=indent, word='elif')}"
        yield f"{margin}    return False"


def _member(field: Field, indent: int, tables: Tables) -> Iterator[str]:
    kind = Nullable(field.type) if field.readers_accept_null and not is_nullable(field.type) else field.type
    return verdict(kind, "item", indent, tables)


# -- types ------------------------------------------------------------------------------------------------------------


def verdict(kind: Type, name: str, indent: int, tables: Tables, depth: int = 1) -> Iterator[str]:
    """Returns from the generated function when the variable is not of the type."""
    match kind:
        case ListOf():
            yield from _list(kind, name, indent, tables, depth)
        case MapOf(inner):
            yield from _map(inner, name, indent, tables, depth)
        case Nullable(inner):
            tests = flaws(kind, name, tables)
            if tests:
                yield from _fails(tests[0].conditions, indent, tests[0].joint)
            else:
                yield f"{' ' * indent}if {name} is not None:"
                yield from verdict(inner, name, indent + 4, tables, depth)
        case _:
            for test in flaws(kind, name, tables):
                yield from _fails(test.conditions, indent, test.joint)


def flaws(kind: Type, name: str, tables: Tables) -> tuple[Flaw, ...]:
    """Tests of which one holds when the variable is not of the type; none when that takes more than tests."""
    match kind:
        case Null():
            return (Flaw((f"{name} is not None",)),)
        case Boolean():
            return (Flaw((f"type({name}) is not bool",)),)
        case Integer() | Number():
            return tuple(_number(kind, name))
        case String():
            return tuple(_string(kind, name, tables))
        case Constant(value):
            return (Flaw(differs(value, name)),)
        case AnyValue():
            return (Flaw((f"not _is_json({name})",)),)
        case AnyObject() | Payload():
            return (Flaw((f"_type({name}) is not dict", f"({name} and not _is_json({name}))")),)
        case Nullable(inner):
            tests = flaws(inner, name, tables)
            return (tests[0].within(f"{name} is not None"),) if len(tests) == 1 else ()
        case Reference(target):
            return (Flaw(_unlike(target, name)),)
        case ListOf() | MapOf():
            return ()
        case _:
            assert_never(kind)


def _number(kind: Integer | Number, name: str) -> Iterator[Flaw]:
    fraction = f"not {name}.is_integer()" if isinstance(kind, Integer) else f"{name} - {name} != 0.0"
    yield Flaw((f"type({name}) is not int", f"(type({name}) is not float or {fraction})"), "and")
    bounds = [f"{name} < {literal(kind.minimum)}"] if kind.minimum is not None else []
    bounds += [f"{name} > {literal(kind.maximum)}"] if kind.maximum is not None else []
    if bounds:
        yield Flaw(tuple(bounds))


def _string(kind: String, name: str, tables: Tables) -> Iterator[Flaw]:
    yield Flaw((f"type({name}) is not str",))
    limits = [f"len({name}) < {kind.min_length}"] if kind.min_length else []
    limits += [f"len({name}) > {kind.max_length}"] if kind.max_length is not None else []
    if limits:
        yield Flaw(tuple(limits))
    if kind.pattern is not None:
        yield Flaw((f"{tables.pattern(kind.pattern.body)}.fullmatch({name}) is None",))
    if kind.format is not None:
        yield Flaw((f"{format_name(kind.format)}.fullmatch({name}) is None",))


def _unlike(target: Named, name: str) -> tuple[str, ...]:
    match target:
        case Record() | Text():
            return (f"not {is_valid_name(target.name)}({name})",)
        case Enum():
            unlisted = () if target.open else (f"{name} not in {values_name(target)}",)
            return f"type({name}) is not str", *unlisted
        case _:
            assert_never(target)


def _list(kind: ListOf, name: str, indent: int, tables: Tables, depth: int) -> Iterator[str]:
    margin, item = " " * indent, f"item_{depth + 1}"
    yield from _fails((f"_type({name}) is not list",), indent)
    limits = [f"len({name}) < {kind.min_items}"] if kind.min_items else []
    limits += [f"len({name}) > {kind.max_items}"] if kind.max_items is not None else []
    if limits:
        yield from _fails(limits, indent)
    yield f"{margin}for {item} in {name}:"
    yield from verdict(kind.item, item, indent + 4, tables, depth + 1)


def _map(inner: Type, name: str, indent: int, tables: Tables, depth: int) -> Iterator[str]:
    margin, item = " " * indent, f"item_{depth + 1}"
    yield from _fails((f"_type({name}) is not dict",), indent)
    yield f"{margin}for key, {item} in {name}.items():"
    yield from _fails(("type(key) is not str",), indent + 4)
    yield from verdict(inner, item, indent + 4, tables, depth + 1)
