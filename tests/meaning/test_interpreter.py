"""The reference meaning of a contract: one test per sentence, and no value that it cannot take."""

import math
from collections import OrderedDict
from enum import IntEnum, StrEnum
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from judges.reference import Subject, check
from msgspec.structs import replace
from samples.full_contract import CONTRACT, ENVELOPE, ERROR_DATA, LOCATOR, META, PAGINATION, SMALLEST, SNIPPET, WARNING

from sealwax.contract.model import (
    AnyObject,
    AnyValue,
    Boolean,
    Constant,
    Documentation,
    Enum,
    EnumValue,
    Field,
    Format,
    HasKey,
    HasValue,
    Integer,
    LetterCase,
    Level,
    ListOf,
    MapOf,
    Null,
    Nullable,
    Number,
    Payload,
    Record,
    Reference,
    String,
    Tag,
    Type,
)
from sealwax.meaning.checks.interpreter import check_type
from sealwax.meaning.findings import Finding, RuleId, Weight
from sealwax.meaning.json_values import DEPTH, Fault, fault
from sealwax.patterns import parse_pattern


class Colour(StrEnum):
    RED = "red"


class Size(IntEnum):
    ONE = 1


class Words(str):
    __slots__ = ()


class Trap:
    """Raises whatever is done with it."""

    def __eq__(self, _other: object) -> bool:
        raise RuntimeError

    def __hash__(self) -> int:
        return hash("success")

    def __bool__(self) -> bool:
        raise RuntimeError


def about(findings: list[Finding]) -> list[tuple[str, str, str]]:
    return [(finding.pointer, finding.level.value, finding.rule.value) for finding in findings]


def rules(kind: Type, value: object) -> list[str]:
    return [finding.rule.value for finding in check_type(kind, value)]


def envelope(**changes: object) -> dict[str, object]:
    return {"success": True, "data": {}, "error": None, "meta": {"version": "v2", "request_id": "r"}} | changes


def closed(*fields: Field) -> Record:
    return Record("Closed", "", Documentation(), open=False, standalone=False, fields=fields)


def opened(*fields: Field) -> Record:
    return Record("Open", "", Documentation(), open=True, standalone=False, fields=fields)


def listing(*names: str, open_: bool, case: LetterCase | None = None) -> Enum:
    return Enum(
        "Listing", "", Documentation(), open_, tuple(EnumValue(name, Documentation()) for name in names), case=case
    )


# -- JSON types -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", [["red"], 1, None])
def test_only_strings_are_strings(value: object) -> None:
    assert rules(String(), "red") == []
    assert rules(String(), value) == ["type"]
    assert rules(Constant("red"), value) == ["constant"]


@pytest.mark.parametrize("value", [True, "1", None])
def test_only_numbers_are_numbers(value: object) -> None:
    assert rules(Number(), value) == ["type"]
    assert rules(Integer(), value) == ["type"]


def test_a_number_without_a_fraction_is_an_integer() -> None:
    assert rules(Integer(), 1.0) == []
    assert rules(Integer(), 10**300) == []
    assert rules(Integer(), 1.5) == ["type"]
    assert rules(Number(), 1.5) == []


def test_one_is_neither_true_nor_a_string() -> None:
    assert rules(Constant(1), 1.0) == []
    assert rules(Constant(1), True) == ["constant"]
    assert rules(Constant(value=True), 1) == ["constant"]
    assert rules(Constant(value=False), 0.0) == ["constant"]
    assert rules(Constant(1), "1") == ["constant"]
    assert rules(Boolean(), 1) == ["type"]


def test_only_none_is_null() -> None:
    assert rules(Null(), None) == []
    others: list[object] = [False, 0, "", [], {}]
    assert [rules(Null(), value) for value in others] == [["type"]] * 5


# -- what is not JSON -------------------------------------------------------------------------------------------------

ODD = [b"", Colour.RED, Words("red"), Size.ONE, math.nan, math.inf, -math.inf, (), {1}, OrderedDict(), Trap(), 1j]


@pytest.mark.parametrize("value", ODD)
def test_only_the_exact_types_of_json_are_json(value: object) -> None:
    kinds = (String(), Number(), Constant("red"), ListOf(String()), MapOf(String()), AnyObject(), Payload(), AnyValue())
    for kind in kinds:
        assert about(check_type(kind, value)) == [("", "error", "json")]
    assert about(check(ENVELOPE, value, undecoded=True)) == [("", "error", "json")]
    assert about(check(ENVELOPE, envelope(success=value, error=""), undecoded=True)) == [("/success", "error", "json")]


