"""What runs here and in CI is what somebody looked at: actions by commit, packages by hash, bounded build backends."""

import re
import tomllib
from pathlib import Path

import pytest
import yaml
from checkout import ROOT

REQUIREMENTS = sorted((ROOT / "requirements").glob("*.txt"))
HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")
PROJECTS = [
    ROOT / "pyproject.toml",
    *sorted(ROOT.glob("examples/*/pyproject.toml")),
    *sorted(ROOT.glob("generated/*/*/pyproject.toml")),
    *sorted(ROOT.glob("examples/*/generated/*/*/pyproject.toml")),
]


def test_actions_are_pinned_by_commit() -> None:
    """In our own workflows, in our action, and in the workflow that `init` writes."""
    workflows = [*(ROOT / ".github" / "workflows").iterdir(), ROOT / "action.yml"]
    workflows.append(ROOT / "templates" / "init" / "workflow.yml.j2")
    texts = [path.read_text(encoding="utf-8") for path in workflows]
    uses = [line for text in texts for line in re.findall(r"uses: (.*)", text)]
    assert uses
    for line in uses:
        assert re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", line), line


def test_a_release_needs_no_secret_and_publishes_what_was_tested() -> None:
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8"))
    build, publish = workflow["jobs"]["build"], workflow["jobs"]["publish"]
    assert workflow["permissions"] == {}
    assert (build["permissions"], publish["permissions"]) == ({"contents": "read"}, {"id-token": "write"})
    assert (publish["needs"], publish["environment"]) == ("build", "release")
    assert "secrets" not in str(workflow)
    commands = [step["run"] for step in build["steps"] if "run" in step]
    assert commands[0] == "bash .ci/run"
    assert any("twine check --strict" in command for command in commands)
    assert not any("run" in step for step in publish["steps"])  # nothing else runs where the permission is


@pytest.mark.parametrize("path", REQUIREMENTS, ids=lambda path: path.stem)
def test_every_requirement_has_its_hashes_and_no_place(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    entries = text.replace("\\\n", " ").splitlines()
    assert entries
    for entry in entries:
        pin, *hashes = entry.split()
        assert re.fullmatch(r"[a-z0-9.-]+==[a-z0-9.]+", pin), entry
        assert hashes, entry
        assert all(map(HASH.fullmatch, hashes)), entry


@pytest.mark.parametrize("path", REQUIREMENTS, ids=lambda path: path.stem)
def test_the_hashes_are_those_of_the_pinned_versions(path: Path) -> None:
    made = path.read_text(encoding="utf-8")
    assert dict(re.findall(r"^([\w.-]+)==(\S+)", made, re.MULTILINE)) == pins(path.with_suffix(".in"))


def pins(path: Path) -> dict[str, str]:
    text = path.read_text(encoding="utf-8")
    found = re.findall(r"(?m)^([\w.-]+)==(\S+)", text)
    below = pins(path.with_name("run.in")) if "-r run.in" in text else {}
    return {re.sub(r"[-_.]+", "-", name).lower(): version for name, version in found} | below


@pytest.mark.parametrize("path", PROJECTS, ids=lambda path: path.parent.relative_to(ROOT).as_posix())
def test_build_backends_have_an_upper_bound(path: Path) -> None:
    document = tomllib.loads(path.read_text(encoding="utf-8"))
    assert all("<" in requirement for requirement in document["build-system"]["requires"])
