"""The bodies of the functions behind `isValid`: the shortest way to a verdict, without findings.

An object is gone through once, key by key: that finds unknown keys and those that an open record takes besides its
own, and costs nothing for keys that are absent. The keys that must be there are counted.
"""

from typing import assert_never

from sealwax.contract.model import (
    Enum,
    Envelope,
    Field,
    ListOf,
    MapOf,
    Nullable,
    Outcome,
    Presence,
    Record,
    Tag,
    Text,
    Type,
)
from sealwax.languages.typescript import access, literal, string, type_name
from sealwax.naming import pascal, screaming
from sealwax.targets.typescript.conditions import (
    PatternTable,
    Tests,
    grouped,
    holds,
    nullable,
    other_number,
    raised_to_must,
)
from sealwax.targets.typescript.statements import RETURN_FALSE, Case, For, If, Return, Statement, Switch

FEW = 12
"""So many values are compared one by one before a list is searched."""

# `plain` asks for the constructor too, but engines remember for each place apart where they found it.
_NO_OBJECT = "value?.constructor !== Object && !plain(value)"

Body = tuple[Statement, ...]


def record_verdict(record: Record, patterns: PatternTable) -> Body:
    return If((_NO_OBJECT,), RETURN_FALSE), *object_verdict(record.name, record.fields, record.open, patterns)


def text_verdict(text: Text, patterns: PatternTable) -> Body:
    wrong = Tests(patterns, screaming(text.name)).wrong(text.string, "value")
    return If(wrong, RETURN_FALSE), "return true;"


def enum_verdict(enum: Enum) -> Body:
    """Whether a closed enum has a value."""
    if len(enum.values) > FEW:
        return (f"return Object.values({type_name(enum.name)}).includes(value);",)
    return (Return(tuple(f"value === {string(value.value)}" for value in enum.values)),)


def envelope_verdict(envelope: Envelope, patterns: PatternTable) -> Body:
    no_object = If((_NO_OBJECT,), RETURN_FALSE)
    match envelope.mark:
        case Tag():
            first, second = (_tagged(outcome) for outcome in envelope.outcomes)
            return no_object, If((first[0],), (f"return {first[1]};",)), f"return {second[0]} && {second[1]};"
        case Presence(field):
            there, other = sorted(envelope.outcomes, key=lambda outcome: outcome.mark != Presence(field, True))
            choice = f"has(value, {string(field)}) ? {_fits(there)} : {_fits(other)}"
            return no_object, f"return {choice};"
        case None:
            fields = envelope.success.fields
            return no_object, *object_verdict(envelope.name, fields, envelope.open, patterns)
        case _:
            assert_never(envelope.mark)


def outcome_verdict(outcome: Outcome, is_open: bool, patterns: PatternTable) -> Body:
    """The verdict on an object that is marked as this outcome."""
    tag = outcome.mark.field if isinstance(outcome.mark, Tag) else ""
    return object_verdict(outcome.name, outcome.fields, is_open, patterns, tag)


def _tagged(outcome: Outcome) -> tuple[str, str]:
    if not isinstance(outcome.mark, Tag):
        raise TypeError(f"{outcome.name} has no tag")
    return f"{access('value', outcome.mark.field)} === {literal(outcome.mark.value)}", _fits(outcome)


def _fits(outcome: Outcome) -> str:
    return f"fits{pascal(outcome.name)}(value)"


# -- objects ----------------------------------------------------------------------------------------------------------


def object_verdict(
    owner: str, fields: tuple[Field, ...], is_open: bool, patterns: PatternTable, known: str = ""
) -> Body:
    """The verdict on an object; the field `known` was looked at before."""
    if not is_open and all(each.required for each in fields):
        return _exact(owner, fields, patterns, known)
    required = sum(each.required for each in fields)
    raised = [(each, found) for each in fields if (found := raised_to_must(each))]
    default: Body = (If(("!json(item)",), RETURN_FALSE),) if is_open else RETURN_FALSE
    return (
        *((f"let missing = {required};",) if required else ()),
        For("const key in value", ("const item = value[key];", *_by_key(owner, fields, patterns, known, default))),
        *(
            If((f"{grouped(holds(found.condition))} && !has(value, {string(each.name)})",), RETURN_FALSE)
            for each, found in raised
        ),
        "return missing === 0;" if required else "return true;",
    )


def _by_key(owner: str, fields: tuple[Field, ...], patterns: PatternTable, known: str, default: Body) -> Body:
    """Keys that are dealt with alike stand together, where the first of them stands."""
    labels: dict[Body, list[str]] = {}
    for each in fields:
        tests = Tests(patterns, f"{screaming(owner)}_{screaming(each.name)}")
        body = () if each.name == known else (*_reject(nullable(each), "item", tests), *_unpaired(each, "item"))
        labels.setdefault((*body, *(("missing--;",) if each.required else ())), []).append(string(each.name))
    cases = tuple(Case(tuple(names), body) for body, names in labels.items())
    return (Switch("key", cases, default),) if cases else default


def _exact(owner: str, fields: tuple[Field, ...], patterns: PatternTable, known: str) -> Body:
    """Where all keys must be there and no others may be, each is read by its name, which is quicker."""
    names = tuple(string(each.name) for each in fields)
    others: Body = (Switch("key", (Case(names, ("missing--;",)),), RETURN_FALSE),) if names else RETURN_FALSE
    found: list[Statement] = [f"let missing = {len(fields)};", For("const key in value", others)]
    for each in fields:
        tests = Tests(patterns, f"{screaming(owner)}_{screaming(each.name)}")
        item = access("value", each.name)
        found += () if each.name == known else (*_reject(nullable(each), item, tests), *_unpaired(each, item))
    return *found, "return missing === 0;"


def _unpaired(each: Field, item: str) -> Body:
    """An integer that is not the number of its code."""
    if each.number_of is None:
        return ()
    return (If((other_number(each.number_of, item),), RETURN_FALSE),)


# -- values -----------------------------------------------------------------------------------------------------------


def _reject(kind: Type, item: str, tests: Tests, depth: int = 1) -> Body:
    """Statements that return false for a value that is not of the type."""
    conditions = tests.wrong(kind, item)
    if conditions:
        return (If(conditions, RETURN_FALSE),)
    match kind:
        case Nullable(inner):
            return (If((f"{item} !== null",), _reject(inner, item, tests, depth)),)
        case ListOf(inner, low, high):
            index, each = _numbered("index", depth), _numbered("each", depth)
            few = () if low is None else (f"{item}.length < {low}",)
            many = () if high is None else (f"{item}.length > {high}",)
            head = f"let {index} = 0; {index} < {item}.length; {index}++"
            body = _reject(inner, each, tests, depth + 1)
            conditions = (f"!Array.isArray({item})", *few, *many)
            return If(conditions, RETURN_FALSE), For(head, (f"const {each} = {item}[{index}];", *body))
        case MapOf(inner):
            name, each = _numbered("name", depth), _numbered("each", depth)
            body = _reject(inner, each, tests, depth + 1)
            inside = For(f"const {name} in {item}", (f"const {each} = {item}[{name}];", *body))
            return If((f"!plain({item})",), RETURN_FALSE), inside
        case _:
            raise AssertionError(kind)  # a condition is enough for every other type


def _numbered(name: str, depth: int) -> str:
    return name if depth == 1 else f"{name}{depth}"
