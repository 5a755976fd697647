"""Every mistake in a contract is told with its place, its code and what to write instead, and never as a traceback.

Each folder below `invalid` holds a contract and the text that `sealwax lint` prints for it. A folder is named after the
code that it shows, with a suffix where one code has several causes. `repeat.txt` is appended until the file is huge.
Other contracts in the folder are there to be extended.
"""

import re
from pathlib import Path

import pytest
from conftest import Golden

from sealwax.diagnostics import Code, errors
from sealwax.pipeline import lint
from sealwax.reporting import render_text

FOLDERS = sorted(path for path in (Path(__file__).parent / "invalid").iterdir() if path.is_dir())
FILE = "contract/demo.yaml"
HUGE = 5 * 1024 * 1024


def contract(folder: Path) -> bytes:
    raw = (folder / "contract.yaml").read_bytes()
    padding = folder / "repeat.txt"
    return raw + padding.read_bytes() * (HUGE // padding.stat().st_size) if padding.exists() else raw


def bases(folder: Path) -> dict[str, bytes]:
    """The contracts beside the one that has the mistake."""
    others = (path for path in sorted(folder.glob("*.yaml")) if path.name != "contract.yaml")
    return {f"contract/{path.name}": path.read_bytes() for path in others}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_mistake_is_told_where_it_is(folder: Path, golden: Golden) -> None:
    sources, others = {FILE: contract(folder)}, bases(folder)
    diagnostics = lint(sources, bases=others)
    assert any(folder.name.startswith(diagnostic.code) for diagnostic in diagnostics)
    golden.matches(folder / "expected.txt", render_text(diagnostics, {**others, **sources}, color=False))


def test_every_code_has_a_folder() -> None:
    projects = [path for path in (Path(__file__).parent / "invalid_projects").iterdir() if path.is_dir()]
    shown = {code for code in Code for folder in (*FOLDERS, *projects) if folder.name.startswith(code)}
    assert set(Code) - shown == set()


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_mistake_has_a_real_place(folder: Path) -> None:
    texts = {FILE: contract(folder), **bases(folder)}
    for diagnostic in lint({FILE: texts[FILE]}, bases=bases(folder)):
        for position in (diagnostic.position, *(related.position for related in diagnostic.related)):
            lines = texts[position.file].decode("utf-8", "replace").splitlines()
            assert 1 <= position.line <= len(lines) + 1
            text = lines[position.line - 1] if position.line <= len(lines) else ""
            assert 1 <= position.column <= len(text) + 1


def test_a_type_that_is_misspelt_has_no_consequences() -> None:
    path = Path(__file__).parent.parent / "contract" / "mail-imap.yaml"
    text = path.read_text()
    named = list(re.finditer(r"type: (?:list of |map of )?([A-Z]\w+)", text))
    assert len(named) > 20
    for match in named:
        misspelt = f"{text[: match.end(1)]}z{text[match.end(1) :]}"
        found = errors(lint({FILE: misspelt.encode()}))
        assert [each.message for each in found] == [f"there is no type '{match[1]}z'"]
