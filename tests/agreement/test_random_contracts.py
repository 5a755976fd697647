"""For every contract, whatever its names and texts: all output parses, and every text arrives as text."""

import ast
import json
import re
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from checkout import TSC
from checkout.processes import run
from hypothesis import Phase, given, settings
from judges.typescript_parser import TypeScript
from markdown_it import MarkdownIt
from packages.built import texts, write_files
from strategies.contracts import as_yaml, contracts
from strategies.drawn import drawn
from strategies.effort import examples
from strategies.fields import Block

from sealwax import languages
from sealwax.contract.model import Contract, Json
from sealwax.contract.model.output import FOLDER
from sealwax.diagnostics import errors
from sealwax.pipeline import compile_contracts, load
from sealwax.rendering import Renderer

RENDERER = Renderer()
MARKDOWN = MarkdownIt("gfm-like", {"linkify": False})
# A failing contract is large, and shrinking it would take minutes that say little.
QUICK = settings(max_examples=examples(60), phases=[Phase.explicit, Phase.reuse, Phase.generate])


def compiled(contract: Block) -> dict[str, str]:
    result = compile_contracts({"contract/random.yaml": as_yaml(contract)}, RENDERER)
    assert errors(result.diagnostics) == ()
    return texts(result.files)


def model(contract: Block) -> Contract:
    (found,), _ = load({"contract/random.yaml": as_yaml(contract)})
    return found


def docs(contract: Contract) -> Iterator[str]:
    """Descriptions that every target shows."""
    yield contract.envelope.docs.doc
    for record in contract.records:
        yield record.docs.doc
        yield from (field.docs.doc for field in record.fields)
    for enum in contract.enums:
        yield from (value.docs.doc for value in enum.values)


def letters(text: str) -> str:
    """What is left of a text when blanks and punctuation go, which a target may wrap or escape."""
    seen = re.sub(languages.HARMFUL, languages.spelled_out, text.replace("\n", " "))
    return "".join(char for char in seen if char.isalnum())


def strings(value: Json) -> Iterator[str]:
    match value:
        case str():
            yield value
        case list():
            for item in value:
                yield from strings(item)
        case dict():
            for item in value.values():
                yield from strings(item)
        case _:
            pass


def with_ending(files: dict[str, str], *endings: str) -> dict[str, str]:
    return {path: text for path, text in files.items() if path.endswith(endings)}


@given(contracts())
@QUICK
def test_every_target_parses_and_tells_every_text(typescript: TypeScript, contract: Block) -> None:
    files = compiled(contract)
    found = model(contract)
    for told in (in_python(files), in_typescript(files, typescript), in_markdown(files)):
        seen = letters(told)
        assert [doc for doc in docs(found) if letters(doc) not in seen] == []
    # A schema holds what its root can reach, so what every schema tells is the envelope.
    assert letters(found.envelope.docs.doc) in letters(in_json(files))
    for text in with_ending(files, ".toml").values():
        assert tomllib.loads(text)["project"]["version"] == "1.2.3"


