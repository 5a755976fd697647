from typing import Any, assert_never, assert_type

from response_v2 import (
    ErrorCode,
    ErrorCodeValue,
    Finding,
    InvalidResponse,
    Locator,
    Meta,
    MetaDict,
    ParsedToolResponseFailure,
    ParsedToolResponseSuccess,
    SeverityValue,
    ToolResponseDict,
    ToolResponseFailureDict,
    ToolResponseSuccessDict,
    is_failure,
    is_success,
    is_valid,
    is_valid_error_code,
    is_valid_locator,
    is_valid_meta,
    is_valid_severity,
    parse,
    parse_json,
    parse_meta,
    validate,
    validate_meta,
)


def report_of(value: Any) -> str:
    response = parse(value)
    match response:
        case ParsedToolResponseSuccess(data=data, meta=meta):
            version: str = meta.version
            return f"{data} {version}"
        case ParsedToolResponseFailure(error=error, data=details):
            return f"{error} {details.error_code is ErrorCode.NOT_FOUND}"
        case _:
            assert_never(response)


def read(text: bytes) -> ParsedToolResponseSuccess | ParsedToolResponseFailure | list[Finding]:
    try:
        return parse_json(text)
    except InvalidResponse as error:
        return error.findings


def narrowed(value: object) -> str | None:
    response = parse(value)
    if response.success is True:
        assert_type(response, ParsedToolResponseSuccess)
        return None
    assert_type(response, ParsedToolResponseFailure)
    return response.error


def narrowed_on_the_wire(value: object) -> str | None:
    if not is_valid(value):
        return None
    assert_type(value, ToolResponseDict)
    if value["success"] is True:
        assert_type(value, ToolResponseSuccessDict)
        return None
    assert_type(value, ToolResponseFailureDict)
    return value["data"].get("remediation")


def narrowed_by_functions(value: object) -> str | None:
    response = parse(value)
    if is_success(response):
        assert_type(response, ParsedToolResponseSuccess)
        return None
    assert_type(response, ParsedToolResponseFailure)
    return response.error if is_failure(response) else assert_never(response)


def guarded(value: object) -> MetaDict | SeverityValue | ErrorCodeValue | Locator | None:
    if is_valid_meta(value):
        return value
    if is_valid_severity(value):
        severity: SeverityValue = value
        return severity
    return value if is_valid_error_code(value) or is_valid_locator(value) else None


meta: Meta = parse_meta({})
sent: dict[str, Any] = parse(object()).to_dict()
fine: bool = is_valid(1)
levels = [finding.level == "advice" for finding in validate(b"") + validate_meta(None)]
