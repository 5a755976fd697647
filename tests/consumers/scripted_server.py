"""A server that says what a script tells it, over MCP on stdio or, given a port, over HTTP. It knows no SDK.

The script is JSON: `tools` by name with their output schemas, `results` in order, and perhaps a `mood`: `crash`,
`hang`, `noise`, `ask`, `pages`, `deaf`, `flood` or `drip`. A result with the key `rpc_error` becomes an error of the
protocol. `listed` stands for the list of tools, `last_words` for what is written to the log at the end, and `logs`
for what is written during each call.
"""

import json
import os
import signal
import subprocess
import sys
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

script = json.loads(Path(sys.argv[1]).read_text())
mood = script.get("mood")
results = iter(script["results"])
logs = iter(script.get("logs", []))


def tools(params: dict[str, Any]) -> dict[str, Any]:
    if "listed" in script:
        return {"tools": script["listed"]}
    listed = [{"name": name, "inputSchema": {"type": "object"}} for name in script["tools"]]
    for tool in listed:
        if schema := script["tools"][tool["name"]]:
            tool["outputSchema"] = schema
    if mood == "pages":
        at = int(params.get("cursor", 0))
        return {"tools": listed[at : at + 1], **({"nextCursor": str(at + 1)} if at + 1 < len(listed) else {})}
    return {"tools": listed}


def answer(method: str, params: dict[str, Any]) -> dict[str, Any]:
    match method:
        case "initialize":
            capabilities = {"tools": {}}
            return {"protocolVersion": params["protocolVersion"], "capabilities": capabilities, "serverInfo": {}}
        case "tools/list":
            return tools(params)
        case _:
            print(next(logs, ""), file=sys.stderr, flush=True)
            found: dict[str, Any] = next(results)
            return found


def say(message: dict[str, Any]) -> None:
    print(json.dumps(message), flush=True)


def mcp() -> None:
    if mood == "crash":
        sys.exit(script.get("last_words", "no such module: \x1b[31mspecs"))
    if mood == "deaf":
        time.sleep(600)
    if mood == "flood":
        while True:
            sys.stdout.write("{}" + " " * 1_000_000 + "\n")
    for line in sys.stdin:
        message = json.loads(line)
        if "id" not in message or "method" not in message:
            continue
        if mood == "hang" and message["method"] == "tools/call":
            hang()
        if mood == "noise":
            print("starting up …", flush=True)
            say({"jsonrpc": "2.0", "method": "notifications/message", "params": {}})
        if mood == "ask":
            say({"jsonrpc": "2.0", "id": 7, "method": "sampling/createMessage", "params": {}})
            assert "error" in json.loads(sys.stdin.readline())
        result = answer(message["method"], message.get("params") or {})
        body = {"error": result["rpc_error"]} if "rpc_error" in result else {"result": result}
        say({"jsonrpc": "2.0", "id": message["id"], **body})


def hang() -> None:
    """Start a child that does not want to end either, and note both."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    noted = Path(script["pids"])
    noted.with_suffix(".new").write_text(f"{os.getpid()} {child.pid}")
    noted.with_suffix(".new").rename(noted)
    time.sleep(600)


class Service(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        if mood == "hang":
            hang()
        if mood == "drip":
            self.send_response(200)
            self.end_headers()
            while True:
                self.wfile.write(b" ")
                time.sleep(0.1)
        found = next(results)
        body = found["body"] if isinstance(found["body"], str) else json.dumps(found["body"])
        self.send_response(found["status"])
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(body.encode())

    def do_POST(self) -> None:
        Path(script["received"]).write_bytes(self.rfile.read(int(self.headers["Content-Length"])))
        self.do_GET()

    def log_message(self, *_: object) -> None:
        pass


if len(sys.argv) > 2:
    HTTPServer(("127.0.0.1", int(sys.argv[2])), Service).serve_forever()
else:
    mcp()
