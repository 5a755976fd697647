"""The page of what each target enforces is right: for each kind of rule, real tools are shown values that break it."""

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest
from checkout import CASES, ROOT, TSC
from jsonschema_rs import is_valid
from judges.node import Node
from judges.schemas import Schemas, by_jsonschema
from judges.validators import Interpreter, PydanticModels, PythonPackage, TypeScriptPackage
from judges.verdicts import Case, Judge
from msgspec.structs import replace
from packages.built import RENDERER, Built
from packages.built import built as build
from strategies.payloads import Subject, subjects

from sealwax.contract.model import Contract, Json
from sealwax.meaning.checks.enforcement import ADVICE, CHECKABLE, DECISIVE, Enforcement, RuleKind
from sealwax.targets import TARGETS, load
from sealwax.targets.json_schema.schemas import DRAFTS
from sealwax.targets.openapi import document
from sealwax.targets.reference.validation import stated_kinds, validation_of

ENFORCED = {each.target: each for name in TARGETS for each in load(name).enforces}
AGREEMENT = (ROOT / "docs" / "agreement.md").read_text(encoding="utf-8")

SAMPLE: dict[str, Json] = {
    "label": "a", "count": 1, "version": "one", "factor": 0.5, "colour": "green", "short": "abc", "digits": "12",
    "at": "2026-01-02T03:04:05Z", "share": 0.25, "step": 10, "tags": ["a"], "hint": "b", "more": {}, "shape": "round",
    "code": "LOST", "kind": "mine", "number": -32000, "total": 3, "first": 1, "second": 2, "span": "1-2",
}  # fmt: skip
REPLY: dict[str, Json] = {"ok": True, "data": {}, "error": None}

Change = tuple[str, Json]
BROKEN: dict[RuleKind, list[Change]] = {
    RuleKind.TYPE: [("label", 1), ("more", "text"), ("tags", "a")],
    RuleKind.NUMBER: [("count", 1.5), ("count", True)],
    RuleKind.RAISED: [("colour", "red")],
    RuleKind.UNKNOWN_KEY: [("other", 1)],
    RuleKind.CONSTANT: [("version", "two"), ("factor", 0.75)],
    RuleKind.ENUM: [("colour", "blue")],
    RuleKind.LENGTH: [("short", "abcd")],
    RuleKind.PATTERN: [("digits", "12\n")],
    RuleKind.FORMAT: [("at", "2026-01-02")],
    RuleKind.RANGE: [("share", 1.25)],
    RuleKind.MULTIPLE_OF: [("step", 7)],
    RuleKind.ITEMS: [("tags", [])],
    RuleKind.PAIR: [("number", 7)],
    RuleKind.SUPERSEDED: [("more", {"_old": 1})],
    RuleKind.UNKNOWN_VALUE: [("shape", "oval")],
    RuleKind.LETTER_CASE: [("shape", "Oval")],
    RuleKind.CLASSIFICATION: [("kind", "yours")],
    RuleKind.SUM: [("total", 4)],
    RuleKind.ORDER: [("span", "2-2")],
    RuleKind.DEPRECATED: [("old", "text"), ("shape", "flat")],
}


def samples() -> Iterator[tuple[RuleKind | None, str, dict[str, Json]]]:
    """A good value of each type, then for each kind of rule values that break it; the name is that of the type."""
    yield None, "Sample", SAMPLE
    yield None, "Reply", REPLY
    yield None, "Marked", {"id": "a"}
    yield RuleKind.OUTCOME, "Reply", REPLY | {"error": "text"}
    yield RuleKind.REQUIRED, "Sample", {key: value for key, value in SAMPLE.items() if key != "label"}
    yield RuleKind.SHOULD, "Sample", {key: value for key, value in SAMPLE.items() if key != "hint"}
    yield RuleKind.PROSE, "Sample", SAMPLE
    yield RuleKind.EXPECTED, "Sample", SAMPLE | {"colour": "red", "reason": "a", "excuse": "b"}
    yield RuleKind.UNDECLARED, "Marked", {"id": "a", "other": 1}
    for kind, changes in BROKEN.items():
        yield from ((kind, "Sample", SAMPLE | {key: value}) for key, value in changes)


