"""`typing.get_type_hints` resolves the annotations of every public function and class of the Python packages."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from checkout import CONSUMERS, HTTP_PYTHON, own_bases, own_contracts
from packages import conversations
from packages.built import Built, built

from sealwax.targets.package_names import python_module

CONTRACTS, BASES = own_contracts(), own_bases()
NEEDING_MORE = {"fastapi": HTTP_PYTHON, "mcp": conversations.python("mcp-2")}
"""Modules that need a framework or an SDK, and the Python that has it."""


@pytest.mark.parametrize("name", CONTRACTS)
def test_type_hints_can_be_read_at_run_time(name: str) -> None:
    with built(CONTRACTS[name], BASES[name]) as package:
        assert resolved(package, Path(sys.executable), *(public_modules(package) - NEEDING_MORE.keys())) > 0


@pytest.mark.parametrize("module", NEEDING_MORE)
def test_type_hints_of_modules_for_frameworks_can_be_read_with_the_framework(module: str) -> None:
    for name in ("response-v2", "mail-imap", "stac-meta"):
        with built(CONTRACTS[name], BASES[name]) as package:
            if module in public_modules(package):
                assert resolved(package, NEEDING_MORE[module], module) > 0
            else:
                assert (name, module) in {("mail-imap", "fastapi"), ("stac-meta", "fastapi")}


def public_modules(package: Built) -> set[str]:
    folder = package.path(f"python/src/{python_module(package.contract)}")
    found = {path.stem for path in folder.glob("*.py")} | {path.parent.name for path in folder.glob("*/__init__.py")}
    return {name for name in found if not name.startswith("_")}


def resolved(package: Built, python: Path, *modules: str) -> int:
    """How many functions and classes have annotations that can be resolved."""
    sources = sorted(package.folder.glob("generated/*/python/src"))
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, sources))}
    names = [f"{python_module(package.contract)}.{name}" for name in modules]
    command = [str(python), str(CONSUMERS / "type_hints.py"), *names]
    return int(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)
