"""The Python distribution of a contract: built, installed in an empty environment, and used from there."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from checkout.processes import LineServer, line_server, run

from packages.built import write_package
from sealwax.contract.model import Contract, Json
from sealwax.naming import snake

# Runs one program per line and answers with what it leaves in `result`. `it` is the package.
SERVER = """
import dataclasses, json, sys
import {module} as it

for line in sys.stdin:
    scope = {{"it": it, "asdict": dataclasses.asdict, "json": json}}
    try:
        exec(json.loads(line), scope)
        print(json.dumps({{"value": scope.get("result")}}), flush=True)
    except Exception as error:
        print(json.dumps({{"error": [type(error).__name__, str(error)]}}), flush=True)
"""


def build_wheel(source: Path) -> Path:
    """Build a wheel in the folder of its sources."""
    build = "from flit_core.buildapi import build_wheel; print(build_wheel('.'))"
    return source / run(sys.executable, "-c", build, folder=source).strip()


def install(folder: Path, *wheels: Path) -> Path:
    """Install wheels into an environment that has nothing else, and return its Python."""
    run(sys.executable, "-m", "venv", "--without-pip", "empty", folder=folder)
    python = folder / "empty" / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", str(python)]
    run(*pip, "install", "--quiet", "--no-index", *wheels, folder=folder)
    return python


class Package:
    """An installed distribution, and a process that uses it. Programs set `result`."""

    def __init__(self, source: Path, python: Path, server: LineServer) -> None:
        self.source = source
        self.python = python
        self._server = server

    def result(self, program: str) -> Json:
        answer: dict[str, Json] = self._server.ask(program)
        assert "error" not in answer, answer
        return answer["value"]

    def value(self, expression: str) -> Json:
        return self.result(f"result = {expression}")

    def error(self, program: str) -> tuple[str, str]:
        """The name and the message of the exception that a program raises."""
        name, message = self._server.ask(program)["error"]
        return str(name), str(message)


@contextmanager
def installed(contract: Contract, folder: Path) -> Iterator[Package]:
    """Build the wheel of a contract, and install it where there is nothing else."""
    source = write_package("python", contract, folder / "generated")
    python = install(folder, build_wheel(source))
    server = SERVER.format(module=snake(contract.name))
    with line_server(python, "-I", "-c", server, folder=folder) as process:
        yield Package(source, python, process)
