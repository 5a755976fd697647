"""Who is affected by another limit: by that one alone, whatever happens to the others."""

import pytest

from sealwax.contract.model import Contract
from sealwax.evolution.assessment import assess
from sealwax.evolution.verdicts import Side
from sealwax.pipeline import load

CONTRACT = """
contract: orders
version: "1.0.0"
title: Orders
envelope: {{name: Reply, fields: {{value: {{{field}}}}}}}
"""
READER, WRITER = (Side.READER,), (Side.WRITER,)


@pytest.mark.parametrize(
    ("old", "new", "sides"),
    [
        ("type: string, min_length: 2", "type: string, min_length: 3", WRITER),
        ("type: string, min_length: 2", "type: string, min_length: 1", READER),
        ("type: string, max_length: 2", "type: string, max_length: 3", READER),
        ("type: string, max_length: 3", "type: string, max_length: 2", WRITER),
        ("type: string, max_length: 3", "type: string", READER),
        ("type: string", "type: string, pattern: ^a$", WRITER),
        ("type: string, pattern: ^b$", "type: string, pattern: ^a$", READER + WRITER),
        ("type: string, format: date-time", "type: string, format: utc-date-time", WRITER),
        ("type: string, format: utc-date-time", "type: string, format: date-time", READER),
        ("type: string, format: date", "type: string, format: uuid", READER + WRITER),
        ("type: integer, min: -1", "type: integer, min: 0", WRITER),
        ("type: number, max: 1.5", "type: number, max: 2", READER),
        ("type: integer, const: 1", "type: integer, const: 2", READER + WRITER),
        ("type: list of string, min_items: 1", "type: list of string, min_items: 2", WRITER),
        ("type: list of integer, items: {max: 1}", "type: list of integer, items: {max: 2}", READER),
        ("type: map of integer | null, values: {min: 1}", "type: map of integer | null, values: {min: 2}", WRITER),
    ],
)
def test_a_limit_affects_those_for_whom_it_is_tighter_or_looser(old: str, new: str, sides: tuple[Side, ...]) -> None:
    assert found(old, new) == [sides]


def test_each_limit_is_judged_alone() -> None:
    assert found("type: integer, min: 1, max: 5", "type: integer, min: 0, max: 4") == [READER, WRITER]
    assert found("type: string, min_length: 2", 'type: string, const: "a"') == [READER, WRITER]


def found(old: str, new: str) -> list[tuple[Side, ...]]:
    """Who each change of a limit affects."""
    contracts: list[Contract] = []
    for field in (old, new):
        loaded, diagnostics = load({"orders.yaml": CONTRACT.format(field=field).encode()})
        assert diagnostics == ()
        contracts += loaded
    return [each.sides for each in assess(*contracts) if each.change.kind == "field.limit"]
