"""The functions for tools in TypeScript: what they take, and what they make of it."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from checkout import CONSUMERS, ROOT, TSC
from checkout.processes import run
from packages.built import built
from packages.conversations import SDKS

CRASH = "The tool failed. The server has logged the reason."
BREAD = {"bread": {"name": "Rye", "price": 3.5}}


@pytest.fixture(scope="module")
def workplace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with the npm package of the contract and with that of response-v2, and the SDKs."""
    folder = tmp_path_factory.mktemp("bakery")
    (folder / "package.json").write_text('{"private": true, "type": "module"}', encoding="utf-8")
    (folder / "node_modules").mkdir()
    for package in (SDKS / "node_modules").iterdir():
        if not package.name.startswith("."):
            (folder / "node_modules" / package.name).symlink_to(package)
    shutil.copytree(ROOT / "generated" / "response-v2" / "typescript", folder / "node_modules" / "response-v2")
    with built((CONSUMERS / "bakery.yaml").read_bytes()) as bakery:
        bakery.path("typescript").rename(folder / "node_modules" / "bakery")
        yield folder


def result(workplace: Path, program: str) -> Any:
    """What a program leaves in `result`."""
    printed = run(
        "node", "--input-type=module", "-e", f"{program}\nconsole.log(JSON.stringify(result));", folder=workplace
    )
    return json.loads(printed)


def test_a_key_that_is_undefined_is_absent(workplace: Path) -> None:
    found = result(
        workplace,
        """
        import { contractTool, toCallToolResult } from "bakery/mcp";
        const bread = { name: "Rye", price: 3.5, note: undefined };
        const result = await contractTool(() => ({ bread, more: undefined }), { tool: "get_bread" })();
        """,
    )
    assert found["isError"] is False
    assert found["structuredContent"]["result"] == BREAD


def test_a_server_can_make_results_itself(workplace: Path) -> None:
    found = result(
        workplace,
        """
        import { baked, trouble } from "bakery";
        import { toCallToolResult } from "bakery/mcp";
        const bread = { bread: { name: "Rye", price: 3.5 } };
        const failed = trouble("There is none", { code: "UNKNOWN_BREAD" });
        const result = [toCallToolResult(baked(bread)), toCallToolResult(failed)];
        """,
    )
    assert [each["isError"] for each in found] == [False, True]
    assert found[0]["structuredContent"] == {"ok": True, "result": BREAD}
    assert found[1]["content"][0]["text"] == "UNKNOWN_BREAD: There is none\nCall list_breads."


def test_every_call_knows_its_own_request_id(workplace: Path) -> None:
    """Calls that overlap too, and functions below a handler, in both modules; the log has the same identifier."""
    program = """
        import { setTimeout } from "node:timers/promises";
        import { errorResponse } from "response-v2";
        import { contractTool, currentRequestId } from "response-v2/mcp";
        import { currentRequestId as old } from "response-v2/mcp/v1";
        let last = 0;
        const logged = [];
        const options = { requestId: () => `req-${++last}`, log: (message) => logged.push(message) };
        const look = async (wait) => {
          await setTimeout(wait);
          return [currentRequestId(), old()];
        };
        const failing = contractTool(async (wait) => {
          return errorResponse((await look(wait)).join(), { requestId: currentRequestId() });
        }, options);
        const crashing = contractTool(() => { throw new Error(currentRequestId()); }, options);
        const made = await Promise.all([failing(30), failing(10), crashing()]);
        const responses = made.map(({ structuredContent: { error, meta } }) => [error, meta.request_id]);
        const result = { responses, logged, outside: currentRequestId() };
        """
    assert result(workplace, program) == {
        "responses": [["req-1,req-1", "req-1"], ["req-2,req-2", "req-2"], [CRASH, "req-3"]],
        "logged": ["a tool failed (req-3): it threw an error"],
        "outside": "",
    }


def test_a_request_id_that_cannot_be_determined_is_a_crash(workplace: Path) -> None:
    program = """
        import { contractTool } from "response-v2/mcp";
        const requestId = () => { throw new Error("hunter2"); };
        const logged = [];
        const log = (message, error) => logged.push(error.message);
        const { isError, structuredContent } = await contractTool(() => ({}), { requestId, log })();
        const result = [isError, structuredContent.data.error_code, logged];
        """
    assert result(workplace, program) == [True, "INTERNAL_ERROR", ["hunter2"]]


