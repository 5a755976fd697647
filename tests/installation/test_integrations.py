"""Where people already are: pre-commit, the GitHub action and GitLab, run as they would run them."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from checkout import ROOT
from pages.documents import commit_all, copied, environment, page

from sealwax import cli

ACTION = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
HOOKS = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
SCRIPTS = Path(sys.executable).parent


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "shop"
    assert cli.main(["init", "--root", str(folder), "--name", "orders", "--pre-commit"]) == 0
    assert cli.main(["generate", "--root", str(folder)]) == 0
    commit_all(folder)
    return folder


def run(command: list[str | Path], folder: Path, variables: dict[str, str]) -> tuple[int, str]:
    done = subprocess.run(
        command, cwd=folder, env=variables, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8",
        check=False,
    )  # fmt: skip
    return done.returncode, done.stdout


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


# -- pre-commit -------------------------------------------------------------------------------------------------------


def test_pre_commit_installs_and_runs_the_hooks_of_this_repository(project: Path, tmp_path: Path) -> None:
    source = copied(tmp_path / "sealwax")
    hooks = [{"id": hook["id"]} for hook in HOOKS]
    config = {"repos": [{"repo": source.as_uri(), "rev": commit_all(source), "hooks": hooks}]}
    (project / ".pre-commit-config.yaml").write_text(json.dumps(config))
    variables = environment(
        None, PRE_COMMIT_HOME=str(tmp_path / "hooks"), PIP_CONSTRAINT=str(ROOT / "requirements/run.in")
    )

    def hook(name: str) -> tuple[int, str]:
        return run(
            [sys.executable, "-m", "pre_commit", "run", name, "--all-files", "--color=never"], project, variables
        )

    code, out = hook("sealwax-check")
    assert code == 0, out
    edit(project / "contract" / "orders.yaml", "There is no item", "We have no item")
    code, out = hook("sealwax-check")
    assert code == 1
    assert "generated/orders/markdown/orders.md" in out
    assert "Fix with: " in out
    code, out = hook("sealwax-generate")
    assert (code, "files were modified by this hook" in out) == (1, True)
    assert hook("sealwax-generate")[0] == hook("sealwax-check")[0] == 0


def test_pre_commit_runs_the_hook_that_init_writes(project: Path, tmp_path: Path) -> None:
    variables = environment(SCRIPTS.parent, PRE_COMMIT_HOME=str(tmp_path / "hooks"))
    command: list[str | Path] = [sys.executable, "-m", "pre_commit", "run", "--all-files", "--color=never"]
    assert run(command, project, variables)[0] == 0
    (project / "generated" / "README.md").unlink()
    code, out = run(command, project, variables)
    assert code == 1
    assert "generated/README.md is missing" in out


# -- GitHub -----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def runner(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The variables of a runner on which the action has installed sealwax."""
    folder = tmp_path_factory.mktemp("runner")
    source = copied(folder / "action")
    variables = environment(None, RUNNER_TEMP=str(folder / "temp"), GITHUB_ACTION_PATH=str(source))
    (folder / "temp").mkdir()
    code, out = step("Install sealwax", folder, {**variables, "PYTHON": sys.executable})
    assert code == 0, out
    return variables


def step(name: str, folder: Path, variables: dict[str, str]) -> tuple[int, str]:
    """Run a step as a runner would: `bash` with these options is what `shell: bash` means."""
    (found,) = (each for each in ACTION["runs"]["steps"] if each.get("name") == name)
    assert found["shell"] == "bash"
    assert "${{" not in found["run"]  # what an input holds must not become part of a script
    return run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", found["run"]], folder, variables)


def check(project: Path, variables: dict[str, str], root: str = ".") -> tuple[int, str, str]:
    summary = project.parent / "summary.md"
    summary.unlink(missing_ok=True)
    code, out = step("Check", project, {**variables, "ROOT": root, "GITHUB_STEP_SUMMARY": str(summary)})
    return code, out, summary.read_text(encoding="utf-8")


def test_the_action_passes_with_a_line_in_the_summary(project: Path, runner: dict[str, str]) -> None:
    code, out, summary = check(project, runner)
    assert (code, out) == (0, "")
    assert summary == "### ✅ sealwax check\n\nAll generated files are up to date.\n"


def test_the_action_annotates_drift_and_summarises_it(project: Path, runner: dict[str, str]) -> None:
    edit(project / "generated" / "orders" / "markdown" / "orders.md", "| 404 |", "| 410 |")
    (project / "generated" / "orders" / "stray`|.txt").write_text("mine")
    code, out, summary = check(project, runner)
    assert code == 1
    assert re.search(r"^::error file=generated/orders/markdown/orders\.md,line=\d+,", out, re.MULTILINE)
    assert summary.startswith("### ❌ sealwax check\n\n2 files out of sync with the contracts: 1 changed, 1 stray.\n")
    assert "**changed**: generated/orders/markdown/orders.md differs from the contracts." in summary
    assert "```diff\n--- on disk\n+++ from the contracts\n" in summary
    assert "sealwax generate" in summary


def test_the_action_reports_a_broken_contract_in_another_folder(project: Path, runner: dict[str, str]) -> None:
    edit(project / "contract" / "orders.yaml", "type: boolean", "type: bolean")
    code, out, summary = check(project.parent, runner, root="shop")
    assert code == 2
    assert "title=sealwax%3A unknown-type" in out or "title=sealwax: unknown-type" in out
    assert "1 error in 1 file" in summary
    assert "did you mean 'boolean'?" in summary


