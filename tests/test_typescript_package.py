"""The generated npm package: installed in an empty folder, run by plain Node, and type-checked from outside."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest

from sealwax.contract.model import Builder, BuilderExample, Catalogue, Contract, Enum, Field, Json
from sealwax.naming import camel
from sealwax.pipeline import load
from sealwax.rendering import MARK, Renderer
from sealwax.targets.typescript import TARGET
from sealwax.wording import level_words

ROOT = Path(__file__).resolve().parent.parent
TSC = ROOT / "tests" / "node" / "node_modules" / "typescript" / "bin" / "tsc"
SOURCE = ROOT / "contract" / "response-v2.yaml"
QUIET = ("--offline", "--no-audit", "--no-fund", "--loglevel=error")
STRICT = [
    "--noEmit",
    "--strict",
    "--exactOptionalPropertyTypes",
    "--noUncheckedIndexedAccess",
    "--noImplicitOverride",
    "--verbatimModuleSyntax",
    "--erasableSyntaxOnly",
    "--skipLibCheck",
    "false",
    "--target",
    "es2022",
    "--lib",  # no browser is needed
    "es2022",
]
RESOLUTIONS = {
    "nodenext": ["--module", "nodenext"],
    "bundler": ["--module", "esnext", "--moduleResolution", "bundler"],
}
OF_EVERY_OBJECT = ["constructor", "toString", "valueOf", "hasOwnProperty", "isPrototypeOf", "__proto__"]


@cache
def contract() -> Contract:
    contracts, diagnostics = load({"contract/response-v2.yaml": SOURCE.read_bytes()})
    assert diagnostics == ()
    return contracts[0]


def write(made_from: Contract, folder: Path) -> Path:
    """The package of a contract, as `sealwax generate` lays it out."""
    renderer = Renderer()
    for page in TARGET.pages(made_from):
        path = folder / page.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(renderer.render(page, TARGET.filters), encoding="utf-8")
    return folder / made_from.name / "typescript"


def run(*command: str, folder: Path) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return done.stdout


# Evaluates one expression per line; `it` is the package. JSON leaves undefined values out.
SERVER = """
import * as it from PACKAGE;
import { createInterface } from "node:readline";

