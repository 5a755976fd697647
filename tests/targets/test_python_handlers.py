"""Handlers with the return type of their tool: type checkers accept its payload, and find that of another tool."""

import json
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


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("handlers")
    (folder / "handlers.py").write_text(HANDLERS)
    settings = {"typeCheckingMode": "strict", "extraPaths": [str(SOURCE)], "reportUnusedExpression": False}
    (folder / "pyrightconfig.json").write_text(json.dumps(settings))
    return folder


def marked() -> set[int]:
    return {at for at, line in enumerate(HANDLERS.split("\n"), 1) if line.endswith(WRONG)}


def test_mypy_knows_the_payload_of_each_tool(folder: Path) -> None:
    mypy = [sys.executable, "-m", "mypy", "--strict", "handlers.py"]
    environment = {"MYPYPATH": str(SOURCE), "PATH": ""}
    found = subprocess.run(mypy, cwd=folder, env=environment, capture_output=True, encoding="utf-8", check=False)
    lines = {int(line) for line in re.findall(r"^handlers\.py:(\d+): error", found.stdout, re.MULTILINE)}
    assert lines == marked(), found.stdout


def test_pyright_knows_the_payload_of_each_tool(folder: Path) -> None:
    pyright = [sys.executable, "-m", "pyright", "--outputjson"]
    found = subprocess.run(pyright, cwd=folder, capture_output=True, encoding="utf-8", check=False)
    diagnostics = json.loads(found.stdout)["generalDiagnostics"]
    assert {each["range"]["start"]["line"] + 1 for each in diagnostics} == marked(), diagnostics


def test_frameworks_can_read_the_annotation_of_a_handler() -> None:
    with imported("mail_imap", SOURCE) as it:

        def handler() -> Any: ...

        handler.__annotations__["return"] = it.ImapListAccountsToolResult
        assert get_type_hints(handler)["return"] == it.ImapListAccountsToolResult
        adapter = TypeAdapter[Any](it.ImapListAccountsToolResult)
        assert adapter.json_schema()
        made = it.success_response("None.", data=it.ListAccounts(accounts=[]))
        assert adapter.dump_python(made) == made.to_dict()
