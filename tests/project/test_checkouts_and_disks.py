"""Checkouts with CRLF, disks that are full, homes that are missing, caches in the checkout."""

import io
import marshal
import os
import pickle
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from checkout.processes import run
from jinja2.bccache import bc_magic

from sealwax import cli
from sealwax.rendering import own_templates
from sealwax.rendering.environment import BytecodeCache, Environment

CONTRACT = """\
contract: demo
version: "1.0.0"
title: Demo
envelope:
  name: Reply
  fields:
    ok: {type: boolean, level: must, doc: Whether it worked.}
"""
LIMITED = (
    "import resource, sys; sys.dont_write_bytecode = True; resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096));"
)
"""Every write beyond 4 KB of a file fails, as on a full disk. Python itself would leave cut bytecode behind."""
SEALWAX = "from sealwax import cli; sys.exit(cli.main())"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tmp_path / "project"
    put(root, "contract/demo.yaml", CONTRACT)
    monkeypatch.chdir(root)
    return root


def put(root: Path, path: str, text: str) -> Path:
    place = root / path
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text, encoding="utf-8")
    return place


def sealwax(
    *arguments: str, folder: Path, environment: Mapping[str, str] | None = None, before: str = "import sys;"
) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-P", "-c", before + SEALWAX, *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def everything(root: Path) -> dict[str, bytes | None]:
    found = sorted(root.rglob("*"))
    return {path.relative_to(root).as_posix(): path.read_bytes() if path.is_file() else None for path in found}


# -- line endings -----------------------------------------------------------------------------------------------------


@pytest.fixture
def crlf(project: Path, tmp_path: Path) -> Path:
    """A clone of the project in which git has changed all line endings."""
    assert cli.main(["generate"]) == 0
    git = ("git", "-c", "user.name=x", "-c", "user.email=x", "-c", "core.autocrlf=false")
    run("git", "init", "-q", folder=project)
    run(*git, "add", ".", folder=project)
    run(*git, "commit", "-qm", "x", folder=project)
    run("git", "clone", "-q", "-c", "core.autocrlf=true", "project", "clone", folder=tmp_path)
    clone = tmp_path / "clone"
    assert b"\r\n" in (clone / "contract/demo.yaml").read_bytes()
    assert b"\r\n" in (clone / "generated/README.md").read_bytes()
    return clone


