"""Errors of JSON Schema validators name the key that is missing, and generators still make a union of the outcomes."""

import copy
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from checkout import NODE_MODULES
from checkout.processes import run
from jsonschema.exceptions import ValidationError, best_match
from judges.node import Node
from judges.reference import check
from judges.schemas import Schema
from samples.contracts import ALL as CONTRACTS

from sealwax.contract.model import ABSENT, Contract, Envelope, ExampleKind, Json
from sealwax.meaning.findings import RuleId, Weight
from sealwax.targets.json_schema.schemas import DRAFTS, Draft, writer_of

NEWER, _ = DRAFTS
every_draft = pytest.mark.parametrize("draft", DRAFTS, ids=["2020-12", "draft-07"])


def envelopes(contract: Contract) -> list[Envelope]:
    return [each for each in (contract.envelope, *(tool.envelope for tool in contract.tools)) if each.discriminator]


ENVELOPES = {envelope.name: (contract, envelope) for contract in CONTRACTS.values() for envelope in envelopes(contract)}
every_envelope = pytest.mark.parametrize("name", ENVELOPES)


def schema_of(name: str, draft: Draft, *, lean: bool = False) -> Schema:
    contract, envelope = ENVELOPES[name]
    schema: Schema = json.loads(json.dumps(writer_of(contract, draft, lean=lean).document(envelope.name)))
    return schema


@pytest.fixture(scope="module")
def node() -> Iterator[Node]:
    process = Node()
    yield process
    process.close()


# -- values with one key too few --------------------------------------------------------------------------------------


def objects(value: Json, at: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], dict[str, Json]]]:
    """Every object in a value, with its path."""
    if isinstance(value, dict):
        yield at, value
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in members:
        yield from objects(item, (*at, key))


def without_a_key(contract: Contract, envelope: Envelope) -> Iterator[tuple[Json, tuple[str | int, ...], str]]:
    """The examples of an envelope with one key removed, if that is the only error; with its place and name."""
    subjects = {contract.envelope.name, envelope.name}
    for example in contract.examples:
        if example.kind is not ExampleKind.VALID or example.subject.name not in subjects or example.value is ABSENT:
            continue
        for at, found in objects(example.value):
            for key in found:
                value = copy.deepcopy(example.value)
                holder: Any = value
                for step in at:
                    holder = holder[step]
                del holder[key]
                errors = [each for each in check(envelope, value) if each.level is Weight.ERROR]
                if [each.rule for each in errors] == [RuleId.REQUIRED] and errors[0].pointer.endswith(f"/{key}"):
                    yield value, at, key


CASES = [(name, *case) for name, (contract, each) in ENVELOPES.items() for case in without_a_key(contract, each)]


def test_there_are_missing_keys_at_the_root_and_below_it() -> None:
    depths = {(name, len(at)) for name, _, at, _ in CASES}
    assert len(CASES) > 50
    assert {(name, 0) for name in ("ToolResponse", "ToolResult")} < depths
    assert {(name, 1) for name in ("ToolResponse", "ToolResult")} < depths


def names(error: ValidationError, at: tuple[str | int, ...], key: str) -> bool:
    return error.validator == "required" and tuple(error.absolute_path) == at and error.message.startswith(repr(key))


@pytest.mark.parametrize("lean", [False, True], ids=["full", "lean"])
@every_draft
@every_envelope
def test_the_first_error_of_jsonschema_names_the_missing_key(name: str, draft: Draft, lean: bool) -> None:
    schema = schema_of(name, draft, lean=lean)
    validator = jsonschema.validators.validator_for(schema)(schema)
    for _, value, at, key in (case for case in CASES if case[0] == name):
        errors = list(validator.iter_errors(value))
        assert names(errors[0], at, key)
        assert names(best_match(errors), at, key)


