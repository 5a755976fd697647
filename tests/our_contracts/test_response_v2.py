"""contract/response-v2.yaml says what is decided about response-v2."""

from collections import Counter

import pytest
from checkout import ROOT
from checkout import read_contract as contract
from checkout.processes import run
from judges.reference import check
from packages.built import imported

from sealwax.contract.model import (
    ABSENT,
    Assignment,
    Builder,
    Catalogue,
    ConditionalLevel,
    Constant,
    Documentation,
    Enum,
    ExampleKind,
    Field,
    Format,
    Json,
    LetterCase,
    Level,
    Order,
    Record,
    Reference,
    RetryDecision,
    String,
    Tag,
    Text,
)
from sealwax.meaning.checks.interpreter import is_valid
from sealwax.meaning.findings import Weight
from sealwax.meaning.wording import constraint_words, level_words, type_words

MUST, SHOULD, MAY = Level.MUST, Level.SHOULD, Level.MAY
COMPLETE_ERROR: dict[str, Json] = {"error_code": "CONFLICT", "error_type": "conflict", "remediation": "Look again."}
LEFT_OUT: dict[str, Json] = {"dropped_content_ids": ["a"], "content_archive_hashes": {"b": "c"}}


def record(name: str) -> Record:
    return next(record for record in contract().records if record.name == name)


def enum(name: str) -> Enum:
    return next(enum for enum in contract().enums if enum.name == name)


def text(name: str) -> Text:
    return next(text for text in contract().texts if text.name == name)


def builder(name: str) -> Builder:
    return next(builder for builder in contract().builders if builder.name == name)


def field(fields: tuple[Field, ...], name: str) -> Field:
    return next(field for field in fields if field.name == name)


def levels(fields: tuple[Field, ...]) -> dict[str, tuple[str, Level]]:
    return {field.name: (type_words(field.type), field.level) for field in fields}


def errors(name: str, value: Json) -> list[str]:
    subject = contract().envelope if name == "ToolResponse" else record(name)
    return [finding.pointer for finding in check(subject, value) if finding.level is Weight.ERROR]


def advice(value: Json) -> list[str]:
    findings = check(contract().envelope, value)
    assert all(finding.level is Weight.ADVICE for finding in findings)
    return [finding.pointer for finding in findings]


def response(meta: dict[str, Json] | None = None, **keys: Json) -> dict[str, Json]:
    """A success that is valid, but for what is given."""
    version: dict[str, Json] = {"version": "response-v2"}
    whole: dict[str, Json] = {"success": True, "data": {}, "error": None, "meta": version | (meta or {})}
    return whole | keys


# -- the envelope -----------------------------------------------------------------------------------------------------


def test_the_contract_has_its_name_and_version() -> None:
    assert (contract().name, contract().version, contract().title) == ("response-v2", "2.0.0", "Tool response envelope")


def test_the_envelope_has_four_keys_that_must_be_there_and_no_others() -> None:
    envelope = contract().envelope
    assert (envelope.name, envelope.open) == ("ToolResponse", False)
    assert levels(envelope.fields) == {
        "success": ("boolean", MUST),
        "data": ("object", MUST),
        "error": ("string | null", MUST),
        "meta": ("Meta", MUST),
    }


def test_the_outcomes_differ_in_data_and_error() -> None:
    envelope = contract().envelope
    assert [outcome.discriminator for outcome in envelope.outcomes] == [
        Tag("success", value=True),
        Tag("success", value=False),
    ]
    shown = [{field.name: type_words(field.type) for field in outcome.fields} for outcome in envelope.outcomes]
    assert shown == [
        {"success": "boolean", "data": "payload", "error": "null", "meta": "Meta"},
        {"success": "boolean", "data": "ErrorData", "error": "string", "meta": "Meta"},
    ]
    assert field(envelope.outcomes[1].fields, "error").type == String(min_length=1)


