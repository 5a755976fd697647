"""Python packages that contain the packages of the contracts that they extend: installed alone, used, type-checked."""

import json
import subprocess
import sys
from email import message_from_string
from pathlib import Path
from zipfile import ZipFile

import pytest
from checkout import CONSUMERS, CONTRACTS, ROOT
from checkout.processes import run
from packages.python import build_wheel, install

SEALWAX = [sys.executable, "-P", "-m", "sealwax"]
HARBOUR = ROOT / "examples" / "harbour" / "contract" / "harbour-office.yaml"


def write_project(folder: Path) -> None:
    """The example, with the contract that it extends in the same project."""
    (folder / "contract" / "shared").mkdir(parents=True)
    below = (CONTRACTS / "response-v2.yaml").read_text(encoding="utf-8")
    (folder / "contract" / "shared" / "response-v2.yaml").write_text(below, encoding="utf-8")
    own = HARBOUR.read_text(encoding="utf-8").replace("../../../contract/", "shared/")
    (folder / "contract" / "harbour-office.yaml").write_text(own, encoding="utf-8")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("vendored")
    write_project(folder)
    contract = folder / "contract" / "harbour-office.yaml"
    contract.write_text(contract.read_text().replace("license: MIT", "license: EUPL-1.2 OR MIT-0"))
    (folder / "sealwax.toml").write_text('vendor_bases = true\ntargets = ["python"]\n')
    run(*SEALWAX, "generate", folder=folder)
    run(*SEALWAX, "check", folder=folder)
    return folder


@pytest.fixture(scope="module")
def wheel(project: Path) -> Path:
    return build_wheel(project / "generated" / "harbour-office" / "python")


@pytest.fixture(scope="module")
def workplace(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an environment that has the package and nothing else, and a program that uses it."""
    folder = tmp_path_factory.mktemp("alone")
    install(folder, wheel)
    program = (CONSUMERS / "extended.py").read_text(encoding="utf-8")
    program = program.replace("import response_v2 as base", "from harbour_office._vendor import response_v2 as base")
    (folder / "extended.py").write_text(program, encoding="utf-8")
    (folder / "pyrightconfig.json").write_text(json.dumps({"typeCheckingMode": "strict", "exclude": ["empty"]}))
    return folder


def python(folder: Path) -> Path:
    return folder / "empty" / "bin" / "python"


def test_the_package_needs_no_other_and_states_the_licences_of_all_its_parts(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith("METADATA"))
        found = message_from_string(archive.read(name).decode())
    extras = ['fastapi>=0.115,<1 ; extra == "fastapi"', 'mcp>=1.23,<3 ; extra == "mcp"']
    assert found.get_all("Requires-Dist") == extras
    assert found["License-Expression"] == "(EUPL-1.2 OR MIT-0) AND MIT"


def test_objects_of_the_contract_do_where_those_below_are_expected(workplace: Path) -> None:
    assert run(python(workplace), "-I", "extended.py", folder=workplace) == "done\n"


def test_mypy_and_pyright_agree(workplace: Path, project: Path) -> None:
    sources = project / "generated" / "harbour-office" / "python" / "src" / "harbour_office"
    for checked, folder in ((sources.name, sources.parent), ("extended.py", workplace)):
        mypy = [sys.executable, "-m", "mypy", "--strict", "--python-executable", str(python(workplace)), checked]
        run(*mypy, folder=folder)
    run(sys.executable, "-m", "pyright", "--pythonpath", python(workplace), folder=workplace)


def test_generated_modules_are_clean(project: Path) -> None:
    sources = project / "generated" / "harbour-office" / "python" / "src"
    run(sys.executable, "-m", "ruff", "check", "--isolated", "--select", "E4,E7,E9,F,I,RUF022", ".", folder=sources)
    run(sys.executable, "-m", "ruff", "format", "--isolated", "--check", ".", folder=sources)


def test_the_readme_says_what_is_in_the_package(project: Path) -> None:
    text = (project / "generated" / "harbour-office" / "python" / "README.md").read_text(encoding="utf-8")
    assert "- the contract `response-v2`, version `2.0.0`\n" in text
    assert "```sh\npip install .\n```" in text


# -- contracts that extend such a package -----------------------------------------------------------------------------

NORTH = """\
contract: north-office
version: "0.1.0"
title: Responses of the northern office
extends: harbour-office
types: {Meta: {fields: {quay: {type: string, level: may}}}}
"""
USE = """
import harbour_office, north_office
meta = north_office.Meta(request_id="req-0001", port="NLRTM", quay="Q7")
assert isinstance(meta, harbour_office.Meta)
assert isinstance(meta, harbour_office._vendor.response_v2.Meta)
assert issubclass(north_office.ContractError, harbour_office.ContractError)
made = north_office.success_response({"tides": []}, request_id="req-0001", port="NLRTM")
print(north_office.is_valid(made.to_dict()))
"""


@pytest.mark.parametrize("vendors", [False, True])
def test_a_contract_can_extend_an_installed_package_with_its_bases(
    project: Path, wheel: Path, tmp_path: Path, vendors: bool
) -> None:
    (tmp_path / "contract").mkdir()
    (tmp_path / "contract" / "north.yaml").write_text(NORTH)
    (tmp_path / "sealwax.toml").write_text(f'targets = ["python"]\nvendor_bases = {str(vendors).lower()}\n')
    sources = str(project / "generated" / "harbour-office" / "python" / "src")
    generate = [sys.executable, "-c", f"import sys; sys.path.append({sources!r})\nfrom sealwax.cli import main\nmain()"]
    run(*generate, "generate", folder=tmp_path)
    own = tmp_path / "generated" / "north-office" / "python"
    used = USE.replace("harbour_office, north", "north_office._vendor.harbour_office as harbour_office, north")
    used = used.replace("harbour_office._vendor.response_v2", "north_office._vendor.response_v2") if vendors else USE
    install(tmp_path, *([] if vendors else [wheel]), build_wheel(own))
    assert run(python(tmp_path), "-I", "-c", used, folder=tmp_path) == "True\n"
    assert ('"harbour-office>=1.3.0,<2"' in (own / "pyproject.toml").read_text()) is not vendors


def test_an_unknown_path_in_an_installed_package_is_an_error(tmp_path: Path) -> None:
    package = tmp_path / "packages" / "harbour_office"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "contract.yaml").write_text(NORTH.replace("extends: harbour-office", "extends: ../../secret.yaml"))
    (tmp_path / "contract").mkdir()
    (tmp_path / "contract" / "north.yaml").write_text(NORTH)
    lint = f"import sys; sys.path.append({str(package.parent)!r})\nfrom sealwax.cli import main\nsys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-c", lint, "lint"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "a package cannot extend the path '../../secret.yaml', which is not part of the package" in done.stdout
