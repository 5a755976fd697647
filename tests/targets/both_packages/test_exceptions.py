"""Exceptions: what they say about the response that they carry, and what survives copying and pickling."""

import copy
import enum
import json
import math
import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from checkout import CONSUMERS, NODE, RESPONSE_V2, read_contract
from checkout.processes import run
from packages.both import both_packages
from packages.built import built
from packages.npm import Consumer, generated

from sealwax.contract.model import Json
from sealwax.meaning.builders.interpreter import answer
from sealwax.meaning.codes.exceptions import Delay, delays
from sealwax.naming import camel

WAITING = CONSUMERS / "waiting.yaml"


@pytest.fixture(scope="module")
def response_v2() -> Iterator[ModuleType]:
    with built(RESPONSE_V2.read_bytes()) as package, package.imported() as module:
        yield module


@pytest.fixture(scope="module")
def waiting() -> Iterator[ModuleType]:
    with built(WAITING.read_bytes()) as package, package.imported() as module:
        yield module


# -- what an exception says -------------------------------------------------------------------------------------------


def test_an_exception_has_the_code_of_its_response(response_v2: ModuleType) -> None:
    it = response_v2
    assert it.NotFoundError("Gone").error_code is it.ErrorCode.NOT_FOUND
    assert it.NotFoundError("Gone", error_code="SPEC_NOT_FOUND").error_code is it.ErrorCode.SPEC_NOT_FOUND
    assert it.NotFoundError("Gone", error_code="OUR_OWN").error_code == "OUR_OWN"
    made = it.errors.task_not_found(task_id="t", spec_id="s")
    assert it.ContractError.from_response(made).error_code is it.ErrorCode.TASK_NOT_FOUND
    bare = it.ToolResponse(success=False, data={}, error="No")
    assert it.NotFoundError.from_response(bare).error_code is None


def test_an_exception_has_the_type_of_its_response(response_v2: ModuleType) -> None:
    it = response_v2
    assert it.NotFoundError("Gone", error_code="OUR_OWN").error_type is it.ErrorType.NOT_FOUND
    assert it.ContractError("Slow", error_code="RATE_LIMIT_EXCEEDED").error_type is it.ErrorType.RATE_LIMIT
    odd = it.ContractError("Odd", error_code="OUR_OWN", error_type="our_own")
    assert (odd.error_type, odd.http_status, odd.retry) == ("our_own", None, None)
    untyped = it.ToolResponse(success=False, data={"error_code": "FORBIDDEN"}, error="No")
    assert it.ContractError.from_response(untyped).error_type is it.ErrorType.AUTHORIZATION
    bare = it.ToolResponse(success=False, data={}, error="No")
    assert it.NotFoundError.from_response(bare).error_type is it.ErrorType.NOT_FOUND
    assert it.ContractError.from_response(bare).error_type is None


def test_an_exception_refuses_a_type_that_is_not_its_own(response_v2: ModuleType) -> None:
    with pytest.raises(ValueError, match="the error type is not_found, not conflict"):
        response_v2.NotFoundError("Gone", error_code="OUR_OWN", error_type="conflict")


BARE = """\
contract: bare
version: "1.0.0"
title: Errors without HTTP
envelope:
  name: Answer
  fields:
    ok: {type: boolean}
    error: {type: string}
    code: {type: ErrorCode}
  outcomes: {success: {when: {ok: true}}, failure: {when: {ok: false}}}
error_types: {values: {gone: {}}}
error_codes: {values: {LOST: {type: gone}}}
builders:
  fail: {outcome: failure, parameters: {error: {into: error, level: must}, code: {into: code, level: must}}}
"""


def test_what_a_contract_does_not_state_about_errors_is_missing_in_python_and_null_in_typescript(
    tmp_path: Path,
) -> None:
    source = tmp_path / "contract.yaml"
    source.write_text(BARE, encoding="utf-8")
    with both_packages(source) as found:
        it = found.python
        error = it.GoneError("It is gone.", code="LOST")
        for each in (error, it.ErrorCode.LOST, it.ErrorType.GONE):
            assert not hasattr(each, "http_status")
            assert not hasattr(each, "retry")
        assert not hasattr(error, "headers")
        program = "const error = new it.GoneError('It is gone.', { code: 'LOST' });"
        facts = "[error.httpStatus, error.retry, error.headers, it.errorTypes.gone]"
        expected: Json = [None, None, {}, {"httpStatus": None, "retry": None}]
        assert found.node(f"{program} return {facts};") == expected
        assert not hasattr(it, "http_status")
        run(sys.executable, "-m", "mypy", "--strict", *map(str, it.__path__), folder=tmp_path)


