from response_v2 import (
    ContractError,
    ErrorCode,
    NotFoundError,
    RateLimitError,
    Retry,
    ToolResponse,
    WarningDetail,
    describe,
    errors,
    http_status,
    is_retryable,
    success_response,
    warning_details,
)

limited: ToolResponse = errors.rate_limit_exceeded(limit=100, period="minute", retry_after_seconds=45)
told: ToolResponse = errors.unauthorized(message="Who are you?", request_id="r1", meta={"shard": 1})
odd: ToolResponse = errors.validation_error(field="age", constraint="at least 0", received=-1)
warning: WarningDetail = warning_details.content_truncated(dropped_count=3, reason=None)
success_response({}, warning_details=[warning])
retry: bool | None = is_retryable("OUR_OWN", "rate_limit")
status: int | None = http_status("NOT_FOUND") or http_status(None, "not_found")
words: str | None = describe("NOT_FOUND")


def answer() -> ToolResponse:
    try:
        raise NotFoundError("There is no such spec", error_code="SPEC_NOT_FOUND")
    except RateLimitError as error:
        code: ErrorCode | str | None = error.error_code
        answered: tuple[int | None, Retry | None, dict[str, str]] = (error.http_status, error.retry, error.headers)
        known: tuple[int, Retry] = (ErrorCode.CONFLICT.http_status, ErrorCode.CONFLICT.retry)
        return error.response
    except ContractError as error:
        return ContractError.from_response(error.response).response


errors.rate_limit_exceeded(limit=100, period="minute")  # error: call-arg, reportCallIssue
errors.rate_limit_exceeded(limit="100", period="minute", retry_after_seconds=45)  # error: arg-type, reportArgumentType
errors.not_found()  # error: call-arg, reportCallIssue
errors.unauthorized("Who are you?")  # error: call-arg, reportCallIssue
errors.unauthorized(error_code="FORBIDDEN")  # error: call-arg, reportCallIssue
errors.unauthorized(request_id=1)  # error: arg-type, reportArgumentType
errors.unauthorized(requst_id="r1")  # error: call-arg, reportCallIssue
errors.quota_exhausted()  # error: attr-defined, reportAttributeAccessIssue, reportUnknownMemberType
warning_details.stale_cache(cache_age_seconds=1, severity="fatal")  # error: arg-type, reportArgumentType
warning_details.stale_cache()  # error: call-arg, reportCallIssue
NotFoundError(error_code="SPEC_NOT_FOUND")  # error: call-arg, reportCallIssue
missing: int = http_status("NOT_FOUND")  # error: assignment, reportAssignmentType
