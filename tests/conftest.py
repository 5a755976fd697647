"""What all tests share: how hard Hypothesis tries, and one TypeScript parser for the whole run."""

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

# Two cores that others use too: a slow example is no failure.
settings.register_profile("default", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("default"), derandomize=True, print_blob=True)
settings.register_profile("long", settings.get_profile("default"), max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") else "default"))

NODE = Path(__file__).parent / "node"
GOLDENS = "--refresh-goldens"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(GOLDENS, action="store_true", help="write what came out as what is expected; read the diff!")


@pytest.fixture(scope="session")
def refresh_goldens(request: pytest.FixtureRequest) -> bool:
    """Whether expected files are rewritten in this run. That is a person's decision, so it is refused in CI."""
    refresh = bool(request.config.getoption(GOLDENS))
    if refresh and os.environ.get("CI"):
        pytest.exit(f"{GOLDENS} does not run in CI", returncode=2)
    return refresh


class Golden:
    """Expected texts on disk."""

    def __init__(self, refresh: bool) -> None:
        self._refresh = refresh

    def matches(self, path: Path, text: str) -> None:
        if self._refresh:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
        assert path.read_text(encoding="utf-8") == text


@pytest.fixture(scope="session")
def golden(refresh_goldens: bool) -> Golden:
    return Golden(refresh_goldens)


class TypeScript:
    """A long-lived process that parses TypeScript and evaluates JavaScript."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def value(self, code: str) -> object:
        """What an expression evaluates to. JavaScript has one kind of number."""
        return json.loads(self._ask({"ask": "value", "code": code})["value"], parse_int=float)

    def module(self, code: str) -> dict[str, Any]:
        """The names, documentation comments and compiler directives of a module."""
        return self._ask({"ask": "module", "code": code})

    def _ask(self, question: dict[str, str]) -> dict[str, Any]:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        assert answer["errors"] == [], question["code"]
        return answer


@pytest.fixture(scope="session")
def typescript() -> Iterator[TypeScript]:
    with subprocess.Popen(
        ["node", "judge.cjs"], cwd=NODE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    ) as process:
        yield TypeScript(process)
        assert process.stdin
        process.stdin.close()
