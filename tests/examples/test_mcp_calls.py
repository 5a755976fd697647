"""The program of examples/mcp that calls the tools of a server: what it prints and what it reports."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from checkout import ROOT
from packages.conversations import SDKS, SERVERS, environment, stdio
from pages.documents import follow

CONTRACTS = {
    "specs": ("response_v2", "contract/response-v2.yaml"),
    "harbour": ("harbour_office", "examples/harbour/contract/harbour-office.yaml"),
    "mail": ("mail_imap", "contract/mail-imap.yaml"),
    "catalogue": ("stac_meta", "contract/stac-meta.yaml"),
}
BIN = [str(SDKS / "mcp-2" / "bin"), str(ROOT / ".venv" / "bin")]


def called(
    server: str, sdk: str, *options: str, command: list[str] | None = None, calls: Path | None = None
) -> "subprocess.CompletedProcess[str]":
    """Call the tools of an example with the client of mcp 2."""
    arguments = [*options, CONTRACTS[server][0], str(calls or SERVERS / f"{server}.json")]
    program = [f"{BIN[0]}/python", str(SERVERS / "calls.py"), *arguments]
    return subprocess.run(
        [*program, *(command or stdio(server, sdk)["command"])],
        env=environment(sdk),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def verified(contract: str, text: str, *options: str) -> dict[str, Any]:
    command = [f"{BIN[1]}/sealwax", "verify", contract, "--format", "json", "--coverage", *options]
    done = subprocess.run(command, cwd=ROOT, input=text, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    summary: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])["summary"]
    return summary


@pytest.mark.parametrize(("server", "sdk"), [("specs", "mcp-2"), ("mail", "mcp-1"), ("catalogue", "fastmcp")])
def test_a_server_that_keeps_its_contract(server: str, sdk: str) -> None:
    calls = json.loads((SERVERS / f"{server}.json").read_text(encoding="utf-8"))
    done = called(server, sdk)
    assert done.returncode == 0, done.stderr
    summary = verified(CONTRACTS[server][1], done.stdout)
    assert summary["values"] == sum(map(len, calls.values()))
    assert all(summary["coverage"]["outcomes"].values())


def test_a_tool_with_a_payload_of_its_own() -> None:
    done = called("harbour", "mcp-1", "--tool", "book_berth")
    assert done.returncode == 0, done.stderr
    coverage = verified(CONTRACTS["harbour"][1], done.stdout, "--type", "book_berth")["coverage"]
    assert (coverage["outcomes"], coverage["types"]["Booking"]) == ({"success": 1, "failure": 2}, 1)


LYING = """
from mcp.server.mcpserver import MCPServer

server = MCPServer("lying")


@server.tool()
def get_spec(spec_id: str) -> dict[str, str]:
    return {"id": spec_id}


@server.tool(structured_output=False)
def list_tasks() -> str:
    return "none"


server.run()
"""


def test_what_is_wrong_with_a_server_is_reported(tmp_path: Path) -> None:
    (tmp_path / "lying.py").write_text(LYING, encoding="utf-8")
    (tmp_path / "calls.json").write_text('{"get_spec": [{"spec_id": "7"}], "add_task": [{}]}', encoding="utf-8")
    command = [f"{BIN[0]}/python", str(tmp_path / "lying.py")]
    done = called("specs", "mcp-2", command=command, calls=tmp_path / "calls.json")
    assert (done.returncode, done.stdout) == (1, '{"id": "7"}\n')
    assert "--- contract\n+++ server: get_spec\n@@ " in done.stderr
    assert "list_tasks: there are no calls of it\n" in done.stderr
    assert "add_task: the server has no such tool\n" in done.stderr
    (tmp_path / "calls.json").write_text('{"list_tasks": [{}], "get_spec": [{}]}', encoding="utf-8")
    done = called("specs", "mcp-2", command=command, calls=tmp_path / "calls.json")
    assert (done.returncode, done.stdout) == (1, "")
    assert "list_tasks: no response\n" in done.stderr


def test_the_readme_shows_what_it_prints(tmp_path: Path) -> None:
    for folder in ("contract", "examples"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    variables = environment("mcp-2")
    follow("examples/mcp/README.md", tmp_path, {**variables, "PATH": os.pathsep.join([*BIN, variables["PATH"]])})
