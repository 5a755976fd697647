"""What follows a code: the catalogue fills it in, and error builders log everything else, in both languages."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from checkout import CASES
from checkout.processes import run
from judges.reference import check
from packages.both import Packages, both_packages

from sealwax.contract.model import Json
from sealwax.meaning.builders.interpreter import answer, build
from sealwax.pipeline import load


@pytest.fixture(scope="module")
def packages() -> Iterator[Packages]:
    with both_packages(CASES / "codes" / "contract.yaml") as found:
        yield found


def test_a_required_type_is_filled_in_wherever_the_code_is_known(packages: Packages) -> None:
    it = packages.python
    expected = [
        {"code": "ORDER_NOT_FOUND", "type": "missing", "message": "No."},
        {"code": "ORDER_NOT_FOUND", "type": "missing", "message": "There is no such order"},
    ]
    made = [it.bad("No.", code="ORDER_NOT_FOUND"), it.errors.order_not_found()]
    assert [each.to_dict()["error"] for each in made] == expected
    program = (
        'return [it.bad("No.", { code: "ORDER_NOT_FOUND" }), it.errors.orderNotFound()].map((each) => each.error);'
    )
    assert packages.node(program) == expected
    assert it.MissingError("No.", code="ORDER_NOT_FOUND").response.to_dict()["error"] == expected[0]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"code": "ORDER_NOT_FOUND", "type": "broken"}, "error.type is"),
        ({"code": "ORDER_NOT_FOND"}, "is not a valid ErrorCode"),
        ({"code": "ORDER_NOT_FOUND", "type": "absent"}, "is not a valid ErrorType"),
    ],
)
def test_an_error_builder_writes_what_it_is_told_and_logs_a_contradiction(
    packages: Packages, arguments: dict[str, Json], words: str, caplog: pytest.LogCaptureFixture
) -> None:
    made = packages.python.bad("No.", **arguments).to_dict()
    assert made["error"] == {"message": "No.", **arguments}
    assert any(words in each for each in caplog.messages)
    expected, found = answer(packages.contract.builders[0], {"message": "No.", **arguments})
    assert made == expected
    assert any(words in each for each in found)
    assert packages.node('return it.bad("No.", given);', arguments) == made
    logged = packages.node(
        "const said = []; console.warn = (text) => said.push(text); it.bad('No.', given); return said;", arguments
    )
    assert words in str(logged)


def test_a_field_without_a_parameter_follows_too(packages: Packages) -> None:
    options: dict[str, Json] = {"code": "OUT_OF_ORDER", "until": "noon", "hint": "ON_FIRE"}
    made = packages.python.bad("No.", **options).to_dict()["error"]
    assert (made["hint"], made["weight"]) == ("ON_FIRE", "heavy")
    assert "weight" not in packages.python.bad("No.", **options | {"hint": "OTHER"}).to_dict()["error"]
    assert packages.node('return it.bad("No.", given).error;', options) == made


def test_a_field_that_a_code_makes_a_must_is_required_by_its_function(packages: Packages) -> None:
    with pytest.raises(TypeError, match="until"):
        packages.python.errors.out_of_order()
    made = packages.python.errors.out_of_order(until="noon").to_dict()
    assert made["error"]["until"] == "noon"
    assert packages.python.is_valid(made)
    assert packages.node('return it.errors.outOfOrder({ until: "noon" });') == made
    assert packages.python.is_valid(packages.python.errors.order_not_found().to_dict())
    declared = (packages.index.parent / "index.d.ts").read_text(encoding="utf-8")
    assert "until: string;" in declared


@pytest.mark.parametrize("name", ["part", "given"])
def test_a_fact_that_is_null_is_not_given(packages: Packages, name: str) -> None:
    for given, expected in (({name: None}, {}), ({name: "x"}, {name: "x"}), ({}, {})):
        facts = {"code": "UNKNOWN_PART", "type": "missing", "message": "There is no such part", **expected}
        assert packages.python.errors.unknown_part(**given).to_dict()["error"] == facts
        arguments: Json = {**given}
        assert packages.node("return it.errors.unknownPart(given).error;", arguments) == facts


@pytest.mark.parametrize(
    ("code", "words"), [("OUT_OF_ORDER", "The machine does not work"), ("UNKNOWN_PART", "There is no such part")]
)
def test_an_empty_message_is_replaced_by_the_words_for_the_code(packages: Packages, code: str, words: str) -> None:
    """Its message, if that needs no facts: the description is a note for developers."""
    options: dict[str, Json] = {"code": code, "until": "noon"}
    made = packages.python.bad("", **options).to_dict()
    assert made["error"]["message"] == words
    assert packages.node('return it.bad("", given);', options) == made
    assert made == build(packages.contract.builders[0], {"message": "", **options})


SETTING = """
contract: setting
version: "1.0.0"
title: Arguments that set required fields
envelope: {name: Reply, fields: {kind: {type: string}, page: {type: Page, level: may}}}
types: {Page: {fields: {size: {type: integer}, unit: {type: string}}}}
builders:
  reply:
    parameters:
      size: {into: page.size, sets: {page.unit: lines}}
      text: {into: kind, level: must}
