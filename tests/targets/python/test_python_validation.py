"""The validators and parsers of the generated Python package, beside the interpreter that says what they must find."""

import json
from collections.abc import Iterator
from copy import copy
from dataclasses import asdict
from datetime import date
from random import Random
from types import ModuleType
from typing import Any
from unittest import mock

import pytest
from checkout import read_contract as contract
from checkout.processes import run
from hypothesis import given, settings
from hypothesis import strategies as st
from judges.reference import check
from packages.built import imported
from packages.python import Package, installed
from strategies.breaking import break_somewhere
from strategies.effort import examples
from strategies.not_json import MAKERS, hashed_like_a_key, nested, put_somewhere, shared
from strategies.payloads import Subject, payloads, subjects

from sealwax.contract.model import (
    Absent,
    Envelope,
    Json,
    Record,
    Text,
)
from sealwax.languages.python import class_name, member
from sealwax.naming import snake

SUBJECTS = subjects(contract())
SMALLEST: Json = {"success": True, "data": {}, "error": None, "meta": {"version": "response-v2"}}
FAILURE: Json = {"success": False, "data": {}, "error": "It failed", "meta": {"version": "response-v2"}}
EXAMPLES = [
    (example.subject, example.value) for example in contract().examples if not isinstance(example.value, Absent)
]
KEYS = [field.name for record in contract().records for field in record.fields]
WORDS = [value.value for enum in contract().enums for value in enum.values]


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Package]:
    with installed(contract(), tmp_path_factory.mktemp("validation")) as package:
        yield package


@pytest.fixture(scope="module")
def it(package: Package) -> Iterator[ModuleType]:
    """The package in this process, where values that are no JSON can be handed to it."""
    with imported("response_v2", package.source / "src") as module:
        yield module


def ending(subject: Subject) -> str:
    return "" if isinstance(subject, Envelope) else f"_{snake(subject.name)}"


def expected(subject: Subject, value: object, *, undecoded: bool = False) -> list[tuple[str, str, str, str]]:
    found = check(subject, value, undecoded=undecoded)
    return sorted((one.pointer, one.rule.value, one.level.value, one.message) for one in found)


def found(
    it: ModuleType, subject: Subject, value: object, *, undecoded: bool = False
) -> list[tuple[str, str, str, str]]:
    findings = getattr(it, f"validate{ending(subject)}")(value, undecoded=undecoded)
    return sorted((one.pointer, one.rule, one.level, one.message) for one in findings)


def agree(it: ModuleType, subject: Subject, value: object) -> None:
    """Same findings as the interpreter, and the quick verdict is the verdict."""
    findings = expected(subject, value)
    assert found(it, subject, value) == findings
    valid = not any(level == "error" for _, _, level, _ in findings)
    assert getattr(it, f"is_valid{ending(subject)}")(value) is valid
    if isinstance(subject, Envelope | Record):
        assert parses(it, subject, value) is valid


def parses(it: ModuleType, subject: Subject, value: object) -> bool:
    """Whether a parser takes the value. If so, nothing is lost; if not, everything is told."""
    try:
        typed = getattr(it, f"parse{ending(subject)}")(value)
    except it.InvalidResponse as error:
        told = error.findings
    else:
        assert typed.to_dict() == value
        return True
    assert sorted((one.pointer, one.rule, one.level, one.message) for one in told) == expected(subject, value)
    return False


# -- findings ---------------------------------------------------------------------------------------------------------


def test_every_named_type_has_a_validator(it: ModuleType) -> None:
    for subject in SUBJECTS:
        assert callable(getattr(it, f"validate{ending(subject)}"))
        assert callable(getattr(it, f"is_valid{ending(subject)}"))
        assert hasattr(it, f"parse{ending(subject)}") is (
            isinstance(subject, Envelope | Record) or (isinstance(subject, Text) and bool(subject.forms))
        )


@pytest.mark.parametrize(("subject", "value"), EXAMPLES, ids=lambda part: getattr(part, "name", None))
def test_the_examples_of_the_contract_have_the_findings_of_the_interpreter(
    it: ModuleType, subject: Subject, value: Json
) -> None:
    agree(it, subject, value)


@given(st.data())
@settings(max_examples=examples(300))
def test_random_payloads_have_the_findings_of_the_interpreter(it: ModuleType, data: st.DataObject) -> None:
    subject = data.draw(st.sampled_from(SUBJECTS))
    agree(it, subject, data.draw(payloads(contract(), subject)))


