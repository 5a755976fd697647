"""The pydantic models: what they accept is tested with all other judges; here is how they are used and made."""

import importlib.metadata
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from inspect import cleandoc
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from checkout import CONSUMERS, ROOT, own_bases, own_contracts, read_contract
from packages.built import built, imported, write_package
from pydantic import MISSING, BaseModel, TypeAdapter, ValidationError, create_model, model_validator
from samples.growing_contracts import SHAPES

from sealwax.failures import WorkspaceError
from sealwax.pipeline import load
from sealwax.targets.pydantic.models import VERSIONS, models_schema, models_view
from sealwax.targets.pydantic.names import models_module

GENERATED = ROOT / "generated"
META: dict[str, Any] = {"version": "response-v2"}
SUCCESS: dict[str, Any] = {"success": True, "data": {}, "error": None, "meta": META}


@pytest.fixture(scope="module")
def it() -> Iterator[ModuleType]:
    sources = (GENERATED / "response-v2" / each / "src" for each in ("pydantic", "python"))
    with imported("response_v2_pydantic", *sources) as module:
        yield module


# -- use --------------------------------------------------------------------------------------------------------------


def test_a_response_is_one_of_its_outcomes(it: ModuleType) -> None:
    response = it.ToolResponse.model_validate(SUCCESS)
    assert type(response.root) is it.ToolResponseSuccess
    assert response.root.meta.version == "response-v2"
    failure = {"success": False, "data": {"error_code": "NOT_FOUND"}, "error": "No.", "meta": META}
    assert it.ToolResponse.model_validate_json(json.dumps(failure)).root.data.error_code == "NOT_FOUND"


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e400", "1" * 310])
def test_a_number_that_is_not_json_is_not_read_from_a_text(it: ModuleType, number: str) -> None:
    text = json.dumps(SUCCESS).replace('"data": {}', f'"data": {{"any": [{number}]}}')
    with pytest.raises(ValidationError) as caught:
        it.ToolResponse.model_validate_json(text)
    assert [error["loc"] for error in caught.value.errors()] == [("data", "any", 0)]


def test_an_absent_key_is_missing_and_null_is_none(it: ModuleType) -> None:
    meta = it.Meta.model_validate({**META, "rate_limit": None, "own": 1})
    assert meta.request_id is MISSING
    assert meta.rate_limit is None
    assert json.loads(meta.model_dump_json()) == {**META, "rate_limit": None, "own": 1}


def test_errors_have_a_place_and_the_words_of_the_validators(it: ModuleType) -> None:
    with pytest.raises(ValidationError) as caught:
        it.ToolResponse.model_validate({**SUCCESS, "meta": {"version": "1", "warnings": [7]}, "a/b": 1})
    found = {(error["type"], error["loc"], error["msg"]) for error in caught.value.errors()}
    assert found == {
        ("contract", ("meta", "version"), "expected `response-v2`"),
        ("contract", ("meta", "warnings", 0), "expected a string"),
        ("contract", ("a/b",), "this key is not part of the contract"),
    }


def test_an_error_shows_the_part_that_is_wrong(it: ModuleType) -> None:
    with pytest.raises(ValidationError) as caught:
        it.Meta.model_validate({**META, "warnings": ["a", 7]})
    (error,) = caught.value.errors()
    assert (error["loc"], error["input"]) == (("warnings", 1), 7)


def test_models_are_made_from_models(it: ModuleType) -> None:
    page = it.Pagination(cursor=None, has_more=True)
    response = it.ToolResponseSuccess(success=True, data={}, error=None, meta=it.Meta(**META, pagination=page))
    assert it.ToolResponse(response).to_dict() == {
        **SUCCESS,
        "meta": {**META, "pagination": {"cursor": None, "has_more": True}},
    }
    with pytest.raises(ValidationError, match="expected an integer"):
        it.Pagination(page_size=True)


def test_a_model_within_another_type_is_checked_too(it: ModuleType) -> None:
    kind: Any = dict.__class_getitem__((str, list.__class_getitem__(it.Meta)))
    adapter: TypeAdapter[Any] = TypeAdapter(kind)
    assert adapter.validate_python({"a": [META]})["a"][0].to_dict() == META
    with pytest.raises(ValidationError) as caught:
        adapter.validate_python({"a": [META, {}]})
    assert caught.value.errors()[0]["loc"] == ("a", 1, "version")


