"""contract/stac-meta.yaml says what is decided about stac-meta, and its packages install, run and type-check."""

import json
import sys
from collections.abc import Iterator

import pytest
from checkout import CONTRACTS, read_contract
from checkout.processes import run
from judges.reference import check
from packages.npm import Consumer, generated
from packages.python import Package, installed

from sealwax.contract.model import (
    ABSENT,
    Boolean,
    Contract,
    Field,
    Format,
    Integer,
    Json,
    Level,
    ListOf,
    Merging,
    Record,
    Reference,
    String,
    Tier,
)
from sealwax.meaning.findings import Finding, RuleId, Weight
from sealwax.meaning.merging import merge

FILE = CONTRACTS / "stac-meta.yaml"
UUID = "3f2b8c1e-5d47-4a9b-8e21-0c6f7a9d1b34"


def contract() -> Contract:
    return read_contract(FILE)


def meta() -> Record:
    (found,) = contract().records
    return found


def field(name: str) -> Field:
    return next(each for each in meta().fields if each.name == name)


def tier(name: str) -> Tier:
    return next(each for each in contract().tiers if each.name == name)


def merging() -> Merging:
    found = contract().merging
    assert found is not None
    return found


def findings(value: Json) -> list[Finding]:
    return check(contract().envelope, value)


# -- what is decided --------------------------------------------------------------------------------------------------


def test_only_meta_is_governed_and_nothing_is_required() -> None:
    envelope = contract().envelope
    (only,) = envelope.fields
    assert (only.name, only.level, only.type) == ("meta", Level.MAY, Reference(meta()))
    assert (envelope.open, len(envelope.outcomes), meta().open) == (True, 1, True)
    assert {each.level for each in meta().fields} == {Level.MAY}


def test_there_are_three_tiers_with_their_prefixes() -> None:
    assert [(each.name, each.prefix, each.undeclared) for each in contract().tiers] == [
        ("stable", "", False),
        ("experimental", "_exp_", False),
        ("vendor", "x_", True),
    ]
    assert all(each.promise for each in contract().tiers)
    assert "at least one minor release cycle" in tier("experimental").promotion
    assert "major version" in tier("stable").promise
    assert "minor version" in tier("experimental").promise


@pytest.mark.parametrize(
    ("name", "tier_name", "gate"),
    [
        ("schema_version", "stable", None),
        ("correlation_id", "stable", None),
        ("_exp_federation_warnings", "experimental", "federation"),
        ("_exp_cache_hit", "experimental", "cache"),
        ("_exp_retry_attempts", "experimental", "retries"),
    ],
)
def test_each_key_has_its_tier_and_its_gate(name: str, tier_name: str, gate: str | None) -> None:
    found = field(name)
    assert found.tier == tier(tier_name)
    assert (found.gate.name if found.gate else None) == gate


def test_the_keys_have_their_types() -> None:
    assert [each.name for each in meta().fields] == [
        "schema_version", "correlation_id", "_exp_federation_warnings", "_exp_cache_hit", "_exp_retry_attempts",
    ]  # fmt: skip
    assert field("correlation_id").type == String(format=Format.UUID)
    assert field("_exp_federation_warnings").type == ListOf(String())
    assert field("_exp_cache_hit").type == Boolean()
    assert field("_exp_retry_attempts").type == Integer()
    assert "observability" in field("correlation_id").docs.doc


@pytest.mark.parametrize("version", ["1.0", "1.0.0", "12.34", "0.1.2"])
def test_a_version_has_two_or_three_parts(version: str) -> None:
    assert findings({"meta": {"schema_version": version}}) == []


@pytest.mark.parametrize("version", ["1", "1.", "1.0.0.0", "v1.0", "1.0\n", "1.0-beta", "", 1.0])
def test_nothing_else_is_a_version(version: Json) -> None:
    (found,) = findings({"meta": {"schema_version": version}})
    assert (found.pointer, found.level) == ("/meta/schema_version", Weight.ERROR)


@pytest.mark.parametrize(
    "value",
    [
        {},
        {"type": "FeatureCollection", "features": [], "debug": {"a": 1}},
        {"meta": {}},
        {"error": {"code": 1}, "meta": {"correlation_id": UUID, "_exp_retry_attempts": 3}},
        {"meta": {"x_anything": None, "x_": 1}},
    ],
)
def test_a_response_says_as_much_about_itself_as_it_likes(value: Json) -> None:
    assert findings(value) == []


