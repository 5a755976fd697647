"""An application that holds the modules of its contracts in its own package: built, installed, used, type-checked."""

import json
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest
from checkout import CONSUMERS, CONTRACTS, ROOT
from checkout.processes import run
from packages.npm import RESOLUTIONS, type_check
from packages.python import build_wheel, install

from sealwax.rendering import header

SEALWAX = [sys.executable, "-P", "-m", "sealwax"]
HARBOUR = ROOT / "examples" / "harbour" / "contract" / "harbour-office.yaml"
PILOTS = """\
contract: pilots
version: "0.1.0"
title: Responses of the pilots
extends: shared/response-v2.yaml
types: {Meta: {fields: {pilot: {type: string, level: may}}}}
"""
PYPROJECT = """\
[build-system]
requires = ["flit_core>=3.11,<5"]
build-backend = "flit_core.buildapi"

[project]
name = "myapp"
version = "1.0.0"
description = "An application"
"""
CONFIGURATION = """
[tool.sealwax]
targets = ["python", "typescript"]
serve = ["mcp", "http"]

[tool.sealwax.embed]
python = "src/myapp/contracts"
typescript = "web/src/contracts"
"""
APP_TS = """\
import * as harbour from "./contracts/harbour-office/index.js";
import * as pilots from "./contracts/pilots/index.js";
import { toolResponseJsonSchema } from "./contracts/harbour-office/schemas-lean.js";

const meta: harbour.Meta = { version: "response-v2", request_id: "req-0001", port: "NLRTM" };
const code: harbour.ErrorCode = harbour.ErrorCode.FOG;
const result = pilots.safeParseJson("{}");
export const shown = [result.success, meta.request_id, code, typeof toolResponseJsonSchema];
"""