for await (const line of createInterface({ input: process.stdin })) {
  try {
    const value = new Function("it", `"use strict"; return (${JSON.parse(line)});`)(it);
    console.log(JSON.stringify({ value: value === undefined ? null : value }));
  } catch (error) {
    console.log(JSON.stringify({ error: [error.name, error.message] }));
  }
}
"""


class Consumer:
    """An empty project outside the checkout that has nothing but the package, and a plain Node that runs in it."""

    def __init__(self, folder: Path, package: str) -> None:
        self.folder = folder
        self.package = package
        code = SERVER.replace("PACKAGE", json.dumps(package))
        self._node = subprocess.Popen(
            ["node", "--input-type=module", "--eval", code],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )

    def value(self, expression: str) -> Json:
        """What an expression gives, where `it` is the package."""
        answer = self._answer(expression)
        assert "value" in answer, answer
        return answer["value"]

    def error(self, expression: str) -> Json:
        """The name and the message of what an expression throws."""
        return self._answer(expression)["error"]

    def call(self, function: str, *arguments: Json) -> Json:
        return self.value(f"it.{function}({', '.join(map(json.dumps, arguments))})")

    def close(self) -> None:
        assert self._node.stdin
        assert self._node.stdout
        self._node.stdin.close()
        self._node.stdout.close()
        assert self._node.wait(timeout=30) == 0

    def _answer(self, expression: str) -> dict[str, Json]:
        assert self._node.stdin
        assert self._node.stdout
        self._node.stdin.write(json.dumps(expression) + "\n")
        self._node.stdin.flush()
        answer: dict[str, Json] = json.loads(self._node.stdout.readline())
        return answer


@contextmanager
def installed(what: Path, folder: Path, package: str) -> Iterator[Consumer]:
    folder.mkdir()
    (folder / "package.json").write_text('{"private": true, "type": "module"}', encoding="utf-8")
    run("npm", "install", *QUIET, str(what), folder=folder)
    consumer = Consumer(folder, package)
    yield consumer
    consumer.close()


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(contract(), tmp_path_factory.mktemp("generated"))


@pytest.fixture(scope="session")
def tarball(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("packed")
    run("npm", "pack", *QUIET, "--pack-destination", str(place), folder=folder)
    return next(place.glob("*.tgz"))


@pytest.fixture(scope="session")
def consumer(tarball: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Consumer]:
    with installed(tarball, tmp_path_factory.mktemp("outside") / "consumer", contract().name) as consumer:
        yield consumer


# -- the package ------------------------------------------------------------------------------------------------------


def test_the_package_holds_its_modules_their_declarations_and_a_readme(tarball: Path) -> None:
    listed = run("tar", "-tzf", str(tarball), folder=tarball.parent).split()
    modules = ("builders.d.ts", "builders.js", "catalogue.d.ts", "catalogue.js", "index.d.ts", "index.js", "types.d.ts")
    assert sorted(listed) == sorted(f"package/{name}" for name in ("README.md", "package.json", *modules))


def test_the_package_needs_nothing_and_builds_nothing(folder: Path) -> None:
    manifest = json.loads((folder / "package.json").read_text(encoding="utf-8"))
    assert not {"dependencies", "peerDependencies", "scripts", "bin"} & manifest.keys()
    assert manifest["sideEffects"] is False
    assert next(iter(manifest["exports"]["."])) == "types"
    assert (manifest["name"], manifest["version"]) == (contract().name, contract().version)


def test_every_file_that_can_hold_a_comment_says_that_it_is_generated(folder: Path) -> None:
    for path in folder.iterdir():
        first = path.read_text(encoding="utf-8").split("\n", 1)[0]
        assert (MARK in first) == (path.name != "package.json")


def test_the_folder_installs_as_it_is(folder: Path, tmp_path: Path) -> None:
    with installed(folder, tmp_path / "consumer", contract().name) as linked:
        assert linked.value("it.ErrorCode.NOT_FOUND") == "NOT_FOUND"


# -- builders ---------------------------------------------------------------------------------------------------------


def as_called(builder: Builder, example: BuilderExample) -> list[Json]:
    """Python's arguments as JavaScript takes them: one by position, the rest in an object in camel case."""
    first = builder.parameters[0].name
    names = {parameter.name for parameter in builder.parameters}
    loose = {name: value for name, value in example.arguments.items() if name not in names}
    options: Json = {camel(name): value for name, value in example.arguments.items() if name in names - {first}}
    given = example.arguments.get(first)
    return [{**(given if isinstance(given, dict) else {}), **loose} if loose else given, options]


EXAMPLES = [(builder, example) for builder in contract().builders for example in builder.examples]


@pytest.mark.parametrize(("builder", "example"), EXAMPLES, ids=[example.title for _, example in EXAMPLES])
def test_a_builder_does_what_the_contract_shows(consumer: Consumer, builder: Builder, example: BuilderExample) -> None:
    assert consumer.call(camel(builder.name), *as_called(builder, example)) == example.result


def test_the_smallest_success_has_a_version_and_nothing_else(consumer: Consumer) -> None:
    smallest = {"success": True, "data": {}, "error": None, "meta": {"version": "response-v2"}}
    assert consumer.value("it.successResponse()") == smallest


def test_the_payload_is_kept_as_it_is(consumer: Consumer) -> None:
    data: Json = {"empty": [], "none": None, "zero": 0, "no": False, "text": "", "deep": {"er": [{}, [], 0]}}
    assert consumer.value(f"it.successResponse({json.dumps(data)}).data") == data


@pytest.mark.parametrize("nothing", ["undefined", "null", '""', "[]", "{}"])
def test_metadata_without_content_is_left_out(consumer: Consumer, nothing: str) -> None:
    builder = next(builder for builder in contract().builders if builder.name == "success_response")
    options = ", ".join(f"{camel(each.name)}: {nothing}" for each in builder.parameters[1:])
    assert consumer.value(f"it.successResponse({{}}, {{{options}}}).meta") == {"version": "response-v2"}


