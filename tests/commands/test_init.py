"""sealwax init: a project that works, in an empty folder or in one that has files already."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from checkout.processes import run

from sealwax import cli
from sealwax.diagnostics import Severity
from sealwax.pipeline import load

BASES = ("response-v2", "mail-imap", "stac-meta")
SCHEMA = "generated/contract-language.schema.json"
EVERYTHING = ("--example", "--github", "--pre-commit", "--makefile")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, in which the command is run."""
    path = tmp_path / "Orders API"
    path.mkdir()
    monkeypatch.chdir(path)
    return path


def files(root: Path) -> dict[str, bytes]:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}


# -- an empty folder --------------------------------------------------------------------------------------------------


def test_an_empty_folder_becomes_a_project_that_works(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["init"]) == 0
    assert capsys.readouterr().out == (
        "wrote contract/orders-api.yaml\n"
        f"wrote {SCHEMA}\n"
        "wrote generated/manifest.txt\n"
        "wrote .gitattributes\n"
        "\n"
        "Next:\n"
        "  sealwax generate\n"
        "  pip install generated/orders-api/python\n"
        "\n"
        'For modules that serve MCP tools or HTTP, put serve = ["mcp", "http"] into sealwax.toml.\n'
    )
    assert {*files(folder)} == {"contract/orders-api.yaml", SCHEMA, "generated/manifest.txt", ".gitattributes"}
    assert cli.main(["lint"]) == 0
    assert capsys.readouterr().out == "No errors in 1 contract.\n"
    schema = (folder / SCHEMA).stat()
    assert cli.main(["generate"]) == 0
    assert (folder / SCHEMA).stat() == schema  # it is the file that generate would write
    assert cli.main(["check"]) == 0