def test_a_response_can_be_built_from_success_alone() -> None:
    defaults = {field.name: field.default for field in contract().envelope.fields}
    assert defaults == {"success": ABSENT, "data": {}, "error": None, "meta": {"version": "response-v2"}}


@pytest.mark.parametrize(
    ("value", "mistakes"),
    [
        (response(), []),
        (response(success=False, error="It failed"), []),
        (response(error="It failed"), ["/error"]),
        (response(success=False), ["/error"]),
        (response(success=False, error=""), ["/error"]),
        (response(data=[]), ["/data"]),
        (response(found=True), ["/found"]),
        ({"success": True}, ["/data", "/error", "/meta"]),
        (response(meta={"version": "response-v1"}), ["/meta/version"]),
        (response(meta={"anything": {"of": "mine"}}), []),
        (response(meta={"pagination": None, "rate_limit": None, "telemetry": None}), []),
        (response(meta={"warnings": None}), ["/meta/warnings"]),
        (response(meta={"warning_details": None, "request_id": None}), ["/meta/request_id", "/meta/warning_details"]),
        (response(meta={"content_archive_hashes": {"a": 1}}), ["/meta/content_archive_hashes/a"]),
        (response(meta={"content_archive_hashes": {"a": "sha256:abc123..."}}), []),
    ],
)
def test_a_validator_tells_valid_envelopes_from_others(value: Json, mistakes: list[str]) -> None:
    assert errors("ToolResponse", value) == mistakes


def test_metadata_inside_data_is_advised_against() -> None:
    old = field(contract().envelope.fields, "data").superseded
    assert {key.name: key.replacement for key in old} == {
        "_meta": "meta",
        "_warnings": "meta.warnings",
        "warnings": "meta.warnings",
        "pagination": "meta.pagination",
    }
    data: dict[str, Json] = {"_meta": {}, "_warnings": [], "warnings": [], "pagination": {}}
    for value in (
        response(meta={"request_id": "req_1"}, data=data),
        response({"request_id": "r"}, success=False, error="No", data=data | COMPLETE_ERROR),
    ):
        assert advice(value) == ["/data/_meta", "/data/_warnings", "/data/warnings", "/data/pagination"]


# -- metadata ---------------------------------------------------------------------------------------------------------


def test_the_metadata_keys_have_their_types_and_levels() -> None:
    assert record("Meta").open
    assert levels(record("Meta").fields) == {
        "version": ("string", MUST),
        "request_id": ("string", SHOULD),
        "trace_id": ("string", MAY),
        "span_id": ("string", MAY),
        "warnings": ("list of string", MAY),
        "warning_details": ("list of WarningDetail", MAY),
        "pagination": ("Pagination", MAY),
        "rate_limit": ("RateLimit", MAY),
        "telemetry": ("Telemetry", MAY),
        "content_fidelity": ("ContentFidelity", MAY),
        "content_fidelity_schema_version": ("string", MAY),
        "dropped_content_ids": ("list of string", MAY),
        "content_archive_hashes": ("map of string", MAY),
    }
    assert field(record("Meta").fields, "version").type == Constant("response-v2")


def test_three_levels_depend_and_only_one_of_them_can_be_checked() -> None:
    raised = {field.name: field.conditional for field in record("Meta").fields if field.conditional is not None}
    assert {name: (entry.level, bool(entry.prose)) for name, entry in raised.items()} == {
        "warnings": (SHOULD, True),
        "content_fidelity": (SHOULD, True),
        "content_fidelity_schema_version": (SHOULD, False),
    }
    assert below_full(raised["content_fidelity_schema_version"]) == ("partial", "summary", "reference_only")


def below_full(raised: ConditionalLevel) -> tuple[object, ...]:
    (test,) = raised.condition
    assert test.key == "content_fidelity"
    return getattr(test, "values", ())


