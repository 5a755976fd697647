"""Null as an argument: not given, unless it is required."""

import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest
from checkout import CASES, ROOT
from packages.both import Packages, both_packages
from packages.built import built
from packages.type_checking import PROGRAMS

from sealwax.contract.model import Json
from sealwax.meaning.builders.interpreter import build


@pytest.fixture(scope="module")
def packages() -> Iterator[Packages]:
    with both_packages(CASES / "provided" / "contract.yaml") as found:
        yield found


@pytest.mark.parametrize(
    ("given", "written"),
    [
        ({}, {}),
        ({"note": None}, {}),
        ({"note": ""}, {}),
        ({"note": "n", "tags": None, "trace_id": None}, {"note": "n"}),
    ],
)
def test_an_argument_that_is_null_or_empty_is_not_given(
    packages: Packages, given: dict[str, Json], written: dict[str, Json]
) -> None:
    made = packages.python.defaults_("x", **given).to_dict()
    assert {key: made[key] for key in ("note", "tags", "trace") if key in made} == written
    options = {"traceId" if key == "trace_id" else key: value for key, value in given.items()}
    assert packages.node('return it.defaults_("x", given);', options) == made
    (builder,) = (each for each in packages.contract.builders if each.name == "defaults")
    assert build(builder, {"text": "x", **given}) == made


@pytest.fixture(scope="module")
def objects() -> Iterator[Packages]:
    with both_packages(PROGRAMS / "none_or_absent" / "objects.yaml") as found:
        yield found


@pytest.mark.parametrize(
    ("given", "written"),
    [
        ({}, {}),
        ({"about": None}, {}),
        ({"about": {}}, {}),
        ({"about": None, "by": "me"}, {"about": {"by": "me"}}),
        ({"about": {"at": "noon"}, "by": "me"}, {"about": {"by": "me", "at": "noon"}}),
        ({"colours": None}, {}),
        ({"colours": {"sky": "blue"}}, {"colours": {"sky": "blue"}}),
        ({"free": None}, {}),
        ({"free": {}}, {}),
        ({"free": {"a": None}}, {"inner": {"free": {"a": None}}}),
    ],
)
def test_an_object_is_written_if_one_of_its_keys_is_given(
    objects: Packages, given: dict[str, Json], written: dict[str, Json]
) -> None:
    assert build(objects.contract.builders[0], given) == written
    assert objects.python.reply(**given).to_dict() == written
    first = "given.about" if "about" in given else "undefined"
    assert objects.node(f"const {{ about, ...rest }} = given; return it.reply({first}, rest);", given) == written


def test_no_argument_has_a_marker_for_what_is_not_given(packages: Packages) -> None:
    defaults = inspect.signature(packages.python.defaults_).parameters
    assert (defaults["note"].default, defaults["tags"].default) == (None, None)
    with pytest.raises(AttributeError):
        packages.python.defaults.nothing = lambda: None


def test_a_provider_may_give_nothing(packages: Packages) -> None:
    it = packages.python
    for provided, written in ((None, {}), ("n", {"note": "n"})):
        it.defaults.note = lambda value=provided: value
        made = it.defaults_("x").to_dict()
        it.defaults.note = None
        assert {key: value for key, value in made.items() if key == "note"} == written


MENTIONED = b"""
contract: mentioned
version: "1.0.0"
title: A fact that can be null
envelope:
  name: Reply
  fields:
    ok: {type: boolean}
    error: {type: string, level: may}
    code: {type: ErrorCode, level: may}
    data: {type: object, level: may}
  outcomes: {success: {when: {ok: true}}, failure: {when: {ok: false}}}
error_types: {values: {ours: {}}}
error_codes: {values: {LATE: {type: ours, message: "Late{? by {days}}", context: {days: {type: integer | null}}}}}
builders:
  fail:
    outcome: failure
    parameters: {error: {into: error, level: must}, code: {into: code, level: must}, data: {into: data}}
"""


def test_a_message_does_not_mention_a_fact_that_is_null(tmp_path: Path) -> None:
    (tmp_path / "contract.yaml").write_bytes(MENTIONED)
    with both_packages(tmp_path / "contract.yaml") as found:
        for days, message in ((None, "Late"), (0, "Late by 0")):
            made = found.python.errors.late(days=days).to_dict()
            assert made["error"] == message
            assert found.node("return it.errors.late(given);", {"days": days}) == made


@pytest.mark.parametrize(("value", "kind"), [(None, "NoneType"), (5, "int"), ([1], "list")])
def test_a_payload_that_is_no_object_is_a_clear_error(value: Json, kind: str) -> None:
    expected = pytest.raises(TypeError, match=f"^expected a record or a mapping, not {kind}$")
    with built((ROOT / "docs/parcels.yaml").read_bytes()) as package, package.imported() as it, expected:
        it.found(value)
