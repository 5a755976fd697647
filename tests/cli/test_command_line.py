"""The command line: the project it finds, its options, and the scripts that complete it."""

import json
import re
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from queue import Empty, Queue
from signal import SIGINT
from threading import Thread

import pytest
from checkout import ROOT
from checkout.processes import LIMIT
from samples.small_contracts import SMALL

from sealwax import DOCUMENTATION, cli
from sealwax.cli import watching
from sealwax.cli.parser import build_parser

README = "generated/README.md"
TYPES = "generated/orders/typescript/index.d.ts"
SCHEMA = "generated/orders/json-schema/orders.schema.json"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with one small contract, nothing generated, in which the command is run."""
    (tmp_path / "contract").mkdir()
    (tmp_path / "contract" / "orders.yaml").write_text(SMALL.format(name="orders"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def generated(project: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    assert cli.main(["generate"]) == 0
    capsys.readouterr()
    return project


def files(root: Path) -> dict[str, bytes]:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}


# -- the project ------------------------------------------------------------------------------------------------------


def test_the_project_is_found_from_any_folder_below_it(
    generated: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for folder in (generated / "contract", generated / "generated/orders/python/src", generated / "src/deep/down"):
        folder.mkdir(parents=True, exist_ok=True)
        monkeypatch.chdir(folder)
        assert cli.main(["check"]) == 0
    assert "in ../../../generated/, all up to date.\n" in capsys.readouterr().out
    (generated / README).unlink()
    assert cli.main(["check"]) == 1
    printed = capsys.readouterr().out
    assert f"../../../{README} is missing\n" in printed
    assert printed.endswith("Fix with: sealwax generate\n")
    (generated / "contract/broken.yaml").write_text("contract: [\n")
    assert cli.main(["lint"]) == 2
    assert capsys.readouterr().out.startswith("../../../contract/broken.yaml:1:")


@pytest.mark.parametrize("name", ["sealwax.toml", "pyproject.toml"])
def test_a_configuration_makes_a_project_too(project: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    (project / "contract").rename(project / "api")
    head = "[tool.sealwax]\n" if name == "pyproject.toml" else ""
    (project / name).write_text(f'{head}contracts = ["api/*.yaml"]\n')
    (project / "service").mkdir()
    (project / "service" / "pyproject.toml").write_text('[project]\nname = "service"\n[tool.mypy]\nstrict = true\n')
    monkeypatch.chdir(project / "service")
    assert cli.main(["lint"]) == 0


def test_the_search_ends_at_the_top_of_a_repository(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "vendored/.git").mkdir(parents=True)
    monkeypatch.chdir(project / "vendored")
    assert cli.main(["lint"]) == 2
    assert "no contracts found" in capsys.readouterr().err


# -- lint -------------------------------------------------------------------------------------------------------------


def test_lint_reads_only_the_files_that_are_named(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "contract/broken.yaml").write_text("contract: [\n")
    assert cli.main(["lint", "contract/orders.yaml"]) == 0
    assert capsys.readouterr().out == "No errors in 1 contract.\n"
    monkeypatch.chdir(project / "contract")
    assert cli.main(["lint", "orders.yaml", "--format", "json", "broken.yaml"]) == 2
    assert {each["file"] for each in json.loads(capsys.readouterr().out)["diagnostics"]} == {"../contract/broken.yaml"}
    assert cli.main(["lint", "nowhere.yaml"]) == 2
    assert "cannot read contract/nowhere.yaml" in capsys.readouterr().err


def test_quiet_prints_only_what_is_wrong(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("lint", "generate", "check"):
        assert cli.main([command, "-q"]) == 0
        assert capsys.readouterr() == ("", "")
    (project / README).unlink()
    assert cli.main(["check", "--quiet"]) == 1
    assert f"{README} is missing" in capsys.readouterr().out
    (project / "contract/broken.yaml").write_text("contract: [\n")
    assert cli.main(["generate", "-q"]) == 2
    assert "broken.yaml" in capsys.readouterr().err


# -- generate ---------------------------------------------------------------------------------------------------------


def test_a_dry_run_prints_what_would_be_done_and_does_nothing(
    generated: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (generated / README).unlink()
    (generated / TYPES).write_text((generated / TYPES).read_text() + "// mine\n")
    before = files(generated)
    assert cli.main(["generate", "--dry-run"]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"would write {README}\nwould rewrite {TYPES}\n")
    assert out.endswith("not up to date.\n")
    assert files(generated) == before
    assert cli.main(["generate"]) == 0
    capsys.readouterr()
    assert cli.main(["generate", "--dry-run"]) == 0
    assert capsys.readouterr().out.endswith("already up to date.\n")


def test_a_dry_run_in_a_new_project_creates_no_folder(project: Path) -> None:
    assert cli.main(["generate", "--dry-run"]) == 0
    assert not (project / "generated").exists()


def test_one_target_can_be_generated_and_checked_alone(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["generate", "--target", "json-schema"]) == 0
    assert {path.split("/")[2] for path in files(project) if path.startswith("generated/orders/")} == {"json-schema"}
    assert cli.main(["check", "--target", "json-schema"]) == 0
    assert cli.main(["check"]) == 1
    assert cli.main(["check", "--target", "python"]) == 1
    assert cli.main(["generate", "--target", "python", "--target", "json-schema"]) == 0
    assert cli.main(["check", "--target", "python"]) == 0
    capsys.readouterr()
    assert cli.main(["generate", "--target", "pyton"]) == 2
    assert capsys.readouterr().err == "sealwax: there is no target 'pyton'\nhint: did you mean 'python'?\n"


def test_one_target_leaves_the_files_of_the_others_ours(generated: Path) -> None:
    (generated / "contract/orders.yaml").write_text(SMALL.format(name="parcels"))
    assert cli.main(["generate", "--target", "python"]) == 0
    assert (generated / SCHEMA).exists()
    assert not (generated / "generated/orders/python").exists()
    assert cli.main(["generate"]) == 0  # the old schemas are still known as ours
    assert not (generated / "generated/orders").exists()
    assert cli.main(["check"]) == 0


def test_a_file_whose_header_was_edited_is_overwritten_when_it_is_named(
    generated: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    good = (generated / README).read_text()
    for path in (README, TYPES):
        (generated / path).write_text(f"Mine now\n{(generated / path).read_text()}")
    assert cli.main(["generate"]) == 2
    assert f"overwrite them: sealwax generate --force {README} --force {TYPES}\n" in capsys.readouterr().err
    monkeypatch.chdir(generated / "generated")
    assert cli.main(["generate", "--force", "README.md"]) == 2  # the other one still stops it
    assert cli.main(["generate", "--force", "README.md", "--force", "orders/typescript/index.d.ts"]) == 0
    assert (generated / README).read_text() == good
    capsys.readouterr()
    assert cli.main(["generate", "--force", "../contract/orders.yaml"]) == 2
    assert "../contract/orders.yaml is not a generated file" in capsys.readouterr().err


# -- generate --watch -------------------------------------------------------------------------------------------------


class Watching:
    """A running `sealwax generate --watch`."""

    def __init__(self, folder: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-u", "-m", "sealwax", "generate", "--watch"],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        )
        self._lines: Queue[str] = Queue()
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        for line in self._process.stdout or ():
            self._lines.put(line)

    def until(self, part: str) -> list[str]:
        """The lines up to one with this text."""
        lines, end = [""], time.monotonic() + LIMIT
        while part not in lines[-1]:
            try:
                lines.append(self._lines.get(timeout=max(0.0, end - time.monotonic())))
            except Empty:
                raise AssertionError(f"no {part!r} in {lines}") from None
        return lines

    def stop(self) -> int:
        self._process.send_signal(SIGINT)
        code = self._process.wait(timeout=LIMIT)
        self._reader.join(timeout=LIMIT)
        if self._process.stdout:
            self._process.stdout.close()
        return code


@pytest.fixture
def running(project: Path) -> Iterator[Watching]:
    process = Watching(project)
    try:
        yield process
    finally:
        assert process.stop() == cli.INTERRUPTED


def replace(path: Path, text: str) -> None:
    """Write a file in one step: the command looks at any time, and would also show what is there in between."""
    written = path.parents[1] / "written"
    written.write_text(text)
    written.rename(path)


def test_watch_generates_again_after_each_change_and_survives_broken_states(project: Path, running: Watching) -> None:
    contract = project / "contract/orders.yaml"
    good = contract.read_text()
    assert f"wrote {README}\n" in running.until("now up to date")
    running.until("watching for changes")
    replace(contract, good.replace("A reply about", "An answer about"))
    lines = running.until("now up to date")
    assert "contract/orders.yaml changed\n" in lines
    assert "rewrote generated/orders/markdown/orders.md\n" in lines
    replace(contract, "contract: [\n")
    running.until("1 error in 1 file")
    contract.unlink()
    running.until("no contracts found")
    replace(contract, good)
    assert "contract/orders.yaml added\n" in running.until("now up to date")
    replace(project / "contract/parcels.yaml", SMALL.format(name="parcels"))
    lines = running.until("now up to date")
    assert "contract/parcels.yaml added\n" in lines
    assert "wrote generated/parcels/markdown/parcels.md\n" in lines
    replace(project / "sealwax.toml", "targets = [")
    lines = running.until("broken-toml")
    replace(project / "sealwax.toml", 'targets = ["markdown"]\n')
    lines += running.until("now up to date")
    assert "deleted generated/orders/typescript/package.json\n" in lines
    # A configuration that cannot be read says nothing about the contracts.
    assert [line for line in lines if line.startswith("contract/")] == []
    (project / "##[error]x").mkdir()
    replace(project / "##[error]x" / "parts.yaml", SMALL.format(name="parts"))
    replace(project / "sealwax.toml", 'contracts = ["*/*.yaml"]\ntargets = ["markdown"]\n')
    lines = running.until("now up to date")
    assert "\\x23#[error]x/parts.yaml added\n" in lines


def test_watch_waits_until_a_file_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """An editor may empty it first, and write it in parts."""
    looks = iter((b"old", b"", b"ne", b"new", b"new"))
    monkeypatch.setattr(watching, "inputs", lambda _root: {"contract/orders.yaml": next(looks)})
    monkeypatch.setattr(watching, "sleep", lambda _seconds: None)
    seen = {"contract/orders.yaml": b"old"}
    assert watching._changed(Path(), seen) == {"contract/orders.yaml": b"new"}


# -- help -------------------------------------------------------------------------------------------------------------


def test_help_is_a_command_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["help"]) == 0
    overview = capsys.readouterr().out
    assert cli.main(["--help"]) == 0
    assert capsys.readouterr().out == overview
    assert cli.main([]) == 2
    assert capsys.readouterr().err == overview
    for name in build_parser().by_name:
        assert f"\n    {name} " in overview
        assert cli.main(["help", name]) == 0
        assert capsys.readouterr().out.startswith(f"usage: sealwax {name} ")
    assert "conformance" in overview


def test_the_documentation_names_every_command_and_its_links_lead_somewhere() -> None:
    page = ROOT / "docs" / "command-line.md"
    text = page.read_text(encoding="utf-8")
    for name, command in build_parser().by_name.items():
        assert f"`sealwax {name}`" in text
        if name in ("init", "generate"):
            options = {flag for flag in command._option_string_actions if flag.startswith("--")}
            assert [flag for flag in sorted(options - {"--help", "--root", "--quiet"}) if f"`{flag}" not in text] == []
    headings = {title.lower().replace(" ", "-") for title in re.findall(r"^## (.+)$", text, re.MULTILINE)}
    for file, anchor in re.findall(r"\]\(([^)#]*)#?([^)]*)\)", text):
        assert (page.parent / file).exists() if file else anchor in headings


def test_help_and_the_metadata_lead_to_the_documentation(capsys: pytest.CaptureFixture[str]) -> None:
    cli.main(["help"])
    assert f"documentation: {DOCUMENTATION}\n" in capsys.readouterr().out
    links = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]
    assert links["Documentation"] == DOCUMENTATION
    assert {"Changelog", "Issues", "Source"} <= {*links}


def test_the_editor_schema_is_printed_as_generate_writes_it(
    generated: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir("/")
    assert cli.main(["schema"]) == 0
    assert capsys.readouterr().out == (generated / "generated/contract-language.schema.json").read_text()


# -- completion -------------------------------------------------------------------------------------------------------


def completions(*words: str, folder: Path) -> list[str]:
    """The words that bash offers for the last one."""
    script = subprocess.run(
        [sys.executable, "-m", "sealwax", "completion", "bash"], check=True, capture_output=True, encoding="utf-8"
    ).stdout
    ask = 'COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _shtab_sealwax; printf "%s\\n" "${COMPREPLY[@]}"'
    command = ["bash", "-c", f"{script}\n{ask}", "bash", "sealwax", *words]
    done = subprocess.run(command, cwd=folder, check=True, capture_output=True, encoding="utf-8")
    return done.stdout.split()


def test_bash_completes_commands_options_and_values(project: Path) -> None:
    assert completions("", folder=project) == [*build_parser().by_name]
    assert completions("--", folder=project) == ["--help", "--version"]
    assert completions("ver", folder=project) == ["verify"]
    assert completions("generate", "--dr", folder=project) == ["--dry-run"]
    assert completions("check", "--format", "g", folder=project) == ["github"]
    assert completions("generate", "--target", "json", folder=project) == ["json-schema"]
    assert completions("check", "--root", "con", folder=project) == ["contract"]
    assert completions("generate", "--force", "contract/o", folder=project) == ["contract/orders.yaml"]
    assert completions("completion", "f", folder=project) == ["fish"]
    assert completions("help", "li", folder=project) == ["lint"]
    assert completions("explain", "wrong-", folder=project) == [
        "wrong-case",
        "wrong-kind",
        "wrong-verdict",
    ]
    assert completions("lint", "contract/", folder=project) == ["contract/orders.yaml"]
    assert completions("verify", "contract/", folder=project) == ["contract/orders.yaml"]
    assert completions("lint", "--quiet", "contract/orders.yaml", "--root", "con", folder=project) == ["contract"]


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_know_every_command_option_and_value(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["completion", shell]) == 0
    script = capsys.readouterr().out
    commands = build_parser()
    for name, command in commands.by_name.items():
        described = {"zsh": f"{name}:'{commands.purposes[name]}'", "fish": f"-a {name} -d '{commands.purposes[name]}'"}
        assert described[shell] in script
        for flag in command._option_string_actions:
            if flag.startswith("--"):
                assert {"zsh": flag, "fish": f" -l {flag[2:]} "}[shell] in script
    assert {"zsh": ":DIR:_files -/", "fish": '-l root -xka "(__fish_complete_directories)'}[shell] in script
    assert {"zsh": ":TARGET:(python ", "fish": '-l target -xka "python '}[shell] in script
    assert {"zsh": "(advice-changed ", "fish": '-ka "advice-changed '}[shell] in script


def test_zsh_completes_every_file_of_a_command_that_takes_many(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["completion", "zsh"]) == 0
    assert '"*:contracts to read (default\\: all):_files"' in capsys.readouterr().out