@pytest.mark.parametrize(
    ("meta", "expected"),
    [
        ({}, ["/meta/request_id"]),
        ({"request_id": "r"}, []),
        ({"request_id": "r", "content_fidelity": "full"}, []),
        ({"request_id": "r", "content_fidelity": "partial"}, ["/meta/content_fidelity_schema_version"]),
        ({"request_id": "r", "content_fidelity": "partial", "content_fidelity_schema_version": "1.0"}, []),
        ({"request_id": "r", "warnings": []}, []),
        ({"request_id": "r", **LEFT_OUT}, ["/meta/dropped_content_ids", "/meta/content_archive_hashes"]),
        (
            {"request_id": "r", "content_fidelity": "full", **LEFT_OUT},
            ["/meta/dropped_content_ids", "/meta/content_archive_hashes"],
        ),
        ({"request_id": "r", "content_fidelity": "summary", "content_fidelity_schema_version": "1.0", **LEFT_OUT}, []),
    ],
)
def test_a_validator_advises_what_should_be_there(meta: dict[str, Json], expected: list[str]) -> None:
    assert advice(response(meta)) == expected


def test_readers_take_null_for_three_keys() -> None:
    tolerant = [field.name for field in record("Meta").fields if field.readers_accept_null]
    assert tolerant == ["pagination", "rate_limit", "telemetry"]


@pytest.mark.parametrize(
    ("name", "members"),
    [
        (
            "Pagination",
            {"cursor": "string | null", "has_more": "boolean", "total_count": "integer", "page_size": "integer"},
        ),
        (
            "RateLimit",
            {"limit": "integer", "remaining": "integer", "reset_at": "string", "retry_after_seconds": "integer | null"},
        ),
        ("Telemetry", {"duration_ms": "number", "db_queries": "integer", "cache_hit": "boolean"}),
    ],
)
def test_nested_metadata_is_open_and_optional(name: str, members: dict[str, str]) -> None:
    assert record(name).open
    assert levels(record(name).fields) == {member: (type_, MAY) for member, type_ in members.items()}


def test_the_time_of_renewal_is_in_utc() -> None:
    assert field(record("RateLimit").fields, "reset_at").type == String(format=Format.UTC_DATE_TIME)
    assert errors("RateLimit", {"reset_at": "2025-11-26T12:00:00Z"}) == []
    assert errors("RateLimit", {"reset_at": "2025-11-26T12:00:00+00:00"}) == ["/reset_at"]


# -- warnings and errors ----------------------------------------------------------------------------------------------


def test_warning_details_have_their_levels() -> None:
    assert record("WarningDetail").open
    assert levels(record("WarningDetail").fields) == {
        "code": ("WarningCode", SHOULD),
        "severity": ("Severity", SHOULD),
        "message": ("string", MUST),
        "context": ("object", MAY),
    }
    assert field(record("WarningDetail").fields, "severity").follows == "code"


def test_error_data_has_its_levels() -> None:
    assert record("ErrorData").open
    assert levels(record("ErrorData").fields) == {
        "error_code": ("ErrorCode", SHOULD),
        "error_type": ("ErrorType", SHOULD),
        "remediation": ("string", SHOULD),
        "details": ("object", MAY),
        "retry_after_seconds": ("integer", MAY),
    }
    assert field(record("ErrorData").fields, "error_type").follows == "error_code"


def test_an_empty_error_is_valid_and_three_members_are_missed() -> None:
    value = response({"request_id": "r"}, success=False, error="It failed")
    assert advice(value) == ["/data/error_code", "/data/error_type", "/data/remediation"]


@pytest.mark.parametrize(
    ("code", "type_", "expected"),
    [
        ("NOT_FOUND", "not_found", []),
        ("NOT_FOUND", "validation", ["/data/error_type"]),
        ("MY_OWN", "validation", ["/data/error_code"]),
        ("my-own", "validation", ["/data/error_code", "/data/error_code"]),
        ("NOT_FOUND", "mine", ["/data/error_type", "/data/error_type"]),
    ],
)
def test_codes_and_types_are_advice(code: str, type_: str, expected: list[str]) -> None:
    data: Json = {"error_code": code, "error_type": type_, "remediation": "Try another"}
    assert advice(response({"request_id": "r"}, success=False, error="It failed", data=data)) == expected


