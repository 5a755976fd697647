"""Members of the application's own `(str, Enum)` classes, as a migration passes them for codes, become values."""

import enum
import json
from collections.abc import Iterator
from types import ModuleType

import pytest
from checkout import RESPONSE_V2
from packages.built import built


class Old(str, enum.Enum):  # noqa: UP042
    KIND = "document"
    NAME = "d-1"
    WARNING = "Half of it is missing."
    STALE = "STALE_CACHE"
    SERIOUS = "warning"


@pytest.fixture(scope="module")
def it() -> Iterator[ModuleType]:
    with built(RESPONSE_V2.read_bytes()) as package, package.imported() as module:
        yield module


def test_a_builder_writes_the_value_of_a_code(it: ModuleType) -> None:
    failed = it.error_response("No.", error_code=Old.STALE, error_type=Old.SERIOUS)
    assert (failed.data["error_code"], failed.data["error_type"]) == ("STALE_CACHE", "warning")
    assert {type(failed.data[key]) for key in ("error_code", "error_type")} == {str}


def test_an_error_function_writes_the_value_of_a_fact_of_any_type(it: ModuleType) -> None:
    received = it.errors.validation_error(field="f", constraint="c", received=Old.NAME)
    assert type(received.data["details"]["received"]) is str


def test_a_text_of_an_enum_is_the_same_as_json(it: ModuleType) -> None:
    made = it.success_response({}, warnings=[Old.WARNING], request_id=Old.NAME).to_dict()
    meta = json.loads(json.dumps(made))["meta"]
    assert (meta["warnings"], meta["request_id"]) == (["Half of it is missing."], "d-1")


def test_a_record_writes_the_value_of_a_foreign_member(it: ModuleType) -> None:
    detail = it.WarningDetail(message="Old.", code=Old.STALE, severity=Old.SERIOUS)
    assert detail.to_dict() == {"code": "STALE_CACHE", "severity": "warning", "message": "Old."}
    assert [type(each) for each in detail.to_dict().values()] == [str, str, str]
    made = it.success_response(warning_details=[detail]).to_dict()
    assert it.is_valid(json.loads(json.dumps(made)))