def test_zeros_and_noes_in_metadata_are_content(consumer: Consumer) -> None:
    options: Json = {"telemetry": {"db_queries": 0, "cache_hit": False}}
    meta = {"version": "response-v2", "telemetry": {"db_queries": 0, "cache_hit": False}}
    assert consumer.value(f"it.successResponse({{}}, {json.dumps(options)}).meta") == meta


def test_fidelity_brings_the_version_of_its_rules(consumer: Consumer) -> None:
    meta = {"version": "response-v2", "content_fidelity": "summary", "content_fidelity_schema_version": "1.0"}
    assert consumer.value("it.successResponse({}, {contentFidelity: it.ContentFidelity.SUMMARY}).meta") == meta


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ("{}", ("INTERNAL_ERROR", "internal")),
        ('{errorCode: ""}', ("INTERNAL_ERROR", "internal")),
        ("{errorCode: it.ErrorCode.FORBIDDEN}", ("FORBIDDEN", "authorization")),
        ('{errorCode: "FORBIDDEN", errorType: "custom"}', ("FORBIDDEN", "custom")),
        ('{errorCode: "OUR_OWN"}', ("OUR_OWN", "internal")),
        ('{errorCode: "OUR_OWN", errorType: "conflict"}', ("OUR_OWN", "conflict")),
        ('{errorCode: "CONFLICT", data: {error_code: "NOT_FOUND"}}', ("NOT_FOUND", "not_found")),
        ('{errorCode: "CONFLICT", data: {error_type: "mine"}}', ("CONFLICT", "mine")),
        ('{errorCode: "CONFLICT", data: {error_type: null}}', ("CONFLICT", None)),
    ],
)
def test_code_and_type_complete_each_other(consumer: Consumer, options: str, expected: tuple[str, str | None]) -> None:
    data = consumer.value(f'it.errorResponse("It failed.", {options}).data')
    assert data == dict(zip(("error_code", "error_type"), expected, strict=True))


def test_what_the_caller_puts_into_data_wins(consumer: Consumer) -> None:
    options: Json = {"remediation": "Wait.", "details": {"a": 1}, "data": {"remediation": "Run.", "own": []}}
    data = consumer.value(f'it.errorResponse("It failed.", {json.dumps(options)}).data')
    assert isinstance(data, dict)
    assert (data["remediation"], data["details"], data["own"]) == ("Run.", {"a": 1}, [])


def test_meta_is_merged_last_and_may_add_keys(consumer: Consumer) -> None:
    options: Json = {"requestId": "first", "meta": {"request_id": "last", "shard": None, "version": "response-v2"}}
    meta = {"version": "response-v2", "request_id": "last", "shard": None}
    assert consumer.value(f"it.successResponse({{}}, {json.dumps(options)}).meta") == meta
    assert consumer.value(f'it.errorResponse("No.", {json.dumps(options)}).meta') == meta


@pytest.mark.parametrize("call", ["successResponse({}, ", 'errorResponse("It failed.", '])
@pytest.mark.parametrize(("version", "named"), [('"response-v1"', '"response-v1"'), ("undefined", "undefined")])
def test_another_version_is_refused_by_name(consumer: Consumer, call: str, version: str, named: str) -> None:
    caught = consumer.error(f"it.{call}{{meta: {{version: {version}}}}})")
    assert caught == ["RangeError", f'meta.version is always "response-v2", not {named}']


FREEZE = "const freeze = (o) => (o === Object(o) && Object.values(o).forEach(freeze), Object.freeze(o));"


