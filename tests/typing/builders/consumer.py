from dataclasses import asdict
from typing import assert_never

from response_v2 import (
    ContentFidelity,
    ErrorCode,
    ErrorType,
    Meta,
    MetaDict,
    Pagination,
    PaginationDict,
    ToolResponse,
    ToolResponseDict,
    ToolResponseSuccessDict,
    WarningDetail,
    error_response,
    success_response,
)

page: PaginationDict = {"cursor": None, "has_more": True}
response: ToolResponse = success_response(
    {"result": [1]},
    warning_details=[WarningDetail(message="Old."), {"message": "Older."}],
    pagination=page,
    content_fidelity="partial",
    meta=Meta(request_id="r"),
    anything=object,
)
error_response("x", error_code=ErrorCode.NOT_FOUND, error_type="of our own", rate_limit={"limit": 1, "more": 2})
status: int | None = ErrorCode("NOT_FOUND").error_type.http_status
hint: str = ErrorType.INTERNAL.retry.hint
meta: MetaDict = {"version": "response-v2", "content_fidelity": "full", "pagination": None}
whole: ToolResponseSuccessDict = {"success": True, "data": {}, "error": None, "meta": meta}
sent: dict[str, object] = asdict(response)


def report_of(envelope: ToolResponseDict) -> str:
    if envelope["success"] is True:
        return str(envelope["data"])
    return envelope["error"]


def words(fidelity: ContentFidelity) -> str:
    match fidelity:
        case ContentFidelity.FULL | ContentFidelity.PARTIAL | ContentFidelity.SUMMARY:
            return fidelity.use_case
        case ContentFidelity.REFERENCE_ONLY:
            return "nothing"
        case _:
            assert_never(fidelity)


lower: bool = ContentFidelity.SUMMARY.is_below(ContentFidelity.FULL)
cursor = Pagination(cursor="c").cursor
