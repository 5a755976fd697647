"""What a package ships can be extended where it is installed, with nothing else beside it."""

from pathlib import Path

import pytest
from checkout import EVERYTHING
from packages.built import write_python_modules
from samples.small_contracts import BASE, LEFT, RIGHT, error_codes, extending

from sealwax.diagnostics import errors
from sealwax.pipeline import compile_contracts, load
from sealwax.project.workspace import read_bases
from sealwax.rendering import Renderer, header
from sealwax.targets.contract_copy import with_paths

LIBRARY = BASE.replace("contract: base", "contract: library-api", 1).encode()
BELOW = "../own/contract/library.yaml"
THIRD = {"contract/third.yaml": extending("third", "error_codes: {values: {TOP: {type: conflict}}}", "city-library")}


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that Python finds packages in."""
    folder = tmp_path / "packages"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    return folder


def install(folder: Path, sources: dict[str, bytes], bases: dict[str, bytes]) -> None:
    """Puts the Python packages of a project where Python finds them."""
    compiled = compile_contracts(sources, Renderer(), EVERYTHING, bases=bases)
    assert errors(compiled.diagnostics) == ()
    write_python_modules(compiled.files, folder)


def city(said: str = LEFT) -> dict[str, bytes]:
    return {"contract/city.yaml": extending("city-library", said, f"../{BELOW}")}


def test_a_package_whose_contract_named_a_path_can_be_extended(packages: Path) -> None:
    install(packages, city(), {BELOW: LIBRARY})
    bases = read_bases(Path(), THIRD)
    assert set(bases) == {"<city_library>/contract.yaml", "<city_library>/extended/library-api.yaml"}
    (contract,), diagnostics = load(THIRD, bases=bases)
    assert errors(diagnostics) == ()
    assert error_codes(contract) == ["TAKEN", "LEFT", "TOP"]


def test_a_package_whose_contract_named_a_package_can_be_extended_without_that(packages: Path) -> None:
    install(packages, {"contract/library.yaml": LIBRARY}, {})
    sources = {"contract/city.yaml": extending("city-library", LEFT, "library-api")}
    install(packages, sources, read_bases(Path(), sources))
    (packages / "library_api" / "contract.yaml").unlink()
    install(packages, THIRD, bases := read_bases(Path(), THIRD))
    assert set(bases) == {"<city_library>/contract.yaml", "<city_library>/extended/library-api.yaml"}
    (packages / "city_library" / "contract.yaml").unlink()
    fourth = {"contract/fourth.yaml": extending("fourth", RIGHT, "third")}
    bases = read_bases(Path(), fourth)
    assert {file.removeprefix("<third>/") for file in bases} == {
        "contract.yaml",
        "extended/city-library.yaml",
        "extended/library-api.yaml",
    }
    (contract,), diagnostics = load(fourth, bases=bases)
    assert errors(diagnostics) == ()
    assert error_codes(contract) == ["TAKEN", "LEFT", "TOP"]


def test_the_copies_are_the_contracts_with_a_mark_and_other_paths() -> None:
    files = compile_contracts(city(), Renderer(), EVERYTHING, bases={BELOW: LIBRARY}).files
    copied = city()["contract/city.yaml"].replace(f"../{BELOW}".encode(), b"extended/library-api.yaml")
    for folder in ("python/src/city_library", "typescript"):
        expected = {
            "contract.yaml": f"# {header('city-library')}\n".encode() + copied,
            "extended/library-api.yaml": f"# {header('library-api')}\n".encode() + LIBRARY,
        }
        start = f"generated/city-library/{folder}/"
        assert {
            path.removeprefix(start): text
            for path, text in files.items()
            if path.startswith(start) and path.endswith(".yaml")
        } == expected


def test_a_contract_is_the_same_where_it_is_written_and_where_it_is_installed(packages: Path) -> None:
    install(packages, {"contract/library.yaml": LIBRARY}, {})
    install(packages, city(), {BELOW: LIBRARY})
    right = extending("right", RIGHT, "library-api")
    sources = {
        "contract/library.yaml": LIBRARY,
        "contract/right.yaml": right,
        "contract/here.yaml": extending("city-library", LEFT, "library.yaml"),
    }
    sources["contract/top.yaml"] = extending(
        "top", extends="[library-api, right.yaml, here.yaml, city-library, library.yaml]"
    )
    compiled = compile_contracts(sources, Renderer(), EVERYTHING, bases=read_bases(Path(), sources))
    assert errors(compiled.diagnostics) == ()
    copy = compiled.files["generated/top/python/src/top/contract.yaml"].decode()
    below, city_, right_ = (f"extended/{name}.yaml" for name in ("library-api", "city-library", "right"))
    assert f"extends: [{below}, {right_}, {city_}, {city_}, {below}]\n" in copy
    top = next(contract for contract in load(sources, bases=read_bases(Path(), sources))[0] if contract.name == "top")
    assert error_codes(top) == ["TAKEN", "LEFT"]
    assert [guide.title for guide in top.guides] == ["Left"]
    assert [base.name for base in top.bases] == ["library-api", "right", "city-library"]


# -- texts ------------------------------------------------------------------------------------------------------------


ONE, THREE = ["one"], ["one", "two", "three"]


@pytest.mark.parametrize(
    ("text", "paths", "expected"),
    [
        ("# é\nextends: ../a.yaml # why\nz: 1", ONE, "# é\nextends: one # why\nz: 1"),
        ("\ufeffa: {extends: b/c}\r\nextends: 'b/c'\r\n", ONE, "\ufeffa: {extends: b/c}\r\nextends: one\r\n"),
        ('{"extends": "..\\/a.yaml", z: &a 1}', ONE, '{"extends": one, z: &a 1}'),
        ("extends:\n  - ../a\n  - package\n  - 'b.yaml'\n", THREE, "extends:\n  - one\n  - two\n  - three\n"),
        ("extends: [ ../a.yaml,package , b.yaml ]\n", THREE, "extends: [ one,two , three ]\n"),
        ("title: &t ../a.yaml\nextends: *t\n", ONE, "title: &t ../a.yaml\nextends: one\n"),
        ("extends: &e ../a.yaml\ntitle: *e\n", ONE, "extends: &e one\ntitle: *e\n"),
        ("x: &l [a/b, b, c/d]\nextends: *l\n", THREE, "x: &l [a/b, b, c/d]\nextends: [one, two, three]\n"),
        ("extends:\n  ../a/\n  b.yaml\nz: 1\n", ONE, "extends:\n  one\nz: 1\n"),
    ],
)
def test_only_the_entries_change(text: str, paths: list[str], expected: str) -> None:
    assert with_paths(text, paths) == expected