@given(st.sampled_from(EXAMPLES), st.integers(1, 3), st.randoms(use_true_random=False))
@settings(max_examples=examples(300))
def test_broken_examples_have_the_findings_of_the_interpreter(
    it: ModuleType, example: tuple[Subject, Json], times: int, random: Random
) -> None:
    subject, value = example
    for _ in range(times):
        value = break_somewhere(value, random, KEYS, WORDS)
    agree(it, subject, value)


@given(st.sampled_from(EXAMPLES), st.randoms(use_true_random=False))
@settings(max_examples=examples(300))
def test_values_that_are_no_json_have_the_findings_of_the_interpreter(
    it: ModuleType, example: tuple[Subject, Json], random: Random
) -> None:
    subject, value = example
    same_findings_whatever_it_is(it, subject, put_somewhere(value, random))


def same_findings_whatever_it_is(it: ModuleType, subject: Subject, value: object) -> None:
    """With and without `undecoded`: neither ever raises."""
    for undecoded in (False, True):
        findings = expected(subject, value, undecoded=undecoded)
        assert found(it, subject, value, undecoded=undecoded) == findings
        if not undecoded:
            is_valid = getattr(it, f"is_valid{ending(subject)}")(value)
            assert is_valid is not any(one[2] == "error" for one in findings)


@pytest.mark.parametrize("make", MAKERS)
def test_what_is_no_json_is_told_and_never_raises(it: ModuleType, make: Any) -> None:
    for subject in SUBJECTS:
        same_findings_whatever_it_is(it, subject, make())
    whole = {"success": True, "data": {"odd": make()}, "error": None, "meta": {"version": "response-v2", "x": make()}}
    same_findings_whatever_it_is(it, contract().envelope, whole)


def test_the_finding_stands_where_the_first_thing_is_that_is_not_json(it: ModuleType) -> None:
    rows = [{"id": 1, "when/at": "today"}, {"id": 2, "when/at": date(2026, 1, 2)}, {3: "c"}]
    (finding,) = it.validate({**SMALLEST, "data": {"rows": rows}, "meta": {}}, undecoded=True)  # type: ignore[dict-item]
    assert (finding.pointer, finding.level, finding.rule) == ("/data/rows/1/when~1at", "error", "json")
    (finding,) = it.validate({**SMALLEST, "data": {"rows": rows[2:]}}, undecoded=True)  # type: ignore[dict-item]
    assert finding.pointer == "/data/rows/0"


def test_a_key_whose_comparison_raises_is_told_where_values_may_be_anything(it: ModuleType) -> None:
    value = hashed_like_a_key()
    assert [tuple(each)[:3] for each in it.validate(value, undecoded=True)] == [("", "error", "json")]
    with pytest.raises(AssertionError, match="compared"):
        it.validate(value)


def test_free_values_are_taken_as_decoded_json(it: ModuleType) -> None:
    free = {**SMALLEST, "data": {"when": date(2026, 1, 2), "deep": nested(600)}}  # type: ignore[dict-item]
    assert it.is_valid(free)
    assert [finding.rule for finding in it.validate(free, undecoded=True)] == ["json"]
    assert [finding.level for finding in it.validate(free)] == ["advice"]
    assert it.parse(free).data == free["data"]
    broken = {**free, "meta": {"version": "response-v1"}}
    assert not it.is_valid(broken)
    with pytest.raises(it.InvalidResponse, match=r"^/meta/version: expected `response-v2`$"):
        it.parse(broken)


class Anything:
    """Equal to everything, and whatever it is asked about its class."""

    def __eq__(self, other: object) -> bool:
        return True

    def __ne__(self, other: object) -> bool:
        return False

    __hash__ = object.__hash__

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        return str


@pytest.mark.parametrize("make", [Anything, lambda: mock.ANY])
def test_a_constant_is_no_value_that_only_claims_to_be_equal(it: ModuleType, make: Any) -> None:
    for broken in ({**SMALLEST, "meta": {"version": make()}}, {**SMALLEST, "success": make()}):  # type: ignore[dict-item]
        assert not it.is_valid(broken)
        assert any(finding.level == "error" for finding in it.validate(broken))


class Unhashable(type):
    """The type of types that can neither be looked up nor compared."""

    def __eq__(cls, other: object) -> bool:
        raise AssertionError("compared")

    __hash__ = None  # type: ignore[assignment]


class Strange(metaclass=Unhashable):
    pass


def test_the_type_of_a_value_is_never_compared_or_hashed(it: ModuleType) -> None:
    for subject in SUBJECTS:
        assert not getattr(it, f"is_valid{ending(subject)}")(Strange())
        assert len(found(it, subject, Strange())) == 1
    for key in ("success", "data", "error", "meta"):
        assert not it.is_valid({**SMALLEST, key: Strange()})  # type: ignore[dict-item]
        assert found(it, contract().envelope, {**SMALLEST, key: Strange()})  # type: ignore[dict-item]


