"""The packages of a contract that extends another: complete in themselves, used and type-checked with nothing else.

The contract is that of the example. Type checkers have to see what is wrong with each marked line.
"""

import json
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from checkout import CASES, CONSUMERS, EVERYTHING, ROOT, TSC
from checkout.processes import run
from hypothesis import given, settings
from hypothesis import strategies as st
from judges.reference import check as findings
from packages.built import write_files
from packages.python import build_wheel, install
from strategies.payloads import payloads, subjects

from sealwax.contract.inheritance.library import Library
from sealwax.contract.model import Contract, Json
from sealwax.diagnostics import Report, errors
from sealwax.evolution.history import snapshot
from sealwax.meaning.findings import Weight
from sealwax.pipeline import compile_contracts, load
from sealwax.project.workspace import read_bases, read_contracts
from sealwax.rendering import Renderer

EXAMPLE = ROOT / "examples" / "harbour"
BELOW = ROOT / "generated" / "response-v2"
OWN = EXAMPLE / "generated" / "harbour-office"
OPTIONS = {
    "strict": True,
    "noEmit": True,
    "target": "es2022",
    "module": "nodenext",
    "exactOptionalPropertyTypes": True,
    "noUncheckedIndexedAccess": True,
    "types": [],
}


@pytest.fixture(scope="module")
def workplace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an environment that has the package and nothing else, and programs that use it.

    The package of the contract below lies beside the programs, where only those see it that run without `-I`.
    """
    folder = tmp_path_factory.mktemp("extended")
    install(folder, built(OWN, folder / "own"))
    for program in (CONSUMERS / "extended.py", CONSUMERS / "extended_wrongly.py", EXAMPLE / "book_a_berth.py"):
        shutil.copy(program, folder)
    without_caches = shutil.ignore_patterns("__pycache__")
    shutil.copytree(OWN / "python" / "src", folder / "source", ignore=without_caches)
    shutil.copytree(BELOW / "python" / "src" / "response_v2", folder / "response_v2", ignore=without_caches)
    settings_ = {"typeCheckingMode": "strict", "reportUnusedExpression": False, "exclude": ["own", "empty"]}
    (folder / "pyrightconfig.json").write_text(json.dumps(settings_))
    return folder


def built(generated: Path, place: Path) -> Path:
    shutil.copytree(generated / "python", place, ignore=shutil.ignore_patterns("__pycache__"))
    return build_wheel(place)


def python(folder: Path) -> Path:
    return folder / "empty" / "bin" / "python"


def marked() -> set[int]:
    lines = (CONSUMERS / "extended_wrongly.py").read_text().split("\n")
    return {at for at, line in enumerate(lines, 1) if line.endswith("# wrong")}


# -- Python -----------------------------------------------------------------------------------------------------------


def test_the_package_works_with_nothing_else_installed(workplace: Path) -> None:
    assert run(python(workplace), "-I", "extended.py", folder=workplace) == "done\n"


def test_the_program_of_the_example_runs(workplace: Path) -> None:
    told = run(python(workplace), "book_a_berth.py", folder=workplace).splitlines()
    assert told == [
        "WK-12: 10.6 m of room at the berth",
        "PILOT_REQUIRED: Ships of 100 m and more need a pilot (not like this)",
        "BERTH_OCCUPIED: The berth WK-13 is taken until 2026-11-19T04:00:00Z (not like this)",
        "WK-12 is held for Zeearend, for 4182.49",
        "req-0001 ok",
        "req-0002 regulation",
        "req-0003 conflict",
        "req-0004 ok",
    ]


def test_mypy_agrees(workplace: Path) -> None:
    mypy = [sys.executable, "-m", "mypy", "--strict", "--python-executable", str(python(workplace))]
    run(*mypy, "source/harbour_office", folder=workplace)
    run(*mypy, "extended.py", "book_a_berth.py", folder=workplace)
    wrong = [*mypy, "extended_wrongly.py"]
    found = subprocess.run(wrong, cwd=workplace, capture_output=True, encoding="utf-8", check=False).stdout
    assert {int(line) for line in re.findall(r"^extended_wrongly\.py:(\d+): error", found, re.MULTILINE)} == marked()


def test_pyright_agrees(workplace: Path) -> None:
    pyright = [sys.executable, "-m", "pyright", "--pythonpath", str(python(workplace)), "--outputjson"]
    done = subprocess.run(pyright, cwd=workplace, capture_output=True, encoding="utf-8", check=False)
    found = json.loads(done.stdout)["generalDiagnostics"]
    places = {(Path(each["file"]).name, each["range"]["start"]["line"] + 1) for each in found}
    assert places == {("extended_wrongly.py", line) for line in marked()}


def test_linters_and_the_formatter_have_nothing_to_say() -> None:
    ruff = [sys.executable, "-m", "ruff"]
    run(*ruff, "check", "--no-cache", "--isolated", "--extend-select", "I,UP,RUF022", "src", folder=OWN / "python")
    run(*ruff, "format", "--no-cache", "--isolated", "--check", "src", folder=OWN / "python")


def test_the_package_depends_on_nothing(workplace: Path) -> None:
    needed = "[each for each in requires('harbour-office') if 'extra ==' not in each]"
    show = f"from importlib.metadata import requires; print({needed})"
    assert run(python(workplace), "-I", "-c", show, folder=workplace) == "[]\n"


# -- contracts that extend an installed package -----------------------------------------------------------------------

PILOTS = """\
contract: pilots
version: "1.0.0"
title: The pilots of a harbour
extends: harbour-office
types: {Meta: {fields: {pilot: {type: string, level: may}}}}
"""
USE_PILOTS = """
import pilots

