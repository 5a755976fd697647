"""Every mistake in a contract is told with its place, its code and what to write instead, and never as a traceback.

Each folder below `invalid` holds a contract and the text that `sealwax lint` prints for it. A folder is named after the
code that it shows, with a suffix where one code has several causes. `repeat.txt` is appended until the file is huge.
"""

from pathlib import Path

import pytest
from conftest import Golden

from sealwax.diagnostics import Code
from sealwax.pipeline import lint
from sealwax.reporting import render_text

FOLDERS = sorted(path for path in (Path(__file__).parent / "invalid").iterdir() if path.is_dir())
FILE = "contract/demo.yaml"
HUGE = 5 * 1024 * 1024


def contract(folder: Path) -> bytes:
    raw = (folder / "contract.yaml").read_bytes()
    padding = folder / "repeat.txt"
    return raw + padding.read_bytes() * (HUGE // padding.stat().st_size) if padding.exists() else raw


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_mistake_is_told_where_it_is(folder: Path, golden: Golden) -> None:
    sources = {FILE: contract(folder)}
    diagnostics = lint(sources)
    assert any(folder.name.startswith(diagnostic.code) for diagnostic in diagnostics)
    golden.matches(folder / "expected.txt", render_text(diagnostics, sources, color=False))


def test_every_code_has_a_folder() -> None:
    shown = {code for code in Code for folder in FOLDERS if folder.name.startswith(code)}
    assert set(Code) - shown == set()


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_mistake_has_a_real_place(folder: Path) -> None:
    lines = contract(folder).decode("utf-8", "replace").splitlines()
    for diagnostic in lint({FILE: contract(folder)}):
        position = diagnostic.position
        assert 1 <= position.line <= len(lines) + 1
        text = lines[position.line - 1] if position.line <= len(lines) else ""
        assert 1 <= position.column <= len(text) + 1