def test_an_exception_has_the_policies_of_its_type(response_v2: ModuleType, waiting: ModuleType) -> None:
    error = response_v2.RateLimitError("Slow down")
    assert (error.http_status, error.retry) == (429, response_v2.Retry("yes", "after the delay"))
    unstated = waiting.TypeError_("No.", code="WRONG_TYPE")
    assert (unstated.http_status, unstated.retry, unstated.headers) == (None, None, {})


def test_a_code_has_the_policies_of_its_type(response_v2: ModuleType, waiting: ModuleType) -> None:
    codes = response_v2.ErrorCode
    assert codes.SPEC_NOT_FOUND.http_status == 404
    assert codes.CONFLICT.retry == response_v2.Retry("maybe", "look at the state first")
    for code in codes:
        assert (code.http_status, code.retry) == (code.error_type.http_status, code.error_type.retry)
    assert (waiting.ErrorCode.FULL.http_status, waiting.ErrorCode.WRONG_TYPE.http_status) == (503, None)


def test_a_delay_becomes_a_header(response_v2: ModuleType) -> None:
    it = response_v2
    limited = it.errors.rate_limit_exceeded(limit=100, period="minute", retry_after_seconds=45)
    assert it.ContractError.from_response(limited).headers == {"Retry-After": "45"}
    assert it.RateLimitError("Slow", rate_limit={"retry_after_seconds": 0}).headers == {"Retry-After": "0"}
    both = it.RateLimitError("Slow", data={"retry_after_seconds": 3}, rate_limit=it.RateLimit(retry_after_seconds=9))
    assert both.headers == {"Retry-After": "3"}
    assert it.RateLimitError("Slow", rate_limit={"retry_after_seconds": None}).headers == {}
    assert it.RateLimitError("Slow").headers == {}


@pytest.mark.parametrize(
    ("delay", "header"),
    [
        (1500, "2"), (1000, "1"), (0.5, "1"), (0, "0"), (2**53 - 1, "9007199254741"),
        (None, None), (-1, None), (True, None), ("1500", None), (2**53, None), (math.inf, None), (math.nan, None),
    ],
)  # fmt: skip
def test_a_header_is_in_whole_seconds(waiting: ModuleType, delay: Any, header: str | None) -> None:
    error = waiting.BusyError("Busy", wait={"retry_after_ms": delay})
    assert error.headers == ({} if header is None else {"Retry-After": header})


def test_a_delay_can_be_a_fact_of_a_code(waiting: ModuleType) -> None:
    made = waiting.errors.busy(retry_after_seconds=7)
    assert waiting.ContractError.from_response(made).headers == {"Retry-After": "7"}


def test_the_fields_of_a_failure_decide_where_delays_are() -> None:
    for path, expected in {
        RESPONSE_V2: (
            Delay(("data", "retry_after_seconds"), 1),
            Delay(("meta", "rate_limit", "retry_after_seconds"), 1),
        ),
        WAITING: (Delay(("wait", "retry_after_ms"), 1000), Delay(("facts", "retry_after_seconds"), 1)),
    }.items():
        mapping = read_contract(path).error_mapping
        assert mapping is not None
        assert delays(mapping) == expected


def test_an_exception_without_a_text_has_the_words_of_the_catalogue(response_v2: ModuleType, node: Consumer) -> None:
    error = response_v2.NotFoundError("")
    assert str(error) == error.response.error == response_v2.error_response("", error_code="NOT_FOUND").error != ""
    assert node.value(f"{SAYS}(new it.NotFoundError(''))") == said(error)


def test_an_exception_takes_a_code_from_an_enum_of_the_application(response_v2: ModuleType) -> None:
    class Old(str, enum.Enum):  # noqa: UP042
        GONE = "SPEC_NOT_FOUND"
        BUSY = "RATE_LIMIT_EXCEEDED"

    assert response_v2.NotFoundError("No", error_code=Old.GONE).error_code is response_v2.ErrorCode.SPEC_NOT_FOUND
    with pytest.raises(ValueError, match="is one of the type rate_limit, not not_found"):
        response_v2.NotFoundError("No", error_code=Old.BUSY)


