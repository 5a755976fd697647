"""A pull request cannot run code, read other people's files, or delete and overwrite what sealwax did not write."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from checkout.processes import LIMIT, run

from sealwax import cli
from sealwax.drift.comparison import digest, manifest_text
from sealwax.project import git
from sealwax.rendering import header

CONTRACT = """\
contract: demo
version: "1.0.0"
title: Demo
envelope:
  name: Reply
  fields:
    ok: {type: boolean, level: must, doc: Whether it worked.}
"""
CHILD = """\
contract: child
version: "1.0.0"
title: Child
extends: {base}
"""
HEADER = f"# {header('demo')}"
COMMITTING = ("-c", "user.name=x", "-c", "user.email=x", "commit", "-qm", "x")
PYC = "generated/demo/python/src/demo/__pycache__/validation.cpython-311.pyc"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small project, in which the command is run."""
    root = tmp_path / "project"
    put(root, "contract/demo.yaml", CONTRACT)
    monkeypatch.chdir(root)
    return root


def put(root: Path, path: str, text: str = "mine\n") -> Path:
    place = root / path
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text, encoding="utf-8")
    return place


def files_below(root: Path) -> dict[str, bytes]:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def commit(root: Path, *paths: str) -> None:
    """Put files into the index of a repository, also those that git would ignore."""
    run("git", "init", "-q", folder=root)
    run("git", "add", "--force", "--", *paths, folder=root)


# -- secrets ----------------------------------------------------------------------------------------------------------

SECRET = "hunter2"
COMMANDS = (["lint"], ["check"], ["generate"], ["verify", "demo", "payload.json"], ["lint", "--format", "github"])


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert cli.main(arguments) == 2
    return "".join(capsys.readouterr())


