"""The facts of the mail-imap page, as the contract and what is generated from it state them."""

import inspect
import json
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import asdict
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from checkout import CONTRACTS
from judges.reference import check
from packages.both import Packages, both_packages

from sealwax.contract.model import Catalogue, ExampleKind, Json
from sealwax.meaning.findings import RuleId, Weight

SCHEMAS = CONTRACTS.parent / "generated" / "mail-imap" / "json-schema"
META: dict[str, Json] = {"now_utc": "2024-02-26T10:30:45.123Z", "duration_ms": 245}
CODES = {
    "invalid_input": ("invalid_params", -32602),
    "not_found": ("resource_not_found", -32002),
    "auth_failed": ("invalid_request", -32600),
    "timeout": ("internal_error", -32603),
    "conflict": ("invalid_request", -32600),
    "internal": ("internal_error", -32603),
}
MESSAGE: dict[str, Json] = {
    "message_id": "imap:default:INBOX:12345:42",
    "message_uri": "imap://default/mailbox/INBOX/message/12345/42",
    "message_raw_uri": "imap://default/mailbox/INBOX/message/12345/42/raw",
    "mailbox": "INBOX",
    "uidvalidity": 12345,
    "uid": 42,
    "date": "2024-02-26T10:30:00Z",
    "from": "ada@example.org",
    "subject": "News",
    "flags": ["\\Seen"],
}
ISSUE: dict[str, Json] = {
    "code": "fetch_failed",
    "stage": "fetch_headers",
    "message": "Reset.",
    "retryable": True,
    "uid": 42,
    "message_id": "imap:default:INBOX:12345:42",
}
SEARCH: dict[str, Json] = {
    "account_id": "default",
    "mailbox": "INBOX",
    "total": 150,
    "attempted": 10,
    "returned": 10,
    "failed": 0,
    "messages": [MESSAGE],
    "next_cursor": "550e8400-e29b-41d4-a716-446655440000",
    "has_more": True,
}
PAYLOADS: dict[str, dict[str, Json]] = {
    "imap_list_accounts": {
        "accounts": [{"account_id": "default", "host": "imap.example.org", "port": 993, "secure": True}],
        "next_action": {"instruction": "List", "tool": "imap_list_mailboxes", "arguments": {"account_id": "default"}},
    },
    "imap_search_messages": SEARCH,
    "imap_get_message": {
        "account_id": "default",
        "message": {
            **MESSAGE,
            "to": "grace@example.org",
            "headers": {"Date": "Mon, 26 Feb 2024 10:30:00 +0000"},
            "body_text": "Hello.",
            "attachments": [
                {"filename": "a.pdf", "content_type": "application/pdf", "size_bytes": 102400, "part_id": "2"}
            ],
        },
    },
}


@pytest.fixture(scope="module")
def packages() -> Iterator[Packages]:
    with both_packages(CONTRACTS / "mail-imap.yaml") as found:
        yield found


def success(data: dict[str, Json], **more: Json) -> dict[str, Json]:
    return {"summary": "Done.", "data": data, "meta": META, **more}


def failure(number: Json, code: Json, **more: Json) -> dict[str, Json]:
    return {"error": {"code": number, "message": "No.", "data": {"code": code}}, "meta": META, **more}


def is_valid(schema: Path, value: Json) -> bool:
    read = json.loads(schema.read_text(encoding="utf-8"))
    return bool(jsonschema.validators.validator_for(read)(read).is_valid(value))


ENVELOPE = SCHEMAS / "mail-imap.schema.json"
DRAFT_07 = SCHEMAS / "mail-imap.draft-07.schema.json"
PARTIAL: dict[str, Json] = {
    "status": "partial",
    "issues": [ISSUE, {**ISSUE, "uid": 43, "message_id": "imap:default:INBOX:12345:43"}],
    **{key: value for key, value in SEARCH.items() if key != "next_cursor"},
    "total": 10,
    "returned": 8,
    "failed": 2,
    "has_more": False,
}

