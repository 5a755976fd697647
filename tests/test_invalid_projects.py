"""Every error in a configuration, and every obstacle on disk, is reported with its position and a hint.

Each folder below `invalid_projects` holds a project and the text that `sealwax lint` prints for it, or `sealwax check`
where the output folder is what is wrong. One with nothing but a configuration gets two small contracts.
"""

import json
import shutil
from pathlib import Path

import pytest
from checkout import folders
from checkout.goldens import Golden
from samples.small_contracts import SMALL

from sealwax.commands import CLEAN, Answer, Request, run
from sealwax.commands.check import Check
from sealwax.commands.lint import Lint

FOLDERS = folders("invalid_projects")


def project(folder: Path, tmp_path: Path) -> Path:
    root = tmp_path / "shop"
    shutil.copytree(folder, root, ignore=shutil.ignore_patterns("expected.txt"))
    if not (root / "contract").exists() and not (root / "README.md").exists():
        (root / "contract").mkdir()
        for name in ("orders", "parcels"):
            (root / "contract" / f"{name}.yaml").write_text(SMALL.format(name=name))
    return root


def answer_of(root: Path, form: str) -> Answer:
    name, command = (
        ("check", Check()) if (root / "generated").exists() or (root / "build").exists() else ("lint", Lint())
    )
    streams = (print, bool, print)
    return run(Request(root, "", form, False, False, *streams, "2030-01-01", command=name), command)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_an_error_in_a_project_shows_where_it_is(folder: Path, tmp_path: Path, golden: Golden) -> None:
    root = project(folder, tmp_path)
    answer = answer_of(root, "text")
    golden.matches(folder / "expected.txt", (answer.out + answer.err).replace(str(root), "<root>"))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_programs_get_the_same_errors(folder: Path, tmp_path: Path) -> None:
    root = project(folder, tmp_path)
    answer = answer_of(root, "json")
    found = json.loads(answer.out)["diagnostics"]
    assert any(folder.name.startswith(each["code"]) for each in found)
    assert answer.code == (CLEAN if all(each["severity"] == "note" for each in found) else 2)
    assert answer.err == ""
    annotations = answer_of(root, "github").out.splitlines()
    assert [line.split(" ", 1)[0] for line in annotations] == [
        {"error": "::error", "note": "::notice"}[each["severity"]] for each in found
    ]
    for each in found:
        path = root / each["file"]
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines() if path.is_file() else []
        assert 1 <= each["line"] <= len(lines) + 1
        assert 1 <= each["column"] <= len(lines[each["line"] - 1] if each["line"] <= len(lines) else "") + 1