def test_a_command_to_copy_is_quoted(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A pull request can choose the folder."""
    (folder / "sealwax.toml").write_text('output = "x; touch PWNED #"\n')
    assert cli.main(["init"]) == 0
    assert "  pip install 'x; touch PWNED #/orders-api/python'\n" in capsys.readouterr().out


@pytest.mark.parametrize("base", ["", "response-v2", "mail-imap"])
def test_a_type_checker_reports_a_success_without_a_payload(folder: Path, base: str) -> None:
    assert cli.main(["init", "--name", "shop", "--example", *(("--from", base) if base else ())]) == 0
    assert cli.main(["generate", "-q"]) == 0
    handler = (folder / "handler.py").read_text()
    found = re.search(r"    return (success\w*)\(", handler)
    assert found is not None
    wrong = handler[: found.start()] + f"    return {found[1]}()\n"
    (folder / "wrong.py").write_text(wrong)
    sources = os.pathsep.join(map(str, folder.glob("generated/*/python/src")))
    mypy = [sys.executable, "-m", "mypy", "--strict", "--no-incremental", "handler.py"]
    environment = {**os.environ, "MYPYPATH": sources}
    assert subprocess.run(mypy, cwd=folder, env=environment, check=False, capture_output=True).returncode == 0
    done = subprocess.run([*mypy[:-1], "wrong.py"], cwd=folder, env=environment, check=False, capture_output=True)
    assert b"require at least one argument" in done.stdout


def test_the_contract_is_short_commented_and_has_a_bit_of_everything(folder: Path) -> None:
    assert cli.main(["init", "--name", "shop"]) == 0
    text = (folder / "contract/shop.yaml").read_text()
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert 25 <= len(lines) <= 36
    assert text.startswith("# yaml-language-server: $schema=../generated/contract-language.schema.json\n")
    assert text.count("\n# ") >= 4
    assert max(map(len, text.splitlines())) <= 140
    content = yaml.safe_load(text)
    assert len(content["error_codes"]["values"]) == 3
    assert len(content["warning_codes"]["values"]) == 1
    assert {*content["builders"]} == {"success", "failure"}
    (contract,), diagnostics = load({"contract/shop.yaml": text.encode()})
    assert diagnostics == ()
    assert [tool.name for tool in contract.tools] == ["get_item"]


@pytest.mark.parametrize("base", ["", *BASES])
def test_the_example_keeps_the_contract_and_passes_the_type_checker(
    folder: Path, base: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["init", "--example", *(["--from", base] if base else [])]) == 0
    assert cli.main(["generate"]) == 0
    assert cli.main(["check"]) == 0
    capsys.readouterr()
    assert cli.main(["lint", "--format", "json"]) == 0
    noted = json.loads(capsys.readouterr().out)["diagnostics"]
    assert {each["severity"] for each in noted} <= {Severity.NOTE}
    assert "contract/orders-api.yaml" not in {each["file"] for each in noted}
    sources = os.pathsep.join(map(str, folder.glob("generated/*/python/src")))
    environment = {**os.environ, "MYPYPATH": sources, "PYTHONPATH": sources, "PYTHONDONTWRITEBYTECODE": "1"}
    printed = [
        subprocess.run(
            [sys.executable, *program], cwd=folder, env=environment, stdout=subprocess.PIPE, check=True
        ).stdout
        for program in (["-m", "mypy", "--strict", "handler.py"], ["handler.py"])
    ]
    (folder / "out.jsonl").write_bytes(printed[-1])
    assert cli.main(["verify", "orders-api", "out.jsonl"]) == 0


def test_a_contract_extends_one_that_comes_with_sealwax(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["init", "--from", "response-v2"]) == 0
    assert "  pip install generated/orders-api/python\n" in capsys.readouterr().out
    assert yaml.safe_load((folder / "contract/orders-api.yaml").read_text())["extends"] == "response-v2.yaml"
    assert cli.main(["init", "--from", "response-v2", "--name", "response-v2"]) == 2
    assert "needs a name of its own" in capsys.readouterr().err


# -- names ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("called", "name"),
    [
        ("shop", "shop"),
        ("My_Shop.v2", "my-shop-v2"),
        ("42-things", "things"),
        ("...", "service"),
        ("json", "json-api"),
        ("café", "cafe"),
        ("x" * 80, "x" * 50),
    ],
)
def test_the_name_follows_from_that_of_the_folder(tmp_path: Path, called: str, name: str) -> None:
    assert cli.main(["init", "--root", str(tmp_path / called)]) == 0
    assert [path.stem for path in tmp_path.rglob("contract/*")] == [name]


@pytest.mark.parametrize("name", ["Shop", "../evil", "a b", "x" * 61, "json", "shop\n"])
def test_a_name_that_cannot_be_used_is_refused_and_nothing_is_written(folder: Path, name: str) -> None:
    assert cli.main(["init", "--name", name]) == 2
    assert files(folder) == {}


# -- an existing project ----------------------------------------------------------------------------------------------


def test_nothing_is_overwritten_and_missing_lines_are_printed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "Makefile").write_text("test:\n\tpytest\n")
    (folder / ".gitattributes").write_text("* text=auto\n")
    (folder / "handler.py").write_text("print('mine')\n")
    before = files(folder)
    assert cli.main(["init", *EVERYTHING]) == 0
    out = capsys.readouterr().out
    assert before.items() <= files(folder).items()
    assert "kept Makefile, which exists; add to it:\n    .PHONY: generate check\n\n    generate:\n" in out
    assert (
        "kept .gitattributes, which exists; add to it:\n    generated/** linguist-generated merge=union text eol=lf\n"
        in out
    )
    assert "kept handler.py, which exists\n" in out
    assert "wrote .pre-commit-config.yaml\n" in out
    written = files(folder)
    assert cli.main(["init", *EVERYTHING]) == 0
    assert files(folder) == written
    out = capsys.readouterr().out
    assert "wrote" not in out
    assert "kept .pre-commit-config.yaml, which exists\n" in out  # it has the lines


def test_another_contract_needs_a_name(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["init", "--name", "shop"]) == 0
    assert "several contracts" not in capsys.readouterr().out
    written = files(folder)
    assert cli.main(["init"]) == 2
    assert cli.main(["init", "--makefile", "--example"]) == 2
    assert files(folder) == written
    assert capsys.readouterr().err == 2 * (
        "sealwax: this project already has a contract: contract/shop.yaml\n"
        "hint: to add another contract, pass --name NAME; to add only other files, --name shop\n"
    )
    assert cli.main(["init", "--name", "other"]) == 0
    assert "\nThis project now has several contracts: shop.yaml, other.yaml.\n" in capsys.readouterr().out


def test_other_files_need_no_name(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["init", "--name", "shop"]) == 0
    written = files(folder)
    assert cli.main(["init", "--makefile", "--github", "--pre-commit"]) == 0
    added = {"Makefile", ".github/workflows/contracts.yml", ".pre-commit-config.yaml"}
    assert {*files(folder)} == {*written, *added}
    assert "pip install generated/shop/python\n" in capsys.readouterr().out


def test_a_configured_project_keeps_its_output_folder(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "pyproject.toml").write_text('[tool.sealwax]\noutput = "made/here"\n')
    assert cli.main(["init", "--from", "stac-meta"]) == 0
    out = capsys.readouterr().out
    assert "wrote made/here/contract-language.schema.json\n" in out
    text = (folder / "contract/orders-api.yaml").read_text()
    assert text.startswith("# yaml-language-server: $schema=../made/here/contract-language.schema.json\n")
    assert cli.main(["generate"]) == 0
    assert cli.main(["check"]) == 0


def test_a_project_whose_contracts_are_elsewhere_is_told_so(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "sealwax.toml").write_text('contracts = ["api/*.yaml"]\n')
    assert cli.main(["init"]) == 2
    assert 'hint: add "contract/*.yaml" to `contracts` in sealwax.toml\n' in capsys.readouterr().err
    assert {*files(folder)} == {"sealwax.toml"}


def test_packages_serve_what_is_asked_for(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["init", "--name", "orders", "--serve", "mcp", "http"]) == 0
    said = capsys.readouterr().out
    assert "wrote sealwax.toml\n" in said
    assert "For modules that serve" not in said
    assert (folder / "sealwax.toml").read_text() == 'serve = ["mcp", "http"]\n'
    assert cli.main(["generate", "-q"]) == 0
    package = folder / "generated" / "orders" / "python" / "src" / "orders"
    assert {"mcp.py", "http.py", "fastapi.py"} <= {path.name for path in package.iterdir()}


@pytest.mark.parametrize(
    ("file", "text"), [("pyproject.toml", '[tool.sealwax]\noutput = "out"\n'), ("sealwax.toml", 'output = "out"\n')]
)
def test_a_configuration_is_not_changed(folder: Path, file: str, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / file).write_text(text)
    assert cli.main(["init", "--name", "orders", "--serve", "mcp"]) == 0
    assert f'kept {file}, which exists; add to it:\n    serve = ["mcp"]\n' in capsys.readouterr().out
    assert (folder / file).read_text() == text
    (folder / file).write_text(f'{text}serve = ["http", "mcp"]\n')
    assert cli.main(["init", "--name", "orders", "--serve", "mcp"]) == 0
    assert file not in capsys.readouterr().out


def test_a_link_is_not_followed(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "elsewhere").mkdir()
    (folder / "contract").symlink_to(tmp_path / "elsewhere")
    assert cli.main(["init"]) == 2
    assert "cannot read contract: it is a link to a folder outside the project" in capsys.readouterr().err
    assert files(tmp_path) == {}


def test_a_folder_without_contracts_is_led_here(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["lint"]) == 2
    assert "or start a project with sealwax init\n" in capsys.readouterr().err
    assert files(folder) == {}


# -- the files around the contract ------------------------------------------------------------------------------------


def test_the_files_around_the_contract_run_the_check(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert cli.main(["init", *EVERYTHING]) == 0
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    run("make", "generate", "check", folder=folder)
    (hook,) = yaml.safe_load((folder / ".pre-commit-config.yaml").read_text())["repos"][0]["hooks"]
    run("sh", "-c", hook["entry"], folder=folder)
    workflow = yaml.safe_load((folder / ".github/workflows/contracts.yml").read_text())
    commands = [step["run"] for step in workflow["jobs"]["check"]["steps"] if "run" in step]
    install = "pip install git+https://github.com/sealwax/sealwax@main"
    assert commands == [install, "sealwax check --format github", "sealwax diff --against HEAD^1 --format github"]
    run("sh", "-c", commands[1], folder=folder)
    run("git", "init", "--quiet", folder=folder)
    for words in ("first", "second"):
        author = ("-c", "user.name=x", "-c", "user.email=x@example.com")
        run("git", "add", "--all", folder=folder)
        run("git", *author, "commit", "--quiet", "--allow-empty", "--message", words, folder=folder)
    run("sh", "-c", commands[2], folder=folder)
    seen = run("git", "check-attr", "linguist-generated", "eol", "--", "generated/README.md", folder=folder)
    assert "linguist-generated: set" in seen
    assert "eol: lf" in seen


def test_a_workflow_and_a_hook_are_written_where_they_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """GitHub and pre-commit look at the top of a repository only, and run commands there."""
    project = tmp_path / "services" / "orders"
    project.mkdir(parents=True)
    run("git", "init", "--quiet", folder=tmp_path)
    monkeypatch.chdir(project)
    assert cli.main(["init", *EVERYTHING]) == 0
    out = capsys.readouterr().out
    assert "wrote contract/orders.yaml\n" in out
    assert "wrote ../../.github/workflows/contracts.yml\nwrote ../../.pre-commit-config.yaml\nwrote Makefile\n" in out
    assert {path.name for path in tmp_path.iterdir()} == {".git", ".github", ".pre-commit-config.yaml", "services"}
    assert cli.main(["generate", "-q"]) == 0
    workflow = yaml.safe_load((tmp_path / ".github/workflows/contracts.yml").read_text())
    (hook,) = yaml.safe_load((tmp_path / ".pre-commit-config.yaml").read_text())["repos"][0]["hooks"]
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    for command in (workflow["jobs"]["check"]["steps"][-2]["run"], hook["entry"]):
        assert command.endswith(" --root services/orders")
        run("sh", "-c", command, folder=tmp_path)


def test_a_path_that_a_shell_would_misread_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    project = tmp_path / "a; touch PWNED"
    run("git", "init", "--quiet", folder=tmp_path)
    assert cli.main(["init", "--root", str(project), "--github"]) == 2
    assert "need quoting in a workflow or a hook" in capsys.readouterr().err
    assert not project.exists()
    assert cli.main(["init", "--root", str(project)]) == 0