made = pilots.success_response({"tides": []}, request_id="req-0001", port="NLRTM")
made.meta["pilot"] = "P7"
read = pilots.parse_json(made.to_json())
assert isinstance(read, pilots.ParsedToolResponseSuccess)
print(read.meta.port, read.meta.pilot, pilots.is_valid({"success": True}), pilots.errors.fog.__name__)
"""


def test_a_contract_can_extend_an_installed_package(
    workplace: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The package has all contracts that its own extends, whose paths lead nowhere there."""
    show = "import sysconfig; print(sysconfig.get_path('purelib'))"
    monkeypatch.syspath_prepend(run(python(workplace), "-I", "-c", show, folder=workplace).strip())
    texts = {"contract/pilots.yaml": PILOTS.encode()}
    bases = read_bases(workplace, texts)
    assert sorted(bases) == ["<harbour_office>/contract.yaml", "<harbour_office>/extended/response-v2.yaml"]
    compiled = compile_contracts(texts, Renderer(), EVERYTHING, bases)
    assert compiled.diagnostics == ()
    write_files(compiled.files, tmp_path)
    package = tmp_path / "generated" / "pilots" / "python"
    copies = package / "src" / "pilots" / "extended"
    assert sorted(path.name for path in copies.iterdir()) == ["harbour-office.yaml", "response-v2.yaml"]
    alone = install(tmp_path, build_wheel(package))
    assert run(alone, "-I", "-c", USE_PILOTS, folder=tmp_path) == "NLRTM P7 False fog\n"


def test_an_unknown_path_in_an_installed_package_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "harbour_office"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "contract.yaml").write_text(PILOTS.replace("extends: harbour-office", "extends: ../../secret.yaml"))
    monkeypatch.syspath_prepend(tmp_path)
    texts = {"contract/pilots.yaml": PILOTS.encode()}
    _, diagnostics = load(texts, bases=read_bases(tmp_path, texts))
    message = "a package cannot extend the path '../../secret.yaml', which is not part of the package"
    assert [each.message for each in errors(diagnostics)] == [message]


