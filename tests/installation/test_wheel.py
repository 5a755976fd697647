"""What people install: the wheel, also the one built from the sdist, works outside the checkout."""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from dataclasses import dataclass
from email.parser import Parser
from pathlib import Path

import pytest
from checkout import ROOT
from trove_classifiers import classifiers

from sealwax.project import workspace


@dataclass(frozen=True, slots=True)
class Built:
    sdist: Path
    wheel: Path
    wheel_from_sdist: Path


def run(*command: str | Path, folder: Path, environment: dict[str, str] | None = None) -> str:
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


def build(kind: str, source: Path, out: Path) -> Path:
    run(sys.executable, "-m", "build", "--no-isolation", f"--{kind}", "--outdir", out, source, folder=out.parent)
    (made,) = out.iterdir()
    return made


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    folder = tmp_path_factory.mktemp("built")
    sdist = build("sdist", ROOT, folder / "sdist")
    with tarfile.open(sdist) as archive:
        archive.extractall(folder / "unpacked", filter="data")
    (unpacked,) = (folder / "unpacked").iterdir()
    return Built(sdist, build("wheel", ROOT, folder / "wheel"), build("wheel", unpacked, folder / "again"))


@pytest.fixture(scope="module")
def sealwax(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command of a virtual environment that holds the wheel from the sdist, its extra and their dependencies."""
    folder = tmp_path_factory.mktemp("installed")
    run(sys.executable, "-m", "venv", "--without-pip", folder / "venv", folder=folder)
    scripts = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
    pins = ROOT / "requirements" / "run.in"
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "--python", scripts / "python")
    run(*pip, "install", "--constraint", pins, f"{built.wheel_from_sdist}[pydantic]", folder=folder)
    return scripts / "sealwax"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder outside the checkout with nothing in it but the contracts and the configuration."""
    folder = tmp_path / "somebody's project"
    shutil.copytree(ROOT / "contract", folder / "contract")
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def test_the_commands_of_the_readme_lead_to_a_type_checked_handler(built: Built, tmp_path: Path) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    commands = re.findall(r"^\$ (.*\n)", text[: text.index("Success: ")], re.MULTILINE)
    assert commands[0] == "pip install --quiet ../sealwax\n"
    script = "".join(commands).replace("../sealwax", "sealwax")  # the wheel, not what is in the repository
    run(sys.executable, "-m", "venv", "venv", folder=tmp_path)
    scripts = tmp_path / "venv" / "bin"
    pins = ROOT / "requirements" / "dev.in"
    environment = {**os.environ, "PATH": f"{scripts}{os.pathsep}{os.defpath}", "HOME": str(tmp_path)}
    environment |= {"PIP_FIND_LINKS": str(built.wheel.parent), "PIP_CONSTRAINT": str(pins)}
    folder = tmp_path / "empty"
    folder.mkdir()
    assert "Success" in run("sh", "-e", "-c", script, folder=folder, environment=environment)

    wrong = (folder / "handler.py").read_text(encoding="utf-8").replace("item_id=item_id", "item=item_id")
    (folder / "wrong.py").write_text(wrong, encoding="utf-8")
    done = subprocess.run([scripts / "mypy", "wrong.py"], cwd=folder, capture_output=True, check=False)
    assert done.returncode == 1
    first, second, third = map(json.loads, run(scripts / "python", "handler.py", folder=folder).splitlines())
    assert first["data"] == {"id": "7", "name": "Kettle", "price": 24.5}
    assert [second["data"]["code"], third["data"]["code"]] == ["ITEM_NOT_FOUND", "INVALID_ARGUMENTS"]


@pytest.mark.parametrize("base", ["response-v2", "mail-imap", "stac-meta"])
def test_the_installed_command_brings_the_contracts_to_extend(sealwax: Path, tmp_path: Path, base: str) -> None:
    run(sealwax, "init", "--name", "orders", "--from", base, folder=tmp_path, environment=bare_environment(tmp_path))
    assert (tmp_path / "contract" / f"{base}.yaml").read_bytes() == (ROOT / "contract" / f"{base}.yaml").read_bytes()
    assert exit_code(sealwax, "lint", folder=tmp_path) == 0


def test_the_installed_command_explains_its_codes(sealwax: Path, tmp_path: Path) -> None:
    printed = run(sealwax, "explain", "bad-type", folder=tmp_path, environment=bare_environment(tmp_path))
    assert printed == (ROOT / "docs" / "rules" / "bad-type.md").read_text(encoding="utf-8")


def bare_environment(home: Path) -> dict[str, str]:
    """No variable of the developer's shell, and a home without anything in it."""
    return {"HOME": str(home), "PATH": os.defpath}


def exit_code(command: Path, *arguments: str, folder: Path) -> int:
    environment = bare_environment(folder.parent)
    done = subprocess.run([command, *arguments], cwd=folder, env=environment, capture_output=True, check=False)
    return done.returncode


def contents(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def tree(folder: Path) -> dict[str, bytes]:
    """The files below a folder, without what tools leave behind where they are run."""
    files = (path for path in folder.rglob("*") if path.is_file() and workspace.TOOL_RESIDUE.isdisjoint(path.parts))
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def test_the_wheel_is_the_same_whether_built_from_the_checkout_or_from_the_sdist(built: Built) -> None:
    assert contents(built.wheel) == contents(built.wheel_from_sdist)


def test_the_wheel_holds_every_template_and_nothing_but_the_package(built: Built) -> None:
    names = contents(built.wheel)
    templates = {name.removeprefix("sealwax/templates/") for name in names if name.startswith("sealwax/templates/")}
    assert templates == set(tree(ROOT / "templates"))
    assert {name.split("/")[0].split("-")[0] for name in names} == {"sealwax"}


def test_the_package_can_be_published(built: Built) -> None:
    out = run(sys.executable, "-m", "twine", "check", "--strict", built.wheel, built.sdist, folder=ROOT)
    assert out.count("PASSED") == 2
    metadata = Parser().parsestr(metadata_of(built.wheel))
    links = dict(line.split(", ") for line in metadata.get_all("Project-URL", []))
    assert {*links} == {"Homepage", "Documentation", "Source", "Issues", "Changelog"}
    assert {*metadata.get_all("Classifier", [])} <= classifiers
    workflow = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
    tested = re.findall(r'"(3\.\d+)"', workflow)
    stated = [each.rpartition(" ")[2] for each in metadata.get_all("Classifier", []) if "Python :: 3." in each]
    assert stated == tested


def test_every_link_of_the_description_is_absolute_and_nothing_else_changes(built: Built) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    description = metadata_of(built.wheel).partition("\n\n")[2]
    links = re.findall(r"\]\(([^)]+)\)", description)
    assert links
    assert all(link.startswith(("https://", "#")) for link in links)
    paths = [link.partition("/main/")[2].partition("#")[0] for link in links if "/main/" in link]
    assert [path for path in paths if not (ROOT / path).exists()] == []
    restored = re.sub(
        r"\]\(https://(?:github|raw\.githubusercontent)\.com/sealwax/sealwax/(?:blob/)?main/", "](", description
    )
    assert restored.rstrip() == readme.rstrip()


def metadata_of(wheel: Path) -> str:
    (name,) = (name for name in contents(wheel) if name.endswith(".dist-info/METADATA"))
    return contents(wheel)[name].decode()


def test_the_sdist_holds_no_leftovers_of_the_machine_that_built_it(built: Built) -> None:
    with tarfile.open(built.sdist) as archive:
        names = {tuple(member.name.split("/")[1:]) for member in archive.getmembers() if member.isfile()}
    files = {"CHANGELOG.md", "LICENSE", "PKG-INFO", "README.md", "pyproject.toml", ".gitignore"}
    assert {name[0] for name in names} == files | {"contract", "docs", "src", "templates"}
    assert not [name for name in names if "__pycache__" in name or name[-1].endswith(".pyc")]


def test_the_installed_command_writes_byte_for_byte_what_the_checkout_holds(sealwax: Path, project: Path) -> None:
    run(sealwax, "generate", folder=project, environment=bare_environment(project.parent))
    assert tree(project / "generated") == tree(ROOT / "generated")


def test_the_installed_command_writes_nowhere_but_below_generated(sealwax: Path, project: Path) -> None:
    before = tree(project / "contract")
    run(sealwax, "generate", folder=project, environment=bare_environment(project.parent))
    assert tree(project / "contract") == before
    assert {path.name for path in project.iterdir()} == {"contract", "generated", "pyproject.toml"}
    assert [path.name for path in project.parent.iterdir()] == [project.name]  # the home of that user


def test_the_installed_command_keeps_compiled_templates_beside_their_sources(sealwax: Path, project: Path) -> None:
    run(sealwax, "generate", folder=project, environment=bare_environment(project.parent))
    (templates,) = sealwax.parents[1].glob("lib/*/site-packages/sealwax/templates")
    assert [*(templates / "__pycache__").iterdir()]


def test_the_installed_command_finds_drift_and_mends_it(sealwax: Path, project: Path) -> None:
    assert exit_code(sealwax, "check", folder=project) == 1
    assert exit_code(sealwax, "generate", folder=project) == 0
    assert exit_code(sealwax, "check", folder=project) == 0
    manifest = project / "generated" / "manifest.txt"
    manifest.write_text(manifest.read_text(encoding="utf-8") + "stray\n", encoding="utf-8")
    assert exit_code(sealwax, "check", folder=project) == 1
    assert exit_code(sealwax, "generate", folder=project) == 0
    assert exit_code(sealwax, "check", folder=project) == 0


def test_the_installed_command_refuses_a_broken_contract_and_writes_nothing(sealwax: Path, project: Path) -> None:
    assert exit_code(sealwax, "lint", folder=project) == 0
    (project / "contract" / "broken.yaml").write_text("contract: [\n", encoding="utf-8")
    assert exit_code(sealwax, "lint", folder=project) == 2
    assert exit_code(sealwax, "check", folder=project) == 2
    assert exit_code(sealwax, "generate", folder=project) == 2
    assert not (project / "generated").exists()
