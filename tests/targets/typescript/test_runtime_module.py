"""runtime.js of an npm package: it has the functions that the other modules call, and no others."""

import re
from pathlib import PurePosixPath

import pytest
from checkout import CASES
from hypothesis import given, settings
from strategies.contracts import as_yaml, contracts
from strategies.effort import examples
from strategies.fields import Block

from sealwax.contract.model import Contract
from sealwax.pipeline import load
from sealwax.rendering import Renderer
from sealwax.targets import load as load_target
from sealwax.targets.typescript.validation import HELPERS

RENDERER = Renderer()
COMMENT = re.compile(r"/\*.*?\*/|^ *//.*?$", re.DOTALL | re.MULTILINE)
NAMED = re.compile(r'^(?:import|export) \{([^}]*)\} from "\./runtime\.js";$', re.MULTILINE)
CALLED = re.compile(r"\b_?rt\.(\w+)")
TEXT = re.compile(r'"(?:\\.|[^"\\])*"|= /.*/u;$', re.MULTILINE)
DEFINED = re.compile(r"^(?:export )?(?:function|const|class) (\w+)", re.MULTILINE)


def modules(contract: Contract) -> dict[str, str]:
    """The modules of the package, without comments."""
    target = load_target("typescript")
    pages = [page for page in target.pages(contract) if page.path.endswith(".js")]
    rendered = {PurePosixPath(page.path).name: RENDERER.render(page, target.filters) for page in pages}
    return {name: COMMENT.sub("", text) for name, text in rendered.items()}


def called(files: dict[str, str]) -> set[str]:
    """The names that the other modules import."""
    others = [text for name, text in files.items() if name != "runtime.js"]
    named = {
        name.split(" as ")[0].strip() for text in others for names in NAMED.findall(text) for name in names.split(",")
    }
    return (named - {""}) | {name for text in others for name in CALLED.findall(text)}


def unused(files: dict[str, str]) -> set[str]:
    """What the run-time module defines, and neither another module nor another of its functions uses."""
    runtime = files["runtime.js"]
    within = {name for name in DEFINED.findall(runtime) if len(re.findall(rf"\b{name}\b", runtime)) > 1}
    return {*DEFINED.findall(runtime)} - within - called(files)


def assert_exact(contract: Contract) -> None:
    files = modules(contract)
    assert unused(files) == set()
    assert called(files) - {*DEFINED.findall(files["runtime.js"])} == set()
    (imported,) = NAMED.findall(files["validation.js"])
    words = {*re.findall(r"(?<!\.)\b\w+\b", TEXT.sub("", NAMED.sub("", files["validation.js"])))}
    assert {name.strip() for name in imported.split(",")} - {""} == words & {
        *HELPERS,
        "validator",
        "verdict",
        "standardSchema",
        "valuesOf",
    }


@pytest.mark.parametrize("case", sorted(path.name for path in CASES.iterdir() if (path / "contract.yaml").is_file()))
def test_a_package_has_the_functions_that_it_calls(case: str) -> None:
    bases = {path.name: path.read_bytes() for path in (CASES / case).glob("**/*.yaml") if path.name != "contract.yaml"}
    loaded, _ = load({"contract.yaml": (CASES / case / "contract.yaml").read_bytes()}, bases=bases)
    for contract in loaded:
        assert_exact(contract)


@given(contracts())
@settings(max_examples=examples(60))
def test_any_package_has_the_functions_that_it_calls(contract: Block) -> None:
    (found,), _ = load({"contract/random.yaml": as_yaml(contract)})
    assert_exact(found)


def test_a_function_that_nothing_calls_is_found() -> None:
    loaded, _ = load({"contract.yaml": (CASES / "constraints" / "contract.yaml").read_bytes()})
    files = modules(loaded[0])
    files["runtime.js"] += "\nexport function idle() {\n  return isObject(1);\n}\n"
    assert unused(files) == {"idle"}
