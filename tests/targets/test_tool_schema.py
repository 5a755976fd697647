"""Strict schemas for language models: vendors' own converters take them as they are, and what fits them is valid."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from checkout import HTTP, HTTP_PYTHON, own_bases, own_contracts
from checkout.processes import LineServer, line_server
from hypothesis import given, settings
from hypothesis import strategies as st
from packages.built import RENDERER
from samples.growing_contracts import SHAPES, types

from sealwax.contract.model import Contract, Json
from sealwax.meaning import checks
from sealwax.meaning.checks.interpreter import run
from sealwax.meaning.checks.lowering import lower
from sealwax.meaning.findings import RuleId, Weight
from sealwax.meaning.strict import Strictness, StrictRecord, TooLarge, Unfit, candidates
from sealwax.pipeline import load
from sealwax.targets import load as load_target
from sealwax.targets.tool_schema import record_schema


def contract_of(name: str) -> Contract:
    bases = {f"contract/{file}": text for file, text in own_bases()[name].items()}
    (contract,), _ = load({"contract/tried.yaml": own_contracts()[name]}, bases=bases)
    return contract


def schemas() -> Iterator[tuple[str, str, Any]]:
    """All strict schemas of our own contracts, each with its contract and its record."""
    for name in own_contracts():
        strictness = Strictness()
        for record in candidates(contract_of(name)):
            if isinstance(strictness.of(record), StrictRecord):
                yield name, record.name, record_schema(record, strictness)


SCHEMAS = [pytest.param(*each, id=f"{each[0]}-{each[1]}") for each in schemas()]


def test_there_are_enough_of_them() -> None:
    assert len(SCHEMAS) > 8


# -- vendors ----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def vendors() -> Iterator[LineServer]:
    with line_server(HTTP_PYTHON, HTTP / "vendors.py", folder=HTTP) as server:
        yield server


@pytest.mark.parametrize(("contract", "record", "schema"), SCHEMAS)
def test_vendors_take_a_schema_as_it_is(contract: str, record: str, schema: Any, vendors: LineServer) -> None:
    found = vendors.ask(schema)
    assert not {vendor for vendor, answer in found.items() if isinstance(answer, str)}, (contract, record, found)
    assert found["openai"] == schema
    assert found["anthropic"] == without_types(schema)
    descriptions = sorted(texts(schema))
    assert descriptions == sorted(texts(found["anthropic"])) == sorted(texts(found["gemini"]))
    assert set(found["gemini"].get("required", [])) == set(schema["required"])


@pytest.mark.parametrize(
    "lost",
    [{"type": "string", "pattern": "^a$"}, {"type": "object", "additionalProperties": {"type": "string"}}],
    ids=["pattern", "map"],
)
def test_vendors_show_what_they_would_lose(lost: Any, vendors: LineServer) -> None:
    schema = {"type": "object", "properties": {"a": lost}, "required": ["a"], "additionalProperties": False}
    assert vendors.ask(schema)["anthropic"] != schema


def without_types(schema: Any) -> Any:
    """Anthropic takes a list of strings without its type."""
    if isinstance(schema, list):
        return [without_types(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {key: each for key, each in schema.items() if not (key == "type" and "enum" in schema)}
    return {key: without_types(each) for key, each in kept.items()}


def texts(schema: Any) -> Iterator[str]:
    """The descriptions anywhere in a schema."""
    if isinstance(schema, dict) and isinstance(schema.get("description"), str):
        yield schema["description"]
    for each in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from texts(each)


# -- meaning ----------------------------------------------------------------------------------------------------------

LOST = {
    RuleId.MIN_LENGTH, RuleId.MAX_LENGTH, RuleId.PATTERN, RuleId.FORMAT, RuleId.MINIMUM, RuleId.MAXIMUM,
    RuleId.MIN_ITEMS, RuleId.MAX_ITEMS, RuleId.PAIR, RuleId.CONSTANT, RuleId.REQUIRED,
}  # fmt: skip
"""The rules that a value can break although it fits: `REQUIRED` because of a condition only."""


def written(schema: Any) -> st.SearchStrategy[Json]:
    """What a model that is held to a schema can write."""
    if "anyOf" in schema:
        return st.one_of([written(each) for each in schema["anyOf"]])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    match schema["type"]:
        case "object":
            return st.fixed_dictionaries({key: written(each) for key, each in schema["properties"].items()})
        case "array":
            return st.lists(written(schema["items"]), max_size=2)
        case "null":
            return st.none()
        case "boolean":
            return st.booleans()
        case "integer":
            return st.integers(-10, 10)
        case "number":
            return st.floats(0, 1)
        case _:
            return st.text(max_size=5)


def without_nulls(value: Json, kept: frozenset[tuple[str, ...]], path: tuple[str, ...] = ()) -> Json:
    """What the generated README says to do with a value before it is used."""
    if isinstance(value, list):
        return [without_nulls(each, kept, path) for each in value]
    if not isinstance(value, dict):
        return value
    stays = {key: each for key, each in value.items() if each is not None or (*path, key) in kept}
    return {key: without_nulls(each, kept, (*path, key)) for key, each in stays.items()}


@pytest.mark.parametrize(("contract", "record", "schema"), SCHEMAS)
def test_what_fits_a_schema_is_valid_apart_from_what_is_said_to_be_lost(
    contract: str, record: str, schema: Any
) -> None:
    plan = lower(contract_of(contract))
    decided = next(Strictness().of(each) for each in candidates(contract_of(contract)) if each.name == record)
    assert isinstance(decided, StrictRecord)
    kept = frozenset(decided.nulls)

    @given(written(schema))
    @settings(max_examples=30)
    def check(value: Json) -> None:
        found = run(checks.TypeRef(record), plan.types, without_nulls(value, kept))
        assert {each.rule for each in found if each.level is Weight.ERROR} <= LOST

    check()


def test_a_record_with_a_free_form_value_that_it_must_have_does_not_fit() -> None:
    found = [Strictness().of(record) for record in candidates(contract_of("enforcement"))]
    assert [(each.record.name, each.obstacle) for each in found if isinstance(each, Unfit)] == [("Sample", ("more",))]
    target = load_target("tool-schema")
    files = {page.path: RENDERER.render(page, target.filters) for page in target.pages(contract_of("enforcement"))}
    assert "enforcement/tool-schema/sample.json" not in files
    assert "- `Sample`: `more`\n" in files["enforcement/tool-schema/README.md"]
    assert json.loads(files["enforcement/tool-schema/marked.json"])["additionalProperties"] is False


def test_a_record_is_too_large_if_it_grows_when_it_is_written_out() -> None:
    (contract,), _ = load(SHAPES["doubling payload"](24))
    (found,) = [Strictness().of(record) for record in candidates(contract)]
    assert isinstance(found, TooLarge)
    assert found.keys == 3 * 2**23 - 2
    target = load_target("tool-schema")
    files = {page.path: RENDERER.render(page, target.filters) for page in target.pages(contract)}
    assert [*files] == ["reply/tool-schema/README.md"]
    assert "- `T0`: 25,165,822 keys\n" in files["reply/tool-schema/README.md"]


def test_records_that_share_a_large_one_have_a_limit_together() -> None:
    wide = ", ".join(f"f{at}: {{type: string}}" for at in range(1000))
    rows = [f"R{at}: {{standalone: true, fields: {{a: {{type: Wide}}}}}}" for at in range(60)]
    (contract,), _ = load(types([f"Wide: {{fields: {{{wide}}}}}", *rows]))
    target = load_target("tool-schema")
    pages = [*target.pages(contract)]
    assert 20 < len(pages) < 60
    readme = RENDERER.render(pages[-1], target.filters)
    assert "- `R59`: 1,001 keys\n" in readme
    assert sum(len(RENDERER.render(page, target.filters)) for page in pages) < 12_000_000