# What the page shows and what is decided about it: a value, and where the findings are with their levels.
VERDICTS: dict[str, tuple[Json, list[tuple[str, str]]]] = {
    "a success": (success({}), []),
    "the first account": (success(PAYLOADS["imap_list_accounts"]), []),
    "a search": (success(SEARCH), []),
    "a message": (success(PAYLOADS["imap_get_message"]), []),
    "a search that failed in part": (success(PARTIAL), []),
    **{f"the error {code}": (failure(number, code), []) for code, (_, number) in CODES.items()},
    "the sketch of an error": (
        failure("invalid_input|auth_failed", "specific_error_code"),
        [("/error/code", "error"), ("/error/data/code", "error")],
    ),
    "an error as the server's code makes it": (
        {"error": {"code": -32603, "message": "No.", "data": {"code": "internal"}}},
        [("/meta", "error")],
    ),
    "an error without data": ({"error": {"code": -32603, "message": "No."}, "meta": META}, [("/error/data", "error")]),
    "a message of any form": (
        {"error": {"code": -32002, "message": "not found: x", "data": {"code": "not_found"}}, "meta": META},
        [],
    ),
    "a status alone": (success({"status": "partial"}), [("/data/issues", "error")]),
    "issues alone": (success({"issues": [ISSUE]}), [("/data/status", "advice")]),
    "everything failed": (success({"status": "failed", "issues": [ISSUE]}), []),
    "an issue of the tool's own": (
        success({"status": "partial", "issues": [{**ISSUE, "code": "conflict", "stage": "somewhere"}]}),
        [],
    ),
    "a summary of two lines": (success({}) | {"summary": "One.\nTwo."}, [("/summary", "error")]),
    "a summary with a carriage return": (success({}) | {"summary": "One.\r"}, [("/summary", "error")]),
    "an empty summary": (success({}) | {"summary": ""}, [("/summary", "error")]),
    "further metadata": (success({}) | {"meta": {**META, "region": "eu"}}, []),
}


@pytest.mark.parametrize("name", VERDICTS)
def test_every_judge_says_of_the_examples_what_is_decided(packages: Packages, name: str) -> None:
    value, expected = VERDICTS[name]
    assert [(found.pointer, found.level) for found in check(packages.contract.envelope, value)] == expected
    assert [(found.pointer, found.level) for found in packages.python.validate(value)] == expected
    accepted = "error" not in [level for _, level in expected]
    assert [is_valid(schema, value) for schema in (ENVELOPE, DRAFT_07)] == [accepted, accepted]


def test_typescript_says_the_same_of_the_examples(packages: Packages) -> None:
    values = [value for value, _ in VERDICTS.values()]
    told = packages.node("return given.map((one) => it.validate(one).map((f) => [f.pointer, f.level]));", values)
    assert told == [[list(finding) for finding in findings] for _, findings in VERDICTS.values()]


@pytest.mark.parametrize("tool", PAYLOADS)
def test_each_tool_has_its_own_payload(packages: Packages, tool: str) -> None:
    schema = SCHEMAS / "tools" / f"{tool.replace('_', '-')}.schema.json"
    for other, payload in PAYLOADS.items():
        assert is_valid(ENVELOPE, success(payload))
        assert is_valid(schema, success(payload)) == (other == tool)
    parse = getattr(packages.python, f"parse_{tool}_tool_result")
    parsed = parse(success(PAYLOADS[tool]))
    assert parsed.to_dict() == success(PAYLOADS[tool])
    assert parse(failure(-32603, "internal")).error.data.code == "internal"


def test_the_two_shapes_have_no_keys_but_their_own() -> None:
    assert is_valid(ENVELOPE, failure(-32603, "internal"))
    extras: list[dict[str, Json]] = [{"summary": "x"}, {"data": {}}, {"status": "failed"}]
    for extra in extras:
        assert not is_valid(ENVELOPE, failure(-32603, "internal", **extra))
    assert not is_valid(ENVELOPE, success({}, version="1"))
    for key in ("summary", "data", "meta"):
        assert not is_valid(ENVELOPE, {name: value for name, value in success({}).items() if name != key})


def test_six_codes_each_with_its_kind_and_its_number(packages: Packages) -> None:
    codes = packages.contract.catalogue(Catalogue.ERROR_CODES)
    assert codes is not None
    assert not codes.open
    assert {value.value: value.tier.name for value in codes.values if value.tier} == dict.fromkeys(CODES, "stable")
    assert {str(each): (str(each.error_type), each.error_type.jsonrpc) for each in packages.python.ErrorCode} == CODES
    numbers = sorted({number for _, number in CODES.values()})
    for code, (_, number) in CODES.items():
        assert [each for each in numbers if is_valid(ENVELOPE, failure(each, code))] == [number]
    assert not is_valid(ENVELOPE, failure("invalid_input", "invalid_input"))
    assert not is_valid(ENVELOPE, failure(-32603, "rate_limited"))


