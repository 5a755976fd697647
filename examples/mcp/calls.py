"""Calls the tools of an MCP server, prints each response as a line of JSON, and compares the output schemas.

`sealwax verify` says whether the responses keep the contract. What else is wrong goes to standard error, and the exit
code is 1 then: tools that are not called, calls without a response, schemas that differ from the generated ones.
"""

import argparse
import asyncio
import difflib
import importlib
import inspect
import json
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

NOTES = ("$schema", "title", "description", "default", "examples")
EMPTY = (("properties", {}), ("additionalProperties", {}))


async def problems(given: argparse.Namespace) -> AsyncIterator[str]:
    """Print the responses, and yield what is wrong."""
    expected = importlib.import_module(f"{given.package}.mcp").output_schema
    has_payloads = "tool" in inspect.signature(expected).parameters
    command, *arguments = given.command
    server = StdioServerParameters(command=command, args=arguments, env=dict(os.environ))
    async with stdio_client(server) as streams, ClientSession(*streams) as session:
        await session.initialize()
        tools = {tool.name: plain(tool) for tool in (await session.list_tools()).tools}
        for name in (given.tool,) if given.tool else {**tools, **given.calls}:
            if name not in tools or name not in given.calls:
                yield f"{name}: there are no calls of it" if name in tools else f"{name}: the server has no such tool"
                continue
            wanted, found = expected(name) if has_payloads else expected(), tools[name].get("outputSchema", {})
            for line in difflib.unified_diff(lines(wanted), lines(found), "contract", f"server: {name}", lineterm=""):
                yield line
            for each in given.calls[name]:
                try:
                    response, wrong = plain(await session.call_tool(name, each)).get("structuredContent"), "no response"
                except Exception as error:  # noqa: BLE001 - errors of JSON-RPC have another class in each SDK
                    response, wrong = None, str(error)
                if response is None:
                    yield f"{name}: {wrong}"
                else:
                    print(json.dumps(response), flush=True)


def plain(model: Any) -> dict[str, Any]:
    """What the server sent; the attributes of the objects differ by version of the SDK."""
    return {key: value for key, value in model.model_dump(mode="json", by_alias=True).items() if value is not None}


def lines(schema: dict[str, Any]) -> list[str]:
    """A schema with definitions in place and without what decides nothing, because SDKs differ in both."""

    def reduced(part: Any) -> Any:
        if isinstance(part, list):
            return [reduced(each) for each in part]
        if not isinstance(part, dict):
            return part
        whole = {**definitions.get(part.get("$ref", "").rpartition("/")[2], {}), **part}
        kept = {key: reduced(each) for key, each in whole.items() if (key, each) not in EMPTY and key != "$ref"}
        return {key: each for key, each in kept.items() if key not in NOTES or isinstance(each, dict)}

    definitions = schema.get("$defs") or schema.get("definitions") or {}
    kept = {key: each for key, each in schema.items() if key not in ("$defs", "definitions")}
    return json.dumps(reduced(kept), indent=2, sort_keys=True).splitlines()


async def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool", help="call only this one")
    parser.add_argument("package", help="the generated Python package, such as response_v2")
    read = {"type": lambda path: json.loads(Path(path).read_text(encoding="utf-8")), "metavar": "calls.json"}
    parser.add_argument("calls", help="by tool, a list with the arguments of each call", **read)
    parser.add_argument("command", nargs=argparse.REMAINDER, help="starts the server, which speaks over stdio")
    found = [problem async for problem in problems(parser.parse_args())]
    print("\n".join(found), end="\n" if found else "", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
