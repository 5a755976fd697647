"""Values that the application provides: a function that is set once, and called for each response without the value."""

import asyncio
from collections.abc import Iterator
from contextvars import ContextVar
from types import ModuleType

import pytest
from checkout import CONSUMERS, RESPONSE_V2
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