@pytest.mark.parametrize("lean", [False, True], ids=["full", "lean"])
@every_draft
@every_envelope
def test_the_errors_of_ajv_name_the_missing_key_and_what_tells_outcomes_apart(
    name: str, draft: Draft, lean: bool, node: Node
) -> None:
    cases = [case for case in CASES if case[0] == name]
    values = [value for _, value, _, _ in cases]
    found = node.ask({"ask": "errors", "schema": schema_of(name, draft, lean=lean), "values": values})
    for (_, _, at, key), errors in zip(cases, found, strict=True):
        path = "".join(f"/{step}" for step in at)
        assert [path, "required", f"must have required property '{key}'"] in errors
        assert errors[-1][1] in ("oneOf", "anyOf")
        assert len(errors) <= 1 + len(ENVELOPES[name][1].outcomes)


def test_validate_names_a_key_that_is_missing_further_down() -> None:
    value = {"success": True, "data": {}, "error": None, "meta": {}}
    with pytest.raises(ValidationError, match="'version' is a required property"):
        jsonschema.validate(value, schema_of("ToolResponse", NEWER))


@pytest.mark.parametrize("wrong", [{"success": "yes"}, {}])
@every_draft
def test_errors_about_a_tag_that_belongs_to_no_outcome_are_about_nothing_else(
    wrong: dict[str, Json], draft: Draft, node: Node
) -> None:
    value: dict[str, Json] = {**wrong, "data": {}, "error": None, "meta": {"version": "response-v2"}}
    schema = schema_of("ToolResponse", draft)
    error = next(iter(jsonschema.validators.validator_for(schema)(schema).iter_errors(value)))
    [errors] = node.ask({"ask": "errors", "schema": schema, "values": [value]})
    if wrong:
        assert error.message == "'yes' is not one of [True, False]"
        assert [each[:2] for each in errors] == [["/success", "type"], ["/success", "type"], ["", "oneOf"]]
    else:
        assert error.message == "'success' is a required property"
        assert [each[:2] for each in errors] == [["", "required"], ["", "required"], ["", "oneOf"]]
        assert errors[0][2] == "must have required property 'success'"


# -- generators -------------------------------------------------------------------------------------------------------

UNIONS = {
    "ToolResponse": ("ToolResponse", "ToolResponseSuccess | ToolResponseFailure"),
    "ImapGetMessageToolResult": ("ToolResultImapGetMessage", "ImapGetMessageToolEnvelope | ErrorEnvelope"),
}


@pytest.mark.parametrize("lean", [False, True], ids=["full", "lean"])
@every_draft
@pytest.mark.parametrize("name", UNIONS)
def test_datamodel_code_generator_makes_a_union_of_the_outcomes(
    name: str, draft: Draft, lean: bool, tmp_path: Path
) -> None:
    _, union = UNIONS[name]
    (tmp_path / "schema.json").write_text(json.dumps(schema_of(name, draft, lean=lean)), encoding="utf-8")
    options = ["--input-file-type", "jsonschema", "--output-model-type", "pydantic_v2.BaseModel"]
    arguments = ["--input", "schema.json", "--output", "models.py", "--class-name", name, *options]
    run(sys.executable, "-W", "ignore", "-m", "datamodel_code_generator", *arguments, folder=tmp_path)
    models = (tmp_path / "models.py").read_text(encoding="utf-8")
    assert f"class {name}(RootModel[{union}])" in models
    # Pydantic compiles the patterns, in an engine without look-ahead.
    assert run(sys.executable, "-c", "import models", folder=tmp_path) == ""


@pytest.mark.parametrize("lean", [False, True], ids=["full", "lean"])
@every_draft
@pytest.mark.parametrize("name", UNIONS)
def test_json_schema_to_typescript_makes_a_union_of_the_outcomes(
    name: str, draft: Draft, lean: bool, tmp_path: Path
) -> None:
    title, union = UNIONS[name]
    (tmp_path / "schema.json").write_text(json.dumps(schema_of(name, draft, lean=lean)), encoding="utf-8")
    program = NODE_MODULES / "json-schema-to-typescript/dist/src/cli.js"
    types = run("node", str(program), "schema.json", folder=tmp_path)
    assert f"export type {title} = {union};" in types
