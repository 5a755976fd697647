"""The folders and contracts of this checkout that tests use."""

from functools import cache
from pathlib import Path
from typing import TypeAlias

from sealwax.contract.model import Contract
from sealwax.contract.model.output import SERVING
from sealwax.diagnostics import errors
from sealwax.pipeline import load
from sealwax.project.configuration import DEFAULT, Configuration
from sealwax.targets import USUAL

TESTS = Path(__file__).resolve().parents[2]
ROOT = TESTS.parent
CASES = TESTS / "cases"
CONSUMERS = TESTS / "consumers"
CONTRACTS = ROOT / "contract"
HTTP = TESTS / "http"
HTTP_PYTHON = HTTP / ".venv" / "bin" / "python"
"""The Python with web frameworks, which `make test` sets up."""
NODE = TESTS / "node"
NODE_MODULES = NODE / "node_modules"
TSC = NODE_MODULES / "typescript" / "bin" / "tsc"
RESPONSE_V2 = CONTRACTS / "response-v2.yaml"
EVERYTHING = Configuration(
    node=DEFAULT.node,
    targets=(*USUAL, "conformance"),
    serve=SERVING,
    extendable=True,
    draft_07=True,
)
"""The configuration of tests: packages that contain all that they can, beside schemas, pages and cases."""

Bases: TypeAlias = dict[str, bytes]
"""The contracts that another one extends, by file name."""


@cache
def read_contract(path: Path = RESPONSE_V2) -> Contract:
    """A contract that is valid and extends no other."""
    (contract,), diagnostics = load({f"contract/{path.name}": path.read_bytes()}, EVERYTHING)
    assert errors(diagnostics) == ()
    return contract


def folders(name: str) -> list[Path]:
    """The folders directly below a folder of `tests`, sorted."""
    return sorted(path for path in (TESTS / name).iterdir() if path.is_dir())


def own_contracts() -> dict[str, bytes]:
    """The contracts of the product and of the golden cases, by name."""
    files = sorted([*CONTRACTS.glob("*.yaml"), *CASES.glob("*/contract.yaml")])
    return {path.parent.name if path.stem == "contract" else path.stem: path.read_bytes() for path in files}


def own_bases() -> dict[str, Bases]:
    """The contracts that each of `own_contracts` extends."""
    found: dict[str, Bases] = {name: {} for name in own_contracts()}
    for path in sorted(CASES.glob("*/*.yaml")):
        if path.stem != "contract":
            found[path.parent.name][path.name] = path.read_bytes()
    return found
