"""Envelopes whose outcomes have keys of their own, or that have one shape, in the generated Python packages."""

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from random import Random
from types import ModuleType
from typing import Any

import pytest
from checkout import own_contracts
from judges.reference import check
from packages.built import Built, built
from strategies.payloads import Maker

from sealwax.contract.model import Envelope
from sealwax.meaning.builders.interpreter import build
from sealwax.naming import snake

OWN = own_contracts()
CASES = ("shapes", "one-shape")
FOUND: dict[str, Any] = {"summary": "One.", "data": {"hits": [{"title": "One"}], "left": 0}, "about": {"took": 4}}
REFUSED: dict[str, Any] = {"error": {"message": "Gone.", "details": {"code": "GONE"}}, "about": {"took": 4}}


FOLLOWING = b"""
contract: following
version: "1.0.0"
title: Both outcomes narrow what follows a code
envelope:
  name: Reply
  fields:
    ok: {type: boolean}
    code: {type: ErrorCode | null}
    kind: {type: ErrorType | null, follows: code}
  outcomes:
    success: {when: {ok: true}, fields: {code: {type: "null"}, kind: {type: "null"}}}
    failure: {when: {ok: false}, fields: {code: {type: ErrorCode}, kind: {type: ErrorType}}}
error_types: {values: {missing: {http: 404}, broken: {http: 500}}}
error_codes: {values: {GONE: {type: missing}}}
"""


@contextmanager
def package(name: str) -> Iterator[tuple[Built, ModuleType]]:
    with built(OWN[name]) as made, made.imported() as module:
        yield made, module


@pytest.fixture(scope="module")
def packages() -> Iterator[dict[str, tuple[Built, ModuleType]]]:
    with ExitStack() as stack:
        yield {name: stack.enter_context(package(name)) for name in CASES}


@pytest.fixture
def shapes(packages: dict[str, tuple[Built, ModuleType]]) -> ModuleType:
    return packages["shapes"][1]


@pytest.fixture
def one_shape(packages: dict[str, tuple[Built, ModuleType]]) -> ModuleType:
    return packages["one-shape"][1]


def test_outcomes_can_narrow_what_follows_a_code() -> None:
    with built(FOLLOWING) as made, made.imported() as package:
        for kind in ("missing", "broken", None):
            failure = {"ok": False, "code": "GONE", "kind": kind}
            expected = [(each.pointer, each.message) for each in check(made.contract.envelope, failure)]
            assert [(each.pointer, each.message) for each in package.validate(failure)] == expected
            assert bool(expected) is (kind != "missing")
            assert package.is_valid(failure) is (kind is not None)
        assert package.is_valid({"ok": True, "code": None, "kind": None})


# -- building ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", CASES)
def test_builders_make_what_their_examples_show(name: str, packages: dict[str, tuple[Built, ModuleType]]) -> None:
    made, it = packages[name]
    for builder in made.contract.builders:
        for example in builder.examples:
            response = getattr(it, builder.name)(**example.arguments)
            assert response.to_dict() == example.result == build(builder, example.arguments)
            assert it.is_valid(response.to_dict())


def test_a_builder_makes_an_object_of_the_class_of_its_outcome(shapes: ModuleType) -> None:
    assert type(shapes.answer("One.", data={})) is shapes.Answer
    assert type(shapes.refusal("Gone.")) is shapes.Refusal
    assert shapes.Reply == shapes.Answer | shapes.Refusal


def test_a_class_without_optional_keys_is_its_wire_form(shapes: ModuleType) -> None:
    response = shapes.answer("One.", data={"left": 0}, took=3)
    assert asdict(response) == response.to_dict() == {"summary": "One.", "data": {"left": 0}, "about": {"took": 3}}
    assert "hints" not in shapes.refusal("Gone.").to_dict()


def test_a_builder_takes_the_payload_of_any_tool_as_a_record(shapes: ModuleType) -> None:
    found = shapes.Found(hits=[shapes.Hit(title="One")], extra={"rank": 1})
    response = shapes.answer("One.", data=found).to_dict()
    assert response["data"] == {"hits": [{"title": "One"}], "rank": 1}
    assert shapes.is_valid_find_pages_reply(response)
    assert shapes.is_valid(response)
    assert not shapes.is_valid_list_names_reply(response)


