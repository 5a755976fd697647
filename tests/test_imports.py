"""Tests import no other test: what they share lives in the modules and folders beside them."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from checkout import TESTS

GENERATED_OR_DATA = {"cases", "consumers", "http", "invalid", "invalid_projects", "node", "sdks"}
MODULES = [
    path
    for path in sorted(TESTS.rglob("*.py"))
    if path.relative_to(TESTS).parts[0] not in GENERATED_OR_DATA and "__pycache__" not in path.parts
]


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Import(names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=str(module), names=names):
                yield from (f"{module}.{alias.name}" for alias in names)
            case _:
                pass


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(TESTS).as_posix())
def test_no_module_imports_a_test(path: Path) -> None:
    parts = {part for name in imported(path) for part in name.split(".")}
    assert [part for part in parts if part == "conftest" or part.startswith("test_")] == []


def test_every_test_module_has_a_name_of_its_own() -> None:
    names = [path.name for path in MODULES if path.name.startswith("test_")]
    assert len(names) == len(set(names)) > 40
