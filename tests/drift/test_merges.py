"""Merges: whatever git leaves of two branches, a person resolves the contract, and `generate` repairs the rest."""

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sealwax import cli
from sealwax.rendering import MARK

CONTRACT, ATTRIBUTES = Path("contract/orders.yaml"), Path(".gitattributes")
MANIFEST, SCHEMA = Path("generated/manifest.txt"), Path("generated/contract-language.schema.json")
ANCHOR = "    INTERNAL:"
OURS, THEIRS = (
    "    TAKEN: {type: invalid, message: It is taken}\n",
    "    GONE: {type: not_found, message: It is gone}\n",
)


def git(*arguments: str, check: bool = True) -> str:
    author = ["-c", "user.name=x", "-c", "user.email=x@example.com", "-c", "init.defaultBranch=main"]
    done = subprocess.run(["git", *author, *arguments], check=check, capture_output=True, encoding="utf-8")
    return done.stdout


def commit(words: str) -> None:
    git("add", "--all")
    git("commit", "--quiet", "--message", words)


def unmerged() -> list[str]:
    return git("diff", "--name-only", "--diff-filter=U").splitlines()


def generated() -> Iterator[Path]:
    return (path for path in Path("generated").rglob("*") if path.is_file())


def merge() -> None:
    """Merge two branches, each of which added a code in the same place and raised the version."""
    git("switch", "--quiet", "--create", "gone")
    for added, version, words in ((THEIRS, "0.2.0", "gone"), (OURS, "0.3.0", "taken")):
        text = CONTRACT.read_text().replace(ANCHOR, added + ANCHOR)
        CONTRACT.write_text(text.replace('version: "0.1.0"', f'version: "{version}"'))
        assert cli.main(["generate", "--quiet"]) == 0
        commit(words)
        if words == "gone":
            git("switch", "--quiet", "main")
    git("merge", "--quiet", "gone", check=False)


def resolve() -> None:
    """What a person does: both codes, and the higher version."""
    base = git("show", "main~:contract/orders.yaml")
    CONTRACT.write_text(base.replace(ANCHOR, OURS + THEIRS + ANCHOR).replace('"0.1.0"', '"0.3.0"'))


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    """The project of `init`, generated and committed."""
    monkeypatch.chdir(tmp_path)
    assert cli.main(["init", "--name", "orders"]) == 0
    Path("sealwax.toml").write_text('targets = ["python", "typescript", "json-schema", "markdown"]\n')
    assert cli.main(["generate", "--quiet"]) == 0
    git("init", "--quiet")
    commit("first")
    capsys.readouterr()
    return tmp_path


def is_up_to_date() -> bool:
    return cli.main(["check", "--quiet"]) == 0


# -- the contract -----------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("project")
def test_only_the_contract_has_conflicts(capsys: pytest.CaptureFixture[str]) -> None:
    merge()
    assert unmerged() == [CONTRACT.as_posix()]
    capsys.readouterr()
    assert cli.main(["generate"]) == 2
    message, *_ = printed = capsys.readouterr().err.splitlines()
    assert message.startswith("contract/orders.yaml:3:1: error[merge-conflict] ")
    assert message.endswith("`HEAD` and `gone` have changed the same lines")
    assert "1 error in 1 file" in printed
    resolve()
    assert cli.main(["generate", "--quiet"]) == 0
    assert is_up_to_date()
    commit("merged")
    assert git("status", "--porcelain") == ""


@pytest.mark.usefixtures("project")
def test_branches_that_changed_different_lines_are_merged_by_git_alone() -> None:
    git("switch", "--quiet", "--create", "color")
    field = "price: {type: number, min: 0, level: may}"
    CONTRACT.write_text(CONTRACT.read_text().replace(field, f"{field}, size: {{type: string}}"))
    assert cli.main(["generate", "--quiet"]) == 0
    commit("size")
    git("switch", "--quiet", "main")
    CONTRACT.write_text(CONTRACT.read_text().replace(ANCHOR, OURS + ANCHOR))
    assert cli.main(["generate", "--quiet"]) == 0
    commit("taken")
    git("merge", "--quiet", "color")
    assert unmerged() == []
    assert cli.main(["generate", "--quiet"]) == 0
    assert is_up_to_date()


