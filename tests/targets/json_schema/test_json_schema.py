"""The JSON Schemas say what the contract says, in both drafts, and validators of three makers agree on it."""

import copy
import json
from collections.abc import Iterator
from typing import Any

import jsonschema
import jsonschema_rs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from judges.node import Node
from judges.reference import check
from judges.schemas import VALIDATORS, Schema, Verdicts, by_ajv, subschemas
from samples.contracts import ALL as CONTRACTS
from samples.full_contract import CONTRACT, DIGEST_VALUE, FAILED, HOSTILE, SMALLEST, SNIPPET_VALUE
from strategies.effort import examples

from sealwax.contract.model import ABSENT, Contract, Envelope, ExampleKind, Json, Record, Tag
from sealwax.meaning.findings import Weight
from sealwax.naming import kebab
from sealwax.rendering import Renderer
from sealwax.targets.json_schema import TARGET

DRAFTS = (".schema.json", ".draft-07.schema.json")

# What draft-07 and 2020-12 both know and mean alike.
COMMON_KEYWORDS = {
    *("title", "description", "default", "examples", "type", "const", "enum", "anyOf", "oneOf", "allOf", "not"),
    *("if", "then", "else"),
    *("properties", "required", "additionalProperties", "items", "minItems", "maxItems"),
    *("minLength", "maxLength", "pattern", "format", "minimum", "maximum"),
}


def schemas_of(contract: Contract) -> dict[str, Schema]:
    """Every schema of a contract, by the path of its file."""
    renderer, folder = Renderer(), f"{contract.name}/json-schema/"
    pages = {page.path: renderer.render(page, TARGET.filters) for page in TARGET.pages(contract)}
    return {path.removeprefix(folder): json.loads(text) for path, text in pages.items()}


def judging(contract: Contract, name: str, draft: str) -> Schema:
    """The schema of a type: one with a file of its own, or the contract's with another root."""
    if (file := files_of(contract).get(name)) is not None:
        return SCHEMAS[contract.name][file + draft]
    keyword = "$defs" if draft == DRAFTS[0] else "definitions"
    whole = SCHEMAS[contract.name][contract.name + draft]
    return {"$schema": whole["$schema"], "$ref": f"#/{keyword}/{name}", keyword: whole[keyword]}


def files_of(contract: Contract) -> dict[str, str]:
    """By type: the path of its schema, without the extension."""
    tools = {tool.envelope.name: f"tools/{kebab(tool.name)}" for tool in contract.tools}
    return {contract.envelope.name: contract.name, **tools}


SCHEMAS = {name: schemas_of(contract) for name, contract in CONTRACTS.items()}
every_schema = pytest.mark.parametrize(
    "schema",
    [pytest.param(schema, id=f"{name}/{file}") for name, all_ in SCHEMAS.items() for file, schema in all_.items()],
)


def subjects(contract: Contract) -> dict[str, Envelope | Record]:
    """What values are judged as, by name."""
    found: list[Envelope | Record] = [contract.envelope, *(tool.envelope for tool in contract.tools)]
    found += [record for record in contract.records if record.standalone]
    return {each.name: each for each in found}


# -- three validators -------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def node() -> Iterator[Node]:
    process = Node()
    yield process
    process.close()


@pytest.fixture(params=[*VALIDATORS, "ajv"])
def verdicts(request: pytest.FixtureRequest, node: Node) -> Verdicts:
    return {**VALIDATORS, "ajv": by_ajv(node)}[request.param]


# -- verdicts ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("draft", DRAFTS)
@pytest.mark.parametrize("name", CONTRACTS)
def test_examples_get_the_verdict_that_the_contract_gives_them(name: str, draft: str, verdicts: Verdicts) -> None:
    contract = CONTRACTS[name]
    named = subjects(contract)
    pairs = [
        *contract.examples,
        *(each for pattern in contract.anti_patterns for each in (*pattern.bad, *pattern.good)),
    ]
    checked = {ExampleKind.VALID: True, ExampleKind.INVALID: False}
    seen = 0
    for example in pairs:
        if example.kind in checked and example.subject.name in named and example.value is not ABSENT:
            schema = judging(contract, example.subject.name, draft)
            assert verdicts(schema, [example.value]) == [checked[example.kind]], example.title
            seen += 1
    assert seen


def changed(value: Json, path: str, new: Json) -> Json:
    """A copy of the value with something else at a path."""
    *parents, last = path.split("/")
    result = copy.deepcopy(value)
    at: Any = result
    for key in parents:
        at = at[int(key) if key.isdigit() else key]
    at[int(last) if last.isdigit() else last] = new
    return result