"""


def test_a_required_field_can_be_set_by_every_argument_that_makes_its_object() -> None:
    contracts, diagnostics = load({"contract.yaml": SETTING.encode()})
    assert diagnostics == ()
    made = build(contracts[0].builders[0], {"text": "x", "size": 3})
    assert made == {"kind": "x", "page": {"size": 3, "unit": "lines"}}


def test_a_required_field_that_only_some_arguments_set_is_reported() -> None:
    text = SETTING.replace("sets: {page.unit: lines}", "level: may")
    _, diagnostics = load({"contract.yaml": text.encode()})
    assert ["page.unit" in each.message for each in diagnostics] == [True]


OPEN = """\
contract: gates
version: "1.0.0"
title: Codes and types that others may add to
envelope:
  name: Answer
  fields:
    ok: {type: boolean, doc: Whether it worked.}
    code: {type: ErrorCode, level: may, doc: What went wrong.}
    kind: {type: ErrorType, follows: code, level: must, doc: The kind of code.}
  outcomes:
    success: {when: {ok: true}}
    failure: {when: {ok: false}}
error_types: {open: true, values: {gone: {http: 404, retry: no, doc: It is no more.}}}
error_codes: {open: true, values: {GATE_IS_GONE: {type: gone, doc: The gate is no more.}}}
builders:
  failed: {outcome: failure, parameters: {code: {into: code}, kind: {into: kind, level: may}}}
"""


def test_a_type_of_the_envelope_that_the_catalogue_does_not_know_is_null_and_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    source = tmp_path / "contract.yaml"
    source.write_text(OPEN, encoding="utf-8")
    with both_packages(source) as found:
        failed = found.python.failed
        assert failed("GATE_IS_GONE").to_dict() == {"ok": False, "code": "GATE_IS_GONE", "kind": "gone"}
        assert failed("OTHER", kind="mine").to_dict() == {"ok": False, "code": "OTHER", "kind": "mine"}
        assert failed("OTHER").to_dict() == {"ok": False, "code": "OTHER", "kind": None}
        assert caplog.messages == ["kind must be given, because no code in the catalogue determines it"]
        assert found.node('return it.failed("OTHER");') == {"ok": False, "code": "OTHER", "kind": None}
        run(sys.executable, "-m", "mypy", "--strict", *map(str, found.python.__path__), folder=tmp_path)


@pytest.fixture(scope="module")
def nullable() -> Iterator[Packages]:
    with both_packages(CASES / "nullable-codes" / "contract.yaml") as found:
        yield found


@pytest.mark.parametrize(
    ("arguments", "code", "kind"),
    [
        ({}, None, None),
        ({"type": "broken"}, "OUT_OF_ORDER", "broken"),
        ({"code": "OUT_OF_ORDER"}, "OUT_OF_ORDER", "broken"),
        ({"code": "OUT_OF_ORDER", "type": "broken"}, "OUT_OF_ORDER", "broken"),
    ],
)
def test_a_code_that_can_be_null_fills_in_what_follows_it(
    nullable: Packages, arguments: dict[str, Json], code: Json, kind: Json
) -> None:
    made = nullable.python.bad("No.", **arguments).to_dict()
    assert made == {"ok": False, "error": {"message": "No.", "code": code, "type": kind}}
    assert nullable.python.validate(made) == []
    assert made == build(nullable.contract.builders[0], {"message": "No.", **arguments})
    assert nullable.node('return it.bad("No.", given);', arguments) == made


def test_another_type_than_that_of_the_code_is_written_and_logged(
    nullable: Packages, caplog: pytest.LogCaptureFixture
) -> None:
    arguments: dict[str, Json] = {"code": "OUT_OF_ORDER", "type": "missing"}
    made = nullable.python.bad("No.", **arguments).to_dict()
    assert made["error"] == {"message": "No.", **arguments}
    assert caplog.messages == ["error.type is 'broken' for this code, not 'missing'"]
    assert nullable.node('return it.bad("No.", given);', arguments) == made


@pytest.mark.parametrize(
    ("cause", "kind", "found"),
    [(None, "broken", []), ("OUT_OF_ORDER", "broken", []), ("OUT_OF_ORDER", "missing", ["classification"])],
)
def test_validators_look_a_nullable_code_up(nullable: Packages, cause: Json, kind: Json, found: list[str]) -> None:
    error: Json = {"message": "No.", "code": None, "type": None, "cause": cause, "cause_type": kind}
    value: Json = {"ok": False, "error": error}
    assert [each.rule for each in nullable.python.validate(value)] == found
    assert [each.rule for each in check(nullable.contract.envelope, value)] == found
    assert nullable.node("return it.validate(given).map((each) => each.rule);", value) == found
