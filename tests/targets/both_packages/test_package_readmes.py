"""The READMEs of generated packages."""

import ast
import re
from collections.abc import Iterator
from typing import Any

import pytest
from checkout import CASES, RESPONSE_V2, ROOT
from packages.built import Built, built
from packages.type_checking import PROGRAMS

SOURCES = {
    **{name: ROOT / f"contract/{name}.yaml" for name in ("response-v2", "mail-imap", "stac-meta")},
    **{name: CASES / name / "contract.yaml" for name in ("codes", "provided", "shapes", "composite-strings")},
}


@pytest.mark.parametrize("name", SOURCES)
def test_the_examples_of_a_python_readme_are_programs(name: str) -> None:
    with built(SOURCES[name].read_bytes()) as package:
        assert [ast.parse(each) for each in blocks(package, "python", "python", "")]


def test_the_first_example_makes_a_response() -> None:
    tools = b"""
contract: cars
version: "1.0.0"
title: Responses about cars
envelope: {name: Reply, fields: {data: {type: payload}}}
tools: {look_up: {payload: Car, doc: Returns a car.}}
types: {Car: {fields: {plate: {type: string}, doors: {type: integer}, owner: {type: string, level: may}}}}
builders: {found: {parameters: {data: {into: data, level: must}}}}
"""
    with built(tools) as package, package.imported() as it:
        first, *_ = blocks(package, "python", "python", "")
        names: dict[str, Any] = {}
        exec(first, names)  # noqa: S102
        assert it.is_valid_look_up_reply(names["look_up"]().to_dict())


@pytest.mark.parametrize("is_success", [True, False])
def test_functions_tell_the_outcomes_apart(is_success: bool) -> None:
    with built(RESPONSE_V2.read_bytes()) as package, package.imported() as it:
        made = it.success_response({}) if is_success else it.error_response("No.")
        response = it.parse(made.to_dict())
        assert (it.is_success(response), it.is_failure(response)) == (is_success, not is_success)


# -- failures that need more than a message and a code ----------------------------------------------------------------

IDENTIFIED = PROGRAMS / "identified"
"""A contract, and the examples of its READMEs as programs, which type checkers read."""


def blocks(package: Built, target: str, language: str, word: str) -> list[str]:
    """The examples of a README that contain a word."""
    readme = package.files[f"generated/{package.contract.name}/{target}/README.md"]
    found = re.findall(rf"^```{language}\n(.*?)^```$", readme, re.DOTALL | re.MULTILINE)
    return [each for each in found if word in each]


@pytest.fixture(scope="module")
def identified() -> Iterator[Built]:
    with built((IDENTIFIED / "cars.yaml").read_bytes()) as package:
        yield package


def test_examples_pass_what_every_failure_needs_in_python(identified: Built) -> None:
    for program, word in (("made.py", "errors.no_car"), ("raised.py", "MissingError(")):
        assert blocks(identified, "python", "python", word) == [(IDENTIFIED / program).read_text(encoding="utf-8")]
    (facts,) = blocks(identified, "python", "python", "install(app, lambda")
    assert 'request: {"request_id": request.headers.get("x-request-id", "request_id")}' in facts


def test_examples_pass_what_every_failure_needs_in_typescript(identified: Built) -> None:
    shown = blocks(identified, "typescript", "ts", "errors.noCar")
    assert shown == [(IDENTIFIED / "made.ts").read_text(encoding="utf-8")]
    (served,) = blocks(identified, "typescript", "ts", "replyToStatus")
    assert 'const facts = (context) => ({ requestId: context.req.header("x-request-id") ?? "request_id" });' in served


def test_a_warning_has_an_example_that_the_builder_takes() -> None:
    with built(RESPONSE_V2.read_bytes()) as package, package.imported() as it:
        (python,), (typescript,) = (
            blocks(package, target, language, "warning = ")
            for target, language in (("python", "python"), ("typescript", "ts"))
        )
        names: dict[str, Any] = {}
        exec(python, names)  # noqa: S102
        made = it.success_response({}, warning_details=[names["warning"]])
        assert it.is_valid(made.to_dict())
        assert (PROGRAMS / "warnings" / "warning.ts").read_text(encoding="utf-8").startswith(typescript)
        readme = package.files["generated/response-v2/python/README.md"]
        assert "Pass a list of warnings to the builder, as `warning_details`." in readme


def test_readmes_show_how_to_tell_the_outcomes_apart() -> None:
    """In the ways that type checkers follow: pyright does not follow all that mypy does (`typing/outcomes`)."""
    readme = (ROOT / "generated/response-v2/python/README.md").read_text(encoding="utf-8")
    shown = ("`if is_success(response):`", "`if response.success:`", "`if response.success is True:`")
    assert [each for each in (*shown, '`if value["success"] is True:`') if each not in readme] == []
    assert shown[0] in (ROOT / "generated/mail-imap/python/README.md").read_text(encoding="utf-8")


def test_examples_of_tools_pass_values_of_the_right_type() -> None:
    contract = b"""
contract: cars
version: "1.0.0"
title: Responses about cars
envelope: {name: Reply, fields: {data: {type: object}, meta: {type: Meta}}}
types: {Meta: {fields: {trace: {type: string, pattern: "^[a-f]{4}$"}, took_ms: {type: integer, min: 1}}}}
builders: {found: {parameters: {data: {into: data}, meta: {into: meta, level: must}}}}
"""
    with built(contract) as package:
        (python,) = blocks(package, "python", "python", "@contract_tool")
        (typescript,) = blocks(package, "typescript", "ts", "registerContractTool(")
    assert '@contract_tool(meta={"trace": "aaaa", "took_ms": 1})\n' in python
    assert '({ key }) => ({ key }), { meta: { trace: "aaaa", took_ms: 1 } });\n' in typescript