def test_nine_error_types_have_a_status_and_a_retry_policy() -> None:
    no, maybe, yes = RetryDecision
    types = enum("ErrorType")
    assert (types.open, types.catalogue) == (True, Catalogue.ERROR_TYPES)
    assert [(value.value, value.http, value.retry and (value.retry.decision, bool(value.retry.hint)))
            for value in types.values] == [
        ("validation", 400, (no, True)),
        ("authentication", 401, (no, True)),
        ("authorization", 403, (no, False)),
        ("not_found", 404, (no, False)),
        ("conflict", 409, (maybe, True)),
        ("rate_limit", 429, (yes, True)),
        ("feature_flag", 403, (no, True)),
        ("internal", 500, (yes, True)),
        ("unavailable", 503, (yes, True)),
    ]  # fmt: skip


def test_fourteen_error_codes_belong_to_their_types() -> None:
    codes = enum("ErrorCode")
    assert (codes.open, codes.case) == (True, LetterCase.SCREAMING_SNAKE)
    assert {value.value: value.classified_as for value in codes.values} == {
        "VALIDATION_ERROR": "validation",
        "INVALID_FORMAT": "validation",
        "MISSING_REQUIRED": "validation",
        "NOT_FOUND": "not_found",
        "SPEC_NOT_FOUND": "not_found",
        "TASK_NOT_FOUND": "not_found",
        "DUPLICATE_ENTRY": "conflict",
        "CONFLICT": "conflict",
        "UNAUTHORIZED": "authentication",
        "FORBIDDEN": "authorization",
        "FEATURE_DISABLED": "feature_flag",
        "RATE_LIMIT_EXCEEDED": "rate_limit",
        "INTERNAL_ERROR": "internal",
        "UNAVAILABLE": "unavailable",
    }


def test_six_warning_codes_have_their_severities_and_context() -> None:
    codes = enum("WarningCode")
    assert (codes.open, codes.case) == (True, None)
    assert {value.value: (value.classified_as, [field.name for field in value.context]) for value in codes.values} == {
        "CONTENT_TRUNCATED": ("info", ["dropped_count", "total_count", "reason"]),
        "STALE_CACHE": ("warning", ["cache_age_seconds", "max_freshness_seconds"]),
        "PARTIAL_FAILURE": ("warning", ["failed_sources", "successful_sources", "total_sources"]),
        "DEPRECATED_FIELD": ("info", ["field", "replacement"]),
        "RATE_LIMIT_APPROACHING": ("warning", ["remaining", "limit"]),
        "FALLBACK_USED": ("info", ["preferred", "fallback"]),
    }


def test_fidelity_is_ranked_and_both_plain_enums_are_closed() -> None:
    fidelity, severity = enum("ContentFidelity"), enum("Severity")
    assert [value.value for value in fidelity.values] == ["full", "partial", "summary", "reference_only"]
    assert fidelity.order is Order.HIGHEST_FIRST
    assert [value.value for value in severity.values] == ["info", "warning", "error"]
    assert [(enum.open, [column.key for column in enum.columns]) for enum in (fidelity, severity)] == [
        (False, ["use_case"]),
        (False, ["action"]),
    ]


# -- digests ----------------------------------------------------------------------------------------------------------

DIGEST: dict[str, Json] = {
    "version": "1.0",
    "content_type": "digest/v1",
    "query_hash": "ab12cd34",
    "summary": "",
    "key_points": [],
    "evidence_snippets": [],
    "original_chars": 0,
    "digest_chars": 0,
    "compression_ratio": 0,
    "source_text_hash": f"sha256:{'0a' * 32}",
}


