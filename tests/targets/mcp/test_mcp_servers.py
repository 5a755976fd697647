"""Real servers and real clients: the examples of all contracts, driven by the official clients of both generations."""

import json
from functools import cache
from typing import Any

import pytest
from checkout import CONTRACTS, ROOT
from jsonschema import Draft7Validator, Draft202012Validator
from msgspec import structs
from packages.conversations import ANNOTATED, HELD, Conversation, held

from sealwax.contract.model import Contract
from sealwax.meaning.checks.lowering import lower
from sealwax.meaning.findings import has_errors
from sealwax.pipeline import load
from sealwax.targets.json_schema.schemas import DRAFTS, writer_of
from sealwax.verify.compiled import Validate, compile_validator

SERVERS = {"specs": "response-v2", "harbour": "harbour-office", "mail": "mail-imap", "catalogue": "stac-meta"}
SECRETS = ("hunter2", "Traceback", "KeyError", "RuntimeError")
PYTHON = [("mcp-1", "mcp-1"), ("mcp-2", "mcp-2"), ("fastmcp-3", "mcp-1"), ("fastmcp", "mcp-2")]
"""The SDKs for Python, each with its client."""
Spoken = tuple[str, str, Conversation]


@pytest.fixture(scope="module", params=HELD, ids="-".join)
def spoken(request: pytest.FixtureRequest) -> Spoken:
    return request.param[0], request.param[1], held()[request.param]


def over_stdio(server: str, sdk: str, client: str) -> Conversation:
    return held()[server, sdk, client, "stdio"]


@cache
def contract_of(server: str) -> Contract:
    name = SERVERS[server]
    folder = ROOT / "examples" / "harbour" / "contract" if server == "harbour" else CONTRACTS
    sources = {f"contract/{name}.yaml": (folder / f"{name}.yaml").read_bytes()}
    bases = {"contract/response-v2.yaml": (CONTRACTS / "response-v2.yaml").read_bytes()}
    text = sources[f"contract/{name}.yaml"].replace(b"../../../contract/", b"")
    contracts, _ = load({f"contract/{name}.yaml": text}, bases={} if name == "response-v2" else bases)
    return contracts[0]


@cache
def validator_of(server: str, name: str) -> Validate:
    return compile_validator(lower(contract_of(server)), name)


def tool_type(contract: Contract, name: str) -> str:
    return next((tool.envelope.name for tool in contract.tools if tool.name == name), contract.envelope.name)


def test_every_response_keeps_the_contract(spoken: Spoken) -> None:
    server, _, conversation = spoken
    contract = contract_of(server)
    found = conversation.responses()
    assert len(found) >= 2
    for name, result in found:
        validate = validator_of(server, tool_type(contract, name))
        assert not has_errors(validate(result["structuredContent"], True)), result


def test_no_client_has_to_deal_with_anything_else(spoken: Spoken) -> None:
    """Clients check responses: a schema that does not admit failures would raise here."""
    _, _, conversation = spoken
    assert [each for each in conversation.results if "exception" in each] == []


def test_no_client_sees_why_a_tool_crashed(spoken: Spoken) -> None:
    _, _, conversation = spoken
    said = json.dumps([conversation.tools, conversation.results])
    assert [secret for secret in SECRETS if secret in said] == []


def test_failures_are_errors_and_successes_are_not(spoken: Spoken) -> None:
    server, _, conversation = spoken
    for result in conversation.results:
        if server == "catalogue" or "protocol_error" in result:
            continue
        response = result["structuredContent"]
        assert result.get("isError", False) is ("error" in response if server == "mail" else not response["success"])


def test_texts_and_structured_content_say_the_same(spoken: Spoken) -> None:
    """Some clients show only one of them: both have the code, the message and the remediation of a failure."""
    for _, result in spoken[2].responses():
        response, text = result["structuredContent"], result["content"][0]["text"]
        if not result.get("isError"):
            assert json.loads(text) == response
            continue
        data = response["error"] if "error" in response and "success" not in response else response["data"]
        code = data["data"]["code"] if "data" in data else data["error_code"]
        message = data["message"] if "data" in data else response["error"]
        assert text.splitlines() == [f"{code}: {message}", *filter(None, [data.get("remediation")])]


