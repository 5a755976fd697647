"""The recipes in docs/recipes.md work to the letter."""

import csv
import shlex
import sys
from pathlib import Path

from checkout import RESPONSE_V2, read_contract
from packages.built import texts
from pages.documents import blocks, copied, environment, run

from sealwax.contract.model import Catalogue
from sealwax.pipeline import compile_contracts
from sealwax.rendering import Renderer

BLOCKS = blocks("docs/recipes.md")
FIELD, CODE = (block.text for block in BLOCKS if block.language == "yaml")
ADDED = {block.file: block.text for block in BLOCKS if block.kind == "recipe"}
((LISTED_IN, LINE),) = ((block.file, block.text) for block in BLOCKS if block.kind == "line")


def test_a_field_and_a_code_can_be_added() -> None:
    before, snippet, after = RESPONSE_V2.read_text(encoding="utf-8").partition("  EvidenceSnippet:\n")
    contract = before + snippet + after.replace("    fields:\n", f"    fields:\n{FIELD}", 1)
    before, codes, after = contract.partition("\nerror_codes:\n")
    contract = before + codes + after.replace("  values:\n", f"  values:\n{CODE}", 1)
    compiled = compile_contracts({"contract/response-v2.yaml": contract.encode()}, Renderer())
    assert compiled.diagnostics == ()
    files, package = texts(compiled.files), "generated/response-v2/python/src/response_v2"
    assert "    language: str | None = None\n" in files[f"{package}/records.py"]
    assert '    QUOTA_EXHAUSTED = (\n        "QUOTA_EXHAUSTED",\n' in files[f"{package}/enums.py"]
    assert '  QUOTA_EXHAUSTED: "QUOTA_EXHAUSTED",\n' in files["generated/response-v2/typescript/catalogue.js"]
    assert "| `QUOTA_EXHAUSTED` |" in files["generated/response-v2/markdown/response-v2.md"]


def added_to(checkout: Path) -> None:
    """Add the target of the recipe."""
    assert len(ADDED) == 2
    for where, body in ADDED.items():
        (checkout / where).parent.mkdir(exist_ok=True)
        (checkout / where).write_text(body, encoding="utf-8")
    before, listed, after = (checkout / LISTED_IN).read_text(encoding="utf-8").partition("TARGETS = (\n")
    targets, end, rest = after.partition(")\n")
    (checkout / LISTED_IN).write_text(f"{before}{listed}{targets}{LINE}{end}{rest}", encoding="utf-8")


def test_a_target_can_be_added(tmp_path: Path) -> None:
    checkout = copied(tmp_path / "sealwax")
    added_to(checkout)

    def sealwax(command: str) -> str:
        return run(
            f"PYTHONPATH={shlex.quote(str(checkout / 'src'))} {sys.executable} -m {command}", checkout, environment()
        )

    assert "wrote generated/response-v2/csv/error-codes.csv\n" in sealwax("sealwax generate")
    table = (checkout / "generated/response-v2/csv/error-codes.csv").read_text(encoding="utf-8")
    rows = [*csv.reader(table.splitlines())]
    assert rows[0] == ["code", "type", "description"]
    codes = read_contract().catalogue(Catalogue.ERROR_CODES)
    assert codes is not None
    assert [row[:2] for row in rows[1:]] == [[code.value, code.classified_as] for code in codes.values]
    assert sealwax("sealwax check").endswith("all up to date.\n")
    golden = checkout / "tests/cases/codes/expected/codes/csv/error-codes.csv"
    golden.parent.mkdir()
    golden.touch()
    assert " passed" in sealwax("pytest -q tests/test_cases.py -k codes --refresh-goldens")
    assert golden.read_text(encoding="utf-8").startswith("code,type,description\n")
    settings = checkout / "pyproject.toml"
    text = settings.read_text(encoding="utf-8")
    before, rest = text.split("[tool.sealwax]\n")
    after = rest.partition("\n\n")[2]
    settings.write_text(f'{before}[tool.sealwax]\ntargets = ["csv"]\n\n{after}', encoding="utf-8")
    assert "deleted generated/response-v2/python/pyproject.toml\n" in sealwax("sealwax generate")
    assert (checkout / "generated/response-v2/csv/error-codes.csv").exists()
    assert sealwax("ruff check src templates") == "All checks passed!\n"
    assert "already formatted" in sealwax("ruff format --check src")
