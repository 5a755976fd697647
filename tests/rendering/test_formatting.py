"""`ruff format` lays out generated Python: every supported version alike, and with no settings but ours."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from checkout import CASES, CONTRACTS, EVERYTHING, ROOT
from ruff.__main__ import find_ruff_bin

from sealwax.diagnostics import errors
from sealwax.failures import WorkspaceError
from sealwax.pipeline import load
from sealwax.rendering import BrokenTemplateError, Renderer
from sealwax.rendering.formatting import format_python
from sealwax.targets.python import TARGET

RENDERER = Renderer()
OLDEST = "0.9.10"
NEWEST = "0.17.4"
UGLY = b"x = { 'a':1, }\ndef f( a, b, ):\n  return a\n"
NEAT = b'x = {"a": 1}\n\n\ndef f(a, b):\n    return a\n'


def test_python_is_formatted_and_everything_else_is_left_alone() -> None:
    files = {"generated/a/b.py": UGLY, "generated/a/b.js": UGLY, "generated/a/b.md": b"```python\n" + UGLY + b"```\n"}
    assert format_python(files) == {**files, "generated/a/b.py": NEAT}
    assert format_python({"a.js": UGLY}) == {"a.js": UGLY}
    assert format_python({}) == {}


@pytest.mark.parametrize("path", ["/a.py", "../../a.py", ".venv/a.py", "build/a.py", "a b/ü.py", "x" * 300 + ".py"])
def test_a_path_does_not_matter(path: str) -> None:
    assert format_python({path: UGLY, "other.py": b""}) == {path: NEAT, "other.py": b""}


def test_text_is_kept_character_by_character() -> None:
    text = "x = '''\\\né 語 😀\t \u2028 \x0c'''\n".encode()
    assert format_python({"a.py": text}) == {"a.py": text.replace(b"'''", b'"""')}


def test_the_settings_of_others_are_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "ruff.toml").write_text('line-length = 20\n[format]\nquote-style = "single"\n')
    (tmp_path / ".gitignore").write_text("*\n")
    monkeypatch.chdir(tmp_path)
    for name in ("TMPDIR", "HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setenv("RUFF_OUTPUT_FORMAT", "nonsense")
    assert format_python({"a.py": UGLY}) == {"a.py": NEAT}
    assert {path.name for path in tmp_path.iterdir()} == {"ruff.toml", ".gitignore"}


def test_invalid_python_is_reported_with_its_path_and_line() -> None:
    files = {f"fine{number}.py": b"" for number in range(11)} | {"generated/broken.py": b"x = 1\ndef f(:\n"}
    with pytest.raises(BrokenTemplateError, match=r"generated/broken\.py:2:7: Expected a parameter") as caught:
        format_python(files)
    assert "fine" not in str(caught.value)


def test_a_ruff_that_cannot_be_run_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ruff.__main__.find_ruff_bin", lambda: "/no/such/ruff")
    with pytest.raises(WorkspaceError, match=r"cannot run ruff.*: .*No such file"):
        format_python({"a.py": b""})


def test_the_oldest_and_the_newest_supported_ruff_are_tested() -> None:
    """The newest is the one that all tests run with, because it is the pinned one."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    minor = int(NEWEST.split(".")[1])
    assert f"ruff>={OLDEST},<0.{minor + 1}" in project["dependencies"]
    assert f"ruff=={NEWEST}\n" in (ROOT / "requirements" / "run.in").read_text(encoding="utf-8")
    assert version_of(find_ruff_bin()) == NEWEST


@pytest.fixture(scope="session")
def oldest_ruff(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("ruff")
    pip = (
        sys.executable,
        "-m",
        "pip",
        "--disable-pip-version-check",
        "--quiet",
        "install",
        "--no-deps",
        "--no-compile",
    )
    subprocess.run([*pip, "--target", folder, f"ruff=={OLDEST}"], check=True)
    return str(folder / "bin" / ("ruff.exe" if os.name == "nt" else "ruff"))


def test_the_oldest_ruff_writes_what_the_newest_writes(oldest_ruff: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert version_of(oldest_ruff) == OLDEST
    contracts = [*CONTRACTS.glob("*.yaml"), *CASES.glob("*/contract.yaml")]
    printed = {f"{contract}/{path}": text for contract in contracts for path, text in unformatted(contract).items()}
    newest = format_python(printed)
    monkeypatch.setattr("ruff.__main__.find_ruff_bin", lambda: oldest_ruff)
    assert format_python(printed) == newest


def unformatted(contract: Path) -> dict[str, bytes]:
    """The Python of a contract as its templates print it."""
    bases = {f"contract/{path.name}": path.read_bytes() for path in contract.parent.glob("*.yaml")}
    contracts, diagnostics = load({"contract/it.yaml": contract.read_bytes()}, EVERYTHING, bases)
    assert not errors(diagnostics)
    pages = [(page, TARGET.filters) for page in TARGET.pages(contracts[0])]
    return {page.path: RENDERER.render(page, filters).encode() for page, filters in pages if page.path.endswith(".py")}


def version_of(ruff: str) -> str:
    return subprocess.check_output([ruff, "--version"], text=True).split()[1]