def test_a_subclass_is_checked_as_its_base(it: ModuleType) -> None:
    own: Any = type("Own", (it.Meta,), {})
    assert own.model_validate(META).to_dict() == META
    with pytest.raises(ValidationError, match="this key must be present"):
        own.model_validate({})


def test_models_and_dataclasses_turn_into_each_other(it: ModuleType) -> None:
    package = sys.modules["response_v2"]
    made = package.success_response({"a": 1}, request_id="r")
    model = it.ToolResponse.from_record(made)
    assert model.to_dict() == made.to_dict()
    assert model.to_record() == package.parse(made.to_dict())
    assert it.Meta.from_record(package.Meta(request_id="r")).to_record() == package.Meta(request_id="r")


def test_a_model_takes_what_a_builder_returns(it: ModuleType) -> None:
    """FastAPI validates what a handler returns, and the handler may use the builders."""
    package = sys.modules["response_v2"]
    made = TypeAdapter(it.ToolResponse).validate_python(package.success_response({"a": 1}))
    assert type(made.root) is it.ToolResponseSuccess
    assert made.to_dict()["data"] == {"a": 1}
    with pytest.raises(ValidationError):
        TypeAdapter(it.ToolResponse).validate_python(package.ToolResponse(success=True, error="x"))


def test_a_key_that_cannot_be_an_attribute_has_one_of_a_similar_name() -> None:
    sources = (GENERATED / "stac-meta" / each / "src" for each in ("pydantic", "python"))
    with imported("stac_meta_pydantic", *sources) as it:
        meta = it.Meta.model_validate({"_exp_cache_hit": True, "exp_retry_attempts": "own"})
        assert meta.exp_cache_hit is True
        assert meta.exp_retry_attempts is MISSING
        assert meta.to_dict() == {"_exp_cache_hit": True, "exp_retry_attempts": "own"}
        made = it.Meta(exp_cache_hit=True, _exp_retry_attempts=2)
        assert made.to_dict() == {"_exp_cache_hit": True, "_exp_retry_attempts": 2}


def test_named_strings_are_strings_wherever_they_are() -> None:
    sources = (GENERATED / "mail-imap" / each / "src" for each in ("pydantic", "python"))
    with imported("mail_imap_pydantic", *sources) as it:
        hints = {name: str(field.annotation) for name, field in it.MessageSummary.model_fields.items()}
        assert hints["message_id"] == "<class 'str'>"
    with built(HOSTILE) as made:
        text = models_view(made.contract).module
        assert "list[str]" in text
        assert "(RootModel[str])" not in text


def test_the_schema_of_a_response_is_that_of_an_object(it: ModuleType) -> None:
    schema = it.ToolResponse.model_json_schema()
    assert schema["type"] == "object"
    assert len(schema["oneOf"]) == 2
    assert "discriminator" not in schema  # OpenAPI has none for booleans


def test_each_model_is_documented_once_with_its_own_description(it: ModuleType) -> None:
    """Also where one model is within several others, or checked beside them."""
    outcomes = TypeAdapter(it.ToolResponseSuccess | it.ToolResponseFailure | it.Meta).json_schema()
    assert outcomes["anyOf"] == [
        {"$ref": f"#/$defs/{name}"} for name in ("ToolResponseSuccess", "ToolResponseFailure", "Meta")
    ]
    shown = {name: schema["description"] for name, schema in outcomes["$defs"].items()}
    assert shown == {name: cleandoc(getattr(it, name).__doc__) for name in shown}
    assert it.ToolResponse.model_json_schema()["description"] == "What every tool returns: exactly four keys."


def test_a_validator_of_a_subclass_runs_too(it: ModuleType) -> None:
    """Also within another model, and whichever of the schemas pydantic made first."""
    seen = []

    class Own(it.Meta):  # type: ignore[misc, name-defined]
        @model_validator(mode="wrap")
        @classmethod
        def _seen(cls, value: Any, build: Callable[[Any], Any]) -> Any:
            seen.append(value)
            return build(value)

    class Holder(BaseModel):
        meta: Own

    assert Own.model_validate(META).to_dict() == META
    assert Holder.model_validate({"meta": META}).meta.to_dict() == META
    assert seen == [META, META]
    with pytest.raises(ValidationError, match="this key must be present"):
        Holder.model_validate({"meta": {}})


