"""A pattern means the same in Python, ECMAScript and Rust, and no text makes it slow."""

import json
import re
import warnings

import jsonschema
import jsonschema_rs
import pytest
from checkout import ROOT
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from judges.typescript_parser import TypeScript
from strategies.effort import examples
from strategies.patterns import CHARACTERS, SOURCES, fitting

from sealwax.contract.model import Json
from sealwax.meaning.checks import AtMost, Matches, Measure, Message
from sealwax.meaning.findings import RuleId
from sealwax.patterns import FORMATS, LARGEST, LETTER_CASES, Newline, Pattern, PatternError, parse_pattern
from sealwax.patterns.numbers import number_pattern
from sealwax.patterns.syntax import PatternParser
from sealwax.targets.json_schema.limits import string_limits

# -- every engine gives the same verdict ------------------------------------------------------------------------------


def _texts(pattern: Pattern) -> st.SearchStrategy[list[str]]:
    tree = PatternParser(pattern.source).pattern()
    taken = st.randoms(use_true_random=False).map(lambda random: fitting(tree, random))
    ending = st.sampled_from(["", "\n", "\r", "\u2028", "\u0661", "😀", "a", "0"])
    return st.lists(st.one_of(st.builds(str.__add__, taken, ending), st.text(CHARACTERS, max_size=6)), max_size=6)


@settings(max_examples=examples(300), suppress_health_check=[HealthCheck.filter_too_much])
@given(data=st.data())
def test_python_node_and_rust_agree_on_every_pattern(typescript: TypeScript, data: st.DataObject) -> None:
    pattern = _parsed(f"^{data.draw(SOURCES)}$")
    assume(pattern is not None and pattern.cost.is_linear)
    assert pattern is not None
    texts = data.draw(_texts(pattern))
    expected = [re.fullmatch(pattern.body, text) is not None for text in texts]
    assert [pattern.matches(text) for text in texts] == expected
    schema = _schema(pattern)
    python = jsonschema.Draft202012Validator(schema)
    assert [python.is_valid(text) for text in texts] == expected
    assert _node_verdicts(typescript, schema, texts) == expected
    rust = jsonschema_rs.Draft202012Validator(schema)
    assert [rust.is_valid(text) for text in texts] == expected


def _schema(pattern: Pattern, *, lean: bool = False) -> dict[str, Json]:
    message = Message(RuleId.PATTERN, "expected something else")
    return {"type": "string", **string_limits([Matches("value_pattern", pattern, message)], lean)}


def _parsed(source: str) -> Pattern | None:
    """The pattern, or None when it is refused: then with a reason, a way out and a place."""
    try:
        return parse_pattern(source)
    except PatternError as error:
        complete = bool(error.message and error.hint and 0 <= error.offset <= len(source))
    assert complete, source
    return None


def _node_verdicts(typescript: TypeScript, schema: dict[str, Json], texts: list[str]) -> object:
    matches = f'new RegExp({json.dumps(schema["pattern"])}, "u").test(text)'
    allowed = "!/\\n$/u.test(text)" if "not" in schema else "true"
    return typescript.value(f"{json.dumps(texts)}.map((text) => {matches} && {allowed})")


@given(SOURCES)
def test_the_canonical_form_is_its_own_canonical_form(source: str) -> None:
    pattern = _parsed(f"^{source}$")
    if pattern is not None:
        assert parse_pattern(f"^(?:{pattern.body})$").body == pattern.body


@given(st.text("^$\\[](){}|*+?.-,:=!<>&~ab0dwsuxpPk\n😀", max_size=25))
def test_no_text_does_more_than_be_refused(text: str) -> None:
    for source in (text, f"^{text}$"):
        pattern = _parsed(source)
        if pattern is not None:
            with warnings.catch_warnings():
                warnings.simplefilter("error")  # Python warns of what it may read as a set operation one day
                re.compile(pattern.anchored)


# -- what is written --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "body"),
    [
        (r"^[1-9][0-9]*$", "[1-9][0-9]*"),
        (r"^(page:[1-9][0-9]*:)?char:[0-9]+-[0-9]+$", "(?:page:[1-9][0-9]*:)?char:[0-9]+-[0-9]+"),
        (r"^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$", "[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*"),
        (r"^\d+\.\d+(\.\d+)?$", r"[0-9]+\.[0-9]+(?:\.[0-9]+)?"),
        (r"^[\w.-]+$", "[A-Za-z0-9_.-]+"),
        (r"^(?:(a|b)|c)$", "a|b|c"),
        (r"^((ab)c)$", "abc"),
        (r"^[.]\:\/$", r"\.:/"),
        (r"^[&!-&]$", "[!-&]"),
        (r"^a{1}b{0,1}c{1,}d{0,}e{2,}$", "ab?c+d*e{2,}"),
        ("^\\u{1f600}\\u0009\u200b$", "😀\\t\\u200b"),
        ("^$", ""),
    ],
)
def test_a_pattern_is_written_in_its_canonical_form(source: str, body: str) -> None:
    assert parse_pattern(source).body == body


