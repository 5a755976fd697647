"""The generated Python packages in the hands of pydantic, as FastAPI and MCP servers use them."""

import json
import sys
from collections.abc import Iterator
from dataclasses import is_dataclass
from types import ModuleType
from typing import Any

import pytest
from checkout import ROOT
from checkout.processes import run
from packages.built import built, imported
from pydantic import TypeAdapter, ValidationError

META: dict[str, Any] = {"version": "response-v2"}


@pytest.fixture(scope="module")
def it() -> Iterator[ModuleType]:
    with imported("response_v2", ROOT / "generated/response-v2/python/src") as module:
        yield module


def test_typed_dicts_keep_the_keys_that_open_records_allow(it: ModuleType) -> None:
    value = {**META, "own": {"a": 1}, "pagination": {"cursor": None, "page": 2}}
    adapter = TypeAdapter(it.MetaDict)
    assert adapter.validate_python(value) == value
    assert json.loads(adapter.dump_json(value)) == value
    assert adapter.json_schema()["additionalProperties"] is True


def test_typed_dicts_reject_keys_that_closed_objects_forbid(it: ModuleType) -> None:
    value = {"success": True, "data": {"a": 1}, "error": None, "meta": META}
    adapter = TypeAdapter(it.ToolResponseDict)
    assert adapter.validate_python(value) == value
    with pytest.raises(ValidationError, match="Extra inputs are not permitted"):
        adapter.validate_python({**value, "other": 1})


def test_every_typed_dict_and_record_has_a_schema() -> None:
    for package in ("response_v2", "mail_imap", "stac_meta"):
        with imported(package, ROOT / f"generated/{package.replace('_', '-')}/python/src") as module:
            public = {name: getattr(module, name) for name in module.__all__}
            kinds = [kind for name, kind in public.items() if name.endswith("Dict") or is_dataclass(kind)]
            assert len(kinds) >= 5
            for kind in kinds:
                assert TypeAdapter(kind).json_schema(), kind


def test_pydantic_writes_no_key_that_is_absent(it: ModuleType) -> None:
    meta = it.Meta(warning_details=[it.WarningDetail(message="Old.")], rate_limit=None, extra={"own": 1})
    expected = {**META, "warning_details": [{"message": "Old."}], "rate_limit": None, "own": 1}
    assert meta.to_dict() == expected
    assert json.loads(TypeAdapter(it.Meta).dump_json(meta)) == expected
    many: Any = list.__class_getitem__(it.Meta)
    assert TypeAdapter(many).dump_python([meta, it.Meta()]) == [expected, META]
    parsed = it.parse({"success": True, "data": {}, "error": None, "meta": META})
    assert json.loads(TypeAdapter(type(parsed)).dump_json(parsed)) == parsed.to_dict()
    made = it.success_response({"a": None}, request_id="r")
    assert json.loads(TypeAdapter(it.ToolResponse).dump_json(made)) == made.to_dict()


def test_pydantic_writes_the_object_that_it_is_given(it: ModuleType) -> None:
    """Not what another class of a union, or the class that it inherits from, would make of its attributes."""

    class Marked(it.Pagination):  # type: ignore[name-defined, misc]
        def to_dict(self) -> dict[str, Any]:
            return {**super().to_dict(), "marked": True}

    pages, limit = it.Pagination(page_size=3), it.RateLimit(limit=3)
    adapter = TypeAdapter[Any](it.Pagination | it.RateLimit)
    assert adapter.dump_python(pages) == {"page_size": 3}
    assert adapter.dump_python(limit) == {"limit": 3}
    assert TypeAdapter[Any](it.Pagination).dump_python(Marked(page_size=3)) == {"page_size": 3, "marked": True}


def test_the_package_works_without_typing_extensions() -> None:
    source = ROOT / "generated/response-v2/python/src"
    program = """
import sys; sys.modules["typing_extensions"] = None
from response_v2 import MetaDict, is_valid_meta
assert is_valid_meta(MetaDict(version="response-v2"))
"""
    run(sys.executable, "-c", program, folder=source)


NO_KEYS = """
contract: nothing
version: "1.0.0"
title: An outcome without keys
envelope:
  name: Reply
  open: true
  fields:
    error: {type: string, only: failure}
  outcomes:
    success: {name: Answer, when: {error: {present: false}}}
    failure: {name: Refusal, when: {error: {present: true}}}
"""


def test_an_outcome_without_keys_passes_the_type_checker() -> None:
    with built(NO_KEYS.encode()) as made:
        run(sys.executable, "-m", "mypy", "--strict", "nothing", folder=made.path("python/src"))


@pytest.mark.parametrize("package", ["response_v2", "mail_imap", "stac_meta"])
def test_a_record_that_pydantic_reads_loses_nothing(package: str) -> None:
    """Neither keys that the contract does not name, nor those whose attributes have other names."""
    folder = ROOT / f"generated/{package.replace('_', '-')}"
    cases = json.loads((folder / "conformance.json").read_bytes())["cases"]
    with imported(package, folder / "python/src") as module:
        kinds: dict[str, Any] = {name: getattr(module, name) for name in module.__all__}
        read = 0
        for case in cases:
            kind: Any = kinds.get(case["type"])
            if not case["findings"] and is_dataclass(kind):
                value = json.dumps(case["value"])
                adapter: TypeAdapter[Any] = TypeAdapter(kinds[case["type"]])
                assert adapter.validate_json(value).to_dict() == case["value"], case["title"]
                read += 1
        assert read >= 10


def test_records_whose_attributes_have_other_names() -> None:
    with built(OTHER_NAMES.encode()) as made, imported("post", made.path("python/src")) as module:
        letter = TypeAdapter(module.Letter)
        value = {"from": "Ann", "from_": "Bob", "class": 2}
        assert letter.validate_python(value).to_dict() == value
        schema = letter.json_schema()
        assert [*schema["properties"]] == ["from", "class", "stamp"]
        assert (schema["required"], schema["additionalProperties"]) == (["from"], True)

        stamp = TypeAdapter(module.Stamp)
        assert stamp.validate_python({"extra": {}, "import": 1}).to_dict() == {"extra": {}, "import": 1}
        assert stamp.json_schema()["additionalProperties"] is False
        assert [*stamp.json_schema()["properties"]] == ["extra", "import"]
        for key in ("import_", "other"):
            with pytest.raises(ValidationError, match=f"the contract does not allow other keys: .'{key}'"):
                stamp.validate_python({"extra": {}, key: 1})

        both: Any = dict.__class_getitem__((str, module.Letter | module.Stamp))
        assert TypeAdapter(both).json_schema()["$defs"].keys() == {"Letter", "Stamp"}


OTHER_NAMES = """
contract: post
version: "1.0.0"
title: Keys that are no names in Python
envelope:
  name: Reply
  fields:
    letter: {type: Letter, only: success}
    error: {type: string, only: failure}
  outcomes:
    success: {name: Answer, when: {error: {present: false}}}
    failure: {name: Refusal, when: {error: {present: true}}}
types:
  Letter:
    open: true
    fields:
      from: {type: string, level: must}
      class: {type: integer, level: may}
      stamp: {type: Stamp, level: may}
  Stamp:
    fields:
      extra: {type: json, level: must}
      import: {type: integer, level: may}
"""