def test_output_schemas_decide_as_the_contract_does(spoken: Spoken) -> None:
    """In 2020-12, and in draft-07, which older clients use; whatever an SDK adds to it or inlines."""
    server, _, conversation = spoken
    contract = contract_of(server)
    cases = json.loads(_conformance(server))["cases"]
    for name, tool in conversation.tools.items():
        schema = tool["outputSchema"]
        assert schema["type"] == "object"
        assert "$id" not in json.dumps(schema)
        asked = [each for each in cases if each["type"] == tool_type(contract, name)]
        assert server == "specs" or asked
        bare = {key: value for key, value in schema.items() if key != "$schema"}
        assert decided_otherwise(json.dumps(bare, sort_keys=True), json.dumps(asked)) == []


@cache
def decided_otherwise(schema: str, cases: str) -> list[str]:
    """The cases that a schema decides in another way. Most servers publish the same one."""
    found = []
    for validator in (Draft202012Validator, Draft7Validator):
        validator.check_schema(json.loads(schema))
        judge = validator(json.loads(schema))
        found += [each["title"] for each in json.loads(cases) if judge.is_valid(each["value"]) == _is_invalid(each)]
    # Validators written in Python ignore a newline at the end of a string.
    return [title for title in found if not title.endswith("followed by a line break")]


def _is_invalid(case: dict[str, Any]) -> bool:
    return any(finding["level"] == "error" for finding in case["findings"])


def _conformance(server: str) -> str:
    example = ROOT / "examples" / "harbour" if server == "harbour" else ROOT
    return (example / "generated" / SERVERS[server] / "conformance.json").read_text()


# -- what each SDK does -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", [key for key in HELD if key[1] in ("mcp-1", "mcp-2", "v2")], ids="-".join)
def test_the_output_schema_is_the_lean_one_without_the_choice_of_the_outcome(key: tuple[str, str, str, str]) -> None:
    """fastmcp inlines definitions, and the TypeScript SDK v1 adds keywords that decide nothing."""
    contract = contract_of(key[0])
    for name, tool in held()[key].tools.items():
        draft = structs.replace(DRAFTS[0], chooses=False)
        expected = writer_of(contract, draft, lean=True).document(tool_type(contract, name))
        del expected["$schema"]
        assert tool["outputSchema"] == expected


@pytest.mark.parametrize(
    ("sdk", "client"), [("mcp-1", "mcp-1"), ("mcp-2", "mcp-2"), ("fastmcp", "mcp-2"), ("v2", "v2")]
)
def test_the_input_schema_is_that_of_the_function(sdk: str, client: str) -> None:
    schema = over_stdio("specs", sdk, client).tools["list_tasks"]["inputSchema"]
    assert schema["required"] == ["spec_id"]
    limit = {key: schema["properties"]["limit"][key] for key in ("type", "minimum", "maximum", "default")}
    assert limit == {"type": "integer", "minimum": 1, "maximum": 100, "default": 2}


@pytest.mark.parametrize(("sdk", "client"), PYTHON)
def test_a_crash_is_logged_with_its_traceback_and_the_request_id(sdk: str, client: str) -> None:
    conversation = over_stdio("specs", sdk, client)
    response = conversation.result("get_spec", spec_id="draft")["structuredContent"]
    log = "".join(conversation.log.split())
    assert "RuntimeError:thedatabasepasswordishunter2" in log.replace("│", "")
    assert response["meta"]["request_id"] in log
    assert response["data"]["error_code"] == "INTERNAL_ERROR"


def test_the_server_fills_in_request_id_and_duration() -> None:
    conversation = over_stdio("specs", "mcp-2", "mcp-2")
    found = [result["structuredContent"]["meta"] for _, result in conversation.responses()]
    assert len({meta["request_id"] for meta in found}) == len(found)
    assert all(meta["telemetry"]["duration_ms"] > 0 for meta in found)
    mail = over_stdio("mail", "mcp-1", "mcp-1")
    durations = [result["structuredContent"]["meta"]["duration_ms"] for _, result in mail.responses()]
    assert all(type(each) is int for each in durations)


@pytest.mark.parametrize(("sdk", "client"), [("mcp-1", "mcp-1"), ("fastmcp-3", "mcp-1"), ("fastmcp", "mcp-2")])
def test_numbers_of_json_rpc_are_in_the_response_where_the_sdk_has_no_protocol_error(sdk: str, client: str) -> None:
    result = over_stdio("mail", sdk, client).result("imap_search_messages", mailbox="Spam")
    assert result["isError"] is True
    assert result["structuredContent"]["error"] == {
        "code": -32002,
        "message": "There is no mailbox 'Spam'",
        "data": {"code": "not_found"},
    }