@pytest.mark.parametrize(
    ("source", "taken"),
    [
        ("^a$", Newline.NEVER),
        ("^(?:a|b)$", Newline.NEVER),
        ("^\\na$", Newline.NEVER),
        ("^(?:a\\n)*b?c$", Newline.NEVER),
        ("^[^/\\n]+$", Newline.NEVER),
        ("^$", Newline.NEVER),
        ("^[^/]+$", Newline.ALWAYS),
        ("^a[^/]*$", Newline.ALWAYS),
        ("^[^/]{1,3}$", Newline.SOMETIMES),
        ("^[^/]+b?$", Newline.SOMETIMES),
        ("^(?:a\\n)*b?$", Newline.SOMETIMES),
        ("^(?:a|\\n)$", Newline.SOMETIMES),
    ],
)
def test_it_is_known_whether_a_match_can_end_with_a_newline(source: str, taken: Newline) -> None:
    assert parse_pattern(source).final_newline is taken


def test_a_schema_rules_out_a_final_newline_in_every_regular_expression_engine() -> None:
    schema = _schema(parse_pattern("^a$"))
    assert schema == {"type": "string", "pattern": "^a$", "not": {"pattern": "\\n$"}}
    linear = jsonschema_rs.validator_for(schema, pattern_options=jsonschema_rs.RegexOptions())
    for validator in (jsonschema.Draft202012Validator(schema), linear):
        assert [validator.is_valid(text) for text in ("a", "a\n", "\n", "b")] == [True, False, False, False]


def test_only_patterns_that_can_end_with_a_newline_now_and_then_need_a_look_ahead() -> None:
    assert _schema(parse_pattern("^[^/]+$")) == {"type": "string", "pattern": "^[^/]+$"}
    assert _schema(parse_pattern("^[^/]{1,3}$")) == {"type": "string", "pattern": "^[^/]{1,3}$(?!\\n)"}


def test_no_schema_of_this_repository_needs_a_look_ahead() -> None:
    files = [*(ROOT / "generated").rglob("*.json"), *(ROOT / "generated").rglob("schemas.js")]
    assert len(files) > 20
    assert [file.name for file in files if re.search(r"\(\?[=!<]", file.read_text(encoding="utf-8"))] == []


def test_a_slow_pattern_is_only_matched_against_texts_that_are_short_enough() -> None:
    most = AtMost(64, Measure.LENGTH, Message(RuleId.MAX_LENGTH, "expected at most 64 characters"))
    pattern = parse_pattern("^[a-z]*[a-z0-9]*$")
    schema = {"type": "string", **string_limits([most, Matches("value_pattern", pattern, most.message)], lean=False)}
    assert schema["then"] == {"pattern": "^[a-z]*[a-z0-9]*$", "not": {"pattern": "\\n$"}}
    validator = jsonschema.Draft202012Validator(schema)
    assert [validator.is_valid(text) for text in ("a1", "A", "a\n", "a" * 64)] == [True, False, False, True]
    assert [error.validator for error in validator.iter_errors("A" * 65)] == ["maxLength"]


def test_a_lean_schema_has_the_pattern_alone() -> None:
    for source in ("^a$", "^[^/]+$", "^[^/]{1,3}$"):
        assert _schema(parse_pattern(source), lean=True) == {"type": "string", "pattern": source}


def test_alternatives_are_grouped_between_the_anchors() -> None:
    assert parse_pattern("^(?:a|b)$").anchored == "^(?:a|b)$"


def test_digits_are_ascii_digits() -> None:
    assert not parse_pattern(r"^\d$").matches("\u0661")
    assert not parse_pattern(r"^\w$").matches("é")


# -- what is refused --------------------------------------------------------------------------------------------------

