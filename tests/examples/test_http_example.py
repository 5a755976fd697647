"""The example over HTTP: its service keeps what its document says, and its client understands every answer."""

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from checkout import HTTP, HTTP_PYTHON, ROOT, TSC
from checkout.processes import run
from packages.npm import QUIET, STRICT

EXAMPLE = ROOT / "examples" / "http"
PACKAGES = EXAMPLE / "generated" / "library"
LIBRARY = PACKAGES / "python" / "src"


def probed(service: str) -> subprocess.CompletedProcess[str]:
    """Let schemathesis try to prove the OpenAPI document of a service wrong."""
    path = os.pathsep.join(map(str, (EXAMPLE, LIBRARY, HTTP)))
    flags = ("-q", "-p", "no:cacheprovider", "--noconftest", "-o", "addopts=", "-c", os.devnull)
    command = [str(HTTP_PYTHON), "-m", "pytest", *flags, "--rootdir", str(HTTP), str(HTTP / "probed.py")]
    environment = {**os.environ, "PYTHONPATH": path, "SERVICE": service, "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(command, cwd=HTTP, env=environment, capture_output=True, encoding="utf-8", check=False)


def test_the_service_keeps_what_its_document_says() -> None:
    done = probed("service")
    assert done.returncode == 0, done.stdout
    assert "2 passed" in done.stdout


def test_a_service_that_does_not_is_found_out() -> None:
    done = probed("lying")
    assert "GET /liar" in done.stdout
    assert done.returncode == 1


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


@contextmanager
def served() -> Iterator[str]:
    """The address of the service, for as long as the block runs."""
    command = [str(part) for part in (HTTP_PYTHON, HTTP / "serve.py", "service", EXAMPLE, LIBRARY)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8") as process:
        assert process.stdout
        yield f"http://127.0.0.1:{process.stdout.readline().strip()}"
        process.communicate("")


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
