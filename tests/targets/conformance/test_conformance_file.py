"""The conformance file of a contract: values at every limit, each with the findings that it has to give."""

import json
import re
from collections import Counter
from typing import Any

import pytest
from checkout import ROOT
from hypothesis import given, settings
from hypothesis import strategies as st
from judges.reference import check
from msgspec.structs import replace
from samples.full_contract import CONTRACT, DIGEST, ENVELOPE, ERROR_CODE
from strategies.contracts import as_yaml, contracts
from strategies.effort import examples
from strategies.patterns import SOURCES
from strategies.payloads import subjects

from sealwax.contract.model import (
    ABSENT,
    Constant,
    Contract,
    Documentation,
    Enum,
    EnumValue,
    Field,
    Format,
    Integer,
    Json,
    Level,
    ListOf,
    Number,
    Record,
    Reference,
    String,
    Tag,
)
from sealwax.languages import INVISIBLE, json_line
from sealwax.meaning.checks.interpreter import check as check_named
from sealwax.meaning.checks.interpreter import check_type
from sealwax.meaning.checks.lowering import lower, lower_type
from sealwax.meaning.checks.samples import Samples
from sealwax.meaning.findings import Finding, RuleId, Weight
from sealwax.patterns import PatternError, parse_pattern
from sealwax.patterns.samples import matching_text
from sealwax.pipeline import load
from sealwax.rendering import Renderer
from sealwax.targets.conformance import TARGET
from sealwax.targets.conformance.cases import lines
from sealwax.targets.conformance.variations import MAX_VALUES

PACKAGES = ROOT / "generated" / "response-v2"
RENDERER = Renderer()

Case = dict[str, Any]


def files(contract: Contract) -> dict[str, str]:
    return {page.path: RENDERER.render(page, TARGET.filters) for page in TARGET.pages(contract)}


def cases(contract: Contract) -> list[Case]:
    found: list[Case] = json.loads(files(contract)[f"{contract.name}/conformance.json"])["cases"]
    return found


@pytest.fixture(scope="module")
def sample() -> list[Case]:
    return cases(CONTRACT)


def with_record(*fields: Field) -> Contract:
    record = Record("Thing", "", Documentation(), open=False, standalone=False, fields=fields)
    return replace(CONTRACT, records=(record,), examples=(), anti_patterns=(), builders=())


def verdicts(field: Field) -> dict[str, list[str]]:
    """By the JSON of a field's value: the rules that it breaks, in a record that has no other field."""
    return {
        json.dumps(case["value"][field.name], ensure_ascii=False): [finding["rule"] for finding in case["findings"]]
        for case in cases(with_record(field))
        if case["type"] == "Thing" and type(case["value"]) is dict and list(case["value"]) == [field.name]
    }


# -- the file ---------------------------------------------------------------------------------------------------------


def assert_sound(contract: Contract) -> None:
    """Findings are those of the reference; no title and no value of a type comes twice."""
    found, named = cases(contract), {subject.name: subject for subject in subjects(contract)}
    for case in found:
        assert list(case) == ["title", "type", "value", "findings"]
        expected = check(named[case["type"]], case["value"])
        assert case["findings"] == [
            {"pointer": each.pointer, "level": each.level, "rule": each.rule, "message": each.message}
            for each in expected
        ]
    assert max(Counter(case["title"] for case in found).values()) == 1
    assert max(Counter((case["type"], json.dumps(case["value"])) for case in found).values()) == 1


def test_the_findings_are_those_of_the_reference_implementation() -> None:
    assert_sound(CONTRACT)


@given(contracts())
@settings(max_examples=examples(25))
def test_every_contract_has_a_sound_file_made_from_valid_samples(contract: dict[str, Json]) -> None:
    (found,), _ = load({"contract/random.yaml": as_yaml(contract)})
    assert_sound(found)
    plan = lower(found)
    samples = Samples(plan.types)
    for name in plan.types:
        value = samples.named(name)
        assert value is ABSENT or is_sound(check_named(plan, name, value))
    for outcome in found.envelope.outcomes:
        for level in Level:
            members = samples.members(plan.object(outcome.name), level)
            assert members is ABSENT or is_sound(check_named(plan, plan.envelope, members))