BROKEN = {
    "a": "whole string",
    "^a": "whole string",
    "a$": "whole string",
    "^a\\$": "whole string",
    "^a|b$": "one alternative each",
    "^a$|^b$": "$ belongs at the end",
    "^a^b$": "^ belongs at the start",
    "^(a$": "this ( is never closed",
    "^a)$": "unmatched )",
    "^[a$": "this [ is never closed",
    "^a]$": "unmatched ]",
    "^a}$": "unmatched }",
    "^[]$": "class is empty",
    "^[^]$": "class is empty",
    "^[z-a]$": "wrong order",
    "^[\\d-z]$": "from one character to another",
    "^[a-b-c]$": "two hyphens",
    "^a{3,2}$": "wrong order",
    "^a{0}$": "repeats nothing",
    "^a{x}$": "starts a count",
    "^a{2$": "starts a count",
    "^*a$": "nothing to repeat",
    "^a|+$": "nothing to repeat",
    "^(?:*)$": "nothing to repeat",
    "^a**$": "nothing to repeat",
    "^\\q$": "no escape",
    "^\\u12$": "valid code point",
    "^\\u{110000}$": "valid code point",
    "^\\ud800$": "surrogate",
}

UNSUPPORTED = {
    "^.$": ". excludes",
    "^\\s$": "\\s",
    "^\\S$": "\\S",
    "^\\b$": "\\b",
    "^\\B$": "\\B",
    "^\\D$": "\\D",
    "^\\W$": "\\W",
    "^[\\s]$": "\\s",
    "^\\p{L}$": "\\p",
    "^(a)\\1$": "back references",
    "^(?<n>a)\\k<n>$": "named groups",
    "^(?P<n>a)$": "named groups",
    "^(?P=n)$": "back references",
    "^(?=a)a$": "look-ahead",
    "^(?!a)b$": "look-ahead",
    "^(?<=a)b$": "look-behind",
    "^(?<!a)b$": "look-behind",
    "^(?i)a$": "inline flags",
    "^(?i:a)$": "inline flags",
    "^(?>a)$": "atomic groups",
    "^(?#a)$": "comments",
    "^a+?$": "lazy",
    "^a++$": "possessive",
    "^a{,3}$": "{,n}",
    "^a{1001}$": "up to 1000",
    "^a{1,99999999999}$": "up to 1000",
    "^[a&&b]$": "set operation",
    "^[--a]$": "set operation",
    "^[[a]]$": "class inside a class",
    "^(a+)+$": "very many steps",
    "^(a|a)*$": "very many steps",
    "^(a|b|ab)*$": "very many steps",
    "^([a-z]+|[0-9a-z])*x$": "very many steps",
    "^(a|aa){30}$": "very many steps",
    "^(x(a?|b?))*$": "can be empty",
    "^(a*)*$": "can be empty",
    "^(a?b?)+$": "can be empty",
    "^[a-z]*[a-z]*[a-z]*[a-z]*[a-z]*!$": "very many steps",
    "^" + "a?" * 30 + "a{30}$": "very many steps",
    "^(a{1000}){1000}$": "too large",
    "^" + "(" * 30 + "a" + ")" * 30 + "$": "nested",
    "^" + "a" * 3000 + "$": "at most",
}


@pytest.mark.parametrize("source", BROKEN)
def test_a_broken_pattern_is_refused(source: str) -> None:
    with pytest.raises(PatternError) as caught:
        parse_pattern(source)
    assert BROKEN[source] in caught.value.message
    assert caught.value.hint
    assert not caught.value.unsupported


@pytest.mark.parametrize("source", UNSUPPORTED)
def test_a_pattern_that_is_not_the_same_everywhere_is_refused(source: str) -> None:
    with pytest.raises(PatternError) as caught:
        parse_pattern(source)
    assert UNSUPPORTED[source] in caught.value.message
    assert caught.value.hint
    assert caught.value.unsupported


def test_the_hint_for_loose_alternatives_can_be_pasted() -> None:
    with pytest.raises(PatternError) as caught:
        parse_pattern("^a|b$")
    assert parse_pattern(caught.value.hint.removeprefix("write ")).body == "a|b"


def test_an_error_points_at_its_place() -> None:
    with pytest.raises(PatternError) as caught:
        parse_pattern("^ab(c.d)$")
    assert caught.value.offset == 5


# -- named formats ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pattern", [*FORMATS.values(), *LETTER_CASES.values()])
def test_a_pattern_of_the_language_is_what_parsing_it_gives(pattern: Pattern) -> None:
    assert parse_pattern(pattern.source) == pattern


