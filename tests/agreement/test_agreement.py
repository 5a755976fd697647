"""All implementations of a contract say the same about every value: the sample of `make fuzz` that every run takes."""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import cast

import fuzz
import pytest
from checkout import CONSUMERS, own_bases, own_contracts
from fuzzing import agreement
from hypothesis import given, settings
from hypothesis import strategies as st
from judges.agreement import Disagreement, disagreements
from judges.node import Node
from judges.panel import all_judges
from judges.validators import Interpreter, PythonPackage, TypeScriptPackage
from judges.verdicts import Case, Judge, Verdict, payload_cases
from packages.built import Built, built
from strategies.drawn import drawn_contracts, drawn_extensions
from strategies.effort import examples
from strategies.not_json import MAKERS, nested, put_somewhere
from strategies.payloads import Maker, payloads, subjects

from sealwax.contract.model import Envelope, Json
from sealwax.contract.model.output import FOLDER

OWN, BASES = own_contracts(), own_bases()


@pytest.fixture(scope="module")
def node() -> Iterator[Node]:
    process = Node()
    yield process
    process.close()


def report_of(found: list[Disagreement]) -> str:
    return "\n".join(map(str, found))


@pytest.mark.parametrize("name", OWN)
def test_judges_agree_on_the_conformance_cases(name: str, node: Node) -> None:
    with built(OWN[name], BASES[name]) as made:
        by_name = {subject.name: subject for subject in subjects(made.contract)}
        listed = json.loads(made.files[f"{FOLDER}/{made.contract.name}/conformance.json"])["cases"]
        cases = [Case(by_name[each["type"]], each["value"]) for each in listed]
        verdicts = Interpreter().judge(made, cases)
        assert [each.findings for each in verdicts] == [
            tuple(sorted((row["pointer"], row["rule"], row["level"], row["message"]) for row in each["findings"]))
            for each in listed
        ]
        assert report_of(disagreements(made, cases, all_judges(node))) == ""


@pytest.mark.search
@pytest.mark.parametrize("name", OWN)
def test_judges_agree_on_payloads_of_our_contracts(name: str, node: Node) -> None:
    with built(OWN[name], BASES[name]) as made:
        cases = payload_cases(made, Random(1), examples(300, fewest=100))
        assert report_of(disagreements(made, cases, all_judges(node))) == ""


@pytest.mark.search
@pytest.mark.parametrize("number", range(1, 1 + examples(12, fewest=6)))
def test_judges_agree_on_payloads_of_random_contracts(number: int, node: Node) -> None:
    for source in drawn_contracts(number, 6):
        with built(source) as made:
            cases = payload_cases(made, Random(number), 100)
            assert report_of(disagreements(made, cases, all_judges(node))) == "", source.decode()


@pytest.mark.search
@pytest.mark.parametrize("number", range(1, 1 + examples(6, fewest=2)))
def test_judges_agree_on_payloads_of_random_extensions(number: int, node: Node) -> None:
    for source, bases in drawn_extensions(number, 4):
        with built(source, bases) as made:
            cases = payload_cases(made, Random(number), 100)
            assert report_of(disagreements(made, cases, all_judges(node))) == "", source.decode()


def test_judges_agree_where_there_is_nothing_to_check(node: Node) -> None:
    with built((CONSUMERS / "free-values.yaml").read_bytes()) as made:
        cases = payload_cases(made, Random(4), 600)
        short: list[Json] = [{"ok": 1, "kind": "😀"}, {"ok": 1, "kind": "ab"}, {"kind": "a"}]
        cases += [Case(made.contract.envelope, value) for value in short]
        assert report_of(disagreements(made, cases, all_judges(node))) == ""
        code = made.path("python/src/free_values/validation.py")
        subprocess.run((sys.executable, "-m", "ruff", "check", "--isolated", "--quiet", code), check=True)
        body = code.read_text(encoding="utf-8").partition("\ndef is_valid(")[2].partition("\ndef ")[0]
        assert body.count("\n") < 80  # each record is judged in place at most once


@pytest.mark.parametrize("name", OWN)
def test_the_model_and_the_python_package_agree_on_what_is_not_json(name: str) -> None:
    random = Random(2)
    with built(OWN[name], BASES[name]) as made:
        maker = Maker(made.contract, random)
        all_subjects = subjects(made.contract)
        values: list[object] = [make() for make in MAKERS]
        cases = [Case(subject, cast(Json, value)) for subject in all_subjects for value in values]
        for _ in range(400):
            subject = random.choice(all_subjects)
            cases.append(Case(subject, cast(Json, put_somewhere(maker.valid(subject), random))))
        for undecoded in (False, True):
            expected = Interpreter(undecoded).judge(made, cases)
            assert PythonPackage(undecoded).judge(made, cases) == expected


def test_the_packages_agree_on_how_deep_a_free_value_may_be(node: Node) -> None:
    """A JSON Schema sets no such limit, so that it is not asked."""
    judges: list[Judge] = [Interpreter(undecoded=True), PythonPackage(undecoded=True)]
    judges.append(TypeScriptPackage(node, undecoded=True))
    with built(OWN["response-v2"]) as made:
        value: dict[str, Json] = {"success": True, "data": {}, "error": None, "meta": {"version": "response-v2"}}
        deep = [cast(Json, nested(levels)) for levels in (100, 498, 499, 500, 501, 502, 700)]
        values: list[Json] = [value | {"data": {"deep": each}} for each in deep]
        values += [value | {"meta": {"version": "response-v2", "request_id": "a", "deep": each}} for each in deep]
        cases = [Case(made.contract.envelope, each) for each in values]
        assert report_of(disagreements(made, cases, judges)) == ""
        assert {each.valid for each in judges[0].judge(made, cases)} == {True, False}