def test_arguments_are_never_changed_and_results_always_can_be(consumer: Consumer) -> None:
    assert consumer.value(
        f"""(() => {{
            {FREEZE}
            const data = freeze({{ items: [1] }}), meta = freeze({{ shard: "a" }});
            const made = it.successResponse(data, freeze({{ warnings: ["w"], meta }}));
            const failed = it.errorResponse("No.", freeze({{ data, meta }}));
            made.data.more = 1; made.meta.more = 1; failed.data.more = 1; failed.meta.more = 1;
            made.meta.warnings.push("x");
            return [data, meta];
        }})()"""
    ) == [{"items": [1]}, {"shard": "a"}]


@pytest.mark.parametrize("place", ["data", "meta", "failed.data", "failed.meta"])
def test_a_key_called_proto_is_data_like_any_other(consumer: Consumer, place: str) -> None:
    assert consumer.value(
        f"""(() => {{
            const hostile = JSON.parse('{{"__proto__": {{"polluted": true}}}}');
            const failed = it.errorResponse("No.", {{ data: hostile, meta: hostile }});
            const {{ data, meta }} = it.successResponse(hostile, {{ meta: hostile }});
            const found = {place};
            return [Object.hasOwn(found, "__proto__"), Object.getPrototypeOf(found) === Object.prototype,
                    found.polluted === undefined && ({{}}).polluted === undefined];
        }})()"""
    ) == [True, True, True]


# -- names that every object seems to have ----------------------------------------------------------------------------


def test_an_unknown_code_finds_nothing_that_objects_inherit(consumer: Consumer) -> None:
    names = json.dumps(OF_EVERY_OBJECT)
    tables = "[it.errorCodes, it.errorTypes, it.warningCodes, it.severities, it.contentFidelities]"
    assert consumer.value(f"{names}.flatMap((name) => {tables}.filter((table) => table[name] !== undefined))") == []
    types = consumer.value(f'{names}.map((errorCode) => it.errorResponse("No.", {{ errorCode }}).data.error_type)')
    assert types == ["internal"] * len(OF_EVERY_OBJECT)


INHERITED_NAMES = """
contract: inherited-names
version: "1.0.0"
title: Names that every object has
envelope:
  name: Reply
  fields:
    ok: {type: boolean}
    data: {type: object, default: {}}
    toString: {type: string, level: may}
  outcomes:
    success: {when: {ok: true}, fields: {data: {type: payload}}}
    failure: {when: {ok: false}, fields: {data: {type: Trouble}}}
types:
  Trouble:
    open: true
    fields:
      constructor: {type: ErrorCode, level: may}
      valueOf: {type: ErrorType, level: may, follows: constructor}
error_types: {values: {toString: {http: 400}, other: {}}}
error_codes: {values: {hasOwnProperty: {type: toString}, plain: {type: other}}}
builders:
  reply: {outcome: success, parameters: {data: {into: data}, to_string: {into: toString}}}
  refuse:
    outcome: failure
    parameters:
      data: {into: data}
      constructor: {into: data.constructor, default: plain}
      value_of: {into: data.valueOf}
      to_string: {into: toString}
"""


@pytest.fixture(scope="session")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Consumer]:
    contracts, diagnostics = load({"contract.yaml": INHERITED_NAMES.encode()})
    assert diagnostics == ()
    place = tmp_path_factory.mktemp("hostile")
    with installed(write(contracts[0], place), place / "consumer", "inherited-names") as consumer:
        yield consumer


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("reply()", {"ok": True, "data": {}}),
        ('reply({}, {toString_: "text"})', {"ok": True, "data": {}, "toString": "text"}),
        ("refuse()", {"ok": False, "data": {"constructor": "plain", "valueOf": "other"}}),
        (
            'refuse({}, {constructor_: "hasOwnProperty"})',
            {"ok": False, "data": {"constructor": "hasOwnProperty", "valueOf": "toString"}},
        ),
        (
            'refuse({constructor: "hasOwnProperty"})',
            {"ok": False, "data": {"constructor": "hasOwnProperty", "valueOf": "toString"}},
        ),
    ],
)
def test_fields_that_objects_inherit_are_there_only_when_given(hostile: Consumer, call: str, expected: Json) -> None:
    assert hostile.value(f"it.{call}") == expected