def is_sound(findings: list[Finding]) -> bool:
    return all(finding.level is Weight.ADVICE for finding in findings)


def test_the_same_contract_gives_the_same_file() -> None:
    assert files(CONTRACT) == files(CONTRACT)


def test_a_case_is_one_line() -> None:
    (text,) = set(files(CONTRACT).values())
    before, after = 3, 2
    lines = text.splitlines()[before:-after]
    assert len(lines) == len(cases(CONTRACT))
    assert all(json.loads(line.rstrip(",")) for line in lines)


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists, max_leaves=5))
def test_a_line_of_json_says_the_value_and_hides_no_character(value: Json) -> None:
    line = json_line(value)
    assert json.loads(line) == value
    assert re.search(INVISIBLE, line) is None


def test_every_type_has_cases_with_and_without_errors(sample: list[Case]) -> None:
    for name in lower(CONTRACT).public:
        broken = [
            any(each["level"] == Weight.ERROR for each in case["findings"]) for case in sample if case["type"] == name
        ]
        assert set(broken) == {True, False}, name


def test_every_rule_that_json_can_break_is_broken(sample: list[Case]) -> None:
    broken = {finding["rule"] for case in sample for finding in case["findings"]}
    assert broken | {RuleId.MIN_ITEMS, RuleId.MULTIPLE_OF} == set(RuleId) - {RuleId.JSON}


def test_examples_counter_examples_and_anti_patterns_come_first(sample: list[Case]) -> None:
    told = [each for each in CONTRACT.examples if each.value is not ABSENT]
    for example, case in zip(told, sample, strict=False):
        assert case["title"] == f"Example: {example.title}"
        assert case["value"] == example.value
    values = [case["value"] for case in sample]
    for pattern in CONTRACT.anti_patterns:
        assert all(example.value in values for example in pattern.bad + pattern.good)
    assert not any("Shortened" in case["title"] or "sketch" in case["title"] for case in sample)


def test_the_real_contract_has_some_hundred_cases() -> None:
    found = json.loads((PACKAGES / "conformance.json").read_text(encoding="utf-8"))["cases"]
    assert 300 <= len(found) <= 900


# -- both sides of every limit ----------------------------------------------------------------------------------------


def test_lengths_are_met_and_missed_by_one_character_beyond_the_basic_plane() -> None:
    found = verdicts(Field("text", String(2, 4), Level.MUST))
    wide = "\U0001f600"
    assert found[f'"{wide * 2}"'] == found[f'"{wide * 4}"'] == []
    assert found[f'"{wide}"'] == found['""'] == ["min-length"]
    assert found[f'"{wide * 5}"'] == ["max-length"]
    assert found["null"] == found["1"] == ["type"]


def test_a_length_beside_a_pattern_is_met_by_a_text_that_matches() -> None:
    kind = String(3, 5, parse_pattern("^[a-f]+-[0-9]*$"))
    found = verdicts(Field("text", kind, Level.MUST))
    assert found['"aa-"'] == found['"aaaa-"'] == []
    assert found['"a-"'] == ["min-length"]
    assert found['"aaaaa-"'] == ["max-length"]
    assert found['"aa-\\n"'] == ["pattern"]


def test_numbers_stand_on_and_just_beyond_their_bounds() -> None:
    found = verdicts(Field("count", Integer(-1, 3), Level.MUST))
    assert found["-1"] == found["3"] == found["1.0"] == []
    assert found["-2"] == ["minimum"]
    assert found["4"] == ["maximum"]
    assert found["1.5"] == found["true"] == found['"1"'] == found["null"] == ["type"]
    found = verdicts(Field("score", Number(0.0, 1.0), Level.MUST))
    assert found["0.0"] == found["1.0"] == []
    assert found["-1e-09"] == ["minimum"]
    assert found["1.000000001"] == ["maximum"]


