"""The JSON Schemas that ship with the Python and npm packages."""

import json
from collections.abc import Iterator

import pytest
from checkout import CONTRACTS, NODE_MODULES, ROOT, read_contract
from checkout.processes import run
from judges.node import Node
from judges.schemas import VALIDATORS, Schema, by_ajv, subschemas
from packages import npm, python

from sealwax.contract.model import Contract, Json
from sealwax.meaning.checks.lowering import lower
from sealwax.naming import camel, snake
from sealwax.targets.json_schema.schemas import documents, writer_of

MAIL_IMAP: Contract = read_contract(CONTRACTS / "mail-imap.yaml")
LEANNESS = pytest.mark.parametrize("lean", [False, True], ids=["full", "lean"])


def document(name: str, *, lean: bool) -> Schema:
    schema: Schema = json.loads(json.dumps(writer_of(MAIL_IMAP, lean=lean).document(name)))
    return schema


@pytest.fixture(scope="module")
def node() -> Iterator[Node]:
    process = Node()
    yield process
    process.close()


# -- lean schemas -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", lower(MAIL_IMAP).public)
def test_a_lean_schema_has_no_descriptions_no_examples_and_plain_patterns(name: str) -> None:
    for each in subschemas(document(name, lean=True)):
        assert not {"description", "examples"} & set(each)
        assert each.get("not") != {"pattern": "\\n$"}
        assert each.get("pattern", "$").endswith("$")


def test_a_lean_schema_is_less_than_half_as_long() -> None:
    for name in ("ToolResult", "ImapSearchMessagesToolResult"):
        full, lean = (len(json.dumps(document(name, lean=lean))) for lean in (False, True))
        assert lean < full / 2


@pytest.mark.parametrize("maker", [*VALIDATORS, "ajv"])
def test_a_lean_schema_gives_the_same_verdicts(maker: str, node: Node) -> None:
    """Only a final newline after a pattern gets another one, in validators that are written in Python."""
    verdicts = {**VALIDATORS, "ajv": by_ajv(node)}[maker]
    cases = json.loads((ROOT / "generated/mail-imap/conformance.json").read_text(encoding="utf-8"))["cases"]
    names = {case["type"] for case in cases}
    differing: list[Json] = []
    for name in names:
        values: list[Json] = [case["value"] for case in cases if case["type"] == name]
        full, lean = (verdicts(document(name, lean=lean), values) for lean in (False, True))
        differing += (value for value, one, other in zip(values, full, lean, strict=True) if one != other)
    assert len(names) > 10
    assert bool(differing) == (maker == "jsonschema")
    assert all('\\n"' in json.dumps(value) for value in differing)


# -- Python -----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[python.Package]:
    with python.installed(MAIL_IMAP, tmp_path_factory.mktemp("python")) as package:
        yield package


def test_importing_the_python_package_loads_no_schemas(package: python.Package) -> None:
    program = (
        "import sys; result = [name for name in ('mail_imap.schemas', 'importlib.resources') if name in sys.modules]"
    )
    assert package.result(program) == []


@LEANNESS
@pytest.mark.parametrize("name", documents(MAIL_IMAP).values())
def test_the_python_package_has_the_schema_of_the_envelope_and_of_each_tool(
    package: python.Package, name: str, lean: bool
) -> None:
    call = f"from mail_imap import schemas; result = schemas.{snake(name)}_schema(lean={lean})"
    assert package.result(call) == document(name, lean=lean)


def test_each_call_returns_a_schema_of_its_own(package: python.Package) -> None:
    program = (
        "from mail_imap.schemas import tool_result_schema\n"
        "tool_result_schema().clear()\n"
        "result = tool_result_schema()['type']"
    )
    assert package.result(program) == "object"


# -- TypeScript -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def consumer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[npm.Consumer]:
    with npm.generated(MAIL_IMAP, tmp_path_factory.mktemp("npm")) as consumer:
        yield consumer


@LEANNESS
def test_the_npm_package_has_a_constant_for_each_public_type(consumer: npm.Consumer, lean: bool) -> None:
    module = "mail-imap/schemas/lean" if lean else "mail-imap/schemas"
    program = f"console.log(JSON.stringify(await import({json.dumps(module)})))"
    found = json.loads(run("node", "--input-type=module", "--eval", program, folder=consumer.folder))
    expected = {f"{camel(name)}JsonSchema": document(name, lean=lean) for name in lower(MAIL_IMAP).public}
    assert found == expected


def bundled(consumer: npm.Consumer, program: str) -> str:
    """The program and what it needs of the package, in one minified file."""
    (consumer.folder / "program.js").write_text(program, encoding="utf-8")
    esbuild = NODE_MODULES / "esbuild/bin/esbuild"
    return run(esbuild, "program.js", "--bundle", "--minify", "--format=esm", folder=consumer.folder)


@pytest.mark.parametrize(
    ("program", "marks"),
    [
        ('import { isValid } from "mail-imap"; console.log(isValid(1));', []),
        ('import { toolResultSchema } from "mail-imap"; console.log(toolResultSchema);', []),
        (
            'import { imapGetMessageToolResultJsonSchema as it } from "mail-imap/schemas/lean"; console.log(it);',
            ["ImapGetMessageToolEnvelope"],
        ),
    ],
)
def test_bundlers_drop_the_schemas_that_are_not_used(consumer: npm.Consumer, program: str, marks: list[str]) -> None:
    bundle = bundled(consumer, program)
    envelopes = [each.outcomes[0].name for each in (MAIL_IMAP.envelope, *(tool.envelope for tool in MAIL_IMAP.tools))]
    assert [name for name in envelopes if f"#/$defs/{name}" in bundle] == marks
    assert ("$defs" in bundle) == bool(marks)
    assert MAIL_IMAP.envelope.docs.doc not in bundle