@pytest.fixture
def secrets(project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The project, with files in it and around it that nobody should see."""
    for path in ("outside/secret.yaml", "project/.git/config", "project/.env", "project/.hidden/secret.yaml"):
        put(tmp_path, path, f"token: {SECRET}\n")
    monkeypatch.setenv("TOKEN", SECRET)
    return project


@pytest.mark.parametrize(
    "secret", ["/proc/self/environ", "../../outside/secret.yaml", "../.git/config", "../.env", "../.hidden/secret.yaml"]
)
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_contract_that_is_a_link_shows_no_other_file(
    secrets: Path, secret: str, command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    (secrets / "contract/demo.yaml").unlink()
    (secrets / "contract/demo.yaml").symlink_to(secret)
    said = printed(capsys, *command)
    assert SECRET not in said
    assert "cannot read contract/demo.yaml: it is a link to a file outside the project" in said


@pytest.mark.parametrize("name", ["sealwax.toml", "pyproject.toml"])
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_configuration_that_is_a_link_shows_no_other_file(
    secrets: Path, name: str, command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    put(secrets, "../outside/secret.toml", f"[tool.sealwax]\n{SECRET} = 1\n")
    (secrets / name).symlink_to("../outside/secret.toml")
    said = printed(capsys, *command)
    assert SECRET not in said
    assert f"cannot read {name}: it is a link to a file outside the project" in said


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("contract/demo.yaml", "../secrets.json"),
        ("contract/demo.yaml", "../secrets"),
        ("sealwax.toml", "secrets.json"),
        ("pyproject.toml", "secrets.json"),
    ],
)
def test_a_link_shows_no_file_of_another_format(
    project: Path, name: str, path: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for secrets in ("secrets.json", "secrets"):
        put(project, secrets, f"tool.sealwax.{SECRET} = {{{{ {SECRET}\n")
    (project / name).unlink(missing_ok=True)
    (project / name).symlink_to(path)
    said = printed(capsys, "check")
    assert SECRET not in said
    assert f"cannot read {name}: it is a link to a file outside the project" in said


@pytest.mark.parametrize("base", ["../.secret.yaml", "../.hidden/secret.yaml", ".secret.yaml"])
def test_a_hidden_file_is_not_read_as_a_base(secrets: Path, base: str, capsys: pytest.CaptureFixture[str]) -> None:
    for path in (".secret.yaml", "contract/.secret.yaml"):
        put(secrets, path, f"{SECRET}: {SECRET}\n")
    put(secrets, "contract/child.yaml", CHILD.format(base=base))
    said = printed(capsys, "lint")
    assert SECRET not in said
    assert "is hidden, and a contract cannot extend a hidden file" in said


def test_a_folder_that_is_a_link_shows_no_other_file(secrets: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (secrets / "more").symlink_to("../outside")
    for pattern in ("more/*.yaml", "more/secret.yaml", "mor/*.yaml"):
        put(secrets, "sealwax.toml", f'contracts = ["contract/demo.yaml", "{pattern}"]')
        said = printed(capsys, "lint")
        assert SECRET not in said
        assert "secret" not in said.replace(pattern, "")


@pytest.mark.parametrize("command", [["lint", "link.yaml"], ["verify", "./link.yaml", "payload.json"]], ids=" ".join)
def test_a_link_that_is_named_shows_no_other_file(
    secrets: Path, command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    (secrets / "link.yaml").symlink_to("../outside/secret.yaml")
    assert SECRET not in printed(capsys, *command)


def test_a_link_within_the_project_is_followed(project: Path) -> None:
    (project / "contract/demo.yaml").rename(project / "demo.yaml")
    (project / "contract/demo.yaml").symlink_to("../demo.yaml")
    assert cli.main(["lint"]) == 0


ENVIRONMENTS = {"src/evil": True, "../packages/evil": False, "../environment/lib/evil": False}
"""Where a package can be, and whether that is in the project."""


@pytest.mark.parametrize("folder", ENVIRONMENTS)
@pytest.mark.parametrize(
    "secret", ["/proc/self/environ", "outside/contract.yaml", "outside/secret.yaml", "project/.env"]
)
def test_a_package_that_is_a_link_shows_no_other_file(
    secrets: Path, folder: str, secret: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pull request can add a package if the project's own folder of sources is on the path."""
    put(secrets, "../outside/contract.yaml", f"token: {SECRET}\n")
    package = Path(os.path.normpath(secrets / folder))
    package.mkdir(parents=True)
    (package / "contract.yaml").symlink_to(secrets.parent / secret)
    monkeypatch.syspath_prepend(str(package.parent))
    put(secrets, "contract/child.yaml", CHILD.format(base="evil"))
    said = printed(capsys, "lint")
    assert SECRET not in said
    assert "token" not in said
    where = "outside the project" if ENVIRONMENTS[folder] else "with another name"
    refused = f"it is a link to a file {where}"
    assert ("this contract has 5 errors" if "contract" in secret and not ENVIRONMENTS[folder] else refused) in said


def test_a_package_folder_that_is_a_link_shows_no_other_file(
    secrets: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    put(secrets, "../outside/evil/contract.yaml", f"token: {SECRET}\n")
    (secrets / "src").symlink_to("../outside")
    monkeypatch.syspath_prepend(str(secrets / "src"))
    put(secrets, "contract/child.yaml", CHILD.format(base="evil"))
    assert SECRET not in printed(capsys, "lint")


def test_an_installer_may_put_links_into_an_environment(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path, "cache/contract.yaml", CONTRACT.replace("demo", "base"))
    (project / ".venv/lib/base").mkdir(parents=True)
    (project / ".venv/lib/base/contract.yaml").symlink_to(tmp_path / "cache/contract.yaml")
    monkeypatch.syspath_prepend(str(project / ".venv/lib"))
    put(project, "contract/child.yaml", CHILD.format(base="base"))
    assert cli.main(["lint"]) == 2
    monkeypatch.setattr("sys.prefix", str(project / ".venv"))
    assert cli.main(["lint"]) == 0


@pytest.mark.parametrize("secret", ["../../outside/secret.json", "../.env", "../.hidden/secret.json"])
def test_a_payload_that_is_a_link_shows_no_other_file(
    secrets: Path, secret: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for path in ("../outside/secret.json", ".hidden/secret.json", ".env"):
        put(secrets, path, f'{{"{SECRET}": 1}}')
    put(secrets, "p/own.json", '{"ok": true}')
    (secrets / "p/a.json").symlink_to(secret)
    said = printed(capsys, "verify", "demo", "--undeclared", "p/a.json", "p/own.json")
    assert SECRET not in said
    assert "cannot read p/a.json: it is a link to a file outside the project" in said
    (secrets.parent / "alias").symlink_to("project")
    for root, path in (("../alias", "p/a.json"), (".", "../alias/p/a.json"), ("../alias", str(secrets / "p/a.json"))):
        assert SECRET not in printed(capsys, "verify", "--root", root, "demo", "--undeclared", path)
    assert cli.main(["verify", "demo", "../outside/secret.json"]) == 1


def test_a_base_outside_the_project_is_not_read(secrets: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(secrets, "contract/child.yaml", CHILD.format(base="../../outside/secret.yaml"))
    said = printed(capsys, "lint")
    assert SECRET not in said
    assert "the project has no access to ../outside/secret.yaml" in said
    assert 'bases = ["../outside"]' in said


@pytest.mark.parametrize(
    "command",
    [
        *(["lint", "--format", form] for form in ("text", "json", "github")),
        *(["diff", "--against", ".", "--format", form] for form in ("text", "json", "github")),
        *(["check"], ["release"], ["verify", "child", "payload.json"], ["diff", "--against", "contract/child.yaml"]),
    ],
    ids=" ".join,
)
def test_of_a_folder_that_the_configuration_names_nothing_is_quoted(
    secrets: Path, command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    put(secrets, "sealwax.toml", 'bases = ["../outside"]')
    put(secrets, "contract/child.yaml", CHILD.format(base="../../outside/secret.yaml"))
    said = printed(capsys, *command)
    assert SECRET not in said
    assert "token" not in said
    assert "this contract has 5 errors" in said


def test_of_an_earlier_version_nothing_outside_is_quoted(secrets: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(secrets, "old/sealwax.toml", 'bases = ["../../outside"]')
    put(secrets, "old/contract/child.yaml", CHILD.format(base="../../../outside/secret.yaml"))
    said = printed(capsys, "diff", "--against", "old")
    assert "token" not in said
    assert "this contract has 5 errors" in said


@pytest.mark.parametrize("base", ["../../outside/.hidden.yaml", "../../outside/.hidden/base.yaml"])
def test_in_a_folder_that_the_configuration_names_a_hidden_file_is_not_read(
    project: Path, base: str, capsys: pytest.CaptureFixture[str]
) -> None:
    put(project, "sealwax.toml", 'bases = ["../outside"]')
    put(project, f"contract/{base}", CONTRACT.replace("demo", "base"))
    put(project, "contract/child.yaml", CHILD.format(base=base))
    assert "the project has no access to" in printed(capsys, "lint")


@pytest.mark.parametrize(
    "command",
    [
        *(["lint", "project/contract/child.yaml"], ["lint", "--root", "project", "project/contract/child.yaml"]),
        *(["verify", *root, "project/contract/child.yaml", "x"] for root in ((), ("--root", "project"))),
    ],
    ids=" ".join,
)
def test_a_contract_that_is_named_from_above_its_project_shows_no_other_file(
    secrets: Path, command: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    put(secrets, "contract/child.yaml", CHILD.format(base="../../outside/secret.yaml"))
    monkeypatch.chdir(secrets.parent)
    said = printed(capsys, *command)
    assert SECRET not in said
    assert "project/contract/child.yaml:4:10: error[unknown-base]" in said


@pytest.mark.parametrize("folder", ["contract", "contract/history"])
def test_of_a_folder_that_is_a_link_no_name_is_shown(
    project: Path, folder: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("a.yml", "b.yaml", "demo/c.yaml"):
        put(project, f"../outside/{SECRET}-{name}")
        put(project, f"../outside/demo/{SECRET}-{name}")
    if folder == "contract":
        (project / "contract/demo.yaml").unlink()
        (project / "contract").rmdir()
    (project / folder).symlink_to(project.parent / "outside")
    said = printed(capsys, "check")
    assert SECRET not in said
    assert f"cannot read {folder}: it is a link to a folder outside the project" in said


def test_a_folder_that_is_a_link_within_the_project_is_followed(project: Path) -> None:
    (project / "contract").rename(project / "contracts.v2")
    (project / "contract").symlink_to("contracts.v2")
    assert cli.main(["lint"]) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
@pytest.mark.parametrize("path", ["contract/sub/pipe.yaml", ".gitattributes"])
def test_nothing_waits_for_a_pipe(project: Path, path: str) -> None:
    (project / path).parent.mkdir(exist_ok=True)
    os.mkfifo(project / path)
    words = ("init", "--name", "demo") if path == ".gitattributes" else ("lint",)
    command = (sys.executable, "-P", "-m", "sealwax", *words)
    assert subprocess.run(command, cwd=project, capture_output=True, timeout=LIMIT, check=False).returncode == 0


def test_a_contract_in_a_folder_that_the_configuration_names_can_be_extended(project: Path) -> None:
    put(project, "../outside/base.yaml", CONTRACT.replace("demo", "base"))
    put(project, "contract/child.yaml", CHILD.format(base="../../outside/base.yaml"))
    assert cli.main(["lint"]) == 2
    put(project, "sealwax.toml", 'bases = ["../outside/"]')
    assert cli.main(["lint"]) == 0
    assert cli.main(["lint", "contract/child.yaml"]) == 0
    assert cli.main(["generate"]) == 0
    put(project, "payload.json", '{"ok": true}')
    assert cli.main(["verify", "child", "payload.json"]) == 0
    assert cli.main(["verify", "contract/child.yaml", "payload.json"]) == 0


# -- files ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("listed", ["prod.db", f"{digest(b'')}  prod.db", f"{digest(b'other')}  prod.db"])
def test_a_manifest_in_a_pull_request_deletes_nothing(project: Path, listed: str) -> None:
    put(project, "sealwax.toml", 'output = "data"')
    put(project, "data/manifest.txt", f"{HEADER}\n{listed}\n")
    precious = put(project, "data/prod.db", "precious")
    assert cli.main(["generate"]) == 2
    put(project, "data/old.md", f"<!-- {HEADER} -->\n")
    assert cli.main(["generate"]) == 1
    assert precious.read_text() == "precious"


def test_a_manifest_in_a_pull_request_overwrites_nothing(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(project, "sealwax.toml", 'output = "data"')
    put(project, "data/manifest.txt", f"{HEADER}\n{digest(b'')}  README.md\n")
    put(project, "data/README.md", "precious")
    before = files_below(project)
    assert cli.main(["generate"]) == 2
    assert "nothing was written" in capsys.readouterr().err
    assert files_below(project) == before


def test_a_folder_that_holds_other_files_is_refused_at_first_use(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(project, "sealwax.toml", 'output = "data"')
    put(project, "data/prod.db", "precious")
    before = files_below(project)
    assert cli.main(["generate"]) == 2
    assert "data holds other files and nothing that sealwax generated" in capsys.readouterr().err
    assert files_below(project) == before


def test_a_manifest_alone_does_not_claim_a_folder(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(project, "sealwax.toml", 'output = "data"')
    put(project, "data/manifest.txt", f"{HEADER}\n{digest(b'')}  README.md\n{digest(b'known')}  notes.txt\n")
    put(project, "data/README.md", "")
    put(project, "data/notes.txt", "known")
    before = files_below(project)
    assert cli.main(["generate"]) == 2
    assert "data holds other files and nothing that sealwax generated" in capsys.readouterr().err
    assert files_below(project) == before


@pytest.mark.parametrize(
    "folder",
    [
        *(".git", ".git/hooks", "sub/.git/hooks", ".GIT/hooks", "git~1/hooks", "GIT~2/hooks"),
        *(".git./hooks", ".git /hooks", ".Git. ./hooks"),  # Windows ignores what follows
        *(" .git/hooks", "a/ .git/hooks"),  # the configuration is read without blanks at the ends
    ],
)
def test_the_folder_of_git_is_refused(project: Path, folder: str, capsys: pytest.CaptureFixture[str]) -> None:
    put(project, "sealwax.toml", f'output = "{folder}"')
    assert cli.main(["generate"]) == 2
    assert f"the path '{folder}' belongs to git" in capsys.readouterr().err


@pytest.mark.parametrize("path", [" ../outside", " generated", "a /b", "a/ b", "a  b", "generated "])
@pytest.mark.parametrize("key", ["output", "documents"])
def test_blanks_hide_nothing_in_a_path(project: Path, path: str, key: str, capsys: pytest.CaptureFixture[str]) -> None:
    value = f'["{path}/x.md"]' if key == "documents" else f'"{path}"'
    put(project, "sealwax.toml", f"{key} = {value}")
    said = printed(capsys, "generate")
    assert "leads outside the project" in said if ".." in path.split("/") else "is not a plain path" in said
    assert [*project.parent.iterdir()] == [project]


@pytest.mark.parametrize("folder", ["conin$", "a/COM¹", "lpt³.x/b"])
def test_every_device_of_windows_is_refused_as_a_folder(
    project: Path, folder: str, capsys: pytest.CaptureFixture[str]
) -> None:
    put(project, "sealwax.toml", f'output = "{folder}"')
    assert "is a device" in printed(capsys, "generate")


@pytest.mark.parametrize("module", ["sitecustomize", "usercustomize", "__main__", "_thread"])
def test_a_package_has_no_name_that_python_imports_when_it_starts(
    project: Path, module: str, capsys: pytest.CaptureFixture[str]
) -> None:
    put(project, "sealwax.toml", f'[packages.demo]\npython_module = "{module}"')
    assert "it is already taken by Python" in printed(capsys, "lint")


def test_every_generated_file_is_repaired_whatever_somebody_added_to_it(project: Path) -> None:
    assert cli.main(["generate"]) == 0
    whole = files_below(project / "generated")
    for path in whole:
        with (project / "generated" / path).open("a") as file:
            file.write("\nedited\n")
    assert cli.main(["check"]) == 1
    assert cli.main(["generate"]) == 0
    assert files_below(project / "generated") == whole


def test_a_file_of_another_format_is_repaired_as_long_as_its_digest_is_known(project: Path) -> None:
    assert cli.main(["generate"]) == 0
    ours, edited = put(project, "generated/old.bin", "old"), put(project, "generated/edited.bin", "edited")
    listed = [("generated/old.bin", digest(b"old")), ("generated/edited.bin", digest(b"as it was written"))]
    put(project, "generated/manifest.txt", manifest_text(HEADER, listed, "generated"))
    assert cli.main(["generate"]) == 1
    assert not ours.exists()
    assert edited.exists()


# -- bytecode ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [PYC, "generated/demo/typescript/node_modules/x/index.js", "generated/x.egg-info/PKG-INFO", "generated/.DS_Store"],
)
def test_a_committed_file_is_found_whatever_its_name(
    project: Path, path: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["generate"]) == 0
    put(project, path)
    put(project, ".gitignore", "__pycache__/\nnode_modules/\n")
    commit(project, "contract")
    assert cli.main(["check"]) == 0, "it may be a leftover"
    commit(project, path)
    capsys.readouterr()
    assert cli.main(["check"]) == 1
    assert f"{path} was not generated by sealwax" in capsys.readouterr().out
    assert cli.main(["generate"]) == 1
    assert (project / path).exists()


@pytest.mark.parametrize(
    "path", ["generated/demo/python/src/demo/__pycache__", "generated/demo/typescript/node_modules/x"]
)
def test_a_committed_submodule_is_found_whatever_its_name(
    project: Path, path: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["generate"]) == 0
    put(project, f"{path}/validation.cpython-311.pyc")
    commit(project / path, ".")
    run("git", *COMMITTING, folder=project / path)
    commit(project, "contract")
    assert cli.main(["check"]) == 0, "it may be a leftover"
    commit(project, path)
    capsys.readouterr()
    assert cli.main(["check"]) == 1
    assert f"{path} was not generated by sealwax" in capsys.readouterr().out
    assert cli.main(["generate"]) == 1
    assert (project / path).exists()


@pytest.mark.parametrize("name", ["GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_CONFIG_COUNT"])
def test_variables_of_git_do_not_hide_a_committed_file(
    project: Path, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert cli.main(["generate"]) == 0
    put(project, PYC)
    commit(project, PYC)
    monkeypatch.setenv(name, str(tmp_path / "other"))
    assert cli.main(["check"]) == 1


def test_files_of_a_pull_request_are_not_taken_for_a_repository(project: Path, tmp_path: Path) -> None:
    assert cli.main(["generate"]) == 0
    ran = tmp_path / "ran"
    for place in (project, project / "generated"):
        put(place, "HEAD", "ref: refs/heads/main\n")
        put(place, "objects/x")
        put(place, "refs/x")
        put(place, "config", f"[core]\nrepositoryformatversion = 0\nbare = true\nfsmonitor = touch {ran};false\n")
    put(project, PYC)
    commit(tmp_path, "project")
    assert cli.main(["check"]) == 1
    assert not ran.exists()


@pytest.mark.parametrize("target", ["normalTarget", "eventTarget", "perfTarget"])
def test_settings_of_a_home_in_the_checkout_show_no_secret(
    secrets: Path, target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With these, git writes variables to a file, or among its errors."""
    shutil.rmtree(secrets / ".git")
    assert cli.main(["generate"]) == 0
    put(secrets, PYC)
    commit(secrets, PYC)
    for name, value in (("HOME", secrets), ("XDG_CONFIG_HOME", secrets / ".config")):
        monkeypatch.setenv(name, str(value))
    put(secrets, ".gitconfig", f"[trace2]\n{target} = {tmp_path}/trace\nenvVars = TOKEN\n")
    assert cli.main(["check"]) == 1
    assert not (tmp_path / "trace").exists()
    put(secrets, ".gitconfig", f"[trace2]\n{target} = 1\nenvVars = TOKEN\n[core]\nbare = broken\n")
    assert SECRET not in printed(capsys, "check")


def test_without_an_answer_of_git_nothing_is_taken_for_a_leftover(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["generate"]) == 0
    commit(project, "contract")
    monkeypatch.setenv("PATH", "")
    assert cli.main(["check"]) == 0, "there are no leftovers"
    put(project, PYC)
    assert cli.main(["check"]) == 2
    assert "cannot find out which files in generated git tracks" in capsys.readouterr().err
    monkeypatch.undo()
    monkeypatch.chdir(project)
    (project / ".git" / "index").write_text("broken")
    assert cli.main(["check"]) == 2


def test_a_repository_above_the_project_and_a_work_tree_are_asked(project: Path, tmp_path: Path) -> None:
    assert cli.main(["generate"]) == 0
    put(project, PYC)
    commit(tmp_path, "project")
    assert cli.main(["check"]) == 1
    run("git", *COMMITTING, folder=tmp_path)
    run("git", "worktree", "add", "-q", "copy", folder=tmp_path)
    assert cli.main(["check", "--root", str(tmp_path / "copy" / "project")]) == 1


# -- diff -------------------------------------------------------------------------------------------------------------


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """A project in a folder of a repository, on a branch that breaks its contract."""
    service = tmp_path / "mono" / "service"
    more = "    id: {type: string, level: must, doc: Which one.}\n"
    contract = put(service, "contract/demo.yaml", CONTRACT + more)
    run("git", "init", "-q", "--initial-branch=main", folder=service.parent)
    run("git", "add", ".", folder=service.parent)
    run("git", *COMMITTING, folder=service.parent)
    run("git", "switch", "-q", "-c", "work", folder=service.parent)
    contract.write_text(CONTRACT, encoding="utf-8")
    assert cli.main(["diff", "--root", str(service)]) == 1
    return service


def bare(service: Path, place: Path) -> None:
    """Put a repository there in which nothing is broken: its main branch has what the branch changed."""
    run("git", "clone", "-q", "--bare", str(service.parent), str(place), folder=service.parent)
    copy = service.parent.parent / "copy"
    run("git", "clone", "-q", str(place), str(copy), folder=service.parent)
    for folder in ("contract", "service/contract"):
        put(copy, f"{folder}/demo.yaml", CONTRACT)
    run("git", "add", ".", folder=copy)
    run("git", *COMMITTING, folder=copy)
    run("git", "push", "-q", str(place), "HEAD:main", "--force", folder=copy)
    run("git", "symbolic-ref", "HEAD", "refs/heads/main", folder=place)


def test_diff_obeys_no_repository_in_a_pull_request(broken: Path, tmp_path: Path) -> None:
    bare(broken, tmp_path / "bare")
    for each in ("HEAD", "config", "objects", "refs", "packed-refs"):
        (tmp_path / "bare" / each).rename(broken / each)
    assert run("git", "rev-parse", "--git-dir", folder=broken) == ".\n", "git takes it for a repository"
    assert cli.main(["diff", "--root", str(broken)]) == 1


@pytest.mark.parametrize("name", ["GIT_DIR", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY"])
def test_variables_of_git_do_not_lead_diff_to_another_repository(
    broken: Path, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare(broken, tmp_path / "bare")
    monkeypatch.setenv(name, str(tmp_path / "bare"))
    assert cli.main(["diff", "--root", str(broken)]) == 1


def test_diff_fetches_nothing_whatever_the_settings_allow(
    broken: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(git.VARIABLES, "GIT_NO_LAZY_FETCH")  # older versions of git do not know it
    ran = tmp_path / "ran"
    top = broken.parent
    for key, value in (
        ("protocol.ext.allow", "always"),
        ("remote.origin.url", f"ext::touch {ran}"),
        ("remote.origin.promisor", "true"),
        ("extensions.partialClone", "origin"),
    ):
        run("git", "config", key, value, folder=top)
    blob = run("git", "rev-parse", "main:service/contract/demo.yaml", folder=top).strip()
    (top / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    assert cli.main(["diff", "--root", str(broken)]) == 2
    assert not ran.exists()


def test_nothing_of_a_revision_is_written_elsewhere(broken: Path, tmp_path: Path) -> None:
    """Git checks such names out nowhere, but a tree can contain them."""
    blob = run("git", "rev-parse", "main:service/contract/demo.yaml", folder=broken).strip()
    elsewhere = tmp_path / "elsewhere.yaml"
    entry = f"100644 {elsewhere}\0".encode() + bytes.fromhex(blob)
    command = ("git", "hash-object", "-t", "tree", "-w", "--literally", "--stdin")
    made = subprocess.run(command, cwd=broken, input=entry, capture_output=True, check=True).stdout.decode().strip()
    author = ("-c", "user.name=x", "-c", "user.email=x")
    commit_id = run("git", *author, "commit-tree", made, "-m", "x", folder=broken).strip()
    cli.main(["diff", "--root", str(broken), "--against", commit_id])
    assert not elsewhere.exists()


@pytest.mark.parametrize("name", ["origin/main", "main"])
def test_a_folder_is_not_taken_for_a_revision(
    broken: Path, name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run("git", "update-ref", f"refs/{'heads' if name == 'main' else 'remotes'}/{name}", "main", folder=broken)
    monkeypatch.chdir(broken)
    put(broken, f"{name}/contract/demo.yaml", CONTRACT)
    assert f"'{name}' is both a path and a revision" in printed(capsys, "diff", "--against", name)
    assert cli.main(["diff", "--against", f"./{name}"]) == 0


def test_a_local_branch_is_not_taken_for_the_main_branch(broken: Path) -> None:
    run("git", "update-ref", "refs/remotes/origin/main", "main", folder=broken)
    run("git", "add", ".", folder=broken)
    run("git", *COMMITTING, folder=broken)
    run("git", "update-ref", "refs/heads/origin/main", "HEAD", folder=broken)
    assert cli.main(["diff", "--root", str(broken)]) == 1


@pytest.mark.parametrize("secret", ["outside/secret.yaml", "project/.hidden/secret.yaml", "project/.env"])
@pytest.mark.parametrize(
    ("path", "command"),
    [
        ("contract/accepted-changes.yaml", ["diff", "--against", "."]),
        ("contract/history/demo/1.0.0.yaml", ["diff", "--against", "."]),
        ("contract/history/demo/1.0.0.yaml", ["check"]),
        ("contract/history/demo/1.0.0.yaml", ["generate"]),
        ("contract/history/demo/1.0.0.yaml", ["release"]),
    ],
)
def test_released_versions_and_accepted_changes_that_are_links_show_no_other_file(
    secrets: Path, path: str, secret: str, command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    (secrets / path).parent.mkdir(parents=True, exist_ok=True)
    (secrets / path).symlink_to(secrets.parent / secret)
    said = printed(capsys, *command)
    assert SECRET not in said
    assert f"cannot read {path}: it is a link to a file outside the project" in said


def test_a_folder_of_released_versions_that_is_a_link_shows_no_other_file(
    secrets: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (secrets / "contract/history").symlink_to("../../outside/..")
    assert SECRET not in printed(capsys, "check")