def test_lists_have_one_item_too_few_and_one_too_many() -> None:
    found = verdicts(Field("items", ListOf(String(min_length=2), 1, 2), Level.MUST))
    assert found['["aa"]'] == found['["aa", "aa"]'] == []
    assert found["[]"] == ["min-items"]
    assert found['["aa", "aa", "aa"]'] == ["max-items"]
    assert found['["\U0001f600"]'] == ["min-length"]
    assert found["[null]"] == found["{}"] == ["type"]


def test_constants_are_not_what_looks_like_them() -> None:
    found = verdicts(Field("flag", Constant(value=True), Level.MUST))
    assert found == {"true": [], "null": ["constant"], "false": ["constant"], "1": ["constant"], '"true"': ["constant"]}
    found = verdicts(Field("number", Constant(1), Level.MUST))
    assert found["1"] == found["1.0"] == []
    assert found["2"] == found["true"] == found['"1"'] == ["constant"]


def test_there_is_no_sample_without_a_key_that_other_keys_require() -> None:
    text = b"""
contract: demo
version: "1.1.0"
title: Demo
envelope:
  name: Reply
  fields: {ok: {type: boolean}, item: {type: Item, level: may}}
  outcomes: {success: {when: {ok: true}}, failure: {when: {ok: false}}}
enums: {Kind: {values: {old: {deprecated: {since: "1.0.0"}}}}}
types:
  Item: {fields: {kind: {type: Kind, level: {must: {name: {present: true}}, otherwise: may}}, name: {type: string}}}
"""
    (found,), _ = load({"contract/demo.yaml": text})
    plan = lower(found)
    assert Samples(plan.types).named("Item") is ABSENT
    assert_sound(found)


def test_dates_have_their_edges() -> None:
    found = verdicts(Field("at", String(format=Format.DATE_TIME), Level.MUST))
    assert found['"2024-02-29T00:00:00Z"'] == found['"2024-12-31T23:59:59.123456789+23:59"'] == []
    for wrong in ("2024-02-30T00:00:00Z", "2016-12-31T23:59:60Z", "2024-01-01T24:00:00Z", "٢٠٢٤-01-01T00:00:00Z"):
        assert found[f'"{wrong}"'] == ["format"]
    found = verdicts(Field("day", String(format=Format.DATE), Level.MUST))
    assert found['"2024-02-29"'] == found['"2023-02-29"'] == []
    for wrong in ("2024-02-30", "2024-04-31", "2024-13-01", "20240101", "2024-01-01T00:00:00Z", "٢٠٢٤-01-01"):
        assert found[f'"{wrong}"'] == ["format"]


def test_every_known_value_has_a_case_and_so_has_an_unknown_one(sample: list[Case]) -> None:
    found = {
        case["value"]: case["findings"]
        for case in sample
        if case["type"] == "ErrorCode" and isinstance(case["value"], str)
    }
    assert all(found[entry.value] == [] for entry in ERROR_CODE.values)
    assert [each["rule"] for each in found["NO_SUCH_VALUE"]] == ["unknown-value"]
    assert [each["rule"] for each in found["No-Such Value"]] == ["unknown-value", "letter-case"]


def test_a_condition_is_met_and_unmet(sample: list[Case]) -> None:
    needed = {
        case["value"].get("fidelity"): any(each["pointer"] == "/fidelity_version" for each in case["findings"])
        for case in sample
        if case["type"] == "Meta" and type(case["value"]) is dict and "fidelity_version" not in case["value"]
    }
    assert needed[None] is needed["full"] is False
    assert needed["partial"] is True


def test_every_key_is_left_out_once(sample: list[Case]) -> None:
    for field in DIGEST.fields:
        if field.required:
            (case,) = (case for case in sample if case["title"] == f"DigestPayload: without {field.name}")
            assert [each["rule"] for each in case["findings"]] == ["required"]


def test_keys_that_nobody_names_are_tried(sample: list[Case]) -> None:
    for name, rules in (("Snippet", ["unknown-key"]), ("Meta", [])):
        for key in ("x_other", "a/b~c", "__proto__"):
            (case,) = (case for case in sample if case["title"] == f"{name}: with the unknown key {key}")
            assert [each["rule"] for each in case["findings"]] == rules
            assert key in case["value"]


