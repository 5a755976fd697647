"""Handlers with the return type of their tool: type checkers accept its payload, and find that of another tool."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, get_type_hints

import pytest
from checkout import ROOT
from packages.built import imported
from pydantic import TypeAdapter

SOURCE = ROOT / "generated/mail-imap/python/src"
SOURCES = [str(SOURCE), str(ROOT / "generated/response-v2/python/src")]
WRONG = "# wrong"

HANDLERS = """
from mail_imap import (
    Account,
    ErrorEnvelope,
    ImapGetMessageToolResult,
    ImapListAccountsToolResult,
    ImapSearchMessagesToolResult,
    InvalidParamsError,
    IssueCollector,
    ListAccounts,
    ListAccountsDict,
    ParsedErrorEnvelope,
    ParsedToolResult,
    SearchMessages,
    error_response,
    parse_imap_list_accounts_tool_result,
    success_response,
)

ACCOUNTS = ListAccounts(accounts=[Account(account_id="default", host="h", port=993, secure=True)])
FOUND: ListAccountsDict = {"accounts": []}


def list_accounts(kind: str) -> ImapListAccountsToolResult:
    match kind:
        case "record":
            return success_response("One.", data=ACCOUNTS)
        case "dict":
            return success_response("None.", data=FOUND)
        case "display":
            return success_response("None.", data={"accounts": []})
        case "failure":
            return error_response("No.", code="not_found")
        case _:
            return InvalidParamsError("No.").response


def search_messages(found: SearchMessages) -> ImapSearchMessagesToolResult:
    return success_response("Some.", data=IssueCollector().apply(found))


def get_message() -> ImapGetMessageToolResult:
    return success_response("One.", data=ACCOUNTS)  # wrong


def search_others() -> ImapSearchMessagesToolResult:
    return success_response("Some.", data=FOUND)  # wrong


def list_nothing() -> ImapListAccountsToolResult:
    return success_response("None.", data={"messages": []})  # wrong


def hosts(value: object) -> list[str]:
    received: ParsedToolResult[ListAccounts] = parse_imap_list_accounts_tool_result(value)
    match received:
        case ParsedErrorEnvelope(error=error):
            raise LookupError(error.message)
        case found:
            return [each.host for each in found.data.accounts]


answer = list_accounts("record")
if isinstance(answer, ErrorEnvelope):
    answer.summary  # wrong
"""


RESPONSES = """
from typing import Any, TypedDict

from response_v2 import DigestPayload, DigestPayloadDict, ToolResponse, success_response


class Found(TypedDict):
    items: list[str]


def digest() -> ToolResponse[DigestPayload]:
    return success_response({"x": 1})  # wrong


def digest_dict(payload: DigestPayloadDict) -> ToolResponse[DigestPayloadDict]:
    return success_response(payload, request_id="r")


def other_dict(payload: Found) -> ToolResponse[DigestPayloadDict]:
    return success_response(payload)  # wrong


def nothing() -> ToolResponse[Found]:
    return success_response()  # wrong


def display() -> ToolResponse[Found]:
    return success_response({"items": []})


def wrong_display() -> ToolResponse[Found]:
    return success_response({"item": []})  # wrong


def untyped(counts: dict[str, int]) -> ToolResponse:
    if counts:
        return success_response(counts, total=len(counts))
    made = success_response({"items": []})
    return made or success_response()


def plain() -> ToolResponse[dict[str, Any]]:
    return success_response({"items": [], "count": 0})
"""
FILES = {"handlers.py": HANDLERS, "responses.py": RESPONSES}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("handlers")
    for name, text in FILES.items():
        (folder / name).write_text(text)
    settings = {"typeCheckingMode": "strict", "extraPaths": SOURCES, "reportUnusedExpression": False}
    (folder / "pyrightconfig.json").write_text(json.dumps(settings))
    return folder


def marked() -> set[tuple[str, int]]:
    lines = [(name, at, line) for name, text in FILES.items() for at, line in enumerate(text.split("\n"), 1)]
    return {(name, at) for name, at, line in lines if line.endswith(WRONG)}


def test_mypy_knows_the_payload_of_each_tool(folder: Path) -> None:
    mypy = [sys.executable, "-m", "mypy", "--strict", *FILES]
    environment = {"MYPYPATH": os.pathsep.join(SOURCES), "PATH": ""}
    found = subprocess.run(mypy, cwd=folder, env=environment, capture_output=True, encoding="utf-8", check=False)
    errors = re.findall(r"^(.+\.py):(\d+): error", found.stdout, re.MULTILINE)
    assert {(name, int(line)) for name, line in errors} == marked(), found.stdout


def test_pyright_knows_the_payload_of_each_tool(folder: Path) -> None:
    pyright = [sys.executable, "-m", "pyright", "--outputjson"]
    found = subprocess.run(pyright, cwd=folder, capture_output=True, encoding="utf-8", check=False)
    diagnostics = json.loads(found.stdout)["generalDiagnostics"]
    errors = {(Path(each["file"]).name, each["range"]["start"]["line"] + 1) for each in diagnostics}
    assert errors == marked(), diagnostics


def test_the_readme_shows_a_return_type_that_a_builder_has() -> None:
    readme = (ROOT / "generated/response-v2/python/README.md").read_text()
    (shown,) = re.findall(r"declared to return `([^`]+)`", readme)
    assert f"def digest_dict(payload: DigestPayloadDict) -> {shown}:" in RESPONSES


def test_frameworks_can_read_the_annotation_of_a_handler() -> None:
    with imported("mail_imap", SOURCE) as it:

        def handler() -> Any: ...

        handler.__annotations__["return"] = it.ImapListAccountsToolResult
        assert get_type_hints(handler, include_extras=True)["return"] == it.ImapListAccountsToolResult
        adapter = TypeAdapter[Any](it.ImapListAccountsToolResult)
        assert adapter.json_schema()
        made = it.success_response("None.", data=it.ListAccounts(accounts=[]))
        assert adapter.dump_python(made) == made.to_dict()