# -- fields that codes and types make a must --------------------------------------------------------------------------


@pytest.fixture(scope="module")
def demanding() -> Iterator[ModuleType]:
    with built((CONSUMERS / "demanding.yaml").read_bytes()) as package, package.imported() as module:
        yield module


@pytest.fixture(scope="module")
def demanding_node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Consumer]:
    with generated(read_contract(CONSUMERS / "demanding.yaml"), tmp_path_factory.mktemp("demanding")) as consumer:
        yield consumer


def test_an_exception_logs_what_its_code_makes_a_must(
    demanding: ModuleType, demanding_node: Consumer, caplog: pytest.LogCaptureFixture
) -> None:
    it, code = demanding, "INCOMPATIBLE_ROOM"
    for kind in (it.RefusedError, it.ContractError):
        incomplete = kind("No.", code=code).response
        assert not it.is_valid(incomplete.to_dict())
        assert (
            demanding_node.value(f"new it.{kind.__name__}('No.', {{ code: '{code}' }}).response")
            == incomplete.to_dict()
        )
    assert caplog.messages == [f"room_version must be given for {code}"] * 2
    incomplete = it.RefusedError("No.", code=code).response
    made = it.RefusedError("No.", code=code, room_version="9")
    assert it.is_valid(made.response.to_dict())
    given = f"{{ code: '{code}', roomVersion: '9' }}"
    assert demanding_node.value(f"new it.RefusedError('No.', {given}).response") == made.response.to_dict()
    assert it.is_valid(it.RefusedError("No.").response.to_dict())
    carrying = it.ContractError.from_response(incomplete)  # what came from elsewhere is carried as it is
    assert type(carrying) is it.RefusedError


def test_an_exception_demands_what_its_type_makes_a_must(demanding: ModuleType, demanding_node: Consumer) -> None:
    it = demanding
    with pytest.raises(TypeError, match="missing 1 required keyword-only argument: 'soft_logout'"):
        it.TokenError("No.")
    made = it.TokenError("No.", soft_logout=False)
    assert it.is_valid(made.response.to_dict())
    assert demanding_node.value("new it.TokenError('No.', { softLogout: false }).response") == made.response.to_dict()


def test_a_builder_logs_what_a_code_or_a_type_makes_a_must(
    demanding: ModuleType, demanding_node: Consumer, caplog: pytest.LogCaptureFixture
) -> None:
    it, builder = demanding, read_contract(CONSUMERS / "demanding.yaml").builders[0]
    missing: list[tuple[dict[str, Json], str, str]] = [
        ({"code": "INCOMPATIBLE_ROOM"}, "room_version", "INCOMPATIBLE_ROOM"),
        ({"code": "OUR_OWN", "kind": "token"}, "soft_logout", "token"),
        ({"code": "UNKNOWN_TOKEN"}, "soft_logout", "token"),
    ]
    for options, name, reason in missing:
        caplog.clear()
        made = it.fail("No.", **options).to_dict()
        assert caplog.messages == [f"{name} must be given for {reason}"]
        assert answer(builder, {"error": "No.", **options}) == (made, caplog.messages)
        assert demanding_node.value(f"it.fail('No.', {json.dumps(options)})") == made
    complete = it.fail("No.", code="INCOMPATIBLE_ROOM", room_version="9").to_dict()
    assert it.is_valid(complete)
    assert demanding_node.value("it.fail('No.', { code: 'INCOMPATIBLE_ROOM', roomVersion: '9' })") == complete


def test_an_error_function_demands_what_its_code_makes_a_must(demanding: ModuleType, demanding_node: Consumer) -> None:
    it = demanding
    with pytest.raises(TypeError, match="missing 1 required keyword-only argument: 'room_version'"):
        it.errors.incompatible_room()
    for call in ("incompatibleRoom({})", "refusedRoom('No.', {})"):
        assert demanding_node.error(f"it.errors.{call}") == ["TypeError", "roomVersion must be given"]
    made = it.errors.refused_room("No.", room_version="9").to_dict()
    assert it.is_valid(made)
    assert demanding_node.value("it.errors.refusedRoom('No.', { roomVersion: '9' })") == made