def test_the_members_of_a_digest_have_their_constraints() -> None:
    digest = record("DigestPayload")
    assert digest.standalone
    assert all(field.required for field in digest.fields)
    assert {field.name: (type_words(field.type), constraint_words(field.type)) for field in digest.fields} == {
        "version": ("string", ("always `1.0`",)),
        "content_type": ("string", ("always `digest/v1`",)),
        "query_hash": ("string", ("matches `^[a-f0-9]{8}$`",)),
        "summary": ("string", ("at most 2000 characters",)),
        "key_points": ("list of string", ("at most 10 items", "each at most 500 characters")),
        "evidence_snippets": ("list of EvidenceSnippet", ("at most 10 items",)),
        "original_chars": ("integer", ("at least 0",)),
        "digest_chars": ("integer", ("at least 0",)),
        "compression_ratio": ("number", ("0 to 1, inclusive",)),
        "source_text_hash": ("string", ("matches `^sha256:[a-f0-9]{64}$`",)),
    }


def test_a_snippet_has_a_text_a_place_and_a_score() -> None:
    snippet = record("EvidenceSnippet")
    assert snippet.standalone
    assert all(field.required for field in snippet.fields)
    assert {field.name: (type_words(field.type), constraint_words(field.type)) for field in snippet.fields} == {
        "text": ("string", ("at most 500 characters",)),
        "locator": ("Locator", ()),
        "relevance_score": ("number", ("0 to 1, inclusive",)),
    }


@pytest.mark.parametrize(
    ("name", "value", "mistakes"),
    [
        ("summary", "x" * 2000, []),
        ("summary", "\U0001f600" * 2000, []),
        ("summary", "x" * 2001, ["/summary"]),
        ("key_points", ["x" * 500] * 10, []),
        ("key_points", ["x" * 501], ["/key_points/0"]),
        ("key_points", [""] * 11, ["/key_points"]),
        ("query_hash", "ab12cd34\n", ["/query_hash"]),
        ("query_hash", "AB12CD34", ["/query_hash"]),
        ("original_chars", 1.0, []),
        ("original_chars", True, ["/original_chars"]),
        ("digest_chars", -1, ["/digest_chars"]),
        ("compression_ratio", 1, []),
        ("compression_ratio", 1.01, ["/compression_ratio"]),
        ("source_text_hash", "sha256:abc123def456...", ["/source_text_hash"]),
        ("version", "2.0", ["/version"]),
        ("further", "key", []),
    ],
)
def test_a_validator_tells_valid_digests_from_others(name: str, value: Json, mistakes: list[str]) -> None:
    assert errors("DigestPayload", DIGEST | {name: value}) == mistakes


@pytest.mark.parametrize("name", DIGEST)
def test_every_member_of_a_digest_is_required(name: str) -> None:
    assert errors("DigestPayload", {key: value for key, value in DIGEST.items() if key != name}) == [f"/{name}"]


@pytest.mark.parametrize(
    ("locator", "valid"),
    [
        ("char:1500-1800", True),
        ("page:3:char:200-450", True),
        ("char:0-0", True),
        ("page:10:char:0-1", True),
        ("page:0:char:1-2", False),
        ("page:03:char:1-2", False),
        ("char:007-8", True),
        ("char:0-00", True),
        (f"char:0-{'9' * 15}", True),
        (f"char:0-{'9' * 5000}", True),
        ("char:1500", False),
        ("char:-1-5", False),
        ("char:1-2\n", False),
        ("char:١-٢", False),
        ("Char:1-2", False),
        ("page:3", False),
        ("", False),
    ],
)
def test_locators_have_two_forms(locator: str, valid: bool) -> None:
    assert is_valid(Reference(text("Locator")), locator) is valid


@pytest.mark.parametrize(
    ("locator", "rules"),
    [
        ("char:1500-1800", []),
        ("char:1500-1500", ["order"]),
        ("char:1800-1500", ["order"]),
        ("char:9-10", []),
        ("page:3:char:200-450", []),
        ("page:900:char:450-200", ["order"]),
        (f"char:{'9' * 14}-1{'0' * 14}", []),
    ],
)
def test_the_end_of_a_locator_should_come_after_its_start(locator: str, rules: list[str]) -> None:
    snippet: Json = {"text": "", "locator": locator, "relevance_score": 0}
    assert errors("EvidenceSnippet", snippet) == []
    assert [(finding.pointer, finding.rule) for finding in check(record("EvidenceSnippet"), snippet)] == [
        ("/locator", rule) for rule in rules
    ]