@pytest.mark.parametrize("levels", [499, 500, 501, 100_000])
def test_values_are_500_levels_deep_at_most(it: ModuleType, levels: int) -> None:
    # The keys `data` and `deep` are the first two levels.
    deep = {"success": True, "data": {"deep": nested(levels - 2)}, "error": None, "meta": {"version": "response-v2"}}
    assert it.is_valid(deep)
    rules = [finding.rule for finding in it.validate(deep, undecoded=True) if finding.level == "error"]
    assert rules == ([] if levels <= 500 else ["json"])


def test_what_is_held_in_many_places_is_walked_once(it: ModuleType) -> None:
    for levels in (60, 400):
        assert is_json_value(it, {**SMALLEST, "data": {"all": shared(levels)}})  # type: ignore[dict-item]
    wide: object = [0] * 1000
    for _ in range(100):
        wide = [wide] * 1000
    assert is_json_value(it, {**SMALLEST, "data": {"all": wide}})  # type: ignore[dict-item]


def test_what_is_wide_and_held_often_is_not_looked_at_each_time(it: ModuleType) -> None:
    items, keys = [0] * 100_000, dict.fromkeys(map(str, range(20_000)))
    for count in (200, 20_000):
        assert is_json_value(it, {**SMALLEST, "data": {"all": [items] * count}})  # type: ignore[dict-item]
        odd = {**SMALLEST, "data": {"all": [keys] * count, "odd": b""}}  # type: ignore[dict-item]
        assert [finding.pointer for finding in it.validate(odd, undecoded=True)] == ["/data/odd"]


def test_findings_are_plain_tuples_with_names(it: ModuleType) -> None:
    (finding,) = it.validate({**SMALLEST, "meta": {"version": "response-v3", "request_id": "r"}})  # type: ignore[dict-item]
    assert tuple(finding) == ("/meta/version", "error", "constant", finding.message)
    assert finding == it.Finding(pointer="/meta/version", level="error", rule="constant", message=finding.message)
    assert "response-v2" in finding.message
    assert copy(finding) == finding


def test_a_type_that_knows_no_advice_gives_none(it: ModuleType) -> None:
    assert it.validate_pagination({}) == []
    assert {finding.level for finding in it.validate_error_data({"error_code": "own"})} == {"advice"}


# -- typed objects ----------------------------------------------------------------------------------------------------


def test_a_success_and_a_failure_are_told_apart_by_class(it: ModuleType) -> None:
    success, failure = it.parse(SMALLEST), it.parse(FAILURE)
    assert type(success) is it.ParsedToolResponseSuccess
    assert type(failure) is it.ParsedToolResponseFailure
    assert (success.success, success.data, success.error) == (True, {}, None)
    assert (failure.success, failure.data, failure.error) == (False, it.ErrorData(), "It failed")
    assert success.meta == it.Meta()
    assert asdict(success)["meta"]["version"] == "response-v2"


def test_known_codes_are_members_and_others_stay_as_they_are(it: ModuleType) -> None:
    known = it.parse_error_data({"error_code": "NOT_FOUND", "error_type": "not_found"})
    assert known.error_code is it.ErrorCode.NOT_FOUND
    assert known.error_type is it.ErrorType.NOT_FOUND
    own = it.parse_error_data({"error_code": "OUR_OWN", "error_type": "own"})
    assert (own.error_code, own.error_type) == ("OUR_OWN", "own")
    assert type(own.error_code) is str
    for enum in contract().enums:
        assert [getattr(it, class_name(enum.name))[member(one.value)].value for one in enum.values] == [
            one.value for one in enum.values
        ]


def test_records_within_are_dataclasses_and_unknown_keys_are_kept(it: ModuleType) -> None:
    value = {
        "version": "response-v2",
        "warning_details": [{"message": "Old.", "code": "STALE_CACHE", "severity": "warning", "age": 3}],
        "pagination": {"cursor": None, "pages": [1, {"a": None}]},
        "rate_limit": None,
        "shard": {"id": 7},
    }
    meta = it.parse_meta(value)
    (detail,) = meta.warning_details
    assert type(detail) is it.WarningDetail
    assert (detail.code, detail.severity) == (it.WarningCode.STALE_CACHE, it.Severity.WARNING)
    assert detail.extra == {"age": 3}
    assert meta.pagination == it.Pagination(cursor=None, extra={"pages": [1, {"a": None}]})
    assert meta.extra == {"shard": {"id": 7}}
    assert meta.to_dict() == value


