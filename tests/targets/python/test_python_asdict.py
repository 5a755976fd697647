"""`dataclasses.asdict` of records and responses: the keys that are there, and nothing that stands for others."""

import copy
import json
import pickle
from collections.abc import Iterator
from dataclasses import asdict, fields, is_dataclass, replace
from types import ModuleType
from typing import Any

import pytest
from checkout import CASES, ROOT
from packages.built import built, imported
from pydantic import TypeAdapter

SOURCE = ROOT / "generated/response-v2/python/src"


@pytest.fixture(scope="module")
def it() -> Iterator[ModuleType]:
    with imported("response_v2", SOURCE) as module:
        yield module


def test_absent_keys_are_left_out_at_every_depth(it: ModuleType) -> None:
    meta = it.Meta(
        warning_details=[it.WarningDetail(message="Old.", severity=it.Severity.INFO)],
        pagination=it.Pagination(cursor=None),
        rate_limit=None,
    )
    assert asdict(meta) == meta.to_dict()
    assert json.loads(json.dumps(asdict(meta))) == {
        "version": "response-v2",
        "warning_details": [{"severity": "info", "message": "Old."}],
        "pagination": {"cursor": None},
        "rate_limit": None,
    }
    wire = {"success": False, "data": {"error_code": "NOT_FOUND"}, "error": "No", "meta": {"version": "response-v2"}}
    assert asdict(it.parse(wire)) == wire


def test_other_keys_stay_together(it: ModuleType) -> None:
    assert asdict(it.Telemetry(extra={"calls": 2})) == {"extra": {"calls": 2}}


def test_a_required_null_is_no_placeholder(it: ModuleType) -> None:
    assert asdict(it.success_response()) == it.success_response().to_dict()
    wire = {"success": True, "data": {}, "error": None, "meta": {"version": "response-v2"}}
    assert asdict(it.parse(wire)) == wire


def test_an_optional_key_of_the_envelope_can_be_absent() -> None:
    with built((CASES / "provided/contract.yaml").read_bytes()) as package, package.imported() as module:
        for made in (module.defaults_("x"), module.defaults_("x", note=None), module.defaults_("x", note="n")):
            assert asdict(made) == made.to_dict()


def test_the_class_and_its_copies_still_have_every_field(it: ModuleType) -> None:
    assert {each.name for each in fields(it.Pagination)} == {"cursor", "has_more", "total_count", "page_size", "extra"}
    page = it.Pagination(cursor="c")
    assert replace(page, has_more=True) == it.Pagination(cursor="c", has_more=True)
    assert replace(page).cursor == "c"
    assert replace(it.Pagination(has_more=True)).cursor is it.UNSET
    for again in (copy.copy(page), copy.deepcopy(page), pickle.loads(pickle.dumps(page))):  # noqa: S301
        assert again == page
    assert "cursor" in TypeAdapter(it.Pagination).json_schema()["properties"]


def test_every_smallest_record_is_its_wire_form() -> None:
    for package in ("response_v2", "mail_imap", "stac_meta"):
        with imported(package, ROOT / f"generated/{package.replace('_', '-')}/python/src") as module:
            public = [getattr(module, name) for name in module.__all__]
            for kind in (each for each in public if isinstance(each, type) and is_dataclass(each)):
                try:
                    made: Any = kind()
                except TypeError:  # something has to be given
                    continue
                assert asdict(made) == made.to_dict(), kind
