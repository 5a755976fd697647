"""Conversations between clients and servers of real MCP SDKs. Each takes place once per run."""

import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

from checkout import CONSUMERS, ROOT, processes

SDKS = ROOT / "tests" / "sdks"
SERVERS = ROOT / "examples" / "mcp"
LIMIT = processes.LIMIT
PYTHON_SDKS = ("mcp-1", "mcp-2", "fastmcp-3", "fastmcp")
Call: TypeAlias = tuple[str, dict[str, Any]]


def _own_client(sdk: str) -> str:
    """The environment with the official client of the same generation; fastmcp builds on mcp 2, and on mcp 1 before."""
    return "mcp-1" if sdk in ("mcp-1", "fastmcp-3") else "mcp-2"


PACKAGES = (
    *(ROOT / "generated" / each / "python" / "src" for each in ("response-v2", "mail-imap", "stac-meta")),
    *(ROOT / "generated" / each / "pydantic" / "src" for each in ("response-v2", "mail-imap")),
    ROOT / "examples" / "harbour" / "generated" / "harbour-office" / "python" / "src",
    SERVERS,
)

CALLS: dict[str, tuple[Call, ...]] = {
    "specs": (
        ("get_spec", {"spec_id": "billing"}),
        ("get_spec", {"spec_id": "nothing"}),
        ("get_spec", {"spec_id": "draft"}),
        ("list_tasks", {"spec_id": "billing"}),
        ("list_tasks", {"spec_id": "billing", "limit": 0}),
        ("list_tasks", {}),
        ("add_task", {"spec_id": "billing", "task": "archive"}),
    ),
    "harbour": (
        ("find_berths", {"length_m": 169.4}),
        ("book_berth", {"berth_id": "WK-12", "length_m": 69.4}),
        ("book_berth", {"berth_id": "WK-12", "length_m": 169.4}),
        ("book_berth", {"berth_id": "Z-99", "length_m": 69.4}),
        ("get_tides", {"station": "quay"}),
        ("get_tides", {"station": "dry"}),
        ("get_tides", {"station": "nowhere"}),
        ("find_berths", {"length_m": 0}),
    ),
    "mail": (
        ("imap_list_accounts", {}),
        ("imap_search_messages", {"mailbox": "INBOX"}),
        ("imap_search_messages", {"mailbox": "Spam"}),
        ("imap_get_message", {"message_id": "imap:default:INBOX:12345:41"}),
        ("imap_get_message", {"message_id": "imap:default:INBOX:12345:42"}),
        ("imap_get_message", {"message_id": "41"}),
        ("imap_get_message", {}),
    ),
    "catalogue": (
        ("search_items", {"max_cloud_cover": 50}),
        ("search_items", {"max_cloud_cover": "few"}),
        ("get_item", {"item_id": "S2A_1"}),
        ("get_item", {"item_id": "S2A_0"}),
        ("get_item", {"item_id": "S2A_9"}),
    ),
    "annotated": (("whole", {}), ("of_a_tool", {}), ("broken", {})),
}


EXAMPLES = ("specs", "harbour", "mail", "catalogue")
ANNOTATED = tuple(("annotated", sdk, _own_client(sdk), "stdio") for sdk in PYTHON_SDKS if sdk != "fastmcp-3")
"""With a server in `consumers`, whose tools have models as return annotations."""
HELD: tuple[tuple[str, str, str, str], ...] = (
    # Every SDK for Python, with the client of the same generation.
    *((server, sdk, _own_client(sdk), "stdio") for server in ("specs", "mail") for sdk in PYTHON_SDKS),
    *((server, "mcp-1", "mcp-1", "stdio") for server in ("harbour", "catalogue")),
    # Servers in Python and clients in TypeScript, and servers and clients of two generations.
    *((server, "mcp-2", client, "http") for server in EXAMPLES for client in ("mcp-2", "v1", "v2")),
    *(("specs", sdk, client, "http") for sdk in ("mcp-1", "fastmcp") for client in ("mcp-2", "v1")),
    # Servers in TypeScript, with clients of every kind.
    *(("specs", sdk, client, "stdio") for sdk in ("v1", "v2") for client in ("v1", "v2", "mcp-1")),
    *(("specs", sdk, client, "http") for sdk in ("v1", "v2") for client in ("v1", "v2", "mcp-2")),
    ("harbour", "v2", "v1", "stdio"),
    ("mail", "v1", "mcp-1", "stdio"),
)
"""The conversations: server, its SDK, the client and the transport."""