def test_an_empty_message_has_the_text_of_the_code(demanding: ModuleType, demanding_node: Consumer) -> None:
    texts = {
        "CLOSED": "The room is closed",
        "BAD_STATE": "The room is in the wrong state.",
        "OUR_OWN": "OUR_OWN",
    }
    for code, text in texts.items():
        made = demanding.fail("", code=code, kind="refused").to_dict()
        assert made["error"] == text
        assert demanding_node.value(f"it.fail('', {{ code: '{code}', kind: 'refused' }})") == made


# -- copies -----------------------------------------------------------------------------------------------------------


def copies(error: Exception) -> list[Any]:
    every = range(pickle.HIGHEST_PROTOCOL + 1)
    return [copy.copy(error), copy.deepcopy(error), *(pickle.loads(pickle.dumps(error, each)) for each in every)]  # noqa: S301


def test_a_copy_has_everything(response_v2: ModuleType) -> None:
    error = response_v2.RateLimitError("Slow down", error_code="OUR_OWN", data={"retry_after_seconds": 3})
    error.add_note("while searching")
    error.attempt = 2
    error.args = ("Slow down", "please")
    for again in copies(error):
        assert type(again) is response_v2.RateLimitError
        assert (again.args, again.response, again.error_code) == (error.args, error.response, "OUR_OWN")
        assert (again.__notes__, again.attempt) == (["while searching"], 2)
        assert (again.http_status, again.headers) == (429, {"Retry-After": "3"})


def test_a_deep_copy_shares_nothing_that_changes(response_v2: ModuleType) -> None:
    error = response_v2.NotFoundError("Gone")
    error.seen = ["a"]
    error.add_note("first")
    again = copy.deepcopy(error)
    again.seen.append("b")
    again.add_note("second")
    assert (error.seen, error.__notes__) == (["a"], ["first"])
    assert again.response is not error.response


def test_a_subclass_with_another_constructor_can_be_copied(
    response_v2: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    class SpecNotFoundError(response_v2.NotFoundError):  # type: ignore[name-defined, misc]
        usual_code = "SPEC_NOT_FOUND"

        def __init__(self, spec_id: str) -> None:
            super().__init__(f"There is no spec '{spec_id}'", request_id="r1")
            self.spec_id = spec_id

    SpecNotFoundError.__qualname__ = SpecNotFoundError.__name__
    monkeypatch.setitem(globals(), SpecNotFoundError.__name__, SpecNotFoundError)
    error = SpecNotFoundError("billing")
    assert error.error_code is response_v2.ErrorCode.SPEC_NOT_FOUND
    for again in copies(error):
        assert type(again) is SpecNotFoundError
        assert (str(again), again.spec_id) == ("There is no spec 'billing'", "billing")
        found: Json = again.response.to_dict()
        assert found == error.response.to_dict()


# -- TypeScript -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Consumer]:
    with generated(read_contract(), tmp_path_factory.mktemp("thrown")) as consumer:
        yield consumer


@pytest.fixture(scope="module")
def waiting_node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Consumer]:
    with generated(read_contract(WAITING), tmp_path_factory.mktemp("waiting")) as consumer:
        yield consumer


SAYS = (
    "((e) => [e.name, e.message, e.response, e.errorCode, e.errorType, e.httpStatus, e.retry, e.headers,"
    " e instanceof Error, e instanceof it.ContractError, e.stack.split('\\n')[0]])"
)