def test_halves_of_surrogate_pairs_are_characters_everywhere(node: Node) -> None:
    """JSON can spell them. What is written in Rust cannot hold them, so jsonschema-rs and pydantic are not asked."""
    judges = [each for each in all_judges(node) if not each.name.startswith(("jsonschema-rs", "pydantic"))]
    random = Random(5)
    with built(OWN["constraints"]) as made:
        cases = [Case(case.subject, split(case.value, random)) for case in payload_cases(made, random, 300)]
        assert report_of(disagreements(made, cases, judges)) == ""


def split(value: Json, random: Random) -> Json:
    """The value with half of a pair in most of its strings, in place of a character or beside them."""
    if isinstance(value, dict):
        return {key: split(item, random) for key, item in value.items()}
    if isinstance(value, list):
        return [split(item, random) for item in value]
    if isinstance(value, str):
        return random.choice(["\ud800", "\udfff", ""]) + value[random.choice([0, 1]) :]
    return value


# -- that a disagreement would be found -------------------------------------------------------------------------------


class Careless:
    """A judge that misses one thing: keys that a closed object does not have."""

    name = "careless"

    def judge(self, built: Built, cases: Sequence[Case]) -> list[Verdict]:
        return [self.verdict(each) for each in Interpreter().judge(built, cases)]

    def verdict(self, right: Verdict) -> Verdict:
        kept = tuple(row for row in right.findings or () if row[1] != "unknown-key")
        return Verdict(not any(row[2] == "error" for row in kept), kept)


def test_a_judge_that_misses_a_rule_is_found_out() -> None:
    with built(OWN["constraints"]) as made:
        found = disagreements(made, payload_cases(made, Random(1), 400), [Interpreter(), Careless()])
    assert {each.subject for each in found} == {"Reply", "Limits"}
    # The value is cut down to the one key that matters.
    assert all(isinstance(each.value, dict) and len(each.value) == 1 for each in found)


@pytest.mark.parametrize("name", ["response-v2", "conditional-levels", "constraints"])
def test_payloads_are_valid_and_broken_in_good_measure(name: str) -> None:
    with built(OWN[name], BASES[name]) as made:
        verdicts = Interpreter().judge(made, payload_cases(made, Random(3), 1000))
        kinds = {row[1] for each in verdicts for row in each.findings or ()}
    assert 400 < sum(each.valid for each in verdicts) < 800
    assert {"type", "required"} < kinds


def test_what_is_made_to_be_valid_is_valid() -> None:
    for name, source in OWN.items():
        with built(source, BASES[name]) as made:
            maker = Maker(made.contract, Random(4))
            cases = [Case(each, maker.valid(each)) for each in subjects(made.contract) for _ in range(50)]
            verdicts = Interpreter().judge(made, cases)
            assert [case.value for case, each in zip(cases, verdicts, strict=True) if not each.valid] == []


def test_hypothesis_can_draw_the_payloads_too() -> None:
    with built(OWN["response-v2"]) as made:
        envelope: Envelope = made.contract.envelope

        @settings(max_examples=examples(50))
        @given(st.lists(payloads(made.contract, envelope), min_size=5, max_size=5))
        def agree(values: list[Json]) -> None:
            cases = [Case(envelope, value) for value in values]
            assert report_of(disagreements(made, cases, [Interpreter(), PythonPackage()])) == ""

        agree()


# -- the long run -----------------------------------------------------------------------------------------------------


def test_a_disagreement_is_written_down_and_can_be_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agreement, "FOUND", tmp_path)
    monkeypatch.setattr(agreement, "all_judges", lambda _: [Interpreter(), Careless()])
    tally = agreement.try_contract(OWN["constraints"], Random(1))
    assert {json.loads(path.read_text())["judge"] for path in tally.found} == {"careless"}
    assert agreement.replay(tally.found[0]) == 1
    monkeypatch.setattr(agreement, "all_judges", lambda _: [Interpreter(), PythonPackage()])
    assert agreement.replay(tally.found[0]) == 0


def test_the_run_counts_what_it_tried_and_fails_when_it_found_something(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(agreement, "FOUND", tmp_path)
    good = agreement.Tally({"a"}, payloads=1200, valid=700, rules=Counter({"type": 3}))
    monkeypatch.setattr(agreement, "rounds", lambda *_: iter([good, good]))
    assert fuzz.search("agreement", 1, seed=5) == 0
    assert "1 contracts, 2,400 payloads (1,400 valid), no disagreements, 12 judges\n" in capsys.readouterr().out
    bad = agreement.Tally(found=[agreement.report(b"contract: x", {"failure": "it broke"})])
    monkeypatch.setattr(agreement, "rounds", lambda *_: iter([good, bad]))
    assert fuzz.search("agreement", 1, seed=5) == 1
    said = capsys.readouterr().out
    assert "1 disagreement," in said
    assert "it broke\nfuzz agreement: FAILED" in said


def test_a_round_is_the_same_each_time() -> None:
    first, second = drawn_contracts(7, 3), drawn_contracts(7, 3)
    assert first == second != drawn_contracts(8, 3)
