"""The example over HTTP: its service keeps what its document says, and its client understands every answer."""

import json
import os
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from checkout import HTTP, HTTP_PYTHON, ROOT, TSC
from checkout.processes import run
from packages.npm import QUIET, STRICT
from pages.documents import blocks

EXAMPLE = ROOT / "examples" / "http"
PACKAGES = EXAMPLE / "generated" / "library"
LIBRARY = PACKAGES / "python" / "src"


@contextmanager
def served(service: str = "service") -> Iterator[str]:
    """The address of the service, for as long as the block runs."""
    command = [str(part) for part in (HTTP_PYTHON, HTTP / "serve.py", service, EXAMPLE, LIBRARY, HTTP)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8") as process:
        assert process.stdout
        yield f"http://127.0.0.1:{process.stdout.readline().strip()}"
        process.communicate("")


def probed(command: str, service: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command of the page about a service, which listens on another port than there."""
    example = folder / "examples" / "http"
    if not example.exists():
        shutil.copytree(EXAMPLE, example)
    with served(service) as url:
        program, *arguments = shlex.split(command.replace("http://127.0.0.1:8000", url))
        return subprocess.run(
            [HTTP_PYTHON.with_name(program), *arguments],
            cwd=folder,
            env={**os.environ, "NO_COLOR": "1"},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )


PROBES = [
    line for block in blocks("docs/http.md") for line in block.text.splitlines() if line.startswith("schemathesis run ")
]


@pytest.mark.parametrize("command", PROBES, ids=["ours", "FastAPI"])
def test_a_service_is_tested_with_an_openapi_document_as_shown(command: str, tmp_path: Path) -> None:
    done = probed(command, "service", tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 selected / 2 total" in done.stdout


def test_a_service_that_breaks_its_contract_is_found_out(tmp_path: Path) -> None:
    done = probed(PROBES[0], "lying", tmp_path)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "Response violates schema" in done.stdout
    assert "is less than the minimum of 0" in done.stdout


# -- Node -------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def workplace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the npm package of the contract, and the programs that use it."""
    folder = tmp_path_factory.mktemp("library")
    (folder / "package.json").write_text('{"private": true, "type": "module"}', encoding="utf-8")
    run("npm", "install", *QUIET, str(PACKAGES / "typescript"), folder=folder)
    for program in (*EXAMPLE.glob("*.mjs"), EXAMPLE / "client.ts", HTTP / "frameworks.mjs"):
        shutil.copy(program, folder)
    for package in ("hono", "@hono", "@trpc"):
        (folder / "node_modules" / package).symlink_to(HTTP / "node_modules" / package)
    return folder


def test_the_client_understands_every_answer(workplace: Path) -> None:
    compiled = [*STRICT, "--module", "nodenext", "--lib", "es2022,dom", "--noEmit", "false", "client.ts"]
    run("node", TSC, *compiled, folder=workplace)
    with served() as url:
        program = f"import {{ main }} from './client.js'; console.log(JSON.stringify(await main('{url}')));"
        lines = json.loads(run("node", "--input-type=module", "-e", program, folder=workplace))
    found = json.loads(lines.pop(0))
    assert (found["title"], found["copies"]) == ("Pride and Prejudice", 2)
    assert lines[:3] == [
        "404 UNKNOWN_BOOK: There is no book 9780000000000",
        "422 INVALID_REQUEST: path.isbn: String should match pattern '^[0-9]{13}$'",
        "409 NO_COPY_LEFT: All copies of Emma are lent, again after a while",
    ]
    assert [json.loads(line)["book"]["copies"] for line in lines[3:6]] == [8, 7, 6]
    assert lines[6:] == ["429 TOO_MANY_REQUESTS: At most 3 loans a day, again after 86400"]


def test_standard_schemas_do_in_hono_and_trpc(workplace: Path) -> None:
    found = json.loads(run("node", "frameworks.mjs", folder=workplace))
    hono, trpc = found["hono"], found["trpc"]
    assert hono["book"][:2] == [201, "application/json"]
    assert hono["book"][2] == {"data": {"book": {"isbn": "9780199535569", "title": "Emma", "copies": 1}}}
    problem = "application/problem+json"
    assert [(status, kind, body["code"]) for status, kind, body in (hono["full"], hono["wrong"], hono["none"])] == [
        (409, problem, "NO_COPY_LEFT"),
        (422, problem, "INVALID_REQUEST"),
        (500, problem, "INTERNAL"),
    ]
    assert found["logged"][0] == "TypeError: a secret"
    assert (hono["nowhere"][0], hono["nowhere"][2]["code"]) == (404, "NOT_FOUND")
    assert "secret" not in json.dumps(hono)
    assert trpc["book"] == hono["book"][2]
    assert trpc["full"]["code"] == "NO_COPY_LEFT"
    assert (trpc["wrong"], trpc["none"]) == ("BAD_REQUEST", "INTERNAL_SERVER_ERROR")
    answers = {name: (status, answer["error"]) for name, (status, answer) in found["overHttp"].items()}
    assert [(status, error["data"]["response"]["code"]) for status, error in answers.values()] == [
        (409, "NO_COPY_LEFT"),
        (400, "INVALID_REQUEST"),
        (500, "INTERNAL"),
    ]
    assert answers["none"][1]["message"] == "The service failed."
    assert all("stack" not in error["data"] for _, error in answers.values())