def test_a_locator_is_made_of_parts() -> None:
    forms = {form.name: form.template for form in text("Locator").forms}
    assert forms == {"text": "char:{start}-{end}", "pdf": "page:{page}:char:{start}-{end}"}
    assert [part.name for part in text("Locator").parts] == ["page", "start", "end"]


# -- builders ---------------------------------------------------------------------------------------------------------


def parameters(name: str) -> list[tuple[str, str, Level]]:
    return [(parameter.name, ".".join(parameter.path), parameter.level) for parameter in builder(name).parameters]


def test_success_response_takes_its_parameters_in_this_order() -> None:
    assert parameters("success_response") == [
        ("data", "data", MAY),
        ("warnings", "meta.warnings", MAY),
        ("warning_details", "meta.warning_details", MAY),
        ("pagination", "meta.pagination", MAY),
        ("rate_limit", "meta.rate_limit", MAY),
        ("telemetry", "meta.telemetry", MAY),
        ("content_fidelity", "meta.content_fidelity", MAY),
        ("dropped_content_ids", "meta.dropped_content_ids", MAY),
        ("content_archive_hashes", "meta.content_archive_hashes", MAY),
        ("request_id", "meta.request_id", SHOULD),
        ("meta", "meta", MAY),
    ]
    assert builder("success_response").extra_keywords == "data"


def test_error_response_takes_its_parameters_in_this_order() -> None:
    assert parameters("error_response") == [
        ("message", "error", MUST),
        ("error_code", "data.error_code", SHOULD),
        ("error_type", "data.error_type", SHOULD),
        ("remediation", "data.remediation", SHOULD),
        ("data", "data", MAY),
        ("details", "data.details", MAY),
        ("request_id", "meta.request_id", SHOULD),
        ("rate_limit", "meta.rate_limit", MAY),
        ("telemetry", "meta.telemetry", MAY),
        ("meta", "meta", MAY),
    ]
    assert builder("error_response").extra_keywords == ""


def test_builders_fill_in_what_is_decided() -> None:
    sets = {parameter.name: parameter.sets for parameter in builder("success_response").parameters if parameter.sets}
    assert sets == {"content_fidelity": (Assignment(("meta", "content_fidelity_schema_version"), "1.0"),)}
    given = {parameter.name: parameter.default for parameter in builder("error_response").parameters}
    defaults = {name: default for name, default in given.items() if default is not ABSENT}
    assert defaults == {"error_code": "INTERNAL_ERROR", "error_type": "internal"}


def test_whole_objects_are_merged() -> None:
    merged = {entry.name: [p.name for p in entry.parameters if p.merged] for entry in contract().builders}
    assert merged == {"success_response": ["data", "meta"], "error_response": ["data", "meta"]}


# -- what the pages tell ----------------------------------------------------------------------------------------------


def test_there_are_examples_of_every_kind() -> None:
    kinds = Counter(example.kind for example in contract().examples)
    assert all(kinds[kind] > 0 for kind in ExampleKind)
    subjects = Counter(example.subject.name for example in contract().examples if example.kind is ExampleKind.INVALID)
    assert subjects["DigestPayload"] >= 10
    assert {"ToolResponse", "WarningDetail", "EvidenceSnippet", "Locator", "RateLimit"} <= set(subjects)


def test_every_checked_example_of_the_envelope_makes_one_mistake_at_most() -> None:
    for example in contract().examples:
        if example.kind is ExampleKind.INVALID and example.value is not ABSENT:
            found = [finding.pointer for finding in check(example.subject, example.value) if finding.level == "error"]
            assert found == [example.at], example.title