def test_null_that_readers_take_is_told_from_an_absent_key(it: ModuleType) -> None:
    meta = it.parse_meta({"version": "response-v2", "rate_limit": None})
    assert meta.rate_limit is None
    assert meta.telemetry is it.UNSET
    assert not it.UNSET
    assert meta.to_dict() == {"version": "response-v2", "rate_limit": None}
    assert it.success_response(rate_limit=None).meta == {"version": "response-v2"}


def test_broken_input_raises_one_exception_with_all_findings(it: ModuleType) -> None:
    broken = {"success": True, "error": "x", "meta": {"version": 2}, "more": 1}
    with pytest.raises(it.InvalidResponse) as caught:
        it.parse(broken)
    error: Any = caught.value
    assert issubclass(it.InvalidResponse, ValueError)
    assert {finding.pointer for finding in error.findings} == {
        "/data", "/error", "/meta/version", "/meta/request_id", "/more",
    }  # fmt: skip
    assert "/meta/version: expected" in str(error)
    assert "/meta/request_id" not in str(error)
    again = copy(error)  # by the same way as pickle
    assert again.findings == error.findings
    assert str(again) == str(error)


def test_a_long_list_of_errors_is_shortened_in_the_message_only(it: ModuleType) -> None:
    with pytest.raises(it.InvalidResponse) as caught:
        it.parse({**SMALLEST, **{f"key{number}": 1 for number in range(20)}})  # type: ignore[dict-item]
    assert len(caught.value.findings) >= 20
    assert str(caught.value).endswith("; and 15 more")


def test_builders_make_what_parsers_take(it: ModuleType) -> None:
    made = it.success_response({"a": 1}, warnings=["w"], pagination=it.Pagination(cursor="c"), request_id="r")
    assert it.validate(made.to_dict()) == []
    assert it.parse(made.to_dict()).to_dict() == made.to_dict()
    failed = it.error_response("x", error_code="NOT_FOUND", remediation="Look elsewhere.", request_id="r")
    assert it.validate(failed.to_dict()) == []
    assert it.parse(failed.to_dict()).data.error_code is it.ErrorCode.NOT_FOUND


# -- JSON text --------------------------------------------------------------------------------------------------------


def response(data: str = "{}", meta: str = '{"version": "response-v2"}') -> str:
    return f'{{"success": true, "data": {data}, "error": null, "meta": {meta}}}'


DEEP = "[" * 490 + "]" * 490
TEXTS: list[str | bytes] = [
    response(),
    response().encode(),
    f" \n\t{response()}\r\n",
    response('{"n": 18446744073709551615}'),
    response('{"n": 18446744073709551616}'),
    response('{"n": -9223372036854775809, "m": 9007199254740993}'),
    response('{"n": 123456789012345678901234567890, "s": "123456789012345678901234567890"}'),
    response(f'{{"n": {"9" * 5000}}}'),
    response('{"n": -0, "m": -0.0, "k": 0, "d": "2026-01-02", "e": -0e0}'),
    response('{"n": [-0]}'),
    response('{"n": 0.1234567890123456789012345}'),
    response('{"n": 1e400}'),
    response('{"n": -1e400, "m": 1e-400, "k": 1E5, "l": 2.0}'),
    response('{"n": NaN}'),
    response('{"n": Infinity, "m": -Infinity}'),
    response('{"a": 1, "a": 2, "b": 3, "a": {"c": 1}}'),
    response(meta='{"version": "wrong", "version": "response-v2"}'),
    response(meta='{"version": "response-v2", "version": "wrong"}'),
    response('{"s": "\\ud800", "t": "\\udc00\\ud800", "u": "\\ud83d\\ude00"}'),
    response('{"s": "\ud800"}'),
    response('{"s": "😀\\u0000\\u001f\x7f"}'),
    response('{"s": "\x01"}'),
    response('{"s": "a").'),
    response(f'{{"deep": {DEEP}}}'),
    response(f'{{"deep": {"[" * 498}1{"]" * 498}}}'),
    response(f'{{"deep": {"[" * 499}1{"]" * 499}}}'),
    response(f'{{"deep": {"[" * 500}1{"]" * 500}}}'),
    response(f'{{"deep": {"[" * 950}1{"]" * 950}}}'),
    response(f'{{"deep": {"[" * 1020}1{"]" * 1020}}}'),
    response(f'{{"deep": {"[" * 100_000}1{"]" * 100_000}}}'),
    response(meta="[" * 1000 + "]" * 1000),
    "[" * 950 + "]" * 950,
    "[" * 100_000,
    "\ufeff" + response(),
    b"\xef\xbb\xbf" + response().encode(),
    response('{"s": "é"}').encode("utf-16"),
    response('{"s": "é"}').encode("latin-1"),
    b'{"s": "\xed\xa0\x80"}',
    response('{"s": "S"}').encode().replace(b"S", b"\xed\xa0\x80"),
    response('{"s": "S"}').encode().replace(b"S", b"\xff"),
    response('{"s": "S"}').encode().replace(b"S", b"\xc0\x80"),
    "",
    b"",
    " ",
    "null",
    "1",
    '"text"',
    "[]",
    "{}",
    "{'a': 1}",
    '{"a": 1,}',
    response() + "x",
    response() + response(),
    response('{"n": 01}'),
    response('{"n": .5}'),
    response('{"n": 1.}'),
    response('{"n": +1}'),
    response('{"n": 0x10, "m": True}'),
    response(meta='{"version": "response-v2", "pagination": {"total_count": 10.0, "page_size": 1e2}}'),
    response(meta='{"version": "response-v2", "pagination": {"total_count": 1e400}}'),
]