def test_messages_are_for_people(packages: Packages) -> None:
    records = {record.name: record for record in packages.contract.records}
    for name in ("ErrorObject", "Issue"):
        message = next(field for field in records[name].fields if field.name == "message")
        assert message.tier is not None
        assert message.tier.name == "unstable"


def test_a_status_asks_for_issues_and_issues_only_advise_a_status(packages: Packages) -> None:
    envelope = packages.contract.envelope
    assert not is_valid(ENVELOPE, success({"status": "partial"}))
    assert is_valid(ENVELOPE, success({"status": "partial", "issues": [ISSUE]}))
    assert is_valid(ENVELOPE, success({"issues": [ISSUE]}))
    told = [(each.pointer, each.level, each.rule) for each in check(envelope, success({"issues": [ISSUE]}))]
    assert told == [("/data/status", Weight.ADVICE, RuleId.SHOULD)]
    for status in ("ok", "partial", "failed"):
        assert is_valid(ENVELOPE, success({"status": status, "issues": []}))
    assert not is_valid(ENVELOPE, success({"status": "done", "issues": []}))


@pytest.mark.parametrize("key", [key for key in ISSUE if key not in ("uid", "message_id")])
def test_an_issue_has_what_the_page_says(key: str) -> None:
    assert not is_valid(ENVELOPE, success({"issues": [{k: v for k, v in ISSUE.items() if k != key}]}))
    assert is_valid(ENVELOPE, success({"issues": [{**ISSUE, "code": "of_our_own", "stage": "somewhere"}]}))


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        ("2024-02-26T10:30:45.123Z", True),
        ("2024-02-26T10:30:45Z", False),
        ("2024-02-26T10:30:45.123456Z", False),
        ("2024-02-26T10:30:45.123+00:00", False),
        ("2024-02-30T10:30:45.123Z", False),
    ],
)
def test_time_is_in_utc_with_milliseconds(now: str, expected: bool) -> None:
    assert is_valid(ENVELOPE, success({}) | {"meta": {"now_utc": now, "duration_ms": 0}}) == expected


def test_a_duration_has_no_upper_limit() -> None:
    for duration, expected in ((0, True), (2**64 - 1, True), (-1, False), (1.5, False), ("1", False)):
        assert is_valid(ENVELOPE, success({}) | {"meta": {**META, "duration_ms": duration}}) == expected


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("message_id", "mail:default:INBOX:1:2"),
        ("message_id", "imap:default:INBOX:1"),
        ("message_uri", "imap://default"),
    ],
)
def test_identifiers_have_their_forms(key: str, value: str) -> None:
    broken = deepcopy(SEARCH)
    broken["messages"] = [{**MESSAGE, key: value}]
    assert not is_valid(SCHEMAS / "tools" / "imap-search-messages.schema.json", success(broken))


UNUSUAL: dict[str, tuple[str, dict[str, Json]]] = {
    "an account": (
        "Account",
        {"account_id": "a:b/c", "host": "", "port": 70000, "secure": True},
    ),
    "a message": ("MessageSummary", {**MESSAGE, "uid": 0, "uidvalidity": 0}),
    "a message number 0": ("MessageSummary", {**MESSAGE, "message_id": "imap:default:INBOX:0:0"}),
    "an issue": ("Issue", {**ISSUE, "uid": -1}),
    "an attachment": ("Attachment", {"content_type": "", "size_bytes": -1, "part_id": ""}),
    "a search": ("SearchMessages", {**SEARCH, "total": -1, "returned": -1, "attempted": -1, "next_cursor": ""}),
}


@pytest.mark.parametrize("name", UNUSUAL)
def test_limits_that_the_page_does_not_state_are_not_checked(packages: Packages, name: str) -> None:
    record, value = UNUSUAL[name]
    (subject,) = (each for each in packages.contract.records if each.name == record)
    assert check(subject, value) == []