@pytest.fixture(scope="module")
def application(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("application")
    (folder / "contract" / "shared").mkdir(parents=True)
    (folder / "src" / "myapp").mkdir(parents=True)
    below = (CONTRACTS / "response-v2.yaml").read_text(encoding="utf-8")
    (folder / "contract" / "shared" / "response-v2.yaml").write_text(below, encoding="utf-8")
    own = HARBOUR.read_text(encoding="utf-8").replace("../../../contract/", "shared/")
    (folder / "contract" / "harbour-office.yaml").write_text(own, encoding="utf-8")
    (folder / "contract" / "pilots.yaml").write_text(PILOTS)
    (folder / "pyproject.toml").write_text(PYPROJECT + CONFIGURATION)
    (folder / "src" / "myapp" / "__init__.py").write_text("")
    (folder / "src" / "myapp" / "py.typed").write_text("")
    program = (CONSUMERS / "extended.py").read_text(encoding="utf-8")
    program = program.replace("import harbour_office as harbour", "from .contracts import harbour_office as harbour")
    (folder / "src" / "myapp" / "extended.py").write_text(program, encoding="utf-8")
    run(*SEALWAX, "generate", folder=folder)
    run(*SEALWAX, "check", folder=folder)
    return folder


# -- Python -----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def workplace(application: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an environment that has the application and nothing else."""
    folder = tmp_path_factory.mktemp("installed")
    install(folder, build_wheel(application))
    return folder


def test_the_application_runs_with_nothing_else_installed(workplace: Path) -> None:
    python = workplace / "empty" / "bin" / "python"
    assert run(python, "-I", "-m", "myapp.extended", folder=workplace) == "done\n"


def test_the_wheel_holds_all_that_the_modules_need_and_no_package_data_of_sealwax(application: Path) -> None:
    with ZipFile(next(application.glob("*.whl"))) as wheel:
        names = [name.removeprefix("myapp/contracts/") for name in wheel.namelist() if "/contracts/" in name]
    assert {name.split("/")[0] for name in names} == {"__init__.py", "harbour_office", "pilots"}
    assert not {"pyproject.toml", "README.md", "contract.yaml", "conformance.json"} & {
        name.rpartition("/")[2] for name in names
    }


def test_type_checkers_and_linters_agree_about_the_whole_application(application: Path) -> None:
    run(sys.executable, "-m", "mypy", "--strict", "-p", "myapp", folder=application / "src")
    settings = {"typeCheckingMode": "strict", "reportUnusedExpression": False, "include": ["myapp/extended.py"]}
    (application / "src" / "pyrightconfig.json").write_text(json.dumps(settings))
    run(sys.executable, "-m", "pyright", folder=application / "src")
    ruff = [sys.executable, "-m", "ruff"]
    contracts = application / "src" / "myapp" / "contracts"
    run(*ruff, "check", "--isolated", "--extend-select", "I,UP,RUF022", ".", folder=contracts)
    run(*ruff, "format", "--isolated", "--check", ".", folder=contracts)


# -- TypeScript -------------------------------------------------------------------------------------------------------


def test_an_npm_application_compiles_and_runs(application: Path) -> None:
    web = application / "web"
    (web / "package.json").write_text('{"private": true, "type": "module"}')
    (web / "src" / "app.ts").write_text(APP_TS)
    for options in RESOLUTIONS.values():
        assert type_check(*options, "src/app.ts", folder=web) == []
    plain = APP_TS.replace(": harbour.Meta", "").replace(": harbour.ErrorCode", "")
    (web / "src" / "app.js").write_text(f"{plain}console.log(...shown);\n")
    assert run("node", "src/app.js", folder=web) == "false req-0001 FOG object\n"


def test_there_is_no_package_in_the_application(application: Path) -> None:
    found = {path.name for path in (application / "web" / "src" / "contracts").rglob("*") if path.is_file()}
    assert not {"package.json", "README.md", "contract.yaml", "conformance.json"} & found
    assert sorted(path.name for path in (application / "generated").iterdir()) == [
        "README.md",
        "contract-language.schema.json",
        "manifest.txt",
    ]
    readme = (application / "generated" / "README.md").read_text(encoding="utf-8")
    assert "| Python | `src/myapp/contracts/pilots` | part of the application, which imports it from there |" in readme


# -- drift ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "contract").mkdir()
    (tmp_path / "contract" / "pilots.yaml").write_text(PILOTS.replace("shared/", ""))
    (tmp_path / "contract" / "response-v2.yaml").write_bytes((CONTRACTS / "response-v2.yaml").read_bytes())
    (tmp_path / "sealwax.toml").write_text(CONFIGURATION.replace("tool.sealwax.embed", "embed").split("\n", 2)[2])
    run(*SEALWAX, "generate", folder=tmp_path)
    return tmp_path


def answer(project: Path, *arguments: str) -> tuple[int, str]:
    done = subprocess.run([*SEALWAX, *arguments], cwd=project, capture_output=True, encoding="utf-8", check=False)
    return done.returncode, done.stdout + done.stderr


def test_modules_in_the_application_are_checked_like_all_others(project: Path) -> None:
    records = project / "src" / "myapp" / "contracts" / "pilots" / "records.py"
    text = records.read_text(encoding="utf-8")
    records.write_text(text + "# edited\n", encoding="utf-8")
    (project / "web" / "src" / "contracts" / "pilots" / "index.js").unlink()
    (project / "web" / "src" / "contracts" / "mine.js").write_text("// mine\n")
    code, out = answer(project, "check")
    assert code == 1
    assert "src/myapp/contracts/pilots/records.py" in out
    assert out.endswith("1 changed, 1 missing, 1 stray.\nFix with: python -P -m sealwax generate\n")
    assert "records.py" not in answer(project, "check", "--target", "typescript")[1]
    assert "mine.js" not in answer(project, "check", "--target", "python")[1]
    code, out = answer(project, "generate")
    assert (code, "1 other file left alone" in out) == (1, True)
    assert records.read_text(encoding="utf-8") == text
    assert (project / "web" / "src" / "contracts" / "mine.js").exists()


def test_without_the_option_the_modules_go_back_into_packages(project: Path) -> None:
    (project / "src" / "myapp" / "__init__.py").write_text("")
    (project / "web" / "src" / "contracts" / "mine.js").write_text("// mine\n")
    (project / "sealwax.toml").unlink()
    code, out = answer(project, "check")
    assert (code, "src/myapp/contracts/pilots/records.py is no longer generated" in out) == (1, True)
    assert "mine.js" not in out
    assert answer(project, "generate")[0] == 0
    assert answer(project, "check")[0] == 0
    assert [path.name for path in (project / "src" / "myapp").iterdir()] == ["__init__.py"]
    assert [path.name for path in (project / "web").rglob("*") if path.is_file()] == ["mine.js"]
    assert (project / "generated" / "pilots" / "python" / "pyproject.toml").exists()


def test_another_folder_moves_the_modules(project: Path) -> None:
    settings = (project / "sealwax.toml").read_text()
    (project / "sealwax.toml").write_text(settings.replace("src/myapp/contracts", "src/myapp/agreed"))
    assert answer(project, "generate")[0] == 0
    assert sorted(path.name for path in (project / "src" / "myapp").iterdir()) == ["agreed"]
    assert answer(project, "check")[0] == 0


def test_a_folder_with_files_of_others_is_refused_at_first(project: Path) -> None:
    settings = (project / "sealwax.toml").read_text()
    (project / "lib").mkdir()
    (project / "lib" / "precious.py").write_text("1\n")
    (project / "sealwax.toml").write_text(settings.replace("src/myapp/contracts", "lib"))
    code, out = answer(project, "generate")
    assert (code, "lib holds other files and nothing that sealwax generated" in out) == (2, True)
    assert (project / "src" / "myapp" / "contracts" / "pilots" / "records.py").exists()


@pytest.mark.parametrize("entry", ["/..", "/../victim", "/.git", "//victim", "/link", "/victim/./x"])
def test_a_manifest_cannot_name_folders_outside_the_project(project: Path, entry: str) -> None:
    victim = project.parent / f"victim-{project.name}"
    victim.mkdir()
    marked = (project / "generated" / "README.md").read_bytes()
    (victim / "generated.md").write_bytes(marked)
    (project / "link").symlink_to(victim)
    (project / ".git").mkdir()
    (project / ".git" / "generated.md").write_bytes(marked)
    manifest = project / "generated" / "manifest.txt"
    manifest.write_text(manifest.read_text() + f"folder  {entry.replace('victim', victim.name)}\n")
    assert answer(project, "generate")[0] == 0
    assert (victim / "generated.md").exists()
    assert (project / ".git" / "generated.md").exists()


@pytest.mark.parametrize("entry", ["other/generated", "other/generated/other", "other", "embedded"])
def test_a_manifest_cannot_claim_the_files_of_another_project(project: Path, entry: str) -> None:
    """Not even if its contract has the name of one of ours: then its own manifest gives it away."""
    texts = {path: path.read_bytes() for path in (project / "generated").rglob("*") if path.is_file()}
    for path, content in texts.items():
        copy = project / "other" / path.relative_to(project)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(content)
    for place in ("other/generated/other/records.py", "embedded/records.py"):
        (project / place).parent.mkdir(parents=True, exist_ok=True)
        (project / place).write_text(f"# {header('other')}\n")
    manifest = project / "generated" / "manifest.txt"
    manifest.write_text(manifest.read_text() + f"folder  /{entry}\n")
    before = {path for path in project.rglob("*") if path.is_file()}
    assert answer(project, "generate")[0] == 0
    assert {path for path in project.rglob("*") if path.is_file()} == before
