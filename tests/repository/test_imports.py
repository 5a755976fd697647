"""Imports: of tests, which import no other test but share modules and folders beside them; and of the product.

Its modules import only from layers below their own: `make lint` checks that.
"""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from checkout import ROOT, TESTS

from sealwax.targets import TARGETS

SOURCES = ROOT / "src" / "sealwax"
GENERATED_OR_DATA = {"cases", "consumers", "http", "invalid", "invalid_projects", "node", "sdks", "typing"}
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
                yield module
                yield from (f"{module}.{alias.name}" for alias in names)
            case _:
                pass


def module_names(folder: Path) -> list[str]:
    """The modules in a folder of the product. A package is imported with everything in it, so none is listed."""
    found = (path.relative_to(SOURCES.parent).with_suffix("") for path in folder.rglob("*.py"))
    return [".".join(path.parts) for path in found if path.name != "__init__"]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(TESTS).as_posix())
def test_no_module_imports_a_test(path: Path) -> None:
    parts = {part for name in imported(path) for part in name.split(".")}
    assert [part for part in parts if part == "conftest" or part.startswith("test_")] == []


def test_every_test_module_has_a_name_of_its_own() -> None:
    names = [path.name for path in MODULES if path.name.startswith("test_")]
    assert len(names) == len(set(names)) > 40


def test_every_package_has_a_layer() -> None:
    contract, *_within = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    layers = [name.strip() for line in contract["layers"] for name in line.split("|")]
    folders = (SOURCES, SOURCES / "contract")
    found = [path for folder in folders for path in folder.iterdir() if path.suffix in ("", ".py")]
    names = {".".join(path.relative_to(ROOT / "src").with_suffix("").parts) for path in found}
    others = {f"sealwax.{name}" for name in ("contract", "__init__", "__pycache__")}
    others |= {f"sealwax.contract.{name}" for name in ("__init__", "__pycache__")}
    assert sorted(layers) == sorted(names - others)


# -- modules that nothing imports -------------------------------------------------------------------------------------

LOADED_BY_NAME = {
    "sealwax.__main__",
    *(f"sealwax.targets.{name.replace('-', '_')}" for name in TARGETS),
    *module_names(SOURCES / "commands"),
    *module_names(SOURCES / "evolution" / "rules"),
}


def test_every_module_of_the_product_is_imported_by_another() -> None:
    uses = {name for path in SOURCES.rglob("*.py") for name in imported(path)}
    assert sorted(set(module_names(SOURCES)) - uses - LOADED_BY_NAME) == []
