from typing import Any, TypedDict

from response_v2 import DigestPayload, DigestPayloadDict, ToolResponse, success_response


class Found(TypedDict):
    items: list[str]


def digest() -> ToolResponse[DigestPayload]:
    return success_response({"x": 1})  # error: return-value, reportReturnType


def digest_dict(payload: DigestPayloadDict) -> ToolResponse[DigestPayloadDict]:
    return success_response(payload, request_id="r")


def other_dict(payload: Found) -> ToolResponse[DigestPayloadDict]:
    return success_response(payload)  # error: return-value, reportReturnType


def nothing() -> ToolResponse[Found]:
    return success_response()  # error: return-value, reportReturnType


def display() -> ToolResponse[Found]:
    return success_response({"items": []})


def wrong_display() -> ToolResponse[Found]:
    return success_response({"item": []})  # error: return-value, reportReturnType


def untyped(counts: dict[str, int]) -> ToolResponse:
    if counts:
        return success_response(counts, total=len(counts))
    made = success_response({"items": []})
    return made or success_response()


def plain() -> ToolResponse[dict[str, Any]]:
    return success_response({"items": [], "count": 0})