def in_python(files: dict[str, str]) -> str:
    trees = (ast.parse(text) for text in with_ending(files, ".py").values())
    constants = (node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return " ".join(value for value in constants if isinstance(value, str))


def in_typescript(files: dict[str, str], typescript: TypeScript) -> str:
    told = ""
    for text in with_ending(files, ".ts", ".js").values():
        typescript.module(text)
        comments = re.findall(r"/\*\*.*?\*/", text, re.DOTALL)
        told += " ".join(re.sub(r"^\s*\* ?", " ", comment, flags=re.MULTILINE) for comment in comments)
    return told


def in_json(files: dict[str, str]) -> str:
    return " ".join(string for text in with_ending(files, ".json").values() for string in strings(json.loads(text)))


OUR_HTML = re.compile(r'<!--[^>]*-->|<br>|</?code>|<a id="[a-z-]+">|</a>')
"""The tags that pages have of their own: no text of a contract is among them."""


def in_markdown(files: dict[str, str]) -> str:
    told = ""
    for path, text in with_ending(files, ".md").items():
        tokens = [inner for token in MARKDOWN.parse(text) for inner in (token, *(token.children or ()))]
        html = [token.content for token in tokens if token.type in ("html_block", "html_inline")]
        assert [piece for piece in html if not OUR_HTML.fullmatch(piece.strip())] == [], path
        told += " ".join(token.content for token in tokens if token.type in ("text", "code_inline", "fence"))
    return told


@given(contracts())
@settings(QUICK, max_examples=examples(30))
def test_python_is_a_fixed_point_of_the_formatter(contract: Block) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for number, text in enumerate(with_ending(compiled(contract), ".py").values()):
            (Path(folder) / f"module_{number}.py").write_text(text, encoding="utf-8", newline="\n")
        run(sys.executable, "-m", "ruff", "format", "--isolated", "--diff", folder, folder=Path(folder))


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The packages of a few random contracts, side by side in one folder, each under a name of its own."""
    folder = tmp_path_factory.mktemp("sample")
    for number, contract in enumerate(drawn(contracts(), 2, examples(10, fewest=4))):
        contract["contract"] = f"sample{number}"
        write_files(
            {path.removeprefix(f"{FOLDER}/"): text.encode() for path, text in compiled(contract).items()}, folder
        )
    return folder


@pytest.mark.search
def test_python_of_random_contracts_satisfies_every_checker(sample: Path) -> None:
    sources = [str(path) for path in sorted(sample.glob("*/python/src"))]
    tool = [sys.executable, "-m"]
    run(*tool, "mypy", "--strict", "--cache-dir", str(sample / ".mypy"), *sources, folder=sample)
    run(*tool, "ruff", "check", "--isolated", "--select", "E4,E7,E9,F,I,UP", *sources, folder=sample)
    (sample / "pyrightconfig.json").write_text(json.dumps({"typeCheckingMode": "strict", "include": ["*/python/src"]}))
    run(*tool, "pyright", folder=sample)


@pytest.mark.search
def test_python_of_random_contracts_runs(sample: Path) -> None:
    for source in sorted(sample.glob("*/python/src")):
        module = next(path.name for path in source.iterdir() if path.is_dir())
        run(sys.executable, "-W", "error", "-c", f"from {module} import *", folder=source)


@pytest.mark.search
def test_typescript_of_random_contracts_satisfies_the_compiler(sample: Path) -> None:
    options: dict[str, Json] = {
        "strict": True, "isolatedDeclarations": True, "erasableSyntaxOnly": True, "exactOptionalPropertyTypes": True,
        "noUncheckedIndexedAccess": True, "verbatimModuleSyntax": True, "skipLibCheck": False, "noEmit": True,
        "module": "nodenext", "target": "es2022", "types": [], "declaration": True, "allowImportingTsExtensions": True,
    }  # fmt: skip
    config = {"compilerOptions": options, "include": ["*/typescript/*.d.ts"]}
    (sample / "tsconfig.json").write_text(json.dumps(config))
    run("node", TSC, "-p", "tsconfig.json", folder=sample)
    for name in ("isolatedDeclarations", "erasableSyntaxOnly", "declaration", "allowImportingTsExtensions"):
        options.pop(name)
    options |= {"allowJs": True, "checkJs": True, "noUnusedLocals": True}
    config = {"compilerOptions": options, "include": ["*/typescript/*.js"]}
    (sample / "tsconfig.js.json").write_text(json.dumps(config))
    run("node", TSC, "-p", "tsconfig.js.json", folder=sample)


@pytest.mark.search
def test_typescript_of_random_contracts_runs(sample: Path) -> None:
    for index in sorted(sample.glob("*/typescript/index.js")):
        run("node", "--input-type=module", "-e", f"await import({json.dumps(str(index))})", folder=sample)
