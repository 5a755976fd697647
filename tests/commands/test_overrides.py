"""A project overrides templates: `sealwax templates` lists and copies them, and the output is checked as usual."""

import json
import os
import tomllib
from pathlib import Path

import pytest
from checkout import ROOT
from samples.small_contracts import SMALL

from sealwax import cli
from sealwax.targets import template_files

INDEX = "markdown/README.md.j2"
COPY = f"sealwax-templates/{INDEX}"
PAGE = "generated/orders/markdown/README.md"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tmp_path / "shop"
    (root / "contract").mkdir(parents=True)
    (root / "contract" / "orders.yaml").write_text(SMALL.format(name="orders"))
    monkeypatch.chdir(root)
    return root


@pytest.fixture
def overriding(project: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A project with the copy of a template, and the configuration for it."""
    assert cli.main(["templates", "--copy", INDEX]) == 0
    capsys.readouterr()
    (project / "sealwax.toml").write_text('templates = "sealwax-templates"\n')
    return project


def test_an_override_has_a_limited_size(overriding: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (overriding / COPY).write_text("x" * 256 * 1024)
    assert cli.main(["check"]) == 1
    capsys.readouterr()
    (overriding / COPY).write_text("x" * (256 * 1024 + 1))
    assert cli.main(["check"]) == 2
    assert f"{COPY}:1:1: error[too-large] an override has at most 256 KiB, and all of them 2 MiB" in (
        capsys.readouterr().out
    )


def test_templates_are_listed(overriding: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["templates"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == [*template_files()]
    assert [line for line in lines if " " in line] == [f"{INDEX}  (overridden by {COPY})"]
    assert cli.main(["templates", "--root", str(overriding), "--format", "json"]) == 0
    listed = json.loads(capsys.readouterr().out)["templates"]
    assert {"template": INDEX, "override": COPY} in listed
    assert sum(each["override"] is None for each in listed) == len(lines) - 1


def test_every_template_of_a_target_is_listed() -> None:
    folder = ROOT / "templates"
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*.j2")}
    assert {file for file in files if not file.startswith("init/")} == {*template_files()}


def test_a_copy_says_how_to_use_it(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["templates", "--copy", INDEX]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first == f"wrote {COPY}"
    assert (project / COPY).read_bytes() == template_files()[INDEX].read_bytes()
    key = second.rpartition(": ")[2]
    assert tomllib.loads(key) == {"templates": "sealwax-templates"}
    (project / "sealwax.toml").write_text(f"{key}\n")
    assert cli.main(["templates", "--copy", "markdown/about.md.j2"]) == 0
    assert capsys.readouterr().out == "wrote sealwax-templates/markdown/about.md.j2\n"


def test_a_copy_goes_to_the_configured_folder(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "pyproject.toml").write_text('[tool.sealwax]\ntemplates = "our/templates/"\n')
    assert cli.main(["templates", "--copy", INDEX, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"copied": f"our/templates/{INDEX}", "configure": {}}
    assert cli.main(["generate"]) == 0
    assert cli.main(["templates"]) == 0
    assert f"(overridden by our/templates/{INDEX})" in capsys.readouterr().out


def test_a_copy_never_overwrites_a_file(overriding: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (overriding / COPY).write_text("ours\n")
    assert cli.main(["templates", "--copy", INDEX]) == 2
    assert capsys.readouterr().err == (
        f"sealwax: {COPY} already exists\nhint: compare it with the template: sealwax templates --show {INDEX}\n"
    )
    assert (overriding / COPY).read_text() == "ours\n"


def test_a_copy_does_not_go_through_a_link(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "sealwax-templates").symlink_to(project.parent)
    assert cli.main(["templates", "--copy", INDEX]) == 2
    assert "sealwax-templates is a symbolic link, but must be a folder" in capsys.readouterr().err
    assert [path.name for path in project.parent.iterdir()] == ["shop"]


@pytest.mark.usefixtures("overriding")
def test_the_template_of_this_version_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["templates", "--show", INDEX]) == 0
    assert capsys.readouterr().out == template_files()[INDEX].read_text(encoding="utf-8")


@pytest.mark.usefixtures("project")
@pytest.mark.parametrize("option", ["--copy", "--show"])
def test_an_unknown_template_is_reported_with_the_one_that_may_be_meant(
    capsys: pytest.CaptureFixture[str], option: str
) -> None:
    assert cli.main(["templates", option, "markdown/READM.md.j2"]) == 2
    assert capsys.readouterr().err == (
        "sealwax: there is no template 'markdown/READM.md.j2'\nhint: did you mean 'markdown/README.md.j2'?\n"
    )
    assert cli.main(["templates", option, "../pyproject.toml", "--format", "json"]) == 2
    assert json.loads(capsys.readouterr().out)["diagnostics"][0]["code"] == "unknown-template"


# -- what comes out ---------------------------------------------------------------------------------------------------


def test_a_copy_that_is_not_changed_changes_nothing(overriding: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (overriding / "sealwax.toml").rename(overriding / "later.toml")
    assert cli.main(["generate"]) == 0
    (overriding / "later.toml").rename(overriding / "sealwax.toml")
    for template in template_files():
        if template != INDEX:
            assert cli.main(["templates", "--copy", template]) == 0
    assert cli.main(["check"]) == 0
    assert "all up to date" in capsys.readouterr().out


def test_the_output_of_an_override_is_checked_for_drift(overriding: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["generate"]) == 0
    (overriding / COPY).write_text("# {{ view.contract.title | text }}, by our own template\n")
    capsys.readouterr()
    assert cli.main(["check"]) == 1
    report = capsys.readouterr().out
    assert f"{PAGE}:1:" in report
    assert "by our own template" in report
    assert report.endswith("Fix with: sealwax generate\n")
    assert cli.main(["generate"]) == 0
    assert (overriding / PAGE).read_text().endswith(", by our own template\n")
    assert cli.main(["check"]) == 0
    (overriding / COPY).unlink()
    assert cli.main(["check"]) == 1


def test_python_that_the_formatter_refuses_is_an_error(overriding: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (overriding / "sealwax-templates" / "python").mkdir()
    templates = [name for name in template_files() if name.startswith("python/") and name.endswith(".py.j2")]
    for template in templates:
        (overriding / "sealwax-templates" / template).write_text("if (:\n")
    assert cli.main(["check", "--format", "json"]) == 2
    (found,) = json.loads(capsys.readouterr().out)["diagnostics"]
    assert found["code"] == "broken-template"
    assert "generated/orders/python/src/orders/__init__.py:1:" in found["message"]
    assert templates[0] in found["hint"]


def test_a_template_of_ours_that_an_override_breaks_is_reported(
    overriding: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An override of an included template that sets nothing, where its user needs it, fails in the user."""
    (overriding / COPY).write_text('{% include "markdown/fields.md.j2" %}\n')
    assert cli.main(["check"]) == 2
    report = capsys.readouterr().out
    assert report.startswith(f"{COPY}:1:1: error[broken-template] ")
    assert "Traceback" not in report
    assert cli.main(["generate"]) == 2
    assert not (overriding / "generated").exists()


# -- links ------------------------------------------------------------------------------------------------------------


def link_the_file(folder: Path, secret: Path) -> str:
    (folder / INDEX).unlink()
    (folder / INDEX).symlink_to(secret)
    return f"{COPY}:1:1: error[bad-path] {COPY} is a symbolic link"


def link_a_folder(folder: Path, secret: Path) -> str:
    (folder / "python").symlink_to(secret.parent)
    return "sealwax-templates/python:1:1: error[bad-path] sealwax-templates/python is a symbolic link"


def link_the_whole_folder(folder: Path, secret: Path) -> str:
    folder.rename(secret.parent / "moved")
    folder.symlink_to(secret.parent / "moved")
    return "sealwax.toml:1:14: error[bad-path] sealwax-templates is a symbolic link, but must be a folder"


def add_a_pipe(folder: Path, _secret: Path) -> str:
    os.mkfifo(folder / "markdown" / "types.md.j2")
    return "sealwax-templates/markdown/types.md.j2:1:1: error[bad-path] sealwax-templates/markdown/types.md.j2 is not a"


@pytest.mark.parametrize("plant", [link_the_file, link_a_folder, link_the_whole_folder, add_a_pipe])
@pytest.mark.parametrize("command", ["lint", "check", "generate", "templates"])
def test_nothing_is_read_through_a_link(
    overriding: Path, capsys: pytest.CaptureFixture[str], plant: object, command: str
) -> None:
    secret = overriding.parent / "elsewhere" / "secret.txt"
    secret.parent.mkdir()
    secret.write_text("the password\n")
    assert callable(plant)
    message = plant(overriding / "sealwax-templates", secret)
    assert cli.main([command]) == 2
    found = capsys.readouterr()
    assert (found.out + found.err).startswith(message)
    assert "password" not in found.out + found.err


def test_hidden_files_are_not_overrides(overriding: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (overriding / "sealwax-templates" / ".DS_Store").write_bytes(b"\xff")
    (overriding / "sealwax-templates" / "__pycache__").mkdir()
    (overriding / "sealwax-templates" / "__pycache__" / "x.cache").write_bytes(b"\xff")
    assert cli.main(["lint"]) == 0
    assert capsys.readouterr().out == "No errors in 1 contract.\n"


def test_a_file_that_is_far_too_large_is_refused(overriding: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (overriding / COPY).write_bytes(b"x" * (5 * 2**20))
    assert cli.main(["check"]) == 2
    told = f"{COPY}:1:1: error[too-large] an override has at most 256 KiB, and all of them 2 MiB\n"
    assert capsys.readouterr().out.startswith(told)


def test_help_is_worth_reading(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["templates", "--help"]) == 0
    text = capsys.readouterr().out
    for part in ("--copy PATH", "--show PATH", 'templates = "sealwax-templates"', "sandbox", "exit codes:"):
        assert part in text