# -- in one piece -----------------------------------------------------------------------------------------------------

CHAIN = {f"contract/{path.name}": path.read_bytes() for path in (CASES / "extends").glob("*.yaml")}


def test_the_modules_are_those_of_a_contract_written_in_one_piece() -> None:
    file = "contract/contract.yaml"
    loaded = Library(CHAIN, Report()).load(file)
    assert loaded is not None
    whole = snapshot(loaded, CHAIN[file])
    assert b'"extends"' not in whole
    assert modules({file: CHAIN[file]}, CHAIN) == modules({file: whole}, {})


def modules(texts: dict[str, bytes], bases: dict[str, bytes]) -> dict[str, bytes]:
    compiled = compile_contracts(texts, Renderer(), EVERYTHING, bases)
    assert errors(compiled.diagnostics) == ()
    return {path: text for path, text in compiled.files.items() if path.endswith((".py", ".js", ".ts", "project.toml"))}


# -- TypeScript -------------------------------------------------------------------------------------------------------


def test_the_typescript_compiler_agrees(tmp_path: Path) -> None:
    for name, generated in {"response-v2": BELOW, "harbour-office": OWN}.items():
        shutil.copytree(generated / "typescript", tmp_path / "node_modules" / name)
    shutil.copy(CONSUMERS / "extended.ts", tmp_path)
    (tmp_path / "package.json").write_text('{"private": true, "type": "module"}')
    (tmp_path / "tsconfig.json").write_text(json.dumps({"compilerOptions": OPTIONS, "files": ["extended.ts"]}))
    run("node", str(TSC), "-p", "tsconfig.json", folder=tmp_path)


# -- values -----------------------------------------------------------------------------------------------------------


@cache
def example() -> Contract:
    texts = read_contracts(EXAMPLE)
    contracts, diagnostics = load(texts, bases=read_bases(EXAMPLE, texts, ["../../contract"]))
    assert diagnostics == ()
    return contracts[0]


def pairs() -> list[str]:
    """The types that both contracts have."""
    own, below = subjects(example()), {subject.name for subject in subjects(example().bases[0])}
    return [subject.name for subject in own if subject.name in below]


def faults(contract: Contract, name: str, value: Json) -> list[str]:
    subject = next(subject for subject in subjects(contract) if subject.name == name)
    return [found.message for found in findings(subject, value) if found.level is Weight.ERROR]


@pytest.mark.parametrize("name", pairs())
@given(data=st.data())
@settings(max_examples=30)
def test_what_is_valid_here_is_valid_below(name: str, data: st.DataObject) -> None:
    subject = next(subject for subject in subjects(example()) if subject.name == name)
    value = data.draw(payloads(example(), subject))
    if not faults(example(), name, value):
        assert faults(example().bases[0], name, value) == []


def test_the_conformance_values_that_are_valid_here_are_valid_below(workplace: Path) -> None:
    """By the validators that are installed, and for answers of tools as well."""
    program = f"""
import json
from pathlib import Path
import harbour_office, response_v2

cases = json.loads(Path({str(OWN / "conformance.json")!r}).read_text(encoding="utf-8"))["cases"]
answers = [case["value"] for case in cases if case["type"].endswith("ToolResponse")]
valid = [value for value in answers if harbour_office.is_valid(value)]
print(len(valid) > 30, all(map(response_v2.is_valid, valid)), len(valid) < len(answers))
"""
    assert run(python(workplace), "-c", program, folder=workplace) == "True True True\n"


def test_the_example_has_what_a_service_adds() -> None:
    own, base = example(), example().bases[0]
    added = {enum.name: len(enum.values) for enum in own.enums}
    for enum in base.enums:
        added[enum.name] -= len(enum.values)
    assert added["ErrorCode"] >= 20
    assert added["ErrorType"] == 2
    assert added["WarningCode"] >= 2
    assert len(own.tools) >= 3
