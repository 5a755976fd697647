"""The command `sealwax`: what it prints, what it writes, and the code with which it ends."""

import errno
import io
import json
import os
import pty
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from checkout import ROOT
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sealwax import __version__, cli, commands
from sealwax.pipeline import Compiled, compile_contracts
from sealwax.rendering import Renderer, header

CONTRACT = (ROOT / "contract" / "response-v2.yaml").read_bytes()
README = "generated/README.md"
PYTHON = "generated/response-v2/python/src/response_v2/enums.py"
SCHEMA = "generated/response-v2/json-schema/envelope.schema.json"


@cache
def compiled() -> Compiled:
    """What the real contract makes: compiled once for all tests that run the command in this process."""
    return compile_contracts({"contract/response-v2.yaml": CONTRACT}, Renderer())


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with the real contract, nothing generated, in which the command is run."""
    (tmp_path / "contract").mkdir()
    (tmp_path / "contract" / "response-v2.yaml").write_bytes(CONTRACT)
    monkeypatch.chdir(tmp_path)

    def compile_once(sources: dict[str, bytes], renderer: Renderer, *more: Any) -> Compiled:
        is_known = [*sources.values()] == [CONTRACT] and not any(more)
        return compiled() if is_known else compile_contracts(sources, renderer, *more)

    monkeypatch.setattr(commands, "compile_contracts", compile_once)
    return tmp_path


@pytest.fixture
def generated(project: Path) -> Path:
    """The same project after `sealwax generate`."""
    assert cli.main(["generate"]) == 0
    return project


def sealwax(*arguments: str, folder: Path, **environment: str) -> "subprocess.CompletedProcess[str]":
    """The real command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "sealwax", *arguments],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def snapshot(root: Path) -> dict[str, tuple[int, int, int]]:
    """Everything below a folder, with what changes when anything is written."""
    found = {path.relative_to(root).as_posix(): path.lstat() for path in sorted(root.rglob("*"))}
    return {path: (status.st_ino, status.st_mtime_ns, status.st_size) for path, status in found.items()}


# -- the life of a project --------------------------------------------------------------------------------------------


def test_a_project_is_linted_generated_checked_broken_and_mended(project: Path) -> None:
    (project / "home").mkdir()

    def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
        return sealwax(*arguments, folder=project, HOME=str(project / "home"))

    assert run("lint").stdout == "No mistakes in 1 contract.\n"
    assert run("check").returncode == 1
    done = run("generate")
    assert (done.returncode, done.stderr) == (0, "")
    assert f"wrote {README}\n" in done.stdout
    assert run("check").stdout == f"{len(compiled().files)} generated files in generated/, all as the contracts say.\n"
    before = snapshot(project / "generated")
    assert run("generate").stdout == f"{len(compiled().files)} generated files in generated/, all as before.\n"
    assert snapshot(project / "generated") == before

    (project / PYTHON).write_text((project / PYTHON).read_text() + "# and me\n")
    (project / README).unlink()
    broken = run("check")
    assert broken.returncode == 1
    assert "+++ from the contracts" in broken.stdout
    assert "-# and me\n" in broken.stdout
    assert broken.stdout.endswith("1 changed, 1 missing.\nMend it with: python -m sealwax generate\n")
    mended = run("generate")
    assert (mended.returncode, mended.stdout.splitlines()[:2]) == (0, [f"wrote {README}", f"rewrote {PYTHON}"])
    assert run("check").returncode == 0


def test_what_is_committed_is_what_the_contracts_say() -> None:
    assert sealwax("check", folder=ROOT).returncode == 0


def test_check_and_lint_write_nothing(project: Path) -> None:
    before = snapshot(project)
    assert cli.main(["check"]) == 1
    assert cli.main(["lint"]) == 0
    assert snapshot(project) == before


def test_orphans_are_deleted_with_their_folders_and_named(generated: Path, capsys: pytest.CaptureFixture[str]) -> None:
    orphan = generated / "generated/old/page.md"
    orphan.parent.mkdir()
    orphan.write_text(f"<!-- {header('old')} -->\n")
    assert cli.main(["check"]) == 1
    assert "generated/old/page.md is no longer made by any contract" in capsys.readouterr().out
    assert cli.main(["generate"]) == 0
    assert "deleted generated/old/page.md\n" in capsys.readouterr().out
    assert not orphan.parent.exists()


