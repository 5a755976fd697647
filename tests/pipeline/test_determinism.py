"""The same contract gives the same bytes, whatever the machine is set to."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from checkout import ROOT

from sealwax.project import workspace

SETTINGS = {
    "one hash seed": {"PYTHONHASHSEED": "1"},
    "another hash seed": {"PYTHONHASHSEED": "4242"},
    "the C locale": {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    "another time zone and language": {"TZ": "Pacific/Chatham", "LANG": "tr_TR.UTF-8", "LC_ALL": "tr_TR.UTF-8"},
    "optimised bytecode": {"PYTHONOPTIMIZE": "2"},
    "no bytecode": {"PYTHONDONTWRITEBYTECODE": "1"},
    "settings of ruff": {"RUFF_OUTPUT_FORMAT": "json", "RUFF_NO_CACHE": "false", "RUFF_CACHE_DIR": "/no/such/folder"},
}


def tree(folder: Path) -> dict[str, bytes]:
    """The files below a folder, without what tools leave behind where they are run."""
    files = (path for path in folder.rglob("*") if path.is_file() and workspace.TOOL_RESIDUE.isdisjoint(path.parts))
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def generate(project: Path, settings: dict[str, str], cwd: Path) -> dict[str, bytes]:
    shutil.copytree(ROOT / "contract", project / "contract")
    shutil.copy(ROOT / "pyproject.toml", project)  # it has the configuration
    command = [sys.executable, "-m", "sealwax", "generate", "--root", str(project)]
    subprocess.run(command, cwd=cwd, env=os.environ | settings, check=True, capture_output=True)
    return tree(project / "generated")


@pytest.mark.parametrize("setting", SETTINGS)
def test_output_does_not_depend_on(setting: str, tmp_path: Path) -> None:
    assert generate(tmp_path / "project", SETTINGS[setting], tmp_path) == tree(ROOT / "generated")


def test_output_does_not_depend_on_the_working_directory(tmp_path: Path) -> None:
    project = tmp_path / "a folder with spaces and ünïcode"
    assert generate(project, {}, Path("/")) == tree(ROOT / "generated")


def test_output_is_lines_of_utf8_that_end_in_a_newline() -> None:
    for path, raw in tree(ROOT / "generated").items():
        text = raw.decode("utf-8")
        assert "\r" not in text, path
        assert text == "" or (text.endswith("\n") and not text.endswith("\n\n")), path
        assert all(line == line.rstrip() for line in text.split("\n")), path
