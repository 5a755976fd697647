"""OpenAPI documents: two linters find nothing, others can refer to them, and their schemas decide as all others do."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from checkout import CASES, HTTP, ROOT, own_bases, own_contracts, read_contract
from checkout.goldens import Golden
from checkout.processes import LineServer, line_server
from packages.built import RENDERER

from sealwax.contract.model import Contract
from sealwax.diagnostics import errors
from sealwax.pipeline import load
from sealwax.targets import load as load_target
from sealwax.targets.openapi import document

COMMITTED = [
    *sorted(ROOT.glob("generated/*/openapi/openapi.json")),
    *sorted(ROOT.glob("examples/*/generated/*/openapi/openapi.json")),
]
LIBRARY = ROOT / "examples" / "http" / "generated" / "library" / "openapi" / "openapi.json"
OFF = {
    # Nothing in the document itself uses what it is there for, and no contract says whom to write to.
    "redocly": ["no-unused-components"],
    "spectral": ["oas3-unused-component", "info-contact"],
}
NOTHING_OFF: dict[str, list[str]] = {"redocly": [], "spectral": []}
CLEAN: dict[str, list[str]] = {"redocly": [], "spectral": []}


@pytest.fixture(scope="module")
def linters() -> Iterator[LineServer]:
    with line_server("node", "--no-warnings", "lint.mjs", folder=HTTP) as server:
        yield server


def case(name: str) -> Contract:
    bases = {f"contract/{file}": text for file, text in own_bases()[name].items()}
    (contract,), diagnostics = load({"contract/tried.yaml": own_contracts()[name]}, bases=bases)
    assert errors(diagnostics) == ()
    return contract


@pytest.mark.parametrize("path", COMMITTED, ids=lambda path: path.parts[-3])
def test_linters_find_nothing(path: Path, linters: LineServer) -> None:
    assert linters.ask({"file": str(path), "off": OFF}) == CLEAN


@pytest.mark.parametrize(
    "name", ["constraints", "hostile-text", "keywords-as-names", "problems", "relations", "shapes"]
)
def test_linters_find_nothing_in_the_document_of_an_odd_contract(
    name: str, linters: LineServer, tmp_path: Path
) -> None:
    (tmp_path / "openapi.json").write_text(json.dumps(document(case(name))), encoding="utf-8")
    off = OFF | {"redocly": [*OFF["redocly"], "info-license"]}  # few of these contracts have one
    found = linters.ask({"file": str(tmp_path / "openapi.json"), "off": off})
    assert found == CLEAN


def test_linters_find_what_is_wrong(linters: LineServer, tmp_path: Path) -> None:
    made = document(read_contract())
    made["components"]["examples"]["NOT_FOUND"]["value"]["success"] = "no"  # type: ignore[index,call-overload]
    (tmp_path / "openapi.json").write_text(json.dumps(made), encoding="utf-8")
    found = linters.ask({"file": str(tmp_path / "openapi.json"), "off": OFF})
    assert all(found.values())


def api(responses: dict[str, str], path: Path) -> dict[str, Any]:
    """The document of an API with an operation that refers to responses of another document, by status."""
    refers = {status: {"$ref": f"{path}#/components/responses/{name}"} for status, name in responses.items()}
    about = {"summary": "Lends a book", "description": "Lends a book.", "operationId": "lend", "tags": ["books"]}
    contact = {"name": "The library", "url": "https://library.test"}
    licence = {"name": "MIT", "identifier": "MIT"}
    return {
        "openapi": "3.1.1",
        "info": {
            "title": "Loans",
            "version": "1",
            "description": "Lends books.",
            "contact": contact,
            "license": licence,
        },
        "servers": [{"url": "https://library.test"}],
        "tags": [{"name": "books", "description": "All about books."}],
        "security": [],
        "paths": {"/loans": {"post": {**about, "responses": refers}}},
    }


def test_the_document_of_an_api_refers_to_it_and_is_bundled(linters: LineServer, tmp_path: Path) -> None:
    responses = {"200": "LendBookFound", "404": "UNKNOWN_BOOK", "429": "BusyError", "default": "Problem"}
    (tmp_path / "api.json").write_text(json.dumps(api(responses, LIBRARY)), encoding="utf-8")
    into = tmp_path / "bundled.json"
    assert linters.ask({"file": str(tmp_path / "api.json"), "into": str(into), "off": NOTHING_OFF}) == CLEAN
    bundled = json.loads(into.read_text(encoding="utf-8"))
    assert set(bundled["components"]["responses"]) == set(responses.values())
    assert "Problem" in bundled["components"]["schemas"]
    assert str(LIBRARY) not in into.read_text(encoding="utf-8")


# -- responses --------------------------------------------------------------------------------------------------------


def test_every_code_and_every_type_has_a_response_with_its_status() -> None:
    contract = read_contract()
    made: Any = document(contract)["components"]
    mapping = contract.error_mapping
    assert mapping is not None
    statuses = {kind.value: kind.http for kind in mapping.types.values}
    for code in mapping.codes.values:
        response = made["responses"][code.value]
        assert response["x-http-status"] == statuses[code.classified_as]
        (content,) = response["content"].values()
        assert content["examples"] == {code.value: {"$ref": f"#/components/examples/{code.value}"}}
    assert len(made["examples"]) == len(mapping.codes.values) > 10
    assert made["responses"]["RateLimitError"]["headers"] == {
        "Retry-After": {"$ref": "#/components/headers/RetryAfter"}
    }
    assert "headers" not in made["responses"]["ValidationError"]


def test_the_response_of_a_code_admits_this_code_only() -> None:
    made: Any = document(read_contract())
    for name, example in made["components"]["examples"].items():
        for other, response in made["components"]["responses"].items():
            if other in made["components"]["examples"]:
                (content,) = response["content"].values()
                assert is_valid(made, content["schema"], example["value"]) is (other == name)


def test_a_contract_without_statuses_has_schemas_but_no_errors() -> None:
    made: Any = document(case("mail-imap"))["components"]
    assert "ErrorEnvelope" in made["responses"]
    assert not any(name.isupper() or name.endswith("Error") for name in made["responses"])
    assert "headers" not in made


def is_valid(document: Any, schema: Any, value: Any) -> bool:
    return jsonschema_rs.is_valid({**schema, "components": document["components"]}, value)


# -- agreement --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(own_contracts()))
def test_the_schemas_decide_every_conformance_case(name: str) -> None:
    contract = case(name)
    target = load_target("conformance")
    page = next(iter(target.pages(contract)))
    cases: Any = json.loads(RENDERER.render(page, target.filters))["cases"]
    made = document(contract)
    validators: dict[str, Any] = {}
    for each in cases:
        subject = each.get("type", contract.envelope.name)
        if subject not in validators:
            schema = {"$ref": f"#/components/schemas/{subject}", "components": made["components"]}
            validators[subject] = jsonschema_rs.validator_for(schema)
        expected = not any(finding["level"] == "error" for finding in each["findings"])
        assert validators[subject].is_valid(each["value"]) is expected, each
    assert cases


def test_the_document_of_a_small_contract(golden: Golden) -> None:
    target = load_target("openapi")
    (page,) = target.pages(case("problems"))
    golden.matches(CASES / "problems" / "openapi.json", RENDERER.render(page, target.filters))