class Conversation:
    """What a server said: its tools, and the result of each call of `CALLS`; and what it wrote to its log."""

    def __init__(self, server: str, said: dict[str, Any], log: str) -> None:
        self.tools: dict[str, dict[str, Any]] = {tool["name"]: tool for tool in said["tools"]}
        self.results: list[dict[str, Any]] = said["results"]
        self.calls = CALLS[server]
        self.log = log

    def result(self, name: str, **arguments: Any) -> dict[str, Any]:
        return self.results[self.calls.index((name, arguments))]

    def responses(self) -> list[tuple[str, dict[str, Any]]]:
        """The results with a response, each with the name of the tool."""
        pairs = zip(self.calls, self.results, strict=True)
        return [(name, result) for (name, _), result in pairs if "structuredContent" in result]


@cache
def held() -> dict[tuple[str, str, str, str], Conversation]:
    """All conversations. Each client and each server over HTTP is started once, because that takes seconds."""
    found: dict[tuple[str, str, str, str], Conversation] = {}
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        npm = _npm_project(folder / "npm")
        web = dict.fromkeys((server, sdk) for server, sdk, _, transport in HELD if transport == "http")
        urls = {each: stack.enter_context(http_server(*each, npm)) for each in web}
        for port in urls.values():
            wait_for(port)
        asked: dict[str, list[tuple[tuple[str, str, str, str], dict[str, Any]]]] = {}
        for number, key in enumerate((*HELD, *ANNOTATED)):
            server, sdk, client, transport = key
            log = folder / f"{number}.txt"
            log.touch()
            address = f"http://127.0.0.1:{urls[server, sdk]}/mcp" if transport == "http" else ""
            where = {"url": address} if address else stdio(server, sdk, npm)
            asked.setdefault(client, []).append((key, {**where, "log": str(log), "calls": CALLS[server]}))
        running = {client: _start(client, [each for _, each in some]) for client, some in asked.items()}
        for client, process in running.items():
            out, err = process.communicate(timeout=LIMIT)
            assert process.returncode == 0, err
            for (key, each), said in zip(asked[client], json.loads(out), strict=True):
                found[key] = Conversation(key[0], said, Path(each["log"]).read_text(encoding="utf-8"))
    return found


def python(sdk: str) -> Path:
    return SDKS / _own_client(sdk) / "bin" / "python"


def environment(sdk: str) -> dict[str, str]:
    chosen = {"EXAMPLE_SDK": "fastmcp" if sdk.startswith("fastmcp") else "", "FASTMCP_SHOW_SERVER_BANNER": "false"}
    chosen["COLUMNS"] = "1000"  # so that no line of a log is broken
    return {"PATH": os.environ["PATH"], "PYTHONPATH": os.pathsep.join(map(str, PACKAGES)), **chosen}


def stdio(server: str, sdk: str, npm: Path | None = None) -> dict[str, Any]:
    """How to start a server, which is in Python, or in TypeScript for the SDK `v1` or `v2`."""
    if sdk in PYTHON_SDKS:
        folder = CONSUMERS if server == "annotated" else SERVERS
        command = [str(python(sdk)), str(folder / f"{server}.py")]
        return {"command": command, "env": environment(sdk), "cwd": str(SERVERS)}
    return {"command": ["node", f"{server}-{sdk}.mjs"], "env": environment(sdk), "cwd": str(npm)}


@contextmanager
def http_server(server: str, sdk: str, npm: Path | None = None) -> Iterator[int]:
    """Run a server until the block ends; its port, where it listens soon."""
    port, start = free_port(), stdio(server, sdk, npm)
    process = subprocess.Popen(
        [*start["command"], "--http", str(port)],
        cwd=start["cwd"],
        env=start["env"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield port
    finally:
        process.kill()  # asked to stop, it would wait for its clients
        process.wait(timeout=LIMIT)


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def wait_for(port: int) -> None:
    """Wait until somebody listens."""
    for _ in range(LIMIT * 10):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise TimeoutError(f"nobody listens at {port}")


def _start(client: str, asked: list[dict[str, Any]]) -> "subprocess.Popen[str]":
    is_python = client.startswith("mcp")
    program = SDKS / ("client.py" if is_python else f"client-{client}.mjs")
    command = [str(python(client) if is_python else "node"), str(program)]
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, encoding="utf-8")
    assert process.stdin
    process.stdin.write(json.dumps(asked))
    process.stdin.close()
    process.stdin = None
    return process


def _npm_project(folder: Path) -> Path:
    """A folder in which the TypeScript servers find their packages."""
    modules = folder / "node_modules"
    modules.mkdir(parents=True)
    for package in (SDKS / "node_modules").iterdir():
        if not package.name.startswith("."):
            (modules / package.name).symlink_to(package)
    for name in ("response-v2", "mail-imap"):
        shutil.copytree(ROOT / "generated" / name / "typescript", modules / name)
    harbour = ROOT / "examples" / "harbour" / "generated" / "harbour-office" / "typescript"
    shutil.copytree(harbour, modules / "harbour-office")
    for file in SERVERS.glob("*.mjs"):
        shutil.copy(file, folder)
    return folder
