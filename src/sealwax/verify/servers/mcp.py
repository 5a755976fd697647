"""The part of MCP that it takes to list the tools of a server and to call them.

The SDKs check and change what a server says before a program sees it, and each knows its own generation best. Here
everything is seen as it was sent.
"""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from sealwax import __version__
from sealwax.verify.servers.transports import Broken, Http, Transport

PROTOCOL = "2025-06-18"
"""The version that introduced structured content. Servers that speak newer ones accept it, or name another."""
MAX_PAGES = 1000


class RpcError(Exception):
    """An error of the protocol, in place of a result."""

    def __init__(self, error: object) -> None:
        super().__init__(str(error))
        self.error = error


class ServerTool(Struct, frozen=True):
    name: str
    output_schema: dict[str, Any] | None


class Client:
    """A conversation with an MCP server."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self._last = 0

    def begin(self) -> None:
        about = {"name": "sealwax", "version": __version__}
        received = self._ask("initialize", {"protocolVersion": PROTOCOL, "capabilities": {}, "clientInfo": about})
        if isinstance(self._transport, Http):
            self._transport.speak(str(received.get("protocolVersion", PROTOCOL)))
        self._transport.notify({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def tools(self) -> Iterator[ServerTool]:
        cursor: dict[str, Any] = {}
        for _ in range(MAX_PAGES):
            received = self._ask("tools/list", cursor)
            tools = received.get("tools") or []
            if not isinstance(tools, list) or not all(isinstance(tool, dict) for tool in tools):
                raise Broken("the server does not list its tools as objects")
            for tool in tools:
                schema = tool.get("outputSchema")
                yield ServerTool(str(tool.get("name")), schema if isinstance(schema, dict) else None)
            if not received.get("nextCursor"):
                return
            cursor = {"cursor": received["nextCursor"]}

    def call(self, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
        return self._ask("tools/call", {"name": tool, "arguments": arguments})

    def _ask(self, method: str, parameters: dict[str, Any]) -> dict[str, Any]:
        self._last += 1
        message = {"jsonrpc": "2.0", "id": self._last, "method": method, "params": parameters}
        for received in self._transport.exchange(message):
            if received.get("id") == self._last and "method" not in received:
                if "error" in received:
                    raise RpcError(received["error"])
                result = received.get("result")
                return result if isinstance(result, dict) else {}
            self._refuse(received)
        raise Broken("the server did not answer")

    def _refuse(self, received: dict[str, Any]) -> None:
        """Servers may ask for something, too; this client offers nothing."""
        if "id" in received and "method" in received:
            error = {"code": -32601, "message": "not supported"}
            self._transport.notify({"jsonrpc": "2.0", "id": received["id"], "error": error})