def compare(project: Path, variables: dict[str, str], fail_on: str = "error") -> tuple[int, str, str]:
    summary = project.parent / "summary.md"
    summary.unlink(missing_ok=True)
    inputs = {"ROOT": ".", "AGAINST": ACTION["inputs"]["against"]["default"], "FAIL_ON": fail_on}
    code, out = step("Compare", project, {**variables, **inputs, "GITHUB_STEP_SUMMARY": str(summary)})
    return code, out, summary.read_text(encoding="utf-8")


def test_the_action_compares_a_pull_request_with_the_branch_that_it_goes_into(
    project: Path, runner: dict[str, str], tmp_path: Path
) -> None:
    """A runner checks out the merge of both, whose first parent is that branch, and fetches no more than these two."""
    git = ["git", "-c", "user.name=x", "-c", "user.email=x@example.com"]

    def commit(old: str, new: str) -> None:
        edit(project / "contract" / "orders.yaml", old, new)
        subprocess.run([*git, "commit", "--quiet", "--all", "--message", "x"], cwd=project, check=True)

    commit("title: Responses of orders", "title: Answers of orders")
    assert compare(project, runner)[0] == 0  # other words alone
    assert compare(project, runner, "note")[0] == 1
    commit(", price: {type: number, min: 0, level: may}", "")
    clone = tmp_path / "clone"
    subprocess.run([*git, "clone", "--quiet", "--depth", "2", project.as_uri(), clone], check=True)
    code, out, summary = compare(clone, runner)
    assert code == 1
    assert "::error file=contract/orders.yaml" in out
    assert "field-removed" in out
    assert summary.startswith("### ❌ sealwax diff\n")
    assert (Path(runner["RUNNER_TEMP"]) / "sealwax.md").read_text(encoding="utf-8") == summary


def test_no_name_breaks_out_of_the_summary(project: Path, runner: dict[str, str]) -> None:
    evil = "```\n<img src=x onerror=alert(1)>\n````"
    edit(project / "generated" / "README.md", "\n", f"\n{evil}\n")
    _, _, summary = check(project, runner)
    assert evil.replace("\n", "\n+") not in summary
    import cmarkgfm

    html = cmarkgfm.github_flavored_markdown_to_html(summary, options=cmarkgfm.Options.CMARK_OPT_UNSAFE)
    assert "<img" not in html
    assert "&lt;img" in html


def test_the_comment_holds_the_summary_and_fits(project: Path, runner: dict[str, str], tmp_path: Path) -> None:
    """gh itself talks to GitHub, so another program stands in for it, which shows what it is given."""
    for path in (project / "generated").rglob("*.*"):
        if path.is_file():
            path.write_text(path.read_text(encoding="utf-8") + "x" * 500 + "\n", encoding="utf-8")
    _, _, summary = check(project, runner)
    assert 1000 < len(summary) <= 65_536  # which is as long as a comment can be
    stand_in = tmp_path / "bin" / "gh"
    stand_in.parent.mkdir()
    stand_in.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\nfor last; do :; done\ncat "$last"\n')
    stand_in.chmod(0o755)
    variables = runner | {"PATH": f"{stand_in.parent}{os.pathsep}{runner['PATH']}"}
    code, out = step("Comment", project, {**variables, "NUMBER": "7", "GITHUB_REPOSITORY": "acme/shop"})
    assert code == 0
    assert out.startswith("pr\ncomment\n7\n--repo\nacme/shop\n")
    assert out.endswith(summary)


def test_the_inputs_of_the_action_are_documented() -> None:
    text = page("docs/ci.md")
    assert {name for name in ACTION["inputs"] if name in text} >= {"root", "comment", "against", "fail-on"}
    assert all(each.get("description") for each in ACTION["inputs"].values())


# -- GitLab -----------------------------------------------------------------------------------------------------------


def gitlab_jobs() -> list[Any]:
    section = page("docs/ci.md").partition("## GitLab")[2].partition("\n## ")[0]
    return [yaml.safe_load(block) for block in re.findall(r"```yaml\n(.*?)```", section, re.DOTALL)]


def test_the_job_for_gitlab_fails_on_drift_and_writes_a_report(project: Path) -> None:
    job, report = gitlab_jobs()
    variables = environment(SCRIPTS.parent)
    assert job["contracts"]["script"] == ["sealwax check"]
    script = "\n".join(["set -e", *report["script"]])
    assert run(["sh", "-c", script], project, variables) == (0, "")
    assert json.loads((project / "quality.json").read_text()) == []
    edit(project / "generated" / "orders" / "markdown" / "orders.md", "| 404 |", "| 410 |")
    assert run(["sh", "-c", script], project, variables)[0] == 1
    (found,) = json.loads((project / report["artifacts"]["reports"]["codequality"]).read_text())
    assert found["location"]["path"] == "generated/orders/markdown/orders.md"
    assert found["check_name"] == "changed"
    assert len(found["fingerprint"]) == hashlib.sha256().digest_size * 2
    shutil.rmtree(project / "contract")
    assert run(["sh", "-c", script], project, variables)[0] == 1
    (found,) = json.loads((project / "quality.json").read_text())
    assert found["check_name"] == "no-contract"