ENVELOPES: list[tuple[str, Json, bool]] = [
    ("the smallest success", SMALLEST, True),
    ("a failure", FAILED, True),
    ("a success with an error", changed(SMALLEST, "error", "no"), False),
    ("a failure with an empty error", changed(FAILED, "error", ""), False),
    ("a failure without an error", changed(FAILED, "error", None), False),
    ("a failure with a stray newline as its error", changed(FAILED, "error", "\n"), True),
    ("1 instead of true", changed(SMALLEST, "success", 1), False),
    ("0 instead of false", changed(FAILED, "success", 0), False),
    ("the string true", changed(SMALLEST, "success", "true"), False),
    ("an unknown key at the root", changed(SMALLEST, "found", True), False),
    ("an unknown key in open metadata", changed(SMALLEST, "meta/x", [1, None]), True),
    ("null pagination, which readers take", changed(SMALLEST, "meta/pagination", None), True),
    ("false pagination", changed(SMALLEST, "meta/pagination", False), False),
    ("null for a key that takes none", changed(SMALLEST, "meta/trace_id", None), False),
    ("the wrong version", changed(SMALLEST, "meta/version", "v3"), False),
    ("a version with a newline", changed(SMALLEST, "meta/version", "v2\n"), False),
    ("a list as data", changed(SMALLEST, "data", []), False),
    ("null as data", changed(SMALLEST, "data", None), False),
    ("a superseded key", changed(SMALLEST, "data/_warnings", ["x"]), True),
    ("an unknown code in an open list", changed(FAILED, "data/error_code", "whatever"), True),
    ("a number as a code", changed(FAILED, "data/error_code", 7), False),
    ("an unknown value in a closed list", changed(SMALLEST, "meta/fidelity", "FULL"), False),
    ("a condition that is not met", changed(SMALLEST, "meta/fidelity", "full"), True),
    ("a condition that is met", changed(SMALLEST, "meta/fidelity", "partial"), False),
    ("a condition on a key that is there", changed(SMALLEST, "meta/dropped", []), False),
    ("no object at all", [], False),
    ("nothing", None, False),
]
DIGESTS: list[tuple[str, Json, bool]] = [
    ("a digest", DIGEST_VALUE, True),
    ("1.0 as an integer", changed(DIGEST_VALUE, "count", 1.0), True),
    ("1.5 as an integer", changed(DIGEST_VALUE, "count", 1.5), False),
    ("true as an integer", changed(DIGEST_VALUE, "count", True), False),
    ("-0.0 where 0 is least", changed(DIGEST_VALUE, "count", -0.0), True),
    ("-1 where 0 is least", changed(DIGEST_VALUE, "count", -1), False),
    ("a large integer", changed(DIGEST_VALUE, "count", 2**80), True),
    ("1.0 for the constant 1", changed(DIGEST_VALUE, "number", 1.0), True),
    ("true for the constant 1", changed(DIGEST_VALUE, "number", True), False),
    ("the string 1 for the constant 1", changed(DIGEST_VALUE, "number", "1"), False),
    ("a newline after a pattern", changed(DIGEST_VALUE, "hash", "ab12cd3\n"), False),
    ("a newline after a match", changed(DIGEST_VALUE, "hash", "ab12cd34\n"), False),
    ("capitals where there are none", changed(DIGEST_VALUE, "hash", "AB12CD34"), False),
    ("digits of another script", changed(DIGEST_VALUE, "hash", "١٢٣٤٥٦٧٨"), False),
    ("three characters outside the basic plane", changed(DIGEST_VALUE, "points", ["😀😀😀"]), True),
    ("four of them", changed(DIGEST_VALUE, "points", ["😀😀😀😀"]), False),
    ("two code points that look like one", changed(DIGEST_VALUE, "points", ["e\u0301e\u0301"]), False),
    ("too many items", changed(DIGEST_VALUE, "points", ["a", "b", "c"]), False),
    ("a string as a list", changed(DIGEST_VALUE, "points", "abc"), False),
    ("1 where 1 is most", changed(DIGEST_VALUE, "snippets/0/score", 1), True),
    ("just above", changed(DIGEST_VALUE, "snippets/0/score", 1.0000001), False),
    ("an unknown key in a closed record", changed(DIGEST_VALUE, "snippets/0/x", 1), False),
    ("a locator on a page", changed(DIGEST_VALUE, "snippets/0/locator", "page:3:char:1-2"), True),
    ("a locator on page 0", changed(DIGEST_VALUE, "snippets/0/locator", "page:0:char:1-2"), False),
    ("a locator within other text", changed(DIGEST_VALUE, "snippets/0/locator", "x char:1-2"), False),
    ("a locator with a newline", changed(DIGEST_VALUE, "snippets/0/locator", "char:1-2\n"), False),
    ("a date and time", changed(DIGEST_VALUE, "when", "2025-11-26T12:00:00Z"), True),
    ("February 29 in any year", changed(DIGEST_VALUE, "when", "2025-02-29T12:00:00.5+02:00"), True),
    ("February 30", changed(DIGEST_VALUE, "when", "2025-02-30T12:00:00Z"), False),
    ("a leap second", changed(DIGEST_VALUE, "when", "2016-12-31T23:59:60Z"), False),
    ("a bare date", changed(DIGEST_VALUE, "when", "2025-11-26"), False),
    ("a UUID in capitals", changed(DIGEST_VALUE, "id", "123E4567-E89B-12D3-A456-426614174000"), True),
    ("a UUID in braces", changed(DIGEST_VALUE, "id", "{123e4567-e89b-12d3-a456-426614174000}"), False),
    ("null for a nullable key", changed(DIGEST_VALUE, "id", None), True),
    ("null for a nullable constant", changed(DIGEST_VALUE, "kind", None), True),
    ("a nullable constant", changed(DIGEST_VALUE, "kind", "x"), True),
    ("another value for it", changed(DIGEST_VALUE, "kind", "y"), False),
    ("anything where anything goes", changed(DIGEST_VALUE, "more", {"a": [None]}), True),
    ("an empty value in a map", changed(DIGEST_VALUE, "tags", {"a": ""}), False),
    ("a list as a map", changed(DIGEST_VALUE, "tags", ["a"]), False),
]


