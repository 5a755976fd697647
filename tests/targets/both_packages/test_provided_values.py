"""Values that the application provides: a function that is set once, and called for each response without the value."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextvars import ContextVar
from pathlib import Path
from types import ModuleType

import pytest
from checkout import CONSUMERS, RESPONSE_V2, TSC
from checkout.processes import run
from packages.built import Built, built
from packages.npm import Consumer, installed

SOURCE = (CONSUMERS / "task-server.yaml").read_text(encoding="utf-8")
REQUEST: ContextVar[str | None] = ContextVar("REQUEST", default=None)


@pytest.fixture(scope="module")
def made() -> Iterator[Built]:
    with built(SOURCE.encode(), {"response-v2.yaml": RESPONSE_V2.read_bytes()}) as package:
        yield package


@pytest.fixture
def python(made: Built) -> Iterator[ModuleType]:
    with made.imported() as package:
        yield package
        package.defaults.request_id = None


@pytest.fixture(scope="module")
def node(made: Built, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Consumer]:
    folder = tmp_path_factory.mktemp("provided") / "node"
    with installed(made.path("typescript"), folder, made.contract.name) as consumer:
        yield consumer


def test_a_response_has_the_value_of_its_context(python: ModuleType) -> None:
    python.defaults.request_id = REQUEST.get

    async def handle(request: str) -> list[str]:
        REQUEST.set(request)
        await asyncio.sleep(0)
        found = python.success_response(), python.errors.unauthorized(), python.AuthenticationError("No").response
        return [response.to_dict()["meta"]["request_id"] for response in found]

    async def both() -> list[list[str]]:
        return [*await asyncio.gather(handle("r1"), handle("r2"))]

    assert asyncio.run(both()) == [["r1"] * 3, ["r2"] * 3]
    assert "request_id" not in python.success_response().to_dict()["meta"]


def test_what_is_given_wins(python: ModuleType) -> None:
    assert "request_id" not in python.success_response().to_dict()["meta"]
    python.defaults.request_id = lambda: "provided"
    assert python.success_response(request_id="given").to_dict()["meta"]["request_id"] == "given"
    assert python.success_response(request_id="").to_dict()["meta"]["request_id"] == "provided"
    with pytest.raises(AttributeError):
        python.defaults.requestid = REQUEST.get


def test_the_same_in_typescript(node: Consumer) -> None:
    ids = """(() => {
      const first = it.successResponse().meta.request_id ?? "none";
      it.defaults.requestId = () => "provided";
      const given = it.successResponse({}, { requestId: "given" });
      const responses = [it.successResponse(), it.errors.unauthorized(), given];
      it.defaults.requestId = () => undefined;
      const last = it.successResponse().meta.request_id ?? "none";
      it.defaults.requestId = undefined;
      return [first, ...responses.map((each) => each.meta.request_id), last];
    })()"""
    assert node.value(ids) == ["none", "provided", "provided", "given", "none"]


USES = """
from contextvars import ContextVar
from task_server import defaults

current: ContextVar[str | None] = ContextVar("current", default=None)
defaults.request_id = current.get
defaults.request_id = lambda: "r1"
defaults.request_id = None
defaults.request_id = "r1"  # wrong
defaults.request_id = lambda: 1  # wrong
defaults.requestid = current.get  # wrong
"""
USES_IN_TYPESCRIPT = """
import { defaults } from "task-server";

defaults.requestId = () => "r1";
defaults.requestId = (): string | undefined => undefined;
defaults.requestId = undefined;
// @ts-expect-error a function is needed
defaults.requestId = "r1";
// @ts-expect-error it returns another type
defaults.requestId = () => 1;
// @ts-expect-error there is no such value
defaults.request = () => "r1";
"""


def test_type_checkers_know_the_providers(made: Built, node: Consumer, tmp_path: Path) -> None:
    (tmp_path / "uses.py").write_text(USES, encoding="utf-8")
    sources = ":".join(str(each) for each in sorted(made.folder.glob("generated/*/python/src")))
    (tmp_path / "mypy.ini").write_text(f"[mypy]\nstrict = True\nmypy_path = {sources}\n", encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--cache-dir", str(tmp_path / "cache"), "uses.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8", check=False)
    wrong = {number for number, line in enumerate(USES.splitlines(), 1) if line.endswith("# wrong")}
    assert {int(line.split(":")[1]) for line in done.stdout.splitlines() if ": error:" in line} == wrong, done.stdout
    (node.folder / "provides.ts").write_text(USES_IN_TYPESCRIPT, encoding="utf-8")
    flags = "--noEmit --strict --exactOptionalPropertyTypes --module nodenext --target es2022 --lib es2022".split()
    run("node", TSC, *flags, "--skipLibCheck", "false", "provides.ts", folder=node.folder)