def test_fields_that_objects_inherit_still_type_check(hostile: Consumer) -> None:
    package = (hostile.folder / "node_modules" / hostile.package).resolve()
    prove(package)


# -- catalogue --------------------------------------------------------------------------------------------------------


def facts(enum: Enum) -> Iterator[tuple[str, Json]]:
    """What the contract says about each value, under the names of the package."""
    for value in enum.values:
        entry: dict[str, Json] = {"description": value.lore.doc}
        entry |= {camel(column.key): cell for column, cell in zip(enum.columns, value.cells, strict=True)}
        if enum.catalogue is Catalogue.ERROR_TYPES:
            assert value.retry is not None
            entry["httpStatus"] = value.http
            entry["retry"] = {"decision": value.retry.decision.value, "hint": value.retry.hint}
        elif enum.catalogue is Catalogue.ERROR_CODES:
            entry["errorType"] = value.classified_as
        elif enum.catalogue is Catalogue.WARNING_CODES:
            entry["severity"] = value.classified_as
        yield value.value, entry


TABLES = {
    "ContentFidelity": "contentFidelities",
    "Severity": "severities",
    "ErrorType": "errorTypes",
    "ErrorCode": "errorCodes",
    "WarningCode": "warningCodes",
}


@pytest.mark.parametrize("enum", contract().enums, ids=lambda enum: str(enum.name))
def test_the_catalogue_says_what_the_contract_says(consumer: Consumer, enum: Enum) -> None:
    assert consumer.value(f"it.{TABLES[enum.name]}") == dict(facts(enum))
    assert consumer.value(f"Object.values(it.{enum.name})") == [value.value for value in enum.values]


def test_the_catalogue_cannot_be_changed(consumer: Consumer) -> None:
    changes = [
        "it.ErrorCode.NEW = 'NEW'",
        "it.errorCodes.NEW = {}",
        "it.errorCodes.NOT_FOUND.errorType = 'mine'",
        "it.errorTypes.internal.retry.decision = 'no'",
    ]
    attempts = ", ".join(f"() => {{ {change} }}" for change in changes)
    refused = f"[{attempts}].map((change) => {{ try {{ change(); }} catch (e) {{ return e.name; }} }})"
    assert consumer.value(refused) == ["TypeError"] * len(changes)


def test_ordered_values_compare_as_the_contract_ranks_them(consumer: Consumer) -> None:
    enum = next(enum for enum in contract().enums if enum.order)
    names = [value.value for value in enum.values]
    every = json.dumps([*names, "unheard_of"])
    below = consumer.value(
        f"{every}.flatMap((a) => {every}.filter((b) => it.contentFidelityIsBelow(a, b)).map((b) => [a, b]))"
    )
    assert isinstance(below, list)
    assert sorted(map(str, below)) == sorted(str([low, high]) for high in names for low in enum.below(high))


# -- types ------------------------------------------------------------------------------------------------------------


def type_check(*arguments: str, folder: Path) -> list[str]:
    done = subprocess.run(
        ["node", str(TSC), *STRICT, *arguments], cwd=folder, capture_output=True, encoding="utf-8", check=False
    )
    return done.stdout.splitlines()


def prove(package: Path) -> None:
    modules = sorted(path.name for path in package.iterdir() if path.suffix in {".js", ".ts"})
    assert type_check("--allowJs", "--checkJs", *RESOLUTIONS["nodenext"], *modules, folder=package) == []


