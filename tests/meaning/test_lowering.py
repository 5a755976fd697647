"""Lowering: each statement of a contract becomes one node of the check plan, and only there."""

from random import Random

import pytest
from checkout import own_bases, own_contracts
from msgspec.structs import replace
from samples.full_contract import CONTRACT
from strategies.payloads import Maker, subjects

from sealwax.contract.model import (
    AnyObject,
    AnyValue,
    Boolean,
    ConditionalLevel,
    Constant,
    Contract,
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
    SupersededKey,
    Text,
    Type,
)
from sealwax.meaning.checks import (
    AnyCheck,
    AtLeast,
    AtMost,
    CasesCheck,
    Check,
    ConstantCheck,
    Expected,
    ForbiddenKey,
    JsonKind,
    KindCheck,
    ListCheck,
    Listed,
    Lookup,
    MapCheck,
    Matches,
    Measure,
    Message,
    Missing,
    NullableCheck,
    NumberCheck,
    ObjectCheck,
    OtherKeys,
    OutcomeCase,
    Plan,
    Role,
    Row,
    StringCheck,
    Sum,
    TypeRef,
    UnknownTag,
)
from sealwax.meaning.checks.interpreter import run
from sealwax.meaning.checks.lowering import lower, lower_type
from sealwax.meaning.checks.verdicts import errors_only
from sealwax.meaning.findings import RuleId, Weight, errors_in
from sealwax.patterns import FORMATS, LETTER_CASES, parse_pattern
from sealwax.pipeline import load

ADVICE = Weight.ADVICE
OBJECT = Message(RuleId.TYPE, "expected an object")
STRING = Message(RuleId.TYPE, "expected a string")
INTEGER = Message(RuleId.TYPE, "expected an integer")
REQUIRED = Message(RuleId.REQUIRED, "this key must be present")
SHOULD = Message(RuleId.SHOULD, "this key should be present")
UNKNOWN_KEY = OtherKeys(Message(RuleId.UNKNOWN_KEY, "this key is not part of the contract"))
LETTERS = parse_pattern("^[a-z]+$")
DIGITS = parse_pattern("^[0-9]+$")


def matches(name: str, letters: bool = True) -> Matches:
    source = "^[a-z]+$" if letters else "^[0-9]+$"
    message = Message(RuleId.PATTERN, f"expected a string that matches `{source}`")
    return Matches(name, LETTERS if letters else DIGITS, message)


def record(*fields: Field, name: str = "Thing", is_open: bool = False) -> Record:
    return Record(name, "", Documentation(), open=is_open, standalone=False, fields=fields)


def lowered(declared: Record | Enum | Text) -> Check:
    return lower_type(Reference(declared))[1][declared.name].check


def own_plans() -> dict[str, tuple[Contract, Plan]]:
    found: dict[str, tuple[Contract, Plan]] = {}
    for name, source in own_contracts().items():
        texts = {f"contract/{file}": text for file, text in own_bases()[name].items()}
        contracts, _ = load({"contract/own.yaml": source, **texts})
        found |= {f"{name}/{contract.name}": (contract, lower(contract)) for contract in contracts}
    return found


PLANS = own_plans()


# -- types ------------------------------------------------------------------------------------------------------------