SAMPLES = list(samples())


@pytest.fixture(scope="module")
def built() -> Iterator[Built]:
    with build((CASES / "enforcement" / "contract.yaml").read_bytes()) as made:
        yield made


# -- who refuses what -------------------------------------------------------------------------------------------------

Reported = list[bool]


def _cases(contract: Contract) -> list[Case]:
    by_name: dict[str, Subject] = {subject.name: subject for subject in subjects(contract)}
    return [Case(by_name[name], value) for _, name, value in SAMPLES]


def _by_judge(built: Built, judge: Judge) -> Reported:
    verdicts = judge.judge(built, _cases(built.contract))
    return [bool(each.findings) or not each.valid for each in verdicts]


def by_python(built: Built) -> Reported:
    return _by_judge(built, PythonPackage())


def by_typescript(built: Built) -> Reported:
    node = Node()
    found = _by_judge(built, TypeScriptPackage(node))
    node.close()
    return found


def by_schema(built: Built) -> Reported:
    return _by_judge(built, Schemas("schema", DRAFTS[0], by_jsonschema))


def by_pydantic(built: Built) -> Reported:
    return _by_judge(built, PydanticModels())


def by_openapi(built: Built) -> Reported:
    components = document(built.contract)["components"]
    schemas = ({"$ref": f"#/components/schemas/{name}", "components": components} for _, name, _ in SAMPLES)
    return [not is_valid(schema, value) for schema, (_, _, value) in zip(schemas, SAMPLES, strict=True)]


def by_typed_dicts(built: Built) -> Reported:
    lines = [f"value_{number}: w.{name}Dict = {value!r}" for number, (_, name, value) in enumerate(SAMPLES)]
    return _by_mypy(built, "import enforcement.wire as w", lines)


def by_dataclasses(built: Built) -> Reported:
    lines = []
    free = {"Marked": ("other",)}
    for _, name, value in SAMPLES:
        arguments = [f"{key}={_argument(item)}" for key, item in value.items() if key not in free.get(name, ())]
        arguments += [f"extra={ {key: value[key]} }" for key in free.get(name, ()) if key in value]
        lines.append(f"e.{name}({', '.join(arguments)})")
    return _by_mypy(built, "import enforcement as e", lines)


def _argument(value: Json) -> str:
    """Known values of enums are members in dataclasses."""
    members = {"red": "e.Colour.RED", "green": "e.Colour.GREEN", "LOST": "e.ErrorCode.LOST"}
    members |= {"mine": "e.ErrorType.MINE", "yours": "e.ErrorType.YOURS"}
    return members.get(value, repr(value)) if isinstance(value, str) else repr(value)


def _by_mypy(built: Built, heading: str, lines: list[str]) -> Reported:
    file = built.path("python/src") / "judged.py"
    file.write_text("\n".join([heading, *lines]))
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(built.folder / ".mypy"), file.name]
    done = subprocess.run(command, cwd=file.parent, check=False, capture_output=True, encoding="utf-8")
    file.unlink()
    return _lines_with_errors(r"judged\.py:(\d+): error", done.stdout, len(lines))


def by_types(built: Built) -> Reported:
    folder = built.path("typescript")
    heading = 'import type { Marked, Reply, Sample } from "./index.js";'
    lines = [
        f"export const value{number}: {name} = {json.dumps(value)};" for number, (_, name, value) in enumerate(SAMPLES)
    ]
    (folder / "judged.ts").write_text("\n".join([heading, *lines]))
    options = {"strict": True, "noEmit": True, "module": "nodenext", "target": "es2022", "types": []}
    (folder / "tsconfig.json").write_text(json.dumps({"compilerOptions": options, "files": ["judged.ts"]}))
    command = ["node", str(TSC), "-p", "tsconfig.json", "--pretty", "false"]
    done = subprocess.run(command, cwd=folder, check=False, capture_output=True, encoding="utf-8")
    return _lines_with_errors(r"judged\.ts\((\d+),\d+\): error", done.stdout, len(lines))