def test_a_checkout_with_crlf_is_up_to_date(crlf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = everything(crlf)
    assert cli.main(["check", "--root", str(crlf)]) == 0
    assert "with CRLF line endings" in capsys.readouterr().out
    assert cli.main(["generate", "--root", str(crlf)]) == 0
    assert everything(crlf) == before


def test_a_checkout_with_crlf_can_be_generated_and_means_the_same_to_git(crlf: Path, project: Path) -> None:
    for root in (crlf, project):
        contract = root / "contract/demo.yaml"
        contract.write_bytes(contract.read_bytes().replace(b"Whether it worked.", b"Whether it worked well."))
        assert cli.main(["check", "--root", str(root)]) == 1
        assert cli.main(["generate", "--root", str(root)]) == 0
        assert cli.main(["check", "--root", str(root)]) == 0
        run("git", "-c", "core.safecrlf=false", "add", ".", folder=root)
    written = [run("git", "write-tree", folder=root) for root in (crlf, project)]
    assert written[0] == written[1]


def test_a_mixture_of_line_endings_is_drift(crlf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = crlf / "generated/README.md"
    page.write_bytes(page.read_bytes().replace(b"\r\n", b"\n", 1))
    assert cli.main(["check", "--root", str(crlf)]) == 1
    assert "only in its line endings" in capsys.readouterr().out


# -- disks and homes --------------------------------------------------------------------------------------------------


def test_a_full_disk_leaves_nothing_new_behind(project: Path) -> None:
    put(project, "sealwax.toml", 'targets = ["typescript"]\n')
    before = everything(project)
    done = sealwax("generate", folder=project, before=LIMITED)
    assert (done.returncode, done.stdout) == (2, "")
    assert "cannot write generated/" in done.stderr
    assert "hint: nothing was changed" in done.stderr
    assert everything(project) == before


def test_a_full_disk_leaves_what_was_there(project: Path) -> None:
    put(project, "sealwax.toml", 'targets = ["typescript"]\n')
    assert cli.main(["generate"]) == 0
    put(project, "contract/other.yaml", CONTRACT.replace("demo", "other"))
    before = everything(project)
    done = sealwax("generate", folder=project, before=LIMITED)
    assert done.returncode == 2
    assert everything(project) == before


LONG = CONTRACT + "# a comment\n" * 500


def test_a_full_disk_destroys_no_contract_whose_version_is_written(project: Path) -> None:
    put(project, "contract/demo.yaml", LONG.replace("ok:", "id:"))
    put(project, "old/demo.yaml", LONG)
    before = everything(project)
    done = sealwax("diff", "--against", "old", "--write-version", folder=project, before=LIMITED)
    assert (done.returncode, done.stdout) == (2, "")
    assert "cannot write contract/demo.yaml: File too large" in done.stderr
    assert "hint: nothing was changed" in done.stderr
    assert everything(project) == before


def test_a_full_disk_leaves_no_part_of_a_released_version(project: Path) -> None:
    put(project, "contract/demo.yaml", LONG)
    put(project, "contract/before.yaml", CONTRACT.replace("demo", "before"))
    before = everything(project)
    done = sealwax("release", folder=project, before=LIMITED)
    assert (done.returncode, done.stdout) == (2, "")
    assert "cannot write contract/history/demo/1.0.0.yaml: File too large" in done.stderr
    assert "hint: nothing was changed" in done.stderr
    assert everything(project) == before


def test_a_full_disk_starts_no_project(tmp_path: Path) -> None:
    done = sealwax("init", "--root", "new", folder=tmp_path, before=LIMITED)
    assert (done.returncode, done.stdout) == (2, "")
    assert "hint: nothing was changed" in done.stderr
    assert everything(tmp_path) == {}


def test_a_version_is_written_through_a_link_and_keeps_permissions(project: Path) -> None:
    put(project, "old/demo.yaml", CONTRACT)
    real = put(project, "shared/demo.yaml", CONTRACT.replace("ok:", "id:"))
    real.chmod(0o600)
    (project / "contract/demo.yaml").unlink()
    (project / "contract/demo.yaml").symlink_to("../shared/demo.yaml")
    assert cli.main(["diff", "--against", "old", "--write-version"]) == 0
    assert 'version: "2.0.0"' in real.read_text()
    assert real.stat().st_mode & 0o777 == 0o600
    assert (project / "contract/demo.yaml").is_symlink()


def test_a_full_temporary_folder_is_not_taken_for_a_missing_program(project: Path) -> None:
    put(project, "sealwax.toml", 'targets = ["python"]\n')
    done = sealwax("check", folder=project, before=LIMITED)
    assert done.returncode == 2
    assert "cannot write to a temporary folder: File too large" in done.stderr
    assert "install" not in done.stderr


@pytest.mark.parametrize("home", [None, "", ".", "missing"])
def test_no_home_gets_a_folder(project: Path, tmp_path: Path, home: str | None) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "HOME" and "XDG" not in name}
    environment |= {} if home is None else {"HOME": home}
    before = everything(tmp_path)
    done = sealwax("generate", folder=project, environment=environment)
    assert done.returncode == 0, done.stderr
    added = everything(tmp_path).keys() - before.keys()
    assert {path.split("/")[1] for path in added} == {"generated"}


def test_a_second_run_in_a_process_compiles_no_templates(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As `generate --watch` does. Without its caches, Python would write compiled templates nowhere."""
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setattr(BytecodeCache, "load_bytecode", lambda *_: None)
    assert cli.main(["generate", "--root", str(project)]) == 0
    monkeypatch.setattr(Environment, "compile", lambda *_, **__: pytest.fail("a template was compiled again"))
    assert cli.main(["generate", "--root", str(project)]) == 0


# -- code -------------------------------------------------------------------------------------------------------------


def test_compiled_templates_in_a_checkout_are_not_run(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
    assert sealwax("generate", folder=project).returncode == 0  # a new process, which compiles the templates
    ran = tmp_path / "ran"
    poison = marshal.dumps(compile(f"open({str(ran)!r}, 'w').close()", "x", "exec"))
    entries = [*(own_templates() / "__pycache__").glob("*.cache")]
    assert entries
    places = ("templates/__pycache__", "__pycache__", ".cache", ".cache/sealwax", "sealwax/templates/__pycache__")
    for place in places:
        (project / place).mkdir(parents=True)
        for entry in entries:
            content = entry.read_bytes()
            (project / place / entry.name).write_bytes(content[: _start(content)] + poison)
    trusting = Environment(own_templates(), {})
    trusting.bytecode_cache = BytecodeCache(str(project / places[0]))
    with pytest.raises(KeyError):
        trusting.get_template("python/py.typed.j2")
    assert ran.exists(), "an entry is run where it is trusted"
    ran.unlink()
    variables = ("HOME", "XDG_CACHE_HOME", "SEALWAX_CACHE_DIR", "PYTHONPYCACHEPREFIX", "TMPDIR")
    for value in (str(project), ".cache"):
        environment = {**os.environ, **dict.fromkeys(variables, value)}
        assert sealwax("generate", folder=project, environment=environment).returncode == 0
    assert not ran.exists()


def _start(entry: bytes) -> int:
    """Where the code starts in a file of Jinja's cache, behind a mark and a checksum."""
    stream = io.BytesIO(entry)
    assert stream.read(len(bc_magic)) == bc_magic
    pickle.load(stream)  # noqa: S301
    return stream.tell()
