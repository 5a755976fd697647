"""A server whose tools have pydantic models as return annotations, and no decorator."""

from mail_imap_pydantic import ImapListAccountsToolResult
from response_v2 import success_response
from response_v2_pydantic import ToolResponse
from serving import create, run

server = create("annotated")


@server.tool()
def whole() -> ToolResponse:
    return ToolResponse.from_record(success_response({"a": None}, meta={"own": {"kept": 1}}))


@server.tool()
def of_a_tool() -> ImapListAccountsToolResult:
    meta = {"now_utc": "2026-11-18T00:00:00.000Z", "duration_ms": 1}
    return ImapListAccountsToolResult.model_validate({"summary": "None", "data": {"accounts": []}, "meta": meta})


@server.tool()
def broken() -> ToolResponse:
    return {"success": True, "data": {}, "error": None, "meta": {}}  # type: ignore[return-value]


run(server)
