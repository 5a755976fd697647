"""What the other Python validators are given for the contract response-v2, each in the way that suits it best."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal

import fastjsonschema
import jsonschema_rs
import msgspec
import pydantic
from response_v2 import wire

GENERATED = Path(__file__).resolve().parent.parent / "generated" / "response-v2"
SCHEMA = GENERATED / "json-schema" / "response-v2.schema.json"

Verdict = Callable[[Any], bool]


def all_rivals() -> dict[str, Verdict]:
    """Functions that say whether a parsed value is valid."""
    return {
        "fastjsonschema": of_fastjsonschema(),
        "pydantic": of_pydantic(),
        "pydantic, tagged union": of_pydantic_with_tag(),
        "msgspec, Structs": of_msgspec(Success, Failure),
        "msgspec, TypedDicts": of_msgspec(wire.ToolResponseSuccessDict, wire.ToolResponseFailureDict),
        "jsonschema-rs": of_jsonschema_rs(),
    }


def schema() -> Any:
    return json.loads(SCHEMA.read_text(encoding="utf-8"))


def draft_07() -> Any:
    """The same schema as `draft-07 = true` writes it: only the spelling of `$defs` is another."""
    text = SCHEMA.read_text(encoding="utf-8").replace("https://json-schema.org/draft/2020-12/schema", DRAFT_07)
    return json.loads(text.replace('"$defs"', '"definitions"').replace("#/$defs/", "#/definitions/"))


DRAFT_07 = "http://json-schema.org/draft-07/schema#"


def of_fastjsonschema() -> Verdict:
    """Python code compiled from the schema of draft 7, the newest that it knows. It need not fill in defaults."""
    check = fastjsonschema.compile(draft_07(), use_default=False)

    def verdict(value: Any) -> bool:
        try:
            check(value)
        except fastjsonschema.JsonSchemaException:
            return False
        return True

    return verdict


def of_jsonschema_rs() -> Verdict:
    verdict: Verdict = jsonschema_rs.validator_for(schema()).is_valid
    return verdict


def of_pydantic() -> Verdict:
    return strictly(pydantic.TypeAdapter(wire.ToolResponseDict))


def of_pydantic_with_tag() -> Verdict:
    """The same, and a word that no generated type says: which key tells the two outcomes apart."""
    tagged: Any = Annotated[wire.ToolResponseDict, pydantic.Discriminator("success")]
    return strictly(pydantic.TypeAdapter(tagged))


def strictly(adapter: Any) -> Verdict:
    """Without turning strings into numbers, which would make other verdicts than the contract's."""
    check = adapter.validate_python

    def verdict(value: Any) -> bool:
        try:
            check(value, strict=True)
        except pydantic.ValidationError:
            return False
        return True

    return verdict


def of_msgspec(success: Any, failure: Any) -> Verdict:
    """It has no unions by a boolean key, so that the outcome is looked up beforehand."""
    convert, invalid = msgspec.convert, msgspec.ValidationError

    def verdict(value: Any) -> bool:
        try:
            convert(value, failure if value.get("success") is False else success)
        except invalid:
            return False
        return True

    return verdict


# The look-ahead at the end of the pattern is for validators that search with Python's `$`.
DATE_TIME = schema()["$defs"]["RateLimit"]["properties"]["reset_at"]["pattern"]


class WarningDetail(msgspec.Struct):
    message: str
    code: str | msgspec.UnsetType = msgspec.UNSET
    severity: Literal["info", "warning", "error"] | msgspec.UnsetType = msgspec.UNSET
    context: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET


class Pagination(msgspec.Struct):
    cursor: str | msgspec.UnsetType | None = msgspec.UNSET
    has_more: bool | msgspec.UnsetType = msgspec.UNSET
    total_count: int | msgspec.UnsetType = msgspec.UNSET
    page_size: int | msgspec.UnsetType = msgspec.UNSET


class RateLimit(msgspec.Struct):
    limit: int | msgspec.UnsetType = msgspec.UNSET
    remaining: int | msgspec.UnsetType = msgspec.UNSET
    reset_at: Annotated[str, msgspec.Meta(pattern=DATE_TIME)] | msgspec.UnsetType = msgspec.UNSET
    retry_after_seconds: int | msgspec.UnsetType | None = msgspec.UNSET


class Telemetry(msgspec.Struct):
    duration_ms: float | msgspec.UnsetType = msgspec.UNSET
    db_queries: int | msgspec.UnsetType = msgspec.UNSET
    cache_hit: bool | msgspec.UnsetType = msgspec.UNSET


class Meta(msgspec.Struct):
    version: Literal["response-v2"]
    request_id: str | msgspec.UnsetType = msgspec.UNSET
    trace_id: str | msgspec.UnsetType = msgspec.UNSET
    span_id: str | msgspec.UnsetType = msgspec.UNSET
    warnings: list[str] | msgspec.UnsetType = msgspec.UNSET
    warning_details: list[WarningDetail] | msgspec.UnsetType = msgspec.UNSET
    pagination: Pagination | msgspec.UnsetType | None = msgspec.UNSET
    rate_limit: RateLimit | msgspec.UnsetType | None = msgspec.UNSET
    telemetry: Telemetry | msgspec.UnsetType | None = msgspec.UNSET
    content_fidelity: Literal["full", "partial", "summary", "reference_only"] | msgspec.UnsetType = msgspec.UNSET
    content_fidelity_schema_version: str | msgspec.UnsetType = msgspec.UNSET
    dropped_content_ids: list[str] | msgspec.UnsetType = msgspec.UNSET
    content_archive_hashes: dict[str, str] | msgspec.UnsetType = msgspec.UNSET


class ErrorData(msgspec.Struct):
    error_code: str | msgspec.UnsetType = msgspec.UNSET
    error_type: str | msgspec.UnsetType = msgspec.UNSET
    remediation: str | msgspec.UnsetType = msgspec.UNSET
    details: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET
    retry_after_seconds: int | msgspec.UnsetType = msgspec.UNSET


class Success(msgspec.Struct, forbid_unknown_fields=True):
    success: bool
    data: dict[str, Any]
    error: None
    meta: Meta


class Failure(msgspec.Struct, forbid_unknown_fields=True):
    success: bool
    data: ErrorData
    error: Annotated[str, msgspec.Meta(min_length=1)]
    meta: Meta