TYPES: list[tuple[Type, Check]] = [
    (AnyValue(), AnyCheck()),
    (Null(), KindCheck(JsonKind.NULL, Message(RuleId.TYPE, "expected null"))),
    (Boolean(), KindCheck(JsonKind.BOOLEAN, Message(RuleId.TYPE, "expected true or false"))),
    (AnyObject(), KindCheck(JsonKind.OBJECT, OBJECT)),
    (Payload(), KindCheck(JsonKind.OBJECT, OBJECT)),
    (Integer(), NumberCheck(JsonKind.INTEGER, INTEGER)),
    (
        Number(0.5, 2),
        NumberCheck(
            JsonKind.NUMBER,
            Message(RuleId.TYPE, "expected a number"),
            (
                AtLeast(0.5, Measure.NUMBER, Message(RuleId.MINIMUM, "expected at least 0.5")),
                AtMost(2, Measure.NUMBER, Message(RuleId.MAXIMUM, "expected at most 2")),
            ),
        ),
    ),
    (String(), StringCheck(STRING)),
    (
        String(1, 9, LETTERS, Format.DATE_TIME),
        StringCheck(
            STRING,
            (
                AtLeast(1, Measure.LENGTH, Message(RuleId.MIN_LENGTH, "expected at least 1 character")),
                AtMost(9, Measure.LENGTH, Message(RuleId.MAX_LENGTH, "expected at most 9 characters")),
                matches("value_pattern"),
                Matches(
                    "date_time_format",
                    FORMATS["date-time"],
                    Message(RuleId.FORMAT, "expected the format `date-time` (RFC 3339 date and time)"),
                    "date-time",
                ),
            ),
        ),
    ),
    (Constant("v2"), ConstantCheck("v2", Message(RuleId.CONSTANT, "expected `v2`"))),
    (
        ListOf(String(pattern=LETTERS), 1, 2),
        ListCheck(
            StringCheck(STRING, (matches("value_item_pattern"),)),
            Message(RuleId.TYPE, "expected a list"),
            (
                AtLeast(1, Measure.ITEMS, Message(RuleId.MIN_ITEMS, "expected at least 1 item")),
                AtMost(2, Measure.ITEMS, Message(RuleId.MAX_ITEMS, "expected at most 2 items")),
            ),
        ),
    ),
    (MapOf(Integer()), MapCheck(NumberCheck(JsonKind.INTEGER, INTEGER), OBJECT)),
    (Nullable(Integer()), NullableCheck(NumberCheck(JsonKind.INTEGER, INTEGER))),
    (Reference(record()), TypeRef("Thing")),
]


@pytest.mark.parametrize(
    ("low", "high", "bounded"), [(None, None, False), (0, None, False), (None, 9, False), (0, 9, True)]
)
def test_a_number_is_bounded_by_limits_at_both_ends(low: int | None, high: int | None, bounded: bool) -> None:
    check, _ = lower_type(Integer(low, high))
    assert isinstance(check, NumberCheck)
    assert check.is_bounded is bounded


def test_a_string_that_is_too_long_is_asked_nothing_more() -> None:
    check, _ = lower_type(String(min_length=1, max_length=9, pattern=LETTERS))
    assert isinstance(check, StringCheck)
    assert [each.message.rule for each in check.of_any_length] == [RuleId.MIN_LENGTH, RuleId.MAX_LENGTH]
    assert [each.message.rule for each in check.if_not_too_long] == [RuleId.PATTERN]
    unlimited, _ = lower_type(String(min_length=1, pattern=LETTERS))
    assert isinstance(unlimited, StringCheck)
    assert (len(unlimited.of_any_length), unlimited.if_not_too_long) == (2, ())


@pytest.mark.parametrize(("kind", "check"), TYPES)
def test_a_type_becomes_a_check(kind: Type, check: Check) -> None:
    assert lower_type(kind)[0] == check


def listing(*, is_open: bool, case: LetterCase | None = None) -> Enum:
    return Enum("Listing", "", Documentation(), is_open, (EnumValue("A", Documentation()),), case=case)


def test_a_closed_enum_lists_its_values() -> None:
    listed = Listed("listing_values", ("A",), Message(RuleId.ENUM, "expected `A`"))
    assert lowered(listing(is_open=False, case=LetterCase.SCREAMING_SNAKE)) == StringCheck(STRING, (listed,))


def test_an_open_enum_gives_advice_on_other_strings_and_on_how_they_are_spelled() -> None:
    unknown = Message(RuleId.UNKNOWN_VALUE, "this is not a known value of `Listing`")
    message = Message(RuleId.LETTER_CASE, "values of `Listing` are written in `SCREAMING_SNAKE`")
    spelling = Matches("screaming_snake_case", LETTER_CASES["SCREAMING_SNAKE"], message, longest=100_000)
    plain = StringCheck(STRING, (Listed("listing_values", ("A",), unknown),))
    assert lowered(listing(is_open=True)) == plain
    spelled = StringCheck(STRING, (Listed("listing_values", ("A",), unknown, spelling),))
    assert lowered(listing(is_open=True, case=LetterCase.SCREAMING_SNAKE)) == spelled


# -- objects ----------------------------------------------------------------------------------------------------------

