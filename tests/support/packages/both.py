"""Both packages of a contract: the Python one is imported, the npm one runs in Node."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from checkout.processes import run

from packages.built import built
from sealwax.contract.model import Contract, Json


@dataclass(frozen=True)
class Packages:
    contract: Contract
    python: ModuleType
    index: Path
    """The entry module of the npm package."""

    def node(self, body: str, given: Json = None) -> Json:
        """Run the body of a function, in which `it` is the npm package and `given` a JSON value."""
        code = f"""
            import * as it from {json.dumps(str(self.index))};
            const run = (given) => {{ {body} }};
            console.log(JSON.stringify(run({json.dumps(given)})));
        """
        found: Json = json.loads(run("node", "--input-type=module", "-e", code, folder=self.index.parent))
        return found


@contextmanager
def both_packages(source: Path) -> Iterator[Packages]:
    """Generate the packages of a contract, for as long as the block runs."""
    with built(source.read_bytes()) as made, made.imported() as python:
        yield Packages(made.contract, python, made.path("typescript/index.js"))