def test_a_failure_instead_of_a_request_id_is_a_crash_too(workplace: Path) -> None:
    program = """
        import { NotFoundError } from "response-v2";
        import { contractTool } from "response-v2/mcp";
        const requestId = () => { throw new NotFoundError("hunter2"); };
        const { structuredContent } = await contractTool(() => ({}), { requestId, log: () => {} })();
        const result = structuredContent.data.error_code;
        """
    assert result(workplace, program) == "INTERNAL_ERROR"


def test_only_the_modules_for_servers_need_node(workplace: Path) -> None:
    package = workplace / "node_modules" / "response-v2"
    needy = {path.name for path in package.glob("*.js") if '"node:' in path.read_text(encoding="utf-8")}
    assert needy == {"mcp.js"}


@pytest.mark.parametrize("returned", ["7", "'text'", "[1]", "true", "() => 1"])
def test_a_tool_that_returns_no_object_has_crashed(workplace: Path, returned: str) -> None:
    program = f"""
        import {{ contractTool }} from "response-v2/mcp";
        const logged = [];
        const log = (message, error) => logged.push(error.message);
        const {{ isError, structuredContent }} = await contractTool(() => ({returned}), {{ log }})();
        const result = [isError, structuredContent.data.error_code, logged[0].split(",")[0]];
        """
    assert result(workplace, program) == [True, "INTERNAL_ERROR", "a tool returns an object"]


def test_an_error_that_asks_the_client_for_something_is_no_failure(workplace: Path) -> None:
    program = """
        import { UrlElicitationRequiredError } from "@modelcontextprotocol/server";
        import { UrlElicitationRequiredError as OldError } from "@modelcontextprotocol/sdk/types.js";
        import { contractTool } from "bakery/mcp";
        const asked = { mode: "url", message: "Sign in", url: "https://bakery.test", elicitationId: "1" };
        const result = [];
        for (const error of [new UrlElicitationRequiredError([asked]), new OldError([asked])]) {
          await contractTool(() => { throw error; }, { tool: "get_bread" })().catch((it) => result.push(it === error));
        }
        """
    assert result(workplace, program) == [True, True]


def test_a_standard_schema_without_json_schema_kills_the_tool_list(workplace: Path) -> None:
    """That of the module for MCP has it, as a part of the SDK's own Standard Schema."""
    program = """
        import { McpServer, InMemoryTransport } from "@modelcontextprotocol/server";
        import { Client } from "@modelcontextprotocol/client";
        import { outputSchema } from "bakery/mcp";
        async function listed(outputSchema) {
          try {
            const server = new McpServer({ name: "bakery", version: "1" });
            server.registerTool("get_bread", { outputSchema }, () => ({ content: [] }));
            const [one, other] = InMemoryTransport.createLinkedPair();
            const client = new Client({ name: "test", version: "1" });
            await Promise.all([server.connect(one), client.connect(other)]);
            return (await client.listTools()).tools.length;
          } catch {
            return "no list";
          }
        }
        const { jsonSchema, ...bare } = outputSchema("get_bread")["~standard"];
        const result = [await listed(outputSchema("get_bread")), await listed({ "~standard": bare })];
        """
    assert result(workplace, program) == [1, "no list"]


def test_type_checkers_know_the_payload_of_a_tool(workplace: Path) -> None:
    text = (CONSUMERS / "tools.ts").read_text(encoding="utf-8")
    (workplace / "tools.ts").write_text(text, encoding="utf-8")
    options = ["--strict", "--exactOptionalPropertyTypes", "--skipLibCheck", "--noEmit", "--target", "es2022"]
    command = ["node", str(TSC), *options, "--module", "nodenext", "tools.ts"]
    done = subprocess.run(command, cwd=workplace, capture_output=True, encoding="utf-8", check=False)
    wrong = [
        int(line.partition("(")[2].partition(",")[0])
        for line in done.stdout.splitlines()
        if line.startswith("tools.ts")
    ]
    start = next(number for number, line in enumerate(text.splitlines(), 1) if line.startswith("// ---"))
    assert sorted(set(wrong)) == list(range(start + 1, len(text.splitlines()) + 1)), done.stdout


def test_declarations_have_no_any(workplace: Path) -> None:
    for file in ("mcp.d.ts", "mcp-v1.d.ts"):
        words = (workplace / "node_modules" / "bakery" / file).read_text(encoding="utf-8").split()
        assert not {"any", "any;", "any)", "any,"} & set(words)