def said(error: Any) -> Json:
    """What a Python exception says, as JavaScript says it."""
    retry = error.retry and {"decision": error.retry.decision, "hint": error.retry.hint}
    first = f"{type(error).__name__}: {error}"
    facts = (error.error_code, error.error_type, error.http_status, retry, error.headers, True, True, first)
    found: Json = json.loads(json.dumps([type(error).__name__, str(error), error.response.to_dict(), *facts]))
    return found


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("NotFoundError", {}),
        ("NotFoundError", {"error_code": "SPEC_NOT_FOUND", "request_id": "r1"}),
        ("NotFoundError", {"error_code": "OUR_OWN", "details": {"a": 1}}),
        ("RateLimitError", {"data": {"retry_after_seconds": 45}}),
        ("RateLimitError", {"rate_limit": {"retry_after_seconds": 1.5}}),
        ("ContractError", {}),
        ("ContractError", {"error_code": "CONFLICT"}),
        ("ContractError", {"error_code": "OUR_OWN", "error_type": "our_own"}),
    ],
)
def test_both_languages_say_the_same(
    response_v2: ModuleType, node: Consumer, name: str, options: dict[str, Json]
) -> None:
    error = getattr(response_v2, name)("It failed", **options)
    given = json.dumps({camel(key): value for key, value in options.items()})
    assert node.value(f"{SAYS}(new it.{name}('It failed', {given}))") == said(error)
    wire = json.dumps(error.response.to_dict())
    assert node.value(f"{SAYS}(it.exceptionFor({wire}))") == said(
        response_v2.ContractError.from_response(error.response)
    )


def test_an_existing_failure_is_carried_as_it_is(node: Consumer) -> None:
    made = "it.errors.taskNotFound({ taskId: 't', specId: 's' })"
    assert node.value(f"((r) => it.exceptionFor(r).response === r)({made})") is True
    assert node.value(f"it.exceptionFor({made}) instanceof it.NotFoundError") is True
    bare = "{ success: false, data: { error_code: 'constructor', error_type: '__proto__' }, error: 'No', meta: {} }"
    assert node.value(f"((e) => [e.constructor === it.ContractError, e.errorType])(it.exceptionFor({bare}))") == [
        True,
        "__proto__",
    ]


def test_a_class_refuses_codes_and_types_of_others(node: Consumer) -> None:
    assert node.error("new it.NotFoundError('No', { errorCode: 'CONFLICT' })") == [
        "RangeError",
        "the code CONFLICT is one of the type conflict, not not_found",
    ]
    assert node.error("new it.NotFoundError('No', { errorCode: 'OUR_OWN', errorType: 'conflict' })") == [
        "RangeError",
        "the error type is not_found, not conflict",
    ]


def test_an_exception_carries_a_received_failure_whose_code_is_of_another_type(
    response_v2: ModuleType, node: Consumer
) -> None:
    it = response_v2
    received = it.ToolResponse(success=False, data={"error_code": "CONFLICT", "error_type": "not_found"}, error="No")
    error = it.ContractError.from_response(received)
    assert (type(error), error.error_code) == (it.NotFoundError, it.ErrorCode.CONFLICT)
    made = "it.exceptionFor(it.errorResponse('No', { errorCode: 'CONFLICT', errorType: 'not_found' }))"
    assert node.value(f"[{made}.name, {made}.errorCode]") == ["NotFoundError", "CONFLICT"]


def test_an_exception_keeps_its_cause(node: Consumer) -> None:
    assert node.value("new it.NotFoundError('No', { cause: new Error('why') }).cause.message") == "why"
    assert node.value("Object.hasOwn(new it.NotFoundError('No'), 'cause')") is False


def test_a_builder_that_requires_a_code_gets_the_usual_one(waiting: ModuleType, waiting_node: Consumer) -> None:
    assert waiting_node.value(f"{SAYS}(new it.BusyError('Busy', {{ wait: {{ retry_after_ms: 1500 }} }}))") == said(
        waiting.BusyError("Busy", wait={"retry_after_ms": 1500})
    )
    assert waiting_node.value(f"{SAYS}(new it.TypeError_('No.', {{ code: 'WRONG_TYPE' }}))") == said(
        waiting.TypeError_("No.", code="WRONG_TYPE")
    )


def test_a_bundle_has_only_the_exceptions_that_a_program_uses(node: Consumer) -> None:
    def bundled(program: str) -> str:
        command = ["node", "bundle.mjs", str(node.folder)]
        done = subprocess.run(command, cwd=NODE, input=program, capture_output=True, encoding="utf-8", check=True)
        return done.stdout

    one = bundled('import { NotFoundError } from "response-v2"; throw new NotFoundError("Gone");')
    assert "NotFoundError" in one
    assert "RateLimitError" not in one
    none = bundled('import { errorResponse } from "response-v2"; console.log(errorResponse("No"));')
    assert "ContractError" not in none
