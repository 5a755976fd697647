"""Settings and fixtures of all tests: how hard Hypothesis tries, golden files, a TypeScript parser and a browser."""

import os
import signal
from collections.abc import Iterator

import pytest
from checkout import NODE
from checkout.goldens import Golden
from checkout.processes import line_server
from judges.typescript_parser import TypeScript
from pages.browsing import Browser, running_browser
from strategies.effort import search_this_hard
from strategies.seeds import draw_without_constants_of_modules

draw_without_constants_of_modules()
# A shell that starts the tests in the background has Ctrl-C ignored, by them and by every process that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)
search_this_hard()

GOLDENS = "--refresh-goldens"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(GOLDENS, action="store_true", help="rewrite the expected files; read the diff!")


@pytest.fixture(scope="session")
def refresh_goldens(request: pytest.FixtureRequest) -> bool:
    """Whether expected files are rewritten in this run. A person decides that, so it is refused in CI."""
    refresh = bool(request.config.getoption(GOLDENS))
    if refresh and os.environ.get("CI"):
        pytest.exit(f"{GOLDENS} does not run in CI", returncode=2)
    return refresh


@pytest.fixture(scope="session")
def golden(refresh_goldens: bool) -> Golden:
    return Golden(refresh_goldens)


@pytest.fixture(scope="session")
def typescript() -> Iterator[TypeScript]:
    with line_server("node", "typescript.cjs", folder=NODE) as server:
        yield TypeScript(server)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A real browser, for all tests of a worker: it takes seconds to start."""
    with running_browser() as browser:
        yield browser
