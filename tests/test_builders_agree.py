"""Whatever a builder is asked for: Python, TypeScript and the reference meaning make the same envelope of it."""

import importlib
import itertools
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest
from built_contracts import Block, arguments, built_contracts
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from npm_package import CONSUMERS

from sealwax.contract.builder_plan import must_be_given
from sealwax.contract.building import build
from sealwax.contract.checking import Weight, check, is_valid
from sealwax.contract.model import Builder, BuilderExample, Contract, Json, Readings
from sealwax.diagnostics import errors
from sealwax.languages.python import attribute
from sealwax.pipeline import load
from sealwax.rendering import Page, Renderer, Target
from sealwax.targets import python_dataclasses, python_typed_dicts, typescript
from sealwax.targets.typescript.assembly import builder_name
from sealwax.targets.typescript.readme import call_arguments

RENDERER = Renderer()
TARGETS = (python_dataclasses.TARGET, python_typed_dicts.TARGET, typescript.TARGET)
CALLS = 12
READINGS = Readings("2024-02-26T10:30:45.123Z", 245)
numbers = itertools.count()


class Node:
    """A plain Node that calls builders."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def call(self, module: Path, name: str, calls: list[Json], clock: Json = None) -> list[dict[str, Json]]:
        assert self._process.stdin
        assert self._process.stdout
        question = {"module": str(module), "name": name, "calls": calls, "clock": clock}
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        found: list[dict[str, Json]] = json.loads(self._process.stdout.readline())
        return found


@pytest.fixture(scope="module")
def node() -> Iterator[Node]:
    command = ["node", str(CONSUMERS / "calls.mjs")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8") as process:
        yield Node(process)
        assert process.stdin
        process.stdin.close()


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as name:
        sys.path.insert(0, name)
        yield Path(name)
        sys.path.remove(name)


def read(block: Block) -> Contract:
    contracts, diagnostics = load({"contract/built.yaml": json.dumps(block).encode()})
    assert errors(diagnostics) == ()
    return contracts[0]


def write(contract: Contract, folder: Path, number: int) -> tuple[str, Path]:
    """The modules of both languages; the Python package under a name of its own and without its front door."""
    package, modules = folder / f"built{number}", folder / f"script{number}"
    for path in (package, modules):
        path.mkdir()
    (package / "__init__.py").touch()
    (modules / "package.json").write_text('{"type": "module"}')
    for target in TARGETS:
        for page in target.pages(contract):
            home, name = package if page.path.endswith(".py") else modules, Path(page.path).name
            if page.path.endswith((".py", ".js")) and name not in ("__init__.py", "index.js"):
                (home / name).write_text(rendered(target, page), encoding="utf-8")
    return package.name, modules / "builders.js"


def rendered(target: Target, page: Page) -> str:
    return RENDERER.render(page, target.filters)


def in_python(package: str, builder: Builder, given: dict[str, Json]) -> Json:
    names = {parameter.name: attribute(parameter.name) for parameter in builder.parameters}
    function = getattr(importlib.import_module(f"{package}.builders"), attribute(builder.name))
    keywords = {names.get(name, name): value for name, value in given.items()}
    first = [keywords.pop(names[builder.parameters[0].name], None)] if builder.parameters else []
    made: Json = function(*first, **keywords, **clock_arguments(package, builder)).to_dict()
    return made


def clock_arguments(package: str, builder: Builder) -> dict[str, object]:
    """A clock that stands still, and a start before that."""
    if builder.clock is None:
        return {}
    module = importlib.import_module(f"{package}.clock")
    members = {"now": lambda _: datetime.fromisoformat(READINGS.now), "monotonic": lambda _: READINGS.elapsed / 1000}
    clock = type("StillClock", (module.Clock,), members)()
    return {"clock": clock, **({"started": 0.0} if builder.clock.elapsed else {})}


def in_javascript(builder: Builder, given: dict[str, Json]) -> Json:
    """The arguments as JavaScript takes them."""
    positional, options = call_arguments(builder, BuilderExample("", "", given, None, ()))
    return [*(positional or [None]), dict(options)] if builder.parameters else []


def same(value: Json) -> str:
    """A text that is equal for equal JSON values: 1.0 is 1, but true is not."""
    return json.dumps(json.loads(json.dumps(value), parse_float=lambda text: _whole(float(text))), sort_keys=True)


def _whole(value: float) -> float:
    return int(value) if value.is_integer() else value


def is_whole(builder: Builder, call: dict[str, Json]) -> bool:
    """Whether every argument is valid by itself, and there are no keywords besides."""
    parameters = {parameter.name: parameter for parameter in builder.parameters}
    return all(
        name in parameters
        and (is_valid(parameters[name].field.type, value) or (value is None and not must_be_given(parameters[name])))
        for name, value in call.items()
    )


def has_counterpart(builder: Builder, call: dict[str, Json]) -> bool:
    """Whether JavaScript can say the same: keywords that are no parameter have to belong to an argument there."""
    is_taken = any(parameter.path == (builder.extra_keywords,) for parameter in builder.parameters)
    return is_taken or not call.keys() - {parameter.name for parameter in builder.parameters}


@given(built_contracts(), st.data())
@settings(max_examples=90, phases=[Phase.explicit, Phase.reuse, Phase.generate])
def test_both_languages_make_what_the_contract_means(
    node: Node, folder: Path, block: Block, data: st.DataObject
) -> None:
    contract = read(block)
    builder = contract.builders[0]
    package, module = write(contract, folder, next(numbers))
    calls = data.draw(st.lists(arguments(builder), min_size=1, max_size=CALLS))
    clock: Json = {"now": READINGS.now, "monotonic": READINGS.elapsed} if builder.clock is not None else None
    answers = node.call(module, builder_name(builder), [in_javascript(builder, call) for call in calls], clock)
    for call, answer in zip(calls, answers, strict=True):
        expected = build(builder, call, READINGS)
        assert same(in_python(package, builder, call)) == same(expected), call
        if has_counterpart(builder, call):
            assert "value" in answer, answer
            assert same(answer["value"]) == same(expected), call
        if is_whole(builder, call):
            assert [each for each in check(contract.envelope, expected) if each.level is Weight.ERROR] == [], call


REFUSING: Block = {
    "contract": "refusing",
    "version": "1.0.0",
    "title": "What must not be empty",
    "envelope": {
        "name": "Reply",
        "fields": {
            "ok": {"type": "boolean"},
            "why": {"type": "string", "min_length": 1},
            "who": {"type": "Name"},
            "parts": {"type": "list of string", "min_items": 2},
            "note": {"type": "string"},
        },
        "outcomes": {"success": {"when": {"ok": True}}, "failure": {"when": {"ok": False}}},
    },
    "types": {"Name": {"type": "string", "min_length": 1}},
    "builders": {
        "make": {
            "outcome": "failure",
            "parameters": {name: {"into": name, "level": "must"} for name in ("why", "who", "parts", "note")},
        }
    },
}
SOUND: dict[str, Json] = {"why": "x", "who": "y", "parts": ["a", "b"], "note": ""}


@pytest.mark.parametrize(("name", "empty"), [("why", ""), ("who", ""), ("parts", [])])
def test_all_refuse_an_empty_argument_where_the_contract_wants_more(
    node: Node, folder: Path, name: str, empty: Json
) -> None:
    contract = read(REFUSING)
    builder = contract.builders[0]
    package, module = write(contract, folder, next(numbers))
    call = SOUND | {name: empty}
    (answer,) = node.call(module, builder_name(builder), [in_javascript(builder, call)])
    assert answer.get("error") == f"RangeError: {name} must not be empty"
    with pytest.raises(ValueError, match=f"^{name} must not be empty$"):
        in_python(package, builder, call)
    with pytest.raises(ValueError, match=f"^{name} must not be empty$"):
        build(builder, call)
    assert in_python(package, builder, SOUND) == build(builder, SOUND) == {"ok": False} | SOUND


CONTRADICTED: Block = {
    "contract": "contradicted",
    "version": "1.0.0",
    "title": "Constants",
    "envelope": {
        "name": "Reply",
        "fields": {"ok": {"type": "boolean"}, "about": {"type": "About"}},
        "outcomes": {"success": {"when": {"ok": True}}, "failure": {"when": {"ok": False}}},
    },
    "types": {
        "About": {
            "fields": {
                "one": {"type": "integer", "const": 1},
                "sure": {"type": "boolean", "const": True, "level": "may"},
                "inner": {"type": "Inner", "level": "may"},
            }
        },
        "Inner": {"fields": {"kind": {"type": "string", "const": "hard"}, "top": {"type": "integer", "level": "may"}}},
    },
    "builders": {
        "make": {
            "outcome": "success",
            "parameters": {
                "about": {"into": "about"},
                "inner": {"into": "about.inner"},
                "top": {"into": "about.inner.top"},
            },
        }
    },
}


@pytest.mark.parametrize(
    "call",
    [
        {"about": {"one": 2}},
        {"about": {"one": True}},
        {"about": {"sure": None}},
        {"inner": {"kind": "soft"}},
        {"inner": {"kind": None, "top": 1}},
        {"top": 1, "inner": {"kind": ""}},
    ],
)
def test_both_languages_refuse_what_contradicts_a_constant(node: Node, folder: Path, call: dict[str, Json]) -> None:
    contract = read(CONTRADICTED)
    builder = contract.builders[0]
    package, module = write(contract, folder, next(numbers))
    (answer,) = node.call(module, builder_name(builder), [in_javascript(builder, call)])
    assert str(answer.get("error")).startswith("RangeError: about.")
    with pytest.raises(ValueError, match=r"about\..* is always"):
        in_python(package, builder, call)
