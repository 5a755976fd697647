"""Web applications in Python: what the generated modules for HTTP make of real frameworks.

The applications run in an environment of their own, and are asked without a port, except where a server has to log.
"""

import json
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from checkout import CONSUMERS, HTTP, HTTP_PYTHON, ROOT, read_contract
from checkout.processes import LineServer, line_server, run
from msgspec import Struct
from packages.built import built, imported, write_package

EXAMPLE = ROOT / "examples" / "http"
LIBRARY = EXAMPLE / "generated" / "library" / "python" / "src"
RESPONSE_V2 = ROOT / "generated" / "response-v2" / "python" / "src"
HARBOUR = ROOT / "examples" / "harbour" / "generated" / "harbour-office" / "python" / "src"
PROBLEM = "application/problem+json"
OLDEST = ("fastapi==0.115.0", "starlette==0.38.6")
"""The oldest FastAPI that the packages accept, with the Starlette of its time."""
PIP_QUIETLY = ("--disable-pip-version-check", "--quiet")
Folders = tuple[Path, ...]
SECRET = "hunter2"


class Answer(Struct, frozen=True):
    status: int
    headers: dict[str, str]
    text: str
    logged: str

    @property
    def body(self) -> Any:
        return json.loads(self.text)


class Service:
    """An application that can be asked."""

    def __init__(self, server: LineServer) -> None:
        self._server = server

    def get(self, path: str) -> Answer:
        return self.ask("GET", path)

    def ask(self, method: str, path: str, body: object = None) -> Answer:
        return Answer(**self._server.ask({"method": method, "path": path, "json": body}))


@contextmanager
def service(module: str, *folders: Path | str) -> Iterator[Service]:
    assert HTTP_PYTHON.exists(), "run `make test` once: it sets up the environment of these tests"
    with line_server(HTTP_PYTHON, HTTP / "ask.py", module, HTTP, *map(str, folders), folder=HTTP) as server:
        yield Service(server)