@pytest.mark.parametrize(
    "text",
    [
        "2024-01-31T00:00:00Z",
        "2023-02-29T23:59:59Z",
        "2024-04-30T12:30:00.5+02:00",
        "0000-12-31T23:59:59.123456789-23:59",
    ],
)
def test_a_date_time_is_accepted(text: str) -> None:
    assert FORMATS["date-time"].matches(text)


@pytest.mark.parametrize(
    "text",
    [
        "2024-01-31",
        "2024-01-31 00:00:00Z",
        "2024-01-31t00:00:00Z",
        "2024-01-31T00:00:00z",
        "2024-01-31T00:00:00",
        "2024-01-31T00:00:00+0200",
        "2024-01-31T00:00:00+24:00",
        "2024-01-31T00:00:00+02:60",
        "2024-01-31T00:00:00.Z",
        "2024-01-31T23:59:60Z",
        "2024-01-31T24:00:00Z",
        "2024-00-01T00:00:00Z",
        "2024-13-01T00:00:00Z",
        "2024-02-30T00:00:00Z",
        "2024-04-31T00:00:00Z",
        "2024-01-32T00:00:00Z",
        "2024-01-00T00:00:00Z",
        "2024-01-31T00:00:00Z\n",
        "\u0662024-01-31T00:00:00Z",
    ],
)
def test_another_way_to_write_a_time_is_refused(text: str) -> None:
    assert not FORMATS["date-time"].matches(text)


@pytest.mark.parametrize("text", ["2026-11-18", "2024-02-29", "2023-02-29", "0000-01-01", "9999-12-31"])
def test_a_date_is_accepted(text: str) -> None:
    assert FORMATS["date"].matches(text)


@pytest.mark.parametrize(
    "text",
    [
        "2026-11-18T00:00:00Z",
        "2026-11-18Z",
        "2026-1-18",
        "20261118",
        "18-11-2026",
        "12026-11-18",
        "-2026-11-18",
        "2026-11-18\n",
        " 2026-11-18",
        "\u0662026-11-18",
        "2026-00-01",
        "2026-13-01",
        "2026-02-30",
        "2026-W47-3",
        "",
    ],
)
def test_another_way_to_write_a_date_is_refused(text: str) -> None:
    assert not FORMATS["date"].matches(text)


def test_months_have_their_own_number_of_days() -> None:
    days = dict.fromkeys(range(1, 13), 31) | {2: 29, 4: 30, 6: 30, 9: 30, 11: 30}
    for month, last in days.items():
        for day in range(100):
            text = f"2023-{month:02}-{day:02}"
            assert FORMATS["date"].matches(text) == (1 <= day <= last), text
            assert FORMATS["date-time"].matches(f"{text}T00:00:00Z") == (1 <= day <= last), text


def test_a_uuid_is_hexadecimal_in_either_case_of_any_version() -> None:
    uuid = FORMATS["uuid"]
    assert uuid.matches("00000000-0000-0000-0000-000000000000")
    assert uuid.matches("f81d4fae-7DEC-11d0-a765-00A0c91e6bf6")
    assert not uuid.matches("f81d4fae7dec11d0a76500a0c91e6bf6")
    assert not uuid.matches("{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}")
    assert not uuid.matches("g81d4fae-7dec-11d0-a765-00a0c91e6bf6")
    assert not uuid.matches("f81d4fae-7dec-11d0-a765-00a0c91e6bf6\n")


# -- ranges of numbers ------------------------------------------------------------------------------------------------


@given(st.tuples(st.integers(0, 3000), st.integers(0, 3000)).map(sorted), st.integers(0, 40_000))
def test_a_range_of_numbers_matches_its_numbers_and_nothing_else(limits: list[int], number: int) -> None:
    low, high = limits
    pattern = number_pattern(low, high)
    for each in (low, high, (low + high) // 2, number, low - 1, high + 1):
        assert pattern.matches(str(each)) is (low <= each <= high)
    assert not any(pattern.matches(text) for text in (f"0{low}", f"{high} ", f"{low}\n", "", "٣"))


@pytest.mark.parametrize(
    ("low", "high", "body"),
    [
        (0, LARGEST, "0|[1-9][0-9]{0,14}"),
        (1, LARGEST, "[1-9][0-9]{0,14}"),
        (0, 0, "0"),
        (1, 12, "[1-9]|1[0-2]"),
        (0, 255, "0|[1-9][0-9]?|1[0-9]{2}|2[0-4][0-9]|25[0-5]"),
        (7, 7, "7"),
    ],
)
def test_a_range_of_numbers_is_spelled_briefly(low: int, high: int, body: str) -> None:
    assert number_pattern(low, high).body == body
