"""The resolver knows every name that a package exports, so no declaration can take one of them."""

import re
from pathlib import Path

import pytest
from checkout import ROOT, folders

from sealwax.contract.inheritance.library import Library
from sealwax.contract.reading import read
from sealwax.contract.resolving import generated_names as known
from sealwax.diagnostics import Report
from sealwax.naming import words
from sealwax.pipeline import compile_contracts
from sealwax.rendering import Renderer
from sealwax.reserved_names import SCRIPT_NAMES
from sealwax.targets.python.surface import exports

CONTRACTS = [*sorted((ROOT / "contract").glob("*.yaml")), *(folder / "contract.yaml" for folder in folders("cases"))]
DECLARED = re.compile(r"^export (?:declare )?(?:type|interface|const|function|class|namespace) (\w+)", re.MULTILINE)


@pytest.mark.parametrize("file", CONTRACTS, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_every_exported_name_is_known(file: Path) -> None:
    texts = {f"contract/{path.name}": path.read_bytes() for path in file.parent.glob("*.yaml")}
    name, report = f"contract/{file.name}", Report()
    loaded = Library(texts, report).load(name)
    assert loaded is not None
    decl = read(loaded.root, report)
    assert decl is not None
    names = {*known.RESERVED, *known._reserved_by(decl), *decl.constants, "ROLLOUT_FLAG", "UNSET", "SYSTEM_CLOCK"}
    names |= {each for each, _node in (*known._type_names(decl), *known._function_names(decl))}
    names |= {each for each, _of in known._derived_names(decl)} | {each for each, *_ in known._parts_names(decl)}
    split = {words(each) for each in names}
    compiled = compile_contracts({name: texts[name]}, Renderer(), bases=texts)
    found: list[str] = [each for group in exports(loaded.contract).values() for each in group]
    declared = DECLARED.findall(compiled.files[f"generated/{loaded.contract.name}/typescript/index.d.ts"].decode())
    found += (each for each in declared if each not in SCRIPT_NAMES)
    assert [each for each in found if words(each) not in split] == []