def test_strays_are_named_and_left_alone(generated: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stray = generated / "generated/notes.txt"
    stray.write_text("mine\n")
    (generated / README).unlink()
    assert cli.main(["generate"]) == 1
    printed = capsys.readouterr()
    assert f"wrote {README}\n" in printed.out
    assert printed.out.endswith("now as the contracts say; 1 other file left alone.\n")
    assert printed.err == (
        "generated/notes.txt does not belong here: it is neither marked as generated nor in the manifest\n"
        "\n"
        "Move or delete each stray file: sealwax touches only what is marked or in the manifest.\n"
        "What an earlier run made, before git put an older manifest in place, can be deleted.\n"
    )
    assert cli.main(["check"]) == 1
    assert stray.read_text() == "mine\n"


def test_a_folder_that_is_empty_is_left_alone(generated: Path) -> None:
    (generated / "generated/mine/to/be").mkdir(parents=True)
    assert cli.main(["generate"]) == 0
    assert cli.main(["check"]) == 0
    assert (generated / "generated/mine/to/be").is_dir()


def test_an_answer_names_the_project(
    generated: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(generated.parent)
    for command in ("generate", "check"):
        assert cli.main([command, "--root", generated.name]) == 0
        out = capsys.readouterr().out
        assert re.match(rf"\d+ generated files in {re.escape(generated.name)}/generated/, all as ", out)


@pytest.mark.parametrize("path", [README, PYTHON, "generated/manifest.txt"])
def test_a_foreign_file_stops_generate_before_it_writes_anything(
    generated: Path, capsys: pytest.CaptureFixture[str], path: str
) -> None:
    (generated / path).write_text("mine\n")
    (generated / SCHEMA).unlink()
    before = snapshot(generated)
    capsys.readouterr()
    assert cli.main(["generate"]) == 2
    assert path in capsys.readouterr().err
    assert snapshot(generated) == before
    assert cli.main(["check"]) == 1
    assert "1 foreign" in capsys.readouterr().out
    (generated / path).unlink()
    assert cli.main(["generate"]) == 0
    assert cli.main(["check"]) == 0


# -- any drift is caught ----------------------------------------------------------------------------------------------


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_single_byte_of_any_generated_file_is_guarded(generated: Path, data: st.DataObject) -> None:
    path = generated / data.draw(st.sampled_from(sorted(compiled().files)), label="path")
    good = path.read_bytes()
    # Half of the examples go for the first line, which decides whose file it is.
    end = data.draw(st.sampled_from([len(good), good.find(b"\n") + 1]), label="end")
    at = data.draw(st.integers(0, end), label="at")
    byte = data.draw(st.binary(min_size=1, max_size=1).filter(lambda byte: byte != good[at : at + 1]), label="byte")
    path.write_bytes(good[:at] + byte + good[at + 1 :])
    try:
        assert cli.main(["check"]) == 1
    finally:
        path.write_bytes(good)


def test_deleting_any_generated_file_is_caught(generated: Path) -> None:
    for path, text in compiled().files.items():
        (generated / path).unlink()
        assert cli.main(["check"]) == 1, path
        (generated / path).write_bytes(text.encode())
    assert cli.main(["check"]) == 0


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30)
@given(data=st.data())
def test_any_stray_file_is_caught(generated: Path, data: st.DataObject) -> None:
    beside = data.draw(st.sampled_from(sorted(compiled().files)), label="beside")
    names = st.text(st.characters(exclude_characters="/\0", codec="utf-8"), min_size=1, max_size=20)
    stray = (generated / beside).with_name(data.draw(names, label="name") + ".mine")
    stray.touch()
    try:
        assert cli.main(["check"]) == 1
    finally:
        stray.unlink()


@pytest.mark.parametrize("at", [0, 2, 40, -1])
def test_the_real_command_catches_a_single_byte_too(generated: Path, at: int) -> None:
    for path in (generated / PYTHON, generated / "generated/manifest.txt"):
        good = path.read_bytes()
        path.write_bytes(good[:at] + b"\x01" + good[at:][1:])
        assert sealwax("check", folder=generated).returncode == 1
        path.write_bytes(good)


# -- what must not be written to --------------------------------------------------------------------------------------


def link_output(root: Path) -> str:
    (root / "generated").rename(root / "elsewhere")
    (root / "generated").symlink_to("elsewhere")
    return "generated is a symbolic link, where a folder belongs"


def link_folder(root: Path) -> str:
    (root / "generated/response-v2").rename(root / "elsewhere")
    (root / "generated/response-v2").symlink_to(root / "elsewhere")
    return "generated/response-v2 is a symbolic link, where a folder belongs"


def link_file(root: Path) -> str:
    (root / README).rename(root / "elsewhere")
    (root / README).symlink_to(root / "elsewhere")
    return f"{README} is a symbolic link, where a file belongs"


def dangling_link(root: Path) -> str:
    (root / README).unlink()
    (root / README).symlink_to("nowhere")
    return f"{README} is a symbolic link, where a file belongs"


def file_for_folder(root: Path) -> str:
    shutil.rmtree(root / "generated/response-v2")
    (root / "generated/response-v2").write_text("mine\n")
    return "generated/response-v2 is a file, where a folder belongs"


def folder_for_file(root: Path) -> str:
    (root / README).unlink()
    (root / README).mkdir()
    return f"{README} is a folder, where a file belongs"


def file_for_output(root: Path) -> str:
    shutil.rmtree(root / "generated")
    (root / "generated").write_text("mine\n")
    return "generated is a file, where a folder belongs"


def pipe_for_file(root: Path) -> str:
    (root / README).unlink()
    os.mkfifo(root / README)
    return f"{README} is a special file, where a file belongs"


def other_letter_case(root: Path) -> str:
    (root / "generated/ReadMe.md").write_text("mine\n")
    return f"generated/ReadMe.md differs only in letter case from {README}"


OBSTRUCTIONS = (
    link_output, link_folder, link_file, dangling_link, file_for_folder, folder_for_file, file_for_output,
    pipe_for_file, other_letter_case,
)  # fmt: skip


@pytest.mark.parametrize("obstruct", OBSTRUCTIONS)
@pytest.mark.parametrize("command", ["generate", "check"])
def test_what_leads_elsewhere_or_stands_in_the_way_is_refused_by_name(
    generated: Path, capsys: pytest.CaptureFixture[str], obstruct: Callable[[Path], str], command: str
) -> None:
    (generated / SCHEMA).write_text("{}")
    problem = obstruct(generated)
    before = snapshot(generated)
    assert cli.main([command]) == 2
    printed = capsys.readouterr()
    assert problem in printed.err
    assert ("nothing was written" in printed.err) == (command == "generate")
    assert snapshot(generated) == before


def test_expected_files_that_differ_only_in_letter_case_are_refused(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {"generated/demo/a.md": "", "generated/demo/A.md": ""}
    monkeypatch.setattr(commands, "compile_contracts", lambda *_: Compiled(files))
    assert cli.main(["generate"]) == 2
    assert "generated/demo/a.md differs only in letter case from generated/demo/A.md" in capsys.readouterr().err
    assert not (project / "generated").exists()


def test_a_path_outside_the_output_folder_is_never_written(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "compile_contracts", lambda *_: Compiled({"generated/../outside": "x"}))
    with pytest.raises(ValueError, match="not a path below generated/"):
        cli.main(["generate"])
    assert not (project / "outside").exists()


# -- mistakes ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["lint", "check", "generate"])
def test_a_mistake_in_a_contract_is_reported_and_nothing_is_written(
    generated: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    (generated / "contract/broken.yaml").write_text("contract: [\n")
    before = snapshot(generated)
    capsys.readouterr()
    assert cli.main([command]) == 2
    printed = capsys.readouterr()
    report, rest = (printed.err, printed.out) if command == "generate" else (printed.out, printed.err)
    assert re.match(r"contract/broken\.yaml:\d+:\d+: error", report)
    assert rest == ""
    assert snapshot(generated) == before


def test_a_contract_that_is_far_too_large_is_a_mistake_like_any_other(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with (project / "contract/large.yaml").open("wb") as file:
        file.truncate(1 << 40)
    assert cli.main(["lint"]) == 2
    assert "file-too-large" in capsys.readouterr().out


@pytest.mark.parametrize("command", ["lint", "check", "generate"])
def test_a_folder_without_contracts_is_an_error_with_a_hint(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    assert cli.main([command, "--root", str(tmp_path)]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(f"sealwax: no contract found: there is no contract/*.yaml in {tmp_path}\nhint: run ")
    assert cli.main([command, "--root", str(tmp_path / "nowhere")]) == 2
    assert "nowhere is not a folder" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "arguments",
    [[], ["polish"], ["check", "--form", "json"], ["check", "--format", "xml"], ["generate", "--format", "json"],
     ["lint", "extra"], ["--verbose"]],
)  # fmt: skip
def test_bad_usage_is_explained_with_code_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("usage: sealwax")


# -- forms of a report ------------------------------------------------------------------------------------------------


def test_check_reports_drift_as_json(generated: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert cli.main(["check", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"drift": [], "mend": []}
    (generated / README).unlink()
    assert cli.main(["check", "--format", "json"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert [(entry["kind"], entry["file"]) for entry in document["drift"]] == [("missing", README)]
    assert document["mend"] == ["Mend it with: sealwax generate"]


def test_check_reports_drift_to_github(generated: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert cli.main(["check", "--format", "github"]) == 0
    assert capsys.readouterr().out == ""
    (generated / PYTHON).write_text(compiled().files[PYTHON].replace("\n", "\n  oops", 1))
    assert cli.main(["check", "--format", "github"]) == 1
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith(f"::error file={PYTHON},line=2,col=1,title=sealwax%3A changed::")


@pytest.mark.parametrize("command", ["lint", "check"])
def test_mistakes_are_reported_in_each_form(project: Path, capsys: pytest.CaptureFixture[str], command: str) -> None:
    (project / "contract/broken.yaml").write_text("contract: [\n")
    assert cli.main([command, "--format", "json"]) == 2
    assert "contract/broken.yaml" in json.dumps(json.loads(capsys.readouterr().out))
    assert cli.main([command, "--format", "github"]) == 2
    assert re.match(r"::error file=contract/broken\.yaml,line=\d+,col=\d+,", capsys.readouterr().out)


@pytest.mark.parametrize("obstruct", OBSTRUCTIONS)
def test_what_stands_in_the_way_is_told_to_programs_too(
    generated: Path, capsys: pytest.CaptureFixture[str], obstruct: Callable[[Path], str]
) -> None:
    problem = obstruct(generated)
    capsys.readouterr()
    assert cli.main(["check", "--format", "json"]) == 2
    printed = capsys.readouterr()
    (found,) = json.loads(printed.out)["diagnostics"]
    assert (found["code"], found["severity"], printed.err) == ("in-the-way", "error", "")
    assert found["message"].startswith(problem)
    assert found["message"].startswith(f"{found['file']} ")
    assert cli.main(["check", "--format", "github"]) == 2
    printed = capsys.readouterr()
    assert printed.out.startswith(f"::error file={found['file']},line=1,col=1,title=sealwax%3A in-the-way::{problem}")
    assert printed.err == ""


@pytest.mark.parametrize("command", ["lint", "check"])
def test_a_project_without_contracts_is_told_to_programs_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main([command, "--format", "json"]) == 2
    printed = capsys.readouterr()
    (found,) = json.loads(printed.out)["diagnostics"]
    assert (found["code"], found["file"], printed.err) == ("no-contract", "contract", "")
    assert found["hint"].startswith("run sealwax in the folder")
    assert cli.main([command, "--format", "github", "--root", "nowhere"]) == 2
    printed = capsys.readouterr()
    assert printed.out.startswith(
        "::error file=nowhere/.,line=1,col=1,title=sealwax%3A bad-path::nowhere is not a folder"
    )


def test_a_note_stops_nothing_and_is_told_by_every_command(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "contract/old").mkdir()
    (project / "contract/old/response-v1.yaml").write_text("# once\ncontract: response-v1\n")
    note = "contract/old/response-v1.yaml:1:1: note[unread-contract] this looks like a contract, and is not read"
    assert cli.main(["lint"]) == 0
    printed = capsys.readouterr()
    assert printed.out.startswith(note)
    assert printed.out.endswith("\n\n1 note in 1 file\nNo mistakes in 1 contract.\n")
    for command in ("generate", "check"):
        assert cli.main([command]) == 0
        printed = capsys.readouterr()
        assert "note" not in printed.out
        assert printed.err.startswith(note)
    assert cli.main(["check", "--format", "json"]) == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out) == {"drift": [], "mend": []}
    assert printed.err.startswith(note)
    for command in ("lint", "check"):
        assert cli.main([command, "--format", "github"]) == 0
        assert "".join(capsys.readouterr()).startswith("::notice file=contract/old/response-v1.yaml,line=1,col=1,")


def test_the_remedy_is_what_can_be_typed_here(generated: Path) -> None:
    (generated / README).unlink()
    script = Path(sys.executable).parent / "sealwax"
    (generated / "tools").mkdir()
    (generated / "tools" / "sealwax").symlink_to(script)

    def remedy(command: str, path: str) -> str:
        done = subprocess.run(
            ["/bin/sh", "-c", f"{command} check"],
            cwd=generated,
            env={**os.environ, "PATH": path},
            capture_output=True,
            text=True,
            check=False,
        )
        return done.stdout.splitlines()[-1]

    assert remedy("tools/sealwax", "/bin") == "Mend it with: tools/sealwax generate"
    assert remedy(str(script), "/bin") == f"Mend it with: {script} generate"
    assert remedy("sealwax", str(script.parent)) == "Mend it with: sealwax generate"
    assert remedy(f"{sys.executable} -m sealwax", "/bin") == "Mend it with: python -m sealwax generate"


def test_lint_without_mistakes_is_an_empty_report(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["lint", "--format", "json"]) == 0
    assert not any(json.loads(capsys.readouterr().out).values())
    assert cli.main(["lint", "--format", "github"]) == 0
    assert capsys.readouterr().out == ""
    assert (project / "contract").exists()


def test_shown_paths_and_the_remedy_begin_at_the_current_folder(
    generated: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    root = generated / "the service"
    for folder in ("contract", "generated"):
        shutil.move(generated / folder, root / folder)
    (root / README).unlink()
    capsys.readouterr()
    assert cli.main(["check", "--root", "the service"]) == 1
    printed = capsys.readouterr().out
    assert f"the service/{README} is missing" in printed
    assert "Mend it with: sealwax generate --root 'the service'\n" in printed
    (root / "contract/broken.yaml").write_text("contract: [\n")
    assert cli.main(["lint", "--root", "the service", "--format", "github"]) == 2
    assert "file=the service/contract/broken.yaml," in capsys.readouterr().out
    monkeypatch.chdir(root / "contract")
    assert cli.main(["lint", "--root", ".."]) == 2
    assert capsys.readouterr().out.startswith(f"{root.as_posix()}/contract/broken.yaml:")


# -- help, streams, signals -------------------------------------------------------------------------------------------


def test_help_names_the_commands_the_exit_codes_and_examples(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--help"]) == 0
    text = capsys.readouterr().out
    for part in ("lint", "generate", "check", "--version", "examples:", "exit codes:", "sealwax check --format github"):
        assert part in text
    assert cli.main(["check", "--help"]) == 0
    assert "--root DIR" in capsys.readouterr().out


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--version"]) == 0
    assert capsys.readouterr().out == f"sealwax {__version__}\n"


def modules_loaded_by(*arguments: str, folder: Path) -> set[str]:
    script = f"import sys\nfrom sealwax.cli import main\nmain({[*arguments]!r})\nprint(*sys.modules, file=sys.stderr)"
    command = [sys.executable, "-c", script]
    return set(subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stderr.split())


def test_nothing_is_loaded_that_a_command_does_not_need(project: Path) -> None:
    lint = modules_loaded_by("lint", folder=project)
    assert "yaml" in lint
    assert not lint & {"jinja2", "json", "sealwax.targets.python", "tempfile", "logging", "typing_extensions"}
    (project / "pyproject.toml").write_text('[project]\nname = "sealwax-user"\ndependencies = ["sealwax"]\n')
    assert not modules_loaded_by("lint", folder=project) & {
        "tomllib",
        "sealwax.project.configuration",
        "sealwax.project.applying",
    }
    version = modules_loaded_by("--version", folder=project)
    assert not version & {"yaml", "jinja2", "difflib", "sealwax.pipeline", "sealwax.commands"}


@pytest.fixture
def drifted(generated: Path) -> Path:
    """A project with a long report that has other than ASCII text in it."""
    (generated / "generated" / os.fsdecode(b"stray \xff \xc3\xa9 \xe2\x9c\x93")).touch()
    for path, text in compiled().files.items():
        (generated / path).write_bytes((text + "à la fin ✓ 𝄞 \x1b[31m\n").encode())
    return generated


def test_a_reader_who_goes_away_changes_neither_the_verdict_nor_the_silence(drifted: Path) -> None:
    command = f"{sys.executable} -m sealwax check | head -1; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], cwd=drifted, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "")
    assert len(done.stdout.splitlines()) == 1


@pytest.mark.parametrize("redirection", [">&-", "2>&-", ">&- 2>&-"])
@pytest.mark.parametrize(("command", "code"), [("check", 1), ("--help", 0), ("generate", 1), ("polish", 2)])
def test_closed_streams_are_no_trouble(drifted: Path, redirection: str, command: str, code: int) -> None:
    shell = f"{sys.executable} -m sealwax {command} {redirection}"
    done = subprocess.run(["bash", "-c", shell], cwd=drifted, capture_output=True, text=True, check=False)
    assert done.returncode == code
    assert "Traceback" not in done.stderr + done.stdout


class FullDisk(io.RawIOBase):
    """A place where nothing can be written, until somebody makes room."""

    full = True

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        if self.full:
            raise OSError(errno.ENOSPC, "No space left on device")
        return len(data)


def test_a_report_that_cannot_be_written_is_an_error(
    drifted: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    disk = FullDisk()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BufferedWriter(disk)))
    assert cli.main(["check", "--root", str(drifted)]) == 2
    assert capsys.readouterr().err == "sealwax: cannot print the report: No space left on device\n"
    disk.full = False


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_any_locale_can_show_the_report(drifted: Path, encoding: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "sealwax", "check"],
        cwd=drifted,
        env={**os.environ, "PYTHONIOENCODING": encoding, "LC_ALL": "C", "PYTHONUTF8": "0"},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (1, b"")
    shown = done.stdout.decode(encoding)
    assert "la fin" in shown
    assert "\x1b" not in shown


def on_a_terminal(folder: Path, *arguments: str, **environment: str) -> str:
    """What the command prints when all its streams are a terminal."""
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "sealwax", *arguments],
        cwd=folder,
        env={**os.environ, "TERM": "xterm", "NO_COLOR": "", **environment},
        stdin=slave,
        stdout=slave,
        stderr=slave,
    )
    os.close(slave)
    printed = b""
    while chunk := _read(master):
        printed += chunk
    process.wait()
    os.close(master)
    return printed.decode()


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 65536)
    except OSError:  # The other end of a terminal was closed.
        return b""


def test_color_is_for_terminals_whose_owner_wants_it(drifted: Path) -> None:
    assert "\x1b[31m-" in on_a_terminal(drifted, "check")
    assert "\x1b" not in on_a_terminal(drifted, "check", NO_COLOR="1")
    assert "\x1b" not in on_a_terminal(drifted, "check", TERM="dumb")
    assert "\x1b" not in sealwax("check", folder=drifted).stdout


def test_progress_is_shown_on_a_terminal_when_the_work_is_long(generated: Path) -> None:
    assert "sealwax: " not in on_a_terminal(generated, "lint")
    contract = generated / "contract/response-v2.yaml"
    contract.write_bytes(CONTRACT + b"#\n" * commands.LONG_WORK)
    assert "sealwax: reading the contracts …" in on_a_terminal(generated, "lint")
    assert "sealwax: comparing with the disk …" in on_a_terminal(generated, "check")
    assert sealwax("lint", folder=generated).stderr == ""


def test_an_interrupt_ends_the_command_quietly(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(commands, "compile_contracts", interrupt)
    assert cli.main(["generate"]) == 130
    assert capsys.readouterr() == ("", "")
    assert not (project / "generated").exists()


def test_an_interrupt_while_writing_leaves_no_temporary_files(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls, write = iter(range(1000)), os.write

    def interrupt(descriptor: int, content: bytes) -> int:
        if next(calls) == 5:
            raise KeyboardInterrupt
        return write(descriptor, content)

    monkeypatch.setattr(os, "write", interrupt)
    assert cli.main(["generate"]) == 130
    monkeypatch.undo()
    monkeypatch.chdir(project)
    assert not list(project.rglob(".sealwax-*"))
    assert cli.main(["generate"]) == 0
    assert cli.main(["check"]) == 0
