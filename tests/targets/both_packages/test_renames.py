"""A renamed value keeps its old name in the enum. Everything else has its present name only."""

import json
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest
from checkout import CASES
from hypothesis import HealthCheck, given, settings
from packages.built import Built
from packages.built import built as build
from strategies.contracts import as_yaml, contracts

from sealwax.languages.python import class_name, member


@pytest.fixture(scope="module")
def built() -> Iterator[Built]:
    with build((CASES / "renames" / "contract.yaml").read_bytes()) as made:
        yield made


def test_the_old_name_of_a_value_means_the_new_value(built: Built) -> None:
    with built.imported() as package:
        assert package.ErrorCode.TOO_BUSY is package.ErrorCode.QUEUE_FULL
        assert package.ErrorCode.TOO_BUSY == "QUEUE_FULL"
        assert [*package.Mood] == ["fine", "so-so", "bad"]
        assert package.Mood("fine").name == "FINE"
        with pytest.raises(ValueError, match="'good' is not a valid Mood"):
            package.Mood("good")
        assert package.is_valid_job(package.Job(id="a", mood=package.Mood.GOOD).to_dict())
        assert not package.is_valid_job({"id": "a", "mood": "good"})


def test_the_old_name_of_a_value_means_the_new_value_in_javascript(built: Built) -> None:
    script = """
import * as it from "./index.js";
const job = (mood) => it.isValidJob({ id: "a", mood });
console.log(JSON.stringify([it.Mood.GOOD, Object.keys(it.moods), job(it.Mood.GOOD), job("good")]));
"""
    (built.path("typescript") / "package.json").write_text('{"type": "module"}')
    command = ["node", "--input-type=module", "-e", script]
    done = subprocess.run(command, cwd=built.path("typescript"), check=True, capture_output=True, text=True)
    assert json.loads(done.stdout) == ["fine", ["fine", "so-so", "bad"], True, False]


CONTRACT = b"""
contract: names
version: "1.0.0"
title: Names
envelope:
  name: Reply
  fields:
    colour: {type: Colour}
    notes: {type: list of Note, level: may}
types:
  Note: {fields: {code: {type: WarningCode}, message: {type: string}, severity: {type: S}}}
enums:
  Colour:
    values:
      dark-red: {renamed_from: DarkRed}
      blue: {renamed_from: navy}
      navy: {deprecated: {since: "0.9.0", replacement: blue, removal: "2.0.0"}}
      green: {renamed_from: teal}
  S: {values: {low: {}}}
warning_codes:
  severities: S
  noted_in: {record: Note, message: message, code: code, severity: severity}
  values: {SLOW: {severity: low, message: It was slow, renamed_from: S}}
"""


def test_an_old_name_is_no_alias_if_a_value_has_it_or_is_spelled_like_it() -> None:
    with build(CONTRACT) as made, made.imported() as package:
        assert [*package.Colour.__members__] == ["DARK_RED", "BLUE", "NAVY", "GREEN", "TEAL"]
        assert package.Colour.NAVY.value == "navy"


def test_an_old_name_may_be_that_of_the_severities() -> None:
    with build(CONTRACT) as made, made.imported() as package:
        assert package.WarningCode.S is package.WarningCode.SLOW
        assert package.WarningCode.__annotations__["severity"] is package.S


@settings(max_examples=8, suppress_health_check=list(HealthCheck))
@given(contracts())
def test_for_every_contract_each_old_name_means_the_new_value(source: dict[str, Any]) -> None:
    with build(as_yaml(source)) as made, made.imported() as package:
        for enum in made.contract.enums:
            declared = getattr(package, class_name(enum.name))
            for old, new in enum.old_names.items():
                assert getattr(declared, member(old)) is declared(new)
            assert [*declared] == [value.value for value in enum.values]
