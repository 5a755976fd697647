"""The generated npm package: installed in an empty folder, run by plain Node, and type-checked from outside."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from checkout import CASES, CONSUMERS, ROOT
from checkout import read_contract as contract
from checkout.processes import run
from packages.built import write_package
from packages.npm import QUIET, RESOLUTIONS, Consumer, generated, installed, type_check

from sealwax.contract.model import Builder, BuilderExample, Catalogue, Enum, Field, Json, ListOf, Type, is_object
from sealwax.meaning.wording import level_words
from sealwax.naming import camel
from sealwax.pipeline import load
from sealwax.rendering import MARK

OF_EVERY_OBJECT = ["constructor", "toString", "valueOf", "hasOwnProperty", "isPrototypeOf", "__proto__"]


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_package("typescript", contract(), tmp_path_factory.mktemp("generated"))


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
    modules = "builders catalogue errors exceptions mcp-runtime parsing runtime validation warning-details".split()
    imported = "http index mcp mcp-v1 schemas schemas-lean".split()
    files = [f"{module}.js" for module in (*modules, *imported)] + [f"{module}.d.ts" for module in imported]
    files += ["README.md", "package.json"]
    assert sorted(listed) == sorted(f"package/{name}" for name in files)


def test_the_package_needs_nothing_and_builds_nothing(folder: Path) -> None:
    manifest = json.loads((folder / "package.json").read_text(encoding="utf-8"))
    assert not {"dependencies", "scripts", "bin"} & manifest.keys()
    optional = {name for name, each in manifest["peerDependenciesMeta"].items() if each["optional"]}
    assert manifest["peerDependencies"].keys() == optional
    assert manifest["sideEffects"] is False
    assert next(iter(manifest["exports"]["."])) == "types"
    assert (manifest["name"], manifest["version"]) == (contract().name, contract().version)
    assert manifest["license"] == contract().license


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


def logged(consumer: Consumer, call: str) -> Json:
    """The value of a call, and what it logs."""
    return consumer.value(f"((said) => {{ console.warn = (text) => said.push(text); return [{call}, said]; }})([])")


def empty(kind: Type) -> str:
    """An empty value of a type, in JavaScript."""
    return "[]" if isinstance(kind, ListOf) else "{}" if is_object(kind) else '""'


@pytest.mark.parametrize("nothing", ["undefined", "null", "empty"])
def test_metadata_without_content_is_left_out(consumer: Consumer, nothing: str) -> None:
    builder = next(builder for builder in contract().builders if builder.name == "success_response")
    given = {each.name: empty(each.field.type) if nothing == "empty" else nothing for each in builder.parameters[1:]}
    options = ", ".join(f"{camel(name)}: {value}" for name, value in given.items())
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
        ('{errorCode: "FORBIDDEN", errorType: "authorization"}', ("FORBIDDEN", "authorization")),
        ('{errorCode: "OUR_OWN"}', ("OUR_OWN", "internal")),
        ('{errorCode: "OUR_OWN", errorType: "conflict"}', ("OUR_OWN", "conflict")),
        ('{errorCode: "CONFLICT", data: {error_code: "NOT_FOUND"}}', ("NOT_FOUND", "not_found")),
        ('{errorCode: "OUR_OWN", data: {error_type: "mine"}}', ("OUR_OWN", "mine")),
        ('{errorCode: "OUR_OWN", data: {error_type: null}}', ("OUR_OWN", None)),
    ],
)
def test_code_and_type_complete_each_other(consumer: Consumer, options: str, expected: tuple[str, str | None]) -> None:
    data = consumer.value(f'it.errorResponse("It failed.", {options}).data')
    assert isinstance(data, dict)
    data.pop("remediation", None)
    assert data == dict(zip(("error_code", "error_type"), expected, strict=True))


@pytest.mark.parametrize(
    ("options", "given"),
    [
        ('{errorCode: "FORBIDDEN", errorType: "custom"}', '"custom"'),
        ('{errorCode: "FORBIDDEN", data: {error_type: "mine"}}', '"mine"'),
        ('{errorCode: "FORBIDDEN", data: {error_type: null}}', "null"),
        ('{errorType: "conflict", data: {error_code: "FORBIDDEN"}}', '"conflict"'),
    ],
)
def test_a_type_that_contradicts_the_code_is_written_and_logged(consumer: Consumer, options: str, given: str) -> None:
    found = logged(consumer, f'it.errorResponse("It failed.", {options}).data.error_type')
    assert found == [json.loads(given), [f'data.error_type is "authorization" for this code, not {given}']]


def test_a_type_without_a_code_gets_the_usual_code_of_that_type(consumer: Consumer) -> None:
    data = consumer.value('it.errorResponse("x", { errorType: "not_found" }).data')
    assert data == {"error_code": "NOT_FOUND", "error_type": "not_found"}
    assert consumer.value('it.errorResponse("x", { errorType: "teapot" }).data') == {"error_type": "teapot"}


def test_a_value_that_a_closed_list_does_not_have_is_refused(consumer: Consumer) -> None:
    caught = consumer.error('it.successResponse({}, {contentFidelity: "blurred"})')
    assert caught == ["RangeError", '"blurred" is not a valid ContentFidelity']


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("{}", "Something went wrong on the server"),
        ('{errorCode: "CONFLICT"}', "The current state does not allow the operation."),
        ('{errorCode: "OUR_OWN"}', "OUR_OWN"),
    ],
)
def test_an_empty_message_is_replaced_by_the_words_of_the_catalogue(
    consumer: Consumer, options: str, words: str
) -> None:
    assert consumer.value(f'it.errorResponse(new Error("").message, {options}).error') == words


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


@pytest.mark.parametrize("version", ['"response-v1"', "null"])
def test_another_version_is_refused_for_a_success_and_logged_for_an_error(consumer: Consumer, version: str) -> None:
    options, words = f"{{meta: {{version: {version}}}}}", f'meta.version is always "response-v2", not {version}'
    assert consumer.error(f"it.successResponse({{}}, {options})") == ["RangeError", words]
    found = logged(consumer, f'it.errorResponse("It failed.", {options}).meta.version')
    assert found == [json.loads(version), [words]]


def test_a_key_that_is_undefined_is_absent(consumer: Consumer) -> None:
    nothing = "{version: undefined, request_id: undefined}"
    call = f"it.successResponse({{a: undefined, b: null}}, {{requestId: 'r', meta: {nothing}, telemetry: {nothing}}})"
    assert consumer.value(f"[Object.keys({call}.data), {call}.meta]") == [
        ["b"],
        {"version": "response-v2", "request_id": "r"},
    ]
    failed = "it.errorResponse('No.', {errorCode: 'FORBIDDEN', data: {error_code: undefined}})"
    assert consumer.value(f"{failed}.data") == {"error_code": "FORBIDDEN", "error_type": "authorization"}


@pytest.mark.parametrize(
    ("call", "missing"),
    [
        ("errors.notFound({ resource: 'spec' })", "resourceId"),
        ("errors.notFound()", "resource"),
        ("warningDetails.staleCache({})", "cacheAgeSeconds"),
    ],
)
def test_a_missing_fact_is_named(consumer: Consumer, call: str, missing: str) -> None:
    assert consumer.error(f"it.{call}") == ["TypeError", f"{missing} must be given"]


def test_a_missing_argument_is_named(tmp_path: Path) -> None:
    with generated(contract(ROOT / "contract/mail-imap.yaml"), tmp_path) as mail:
        assert mail.error("it.successResponse()") == ["TypeError", "summary must be given"]
        assert mail.error("it.successResponse('Done.')") == ["TypeError", "data must be given"]
        assert mail.error("it.errorResponse('No.', {})") == ["TypeError", "code must be given"]
        assert mail.error("new it.InternalError('No.')") == ["TypeError", "code must be given"]


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


@pytest.fixture(scope="session")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Consumer]:
    with generated(contract(CONSUMERS / "inherited-names.yaml"), tmp_path_factory.mktemp("hostile")) as consumer:
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


# -- fields that lie deep inside --------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def deep(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Consumer]:
    with generated(contract(CONSUMERS / "far-reaching.yaml"), tmp_path_factory.mktemp("deep")) as consumer:
        yield consumer


ALWAYS: dict[str, Json] = {"version": "v1", "tags": ["plain"], "retries": 3}


@pytest.mark.parametrize(
    ("options", "about"),
    [
        ("{options: null}", ALWAYS),
        ("{options: null, top: 0}", ALWAYS | {"limits": {"kind": "hard", "top": 0}, "scale": "wide"}),
        ("{options: null, unit: 's', top: null}", ALWAYS | {"limits": {"kind": "hard", "unit": "s"}}),
        ("{options: null, loud: false}", ALWAYS | {"loud": False}),
        ("{options: null, loud: true, scale: 'own'}", ALWAYS | {"loud": True, "scale": "own"}),
        ("{options: null, retries: 0, tags: []}", ALWAYS | {"retries": 0}),
        ("{options: null, tags: ['a']}", ALWAYS | {"tags": ["a"]}),
    ],
)
def test_an_option_reaches_its_place_and_brings_what_belongs_there(deep: Consumer, options: str, about: Json) -> None:
    assert deep.value(f"it.reply({{}}, {options}).about") == about


@pytest.mark.parametrize(
    ("options", "about"),
    [
        ("{}", {"version": "v1"}),
        ("{top: 1}", {"version": "v1", "limits": {"kind": "hard", "top": 1}}),
        ("{limits: {unit: 's'}, top: 1}", {"version": "v1", "limits": {"kind": "hard", "unit": "s", "top": 1}}),
        ("{about: {limits: {kind: 'hard'}}, top: 1}", {"version": "v1", "limits": {"kind": "hard"}}),
    ],
)
def test_whole_objects_and_their_parts_can_be_given_together(deep: Consumer, options: str, about: Json) -> None:
    assert deep.value(f'it.refuse("No.", {options}).about') == about


def test_another_value_than_a_constant_deep_inside_is_logged(deep: Consumer) -> None:
    found = logged(deep, 'it.refuse("No.", {limits: {kind: "soft"}}).about.limits.kind')
    assert found == ["soft", ['about.limits.kind is always "hard", not "soft"']]


# -- names that mean something else in the code around them ------------------------------------------------------------


@pytest.fixture(scope="session")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Consumer]:
    with generated(contract(CONSUMERS / "odd-names.yaml"), tmp_path_factory.mktemp("odd")) as consumer:
        yield consumer


def test_no_argument_hides_a_catalogue(odd: Consumer) -> None:
    assert odd.value("it.refuse('E2')") == {"ok": False, "error_codes": "E2", "kind": "theirs"}


def test_tables_are_never_called_like_a_word_of_the_language(odd: Consumer) -> None:
    assert odd.value("[it.arguments_.left.description, it.this_.that.description]") == ["Where it starts.", "Not this."]


def test_types_are_put_together_by_what_they_are(odd: Consumer) -> None:
    text = (odd.folder / "node_modules" / odd.package / "index.d.ts").read_text(encoding="utf-8")
    assert "maps?: ({ [key: string]: string } | null)[];" in text
    assert "nothing?: Nonnull | null;" in text


# -- catalogue --------------------------------------------------------------------------------------------------------


def facts(enum: Enum) -> Iterator[tuple[str, Json]]:
    """What the contract says about each value, under the names of the package."""
    for value in enum.values:
        entry: dict[str, Json] = {"description": value.docs.doc}
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


def test_ordered_values_compare_as_the_contract_ranks_them(consumer: Consumer) -> None:
    enum = next(enum for enum in contract().enums if enum.order)
    names = [value.value for value in enum.values]
    every = json.dumps([*names, "unheard_of"])
    below = consumer.value(
        f"{every}.flatMap((a) => {every}.filter((b) => it.contentFidelityIsBelow(a, b)).map((b) => [a, b]))"
    )
    assert isinstance(below, list)
    assert sorted(map(str, below)) == sorted(str([low, high]) for high in names for low in enum.ranked("below", high))


# -- types ------------------------------------------------------------------------------------------------------------


def test_the_modules_are_proven_against_their_declarations(
    folder: Path, hostile: Consumer, deep: Consumer, odd: Consumer
) -> None:
    packages = [folder, *((each.folder / "node_modules" / each.package).resolve() for each in (hostile, deep, odd))]
    modules = [str(path) for package in packages for path in package.iterdir() if path.suffix in {".js", ".ts"}]
    flags = ["--allowJs", "--checkJs", "--noUnusedLocals", *RESOLUTIONS["nodenext"]]
    assert type_check(*flags, *modules, folder=folder) == []


def test_an_envelope_may_have_the_name_of_a_type_parameter(tmp_path: Path) -> None:
    text = (CASES / "one-shape" / "contract.yaml").read_text(encoding="utf-8").replace("name: Reply\n", "name: T\n")
    contracts, diagnostics = load({"contract.yaml": text.encode()})
    assert diagnostics == ()
    package = write_package("typescript", contracts[0], tmp_path)
    assert type_check(*RESOLUTIONS["nodenext"], "index.d.ts", folder=package) == []


def test_a_payload_may_be_closed_where_all_include_an_open_record(tmp_path: Path) -> None:
    text = (CASES / "shapes" / "contract.yaml").read_text(encoding="utf-8")
    closed = text.replace("Listed:\n    includes: [Progress]\n    open: true\n", "Listed:\n    includes: [Progress]\n")
    assert closed != text
    contracts, diagnostics = load({"contract.yaml": closed.encode()})
    assert diagnostics == ()
    package = write_package("typescript", contracts[0], tmp_path)
    program = """