def test_models_beside_each_other_are_each_checked(it: ModuleType) -> None:
    holder: Any = create_model("Holder", first=it.ToolResponse, all=list[it.Meta])  # type: ignore[name-defined]
    held = holder.model_validate({"first": SUCCESS, "all": [META, META]})
    assert type(held.first.root) is it.ToolResponseSuccess
    with pytest.raises(ValidationError) as caught:
        holder.model_validate({"first": {**SUCCESS, "meta": {}}, "all": [{}]})
    assert [error["loc"] for error in caught.value.errors()] == [("first", "meta", "version"), ("all", 0, "version")]


# -- generation -------------------------------------------------------------------------------------------------------

HOSTILE = (CONSUMERS / "hostile-models.yaml").read_bytes()


def test_no_name_and_no_text_of_a_contract_breaks_the_models(tmp_path: Path) -> None:
    with built(HOSTILE) as made:
        folder = write_package("pydantic", made.contract, tmp_path)
        with imported(models_module(made.contract), folder / "src", made.path("python/src")) as it:
            kept = {"copy": 1, "json": "j", "model_config": True, "class": 2, "schema": None, "__init__": 3}
            assert it.FieldModelModel.model_validate(kept).to_dict() == kept
            assert "ESCAPED" not in vars(sys.modules[f"{models_module(made.contract)}.models"])


def test_the_generator_never_searches_for_a_class_that_comes_later() -> None:
    """It would look at all classes for each outcome of each tool: 1,600 tools took 20 seconds instead of 8."""
    contracts, _ = load(SHAPES["tools"](20))
    definitions = models_schema(contracts[0])["$defs"]
    assert isinstance(definitions, dict)
    known: set[str] = set()
    for name, schema in definitions.items():
        assert set(re.findall(r"#/\$defs/(\w+)", json.dumps(schema))) <= known
        known.add(name)
    assert {"Reply", "P", "Tool19ReplyFailure"} <= known


def test_without_the_generator_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> str:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr("sealwax.targets.pydantic.models.version", missing)
    with pytest.raises(WorkspaceError, match="needs datamodel-code-generator") as caught:
        models_view(read_contract())
    assert caught.value.hint == "pip install 'sealwax[pydantic] @ git+https://github.com/sealwax/sealwax'"


@pytest.mark.parametrize("version", ["0.83.0", "0.90.0", "1.0", "1.0rc1"])
def test_another_version_of_the_generator_is_refused(version: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sealwax.targets.pydantic.models.version", lambda _: version)
    with pytest.raises(WorkspaceError, match=f"{version} may write other models") as caught:
        models_view(read_contract())
    assert caught.value.hint == "pip install 'datamodel-code-generator>=0.84,<0.90'"


def test_the_oldest_generator_writes_what_the_newest_writes(tmp_path: Path) -> None:
    """The newest is the one that all tests run with, because it is the pinned one."""
    oldest, after = (f"{number}.0" for number in re.findall(r"\d+\.\d+", VERSIONS))
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "install", "--no-deps")
    subprocess.run([*pip, "--target", tmp_path, f"datamodel-code-generator=={oldest}"], check=True)
    found = subprocess.run(
        [sys.executable, "-c", WRITER], env={**os.environ, "PYTHONPATH": str(tmp_path)}, cwd=ROOT, capture_output=True,
        encoding="utf-8", check=True,
    )  # fmt: skip
    answer = json.loads(found.stdout)
    assert answer.pop("version") == oldest
    newest, after_it = (each.split(".") for each in (importlib.metadata.version("datamodel-code-generator"), after))
    assert int(newest[1]) == int(after_it[1]) - 1
    contracts = own_contracts()
    assert len(answer) > 10
    for name, models in answer.items():
        bases = {f"contract/{file}": text for file, text in own_bases()[name].items()}
        loaded, _ = load({"contract/tried.yaml": contracts[name]}, bases=bases)
        assert models_view(loaded[0]).module == models, name


WRITER = """
import json, sys
from importlib.metadata import version
sys.path.insert(0, "tests/support")
from checkout import own_bases, own_contracts
from sealwax.pipeline import load
from sealwax.targets.pydantic.models import models_view
found = {"version": version("datamodel-code-generator")}
for name, text in own_contracts().items():
    bases = {f"contract/{file}": each for file, each in own_bases()[name].items()}
    loaded, _ = load({"contract/tried.yaml": text}, bases=bases)
    found[name] = models_view(loaded[0]).module
print(json.dumps(found))
"""
