from typing import Any, TypedDict, assert_type

from response_v2 import ToolResponse, error_response, success_response


class Accounts(TypedDict):
    accounts: list[str]


class Messages(TypedDict):
    messages: list[str]


def list_accounts(found: Accounts) -> ToolResponse[Accounts]:
    assert_type(success_response(found), ToolResponse[Accounts])
    return success_response(found, request_id="r") if found["accounts"] else error_response("None.")


def any_payload(plain: dict[str, Any], found: Accounts) -> ToolResponse:
    made = success_response({"rows": []})
    return made or success_response(plain) or success_response(found) or success_response()


def mistaken(found: Messages) -> ToolResponse[Accounts]:
    return success_response(found)  # error: return-value, reportReturnType