GOOD = """
import {
  ContentFidelity, ErrorCode, errorCodes, errorResponse, errorTypes, successResponse, type DigestPayload,
  type JsonObject, type Meta, type ToolResponse, type ToolResponseFailure, type ToolResponseSuccess,
} from "response-v2";

interface Task { id: string; done: boolean }

// The mark tells the outcomes apart, and the payload keeps its own type.
export function titles(response: ToolResponse<{ tasks: Task[] }>): string[] {
  if (response.success) {
    const nothing: null = response.error;
    return nothing ?? response.data.tasks.map((task) => task.id);
  }
  const message: string = response.error;
  return [message, response.data.error_code ?? "none"];
}

// The payload is inferred; without one it is any JSON object.
const page: ToolResponseSuccess<{ tasks: Task[] }> = successResponse({ tasks: [{ id: "a", done: true }] });
const empty: ToolResponseSuccess<JsonObject> = successResponse();
const loose: ToolResponse = page.data.tasks.length > 0 ? empty : errorResponse("Nothing there");

// A code that the contract does not know is a string like any other.
const own: ToolResponseFailure = errorResponse("Odd", { errorCode: "OUR_OWN", errorType: "our_own" });
const known: ToolResponseFailure = errorResponse("Gone", { errorCode: ErrorCode.NOT_FOUND });

// What may be missing can be passed on as it is.
export function traced(requestId?: string): ToolResponseFailure {
  return errorResponse("No", { requestId, rateLimit: null, meta: { shard: 7, request_id: "b" } });
}

// Known values have an entry for certain, other strings perhaps.
const status: number = errorTypes.validation.httpStatus;
const decision: "no" | "maybe" | "yes" = errorTypes.internal.retry.decision;
const type: string = errorCodes.NOT_FOUND.errorType;
const perhaps: string | undefined = errorCodes[own.data.error_code ?? ""]?.description;

// Optional, nullable and open.
const meta: Meta = { version: "response-v2", pagination: null, anything: [1, 2], request_id: "a" };
const cursor: string | null | undefined = meta.pagination?.cursor;
const fidelity: ContentFidelity = "reference_only";
const other: unknown = meta["anything"];
const literal: "full" = ContentFidelity.FULL;
declare const digest: DigestPayload;
const kind: "digest/v1" = digest.content_type;
export const used: unknown[] = [loose, known, status, decision, type, perhaps, cursor, fidelity, other, literal, kind];
"""

BAD = """
import {
  ContentFidelity, ErrorCode, errorCodes, errorResponse, severities, successResponse,
  type DigestPayload, type ErrorResponseOptions, type EvidenceSnippet, type Meta, type Severity,
  type ToolResponse, type ToolResponseFailure, type ToolResponseSuccess, type WarningDetail,
} from "response-v2";

declare const response: ToolResponse<{ tasks: string[] }>;
// @ts-expect-error before it is told apart, there is no payload
export const early: string[] = response.data.tasks;
// @ts-expect-error the version is a fixed text
export const version: Meta = { version: "response-v1" };
// @ts-expect-error the version is required
export const without: Meta = { request_id: "a" };
// @ts-expect-error only readers of three keys take null
export const nothing: Meta = { version: "response-v2", request_id: null };
// @ts-expect-error a missing key is not a key with undefined in it
export const missing: Meta = { version: "response-v2", request_id: undefined };
// @ts-expect-error a closed list takes no other value
export const severity: Severity = "fatal";
// @ts-expect-error not even within a record
export const warning: WarningDetail = { message: "Careful", severity: "fatal" };
// @ts-expect-error a warning has a message
export const silent: WarningDetail = { code: "STALE_CACHE" };
// @ts-expect-error on success there is no error
export const both: ToolResponseSuccess = { success: true, data: {}, error: "No", meta: { version: "response-v2" } };
// @ts-expect-error on failure there is one
export const neither: ToolResponseFailure = { success: false, data: {}, error: null, meta: { version: "response-v2" } };
export const root: ToolResponse = {
  success: true, data: {}, error: null, meta: { version: "response-v2" },
  // @ts-expect-error nothing else stands at the root
  found: true,
};
// @ts-expect-error the message comes first and must be there
errorResponse();
// @ts-expect-error options are spelt in camel case
errorResponse("No", { error_code: "NOT_FOUND" });
// @ts-expect-error a list of texts is not a text
successResponse({}, { warnings: "Careful" });
// @ts-expect-error the payload is an object
successResponse("text");
// @ts-expect-error nor does the caller choose the version
successResponse({}, { meta: { version: "response-v1" } });
// @ts-expect-error constants are constant
ErrorCode.NOT_FOUND = "MISSING";
// @ts-expect-error and so are entries
errorCodes.NOT_FOUND.description = "Changed";
// @ts-expect-error a closed list has no entry for other values
severities["fatal"];
// @ts-expect-error an unknown code may have no entry
errorCodes["OUR_OWN"].description;
// @ts-expect-error the snippet of a digest has a score
export const snippet: EvidenceSnippet = { text: "a", locator: "char:0-1" };
// @ts-expect-error a digest says what it is
export const digest: Pick<DigestPayload, "content_type"> = { content_type: "digest/v2" };
// @ts-expect-error a constant is a value of its own, not any text
export const full: "full" = ContentFidelity.PARTIAL;
// @ts-expect-error a number is no code
export const options: ErrorResponseOptions = { errorCode: 404 };
"""