@pytest.mark.parametrize(
    ("counters", "expected"),
    [
        ({"attempted": 10, "returned": 8, "failed": 2}, []),
        ({"attempted": 10, "returned": 8.0, "failed": 2}, []),
        ({"attempted": 10, "returned": 8, "failed": 1}, [("/data/attempted", "advice", "sum")]),
        ({"attempted": 0, "returned": 0, "failed": 0}, []),
    ],
)
def test_counters_that_do_not_add_up_get_advice(
    packages: Packages, counters: dict[str, Json], expected: list[tuple[str, str, str]]
) -> None:
    value = success({**SEARCH, **counters})
    assert is_valid(SCHEMAS / "tools" / "imap-search-messages.schema.json", value)
    validate = packages.python.validate_imap_search_messages_tool_result
    assert [(found.pointer, found.level, found.rule) for found in validate(value)] == expected
    javascript = "return it.validateImapSearchMessagesToolResult(given).map((f) => [f.pointer, f.level, f.rule]);"
    assert packages.node(javascript, value) == [list(finding) for finding in expected]


def test_each_code_knows_the_error_of_the_server(packages: Packages) -> None:
    names = {
        "invalid_input": "InvalidInput",
        "not_found": "NotFound",
        "auth_failed": "AuthFailed",
        "timeout": "Timeout",
        "conflict": "Conflict",
        "internal": "Internal",
    }
    assert {str(code): code.app_error for code in packages.python.ErrorCode} == names
    told = packages.node("return Object.entries(it.errorCodes).map(([code, { appError }]) => [code, appError]);", None)
    assert told == [list(each) for each in names.items()]
    page = (SCHEMAS.parent / "markdown" / "mail-imap.md").read_text(encoding="utf-8")
    assert "| AppError |" in page


def test_an_example_without_its_messages_is_abridged(packages: Packages) -> None:
    searches = [each for each in packages.contract.examples if each.subject.name == "ImapSearchMessagesToolResult"]
    for example in searches:
        if isinstance(example.value, dict):
            assert check(example.subject, example.value) == []
            data = example.value["data"]
            assert isinstance(data, dict)
            assert isinstance(data["messages"], list)
            assert data["returned"] == len(data["messages"])
    assert [each.title for each in searches if each.kind is ExampleKind.ABRIDGED] == [
        "A search that failed for two of ten messages"
    ]


def test_builders_take_what_the_page_says(packages: Packages) -> None:
    it = packages.python
    assert list(inspect.signature(it.success_response).parameters) == ["summary", "data", "started", "clock"]
    assert list(inspect.signature(it.error_response).parameters) == ["message", "code", "started", "clock"]
    made: dict[str, Any] = asdict(it.success_response("Done.", data=SEARCH))
    assert it.validate_imap_search_messages_tool_result(made) == []
    assert list(made) == ["summary", "data", "meta"]
    assert list(asdict(it.error_response("No.", code="timeout"))) == ["error", "meta"]
    with pytest.raises(TypeError):
        it.error_response("No.")


def test_an_exception_needs_a_code_where_its_type_has_no_usual_one(packages: Packages) -> None:
    it = packages.python
    gone = it.ResourceNotFoundError("It is gone.").response.to_dict()
    assert (gone["error"]["code"], gone["error"]["data"]) == (-32002, {"code": "not_found"})
    with pytest.raises(TypeError, match="code"):
        it.InvalidRequestError("No.")
    assert it.InvalidRequestError("No.", code="conflict").response.to_dict()["error"]["data"] == {"code": "conflict"}
    with pytest.raises(ValueError, match="the code timeout is one of the type internal_error, not resource_not_found"):
        it.ResourceNotFoundError("No.", code="timeout")


def test_a_search_that_goes_wrong_in_part_is_answered_with_all_of_it(packages: Packages) -> None:
    it = packages.python
    collector = it.IssueCollector()
    collector.succeed(8)
    for uid in (42, 43):
        collector.add(
            code="fetch_failed",
            stage=it.IssueStage.FETCH_HEADERS,
            message=f"No answer for UID {uid}.",
            retryable=True,
            uid=uid,
            message_id=f"imap:default:INBOX:12345:{uid}",
        )
    found = {"account_id": "default", "mailbox": "INBOX", "total": 10, "messages": [], "has_more": False}
    made = asdict(it.success_response("8 messages were returned", data=collector.apply(found)))
    assert it.validate_imap_search_messages_tool_result(made) == []
    assert {key: made["data"][key] for key in ("status", "attempted", "returned", "failed")} == {
        "status": "partial",
        "attempted": 10,
        "returned": 8,
        "failed": 2,
    }
    answer = packages.node(
        "const seen = it.parseJsonImapSearchMessagesToolResult(JSON.stringify(given));"
        " return it.retryableIssues(seen.data).map((each) => each.message_id);",
        made,
    )
    assert answer == ["imap:default:INBOX:12345:42", "imap:default:INBOX:12345:43"]