@pytest.mark.parametrize("value", ODD)
def test_the_first_place_that_is_not_json_is_told_and_nothing_else(value: object) -> None:
    free = {"a": [1, {"b/c~": value}, value]}
    assert about(check_type(AnyValue(), free)) == [("/a/1/b~1c~0", "error", "json")]
    assert about(check(ENVELOPE, {"data": free, "other": value}, undecoded=True)) == [
        ("/data/a/1/b~1c~0", "error", "json")
    ]
    assert about(check(META, {"fidelity": value}, undecoded=True)) == [("/fidelity", "error", "json")]


def test_values_are_taken_as_decoded_json() -> None:
    assert check(ENVELOPE, envelope(data={"a": nested(600), "b": b""})) == []
    assert about(check(ENVELOPE, envelope(data=[]))) == [("/data", "error", "type")]


@pytest.mark.parametrize("value", ODD)
def test_what_no_decoder_makes_has_the_wrong_type_where_a_type_is_declared(value: object) -> None:
    assert about(check(ENVELOPE, envelope(success=value))) == [("/success", "error", "type")]
    assert about(check(META, {"version": value, "request_id": "r"})) == [("/version", "error", "constant")]


def test_a_key_that_is_no_string_is_reported_at_its_object() -> None:
    assert about(check(closed(), {7: 1})) == [("", "error", "unknown-key")]
    assert check(opened(), {7: 1}) == []


# -- objects ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", [None, [], "{}", 1])
def test_what_is_no_object_breaks_the_type_and_no_more(value: object) -> None:
    for subject in (ENVELOPE, SNIPPET):
        assert about(check(subject, value)) == [("", "error", "type")]
        assert check(subject, value)[0].message == "expected an object"


@pytest.mark.parametrize("key", [1, None, b"data", Words("data"), Colour.RED, ("a",), Trap()])
def test_an_object_with_a_key_that_is_no_string_gives_one_finding_at_the_object(key: object) -> None:
    assert about(check(ENVELOPE, {key: 1}, undecoded=True)) == [("", "error", "json")]
    assert about(check(META, {key: 1, "version": 7}, undecoded=True)) == [("", "error", "json")]
    assert about(check_type(MapOf(Integer()), {"a": "b", key: 1})) == [("", "error", "json")]
    assert about(check(ENVELOPE, envelope(data={"_warnings": [], key: 1}), undecoded=True)) == [
        ("/data", "error", "json")
    ]


def test_fields_come_in_contract_order_then_the_other_keys() -> None:
    found = check(SNIPPET, {"b": 1, "score": 2, "a": 1, "text": 7, "locator": "char:1-2"})
    assert [finding.pointer for finding in found] == ["/text", "/score", "/b", "/a"]


def test_a_closed_object_takes_no_other_key() -> None:
    assert about(check(closed(), {"x": 1})) == [("/x", "error", "unknown-key")]


def test_an_open_object_takes_other_keys_as_long_as_they_are_json() -> None:
    assert check(opened(), {"x": [1, {"y": None}]}) == []
    assert about(check(opened(), {"x": [1, {"y": b""}]}, undecoded=True)) == [("/x/1/y", "error", "json")]


def test_pointers_escape_what_separates_their_steps() -> None:
    assert about(check(closed(), {"a/b~c": 1})) == [("/a~1b~0c", "error", "unknown-key")]
    assert about(check_type(MapOf(ListOf(Null())), {"": [None, 1]})) == [("//1", "error", "type")]


def test_a_must_key_that_is_absent_is_an_error_and_a_should_key_is_advice() -> None:
    record = closed(*(Field(level.value, String(), level) for level in Level))
    assert about(check(record, {})) == [("/must", "error", "required"), ("/should", "advice", "should")]


def test_a_condition_raises_the_level_of_an_absent_key() -> None:
    raised = ("/fidelity_version", "error", "required")
    assert raised in about(check(META, {"version": "v2", "request_id": "r", "fidelity": "partial"}))
    assert raised not in about(check(META, {"version": "v2", "request_id": "r", "fidelity": "full"}))
    assert about(check(META, {"version": "v2", "request_id": "r", "dropped": []})) == [("/hashes", "error", "required")]


def test_null_for_a_key_whose_readers_accept_null_ends_there() -> None:
    assert check(META, {"version": "v2", "request_id": "r", "pagination": None}) == []
    assert about(check(PAGINATION, {"has_more": None})) == [("/has_more", "error", "type")]


def test_a_superseded_key_is_advice_at_the_key() -> None:
    found = check(ENVELOPE, envelope(data={"_warnings": []}))
    assert about(found) == [("/data/_warnings", "advice", "superseded")]
    assert found[0].message == "this key is superseded by `meta.warnings`"


