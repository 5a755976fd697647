from response_v2 import (
    ErrorCode,
    Meta,
    MetaDict,
    PaginationDict,
    Severity,
    ToolResponse,
    WarningDetail,
    error_response,
    success_response,
)

error_response()  # error: call-arg, reportCallIssue
success_response({}, ["by position"])  # error: call-overload, reportCallIssue
success_response(content_fidelity="complete")  # error: call-overload, reportArgumentType
success_response(warnings=[1])  # error: list-item, reportArgumentType
error_response("x", data=["no object"])  # error: arg-type, reportArgumentType
Meta(version="response-v3")  # error: arg-type, reportArgumentType
WarningDetail(message="x", severity="info")  # error: arg-type, reportArgumentType
WarningDetail()  # error: call-arg, reportCallIssue
ToolResponse(success="yes")  # error: arg-type, reportArgumentType
page: PaginationDict = {"has_more": "yes"}  # error: typeddict-item, reportAssignmentType
meta: MetaDict = {"request_id": "r"}  # error: typeddict-item, reportAssignmentType
status: str = ErrorCode.NOT_FOUND.error_type.http_status  # error: assignment, reportAssignmentType
ErrorCode.NOT_THERE  # error: attr-defined, reportAttributeAccessIssue, reportUnknownMemberType
Severity.INFO.is_below(Severity.ERROR)  # error: attr-defined, reportAttributeAccessIssue, reportUnknownMemberType