@pytest.mark.parametrize("key", [key for key in HELD if key[:2] == ("mail", "mcp-2")], ids="-".join)
def test_numbers_of_json_rpc_are_protocol_errors_with_mcp_2(key: tuple[str, str, str, str]) -> None:
    conversation = held()[key]
    error = conversation.result("imap_search_messages", mailbox="Spam")["protocol_error"]
    assert (error["code"], error["data"]) == (-32002, {"code": "not_found"})
    assert error["message"].endswith("There is no mailbox 'Spam'")
    crash = conversation.result("imap_get_message", message_id="imap:default:INBOX:12345:42")["protocol_error"]
    assert (crash["code"], crash["data"]) == (-32603, {"code": "internal"})
    assert conversation.result("imap_get_message")["protocol_error"]["code"] == -32602


def test_a_partial_success_is_a_success() -> None:
    result = over_stdio("mail", "mcp-1", "mcp-1").result("imap_search_messages", mailbox="INBOX")
    assert result.get("isError", False) is False
    data = result["structuredContent"]["data"]
    assert (data["status"], data["attempted"], data["returned"], data["failed"]) == ("partial", 3, 2, 1)


@pytest.mark.parametrize(("sdk", "client"), [*PYTHON, ("v1", "v2"), ("v2", "v1")])
def test_arguments_that_are_wrong_become_a_failure_of_the_contract(sdk: str, client: str) -> None:
    conversation = over_stdio("specs", sdk, client)
    for arguments, named in (({"spec_id": "billing", "limit": 0}, "limit"), ({}, "spec_id")):
        result = conversation.result("list_tasks", **arguments)
        assert result["isError"] is True
        assert result["structuredContent"]["data"]["error_code"] == "VALIDATION_ERROR"
        assert result["structuredContent"]["error"].startswith(f"{named}: ")


def test_a_contract_without_errors_has_texts_for_them() -> None:
    conversation = over_stdio("catalogue", "mcp-1", "mcp-1")
    crash, refused = (
        conversation.result("get_item", item_id="S2A_9"),
        conversation.result("search_items", max_cloud_cover="few"),
    )
    assert [each["isError"] for each in (crash, refused)] == [True, True]
    assert crash["content"][0]["text"] == "The tool failed. The server has logged the reason."
    assert refused["content"][0]["text"].startswith("max_cloud_cover: ")
    assert "structuredContent" not in crash


def test_a_response_that_breaks_the_contract_is_never_sent() -> None:
    conversation = over_stdio("harbour", "mcp-1", "mcp-1")
    response = conversation.result("get_tides", station="dry")["structuredContent"]
    assert response["data"]["error_code"] == "INTERNAL_ERROR"
    assert "its response breaks the contract: /data/tides: expected at least 1 item" in conversation.log


# -- models as return annotations -------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ANNOTATED, ids="-".join)
def test_models_are_return_annotations_of_tools(key: tuple[str, str, str, str]) -> None:
    """No key is null that is absent, none that open records allow is lost, and nothing is wrapped in `result`."""
    conversation = held()[key]
    assert all(tool["outputSchema"]["type"] == "object" for tool in conversation.tools.values())
    assert conversation.result("whole")["structuredContent"] == {
        "success": True,
        "data": {"a": None},
        "error": None,
        "meta": {"version": "response-v2", "own": {"kept": 1}},
    }
    assert conversation.result("of_a_tool")["structuredContent"]["data"] == {"accounts": []}


@pytest.mark.parametrize("key", [key for key in ANNOTATED if key[1] != "fastmcp"], ids="-".join)
def test_models_check_what_a_tool_returns(key: tuple[str, str, str, str]) -> None:
    """fastmcp sends what a tool returns, and leaves the check to clients."""
    result = held()[key].result("broken")
    assert result["isError"] is True
    assert "structuredContent" not in result


# -- HTTP -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sdk", ["mcp-1", "mcp-2", "fastmcp", "v1", "v2"])
def test_a_server_says_the_same_over_http_to_every_client(sdk: str) -> None:
    client = {**dict(PYTHON), "v1": "v1", "v2": "v2"}[sdk]
    expected = [_outline(each) for each in over_stdio("specs", sdk, client).results]
    found = [conversation for key, conversation in held().items() if (key[0], key[1], key[3]) == ("specs", sdk, "http")]
    assert len(found) >= 2
    for conversation in found:
        assert [_outline(each) for each in conversation.results] == expected


def _outline(result: dict[str, Any]) -> tuple[Any, ...]:
    """What does not differ from call to call."""
    response = result.get("structuredContent") or {}
    error = result.get("protocol_error") or {}
    return result.get("isError", False), sorted(response), response.get("data"), error.get("code"), error.get("data")