def test_a_known_code_beside_another_classification_is_advice() -> None:
    wrong = [("/error_type", "advice", "classification")]
    assert check(ERROR_DATA, {"error_code": "TOO_MANY", "error_type": "rate_limit"}) == []
    assert about(check(ERROR_DATA, {"error_code": "TOO_MANY", "error_type": "validation"})) == wrong
    assert about(check(ERROR_DATA, {"error_code": "OTHER", "error_type": "validation"})) == [
        ("/error_code", "advice", "unknown-value")
    ]
    assert about(check(ERROR_DATA, {"error_code": "TOO_MANY", "error_type": 7})) == [("/error_type", "error", "type")]


def test_a_classification_that_is_no_known_value_is_still_another_one() -> None:
    found = about(check(WARNING, {"code": "STALE", "severity": "hot", "message": ""}))
    assert found == [("/severity", "error", "enum"), ("/severity", "advice", "classification")]


# -- free values ------------------------------------------------------------------------------------------------------


def test_a_free_object_is_an_object() -> None:
    assert [rules(kind, []) for kind in (AnyObject(), Payload(), AnyValue())] == [["type"], ["type"], []]


def nested(levels: int, inner: object = None) -> object:
    value = inner
    for level in range(levels):
        value = [value] if level % 2 else {"a": value}
    return value


def test_a_value_has_at_most_five_hundred_levels_below_itself() -> None:
    assert DEPTH == 500
    assert rules(AnyValue(), nested(500)) == []
    assert rules(AnyValue(), nested(501)) == ["json"]
    assert rules(AnyValue(), nested(500, [])) == []
    assert rules(AnyValue(), nested(500, [None])) == ["json"]
    assert rules(AnyValue(), nested(100_000)) == ["json"]
    assert check(ENVELOPE, envelope(data={"a": nested(498)})) == []
    assert about(check(ENVELOPE, envelope(data={"a": nested(499)}), undecoded=True)) == [("", "error", "json")]


def test_where_it_is_too_deep_and_something_is_not_json_the_latter_is_told() -> None:
    assert about(check_type(AnyValue(), [nested(501), {"a": b""}])) == [("/1/a", "error", "json")]
    assert about(check_type(AnyValue(), nested(499, b""))) == [("/a" + "/0/a" * 249, "error", "json")]
    assert about(check_type(AnyValue(), nested(501, b""))) == [("", "error", "json")]


def test_the_longest_way_counts_where_something_is_held_twice() -> None:
    deep = nested(300)
    assert rules(AnyValue(), [deep, nested(200, deep)]) == ["json"]
    assert rules(AnyValue(), [nested(200, deep), deep]) == ["json"]
    assert rules(AnyValue(), [deep, nested(199, deep)]) == []


def test_a_value_that_holds_itself_is_not_json() -> None:
    ring: list[object] = [1]
    ring.append({"again": ring})
    assert rules(AnyValue(), ring) == ["json"]
    assert about(check(ENVELOPE, envelope(data={"ring": ring}), undecoded=True)) == [("", "error", "json")]
    ring.append(b"")
    assert about(check(ENVELOPE, envelope(data={"ring": ring}), undecoded=True)) == [("/data/ring/2", "error", "json")]


def test_what_is_held_in_many_places_is_walked_once() -> None:
    value: object = 0
    for _ in range(400):
        value = [value, value, {"a": value}]
    assert fault([value] * 100) == Fault(None)  # two levels each time
    value = 0
    for _ in range(400):
        value = [value] * 10
    assert fault(value) is None


# -- strings, enums, lists, numbers -----------------------------------------------------------------------------------


def test_lengths_count_code_points() -> None:
    assert rules(String(2, 2), "\U0001f600\U0001f600") == []
    assert rules(String(2, 2), "\U0001f600") == ["min-length"]
    assert rules(String(2, 2), "e\u0301\u0301") == ["max-length"]


def test_patterns_describe_the_whole_string() -> None:
    kind = String(pattern=parse_pattern("^(?:a|b)$"))
    assert [rules(kind, text) for text in ("a", "b", "a\n", "ab", "xa", "")] == [[], [], *[["pattern"]] * 4]
    assert about(check(LOCATOR, "char:1-2\n")) == [("", "error", "pattern")]


