"""JSON-RPC numbers: a number that is not its code's is an error, and builders cannot get it wrong."""

import json
from collections.abc import Iterator

import pytest
from checkout import CASES
from judges.node import Node
from judges.panel import all_judges
from judges.reference import check
from judges.verdicts import Case
from packages.both import Packages, both_packages
from packages.built import built

from sealwax.contract.model import Json
from sealwax.meaning.findings import RuleId, Weight

NUMBERS = {"MALFORMED": -32600, "CONFLICT": -32600, "MISSING": -32602, "SPECIAL": 7}
SOURCE = CASES / "jsonrpc-numbers" / "contract.yaml"


@pytest.fixture(scope="module")
def packages() -> Iterator[Packages]:
    with both_packages(SOURCE) as found:
        yield found


def failure(number: Json, code: Json) -> dict[str, Json]:
    return {"ok": False, "data": {}, "error": {"code": number, "message": "m", "data": {"code": code}}}


def test_only_the_number_of_its_code_is_valid(packages: Packages) -> None:
    envelope = packages.contract.envelope
    for code, number in NUMBERS.items():
        for given in {*NUMBERS.values(), 0, -32601}:
            findings = [each for each in check(envelope, failure(given, code)) if each.level is Weight.ERROR]
            expected = [] if given == number else [("/error/code", RuleId.PAIR)]
            assert [(each.pointer, each.rule) for each in findings] == expected


VALUES: dict[str, tuple[Json, bool]] = {
    "a pair": ({"number": -32600, "code": "CONFLICT"}, True),
    "a pair with a point": ({"number": -32600.0, "code": "CONFLICT"}, True),
    "another number": ({"number": -32602, "code": "CONFLICT"}, False),
    "no code": ({"number": 5}, True),
    "no number": ({"code": "CONFLICT"}, True),
    "nothing": ({}, True),
    "no number at all": ({"number": "-32600", "code": "CONFLICT"}, False),
    "a fraction": ({"number": -32600.5, "code": "CONFLICT"}, False),
    "true": ({"number": True, "code": "SPECIAL"}, False),
    "an unknown code": ({"number": 5, "code": "OTHER"}, False),
    "a list with a code": ({"number": 5, "code": ["CONFLICT"]}, False),
}


@pytest.mark.parametrize("name", VALUES)
def test_all_judges_agree_about_pairs(name: str) -> None:
    node = Node()
    with built(SOURCE.read_bytes()) as made:
        hint = next(record for record in made.contract.records if record.name == "Hint")
        value, expected = VALUES[name]
        verdicts = {judge.name: judge.judge(made, [Case(hint, value)])[0].valid for judge in all_judges(node)}
    node.close()
    assert verdicts == dict.fromkeys(verdicts, expected)
    assert len(verdicts) == 12


def test_what_is_no_object_on_the_way_to_a_code_decides_nothing() -> None:
    """The path leads through an object that may be null."""
    text = SOURCE.read_text(encoding="utf-8").partition("builders:")[0]
    text = text.replace("data: {type: Details,", "data: {type: Details | null,")
    node = Node()
    with built(text.encode()) as made:
        problem = next(record for record in made.contract.records if record.name == "Problem")
        data: tuple[Json, ...] = (None, {"code": "MISSING"}, "x")
        values: list[Json] = [{"code": 3, "message": "", "data": each} for each in data]
        for judge in all_judges(node):
            verdicts = judge.judge(made, [Case(problem, value) for value in values])
            assert [each.valid for each in verdicts] == [True, False, False], judge.name
    node.close()


def test_builders_fill_in_the_number(packages: Packages) -> None:
    for code, number in NUMBERS.items():
        made = packages.python.failed("m", code=code).to_dict()
        assert made["error"] == {"code": number, "message": "m", "data": {"code": code}}
        assert packages.node("return it.failed('m', { code: given });", code) == made
        member = packages.python.ErrorCode(code)
        assert packages.python.failed("m", code=member, cause=member).to_dict() == made | {
            "cause": code,
            "cause_number": number,
        }


def test_the_catalogue_tells_the_numbers(packages: Packages) -> None:
    it = packages.python
    assert {str(kind): kind.jsonrpc for kind in it.ErrorType} == {
        "bad_request": -32600,
        "bad_params": -32602,
        "ours": 7,
    }
    asked: list[Json] = ["MISSING", "bad_params", "ours", "nobody"]
    assert [it.jsonrpc_number(each) for each in asked] == [-32602, -32602, 7, None]
    assert it.jsonrpc_number("OUR_OWN", "bad_request") == -32600
    assert packages.node("return given.map((each) => it.jsonrpcNumber(each));", asked) == [-32602, -32602, 7, None]
    assert packages.node("return it.errorTypes.ours.jsonrpc;") == 7


def test_a_contract_without_numbers_has_no_trace_of_them() -> None:
    with both_packages(CASES / "factories" / "contract.yaml") as packages:
        assert not hasattr(packages.python, "jsonrpc_number")
        paths = [path for path in packages.index.parent.iterdir() if path.suffix in (".js", ".ts")]
        # The run-time module is the same for every contract.
        texts = [path.read_text(encoding="utf-8") for path in paths if path.name != "runtime.js"]
        assert not any("jsonrpc" in text.lower() or '"pair"' in text for text in texts)


def test_the_schema_names_every_code_once() -> None:
    with built(SOURCE.read_bytes()) as made:
        schema = json.loads(made.files["generated/jsonrpc-numbers/json-schema/jsonrpc-numbers.schema.json"])
    pairs = {
        code: each["then"]["properties"]["number"]["const"]
        for each in schema["$defs"]["Hint"]["allOf"]
        for code in each["if"]["properties"]["code"]["enum"]
    }
    assert pairs == NUMBERS
