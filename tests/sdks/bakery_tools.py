"""Calls tools of the contract bakery without a client, and prints what came of it. It says nothing over a wire."""

from __future__ import annotations

import asyncio
import functools
import importlib
import json
import sys
from typing import TYPE_CHECKING, Any

sys.path.insert(0, sys.argv[1])

from bakery import baked, trouble
from bakery.mcp import call_tool_result, contract_tool, output_schema
from pydantic import BaseModel

if TYPE_CHECKING:
    from bakery import BreadPayloadDict

BREAD = {"bread": {"name": "Rye", "price": 3.5}}


class Loaf(BaseModel):
    name: str
    price: float
    note: str | None = None


class Found(BaseModel):
    bread: Loaf


@contract_tool(tool="get_bread")
def model() -> Found:
    return Found(bread=Loaf(name="Rye", price=3.5))


@contract_tool
def get_bread(name: str) -> BreadPayloadDict:
    return {"bread": {"name": name, "price": 3.5}}


class Oven:
    """Bakes."""

    async def __call__(self, name: str) -> dict[str, Any]:
        return {"bread": {"name": name, "price": 3.5}}

    def bake(self, name: str) -> dict[str, Any]:
        return {"bread": {"name": name, "price": 3.5}}


@contract_tool
def own_result() -> Any:
    return call_tool_result(trouble("There is none", code="UNKNOWN_BREAD"))


@contract_tool(tool="get_bread")
def asking() -> Any:
    raise importlib.import_module("mcp.shared.exceptions").UrlElicitationRequiredError([])


def raised(tool: Any) -> str:
    try:
        tool()
    except Exception as error:  # noqa: BLE001 - whatever the server would see
        return type(error).__name__
    return ""


def shown(result: Any) -> dict[str, Any]:
    return result.model_dump(by_alias=True, mode="json", exclude_none=True)


def by_fastmcp() -> dict[str, Any]:
    """What its server says, with its own client."""
    fastmcp = importlib.import_module("fastmcp")
    server = fastmcp.FastMCP("bakery")
    server.tool(get_bread)
    server.tool(own_result)

    @server.tool
    @contract_tool(tool="get_bread")
    def tool_result() -> Any:
        return importlib.import_module("fastmcp.tools").ToolResult(
            content="own", structured_content={"ok": True, "result": BREAD}
        )

    async def ask() -> dict[str, Any]:
        async with fastmcp.Client(server) as client:
            calls = {
                "get_bread": {"name": "Rye"},
                "own_result": {},
                "tool_result": {},
            }
            found = {name: await client.call_tool_mcp(name, given) for name, given in calls.items()}
            found["unknown"] = await client.call_tool_mcp("get_bread", {"name": "Rye", "size": 3})
            return {name: shown(each) for name, each in found.items()}

    return asyncio.run(ask())


oven = Oven()
loaf = contract_tool(tool="get_bread")(oven)
part = contract_tool(tool="get_bread")(functools.partial(oven.bake, name="Rye"))
found = {
    "model": shown(model()),
    "future": shown(get_bread("Rye")),
    "object": shown(asyncio.run(loaf("Rye"))),
    "partial": shown(part()),
    "names": [loaf.__name__, part.__name__, loaf.__doc__],
    "asking": raised(asking),
    "own": shown(call_tool_result(baked(BREAD))),
    "lean": ["description" in json.dumps(output_schema("get_bread", lean=lean)) for lean in (True, False)],
}
if "fastmcp" in sys.argv:
    found["fastmcp"] = by_fastmcp()
print(json.dumps(found))
