"""What the README says is so: its commands are run in a fresh copy of the checkout, its excerpts are in the files.

A line with nothing but `…` stands for any lines in between.
"""

import csv
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from checkout import ROOT, read_contract

from sealwax.contract.model import Catalogue
from sealwax.pipeline import compile_contracts
from sealwax.rendering import Renderer

TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"(?:<!-- ([a-z]+): (\S+) -->\n)?```(\w+)\n(.*?)```\n", TEXT, re.DOTALL)
EXCERPTS = [(where, body) for kind, where, _language, body in BLOCKS if kind == "excerpt"]
CONSOLES = [body for _kind, _where, language, body in BLOCKS if language == "console"]
RECIPES = [body for kind, _where, language, body in BLOCKS if language == "yaml" and not kind]
FILES = [(where, body) for kind, where, _language, body in BLOCKS if kind == "file"]
ADDED = {where: body for kind, where, _language, body in BLOCKS if kind == "recipe"}
LINES = {where: body for kind, where, _language, body in BLOCKS if kind == "line"}
PROGRAMS = [
    (where, body, BLOCKS[number + 1][3]) for number, (kind, where, _, body) in enumerate(BLOCKS) if kind == "run"
]


def agrees(said: str, seen: str) -> bool:
    """Whether the shown text is the real one, where `…` lines leave something out."""
    pieces = [re.escape(piece) for piece in re.split(r"^…\n", said, flags=re.MULTILINE)]
    return re.fullmatch("(?:.*\n)*?".join(pieces), seen) is not None


@pytest.mark.parametrize(("where", "body"), EXCERPTS, ids=[where for where, _ in EXCERPTS])
def test_an_excerpt_is_in_its_file(where: str, body: str) -> None:
    pieces = [re.escape(piece) for piece in re.split(r"^…\n", body, flags=re.MULTILINE)]
    assert re.search("(?:.*\n)*?".join(pieces), (ROOT / where).read_text(encoding="utf-8"))


def test_the_recipes_work() -> None:
    field, code = RECIPES
    contract = (ROOT / "contract" / "response-v2.yaml").read_text(encoding="utf-8")
    before, snippet, after = contract.partition("  EvidenceSnippet:\n")
    contract = before + snippet + after.replace("    fields:\n", f"    fields:\n{field}", 1)
    before, codes, after = contract.partition("\nerror_codes:\n")
    contract = before + codes + after.replace("  values:\n", f"  values:\n{code}", 1)
    compiled = compile_contracts({"contract/response-v2.yaml": contract.encode()}, Renderer())
    assert compiled.diagnostics == ()
    package = "generated/response-v2/python/src/response_v2"
    assert "    language: str | None = None\n" in compiled.files[f"{package}/records.py"]
    assert '    QUOTA_EXHAUSTED = "QUOTA_EXHAUSTED"\n' in compiled.files[f"{package}/enums.py"]
    assert '  "QUOTA_EXHAUSTED",\n' in compiled.files["generated/response-v2/typescript/catalogue.js"]
    assert "| `QUOTA_EXHAUSTED` |" in compiled.files["generated/response-v2/markdown/errors.md"]


def test_every_link_leads_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", TEXT):
        assert (ROOT / target).exists(), target


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """The checkout as `git clone` would give it: what is committed or could be, and nothing that was installed."""
    folder = tmp_path / "sealwax"
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    files = subprocess.run(listing, cwd=ROOT, check=True, capture_output=True, encoding="utf-8").stdout.split("\0")
    for file in filter(None, files):
        if (ROOT / file).is_file():
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / file, folder / file)
    return folder


def run(command: str, folder: Path) -> str:
    quiet = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")}
    done = subprocess.run(
        ["sh", "-c", f"{command} 2>&1"], cwd=folder, env=quiet, check=False, capture_output=True, encoding="utf-8"
    )
    # The Python is whichever the reader has, and of no interest.
    return re.sub(r"(?<=with Python )3\.\d+\.\d+$", "3.11.7", done.stdout, flags=re.MULTILINE)


def test_the_recipe_for_a_target_works_to_the_letter(checkout: Path) -> None:
    assert len(ADDED) == 2
    for where, body in ADDED.items():
        (checkout / where).parent.mkdir(exist_ok=True)
        (checkout / where).write_text(body, encoding="utf-8")
    ((where, line),) = LINES.items()
    before, listed, after = (checkout / where).read_text(encoding="utf-8").partition("TARGETS = (\n")
    targets, end, rest = after.partition(")\n")
    (checkout / where).write_text(f"{before}{listed}{targets}{line}{end}{rest}", encoding="utf-8")

    def sealwax(command: str) -> str:
        return run(f"PYTHONPATH={shlex.quote(str(checkout / 'src'))} {sys.executable} -m {command}", checkout)

    assert "wrote generated/response-v2/csv/error-codes.csv\n" in sealwax("sealwax generate")
    table = (checkout / "generated/response-v2/csv/error-codes.csv").read_text(encoding="utf-8")
    rows = [*csv.reader(table.splitlines())]
    assert rows[0] == ["code", "type", "description"]
    codes = read_contract().catalogue(Catalogue.ERROR_CODES)
    assert codes is not None
    assert [row[:2] for row in rows[1:]] == [[code.value, code.classified_as] for code in codes.values]
    assert sealwax("sealwax check").endswith("all up to date.\n")
    settings = checkout / "pyproject.toml"
    head, table, keys = settings.read_text(encoding="utf-8").partition("[tool.sealwax]\n")
    settings.write_text(f'{head}{table}targets = ["csv"]\n{keys}', encoding="utf-8")
    assert "deleted generated/response-v2/python/pyproject.toml\n" in sealwax("sealwax generate")
    assert (checkout / "generated/response-v2/csv/error-codes.csv").exists()
    assert sealwax("ruff check src templates") == "All checks passed!\n"
    assert "already formatted" in sealwax("ruff format --check src")


def test_a_newcomer_sees_what_the_readme_shows(checkout: Path) -> None:
    for where, body in FILES:
        (checkout / where).parent.mkdir(parents=True)
        (checkout / where).write_text(body, encoding="utf-8")
    for console in CONSOLES:
        for step in re.split(r"^\$ ", console, flags=re.MULTILINE)[1:]:
            command, _, said = step.partition("\n")
            seen = run(command, checkout)
            assert agrees(said, seen), f"$ {command}\n{seen}"
    assert PROGRAMS
    for language, program, said in PROGRAMS:
        command = {"python": ".venv/bin/python -", "node": "node --input-type=module -"}[language]
        done = subprocess.run(
            command.split(), cwd=checkout, input=program, check=True, capture_output=True, encoding="utf-8"
        )
        assert done.stdout == said