@pytest.mark.parametrize("resolution", RESOLUTIONS)
def test_consumers_get_the_types_that_the_contract_means(consumer: Consumer, resolution: str) -> None:
    for name, text in (("good.ts", GOOD), ("bad.ts", BAD)):
        (consumer.folder / name).write_text(text, encoding="utf-8")
    flags = ["--isolatedDeclarations", "--declaration", *RESOLUTIONS[resolution]]
    assert type_check(*flags, "good.ts", "bad.ts", folder=consumer.folder) == []


def test_the_modules_are_proven_against_their_declarations(folder: Path) -> None:
    prove(folder)


MISTAKES = {
    "wrong-option": ("warnings: options.warnings", "warnings: options.requestId"),
    "no-version": ('version: "response-v2",', ""),
    "wrong-mark": ("success: false,", "success: true,"),
    "wrong-default": ('|| "internal"', "|| 500"),
    "wrong-argument": ("error: message", "error: options"),
}


def test_a_builder_that_breaks_the_contract_does_not_type_check(folder: Path, tmp_path: Path) -> None:
    for name, (right, wrong) in MISTAKES.items():
        shutil.copytree(folder, tmp_path / name)
        text = (folder / "builders.js").read_text(encoding="utf-8")
        assert right in text
        (tmp_path / name / "builders.js").write_text(text.replace(right, wrong), encoding="utf-8")
    modules = [f"{name}/builders.js" for name in MISTAKES]
    found = type_check("--allowJs", "--checkJs", *RESOLUTIONS["nodenext"], *modules, folder=tmp_path)
    assert {line.split("/")[0] for line in found if not line.startswith(" ")} == MISTAKES.keys()


# -- documentation ----------------------------------------------------------------------------------------------------


def described_fields() -> Iterator[Field]:
    for record in contract().records:
        yield from record.fields
    for outcome in contract().envelope.outcomes:
        yield from outcome.fields


def test_every_field_brings_its_description_and_level(folder: Path) -> None:
    text = " ".join((folder / "types.d.ts").read_text(encoding="utf-8").replace("*", " ").split())
    for field in described_fields():
        described = " ".join(f"{field.lore.doc} Level: {level_words(field)}.".replace("*", " ").split())
        assert described in text


def test_every_value_of_an_enum_brings_its_description(folder: Path) -> None:
    text = " ".join((folder / "catalogue.d.ts").read_text(encoding="utf-8").replace("*", " ").split())
    for enum in contract().enums:
        for value in enum.values:
            assert " ".join(value.lore.doc.split()) in text


def test_the_readme_shows_calls_that_work(folder: Path, consumer: Consumer) -> None:
    blocks = (folder / "README.md").read_text(encoding="utf-8").split("```")
    calls = [block.removeprefix("js\n") for block in blocks if block.startswith("js\n")]
    results = [json.loads(block.removeprefix("json\n")) for block in blocks if block.startswith("json\n")]
    assert len(calls) == len(results) >= len(contract().builders)
    for call, result in zip(calls, results, strict=True):
        imports, _, expression = call.partition("\n\n")
        name = imports.removeprefix("import { ").partition(" }")[0]
        assert expression.startswith(f"{name}(")
        assert consumer.value(f"it.{expression.strip().removesuffix(';')}") == result