@pytest.fixture(scope="module", params=["newest", "oldest"])
def fastapi(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Folders:
    """Where to import FastAPI from. The newest is in the environment of these tests, because it is the pinned one."""
    if request.param == "newest":
        return ()
    folder = tmp_path_factory.mktemp("oldest")
    run(HTTP_PYTHON, "-m", "pip", *PIP_QUIETLY, "install", "--no-deps", "--target", folder, *OLDEST, folder=folder)
    return (folder,)


@pytest.fixture(scope="module")
def specs(fastapi: Folders) -> Iterator[Service]:
    with service("specs", RESPONSE_V2, *fastapi) as found:
        yield found


@pytest.fixture(scope="module")
def harbour(fastapi: Folders) -> Iterator[Service]:
    with service("harbour", HARBOUR, RESPONSE_V2, *fastapi) as found:
        yield found


@pytest.fixture(scope="module")
def desk(fastapi: Folders) -> Iterator[Service]:
    with service("service", EXAMPLE, LIBRARY, *fastapi) as found:
        yield found


# -- FastAPI ----------------------------------------------------------------------------------------------------------


def test_both_ends_of_the_range_that_packages_accept_are_tried(fastapi: Folders) -> None:
    program = f"import sys; sys.path[:0] = {[*map(str, fastapi)]}; import fastapi; print(fastapi.__version__)"
    tried = run(HTTP_PYTHON, "-c", program, folder=ROOT).strip()
    package = tomllib.loads((RESPONSE_V2.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (accepted,) = package["optional-dependencies"]["fastapi"]
    pinned = (ROOT / "requirements" / "http.in").read_text(encoding="utf-8").splitlines()
    assert accepted == f"fastapi>={tried.removesuffix('.0')},<1" if fastapi else f"fastapi=={tried}" in pinned


def test_a_success_is_sent_as_it_is(specs: Service) -> None:
    answer = specs.get("/specs/1")
    assert (answer.status, answer.headers["content-type"]) == (200, "application/json")
    assert answer.body == {
        "success": True,
        "data": {"spec": {"id": 1}},
        "error": None,
        "meta": {"version": "response-v2"},
    }


@pytest.mark.parametrize("spec", [2, 3], ids=["returned", "raised"])
def test_a_failure_has_the_status_and_the_headers_of_the_catalogue(spec: int, specs: Service) -> None:
    answer = specs.get(f"/specs/{spec}")
    assert (answer.status, answer.headers["retry-after"]) == (429, "45")
    assert answer.body["data"]["error_code"] == "RATE_LIMIT_EXCEEDED"


@pytest.mark.parametrize(
    ("method", "path", "status", "code", "message"),
    [
        ("GET", "/specs/9", 404, "SPEC_NOT_FOUND", "There is no spec 9"),
        ("GET", "/specs/x", 400, "VALIDATION_ERROR", "path.spec_id: Input should be a valid integer"),
        ("GET", "/nowhere", 404, "NOT_FOUND", "Not Found"),
        ("PUT", "/own", 405, "VALIDATION_ERROR", "Method Not Allowed"),
        ("POST", "/own", 400, "VALIDATION_ERROR", "body: "),
        ("GET", "/specs/5", 418, "VALIDATION_ERROR", "I am a teapot"),
        ("GET", "/specs/6", 503, "UNAVAILABLE", "Service Unavailable"),
        ("GET", "/specs/8", 409, "CONFLICT", "The request conflicts with the current state"),
        ("GET", "/specs/4", 500, "INTERNAL_ERROR", "The server failed."),
    ],
)
def test_every_error_is_a_failure_of_the_contract(
    method: str, path: str, status: int, code: str, message: str, specs: Service
) -> None:
    answer = specs.ask(method, path)
    assert (answer.status, answer.body["data"]["error_code"]) == (status, code)
    assert answer.body["error"].startswith(message)
    with imported("response_v2", RESPONSE_V2) as package:
        assert package.is_valid(answer.body)


def test_headers_of_the_framework_are_kept(specs: Service) -> None:
    assert specs.ask("PUT", "/own").headers["allow"] == "POST"
    assert specs.get("/specs/5").headers["x-kettle"] == "on"


def test_a_status_that_is_no_error_stays_what_it_is(specs: Service) -> None:
    answer = specs.get("/specs/7")
    assert (answer.status, answer.text) == (304, "")


def test_what_a_crash_says_stays_inside(specs: Service) -> None:
    answer = specs.get("/specs/4")
    assert SECRET not in answer.text + json.dumps(answer.headers)


def test_other_responses_are_left_alone(specs: Service) -> None:
    answer = specs.get("/others")
    assert (answer.status, answer.body) == (200, {"success": False})
    assert specs.ask("POST", "/own", {"own": 1}).status == 201


def test_facts_that_every_failure_needs_come_from_the_application(harbour: Service) -> None:
    refused, crashed, nowhere = (harbour.get(path) for path in ("/berths", "/berths?length=3", "/nowhere"))
    assert [each.status for each in (refused, crashed, nowhere)] == [400, 500, 404]
    assert refused.body["meta"]["request_id"] == crashed.body["meta"]["request_id"] == "req-GET-berths"
    assert SECRET not in crashed.text
    assert harbour.ask("POST", "/berths").body["data"]["error_code"] == "PILOT_REQUIRED"


def test_a_problem_has_the_media_type_of_the_rfc(desk: Service) -> None:
    found, unknown = desk.get("/books/9780141439518"), desk.get("/books/9780000000000")
    assert (found.status, found.headers["content-type"]) == (200, "application/json")
    assert (unknown.status, unknown.headers["content-type"]) == (404, PROBLEM)
    assert unknown.body["code"] == "UNKNOWN_BOOK"
    assert desk.get("/books/x").headers["content-type"] == PROBLEM


@pytest.fixture(scope="module", params=["closed", "open"])
def bakery(request: pytest.FixtureRequest, fastapi: Folders) -> Iterator[Service]:
    source = (CONSUMERS / "bakery.yaml").read_bytes()
    if request.param == "open":
        source = source.replace(b"  name: Reply\n", b"  name: Reply\n  open: true\n")
    with built(source) as package, service("bakery_service", package.path("python/src"), *fastapi) as found:
        yield found


@pytest.fixture(scope="module")
def renamed(fastapi: Folders) -> Iterator[Service]:
    source = (CONSUMERS / "bakery.yaml").read_bytes().replace(b"ok:", b"isOk:")
    with built(source) as package, service("bakery_service", package.path("python/src"), *fastapi) as found:
        yield found


LOAF = {"ok": True, "result": {"bread": {"name": "rye", "price": 1}}}
ANNOTATIONS = (
    *("nothing", "any", "object", "envelope", "class", "payload", "payload-as-dict", "payload-by-name", "union"),
    *("optional", "with-a-note", "own-alias", "parsed", "wire-form", "generic-wire-form", "alias-of-a-dict"),
)


@pytest.mark.parametrize("annotation", ANNOTATIONS)
def test_a_key_that_a_response_does_not_have_is_absent(annotation: str, bakery: Service) -> None:
    """FastAPI serializes the dataclasses itself: it must not write null, whatever the annotation of a handler says."""
    found = bakery.get(f"/annotated/{annotation}")
    assert (found.status, found.body) == (200, LOAF)


@pytest.mark.parametrize(
    ("annotation", "around"), [("list", [LOAF]), ("map", {"found": LOAF}), ("model", {"found": LOAF})]
)
def test_a_key_is_absent_in_a_response_within_something_else(annotation: str, around: Any, bakery: Service) -> None:
    assert bakery.get(f"/annotated/{annotation}").body == around


@pytest.mark.parametrize("annotation", [each for each in ANNOTATIONS if each != "alias-of-a-dict"])
def test_a_key_has_its_name_in_the_contract(annotation: str, renamed: Service) -> None:
    """Also where FastAPI knows nothing of the response but the names of its attributes."""
    assert renamed.get(f"/annotated/{annotation}").body == {"isOk": True, "result": LOAF["result"]}
    assert renamed.get("/others").body == {"is_ok": True}


def test_a_key_that_a_response_of_a_tool_does_not_have_is_absent(bakery: Service) -> None:
    found, none = bakery.get("/breads/rye"), bakery.get("/breads/none")
    assert found.body == LOAF
    assert (none.status, list(none.body)) == (404, ["ok", "problem"])


def test_a_route_that_does_not_exist_is_no_special_case(bakery: Service) -> None:
    """The only code of the type with the status 404 is about breads."""
    nowhere = bakery.get("/nowhere")
    assert (nowhere.status, nowhere.body["problem"]["code"]) == (404, "INVALID_ARGUMENT")


def test_what_the_server_reports_says_what_to_do(bakery: Service) -> None:
    crashed, refused = bakery.get("/breads/burnt"), bakery.get("/nowhere")
    assert crashed.body["problem"]["remediation"] == "Try again later."
    assert refused.body["problem"]["remediation"] == "Correct the input, then try again."


def test_install_after_routes_were_added_is_refused() -> None:
    program = """
from fastapi import FastAPI
from response_v2.fastapi import install
app = FastAPI()
app.get("/")(lambda: None)
install(app)
"""
    done = subprocess.run(
        [HTTP_PYTHON, "-c", program], cwd=RESPONSE_V2, capture_output=True, encoding="utf-8", check=False
    )  # fmt: skip
    assert "RuntimeError: call install(app) before you add routes" in done.stderr


@contextmanager
def served(module: str, *folders: Path) -> Iterator[tuple[str, "subprocess.Popen[str]"]]:
    """The address of an application that runs in a server, for as long as the block."""
    command = [str(part) for part in (HTTP_PYTHON, HTTP / "serve.py", module, HTTP, *folders)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, encoding="utf-8") as process:
        assert process.stdout
        try:
            yield f"http://127.0.0.1:{process.stdout.readline().strip()}", process
        finally:
            process.terminate()


def test_the_server_logs_a_crash_once_with_its_traceback() -> None:
    with served("specs", RESPONSE_V2) as (url, process):
        with pytest.raises(HTTPError) as caught:
            urlopen(f"{url}/specs/4")  # noqa: S310
        assert caught.value.code == 500
        assert SECRET not in caught.value.read().decode()
        _, logged = process.communicate("")
    assert logged.count(f"ZeroDivisionError: the password is {SECRET}") == 1
    assert "specs.py" in logged


# -- the OpenAPI document of an application ---------------------------------------------------------------------------


def document(service: Service) -> Any:
    return service.get("/openapi.json").body


def responses(document: Any, path: str, method: str = "get") -> dict[str, Any]:
    """By status: the schema or the response that an operation refers to."""
    found: dict[str, Any] = {}
    for status, response in document["paths"][path][method]["responses"].items():
        (content,) = response.get("content", {"": {}}).values()
        found[status] = response.get("$ref") or content["schema"]["$ref"]
    return found


SCHEMAS, RESPONSES = "#/components/schemas/", "#/components/responses/"


def test_operations_refer_to_the_schemas_of_the_contract(specs: Service, harbour: Service, desk: Service) -> None:
    failure = {"default": f"{RESPONSES}ToolResponseFailure"}
    invalid = {"400": f"{RESPONSES}ValidationError"}
    success = {"200": f"{SCHEMAS}ToolResponseSuccess"}
    made = document(specs)
    assert responses(made, "/specs/{spec_id}") == success | invalid | failure
    assert responses(made, "/digests") == success | failure
    assert responses(made, "/own", "post") == {"201": f"{SCHEMAS}Meta"} | invalid | failure
    berths = responses(document(harbour), "/berths")
    assert berths["200"] == f"{SCHEMAS}FindBerthsToolResponseSuccess"
    assert responses(document(desk), "/books/{isbn}") == {
        "200": f"{SCHEMAS}GetBookFound",
        "422": f"{RESPONSES}InvalidError",
        "default": f"{RESPONSES}Problem",
    }


def test_a_schema_of_the_application_keeps_its_name(specs: Service) -> None:
    schemas = document(specs)["components"]["schemas"]
    assert list(schemas["Meta"]["properties"]) == ["own"]
    assert schemas["ToolResponseSuccess"]["properties"]["meta"]["$ref"] == f"{SCHEMAS}response_v2.Meta"
    assert "version" in schemas["response_v2.Meta"]["properties"]
    assert not {"HTTPValidationError", "ValidationError", "ToolResponse_DigestPayload_"} & schemas.keys()


@pytest.fixture(scope="module")
def modelled(fastapi: Folders) -> Iterator[Service]:
    models = ROOT / "generated" / "response-v2" / "pydantic" / "src"
    with service("modelled", RESPONSE_V2, models, *fastapi) as found:
        yield found


def test_handlers_with_models_refer_to_the_schemas_of_the_contract_only(modelled: Service) -> None:
    """The document is the same as with the classes of the package."""
    found, same = (modelled.get(f"/openapi/{name}").body for name in ("models", "classes"))
    assert responses(found, "/specs/{spec_id}")["200"] == f"{SCHEMAS}ToolResponseSuccess"
    assert found == same
    assert [modelled.get(f"/specs/{spec}").status for spec in (1, 2)] == [200, 404]


def test_models_within_something_else_are_those_of_the_contract(modelled: Service) -> None:
    """Also if the application has a `Meta` of its own, for which FastAPI gives other names to both."""
    found = modelled.get("/openapi/nested").body
    schemas, packaged = found["components"]["schemas"], components(RESPONSE_V2 / "response_v2")
    assert responses(found, "/outcomes")["200"] == f"{SCHEMAS}ToolResponseSuccess"
    assert responses(found, "/meta", "post")["200"] == f"{SCHEMAS}Meta"
    assert schemas["Page"]["properties"]["found"]["items"] == {"$ref": f"{SCHEMAS}ToolResponse"}
    assert schemas["Page"]["properties"]["digest"] == {"$ref": f"{SCHEMAS}DigestPayload"}
    assert {name: schemas.pop(name) for name in packaged} == packaged
    assert {key for each in schemas.values() for key in each["properties"]} == {"own", "found", "digest"}


def components(package: Path) -> Any:
    return json.loads((package / "openapi.json").read_text(encoding="utf-8"))["schemas"]


def test_the_model_of_a_tool_stands_for_its_responses(fastapi: Folders, tmp_path: Path) -> None:
    contract = read_contract(CONSUMERS / "bakery.yaml")
    folders = [write_package(target, contract, tmp_path) / "src" for target in ("python", "pydantic")]
    with service("modelled_bakery", *folders, *fastapi) as bakery:
        found, loaf, none = document(bakery), bakery.get("/breads/rye"), bakery.get("/breads/none")
    assert responses(found, "/breads/{name}")["200"] == f"{SCHEMAS}GetBreadReplySuccess"
    assert found["components"]["schemas"] == components(folders[0] / "bakery")
    assert (loaf.body, none.status) == (LOAF, 404)


@pytest.mark.parametrize(
    "content",
    [
        "",
        "models.checked = SimpleNamespace()",
        "models.checked = SimpleNamespace(FUNCTIONS={'Meta': object()})",
        "models.checked = SimpleNamespace(FUNCTIONS={'Meta': SimpleNamespace(type='Gone')})",
        "models.checked = SimpleNamespace(FUNCTIONS={'Gone': SimpleNamespace(type='Meta')})",
    ],
)
def test_models_of_another_version_are_ignored(content: str) -> None:
    program = f"""
import json, sys
from types import ModuleType, SimpleNamespace
from fastapi import FastAPI
from pydantic import BaseModel
from response_v2 import ToolResponse
from response_v2.fastapi import install
class Meta(BaseModel):
    own: int
models = sys.modules["response_v2_pydantic"] = ModuleType("response_v2_pydantic")
models.Meta, models.__all__ = Meta, ["Meta"]
{content}
app = FastAPI()
install(app)
app.get("/meta", response_model=Meta)(lambda: None)
app.get("/specs", response_model=ToolResponse)(lambda: None)
print(json.dumps(app.openapi()))
"""
    found = json.loads(run(HTTP_PYTHON, "-c", program, folder=RESPONSE_V2))
    assert responses(found, "/meta")["200"] == f"{SCHEMAS}Meta"
    assert list(found["components"]["schemas"]["Meta"]["properties"]) == ["own"]
    assert responses(found, "/specs")["200"] == f"{SCHEMAS}ToolResponseSuccess"


def test_every_reference_of_the_document_leads_somewhere(specs: Service, harbour: Service, desk: Service) -> None:
    for service in (specs, harbour, desk):
        made = document(service)
        references = list(_references(made))
        assert len(references) > 20
        for reference in references:
            found = made
            for step in reference.removeprefix("#/").split("/"):
                found = found[step]


def _references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from ([value["$ref"]] if isinstance(value.get("$ref"), str) else [])
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _references(each)


# -- Flask and Starlette ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("framework", ["flask", "starlette"])
def test_a_few_lines_do_in_other_frameworks(framework: str) -> None:
    with service("crashing", EXAMPLE, LIBRARY, framework) as desk:
        found, unknown, nowhere = (desk.get(path) for path in ("/books/9780199535569", "/books/1", "/nowhere"))
        crashed, refused = desk.get("/crash"), desk.ask("POST", "/books/1")
    assert (found.status, found.headers["content-type"]) == (200, "application/json")
    assert found.body == {"data": {"book": {"isbn": "9780199535569", "title": "Emma", "copies": 1}}}
    assert (unknown.status, unknown.body["code"]) == (404, "UNKNOWN_BOOK")
    assert (nowhere.status, nowhere.body["code"]) == (404, "NOT_FOUND")
    assert (refused.status, refused.body["code"]) == (405, "INVALID_REQUEST")
    assert (crashed.status, crashed.body["code"]) == (500, "INTERNAL")
    assert all(each.headers["content-type"] == PROBLEM for each in (unknown, nowhere, refused, crashed))
    assert SECRET not in crashed.text
    if framework == "flask":  # which does not raise the exception again, so nobody else would log it
        assert f"ZeroDivisionError: the password is {SECRET}" in crashed.logged


# -- the package ------------------------------------------------------------------------------------------------------


def test_the_package_needs_no_framework_until_its_module_is_imported() -> None:
    with imported("response_v2", RESPONSE_V2):
        sys.modules["response_v2"].http_status("NOT_FOUND")
        with pytest.raises(ModuleNotFoundError, match="fastapi"):
            __import__("response_v2.fastapi")


def test_type_checkers_accept_the_module_where_fastapi_is_installed(tmp_path: Path) -> None:
    """The other tests of packages check it where FastAPI is not installed."""
    path = f"mypy_path = {RESPONSE_V2}:{LIBRARY}:{HARBOUR}"
    (tmp_path / "mypy.ini").write_text(f"[mypy]\nstrict = True\n{path}\n", encoding="utf-8")
    (tmp_path / "uses.py").write_text(USES, encoding="utf-8")
    mypy = [sys.executable, "-m", "mypy", "--python-executable", str(HTTP_PYTHON)]
    modules = ("response_v2.fastapi", "library.fastapi", "harbour_office.fastapi")
    run(*mypy, *(part for module in modules for part in ("-m", module)), folder=tmp_path)
    wrong = subprocess.run([*mypy, "uses.py"], cwd=tmp_path, capture_output=True, encoding="utf-8", check=False)
    assert [line.split(":")[1] for line in wrong.stdout.splitlines() if ": error:" in line] == ["8", "9"]


def test_only_missing_modules_switch_rules_of_pyright_off(tmp_path: Path) -> None:
    """Where FastAPI is installed, pyright has nothing to say in strict mode; where it is not, these rules would."""
    package = tmp_path / "response_v2"
    shutil.copytree(RESPONSE_V2 / "response_v2", package)
    module = (package / "fastapi.py").read_text(encoding="utf-8")
    listed = {rule for line in re.findall("^# pyright: (.*)$", module, re.MULTILINE) for rule in line.split(", ")}
    (package / "fastapi.py").write_text(re.sub("(?m)^# pyright: .*$", "", module), encoding="utf-8")
    (tmp_path / "pyrightconfig.json").write_text('{"typeCheckingMode": "strict"}', encoding="utf-8")
    modules = [f"response_v2/{name}.py" for name in ("fastapi", "_openapi", "_tools")]
    pyright = [sys.executable, "-m", "pyright", "--outputjson", *modules, "--pythonpath"]
    run(*pyright, str(HTTP_PYTHON), folder=tmp_path)
    without = subprocess.run([*pyright, sys.executable], cwd=tmp_path, capture_output=True, check=False)
    found = {
        (Path(each["file"]).name, f"{each['rule']}=false") for each in json.loads(without.stdout)["generalDiagnostics"]
    }
    assert found == {("fastapi.py", rule) for rule in listed}


USES = """
import harbour_office.fastapi
import response_v2.fastapi
from fastapi import FastAPI

app = FastAPI()
response_v2.fastapi.install(app)
response_v2.fastapi.install(app, 1)
harbour_office.fastapi.install(app)
"""
