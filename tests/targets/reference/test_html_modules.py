"""The modules of the npm package in a page: each is a function, and finds in the others what it imports."""

import re

import pytest
from checkout import CASES

from sealwax.pipeline import load
from sealwax.rendering import Finished, Renderer
from sealwax.targets.html import TARGET
from sealwax.targets.html.modules import as_function, modules

RENDERER = Renderer()
MODULE = """\
// A comment.

import { below, read as _read } from "./runtime.js";
import {
  ErrorCode,
  Severity,
} from "./catalogue.js";
import * as rt from "./runtime.js";

const text = "export const nothing";

/** A constant. */
export const first = 1;

export function second() {
  return first;
}

export class Third {}
"""
SCOPE = """\
$modules["./own.js"] = (() => {
// A comment.

const { below, read: _read } = $modules["./runtime.js"];
const {
  ErrorCode,
  Severity,
} = $modules["./catalogue.js"];
const rt = $modules["./runtime.js"];

const text = "export const nothing";

/** A constant. */
const first = 1;

function second() {
  return first;
}

class Third {}

return {
  first,
  second,
  Third,
};
})();"""


def test_a_module_becomes_a_function() -> None:
    assert as_function(Finished(MODULE.rstrip("\n")), "./own.js") == SCOPE


@pytest.mark.parametrize("case", sorted(path.name for path in CASES.iterdir() if (path / "contract.yaml").is_file()))
def test_every_module_finds_what_it_imports(case: str) -> None:
    bases = {path.name: path.read_bytes() for path in (CASES / case).glob("**/*.yaml") if path.name != "contract.yaml"}
    (contract, *_), _ = load({"contract.yaml": (CASES / case / "contract.yaml").read_bytes()}, bases=bases)
    found: dict[str, set[str]] = {}
    for page in modules(contract):
        text = as_function(Finished(RENDERER.render(page, TARGET.filters)), page.path)
        assert not re.search(r"^(import|export)\b", text, re.MULTILINE)
        for names, path in re.findall(r"^const \{([^}]*)\} = \$modules\[\"([^\"]*)\"\];$", text, re.MULTILINE):
            wanted = {name.partition(":")[0].strip() for name in names.split(",")} - {""}
            assert wanted <= found[path], page.path
        assert {*re.findall(r"\b_?rt\.(\w+)", text)} <= found.get("./runtime.js", set())
        found[page.path] = {*re.findall(r"\w+", text.rpartition("\nreturn {")[2].partition("}")[0])}
