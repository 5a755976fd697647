"""The npm package of a contract: installed in an empty folder, run by plain Node, and type-checked."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from checkout import CONSUMERS, TSC
from checkout.processes import LineServer, line_server, run

from packages.built import write_package
from sealwax.contract.model import Contract, Json

QUIET = ("--offline", "--no-audit", "--no-fund", "--loglevel=error")
STRICT = [
    "--noEmit",
    "--strict",
    "--exactOptionalPropertyTypes",
    "--noUncheckedIndexedAccess",
    "--noImplicitOverride",
    "--verbatimModuleSyntax",
    "--erasableSyntaxOnly",
    "--skipLibCheck",
    "false",
    "--target",
    "es2022",
    "--lib",  # no browser is needed
    "es2022",
]
RESOLUTIONS = {
    "nodenext": ["--module", "nodenext"],
    "bundler": ["--module", "esnext", "--moduleResolution", "bundler"],
}


class Consumer:
    """A project outside the checkout with nothing but the package, and a Node process that runs in it."""

    def __init__(self, folder: Path, package: str, node: LineServer) -> None:
        self.folder = folder
        self.package = package
        self._node = node

    def value(self, expression: str) -> Json:
        """Evaluate an expression, in which `it` is the package."""
        answer: dict[str, Json] = self._node.ask(expression)
        assert "value" in answer, answer
        return answer["value"]

    def error(self, expression: str) -> Json:
        """The name and the message of what an expression throws."""
        answer: dict[str, Json] = self._node.ask(expression)
        return answer["error"]

    def call(self, function: str, *arguments: Json) -> Json:
        return self.value(f"it.{function}({', '.join(map(json.dumps, arguments))})")


@contextmanager
def installed(source: Path, folder: Path, package: str) -> Iterator[Consumer]:
    """Install a package, from its folder or tarball, into a new project."""
    folder.mkdir()
    (folder / "package.json").write_text('{"private": true, "type": "module"}', encoding="utf-8")
    run("npm", "install", *QUIET, str(source), folder=folder)
    # Node looks for packages beside the module that imports them.
    shutil.copy(CONSUMERS / "server.mjs", folder)
    with line_server("node", "server.mjs", package, folder=folder) as node:
        yield Consumer(folder, package, node)


@contextmanager
def generated(contract: Contract, folder: Path) -> Iterator[Consumer]:
    """Write the package of a contract, and install it from its folder."""
    with installed(write_package("typescript", contract, folder), folder / "consumer", contract.name) as consumer:
        yield consumer


def type_check(*arguments: str, folder: Path) -> list[str]:
    """The lines that the TypeScript compiler prints."""
    done = subprocess.run(
        ["node", str(TSC), *STRICT, *arguments], cwd=folder, capture_output=True, encoding="utf-8", check=False
    )
    return done.stdout.splitlines()