CONDITION = (HasValue("kind", ("a", None)), HasKey("other", expected=False))
ROWS: list[tuple[Field, Row]] = [
    (Field("key", AnyValue(), Level.MAY), Row("key", AnyCheck())),
    (Field("key", AnyValue(), Level.SHOULD), Row("key", AnyCheck(), (Missing(SHOULD),))),
    (Field("key", AnyValue(), Level.MUST), Row("key", AnyCheck(), (Missing(REQUIRED),))),
    (
        Field("key", AnyValue(), Level.SHOULD, conditional=ConditionalLevel(Level.MUST, CONDITION)),
        Row("key", AnyCheck(), (Missing(REQUIRED, CONDITION), Missing(SHOULD))),
    ),
    (
        Field("key", AnyValue(), Level.MAY, conditional=ConditionalLevel(Level.MUST, prose="on Sundays")),
        Row("key", AnyCheck()),
    ),
    (
        Field("key", Integer(), Level.MAY, readers_accept_null=True),
        Row("key", NullableCheck(NumberCheck(JsonKind.INTEGER, INTEGER))),
    ),
    (Field("key", AnyValue(), Level.MAY, readers_accept_null=True), Row("key", AnyCheck())),
    (
        Field("key", AnyObject(), Level.MAY, superseded=(SupersededKey("old", "new", Documentation()),)),
        Row(
            "key",
            KindCheck(JsonKind.OBJECT, OBJECT),
            rules=(ForbiddenKey("old", Message(RuleId.SUPERSEDED, "this key is superseded by `new`")),),
        ),
    ),
    (
        Field("key", Integer(), Level.MAY, sum_of=("a", "b", "c")),
        Row(
            "key",
            NumberCheck(JsonKind.INTEGER, INTEGER),
            rules=(Sum(("a", "b", "c"), Message(RuleId.SUM, "expected the sum of `a`, `b` and `c`")),),
        ),
    ),
    (
        Field("key", AnyValue(), Level.MAY, expects=(HasKey("a"), HasValue("b", ("x", "y")))),
        Row(
            "key",
            AnyCheck(),
            rules=(
                Expected(
                    (HasKey("a"), HasValue("b", ("x", "y"))),
                    Message(RuleId.EXPECTED, "this key is only expected where `a` is present and `b` is `x` or `y`"),
                ),
            ),
        ),
    ),
    (Field("key", Payload(), Level.MAY, per_tool=True), Row("key", KindCheck(JsonKind.OBJECT, OBJECT), per_tool=True)),
]


@pytest.mark.parametrize(("field", "row"), ROWS)
def test_a_field_becomes_a_row(field: Field, row: Row) -> None:
    assert lowered(record(field)) == ObjectCheck((row,), OBJECT, (UNKNOWN_KEY,))
    assert lowered(record(field, is_open=True)) == ObjectCheck((row,), OBJECT)


def test_a_tiered_record_gives_advice_on_keys_that_belong_to_no_tier() -> None:
    check = lower(CONTRACT).types["Marks"].check
    assert isinstance(check, ObjectCheck)
    text = "this key is not declared and does not start with `x_`"
    assert check.other_keys == (OtherKeys(Message(RuleId.UNDECLARED, text), ("x_",)),)


def test_a_code_gives_its_classification_and_its_number() -> None:
    check = lower(CONTRACT).types["ErrorData"].check
    assert isinstance(check, ObjectCheck)
    rules = {row.key: row.rules for row in check.rows}
    (kind,), (number,) = rules["error_type"], rules["number"]
    assert isinstance(kind, Lookup)
    assert isinstance(number, Lookup)
    assert (kind.name, kind.path, kind.kind) == ("error_code_kinds", ("error_code",), JsonKind.STRING)
    assert kind.table["TOO_MANY"] == "rate_limit"
    assert kind.message.level is ADVICE
    assert (number.name, number.path, number.kind) == ("error_code_numbers", ("error_code",), JsonKind.INTEGER)
    assert number.message.level is Weight.ERROR


# -- the envelope -----------------------------------------------------------------------------------------------------


def test_outcomes_become_cases_and_each_is_a_type() -> None:
    plan = lower(CONTRACT)
    check = plan.types["ToolResponse"].check
    assert isinstance(check, CasesCheck)
    assert check.cases == (
        OutcomeCase(HasValue("success", (True,)), TypeRef("ToolSuccess")),
        OutcomeCase(HasValue("success", (False,)), TypeRef("ToolFailure")),
    )
    assert check.otherwise is not None
    boolean = KindCheck(JsonKind.BOOLEAN, Message(RuleId.TYPE, "expected true or false"))
    tag = UnknownTag("success", boolean, Message(RuleId.CONSTANT, "expected `true` or `false`"))
    assert check.otherwise.rules == (tag,)
    assert plan.types["ToolSuccess"].role is Role.OUTCOME


