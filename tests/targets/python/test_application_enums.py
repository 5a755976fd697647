"""Members of the application's own `(str, Enum)` classes, as a gradual migration passes them, are written as values."""

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


class Delay(int, enum.Enum):
    LONG = 60


@pytest.fixture(scope="module")
def it() -> Iterator[ModuleType]:
    with built(RESPONSE_V2.read_bytes()) as package, package.imported() as module:
        yield module


def test_an_error_function_writes_values(it: ModuleType) -> None:
    made = it.errors.not_found(resource=Old.KIND, resource_id=Old.NAME)
    assert made.error == "There is no document 'd-1'"
    assert made.data["remediation"] == "Check the identifier of the document."
    assert it.is_valid(made.to_dict())
    assert {type(each) for each in made.data.values()} == {str}
    received = it.errors.validation_error(field="f", constraint="c", received=Old.NAME)
    assert type(received.data["details"]["received"]) is str


def test_a_text_has_the_values_of_numbers(it: ModuleType) -> None:
    made = it.errors.rate_limit_exceeded(limit=Delay.LONG, period="hour", retry_after_seconds=Delay.LONG)
    assert made.error == "Rate limit exceeded: 60 requests per hour"
    assert made.data["remediation"].startswith("Wait 60 seconds ")
    as_float = it.errors.rate_limit_exceeded(limit=60.0, period="hour", retry_after_seconds=Delay.LONG)
    assert as_float.error == made.error


def test_a_warning_function_writes_values(it: ModuleType) -> None:
    module = it.warning_details
    made = module.deprecated_field(field=Old.KIND, replacement=Old.NAME).to_dict()
    assert "document" in made["message"]
    assert made["context"] == {"field": "document", "replacement": "d-1"}
    assert {type(each) for each in made["context"].values()} == {str}
    own = module.partial_failure(
        successful_sources=1, total_sources=2, failed_sources=[Old.KIND], message=Old.WARNING, severity=Old.KIND
    ).to_dict()
    found = (*own["context"]["failed_sources"], own["message"], own["severity"])
    assert (found, {*map(type, found)}) == (("document", "Half of it is missing.", "document"), {str})


def test_a_builder_writes_values(it: ModuleType) -> None:
    made = it.success_response({}, warnings=[Old.WARNING], request_id=Old.NAME, content_archive_hashes={"a": Old.NAME})
    assert (made.meta["warnings"], made.meta["request_id"]) == (["Half of it is missing."], "d-1")
    assert it.is_valid(made.to_dict())
    failed = it.error_response(Old.WARNING, error_code=Old.KIND, remediation=Old.NAME)
    assert {type(each) for each in (failed.error, *failed.data.values())} == {str}
    assert it.is_valid(it.NotFoundError(Old.WARNING).response.to_dict())


def test_a_record_writes_the_value_of_a_foreign_member(it: ModuleType) -> None:
    detail = it.WarningDetail(message="Old.", code=Old.STALE, severity=Old.SERIOUS)
    assert detail.to_dict() == {"code": "STALE_CACHE", "severity": "warning", "message": "Old."}
    assert [type(each) for each in detail.to_dict().values()] == [str, str, str]
    made = it.success_response(warning_details=[detail]).to_dict()
    assert it.is_valid(json.loads(json.dumps(made)))
