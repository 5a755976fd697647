"""Runs an example with the SDK that is installed, over stdio or over HTTP on this computer.

`EXAMPLE_SDK=fastmcp` picks fastmcp where both are installed. `--http PORT` serves http://127.0.0.1:PORT/mcp.
"""

import argparse
import os
from typing import Any

HOST = "127.0.0.1"


def create(name: str) -> Any:
    """A server of fastmcp, of mcp 2 or of mcp 1."""
    if os.environ.get("EXAMPLE_SDK") == "fastmcp":
        from fastmcp import FastMCP

        return FastMCP(name)
    try:
        from mcp.server.mcpserver import MCPServer

        return MCPServer(name)
    except ImportError:
        from mcp.server.fastmcp import FastMCP as OldServer

        return OldServer(name)


def run(server: Any) -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--http", type=int, metavar="PORT", help="serve over HTTP, and not over stdio")
    port = parser.parse_args().http
    if port is None:
        server.run(transport="stdio")
    elif hasattr(server, "settings") and hasattr(server.settings, "port"):  # mcp 1
        server.settings.host, server.settings.port = HOST, port
        server.run(transport="streamable-http")
    else:
        server.run(transport="streamable-http", host=HOST, port=port)
