"""The decorator for tools, in every SDK for Python: what it takes, and what it makes of it. No client is involved."""

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from checkout import CONSUMERS, ROOT
from packages.built import Built, built
from packages.conversations import SDKS

BREAD = {"bread": {"name": "Rye", "price": 3.5}}
INSTALLED = {"mcp-1": "mcp-1", "mcp-2": "mcp-2", "fastmcp-3": "mcp-1", "fastmcp": "mcp-2"}
"""The environment of each SDK."""


@pytest.fixture(scope="module")
def package() -> Iterator[Built]:
    with built((CONSUMERS / "bakery.yaml").read_bytes()) as found:
        yield found


@pytest.fixture(scope="module", params=["mcp-1", "mcp-2", "fastmcp-3", "fastmcp"])
def found(request: pytest.FixtureRequest, package: Built) -> dict[str, Any]:
    python = SDKS / INSTALLED[request.param] / "bin" / "python"
    command = [python, SDKS / "bakery_tools.py", package.path("python/src"), request.param.partition("-")[0]]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    result: dict[str, Any] = json.loads(done.stdout)
    return result


@pytest.mark.parametrize("case", ["model", "future", "object", "partial"])
def test_a_tool_can_be_anything_that_can_be_called(case: str, found: dict[str, Any]) -> None:
    """Also one that returns a model with None, and one whose return type is known to type checkers only."""
    assert found[case]["isError"] is False
    assert found[case]["structuredContent"]["result"] == BREAD


def test_a_tool_has_the_name_and_the_documentation_of_what_is_called(found: dict[str, Any]) -> None:
    assert found["names"] == ["Oven", "bake", "Bakes."]


def test_a_server_can_make_results_itself(found: dict[str, Any]) -> None:
    expected = {
        "content": [{"type": "text", "text": json.dumps({"ok": True, "result": BREAD})}],
        "structuredContent": {"ok": True, "result": BREAD},
        "isError": False,
    }
    assert found["own"] == {**found["own"], **expected}


def test_an_error_that_asks_the_client_for_something_is_no_failure(found: dict[str, Any]) -> None:
    assert found["asking"] == "UrlElicitationRequiredError"


def test_only_the_whole_schema_describes(found: dict[str, Any]) -> None:
    assert found["lean"] == [False, True]


def test_fastmcp_takes_results_of_its_own(found: dict[str, Any]) -> None:
    if "fastmcp" not in found:
        return
    answers = found["fastmcp"]
    assert answers["get_bread"]["structuredContent"]["result"] == BREAD
    assert (answers["own_result"]["isError"], answers["own_result"]["structuredContent"]["ok"]) == (True, False)
    assert answers["tool_result"]["content"][0]["text"] == "own"


def test_fastmcp_reports_an_unknown_argument_itself(found: dict[str, Any]) -> None:
    """It does not call the tool; the README of the package says so."""
    if "fastmcp" in found:
        assert found["fastmcp"]["unknown"]["isError"] is True
        assert "structuredContent" not in found["fastmcp"]["unknown"]


@pytest.mark.parametrize(("module", "extra"), [("mcp", "mcp"), ("fastapi", "fastapi")])
def test_a_module_says_what_to_install(module: str, extra: str, package: Built) -> None:
    """Where neither an SDK nor a framework nor pydantic is installed."""
    command = [sys.executable, "-c", "import sys; sys.modules['pydantic'] = None; import bakery." + module]
    done = subprocess.run(
        command, cwd=package.path("python/src"), capture_output=True, encoding="utf-8", check=False
    )  # fmt: skip
    assert done.stderr.endswith(f"pip install 'bakery[{extra}]'\n")


