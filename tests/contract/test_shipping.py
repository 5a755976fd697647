"""What a package ships can be extended where it is installed, however its contract named the one below."""

from pathlib import Path

import pytest
from packages.built import texts, write_python_modules
from samples.small_contracts import BASE, LEFT, RIGHT, error_codes, extending

from sealwax.diagnostics import Report, errors
from sealwax.pipeline import compile_contracts, load
from sealwax.project.configuration import Configuration
from sealwax.project.configuration_file import configure
from sealwax.project.workspace import read_bases
from sealwax.rendering import Renderer, header
from sealwax.targets.contract_copy import shipped

LIBRARY = BASE.replace("contract: base", "contract: library-api", 1).encode()
BELOW = "../own/contract/library.yaml"


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that Python finds packages in."""
    folder = tmp_path / "packages"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    return folder


def settings(text: str) -> Configuration:
    return configure({"sealwax.toml": f'targets = ["python"]\n{text}'.encode()}, Report())


def install(folder: Path, sources: dict[str, bytes], bases: dict[str, bytes], configured: str = "") -> None:
    """Puts the Python packages of a project where Python finds them."""
    compiled = compile_contracts(sources, Renderer(), settings(configured), bases)
    assert errors(compiled.diagnostics) == ()
    write_python_modules(compiled.files, folder)


def dependencies(sources: dict[str, bytes], configured: str = "") -> str:
    compiled = compile_contracts(sources, Renderer(), settings(configured), read_bases(Path(), sources))
    assert errors(compiled.diagnostics) == ()
    (project,) = (text for path, text in texts(compiled.files).items() if path.endswith("/pyproject.toml"))
    return project.partition("dependencies = [\n")[2].partition("]")[0].strip()


def city(said: str = LEFT) -> dict[str, bytes]:
    return {"contract/city.yaml": extending("city-library", said, f"../{BELOW}")}


@pytest.mark.parametrize(
    ("configured", "module"),
    [
        ("", "library_api"),
        ('[packages.library-api]\npython = "Acme.Library"\n', "acme_library"),
        ('[packages.library-api]\npython = "acme-library"\npython_module = "acme"\n', "acme"),
    ],
)
def test_a_package_whose_contract_named_a_path_can_be_extended(packages: Path, configured: str, module: str) -> None:
    install(packages, {"contract/library.yaml": LIBRARY}, {}, configured)
    install(packages, city(), {BELOW: LIBRARY}, configured)
    third = {
        "contract/third.yaml": extending("third", "error_codes: {values: {TOP: {type: conflict}}}", "city-library")
    }
    bases = read_bases(Path(), third)
    assert set(bases) == {"<city_library>/contract.yaml", f"<{module}>/contract.yaml"}
    (contract,), diagnostics = load(third, bases=bases)
    assert errors(diagnostics) == ()
    assert error_codes(contract) == ["TAKEN", "LEFT", "TOP"]


def test_the_package_that_is_named_is_the_one_that_is_needed(packages: Path) -> None:
    configured = '[packages.library-api]\npython = "Acme.Library"\n'
    install(packages, {"contract/library.yaml": LIBRARY}, {}, configured)
    compiled = compile_contracts(city(), Renderer(), settings(configured), {BELOW: LIBRARY})
    copies = [text for path, text in texts(compiled.files).items() if path.endswith("/contract.yaml")]
    copied = city()["contract/city.yaml"].decode().replace(f"../{BELOW}", "Acme.Library")
    assert copies == [f"# {header('city-library')}\n{copied}"]
    (project,) = (text for path, text in texts(compiled.files).items() if path.endswith("/pyproject.toml"))
    assert '"Acme.Library>=1.2.0,<2"' in project


def test_a_version_before_the_first_breaks_with_each_minor_one(packages: Path) -> None:
    early = LIBRARY.replace(b'version: "1.2.0"', b'version: "0.3.1"', 1)
    install(packages, {"contract/library.yaml": early}, {})
    assert (
        dependencies({"contract/third.yaml": extending("third", extends="library-api")}) == '"library-api>=0.3.1,<0.4",'
    )


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
    compiled = compile_contracts(sources, Renderer(), bases=read_bases(Path(), sources))
    assert errors(compiled.diagnostics) == ()
    copy = compiled.files["generated/top/python/src/top/contract.yaml"].decode()
    assert "extends: [library-api, right, city-library, city-library, library-api]\n" in copy
    top = next(contract for contract in load(sources, bases=read_bases(Path(), sources))[0] if contract.name == "top")
    assert error_codes(top) == ["TAKEN", "LEFT"]
    assert [guide.title for guide in top.guides] == ["Left"]
    assert [base.name for base in top.bases] == ["library-api", "right", "city-library"]


def test_what_pip_is_told_to_install_has_all_that_the_package_needs(packages: Path) -> None:
    install(packages, {"contract/library.yaml": LIBRARY}, {})
    sources = {
        "contract/city.yaml": extending("city", extends="library-api"),
        "contract/top.yaml": extending("top", "", "city.yaml"),
    }
    files = texts(compile_contracts(sources, Renderer(), settings(""), read_bases(Path(), sources)).files)
    assert "`pip install path/to/library-api ./generated/city/python`," in files["generated/README.md"]
    both = "`pip install path/to/library-api ./generated/city/python ./generated/top/python`,"
    assert both in files["generated/README.md"]
    assert "The Python package needs `library-api`, which is not generated here." in files["generated/README.md"]
    assert "\npip install path/to/library-api path/to/city .\n" in files["generated/top/python/README.md"]


# -- texts ------------------------------------------------------------------------------------------------------------


ONE, THREE = ["one"], ["one", "two", "three"]


@pytest.mark.parametrize(
    ("text", "packages", "expected"),
    [
        ("# é\nextends: ../a.yaml # why\nz: 1", ONE, "# é\nextends: one # why\nz: 1"),
        ("\ufeffa: {extends: b/c}\r\nextends: 'b/c'\r\n", ONE, "\ufeffa: {extends: b/c}\r\nextends: one\r\n"),
        ('{"extends": "..\\/a.yaml", z: &a 1}', ONE, '{"extends": one, z: &a 1}'),
        ("extends:\n  - ../a\n  - kept\n  - 'b.yaml'\n", THREE, "extends:\n  - one\n  - kept\n  - three\n"),
        ("extends: [ ../a.yaml,kept , b.yaml ]\n", THREE, "extends: [ one,kept , three ]\n"),
        ("title: &t ../a.yaml\nextends: *t\n", ONE, "title: &t ../a.yaml\nextends: one\n"),
        ("extends: &e ../a.yaml\ntitle: *e\n", ONE, "extends: &e one\ntitle: *e\n"),
        ("x: &l [a/b, b, c/d]\nextends: *l\n", THREE, "x: &l [a/b, b, c/d]\nextends: [one, two, three]\n"),
        ("extends:\n  ../a/\n  b.yaml\nz: 1\n", ONE, "extends:\n  one\nz: 1\n"),
        ("extends: kept\n", ONE, "extends: kept\n"),
    ],
)
def test_only_the_paths_change(text: str, packages: list[str], expected: str) -> None:
    assert shipped(text, packages) == expected
