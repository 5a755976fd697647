"""The npm package of a contract, installed in an empty folder and used by plain Node."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sealwax.contract.model import Contract, Json
from sealwax.rendering import Renderer
from sealwax.targets.typescript import TARGET

CONSUMERS = Path(__file__).parent / "consumers"
QUIET = ("--offline", "--no-audit", "--no-fund", "--loglevel=error")


def write(made_from: Contract, folder: Path) -> Path:
    """The package of a contract, as `sealwax generate` lays it out."""
    renderer = Renderer()
    for page in TARGET.pages(made_from):
        path = folder / page.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(renderer.render(page, TARGET.filters), encoding="utf-8")
    return folder / made_from.name / "typescript"


def run(*command: str, folder: Path) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return done.stdout


class Consumer:
    """An empty project outside the checkout that has nothing but the package, and a plain Node that runs in it."""

    def __init__(self, folder: Path, package: str) -> None:
        self.folder = folder
        self.package = package
        # Node looks for packages beside the module that imports them.
        shutil.copy(CONSUMERS / "server.mjs", folder)
        self._node = subprocess.Popen(
            ["node", "server.mjs", package],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )

    def value(self, expression: str) -> Json:
        """What an expression gives, where `it` is the package."""
        answer = self._answer(expression)
        assert "value" in answer, answer
        return answer["value"]

    def error(self, expression: str) -> Json:
        """The name and the message of what an expression throws."""
        return self._answer(expression)["error"]

    def call(self, function: str, *arguments: Json) -> Json:
        return self.value(f"it.{function}({', '.join(map(json.dumps, arguments))})")

    def close(self) -> None:
        assert self._node.stdin
        assert self._node.stdout
        self._node.stdin.close()
        self._node.stdout.close()
        assert self._node.wait(timeout=30) == 0

    def _answer(self, expression: str) -> dict[str, Json]:
        assert self._node.stdin
        assert self._node.stdout
        self._node.stdin.write(json.dumps(expression) + "\n")
        self._node.stdin.flush()
        answer: dict[str, Json] = json.loads(self._node.stdout.readline())
        return answer


@contextmanager
def installed(what: Path, folder: Path, package: str) -> Iterator[Consumer]:
    folder.mkdir()
    (folder / "package.json").write_text('{"private": true, "type": "module"}', encoding="utf-8")
    run("npm", "install", *QUIET, str(what), folder=folder)
    consumer = Consumer(folder, package)
    yield consumer
    consumer.close()