@pytest.mark.parametrize("key", ["took_ms", "_exp_guess", "exp_cache_hit", "X_vendor", "__proto__"])
def test_an_undeclared_key_is_advice(key: str) -> None:
    (found,) = findings({"meta": {key: 1}})
    assert (found.pointer, found.level, found.rule) == (f"/meta/{key}", Weight.ADVICE, RuleId.UNDECLARED)


@pytest.mark.parametrize("value", [None, [], "text", 1])
def test_metadata_is_an_object(value: Json) -> None:
    assert [(found.pointer, found.level) for found in findings({"meta": value})] == [("/meta", Weight.ERROR)]


def test_the_contract_tells_the_rest_to_people() -> None:
    assert contract().docs.notes == ("Status: proposed, 2025-09-26.",)
    assert len(contract().rules) == 8
    stable, experimental, _ = contract().tiers
    assert "within a major version of the server no key is removed or changes its meaning" in stable.promise
    assert experimental.promise == "Any minor version may rename a key, change its meaning or remove it."
    assert "deprecated for at least one minor release cycle" in experimental.promotion
    assert [guide.title for guide in contract().guides] == [
        "What the contract is for", "Promoting an experimental key", "Consequences",
        "Rejected alternatives", "Open questions",
    ]  # fmt: skip
    by_title = {guide.title: guide for guide in contract().guides}
    assert [len(by_title[title].points) for title in list(by_title)[2:]] == [5, 3, 3]


def test_everything_is_described() -> None:
    lores = [contract().docs, contract().envelope.docs, meta().docs, merging().docs]
    lores += [each.docs for each in (*contract().envelope.fields, *meta().fields)]
    lores += [gate.docs for gate in contract().gates]
    assert [docs for docs in lores if not docs.doc] == []


# -- the packages -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Package]:
    with installed(contract(), tmp_path_factory.mktemp("stac")) as package:
        yield package


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Consumer]:
    with generated(contract(), tmp_path_factory.mktemp("stac-npm")) as consumer:
        yield consumer


def test_both_packages_do_what_the_examples_show(package: Package, node: Consumer) -> None:
    for example in merging().examples:
        given = None if example.given is ABSENT else example.given
        keywords = f"plugins={example.plugins!r}, gates={list(example.gates)!r}"
        assert package.value(f"it.merge_meta({example.response!r}, {given!r}, {keywords})") == example.result
        options = {"plugins": example.plugins, "gates": list(example.gates)}
        arguments = f"{json.dumps(example.response)}, {json.dumps(given)}, {{...{json.dumps(options)}, warn() {{}}}}"
        assert node.value(f"it.mergeMeta({arguments})") == example.result
        assert merge(merging(), example.response, given, example.plugins, example.gates).response == example.result


def test_a_response_is_read_with_all_its_keys(package: Package) -> None:
    text = json.dumps({"features": [1], "meta": {"correlation_id": UUID, "_exp_cache_hit": True, "x_a": 1}})
    program = f"""
response = it.parse_json({text!r})
result = [response.meta.correlation_id, response.meta.exp_cache_hit, response.meta.extra, response.to_dict()]
"""
    assert package.result(program) == [UUID, True, {"x_a": 1}, json.loads(text)]


def test_the_readme_shows_calls_that_work(package: Package) -> None:
    blocks = (package.source / "README.md").read_text(encoding="utf-8").split("```")
    calls = [block.removeprefix("python\n") for block in blocks if block.startswith("python\n")]
    call, _reading, _serving, schema = calls
    made = package.result(f"{call}result = list(response['meta'])")
    assert made == ["schema_version", "correlation_id", "_exp_federation_warnings"]
    assert package.result(f"{schema}result = tool_response_schema(lean=True)['type']") == "object"


def test_the_python_package_passes_linters(package: Package) -> None:
    ruff = [sys.executable, "-m", "ruff"]
    run(*ruff, "check", "--isolated", "--extend-select", "I,UP,RUF022", "src", folder=package.source)
    run(*ruff, "format", "--isolated", "--check", "src", folder=package.source)


def test_a_correlation_identifier_that_is_no_uuid_is_not_sent() -> None:
    merged = merge(merging(), {"features": []}, {"correlation_id": "not-a-uuid", "schema_version": "1.0"})
    assert merged.response == {"features": [], "meta": {"schema_version": "1.0"}}
    assert [each.reason for each in merged.left_out] == [
        "it has an invalid value at /correlation_id: expected the format `uuid` (UUID)"
    ]