# -- generated files --------------------------------------------------------------------------------------------------


def as_git_left_them() -> None:
    """Marks of conflicts, wherever git put them."""
    assert any("<<<<<<<" in path.read_text() for path in generated())


def theirs_beside_ours() -> None:
    for path in [path for path in unmerged() if path.startswith("generated/")][::2]:
        git("checkout", "--theirs", "--", path)


def without_headers() -> None:
    for path in (Path(name) for name in unmerged() if name.startswith("generated/")):
        path.write_text("".join(line for line in path.read_text().splitlines(True) if MARK not in line))


def all_in_conflict() -> None:
    """Whole files in conflict: their first lines too."""
    for path in generated():
        text = path.read_text()
        path.write_text(f"<<<<<<< HEAD\n{text}||||||| 3f2a1c0\n{text}=======\n{text}x\n>>>>>>> gone\n")


def without_manifest() -> None:
    MANIFEST.unlink()


def broken_manifest() -> None:
    lines = MANIFEST.read_text().splitlines(True)
    MANIFEST.write_text("".join(("<<<<<<< HEAD\n", *lines, "=======\n", *lines[:1], ">>>>>>> gone\n")))


def added_unresolved() -> None:
    """Marks that are already staged, and files without a first line."""
    without_headers()
    git("add", "--all")


def emptied() -> None:
    for path in unmerged():
        Path(path).write_text("")


STATES = (
    as_git_left_them,
    theirs_beside_ours,
    without_headers,
    all_in_conflict,
    without_manifest,
    broken_manifest,
    added_unresolved,
    emptied,
)


@pytest.mark.usefixtures("project")
@pytest.mark.parametrize("leave", STATES, ids=lambda leave: leave.__name__)
def test_one_generate_repairs_whatever_a_merge_left(leave: Callable[[], None]) -> None:
    ATTRIBUTES.unlink()  # so that git leaves conflicts in generated files
    commit("without attributes")
    merge()
    assert len(unmerged()) > 5
    leave()
    resolve()
    assert cli.main(["generate", "--quiet"]) == 0
    assert is_up_to_date()
    assert not any("<<<<<<<" in path.read_text() for path in generated())
    commit("merged")
    assert git("status", "--porcelain") == ""


@pytest.mark.usefixtures("project")
def test_files_that_one_branch_no_longer_generates_are_gone() -> None:
    ATTRIBUTES.unlink()
    Path("contract/other.yaml").write_text(CONTRACT.read_text().replace("contract: orders", "contract: other"))
    assert cli.main(["generate", "--quiet"]) == 0
    commit("another contract")
    git("switch", "--quiet", "--create", "gone")
    Path("contract/other.yaml").unlink()
    assert cli.main(["generate", "--quiet"]) == 0
    commit("only one")
    git("switch", "--quiet", "main")
    Path("contract/other.yaml").write_text(Path("contract/other.yaml").read_text().replace("0.1.0", "0.2.0"))
    assert cli.main(["generate", "--quiet"]) == 0
    commit("changed")
    git("merge", "--quiet", "gone", check=False)
    Path("contract/other.yaml").unlink()
    assert cli.main(["generate", "--quiet"]) == 0
    assert is_up_to_date()
    assert not Path("generated/other").exists()


@pytest.mark.usefixtures("project")
def test_without_a_merge_a_file_that_lost_its_header_is_left_alone(capsys: pytest.CaptureFixture[str]) -> None:
    text = SCHEMA.read_text()
    SCHEMA.write_text("mine\n")
    assert cli.main(["generate"]) == 2
    assert "not marked as generated" in capsys.readouterr().err
    SCHEMA.write_text(text)
    assert is_up_to_date()