def test_an_old_fastmcp_is_refused(package: Built) -> None:
    """One whose results cannot be errors."""
    program = """
import sys, types
class ToolResult:
    model_fields = {"content": None}
fastmcp = types.ModuleType("fastmcp")
fastmcp.__version__ = "3.3.1"
tools = types.ModuleType("fastmcp.tools")
tools.ToolResult = ToolResult
dependencies = types.ModuleType("fastmcp.server.dependencies")
dependencies.get_context = lambda: object()
sys.modules.update({"fastmcp": fastmcp, "fastmcp.tools": tools, "fastmcp.server.dependencies": dependencies})
from bakery import baked
from bakery.mcp import call_tool_result
call_tool_result(baked({}))
"""
    done = subprocess.run(
        [SDKS / "mcp-1" / "bin" / "python", "-c", program],
        cwd=package.path("python/src"), capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert done.stderr.endswith("RuntimeError: contract_tool needs fastmcp 3.4 or newer, and this is 3.3.1\n")


@pytest.mark.parametrize(("options", "expected"), [("", "MCPError"), (", protocol_errors=False", "CallToolResult")])
def test_a_server_of_mcp_2_sends_a_failure_as_a_protocol_error_unless_it_should_not(
    options: str, expected: str
) -> None:
    program = f"""
from mail_imap import ResourceNotFoundError
from mail_imap.mcp import contract_tool
@contract_tool(summary="x"{options})
def tool():
    raise ResourceNotFoundError("There is none")
try:
    result = tool()
    assert result.is_error and result.structured_content["error"]["code"] == -32002
except Exception as error:
    result = error
print(type(result).__name__)
"""
    source = ROOT / "generated" / "mail-imap" / "python" / "src"
    python = SDKS / "mcp-2" / "bin" / "python"
    done = subprocess.run([python, "-c", program], cwd=source, capture_output=True, encoding="utf-8", check=False)
    assert done.stdout == f"{expected}\n", done.stderr


@pytest.mark.parametrize("sdk", ["mcp-1", "mcp-2"])
def test_a_request_id_that_cannot_be_determined_is_a_crash(sdk: str) -> None:
    program = """
import asyncio, json
from contextvars import ContextVar
from response_v2.mcp import contract_tool, current_request_id
identified = contract_tool(request_id=ContextVar("hunter2").get)
@identified
def now(): return {}
@identified
async def later(): return {}
for result in (now(), asyncio.run(later())):
    shown = result.model_dump(by_alias=True, mode="json")
    print(shown["isError"], shown["structuredContent"]["data"]["error_code"], "hunter2" in json.dumps(shown))
print([current_request_id()])
"""
    source = ROOT / "generated" / "response-v2" / "python" / "src"
    python = SDKS / sdk / "bin" / "python"
    done = subprocess.run([python, "-c", program], cwd=source, capture_output=True, encoding="utf-8", check=False)
    assert done.stdout == "True INTERNAL_ERROR False\nTrue INTERNAL_ERROR False\n['']\n", done.stderr
    assert done.stderr.count("LookupError") == 2
    assert done.stderr.count("failed: its request id cannot be determined") == 2


@pytest.mark.parametrize("sdk", ["mcp-1", "mcp-2"])
def test_a_response_that_an_sdk_cannot_write_is_a_crash(sdk: str) -> None:
    """A server that cannot write a response stops, and all its clients with it."""
    program = """
from functools import reduce
from pydantic_core import to_json
from response_v2 import NotFoundError
from response_v2.mcp import call_tool_result, contract_tool
def nested(levels): return {"a": reduce(lambda inner, _: [inner], range(levels), 1)}
@contract_tool
def half(): return {"name": "\\ud800"}
@contract_tool
def key(): return {"\\udfff": 1}
@contract_tool
def raised(): raise NotFoundError("There is no \\ud800")
@contract_tool
def deep(): return nested(400)
@contract_tool
def less_deep(): return nested(200)
for tool in (half, key, raised, deep, less_deep):
    result = tool().model_dump(by_alias=True, mode="json", exclude_none=True)
    to_json({"jsonrpc": "2.0", "id": 1, "result": result})
    print(result["structuredContent"]["data"].get("error_code"))
try:
    call_tool_result({"success": True, "data": {"name": "\\ud800"}, "error": None, "meta": {"version": "response-v2"}})
except ValueError as error:
    print(error)
"""
    done = run_with_sdk(program, sdk)
    reason = "it contains an unpaired surrogate, or is nested too deeply for the SDK"
    assert done.stdout == "INTERNAL_ERROR\n" * 4 + f"None\n{reason}\n", done.stderr
    assert done.stderr.count(f"its response breaks the contract: {reason}") == 4


def test_a_failure_instead_of_a_request_id_is_a_crash_too() -> None:
    """As in TypeScript: whoever calls the tool has not caused it."""
    program = """
from response_v2 import NotFoundError
from response_v2.mcp import contract_tool
def identify(): raise NotFoundError("hunter2")
@contract_tool(request_id=identify)
def tool(): return {}
print(tool().structuredContent["data"]["error_code"])
"""
    done = run_with_sdk(program)
    assert done.stdout == "INTERNAL_ERROR\n", done.stderr


def test_a_tool_within_another_does_not_have_the_request_id_of_that_one() -> None:
    program = """
from response_v2.mcp import contract_tool, current_request_id
def identify(): raise LookupError
@contract_tool(request_id=identify)
def inner(): return {}
@contract_tool(request_id=lambda: "outer")
def outer(): return {"inner": inner().structuredContent["meta"].get("request_id"), "own": current_request_id()}
print(outer().structuredContent["data"])
"""
    done = run_with_sdk(program)
    assert done.stdout == "{'inner': None, 'own': 'outer'}\n", done.stderr
    assert "(outer)" not in done.stderr


def run_with_sdk(program: str, sdk: str = "mcp-1") -> "subprocess.CompletedProcess[str]":
    source, python = ROOT / "generated" / "response-v2" / "python" / "src", SDKS / sdk / "bin" / "python"
    return subprocess.run([python, "-c", program], cwd=source, capture_output=True, encoding="utf-8", check=False)


TYPED = """
from typing import Any
from bakery import GetBreadReply, baked
from bakery.mcp import contract_tool, output_schema
from bakery.wire import BreadPayloadDict

@contract_tool
def as_dict(name: str) -> dict[str, Any]: return {}
@contract_tool(tool="get_bread")
async def as_wire(name: str) -> BreadPayloadDict: return {"bread": {"name": name, "price": 1}}
@contract_tool
def as_response(name: str) -> GetBreadReply: return baked({"bread": {"name": name, "price": 1}})
@contract_tool
def nothing() -> None: ...
@contract_tool
def as_number(name: str) -> int: return 3
as_dict(1)
output_schema("nonsense")
contract_tool(tool="nonsense")
"""


def test_type_checkers_know_the_arguments_of_a_tool(package: Built) -> None:
    source = package.path("python/src")
    (source / "typed.py").write_text(TYPED, encoding="utf-8")
    mypy = [sys.executable, "-m", "mypy", "--strict", "--config-file", "", "--cache-dir", str(source / "cache")]
    done = subprocess.run([*mypy, "typed.py"], cwd=source, capture_output=True, encoding="utf-8", check=False)
    wrong = [int(line.split(":")[1]) for line in done.stdout.splitlines() if ": error:" in line]
    lines = TYPED.splitlines()
    assert [lines[number - 1] for number in wrong] == ["@contract_tool", *lines[-3:]], done.stdout


def test_a_tool_that_the_contract_does_not_have_is_refused(package: Built) -> None:
    program = "from bakery.mcp import contract_tool; contract_tool(tool='get_bred')"
    source = package.path("python/src")
    done = subprocess.run(
        [SDKS / "mcp-2" / "bin" / "python", "-c", program],
        cwd=source,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    told = "ValueError: the contract has no tool 'get_bred': it has get_bread, place_order"
    assert done.stderr.splitlines()[-1] == told
