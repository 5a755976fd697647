"""The READMEs of generated packages."""

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from checkout import CASES, RESPONSE_V2, ROOT
from checkout.processes import run
from packages.built import Built, built
from packages.npm import RESOLUTIONS, type_check

SOURCES = {
    **{name: ROOT / f"contract/{name}.yaml" for name in ("response-v2", "mail-imap", "stac-meta")},
    **{name: CASES / name / "contract.yaml" for name in ("codes", "provided", "shapes", "composite-strings")},
}
LISTED = re.compile(r"^- `(\w+)`: [a-z]", re.MULTILINE)


@pytest.mark.parametrize("name", SOURCES)
def test_the_python_readme_lists_every_module(name: str) -> None:
    with built(SOURCES[name].read_bytes()) as package:
        found = (re.search(r"/python/src/\w+/([a-z]\w*)(?:/[\w-]+\.json|\.py)$", path) for path in package.files)
        modules = {each[1] for each in found if each} - {"findings"}  # which `validation` exports
        readme = package.files[f"generated/{package.contract.name}/python/README.md"]
        assert {*LISTED.findall(readme.rpartition("## Contents")[2])} == modules


GUARDED = """
from typing import assert_type
import mail_imap as mail
import response_v2 as tools

def read(response: tools.ParsedToolResponse) -> None:
    if tools.is_success(response):
        assert_type(response, tools.ParsedToolResponseSuccess)
    else:
        assert_type(response, tools.ParsedToolResponseFailure)
    if tools.is_failure(response):
        assert_type(response, tools.ParsedToolResponseFailure)
    else:
        assert_type(response, tools.ParsedToolResponseSuccess)

def read_message(value: object) -> None:
    response = mail.parse_imap_get_message_tool_result(value)
    if mail.is_success(response):
        assert_type(response, mail.ParsedToolEnvelope[mail.GetMessage])
    else:
        assert_type(response, mail.ParsedErrorEnvelope)
    if mail.is_failure(response):
        assert_type(response, mail.ParsedErrorEnvelope)
    else:
        assert_type(response, mail.ParsedToolEnvelope[mail.GetMessage])
"""


