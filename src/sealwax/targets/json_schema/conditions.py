"""Rules between keys as schemas: conditional levels, and the numbers of error codes."""

from collections.abc import Iterator
from typing import TypeAlias, assert_never

from sealwax.contract.model import Condition, Field, Json, Level, Numbering, OneOf, Present

Schema: TypeAlias = dict[str, Json]


def is_conditional(field: Field) -> bool:
    conditional = field.conditional
    return conditional is not None and conditional.level is Level.MUST and bool(conditional.condition)


def conditional_level(field: Field) -> Schema:
    condition = field.conditional.condition if field.conditional else ()
    return {"if": _condition(condition), "then": _required(field.name)}


def _required(name: str) -> Schema:
    # Strict validators expect each required key among the properties of the same schema.
    return {"properties": {name: True}, "required": [name]}


def number_pairs(field: Field, numbering: Numbering) -> Iterator[Schema]:
    """For each number, the codes that it belongs to."""
    by_number: dict[int, list[Json]] = {}
    for code, number in numbering.numbers.items():
        by_number.setdefault(number, []).append(code)
    for number, codes in by_number.items():
        yield {"if": _at(numbering.path, {"enum": codes}), "then": {"properties": {field.name: {"const": number}}}}


def _at(path: tuple[str, ...], schema: Schema) -> Schema:
    """A schema for objects whose value at a path matches another schema."""
    name, *below = path
    if below:
        # Without this, any value that is not an object would match.
        schema = {"type": "object", **_at(tuple(below), schema)}
    return {"properties": {name: schema}, "required": [name]}


def _condition(condition: Condition) -> Schema:
    tests = [_test(test) for test in condition]
    return tests[0] if len(tests) == 1 else {"allOf": list(tests)}


def _test(test: OneOf | Present) -> Schema:
    match test:
        case OneOf(field, values):
            return {"properties": {field: {"enum": list(values)}}, "required": [field]}
        case Present(field, expected):
            return _required(field) if expected else {"not": _required(field)}
        case _:
            assert_never(test)