def test_outcomes_that_keys_tell_apart_leave_no_object_over() -> None:
    plan = PLANS["shapes/shapes"][1]
    check = plan.types[plan.envelope].check
    assert isinstance(check, CasesCheck)
    assert check.otherwise is None
    assert all(isinstance(case.when, HasKey) for case in check.cases)


def test_an_envelope_without_outcomes_is_one_object() -> None:
    plan = PLANS["one-shape/one-shape"][1]
    assert isinstance(plan.types[plan.envelope].check, ObjectCheck)
    assert [each.role for each in plan.types.values()] == [Role.RECORD, Role.ENVELOPE]


def test_the_envelope_of_a_tool_says_which_tool_and_which_payload() -> None:
    contract, plan = PLANS["mail-imap/mail-imap"]
    for tool in contract.tools:
        found = plan.types[tool.envelope.name]
        assert (found.role, found.tool, found.payload) == (Role.TOOL_ENVELOPE, tool.name, tool.payload.name)
    general = plan.types[contract.envelope.success.name].check
    assert isinstance(general, ObjectCheck)
    assert [row.key for row in general.rows if row.per_tool] == ["data"]


# -- names ------------------------------------------------------------------------------------------------------------


def patterns(check: Check) -> list[tuple[str, str]]:
    """Names and bodies, in order."""
    match check:
        case StringCheck(_, limits):
            return [(limit.name, limit.pattern.body) for limit in limits if isinstance(limit, Matches)]
        case ListCheck(inner) | MapCheck(inner) | NullableCheck(inner):
            return patterns(inner)
        case ObjectCheck(rows):
            return [found for row in rows for found in patterns(row.check)]
        case _:
            return []


def test_a_pattern_is_named_after_the_first_place_that_uses_it() -> None:
    letters, digits = String(pattern=LETTERS), String(pattern=DIGITS)
    fields = (Field("some_key", letters, Level.MAY), Field("more", MapOf(digits), Level.MAY))
    again = Field("again", Nullable(letters), Level.MAY)
    found = patterns(lowered(record(*fields, again)))
    assert [name for name, _ in found] == [
        "thing_some_key_pattern",
        "thing_more_value_pattern",
        "thing_some_key_pattern",
    ]


def test_places_that_only_punctuation_tells_apart_have_different_names() -> None:
    fields = (Field("a$", String(pattern=LETTERS), Level.MAY), Field("a", String(pattern=DIGITS), Level.MAY))
    found = patterns(lowered(record(*fields)))
    assert [name for name, _ in found] == ["thing_a_pattern", "thing_a_pattern_2"]


@pytest.mark.parametrize("name", PLANS)
def test_one_name_stands_for_one_pattern(name: str) -> None:
    plan = PLANS[name][1]
    found = {pair for each in plan.types.values() for pair in patterns(each.check)}
    assert len(found) == len({name for name, _ in found}) == len({body for _, body in found})


def used(check: Check) -> set[str]:
    match check:
        case TypeRef(name):
            return {name}
        case ListCheck(inner) | MapCheck(inner) | NullableCheck(inner):
            return used(inner)
        case ObjectCheck(rows):
            return {name for row in rows for name in used(row.check)}
        case CasesCheck(cases):
            return {case.type.name for case in cases}
        case _:
            return set()


@pytest.mark.parametrize("name", PLANS)
def test_a_type_comes_after_those_that_it_refers_to(name: str) -> None:
    before: set[str] = set()
    for each in PLANS[name][1].types.values():
        assert used(each.check) <= before
        before.add(each.name)


# -- without advice ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PLANS)
def test_a_plan_without_advice_finds_the_same_errors(name: str) -> None:
    contract, plan = PLANS[name]
    types = {each.name: replace(each, check=errors_only(each.check)) for each in plan.types.values()}
    maker = Maker(contract, Random(name))
    for subject in subjects(contract):
        for value in [maker.payload(subject) for _ in range(20)]:
            found = run(plan.types[subject.name].check, plan.types, value)
            assert run(types[subject.name].check, types, value) == errors_in(found)