def test_an_open_envelope_keeps_other_keys(one_shape: ModuleType) -> None:
    response = one_shape.reply("page")
    response.extra["body"] = 1
    assert response.to_dict() == {"kind": "page", "body": 1}
    assert one_shape.Reply(kind="page", extra={"body": 1}) == response


# -- failures ---------------------------------------------------------------------------------------------------------


def test_a_code_makes_a_failure_whose_code_lies_deep(shapes: ModuleType) -> None:
    response = shapes.errors.gone(page="seven")
    assert type(response) is shapes.Refusal
    assert response.to_dict() == {
        "error": {
            "message": "There is no page seven any more",
            "details": {"page": "seven", "code": "GONE", "kind": "missing"},
        },
        "about": {"took": 0},
    }


def test_an_exception_carries_a_failure(shapes: ModuleType) -> None:
    error = shapes.ContractError.from_response(shapes.errors.gone(page="seven"))
    assert type(error) is shapes.MissingError
    assert str(error) == "There is no page seven any more"
    raised = shapes.BrokenError("Oh.")
    assert raised.response == shapes.refusal("Oh.", code="BUG")


def test_without_failures_there_is_nothing_to_raise(one_shape: ModuleType) -> None:
    assert not hasattr(one_shape, "ContractError")


# -- reading ----------------------------------------------------------------------------------------------------------


def test_a_tool_has_a_parser_that_knows_its_payload(shapes: ModuleType) -> None:
    general, of_tool = shapes.parse(FOUND), shapes.parse_find_pages_reply(FOUND)
    assert type(general) is type(of_tool) is shapes.ParsedAnswer
    assert general.data == shapes.Progress(left=0, extra={"hits": [{"title": "One"}]})
    assert of_tool.data == shapes.Found(left=0, hits=[shapes.Hit(title="One")])
    assert general.to_dict() == of_tool.to_dict() == FOUND
    assert shapes.parse_json_find_pages_reply(json.dumps(FOUND)) == of_tool


def test_all_tools_fail_alike(shapes: ModuleType) -> None:
    failure = shapes.parse(REFUSED)
    assert type(failure) is shapes.ParsedRefusal
    assert failure == shapes.parse_find_pages_reply(REFUSED) == shapes.parse_json_list_names_reply(json.dumps(REFUSED))
    assert failure.error.details.code is shapes.ErrorCode.GONE


def test_what_another_tool_answers_is_refused(shapes: ModuleType) -> None:
    with pytest.raises(shapes.InvalidResponse) as refused:
        shapes.parse_list_names_reply(FOUND)
    assert [(each.pointer, each.rule) for each in refused.value.findings] == [("/data/names", "required")]
    with pytest.raises(shapes.InvalidResponse) as refused:
        shapes.parse_json_list_names_reply("[" * 600 + "]" * 600)
    assert [(each.pointer, each.rule) for each in refused.value.findings] == [("", "json")]


def test_the_keys_of_the_other_outcome_are_unknown(shapes: ModuleType) -> None:
    found = shapes.validate({**REFUSED, "summary": "No."})
    assert [(each.pointer, each.rule) for each in found if each.level == "error"] == [("/summary", "unknown-key")]


@pytest.mark.parametrize("name", CASES)
def test_what_is_parsed_is_written_as_it_was(name: str, packages: dict[str, tuple[Built, ModuleType]]) -> None:
    made, it = packages[name]
    maker = Maker(made.contract, Random(7))
    parsers: list[tuple[Envelope, str]] = [(made.contract.envelope, "parse")]
    parsers += [(tool.envelope, f"parse_{snake(tool.envelope.name)}") for tool in made.contract.tools]
    for envelope, parser in parsers:
        for _ in range(100):
            value = maker.valid(envelope)
            assert getattr(it, parser)(value).to_dict() == value


# -- types ------------------------------------------------------------------------------------------------------------