def _lines_with_errors(pattern: str, told: str, count: int) -> Reported:
    lines = {int(line) for line in re.findall(pattern, told)}
    assert lines, told
    assert 1 not in lines, told
    return [number + 2 in lines for number in range(count)]


TOOLS: dict[str, Callable[[Built], Reported]] = {
    "Python validators": by_python,
    "TypeScript validators": by_typescript,
    "JSON Schema": by_schema,
    "TypeScript types": by_types,
    "Python TypedDicts": by_typed_dicts,
    "Python dataclasses": by_dataclasses,
    "pydantic models": by_pydantic,
    "OpenAPI": by_openapi,
}


def verdict(enforcement: Enforcement, kind: RuleKind) -> set[bool]:
    """Whether values that break a kind of rule are reported: always, never, or some of them."""
    return {True} if kind in enforcement.whole else {True, False} if kind in enforcement.partly else {False}


@pytest.mark.parametrize("target", ENFORCED)
def test_a_target_enforces_what_it_says_and_nothing_else(built: Built, target: str) -> None:
    reported = TOOLS[target](built)
    found: dict[RuleKind | None, set[bool]] = {}
    for (kind, _, _), each in zip(SAMPLES, reported, strict=True):
        found.setdefault(kind, set()).add(each)
    assert found.pop(None) == {False}
    assert found == {kind: verdict(ENFORCED[target], kind) for kind in RuleKind}


@pytest.mark.parametrize("target", [name for name, each in ENFORCED.items() if not each.whole >= DECISIVE])
def test_the_page_names_everything_that_a_target_does_not_enforce(built: Built, target: str) -> None:
    contract = replace(built.contract, output=replace(built.contract.output, targets=tuple(TARGETS)))
    view = validation_of(contract)
    (enforcer,) = (each for each in view.differing if target in each.targets)
    lost = [kind.value for kind in RuleKind if kind in DECISIVE and verdict(ENFORCED[target], kind) == {False}]
    assert sorted((*view.lost, *enforcer.lost)) == sorted(lost)
    assert len(lost) > 5
    assert target in view.limited
    markdown = load("markdown")
    (page,) = (each for each in markdown.pages(contract) if each.path.endswith(f"/{contract.name}.md"))
    text = RENDERER.render(page, markdown.filters)
    (line,) = (line for line in text.splitlines() if line.startswith(f"- {enforcer.targets}: "))
    (shared,) = (line for line in text.splitlines() if line.startswith(view.limited))
    assert all(rule in shared or rule in line.partition("not enforced: ")[2] for rule in lost)


def test_the_records_in_a_response_are_plain_dicts_that_no_type_checker_checks() -> None:
    source = b"""
contract: nested
version: "1.0.0"
title: A record in a response
envelope: {name: Reply, fields: {sample: {type: Sample}}}
types: {Sample: {fields: {label: {type: string}}}}
"""
    with build(source) as nested:
        lines = ["e.Reply(sample={'label': 1, 'other': 2})", "e.Sample(label=1)"]
        assert _by_mypy(nested, "import nested as e", lines) == [False, True]
    (row,) = (line for line in AGREEMENT.splitlines() if line.startswith("| Python dataclasses |"))
    assert "in a response, records are plain dicts and not checked" in row


def test_each_sample_breaks_one_kind_of_rule(built: Built) -> None:
    verdicts = Interpreter().judge(built, _cases(built.contract))
    for (kind, _, value), each in zip(SAMPLES, verdicts, strict=True):
        errors = [row for row in each.findings or () if row[2] == "error"]
        advice = [row for row in each.findings or () if row[2] == "advice"]
        if kind in (None, RuleKind.PROSE):
            assert each.findings == (), value
        elif kind in ADVICE:
            assert (len(errors), each.valid) == (0, True), value
            assert advice, value
        else:
            assert (len(errors), each.valid) == (1, False), value


def test_the_sample_contract_states_a_rule_of_every_kind(built: Built) -> None:
    assert list(stated_kinds(built.contract)) == list(RuleKind)
    assert {kind for kind, _, _ in SAMPLES} - {None} == set(RuleKind)
    assert frozenset(RuleKind) - {RuleKind.PROSE} == CHECKABLE
