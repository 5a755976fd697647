"""Types, constraints, levels and conditions read the same wherever they are put into words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from samples.full_contract import ERROR_CODE, FIDELITY, LOCATOR, SNIPPET

from sealwax.contract.model import (
    AnyObject,
    AnyValue,
    Boolean,
    Condition,
    ConditionalLevel,
    Constant,
    Deprecation,
    Documentation,
    Enum,
    Field,
    Format,
    HasKey,
    HasValue,
    Integer,
    Json,
    Level,
    ListOf,
    MapOf,
    Null,
    Nullable,
    Number,
    Order,
    Payload,
    Reference,
    Retry,
    RetryDecision,
    String,
    SupersededKey,
    Type,
    named_in,
)
from sealwax.meaning.wording import (
    condition_words,
    constraint_words,
    default_words,
    deprecated_words,
    deprecation_words,
    field_words,
    level_words,
    lifecycle_words,
    number_words,
    openness_words,
    order_words,
    quoted,
    relation_words,
    retry_words,
    superseded_words,
    type_words,
)
from sealwax.patterns import parse_pattern

HASH = parse_pattern("^[a-f0-9]{8}$")


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (Null(), "null"),
        (Boolean(), "boolean"),
        (Integer(), "integer"),
        (Number(), "number"),
        (String(), "string"),
        (AnyValue(), "any"),
        (AnyObject(), "object"),
        (Payload(), "payload"),
        (Constant("1.0"), "string"),
        (Constant(value=True), "boolean"),
        (Constant(1), "integer"),
        (Constant(1.5), "number"),
        (Nullable(String()), "string | null"),
        (ListOf(Reference(SNIPPET)), "list of Snippet"),
        (ListOf(Nullable(String())), "list of (string | null)"),
        (Nullable(ListOf(String())), "list of string | null"),
        (MapOf(ListOf(Integer())), "map of list of integer"),
        (Reference(LOCATOR), "Locator"),
    ],
)
def test_types_are_spelled_as_in_the_contract(kind: Type, words: str) -> None:
    assert type_words(kind) == words


def test_the_declaration_behind_a_type_is_found_at_any_depth() -> None:
    assert named_in(Nullable(ListOf(MapOf(Reference(SNIPPET))))) is SNIPPET
    assert named_in(ListOf(String())) is None


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (String(), ()),
        (String(max_length=2000), ("at most 2000 characters",)),
        (String(8, 8), ("exactly 8 characters",)),
        (String(1, 1), ("exactly 1 character",)),
        (String(min_length=1), ("at least 1 character",)),
        (String(min_length=0), ()),
        (String(0, 5), ("at most 5 characters",)),
        (String(2, 5), ("2 to 5 characters",)),
        (String(pattern=HASH), ("matches `^[a-f0-9]{8}$`",)),
        (String(format=Format.DATE), ("RFC 3339 date, such as `2026-11-18`",)),
        (String(format=Format.DATE_TIME), ("RFC 3339 date and time",)),
        (String(format=Format.UUID), ("UUID",)),
        (Integer(minimum=0), ("at least 0",)),
        (Integer(maximum=-1), ("at most -1",)),
        (Integer(3, 3), ("exactly 3",)),
        (Number(0.0, 1.0), ("0 to 1, inclusive",)),
        (Number(0.5, 1e300), ("0.5 to 1e+300, inclusive",)),
        (Constant("1.0"), ("always `1.0`",)),
        (Constant(value=True), ("always `true`",)),
        (Nullable(Constant("x")), ("always `x` or `null`",)),
        (Nullable(String(max_length=3)), ("at most 3 characters",)),
        (ListOf(String(max_length=500), max_items=10), ("at most 10 items", "each at most 500 characters")),
        (ListOf(String(), 1), ("at least 1 item",)),
        (ListOf(ListOf(String(max_length=2))), ("in each, each at most 2 characters",)),
        (MapOf(Integer(minimum=1)), ("each value at least 1",)),
        (Reference(LOCATOR), ()),
        (Boolean(), ()),
    ],
)
def test_constraints_are_told_in_words(kind: Type, words: tuple[str, ...]) -> None:
    assert constraint_words(kind) == words


def test_readers_that_take_null_are_a_matter_of_the_field() -> None:
    field = Field("page", String(max_length=3), Level.MAY, readers_accept_null=True)
    assert field_words(field) == ("at most 3 characters", "readers also accept `null`")


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        ((HasValue("fidelity", ("partial",), "below `full`"),), "`fidelity` is below `full`"),
        ((HasValue("a", ("x",)),), "`a` is `x`"),
        ((HasValue("a", ("x", 1, None)),), "`a` is `x`, `1` or `null`"),
        ((HasKey("a", expected=True), HasKey("b", expected=False)), "`a` is present and `b` is absent"),
    ],
)
def test_conditions_are_clauses(condition: Condition, words: str) -> None:
    assert condition_words(condition) == words


@pytest.mark.parametrize(
    ("raised", "words"),
    [
        (None, "MAY"),
        (
            ConditionalLevel(Level.SHOULD, (HasValue("fidelity", ("partial",), "below `full`"),)),
            "SHOULD when `fidelity` is below `full`, otherwise MAY",
        ),
        (ConditionalLevel(Level.SHOULD, (), "something went wrong"), "SHOULD when something went wrong, otherwise MAY"),
        (ConditionalLevel(Level.MUST, (), "When asked."), "MUST when asked, otherwise MAY"),
    ],
)
def test_levels_come_with_their_condition(raised: ConditionalLevel | None, words: str) -> None:
    assert level_words(Field("a", String(), Level.MAY, conditional=raised)) == words


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("a b", "`a b`"),
        ("", '`""`'),
        (" a", '`" a"`'),
        ("a`b", '`"a\\u0060b"`'),
        ("a\nb", '`"a\\nb"`'),
        (None, "`null`"),
        (False, "`false`"),
        (1.5, "`1.5`"),
        ({"version": "v2", "é": []}, '`{"version": "v2", "é": []}`'),
    ],
)
def test_values_stand_in_backticks(value: Json, words: str) -> None:
    assert quoted(value) == words


@given(st.text())
def test_a_quoted_text_has_backticks_only_around_it(text: str) -> None:
    words = quoted(text)
    assert words[0] == words[-1] == "`"
    assert "`" not in words[1:-1]
    assert "\n" not in words


@given(st.integers(-(10**200), 10**200) | st.floats(allow_nan=False, allow_infinity=False))
def test_a_number_in_words_is_that_number(value: float) -> None:
    assert float(number_words(value)) == float(value)


def test_a_backtick_in_a_pattern_is_spelled_as_its_escape() -> None:
    assert constraint_words(String(pattern=parse_pattern("^[`a]$"))) == (r"matches `^[\x60a]$`",)


def test_enums_say_whether_they_are_open_and_how_they_are_ranked() -> None:
    assert openness_words(FIDELITY) == "closed: no other values are valid"
    assert openness_words(ERROR_CODE) == "open: other strings are valid too"
    assert order_words(FIDELITY) == "listed from highest to lowest"
    lowest = Enum("A", "A", Documentation(), open=False, values=(), order=Order.LOWEST_FIRST)
    assert order_words(lowest) == "listed from lowest to highest"
    assert order_words(ERROR_CODE) == ""


def test_what_a_field_gets_without_being_given() -> None:
    assert default_words(Field("a", AnyObject(), Level.MUST, default={})) == "`{}`"
    assert default_words(Field("a", Nullable(String()), Level.MUST, default=None)) == "`null`"
    assert default_words(Field("a", String(), Level.MUST)) == ""


def test_a_field_that_follows_another_says_so() -> None:
    field = Field("severity", String(), Level.MAY, follows="code")
    assert relation_words(field) == "Determined by `code`, if the catalogue lists it."
    assert relation_words(Field("severity", String(), Level.MAY)) == ""


def test_lifecycle_retry_and_superseded_keys() -> None:
    gone = Deprecation("1.9", "trace_id", "It moved.")
    assert deprecation_words(gone) == "Deprecated since 1.9; use `trace_id` instead. It moved."
    assert deprecation_words(Deprecation("1.9", "the new key", "")) == "Deprecated since 1.9; use the new key instead."
    assert deprecation_words(Deprecation("1.9", "", "")) == "Deprecated since 1.9."
    assert deprecation_words(Deprecation("1.9", "", "Ask.", "2.0")) == (
        "Deprecated since 1.9. Will be removed in 2.0. Ask."
    )
    assert deprecated_words(gone) == "is deprecated since 1.9; use `trace_id` instead"
    assert deprecated_words(Deprecation("", "", "", "2.0")) == "is deprecated and will be removed in 2.0"
    assert lifecycle_words(Documentation(since="1.0")) == ("Since 1.0.",)
    assert lifecycle_words(Documentation()) == ()
    assert retry_words(Retry(RetryDecision.YES, "after the delay")) == "Yes, after the delay"
    assert retry_words(Retry(RetryDecision.NO)) == "No"
    old = SupersededKey("_warnings", "meta.warnings", Documentation())
    assert superseded_words(old) == "`_warnings` is superseded by `meta.warnings`; readers still accept it."
