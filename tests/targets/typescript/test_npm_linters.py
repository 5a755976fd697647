"""The npm packages pass the linters that their users run: ESLint for modules, publint and attw for packages."""

import json
from pathlib import Path

import pytest
from checkout import EVERYTHING, NODE, own_bases, own_contracts
from checkout.processes import run
from packages.built import write_files

from sealwax.pipeline import load, render
from sealwax.rendering import Renderer


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The npm packages of all contracts of this checkout, side by side."""
    place, renderer, bases = tmp_path_factory.mktemp("packages"), Renderer(), own_bases()
    for name, text in own_contracts().items():
        others = {f"contract/{file}": source for file, source in bases[name].items()}
        contracts, _ = load({"contract/own.yaml": text, **others}, EVERYTHING)
        files = render(contracts, renderer)
        own = next(each.name for each in contracts if each.file == "contract/own.yaml")
        marker = f"/{own}/typescript/"
        write_files({path.split(marker)[1]: files[path] for path in files if marker in path}, place / name)
    return place


def test_linters_of_modules_and_packages_have_nothing_to_say(folder: Path) -> None:
    assert run("node", "lint.mjs", str(folder), folder=NODE) == ""


def test_whatever_a_package_exports_can_be_imported(folder: Path) -> None:
    for package in folder.iterdir():
        manifest = json.loads((package / "package.json").read_text(encoding="utf-8"))
        for entry in manifest["exports"].values():
            files = [entry] if isinstance(entry, str) else [entry["types"], entry["default"]]
            assert {Path(file).suffix for file in files} <= {".json", ".js", ".ts"}