import type { Answer, Listed, Reply } from "./index.js";
export const left = (reply: Reply<Listed>): number | undefined => ("data" in reply ? reply.data.left : 0);
export type Wrong = Answer<{ left: string }>;
"""
    (package / "program.ts").write_text(program, encoding="utf-8")
    found = type_check(*RESOLUTIONS["nodenext"], "program.ts", folder=package)
    assert [line.split(":")[0] for line in found if not line.startswith(" ")] == ["program.ts(4,28)"], found


# -- documentation ----------------------------------------------------------------------------------------------------


def described_fields() -> Iterator[Field]:
    for record in contract().records:
        yield from record.fields
    for outcome in contract().envelope.outcomes:
        yield from outcome.fields


def test_every_field_brings_its_description_and_the_level_that_no_type_says(folder: Path) -> None:
    text = " ".join((folder / "index.d.ts").read_text(encoding="utf-8").replace("*", " ").split())
    for field in described_fields():
        is_plain = level_words(field) in ("MUST", "MAY")
        level = "" if is_plain else f" Level: {level_words(field)}."
        assert " ".join(f"{field.docs.doc}{level}".replace("*", " ").split()) in text


def test_every_value_of_an_enum_brings_its_description(folder: Path) -> None:
    text = " ".join((folder / "index.d.ts").read_text(encoding="utf-8").replace("*", " ").split())
    for enum in contract().enums:
        for value in enum.values:
            assert " ".join(value.docs.doc.split()) in text


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
