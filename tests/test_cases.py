"""What comes out of a small contract, feature by feature.

A folder below `cases` holds a contract and, below `expected`, the generated files that show the feature. To add one,
create the empty file and run `make goldens`; then read what came out. Other contracts in the folder are there to be
extended.
"""

from pathlib import Path

import pytest
from checkout import EVERYTHING, folders
from checkout.goldens import Golden

from sealwax.contract.model.output import FOLDER
from sealwax.diagnostics import errors
from sealwax.pipeline import compile_contracts
from sealwax.rendering import Renderer

FOLDERS = folders("cases")


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_feature_is_stated_in_every_target(folder: Path, golden: Golden) -> None:
    texts = {f"contract/{path.name}": path.read_bytes() for path in folder.glob("*.yaml")}
    sources, bases = {"contract/case.yaml": texts["contract/contract.yaml"]}, texts
    compiled = compile_contracts(sources, Renderer(), EVERYTHING, bases)
    assert errors(compiled.diagnostics) == ()
    expected = sorted(path for path in (folder / "expected").rglob("*") if path.is_file())
    assert expected
    for path in expected:
        golden.matches(path, compiled.files[f"{FOLDER}/{path.relative_to(folder / 'expected').as_posix()}"].decode())