def test_the_anti_patterns_have_good_and_bad_values() -> None:
    shown = [(len(entry.bad), len(entry.good)) for entry in contract().anti_patterns]
    assert shown == [(1, 1), (3, 3), (2, 1)]


def test_the_builders_have_examples() -> None:
    assert {entry.name: len(entry.examples) for entry in contract().builders} == {
        "success_response": 4,
        "error_response": 7,
    }


def test_the_rules_situations_and_guides_are_all_there() -> None:
    assert Counter(rule.level for rule in contract().rules) == {MUST: 7, SHOULD: 4}
    assert len(contract().edge_cases) == 4
    assert [(guide.about, len(guide.steps), len(guide.points)) for guide in contract().guides] == [
        ("ContentFidelity", 3, 0),
        ("DigestPayload", 5, 0),
        ("DigestPayload", 0, 3),
        ("DigestPayload", 0, 5),
        ("", 0, 5),
    ]
    rollout = contract().rollout
    assert rollout is not None
    assert rollout.flag == "response_contract_v2"


@pytest.mark.parametrize(
    ("duty", "level"),
    [
        ("unit tests", MUST),
        ("Integration tests", SHOULD),
        ("`meta.version`", MUST),
        ("version 1", MUST),
        ("Feature flags", MUST),
    ],
)
def test_duties_of_testing_and_rollout_have_their_levels(duty: str, level: Level) -> None:
    assert [rule.level for rule in contract().rules if duty in rule.docs.doc] == [level]


def test_the_warnings_of_a_builder_have_the_level_of_their_field() -> None:
    given = {parameter.name: parameter for parameter in builder("success_response").parameters}
    for name in ("warnings", "content_fidelity"):
        assert level_words(given[name]) == level_words(field(record("Meta").fields, name))
        assert level_words(given[name]).startswith("SHOULD when ")


def test_the_packages_have_the_constants() -> None:
    assert {each.name: each.value for each in contract().constants} == {
        "ROLLOUT_FLAG": "response_contract_v2",
        "CONTENT_FIDELITY_SCHEMA_VERSION": "1.0",
    }
    generated = ROOT / "generated"
    with imported("response_v2", generated / "response-v2" / "python" / "src") as package:
        assert package.ROLLOUT_FLAG == "response_contract_v2"
        made = package.success_response(content_fidelity="partial").to_dict()
        assert made["meta"]["content_fidelity_schema_version"] == package.CONTENT_FIDELITY_SCHEMA_VERSION
    with imported("stac_meta", generated / "stac-meta" / "python" / "src") as package:
        assert package.FIRST_SCHEMA_VERSION == "1.0"
    program = """
        import { ROLLOUT_FLAG, CONTENT_FIDELITY_SCHEMA_VERSION } from "./response-v2/typescript/index.js";
        import { FIRST_SCHEMA_VERSION } from "./stac-meta/typescript/index.js";
        console.log(ROLLOUT_FLAG, CONTENT_FIDELITY_SCHEMA_VERSION, FIRST_SCHEMA_VERSION);
    """
    told = run("node", "--input-type=module", "-e", program, folder=generated)
    assert told == "response_contract_v2 1.0 1.0\n"


def lores() -> list[tuple[str, Documentation]]:
    """What is told about every field and value, by its path."""
    fields = [(f"{record.name}.{field.name}", field.docs) for record in contract().records for field in record.fields]
    fields += [(f"envelope.{field.name}", field.docs) for field in contract().envelope.fields]
    return fields + [(f"{enum.name}.{value.value}", value.docs) for enum in contract().enums for value in enum.values]


def test_everything_is_described() -> None:
    assert [path for path, docs in lores() if not docs.doc] == []


def test_no_two_fields_of_a_record_have_the_same_description() -> None:
    for entry in contract().records:
        docs = [field.docs.doc for field in entry.fields]
        assert len(set(docs)) == len(docs), entry.name
