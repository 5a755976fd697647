"""Whatever a contract says, one that extends it by the rules is one of its kind: its values and its names."""

import json
import sys
from pathlib import Path

import pytest
from checkout.processes import run
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from judges.reference import check
from packages.built import write_python_modules
from strategies.contracts import as_yaml
from strategies.drawn import drawn
from strategies.effort import examples
from strategies.extensions import BASE, CHILD, extensions
from strategies.fields import Block
from strategies.payloads import payloads, subjects

from sealwax.contract.model import Contract, Json
from sealwax.diagnostics import errors
from sealwax.meaning.findings import Weight
from sealwax.pipeline import compile_contracts, load
from sealwax.rendering import Renderer

QUICK = settings(max_examples=examples(40), phases=[Phase.explicit, Phase.reuse, Phase.generate])


def texts(base: Block, child: Block) -> dict[str, bytes]:
    return {BASE: as_yaml({**base, "contract": "base"}), CHILD: as_yaml(child)}


def loaded(base: Block, child: Block) -> Contract:
    contracts, diagnostics = load(texts(base, child))
    assert errors(diagnostics) == ()
    return next(contract for contract in contracts if contract.file == CHILD)


def faults(contract: Contract, name: str, value: Json) -> list[str]:
    subject = next(subject for subject in subjects(contract) if subject.name == name)
    return [found.message for found in check(subject, value) if found.level is Weight.ERROR]


@given(extensions(), st.data())
@QUICK
def test_what_is_valid_on_top_is_valid_below(drawn: tuple[Block, Block], data: st.DataObject) -> None:
    child = loaded(*drawn)
    below = {subject.name for subject in subjects(child.bases[0])}
    for subject in (subject for subject in subjects(child) if subject.name in below):
        value = data.draw(payloads(child, subject))
        if not faults(child, subject.name, value):
            assert faults(child.bases[0], subject.name, value) == []


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The packages of a few contracts, and of those below them, side by side."""
    folder = tmp_path_factory.mktemp("extensions")
    for number, (base, child) in enumerate(drawn(extensions(), 1, 6)):
        named = {**child, "contract": f"child{number}", "extends": f"base{number}.yaml"}
        sources = {
            f"contract/base{number}.yaml": as_yaml({**base, "contract": f"base{number}"}),
            f"contract/child{number}.yaml": as_yaml(named),
        }
        compiled = compile_contracts(sources, Renderer())
        assert errors(compiled.diagnostics) == ()
        write_python_modules(compiled.files, folder)
    return folder


def test_packages_of_random_extensions_satisfy_every_checker(sample: Path) -> None:
    tool, packages = [sys.executable, "-m"], sorted(path.name for path in sample.iterdir() if path.is_dir())
    run(*tool, "ruff", "format", "--isolated", "--check", *packages, folder=sample)
    run(*tool, "ruff", "check", "--isolated", "--select", "E4,E7,E9,F,I,UP", *packages, folder=sample)
    run(*tool, "mypy", "--strict", *packages, folder=sample)
    (sample / "pyrightconfig.json").write_text(json.dumps({"typeCheckingMode": "strict"}))
    run(*tool, "pyright", folder=sample)


def test_packages_of_random_extensions_have_every_name_of_those_below(sample: Path) -> None:
    program = """
import importlib, sys

sys.path.insert(0, ".")
for number in sys.argv[1:]:
    child, base = (importlib.import_module(f"{name}{number}") for name in ("child", "base"))
    missing = set(base.__all__) - set(child.__all__)
    assert not missing, (number, missing)
"""
    numbers = sorted(path.name.removeprefix("child") for path in sample.glob("child*"))
    assert len(numbers) > 3
    run(sys.executable, "-W", "error", "-c", program, *numbers, folder=sample)