@pytest.mark.parametrize("draft", DRAFTS)
@pytest.mark.parametrize(("file", "table"), [("ToolResponse", ENVELOPES), ("DigestPayload", DIGESTS)])
def test_tricky_values_get_the_same_verdict_everywhere(
    file: str, table: list[tuple[str, Json, bool]], draft: str, verdicts: Verdicts
) -> None:
    expected = {title: verdict for title, _, verdict in table}
    found = verdicts(judging(CONTRACT, file, draft), [value for _, value, _ in table])
    assert dict(zip(expected, found, strict=True)) == expected


@pytest.mark.parametrize(("file", "table"), [("ToolResponse", ENVELOPES), ("DigestPayload", DIGESTS)])
def test_the_reference_meaning_gives_those_verdicts_too(file: str, table: list[tuple[str, Json, bool]]) -> None:
    subject = subjects(CONTRACT)[file]
    assert {title: is_valid(subject, value) for title, value, _ in table} == {
        title: verdict for title, _, verdict in table
    }


def is_valid(subject: Envelope | Record, value: Json) -> bool:
    return not any(finding.level is Weight.ERROR for finding in check(subject, value))


# -- random values ----------------------------------------------------------------------------------------------------

BASES: dict[tuple[str, str], list[Json]] = {}
for contract in CONTRACTS.values():
    for file, subject in subjects(contract).items():
        BASES[contract.name, file] = [
            example.value
            for example in contract.examples
            if example.kind is ExampleKind.VALID
            and example.subject.name == subject.name
            and example.value is not ABSENT
        ]

ODD_VALUES: st.SearchStrategy[Json] = st.sampled_from(
    [
        None,
        True,
        False,
        0,
        1,
        1.0,
        -1,
        0.5,
        2**60,
        "",
        "x",
        "full",
        "partial",
        "1.0",
        "ab12cd34",
        "char:1-2",
        "\n",
        {},
        [],
    ]
) | st.text(max_size=9)


