"""A client of the official Python SDK, of either generation: lists the tools of a server and makes calls.

Reads what to do as JSON from standard input, and prints what the server said as JSON. The SDK checks responses.
"""

import asyncio
import json
import sys
from contextlib import AsyncExitStack
from typing import Any

import mcp.client.streamable_http as http
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


async def main(asked: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return list(await asyncio.gather(*map(converse, asked)))


async def converse(asked: dict[str, Any]) -> dict[str, Any]:
    async with AsyncExitStack() as stack:
        connect = getattr(http, "streamable_http_client", None) or http.streamablehttp_client
        if "url" in asked:
            streams = await stack.enter_async_context(connect(asked["url"]))
        else:
            command, *arguments = asked["command"]
            parameters = StdioServerParameters(command=command, args=arguments, env=asked["env"], cwd=asked["cwd"])
            errors = stack.enter_context(open(asked["log"], "w", encoding="utf-8"))  # noqa: ASYNC230, SIM115
            streams = await stack.enter_async_context(stdio_client(parameters, errlog=errors))
        session = await stack.enter_async_context(ClientSession(*streams[:2]))
        await session.initialize()
        tools = (await session.list_tools()).tools
        results = [await call(session, name, arguments) for name, arguments in asked["calls"]]
        return {"tools": [plain(tool) for tool in tools], "results": results}


async def call(session: ClientSession, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
    try:
        return plain(await session.call_tool(name, arguments))
    except Exception as error:  # noqa: BLE001 - whatever a client has to deal with
        if hasattr(error, "error"):
            return {"protocol_error": plain(error.error)}
        return {"exception": f"{type(error).__name__}: {error}"}


def plain(model: Any) -> dict[str, Any]:
    found: dict[str, Any] = model.model_dump(mode="json", by_alias=True, exclude_none=False)
    return {key: value for key, value in found.items() if value is not None}


if __name__ == "__main__":
    print(json.dumps(asyncio.run(main(json.load(sys.stdin)))))
