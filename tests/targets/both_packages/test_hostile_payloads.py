"""What an attacker can send: both packages give the same answer, and no payload costs more than its size."""

import json
from collections.abc import Iterator
from types import ModuleType

import fuzz
import pytest
from checkout import ROOT
from judges.node import Node
from judges.panel import all_judges
from judges.reference import check
from judges.verdicts import Case
from packages.both import Packages, both_packages
from packages.built import built

from sealwax.contract.model import Json
from sealwax.meaning.json_values import BEYOND, LARGEST_EXACT
from sealwax.patterns.cost import MAX_REPEATED, Growth

SOURCE = ROOT / "tests" / "consumers" / "hostile-payloads.yaml"
NUMBERS = [
    0, 1, -1, 1.0, 0.5, LARGEST_EXACT, LARGEST_EXACT + 1, LARGEST_EXACT + 2, -LARGEST_EXACT - 1, -LARGEST_EXACT - 2,
    2**60 + 1, -(2**63), 2**64, 2**64 + 1, 10**20, 10**300, -(10**300), 1e300, 1e16, float(2**53),
]  # fmt: skip
KEYS = ["whole", "least", "most", "both", "ratio", "one", "free"]
INFINITE = [BEYOND, -BEYOND, 10**309, -(10**400), 10**4000]


@pytest.fixture(scope="module")
def packages() -> Iterator[Packages]:
    with both_packages(SOURCE) as found:
        yield found


# -- numbers ----------------------------------------------------------------------------------------------------------


def test_all_judges_agree_on_numbers_that_javascript_rounds() -> None:
    values: list[Json] = [{key: number} for key in KEYS for number in NUMBERS]
    node = Node()
    with built(SOURCE.read_bytes()) as made:
        cases = [Case(made.contract.envelope, value) for value in values]
        found = {judge.name: [each.valid for each in judge.judge(made, cases)] for judge in all_judges(node)}
    node.close()
    for value, *answers in zip(values, *found.values(), strict=True):
        others = [name for name, answer in zip(found, answers, strict=True) if answer != answers[0]]
        assert others == [], (value, answers[0])


def rejected(it: ModuleType, value: Json, *, undecoded: bool = False) -> list[tuple[str, str]]:
    """The pointers and rules of the errors. Both functions of the package have to agree."""
    found = [(each.pointer, each.rule) for each in it.validate(value, undecoded=undecoded) if each.level == "error"]
    assert undecoded or it.is_valid(value) == (not found)
    return found


@pytest.mark.parametrize("number", INFINITE, ids=lambda number: f"{number.bit_length()} bits")
@pytest.mark.parametrize("key", KEYS)
def test_a_number_that_is_infinite_in_javascript_is_no_number(packages: Packages, key: str, number: int) -> None:
    value: Json = {key: number}
    text = json.dumps(value)
    body = "return it.validate(JSON.parse(given)).map(({ pointer, rule }) => [pointer, rule])"
    expected = [(each.pointer, each.rule.value) for each in check(packages.contract.envelope, value)]
    assert bool(expected) == (key != "free")
    assert rejected(packages.python, value) == expected
    assert packages.node(body, text) == [list(each) for each in expected]
    assert rejected(packages.python, value, undecoded=True) == [(f"/{key}", "json")]
    assert from_text(packages.python, text) == from_text_in_javascript(packages, text) == [(f"/{key}", "json")]


def test_the_largest_numbers_that_a_double_can_hold_are_numbers(packages: Packages) -> None:
    for number in (BEYOND - 1, 1 - BEYOND):
        assert rejected(packages.python, {"whole": number}, undecoded=True) == []
        assert from_text_in_javascript(packages, json.dumps({"whole": number})) == []


# -- JSON texts -------------------------------------------------------------------------------------------------------


def from_text(it: ModuleType, text: str | bytes) -> list[tuple[str, str]]:
    try:
        it.parse_json(text)
    except it.InvalidResponse as error:
        return [(each.pointer, each.rule) for each in error.findings if each.level == "error"]
    return []


def from_text_in_javascript(packages: Packages, text: str) -> list[tuple[str, str]]:
    body = "return (it.safeParseJson(given).findings ?? []).map(({ pointer, rule }) => [pointer, rule])"
    found = packages.node(body, text)
    assert isinstance(found, list)
    return [tuple(each) for each in found]  # type: ignore[arg-type, misc]


@pytest.mark.parametrize("digits", [308, 309, 400, 4300, 4301, 100_000])
def test_a_text_with_a_long_number_is_read_alike(packages: Packages, digits: int) -> None:
    text = f'{{"free": [0, {"1" * digits}]}}'
    expected = [] if digits <= 309 else [("/free/1", "json")]
    assert from_text(packages.python, text) == expected
    assert from_text(packages.python, text.encode()) == expected
    assert from_text_in_javascript(packages, text) == expected


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-8-sig"])
def test_bytes_are_utf_8(packages: Packages, encoding: str) -> None:
    text = '{"free": "é"}'
    assert from_text(packages.python, text.encode()) == []
    assert from_text(packages.python, text.encode(encoding)) == [("", "json")]
    assert from_text(packages.python, bytearray(text.encode(encoding))) == [("", "json")]  # type: ignore[arg-type]


