"""Every error in a contract is reported with its position, its code and what to write instead, never as a traceback.

Each folder below `invalid` holds a contract and the text that `sealwax lint` prints for it. A folder is named after the
code that it shows, with a suffix where one code has several causes. `repeat.txt` is appended until the file is huge.
Other contracts in the folder are there to be extended.
"""

import re
from pathlib import Path

import pytest
from checkout import CONTRACTS, folders
from checkout.goldens import Golden
from samples.invalid_contracts import FOLDERS, invalid_contract

from sealwax.diagnostics import Code, errors
from sealwax.pipeline import load
from sealwax.reports.diagnostics import render_text

FILE = "contract/demo.yaml"


def bases(folder: Path) -> dict[str, bytes]:
    """The contracts beside the one that has the mistake."""
    others = (path for path in sorted(folder.glob("*.yaml")) if path.name != "contract.yaml")
    return {f"contract/{path.name}": path.read_bytes() for path in others}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_mistake_is_told_where_it_is(folder: Path, golden: Golden) -> None:
    sources, others = {FILE: invalid_contract(folder)}, bases(folder)
    diagnostics = load(sources, bases=others)[1]
    assert any(folder.name.startswith(diagnostic.code) for diagnostic in diagnostics)
    golden.matches(folder / "expected.txt", render_text(diagnostics, {**others, **sources}, color=False))


def test_every_code_has_a_folder() -> None:
    shown = {
        code for code in Code for folder in (*FOLDERS, *folders("invalid_projects")) if folder.name.startswith(code)
    }
    # The first takes an installed package, the second a repository: see test_installed_targets.py and test_diff.py.
    assert set(Code) - shown == {Code.BROKEN_TARGET, Code.NO_EARLIER_VERSION}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_mistake_has_a_real_place(folder: Path) -> None:
    texts = {FILE: invalid_contract(folder), **bases(folder)}
    for diagnostic in load({FILE: texts[FILE]}, bases=bases(folder))[1]:
        for position in (diagnostic.position, *(related.position for related in diagnostic.related)):
            lines = texts[position.file].decode("utf-8", "replace").splitlines()
            assert 1 <= position.line <= len(lines) + 1
            text = lines[position.line - 1] if position.line <= len(lines) else ""
            assert 1 <= position.column <= len(text) + 1


def test_a_type_that_is_misspelled_has_no_consequences() -> None:
    text = (CONTRACTS / "mail-imap.yaml").read_text()
    named = list(re.finditer(r"type: (?:list of |map of )?([A-Z]\w+)", text))
    assert len(named) > 20
    for match in named:
        misspelled = f"{text[: match.end(1)]}z{text[match.end(1) :]}"
        found = errors(load({FILE: misspelled.encode()})[1])
        assert [each.message for each in found] == [f"there is no type '{match[1]}z'"]