def refusal(it: ModuleType, text: str | bytes) -> Any:
    """The findings that a text is refused with, or None."""
    try:
        it.parse_json(text)
    except it.InvalidResponse as error:
        return error.findings
    return None


def decoded(text: str | bytes) -> tuple[bool, Json]:
    """Whether the standard library reads the text as JSON, and what it reads. It refuses very long integers."""
    constants: list[str] = []
    try:
        read = text if isinstance(text, str) else text.decode()
        value: Json = json.loads(read.replace("9" * 5000, "1e5000"), parse_constant=constants.append)
    except (ValueError, RecursionError):
        return False, None
    return not constants, value


def is_json_value(it: ModuleType, value: object) -> bool:
    """Whether a value is JSON down to its last leaf, as `validate` sees it."""
    return all(finding.rule != "json" for finding in it.validate(value, undecoded=True))


def test_a_text_means_what_its_value_means(it: ModuleType) -> None:
    whole = [("", "json")]
    for text in TEXTS:
        (is_json, value), findings = decoded(text), refusal(it, text)
        if findings is None:
            assert is_json
            assert it.parse_json(text) == it.parse(value)
            assert is_json_value(it, value)
        elif [(one.pointer, one.rule) for one in findings] != whole:
            assert findings == it.validate(value, undecoded=True)
        elif is_json:
            assert not is_json_value(it, {**SMALLEST, "data": {"whole": value}})  # type: ignore[dict-item]


def test_text_that_is_no_json_has_one_finding_about_the_whole(it: ModuleType) -> None:
    for text in ("", "{", "[NaN]", b"\xff", "[" * 100_000):
        with pytest.raises(it.InvalidResponse) as caught:
            it.parse_json(text)
        assert [(one.pointer, one.level, one.rule) for one in caught.value.findings] == [("", "error", "json")]
        assert str(caught.value).startswith("the value: this text is not JSON")
        assert caught.value.__cause__ is not None


# -- what is loaded, and when -----------------------------------------------------------------------------------------

MODULES = "sorted(name.removeprefix('response_v2.') for name in sys.modules if name.startswith('response_v2.'))"


def loaded(package: Package, statement: str) -> list[str]:
    program = f"import sys\n{statement}\nprint(*{MODULES})"
    return run(package.python, "-I", "-c", program, folder=package.source).split()


def test_importing_the_package_loads_itself_and_the_standard_library(package: Package) -> None:
    program = """
import sys
before = set(sys.modules)
import response_v2
print(*{name.split(".")[0] for name in set(sys.modules) - before} - sys.stdlib_module_names)
"""
    assert run(package.python, "-I", "-c", program, folder=package.source).split() == ["response_v2"]
    assert not {"http", "fastapi", "mcp"} & set(loaded(package, "import response_v2"))


def test_the_package_shows_all_its_names_and_no_others(package: Package) -> None:
    assert package.value("sorted(set(it.__all__) - set(dir(it)))") == []
    star = "scope = {}; exec('from response_v2 import *', scope); result = sorted(set(it.__all__) - set(scope))"
    assert package.result(star) == []
    assert package.value("it.parse is it.parsing.parse") is True
    assert package.error("it.no_such_name") == (
        "AttributeError",
        "module 'response_v2' has no attribute 'no_such_name'",
    )
    assert package.error("from response_v2 import no_such_name")[0] == "ImportError"
