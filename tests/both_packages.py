"""A contract and its two packages: the Python one is imported, the other one runs in Node."""

import importlib
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from trials import built

from sealwax.contract.model import Contract, Json
from sealwax.packaging import python_module

CASES = Path(__file__).parent / "cases"
CONTRACTS = Path(__file__).parent.parent / "contract"


@dataclass(frozen=True)
class Packages:
    contract: Contract
    python: ModuleType
    index: Path
    """The module that the npm package starts with."""

    def node(self, body: str, given: Json = None) -> Json:
        """What the body of a function gives, in which `it` is the npm package and `given` a JSON value."""
        code = f"""
            import * as it from {json.dumps(str(self.index))};
            const run = (given) => {{ {body} }};
            console.log(JSON.stringify(run({json.dumps(given)})));
        """
        command = ["node", "--input-type=module", "-e", code]
        done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
        assert done.returncode == 0, done.stderr
        found: Json = json.loads(done.stdout)
        return found


@contextmanager
def both_packages(source: Path) -> Iterator[Packages]:
    """The packages of a contract, for a while; nothing of the Python one stays behind."""
    with built(source.read_bytes()) as made:
        name = python_module(made.contract)
        sys.path.insert(0, str(made.path("python/src")))
        importlib.invalidate_caches()
        try:
            yield Packages(made.contract, importlib.import_module(name), made.path("typescript/index.js"))
        finally:
            sys.path.pop(0)
            for module in [each for each in sys.modules if each == name or each.startswith(f"{name}.")]:
                del sys.modules[module]