def test_functions_tell_the_outcomes_apart_in_both_type_checkers(tmp_path: Path) -> None:
    sources = [str(ROOT / f"generated/{name}/python/src") for name in ("response-v2", "mail-imap")]
    (tmp_path / "reads.py").write_text(GUARDED)
    (tmp_path / "mypy.ini").write_text(f"[mypy]\nstrict = True\nmypy_path = {':'.join(sources)}\n")
    run(sys.executable, "-m", "mypy", "reads.py", folder=tmp_path)
    (tmp_path / "pyrightconfig.json").write_text(json.dumps({"extraPaths": sources}))
    run(sys.executable, "-m", "pyright", "reads.py", folder=tmp_path)
    for source in sources:
        assert "`if is_success(response):`" in (Path(source).parent / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("is_success", [True, False])
def test_functions_tell_the_outcomes_apart(is_success: bool) -> None:
    with built(RESPONSE_V2.read_bytes()) as package, package.imported() as it:
        made = it.success_response({}) if is_success else it.error_response("No.")
        response = it.parse(made.to_dict())
        assert (it.is_success(response), it.is_failure(response)) == (is_success, not is_success)


def test_a_test_of_the_flag_tells_the_outcomes_apart(tmp_path: Path) -> None:
    program = """
from typing import assert_type
from response_v2 import ParsedToolResponse, ParsedToolResponseFailure, ParsedToolResponseSuccess

def read(response: ParsedToolResponse) -> None:
    if response.success:
        assert_type(response, ParsedToolResponseSuccess)
    else:
        assert_type(response, ParsedToolResponseFailure)
    if response.success is True:
        assert_type(response, ParsedToolResponseSuccess)
    else:
        assert_type(response, ParsedToolResponseFailure)
"""
    source = ROOT / "generated/response-v2/python/src"
    (tmp_path / "reads.py").write_text(program)
    (tmp_path / "mypy.ini").write_text(f"[mypy]\nstrict = True\nmypy_path = {source}\n")
    run(sys.executable, "-m", "mypy", "reads.py", folder=tmp_path)
    (tmp_path / "pyrightconfig.json").write_text(json.dumps({"extraPaths": [str(source)]}))
    (tmp_path / "reads.py").write_text(program.replace("if response.success:", "if response.success is True:"))
    run(sys.executable, "-m", "pyright", "reads.py", folder=tmp_path)
    text = (source.parent / "README.md").read_text(encoding="utf-8")
    assert "`if response.success:`" in text
    assert "`if response.success is True:`" in text


# -- failures that need more than a message and a code ----------------------------------------------------------------

IDENTIFIED = b"""
contract: cars
version: "1.0.0"
title: Responses about cars
envelope:
  name: Reply
  fields:
    ok: {type: boolean}
    error: {type: Problem, only: failure}
    request_id: {type: string, min_length: 4}
  outcomes:
    success: {when: {ok: true}}
    failure: {when: {ok: false}}
types:
  Problem:
    fields: {code: {type: ErrorCode}, message: {type: string}, details: {type: object, level: may}}
error_types:
  values:
    missing: {http: 404, retry: no, usual_code: NO_CAR}
    internal: {http: 500, retry: maybe}
error_codes:
  values:
    NO_CAR: {type: missing, message: "There is no car {plate}", context: {plate: {type: string}}}
    INTERNAL: {type: internal, doc: A bug.}
builders:
  failure:
    outcome: failure
    parameters:
      message: {into: error.message}
      code: {into: error.code}
      details: {into: error.details}
      request_id: {into: request_id}
"""


def blocks(package: Built, target: str, language: str, word: str) -> list[str]:
    """The examples of a README that contain a word."""
    readme = package.files[f"generated/{package.contract.name}/{target}/README.md"]
    found = re.findall(rf"^```{language}\n(.*?)^```$", readme, re.DOTALL | re.MULTILINE)
    return [each for each in found if word in each]


def test_examples_pass_what_every_failure_needs_in_python(tmp_path: Path) -> None:
    with built(IDENTIFIED) as package:
        (made,), (raised,) = (blocks(package, "python", "python", word) for word in ("errors.no_car", "MissingError("))
        (facts,) = blocks(package, "python", "python", "install(app, lambda")
        assert 'request: {"request_id": request.headers.get("x-request-id", "request_id")}' in facts
        (tmp_path / "made.py").write_text(made)
        (tmp_path / "raised.py").write_text(raised)
        (tmp_path / "mypy.ini").write_text(f"[mypy]\nstrict = True\nmypy_path = {package.path('python/src')}\n")
        run(sys.executable, "-m", "mypy", "made.py", "raised.py", folder=tmp_path)


def test_examples_pass_what_every_failure_needs_in_typescript() -> None:
    with built(IDENTIFIED) as package:
        folder = package.folder
        (made,) = blocks(package, "typescript", "ts", "errors.noCar")
        (folder / "node_modules").mkdir()
        (folder / "node_modules" / "cars").symlink_to(package.path("typescript"))
        (folder / "package.json").write_text('{"type": "module"}')
        (folder / "made.ts").write_text(made)
        assert type_check(*RESOLUTIONS["nodenext"], "made.ts", folder=folder) == []
        (served,) = blocks(package, "typescript", "ts", "replyToStatus")
        assert (
            'const facts = (context) => ({ requestId: context.req.header("x-request-id") ?? "request_id" });' in served
        )


def test_a_warning_has_an_example_that_the_builder_takes(tmp_path: Path) -> None:
    with built(RESPONSE_V2.read_bytes()) as package, package.imported() as it:
        (python,), (typescript,) = (
            blocks(package, target, language, "warning = ")
            for target, language in (("python", "python"), ("typescript", "ts"))
        )
        names: dict[str, Any] = {}
        exec(python, names)  # noqa: S102
        made = it.success_response({}, warning_details=[names["warning"]])
        assert it.is_valid(made.to_dict())
        (tmp_path / "node_modules").mkdir()
        (tmp_path / "node_modules" / "response-v2").symlink_to(package.path("typescript"))
        (tmp_path / "package.json").write_text('{"type": "module"}')
        call = 'import { successResponse } from "response-v2";\nsuccessResponse({}, { warningDetails: [warning] });\n'
        (tmp_path / "made.ts").write_text(f"{typescript}{call}")
        assert type_check(*RESOLUTIONS["nodenext"], "made.ts", folder=tmp_path) == []
        readme = package.files["generated/response-v2/python/README.md"]
        assert "Pass a list of warnings to the builder, as `warning_details`." in readme


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