def test_formats_are_patterns_with_a_rule_of_their_own() -> None:
    assert rules(String(format=Format.DATE_TIME), "2024-02-29T23:59:59Z") == []
    assert rules(String(format=Format.DATE_TIME), "2024-02-29 23:59:59Z") == ["format"]
    assert rules(String(format=Format.DATE), "2024-02-29") == []
    assert rules(String(format=Format.DATE), "2024-02-30") == ["format"]
    assert rules(String(format=Format.UUID), "not one") == ["format"]


def test_a_string_can_break_several_limits_at_once() -> None:
    kind = String(min_length=3, pattern=parse_pattern("^[a-z]*$"), format=Format.UUID)
    assert rules(kind, "A") == ["min-length", "pattern", "format"]


def test_a_string_that_is_too_long_is_not_matched() -> None:
    kind = String(max_length=3, pattern=parse_pattern("^[a-z]*$"), format=Format.UUID)
    assert rules(kind, "ABCD") == ["max-length"]


def test_bounds_are_inclusive() -> None:
    assert [rules(Integer(0, 2), value) for value in (-1, 0, 2, 3)] == [["minimum"], [], [], ["maximum"]]
    assert rules(Number(0.5, None), 0.4999) == ["minimum"]
    assert rules(Number(None, 0.5), 10**300) == ["maximum"]


def test_a_list_is_held_to_its_length_and_each_item_to_its_type() -> None:
    assert about(check_type(ListOf(Integer(), 1, 2), [])) == [("", "error", "min-items")]
    assert about(check_type(ListOf(Integer(), 1, 2), [1, 2, "3"])) == [
        ("", "error", "max-items"),
        ("/2", "error", "type"),
    ]


def test_nullable_means_null_or_the_inner_type() -> None:
    kind = Nullable(ListOf(Integer()))
    assert [rules(kind, value) for value in (None, [1], [None], "x")] == [[], [], ["type"], ["type"]]


def test_an_unknown_value_is_an_error_for_a_closed_enum_and_advice_for_an_open_one() -> None:
    assert about(check(listing("a", open_=False), "b")) == [("", "error", "enum")]
    assert about(check(listing("a", open_=True), "b")) == [("", "advice", "unknown-value")]
    assert about(check(listing("a", open_=True), 1)) == [("", "error", "type")]


def test_an_unknown_value_in_another_letter_case_is_told_so_too() -> None:
    codes = listing("A_B", open_=True, case=LetterCase.SCREAMING_SNAKE)
    assert check(codes, "A_B") == []
    assert about(check(codes, "OTHER_CODE")) == [("", "advice", "unknown-value")]
    assert about(check(codes, "other")) == [("", "advice", "unknown-value"), ("", "advice", "letter-case")]


# -- the envelope -----------------------------------------------------------------------------------------------------


def test_the_tag_decides_which_fields_hold() -> None:
    assert check(ENVELOPE, envelope()) == []
    assert ("/error", "error", "type") in about(check(ENVELOPE, envelope(success=False)))


def test_without_a_tag_the_general_fields_hold() -> None:
    value = envelope(error="")
    del value["success"]
    assert about(check(ENVELOPE, value)) == [("/success", "error", "required")]


@pytest.mark.parametrize("tag", [1, "true", None, 1.0, []])
def test_with_a_tag_of_another_kind_the_general_fields_hold(tag: object) -> None:
    assert about(check(ENVELOPE, envelope(success=tag, error=""))) == [("/success", "error", "type")]


def test_a_tag_of_the_right_kind_that_belongs_to_no_outcome_is_reported_at_the_tag() -> None:
    general = (Field("status", String(), Level.MUST),)
    outcomes = [
        replace(outcome, discriminator=Tag("status", value), fields=(Field("status", Constant(value), Level.MUST),))
        for outcome, value in zip(ENVELOPE.outcomes, ("ok", "failed"), strict=True)
    ]
    marked = replace(ENVELOPE, fields=general, outcomes=tuple(outcomes))
    assert check(marked, {"status": "ok"}) == []
    found = check(marked, {"status": "other"})
    assert about(found) == [("/status", "error", "constant")]
    assert found[0].message == "expected `ok` or `failed`"


# -- messages ---------------------------------------------------------------------------------------------------------


def test_messages_say_what_is_expected_and_never_what_was_found() -> None:
    found = check_type(String(7, None, parse_pattern("^[a-z]$"), Format.UUID), "SECRET")
    assert [finding.message for finding in found] == [
        "expected at least 7 characters",
        "expected a string that matches `^[a-z]$`",
        "expected the format `uuid` (UUID)",
    ]
    assert [finding.message for finding in check_type(String(1), "")] == ["expected at least 1 character"]