def test_a_byte_order_mark_is_no_json_in_any_language(packages: Packages) -> None:
    assert from_text(packages.python, '\ufeff{"whole": 1}') == [("", "json")]
    assert from_text_in_javascript(packages, '\ufeff{"whole": 1}') == [("", "json")]


def test_a_number_that_is_no_json_is_found_in_a_text_that_is_too_deep(packages: Packages) -> None:
    text = f'{{"free": {"[" * 600}{"]" * 600}, "whole": 1e400}}'
    assert from_text(packages.python, text) == from_text_in_javascript(packages, text) == [("/whole", "json")]


def test_a_sample_of_the_fuzzing_finds_nothing() -> None:
    assert fuzz.search("payloads", 1, seed=7) == 0


def test_the_fuzzing_would_find_a_text_that_takes_too_many_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fuzzing.payloads.MAX_STEPS", 0)
    assert fuzz.search("payloads", 60, seed=7) == 1


def test_the_fuzzing_would_find_steps_that_are_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if they are far from the limit: here, all but one per character."""
    monkeypatch.setattr("fuzzing.payloads.growth", lambda _: Growth(once=0, rate=1, position=0))
    assert fuzz.search("payloads", 60, seed=7) == 1


# -- objects that inherit ---------------------------------------------------------------------------------------------

INHERITING = [
    "Object.create({ whole: 'x' })",
    "Object.create({ free: 2 })",
    "Object.assign(Object.create({ whole: 'x' }), { free: 1 })",
    "new (class { get whole() { return 1; } })()",
    "new (class { whole = 1 })()",
    "Object.create(Object.create(null))",
]


@pytest.mark.parametrize("value", INHERITING)
def test_an_object_that_inherits_keys_is_not_decoded_json(packages: Packages, value: str) -> None:
    answer = "[it.isValid(value), it.validate(value, options).map(({ rule }) => rule)]"
    body = f"const value = {value}; return [{{}}, {{ undecoded: true }}].map((options) => {answer})"
    assert packages.node(body) == [[False, ["type"]], [False, ["json"]]]


# -- patterns ---------------------------------------------------------------------------------------------------------


def test_a_text_that_is_too_long_is_not_matched(packages: Packages) -> None:
    value: Json = {"code": "A" * 65}
    assert [each.rule for each in check(packages.contract.envelope, value)] == ["max-length"]
    assert rejected(packages.python, value) == [("/code", "max-length")]
    body = "return it.validate(given).map(({ pointer, rule }) => [pointer, rule])"
    assert packages.node(body, value) == [["/code", "max-length"]]


@pytest.mark.parametrize("times", [MAX_REPEATED // 2 - 1, MAX_REPEATED // 2, 10_000_000])
def test_parts_that_make_a_text_that_is_too_long_are_refused(packages: Packages, times: int) -> None:
    """As a whole, before the forms are matched, which takes memory for each repetition."""
    is_short = 2 * times + len(":1") <= MAX_REPEATED
    made = "return it.isValidPlace(it.formatPlace({ path: 'a'.repeat(2) + '-a'.repeat(given - 1), line: 1 }))"
    refused = f"try {{ {made} }} catch (error) {{ return error.message }}"
    expected = True if is_short else "these parts do not make a valid Place"
    assert packages.node(refused, times) == expected
    path = "aa" + "-a" * (times - 1)
    if is_short:
        assert str(packages.python.PlaceParts(path=path, line=1)) == f"{path}:1"
        return
    with pytest.raises(ValueError, match="these parts do not make a valid Place"):
        packages.python.PlaceParts(path=path, line=1)


LONG = {
    "groups": ("c", MAX_REPEATED, []),
    "groups, one character too long": ("c", MAX_REPEATED + 1, [("/groups", "max-length")]),
    "groups, twenty megabytes": ("c", 20_000_000, [("/groups", "max-length")]),
    "lines, twenty megabytes": ("c", 20_000_000, []),
    "kind, as long as it may be": ("a", MAX_REPEATED, [("/kind", "unknown-value")]),
    "kind, too long": ("a", MAX_REPEATED + 1, [("/kind", "unknown-value"), ("/kind", "letter-case")]),
    "kind, twenty megabytes": ("a_", 10_000_000, [("/kind", "unknown-value"), ("/kind", "letter-case")]),
}


@pytest.mark.parametrize("name", LONG)
def test_a_very_long_text_is_json(packages: Packages, name: str) -> None:
    """Repeated groups make JavaScript run out of stack, and Python of memory, so such texts are not matched."""
    (unit, times, expected), key = LONG[name], name.partition(",")[0]
    found = packages.python.validate({key: unit * times})
    for judged in (found, check(packages.contract.envelope, {key: unit * times})):
        assert [(each.pointer, each.rule) for each in judged] == expected
    text = f"const value = {{ {key}: '{unit}'.repeat({times}) }}"
    answer = "it.validate(value).map(({ pointer, rule }) => [pointer, rule])"
    is_same = "it.isValid(value) === !found.some(({ level }) => level === 'error')"
    assert packages.node(f"{text}; return {answer}") == [list(each) for each in expected]
    assert packages.node(f"{text}; const found = it.validate(value); return {is_same}") is True
    parsed = f"{text}; const {{ success, findings = [] }} = it.safeParseJson(JSON.stringify(value));"
    is_valid = not any(each.level == "error" for each in found)
    assert packages.node(f"{parsed} return [success, findings.some(({{ rule }}) => rule === 'json')]") == [
        is_valid,
        False,
    ]