def test_both_outcomes_have_their_cases(sample: list[Case]) -> None:
    for outcome in ENVELOPE.outcomes:
        about = [case for case in sample if case["title"].startswith(outcome.name) and case["type"] == ENVELOPE.name]
        assert isinstance(outcome.discriminator, Tag)
        assert {case["value"].get("success") for case in about} >= {outcome.discriminator.value}
        assert any(not case["findings"] for case in about)


# -- size -------------------------------------------------------------------------------------------------------------


def large(codes: int, records: int) -> Contract:
    values = tuple(EnumValue(f"CODE_{number}", Documentation()) for number in range(codes))
    enum = Enum("Code", "", Documentation(), open=False, values=values)
    field = Field("code", Reference(enum), Level.MUST)
    other = Field("text", String(1, 9), Level.MAY)
    made = tuple(
        Record(f"Record{number}", "", Documentation(), open=False, standalone=False, fields=(field, other))
        for number in range(records)
    )
    return replace(CONTRACT, enums=(enum,), records=made, texts=(), examples=(), anti_patterns=(), builders=())


def test_a_contract_with_thousands_of_codes_and_types_has_a_file_of_moderate_size() -> None:
    found = cases(large(codes=5000, records=500))
    assert len([case for case in found if case["type"] == "Code"]) <= MAX_VALUES + 10
    assert len(found) <= 10_000
    assert sum(map(len, lines(large(codes=5000, records=500)))) < 2_000_000
    assert {case["type"] for case in found} >= {f"Record{number}" for number in range(500)}


def test_a_limit_that_is_too_far_away_gets_no_case() -> None:
    far = 10**9
    contract = with_record(Field("a", String(max_length=far), Level.MUST), Field("b", ListOf(String(), far), Level.MAY))
    assert sum(map(len, files(contract).values())) < 300_000


# -- the values behind it ---------------------------------------------------------------------------------------------


def test_nothing_is_said_about_the_smallest_value() -> None:
    plan = lower(CONTRACT)
    samples = Samples(plan.types)
    for name in plan.types:
        assert check_named(plan, name, samples.named(name)) == []
    for outcome in ENVELOPE.outcomes:
        assert check(ENVELOPE, samples.members(plan.object(outcome.name), Level.SHOULD)) == []


def test_a_type_without_values_has_no_smallest_one() -> None:
    impossible = String(min_length=5, pattern=parse_pattern("^a$"))
    for kind in (impossible, ListOf(impossible, 1), Integer(3, 2)):
        assert Samples({}).smallest(lower_type(kind)[0]) is ABSENT
    contract = with_record(Field("text", impossible, Level.MUST))
    found = [case for case in cases(contract) if case["type"] == "Thing"]
    assert {case["title"] for case in found} >= {"Thing: null", "Thing: an object", "Thing /text: a number"}
    assert all(case["findings"] for case in found)


@given(SOURCES, st.integers(0, 12))
@settings(max_examples=examples(300))
def test_a_text_derived_from_a_pattern_matches_it(source: str, length: int) -> None:
    try:
        pattern = parse_pattern(f"^(?:{source})$")
    except PatternError:
        return
    if pattern.cost.longest is not None:
        return  # every text that fits may be longer than what is matched at all
    assert matching_text(pattern) is not None
    text = matching_text(pattern, length)
    assert text is not None
    assert pattern.matches(text)


@pytest.mark.parametrize(
    ("source", "length", "text"),
    [
        ("^[a-f0-9]{8}$", 8, "aaaaaaaa"),
        ("^sha256:[a-f0-9]{4}$", 0, "sha256:aaaa"),
        ("^x*y*$", 3, "xxx"),
        ("^(?:ab)+$", 4, "abab"),
        ("^(?:a|bbb)$", 3, "bbb"),
        ("^[0-9]+-[0-9]+$", 6, "0000-0"),
        ("^$", 5, ""),
    ],
)
def test_texts_reach_a_length_where_they_can(source: str, length: int, text: str) -> None:
    assert matching_text(parse_pattern(source), length) == text


def test_a_sample_of_each_format_is_valid() -> None:
    for named in Format:
        kind = String(format=named)
        assert check_type(kind, Samples({}).smallest(lower_type(kind)[0])) == []