def test_a_closed_enum_lists_its_values_unless_they_are_many() -> None:
    few = Reference(listing("a", "b", "c", open_=False))
    many = Reference(listing(*(f"v{number}" for number in range(20)), open_=False))
    assert [finding.message for finding in check_type(few, "d")] == ["expected `a`, `b` or `c`"]
    assert [finding.message for finding in check_type(many, "d")] == ["expected one of the 20 values of `Listing`"]


# -- whatever it is given ---------------------------------------------------------------------------------------------

leaves: st.SearchStrategy[object] = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.binary(max_size=3)
    | st.complex_numbers() | st.sampled_from([Colour.RED, Size.ONE, Words("x"), object, len, 10**400, Trap()])
)  # fmt: skip
keys = (
    st.sampled_from(["success", "data", "error", "meta", "version", "warnings", "code", "severity"])
    | st.text(max_size=3)
    | st.integers()
    | st.none()
    | st.binary(max_size=2)
    | st.just(Colour.RED)
)
anything: st.SearchStrategy[Any] = st.recursive(
    leaves,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.tuples(inner)
        | st.dictionaries(keys, inner, max_size=4)
        | st.dictionaries(keys, inner, max_size=4).map(OrderedDict)
    ),
    max_leaves=20,
)


@given(anything, st.booleans())
@example({Trap(): 1}, False)
def test_no_value_is_too_strange(value: Any, ring: bool) -> None:
    """Also when the value is put where it is most likely to be looked at, or holds itself."""
    if ring and type(value) is list:
        value.append(value)
    elif ring and type(value) is dict:
        value["data"] = value
    places = [value, envelope(data=value), envelope(meta=value), envelope(meta={"warnings": value, "version": value})]
    subjects: list[Subject] = [ENVELOPE, *CONTRACT.records, *CONTRACT.texts, *CONTRACT.enums]
    for subject in subjects:
        for place in places:
            for finding in check(subject, place):
                assert isinstance(finding.rule, RuleId)
                assert isinstance(finding.level, Weight)
                assert isinstance(finding.pointer, str)


def test_the_smallest_example_gives_advice_alone() -> None:
    assert about(check(ENVELOPE, SMALLEST)) == [("/meta/request_id", "advice", "should")]


# -- advice between values --------------------------------------------------------------------------------------------

WHOLE = Field("whole", Integer(), Level.MAY, sum_of=("a", "b"))
PARTS = (Field("a", Integer(), Level.MAY), Field("b", Integer(), Level.MAY))
ADDED = Record("Added", "", Documentation(), open=True, standalone=False, fields=(WHOLE, *PARTS))


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"whole": 3, "a": 1, "b": 2}, []),
        ({"whole": 3.0, "a": 1, "b": 2.0}, []),
        ({"whole": 4, "a": 1, "b": 2}, ["sum"]),
        ({"whole": 4, "a": 1}, []),
        ({"a": 1, "b": 2}, []),
        ({"whole": 4, "a": 5, "b": -1}, []),
        ({"whole": 5, "a": 5, "b": -1}, []),
        ({"whole": 2**53 - 1, "a": 2**53 - 1, "b": 0}, []),
        ({"whole": 2**53 - 1, "a": 2**53 - 1, "b": 2}, ["sum"]),
        ({"whole": 2**53, "a": 2**53 - 1, "b": 2}, []),
        ({"whole": True, "a": 1, "b": 0}, ["type"]),
    ],
)
def test_a_sum_is_compared_where_every_language_adds_exactly(value: dict[str, object], expected: list[str]) -> None:
    assert rules(Reference(ADDED), value) == expected


def test_a_key_without_the_siblings_that_it_belongs_to_is_advice() -> None:
    fields = (Field("a", AnyValue(), Level.MAY, expects=(HasValue("b", (1,)), HasKey("c", expected=False))),)
    record = Record("Beside", "", Documentation(), open=True, standalone=False, fields=fields)
    found = {"": {"a": 0}, "b": {"a": 0, "b": 1.0}, "true": {"a": 0, "b": True}, "c": {"a": 0, "b": 1, "c": None}}
    assert {name: rules(Reference(record), value) for name, value in found.items()} == {
        "": ["expected"], "b": [], "true": ["expected"], "c": ["expected"],
    }  # fmt: skip
    assert rules(Reference(record), {"b": 2}) == []


def test_other_values_than_suggestions_get_no_advice() -> None:
    values = (EnumValue("fetch", Documentation()),)
    enum = Enum("Stage", "", Documentation(), open=True, values=values, case=LetterCase.LOWER_SNAKE, suggestions=True)
    assert [rules(Reference(enum), value) for value in ("fetch", "Parse It", "", 1)] == [[], [], [], ["type"]]