def places(value: Json, at: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    yield at
    if isinstance(value, dict):
        for key, item in value.items():
            yield from places(item, (*at, key))
    if isinstance(value, list):
        for index, item in enumerate(value):
            yield from places(item, (*at, index))


def known_keys(contract: Contract) -> list[str]:
    return sorted({field.name for record in contract.records for field in record.fields})


@st.composite
def mutants(draw: st.DrawFn, contract: Contract, file: str) -> Json:
    """A valid value with one to three things replaced, removed or added."""
    value = copy.deepcopy(draw(st.sampled_from(BASES[contract.name, file])))
    for _ in range(draw(st.integers(1, 3))):
        *parents, last = draw(st.sampled_from([place for place in places(value) if place] or [("x",)]))
        at: Any = value
        for key in parents:
            at = at[key]
        match draw(st.sampled_from(["replace", "remove", "add"])):
            case "remove" if isinstance(at, dict):
                at.pop(last, None)
            case "add" if isinstance(at, dict):
                at[draw(st.sampled_from(known_keys(contract)) | st.text(max_size=3))] = draw(ODD_VALUES)
            case _:
                at[last] = draw(ODD_VALUES)
    return value


@pytest.mark.parametrize(("name", "file"), [key for key, values in BASES.items() if values])
def test_broken_values_get_the_verdict_of_the_reference_meaning(name: str, file: str, node: Node) -> None:
    contract = CONTRACTS[name]
    subject = subjects(contract)[file]
    schemas = [judging(contract, file, draft) for draft in DRAFTS]
    makers = [(maker, schema) for schema in schemas for maker in (*VALIDATORS.values(), by_ajv(node))]

    @settings(max_examples=examples(10))
    @given(st.lists(mutants(contract, file), min_size=20, max_size=20))
    def agree(values: list[Json]) -> None:
        expected = [is_valid(subject, value) for value in values]
        for maker, schema in makers:
            assert maker(schema, values) == expected

    agree()


# -- the shape of the schemas -----------------------------------------------------------------------------------------


@every_schema
def test_schemas_are_valid_by_their_own_meta_schema(schema: Schema, node: Node) -> None:
    jsonschema.validators.validator_for(schema).check_schema(schema)
    jsonschema_rs.meta.validate(schema)
    assert by_ajv(node)(schema, []) == []


@pytest.mark.parametrize("name", CONTRACTS)
def test_the_contract_and_each_tool_have_a_file_per_draft(name: str) -> None:
    assert set(SCHEMAS[name]) == {file + draft for file in files_of(CONTRACTS[name]).values() for draft in DRAFTS}


@pytest.mark.parametrize("name", CONTRACTS)
def test_the_drafts_differ_in_the_spelling_of_definitions_and_in_what_stands_beside_a_reference(name: str) -> None:
    for file in files_of(CONTRACTS[name]).values():
        newer, older = (dict(SCHEMAS[name][file + draft]) for draft in DRAFTS)
        assert newer.pop("$schema") == "https://json-schema.org/draft/2020-12/schema"
        assert older.pop("$schema") == "http://json-schema.org/draft-07/schema#"
        assert list(newer)[-1] in {"$defs", "additionalProperties"}
        assert as_older(newer) == older


def as_older(node: Any) -> Any:
    """A schema of 2020-12 as draft-07 has it."""
    if isinstance(node, list):
        return [as_older(item) for item in node]
    if not isinstance(node, dict):
        return node
    if isinstance(target := node.get("$ref"), str):
        assert set(node) <= {"$ref", "description", "default", "deprecated"}
        reference = {"$ref": target.replace("#/$defs/", "#/definitions/")}
        beside = {key: item for key, item in node.items() if key not in ("$ref", "deprecated")}
        return {**beside, "allOf": [reference]} if beside else reference
    names = {"$defs": "definitions"}
    return {names.get(key, key): as_older(item) for key, item in node.items() if (key, item) != ("deprecated", True)}


@every_schema
def test_only_keywords_are_used_that_mean_the_same_in_both_drafts(schema: Schema) -> None:
    root, *others = subschemas(schema)
    newer = set() if "draft-07" in schema["$schema"] else {"deprecated"}  # an annotation, which draft-07 does not have
    assert root["type"] == "object"
    assert set(root) - {"$comment", "$schema", "$ref", "$defs", "definitions"} <= COMMON_KEYWORDS | newer
    for each in others:
        assert "$ref" in each or set(each) - {"$defs", "definitions"} <= COMMON_KEYWORDS | newer


@every_schema
def test_a_reference_is_never_wrapped_where_the_draft_allows_annotations_beside_it(schema: Schema) -> None:
    _, *others = subschemas(schema)
    referring = [each for each in others if "$ref" in each]
    if "draft-07" in schema["$schema"]:
        assert all(set(each) == {"$ref"} for each in referring)
    else:
        assert all(set(each) <= {"$ref", "description", "default", "deprecated"} for each in referring)
        wrapped = [each for each in others if len(each.get("allOf", ())) == 1 and "$ref" in each["allOf"][0]]
        assert all(each == {"allOf": each["allOf"], "anyOf": each["allOf"]} for each in wrapped)  # see `_chosen`


@pytest.mark.parametrize("draft", DRAFTS)
@pytest.mark.parametrize("name", CONTRACTS)
def test_the_schema_of_a_tool_has_what_it_refers_to_and_that_of_the_contract_all_types(name: str, draft: str) -> None:
    contract, keyword = CONTRACTS[name], "$defs" if draft == DRAFTS[0] else "definitions"
    named = (contract.records, contract.enums, contract.texts)
    declared = {each.name for group in named for each in group}
    for subject, file in files_of(contract).items():
        schema = SCHEMAS[name][file + draft]
        referred = {each["$ref"].removeprefix(f"#/{keyword}/") for each in subschemas(schema) if "$ref" in each}
        assert set(schema.get(keyword, {})) == referred | (declared if subject == contract.envelope.name else set())


@pytest.mark.parametrize(
    "name", [name for name, each in CONTRACTS.items() if isinstance(each.envelope.discriminator, Tag)]
)
def test_success_and_failure_are_branches_with_their_own_tag(name: str) -> None:
    schema, envelope = SCHEMAS[name][f"{name}.schema.json"], CONTRACTS[name].envelope
    branches = [schema["$defs"][branch["$ref"].removeprefix("#/$defs/")] for branch in schema["oneOf"]]
    marks = [outcome.discriminator for outcome in envelope.outcomes]
    tags = [branch["properties"][mark.field]["const"] for branch, mark in zip(branches, marks, strict=True) if mark]
    assert tags == [mark.value for mark in marks if isinstance(mark, Tag)]


# -- descriptions -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("draft", DRAFTS)
@pytest.mark.parametrize("name", CONTRACTS)
def test_the_descriptions_of_types_fields_and_values_survive(name: str, draft: str) -> None:
    for schema in (SCHEMAS[name][file + draft] for file in files_of(CONTRACTS[name]).values()):
        definitions: dict[str, Schema] = schema.get("$defs") or schema.get("definitions") or {}
        for record in CONTRACTS[name].records:
            if record.name in definitions:
                found = definitions[record.name]
                assert found.get("description", "").startswith(record.docs.doc)
                assert list(found["properties"]) == [field.name for field in record.fields]
                for field in record.fields:
                    assert found["properties"][field.name].get("description", "").startswith(field.docs.doc)
        for enum in CONTRACTS[name].enums:
            if enum.name in definitions:
                assert all(
                    value.docs.doc.replace("\n\n", " ") in definitions[enum.name].get("description", "")
                    for value in enum.values
                )


def test_levels_deprecation_and_superseded_keys_are_told_in_words() -> None:
    definitions = SCHEMAS["sample-v2"]["sample-v2.schema.json"]["$defs"]
    meta = definitions["Meta"]["properties"]
    assert meta["request_id"]["description"] == (f"{HOSTILE}\n\nSince 1.2.\n\nLevel: SHOULD.")
    details = definitions["ErrorData"]["properties"]["details"]
    assert details["description"] == (
        f"More.\n\nDeprecated since 1.9; use `number` instead. Will be removed in 2.0. It moved. {HOSTILE}"
    )
    assert details["deprecated"] is True
    assert meta["fidelity_version"]["description"] == (
        "Which scale.\n\nLevel: MUST when `fidelity` is below `full`, otherwise MAY."
    )
    assert (
        "`_warnings` is superseded by `meta.warnings`"
        in definitions["ToolSuccess"]["properties"]["data"]["description"]
    )


def test_defaults_and_examples_come_along() -> None:
    schema = SCHEMAS["sample-v2"]["sample-v2.schema.json"]
    types = schema["$defs"]
    assert types["Snippet"]["examples"] == [SNIPPET_VALUE]
    assert schema["examples"] == [SMALLEST, FAILED]
    assert types["Locator"]["examples"] == ["char:1-2", "page:3:char:1-2", "char:5-6"]
    assert types["DigestPayload"]["properties"]["points"]["default"] == []
    assert "default" not in types["ToolSuccess"]["properties"]["error"]  # which is always null


def test_open_lists_name_their_values_without_forbidding_others() -> None:
    definitions = SCHEMAS["sample-v2"]["sample-v2.schema.json"]["$defs"]
    assert definitions["ErrorCode"]["examples"] == ["BAD_INPUT", "TOO_MANY"]
    assert "enum" not in definitions["ErrorCode"]
    assert definitions["Fidelity"]["enum"] == ["full", "partial", "reference_only"]
