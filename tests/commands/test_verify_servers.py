"""sealwax verify --mcp and --http: a running server is held to its contract, and always stopped."""

import json
import os
import shlex
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from checkout import CONSUMERS, RESPONSE_V2, ROOT, read_contract
from msgspec import structs
from packages.conversations import LIMIT, SERVERS, environment, free_port, http_server, python, wait_for
from samples.growing_contracts import SHAPES

from sealwax import cli
from sealwax.failures import WorkspaceError
from sealwax.pipeline import load
from sealwax.targets.json_schema.schemas import DRAFTS, writer_of
from sealwax.verify.servers import watching
from sealwax.verify.servers.coverage import Coverage
from sealwax.verify.servers.output_schemas import compare
from sealwax.verify.servers.processes import Deadline, OutOfTime, started
from sealwax.verify.servers.transports import Pipes, fetch

pytestmark = pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork:DeprecationWarning")  # threads of xdist
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
META = {"version": "response-v2", "request_id": "r"}
SUCCESS: dict[str, Any] = {"success": True, "data": {}, "error": None, "meta": META}
DATA = {"error_code": "NOT_FOUND", "error_type": "not_found", "remediation": "Look again."}
FAILURE: dict[str, Any] = {"success": False, "data": DATA, "error": "There is no such spec.", "meta": META}
SCHEMA: dict[str, Any] = {**writer_of(read_contract(), lean=True).document("ToolResponse")}
BAKERY = CONSUMERS / "bakery.yaml"
CALLS = "calls:\n  - {tool: get_spec, arguments: {id: 7}}\n"


def result(response: object, *, is_error: bool = False) -> dict[str, Any]:
    return {"content": [], "structuredContent": response, "isError": is_error}


class Run:
    """One run of the command."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def found(self) -> list[tuple[str, int, str, str]]:
        lines = [json.loads(line) for line in self.out.splitlines()]
        return [(each["file"], each["line"], each["rule"], each["message"]) for each in lines if "rule" in each]

    @property
    def coverage(self) -> dict[str, Any]:
        lines = [json.loads(line) for line in self.out.splitlines()]
        found: dict[str, Any] = next(each["coverage"] for each in lines if "coverage" in each)
        return found


@pytest.fixture
def verify(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """Verifies a server that follows a script."""
    monkeypatch.chdir(tmp_path)

    def run(
        *results: Any,
        calls: str = CALLS,
        contract: Path | str = RESPONSE_V2,
        form: str = "json",
        options: tuple[str, ...] = (),
        **script: Any,
    ) -> Run:
        told = {"tools": {"get_spec": SCHEMA}, "results": results, "pids": str(tmp_path / "pids"), **script}
        Path("script.json").write_text(json.dumps(told), encoding="utf-8")
        Path("calls.yaml").write_text(calls, encoding="utf-8")
        command = shlex.join([sys.executable, str(CONSUMERS / "scripted_server.py"), "script.json"])
        asked = ["verify", str(contract), "--mcp", command, "calls.yaml", "--format", form]
        code = cli.main([*asked, *options])
        printed = capsys.readouterr()
        return Run(code, printed.out, printed.err)

    return run


# -- what it finds ----------------------------------------------------------------------------------------------------


def test_a_server_that_keeps_the_contract(verify: Any) -> None:
    calls = CALLS + "  - {tool: get_spec, arguments: {id: 8}, outcome: failure, code: NOT_FOUND}\n"
    done = verify(result(SUCCESS), result(FAILURE, is_error=True), calls=calls)
    assert (done.code, done.found, done.err) == (0, [], "")
    assert done.coverage["outcomes"] == {"seen": ["success", "failure"], "unseen": []}
    assert done.coverage["error_codes"]["seen"] == ["NOT_FOUND"]
    assert "VALIDATION_ERROR" in done.coverage["error_codes"]["unseen"]
    assert done.coverage["fields"]["seen"] == [
        "success", "data", "error", "meta", "meta.version", "meta.request_id",
        "data.error_code", "data.error_type", "data.remediation",
    ]  # fmt: skip


def test_a_response_that_breaks_the_contract(verify: Any) -> None:
    done = verify(result({**SUCCESS, "data": 7}))
    assert (done.code, done.found) == (1, [("calls.yaml", 2, "type", "expected an object")])


def test_a_failure_that_is_not_marked_as_one(verify: Any) -> None:
    done = verify(result(FAILURE))
    assert done.found == [("calls.yaml", 2, "wrong-outcome", "the response is a failure, but `isError` is false")]


def test_an_error_without_a_response(verify: Any) -> None:
    crash = {"content": [{"type": "text", "text": "Traceback …"}], "isError": True}
    message = "the result has no structured content, only the text `Traceback …`"
    assert verify(crash).found == [("calls.yaml", 2, "no-response", message)]


def test_a_response_as_text_counts(verify: Any) -> None:
    done = verify({"content": [{"type": "text", "text": json.dumps(SUCCESS)}]})
    assert (done.code, done.found) == (0, [])


def test_an_error_of_the_protocol(verify: Any) -> None:
    done = verify({"rpc_error": {"code": -32603, "message": "oops"}})
    assert [rule for _, _, rule, _ in done.found] == ["no-response"]


def test_an_expectation_that_is_not_met(verify: Any) -> None:
    calls = "calls:\n  - {tool: get_spec, outcome: failure, code: CONFLICT}\n"
    messages = [message for *_, message in verify(result(SUCCESS), calls=calls).found]
    assert messages == [
        "expected a failure, but the response is a success",
        "expected the code `CONFLICT`, but the response has no code",
    ]


def test_a_failure_with_another_code(verify: Any) -> None:
    calls = "calls:\n  - {tool: get_spec, outcome: success, code: CONFLICT}\n"
    assert [message for *_, message in verify(result(FAILURE, is_error=True), calls=calls).found] == [
        "expected a success, but the response is a failure",
        "expected the code `CONFLICT`, but the response has `NOT_FOUND`",
    ]


def test_tools_that_only_one_side_has(verify: Any) -> None:
    (contract,), _ = load({"bakery.yaml": BAKERY.read_bytes()})
    names = [tool.name for tool in contract.tools]
    offered = [f"{names[0]}s", *names[1:]]
    schemas = {name: writer_of(contract, lean=True).document(contract.envelope.name) for name in offered}
    done = verify(calls="calls: []\n", contract=BAKERY, tools=schemas)
    found = [(line, message) for _, line, rule, message in done.found if rule == "unmatched-tool"]
    assert found == [
        (1, f"{names[0]}s: the contract does not declare this tool; did you mean '{names[0]}'?"),
        (len(names) + 1, f"the server does not have the tool `{names[0]}` of the contract"),
    ]
    assert done.code == 0 or any(rule != "unmatched-tool" for _, _, rule, _ in done.found)


def test_a_call_of_a_tool_that_the_server_does_not_have(verify: Any) -> None:
    refusal = {"content": [{"type": "text", "text": "Unknown tool: get_spek"}], "isError": True}
    done = verify(refusal, calls="calls:\n  - {tool: get_spek, outcome: success}\n")
    told = "the server has no tool `get_spek`; did you mean 'get_spec'?"
    assert done.found == [("calls.yaml", 2, "no-response", told)]


def test_tools_and_responses_are_counted_separately(verify: Any) -> None:
    calls = CALLS + CALLS.partition("\n")[2]
    done = verify(result(SUCCESS), result(SUCCESS), calls=calls, form="text")
    assert "1 tool and 2 responses: 0 with errors, 0 with advice only, 3 without findings." in done.out


def test_schemas_that_differ(verify: Any) -> None:
    """A schema without the branch of failures hides the real error from clients that check everything."""
    only_success = {**SCHEMA, "anyOf": SCHEMA["anyOf"][:1]}
    tools = {"none": None, "lax": {"type": "object"}, "strict": only_success, "list": {"type": "array"}}
    done = verify(calls="calls: []\n", tools=tools)
    assert [(line, rule) for _, line, rule, _ in done.found] == [
        (1, "output-schema"), (2, "output-schema"), (3, "output-schema"), *[(4, "output-schema")] * 3
    ]  # fmt: skip
    words = [message for *_, message in done.found]
    assert words[0] == "none: this tool has no outputSchema, so clients do not know what to expect"
    assert words[1].startswith("lax: it accepts ")
    assert words[2].startswith("strict: it rejects ")
    assert words[3] == "list: the root of an outputSchema has to have `type: object`"
    assert done.code == 1


def test_schemas_with_and_without_the_choice_of_the_outcome_need_no_jsonschema(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jsonschema", None)
    without = structs.replace(DRAFTS[0], chooses=False)
    for draft in (without, DRAFTS[0]):
        schema: dict[str, Any] = {**writer_of(read_contract(), draft, lean=True).document("ToolResponse")}
        assert list(compare(read_contract(), read_contract().envelope, schema)) == []
        [finding] = compare(read_contract(), read_contract().envelope, {**schema, "anyOf": schema["anyOf"][:1]})
        assert finding.message.startswith("it differs from that of the contract")


def test_a_tool_with_another_name_than_in_the_contract(verify: Any) -> None:
    schema = writer_of(read_contract(BAKERY), lean=True).document("GetBreadReply")
    response = {"ok": True, "result": {"bread": {"name": "Rye", "price": 3.5}}}
    terms = {"contract": BAKERY, "tools": {"find_bread": schema}}
    calls = "calls:\n  - {tool: find_bread}\n"
    unnamed = verify(result(response), calls=calls, **terms)
    told = [(rule, message.partition(":")[0]) for *_, rule, message in unnamed.found]
    assert told[:2] == [("unmatched-tool", "find_bread"), ("output-schema", "find_bread")]
    assert "successes of the general kind" in unnamed.found[1][3]
    assert unnamed.code == 0
    named = verify(result(response), calls=f"tools: {{find_bread: get_bread}}\n{calls}", **terms)
    assert named.code == 0
    missing = "the server does not have the tool `place_order` of the contract"
    assert [(rule, message) for _, _, rule, message in named.found] == [("unmatched-tool", missing)]
    assert named.coverage["tools"]["seen"] == ["get_bread"]
    wrong = verify(calls=f"tools: {{find_bread: get_bred}}\n{calls}", **terms)
    assert (wrong.code, "did you mean 'get_bread'?" in wrong.err) == (2, True)


def test_schemas_that_only_look_different(verify: Any) -> None:
    full = writer_of(read_contract()).document("ToolResponse")
    spelled = json.loads(json.dumps(SCHEMA).replace("#/$defs/", "#/definitions/"))
    spelled["definitions"] = spelled.pop("$defs")
    assert verify(calls="calls: []\n", tools={"full": full, "spelled": {**spelled, "title": "T"}}).found == []


def test_a_table_for_people(verify: Any) -> None:
    shown = verify(result(SUCCESS), form="text").out
    assert "outcomes        1 of 2  not: failure\n" in shown
    assert "1 tool and 1 response: 0 with errors, 0 with advice only, 2 without findings.\n" in shown


@pytest.mark.parametrize("form", ["sarif", "markdown", "github"])
def test_other_formats_are_those_of_payloads(verify: Any, form: str) -> None:
    """With nothing before or after a document that programs read."""
    done = verify(result({**SUCCESS, "data": 7}), form=form, tools={"get_spec": None})
    assert (done.code, done.err) == (1, "")
    match form:
        case "sarif":
            (run,) = json.loads(done.out)["runs"]
            found = [(each["ruleId"], each["level"]) for each in run["results"]]
            assert found == [("output-schema", "warning"), ("type", "error")]
        case "markdown":
            assert done.out.startswith("### ❌ sealwax verify\n\n1 tool and 1 response: 1 with errors, ")
            assert "\n- outcomes: 1 of 2 seen, not: failure\n" in done.out
        case _:
            assert [line.partition(" ")[0] for line in done.out.splitlines()] == ["::warning", "::error"]


def test_a_document_has_the_findings_until_the_server_ended(verify: Any) -> None:
    calls = CALLS + CALLS.partition("\n")[2]
    done = verify(result({**SUCCESS, "data": 7}), calls=calls, form="sarif")
    assert (done.code, "the server exited before it answered" in done.err) == (2, True)
    assert [each["ruleId"] for each in json.loads(done.out)["runs"][0]["results"]] == ["type"]


@pytest.mark.parametrize("form", ["sarif", "json"])
def test_errors_in_the_list_of_calls(verify: Any, form: str) -> None:
    done = verify(calls="calls: [{tol: get_spec}]\n", form=form)
    assert done.code == 2
    assert ("unknown-key" in done.out, "unknown-key" in done.err) == (form == "sarif", form == "json")


def test_the_list_of_calls_need_not_be_in_the_project(verify: Any) -> None:
    done = verify(calls="calls: [{}]\n", contract="response-v2", options=("--root", str(ROOT)))
    assert done.err.startswith("calls.yaml:1:9: error[missing-key]")


def test_what_the_server_logged_during_a_call_with_an_error(verify: Any) -> None:
    broken, calls = result({**SUCCESS, "data": 7}), CALLS + CALLS.partition("\n")[2] * 2
    script = {"calls": calls, "logs": ["first", "\n".join(f"line {at}" for at in range(12)), "\x1b[31m\n::error::no"]}
    shown = verify(result(SUCCESS), broken, broken, form="text", **script).out
    log = "".join(f"    line {at}\n" for at in range(2, 12))
    assert f"calls.yaml:3: error[type] /data: expected an object\n  The server logged:\n{log}calls.yaml:4: " in shown
    assert "  The server logged:\n    \\x1b[31m\n    \\x3a:error::no\n\nseen" in shown
    assert "first" not in shown
    assert "line" not in verify(result(SUCCESS), broken, broken, form="github", **script).out.replace("line=", "")


@pytest.mark.parametrize("mood", ["noise", "ask", "pages"])
def test_what_else_servers_say_does_not_matter(verify: Any, mood: str) -> None:
    tools = {"get_spec": SCHEMA, "list_specs": None}
    done = verify(result(SUCCESS), mood=mood, tools=tools)
    assert [message.partition(":")[0] for *_, message in done.found] == ["list_specs"]


# -- what stops it ----------------------------------------------------------------------------------------------------


def test_a_server_that_hangs_is_stopped_with_its_children(verify: Any, tmp_path: Path) -> None:
    done = verify(mood="hang", options=("--time-limit", "3"))
    assert (done.code, done.out) == (2, "")
    assert "the server took longer than 3 seconds\n" in done.err
    assert_all_end(tmp_path / "pids")


@contextmanager
def hanging(kind: str, folder: Path) -> Iterator["subprocess.Popen[bytes]"]:
    """A run whose server stops neither when its input ends nor when it is asked to, with a child that is no better."""
    script = {"tools": {}, "results": [], "mood": "hang", "pids": str(folder / "pids")}
    (folder / "script.json").write_text(json.dumps(script), encoding="utf-8")
    (folder / "calls.yaml").write_text(CALLS if kind == "mcp" else "requests: [{path: /}]\n", encoding="utf-8")
    command = [sys.executable, str(CONSUMERS / "scripted_server.py"), "script.json"]
    server = ["--mcp", shlex.join(command)]
    if kind == "http":
        port = str(free_port())
        server = ["--http", f"http://127.0.0.1:{port}", "--start", shlex.join([*command, port])]
    asked = [sys.executable, "-m", "sealwax", "verify", str(RESPONSE_V2), *server, "calls.yaml"]
    with subprocess.Popen(asked, cwd=folder, stdout=subprocess.DEVNULL, start_new_session=True) as verifying:
        for _ in range(LIMIT * 20):
            if (folder / "pids").exists():
                break
            time.sleep(0.05)
        yield verifying


@pytest.mark.parametrize("signals", [("SIGINT", "SIGINT"), ("SIGTERM",), ("SIGHUP", "SIGTERM")], ids="-".join)
@pytest.mark.parametrize("kind", ["mcp", "http"])
def test_an_interrupted_run_leaves_no_server_behind(kind: str, signals: tuple[str, ...], tmp_path: Path) -> None:
    """Not even if somebody is impatient while the server is being stopped."""
    with hanging(kind, tmp_path) as verifying:
        for each in signals:
            verifying.send_signal(signal.Signals[each])
            time.sleep(0.2)
        assert verifying.wait(LIMIT) == 128 + signal.Signals[signals[0]]
    assert_all_end(tmp_path / "pids")


@pytest.mark.parametrize("kind", ["mcp", "http"])
def test_a_run_that_is_killed_leaves_no_server_behind(kind: str, tmp_path: Path) -> None:
    """Also if its whole process group is killed, as a job is that takes too long."""
    with hanging(kind, tmp_path) as verifying:
        os.killpg(verifying.pid, signal.SIGKILL)
        assert verifying.wait(LIMIT) == -signal.SIGKILL
    assert_all_end(tmp_path / "pids")


def test_a_run_that_is_killed_while_the_server_starts_leaves_no_server_behind() -> None:
    """As soon as there is a process, and before anybody else knows of it."""
    program = """
import os, signal, subprocess

class Popen(subprocess.Popen):
    def __init__(self, command, **options):
        super().__init__(command, **options)
        if command == ["sleep", "600"]:
            print(self.pid, flush=True)
            os.kill(os.getpid(), signal.SIGKILL)

subprocess.Popen = Popen
from sealwax.verify.servers.processes import started
with started("sleep 600", talks=False):
    pass
"""
    done = subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE, timeout=LIMIT, check=False)
    assert done.returncode == -signal.SIGKILL
    assert_end([int(done.stdout)])


@pytest.mark.parametrize(
    ("executable", "program", "told"),
    [
        ("", watching.__file__, "Python does not know its own path"),
        ("/nowhere/python", watching.__file__, "cannot start /nowhere/python: No such file or directory"),
        (sys.executable, "/nowhere/watching.py", "cannot run /nowhere/watching.py"),
    ],
    ids=["unknown Python", "no Python", "no program"],
)
def test_a_server_that_nobody_would_stop_is_not_started(
    executable: str, program: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", executable)
    monkeypatch.setattr(watching, "__file__", program)
    with pytest.raises(WorkspaceError, match=told), started("cat", talks=False):
        pytest.fail("it was started")


def test_a_server_is_killed_even_if_it_may_not_be_asked_to_end(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[int] = []

    def refuse(_group: int, sign: int) -> None:
        sent.append(sign)
        raise PermissionError

    monkeypatch.setattr(os, "killpg", refuse)
    monkeypatch.setattr(watching, "GRACE", 0)
    monkeypatch.setattr(sys, "stdin", StringIO("7\n"))
    watching.watch()
    assert sent == [signal.SIGTERM, signal.SIGKILL]


@LINUX
def test_a_run_leaves_no_process_behind() -> None:
    before = children()
    with started("cat", talks=False) as server:
        assert children() > before
    assert children() == before
    assert server.process.returncode == 0


def children() -> set[str]:
    """The processes that this one has started and not yet waited for."""
    return set(Path(f"/proc/self/task/{os.getpid()}/children").read_text().split())


def assert_all_end(pids: Path) -> None:
    """Neither the server nor its child is alive, or soon is not."""
    noted = [int(each) for each in pids.read_text().split()]
    assert len(noted) == 2
    assert_end(noted)


def assert_end(pids: list[int]) -> None:
    for _ in range(LIMIT * 20):
        if not any(map(is_alive, pids)):
            break
        time.sleep(0.05)
    assert not any(map(is_alive, pids))


def is_alive(pid: int) -> bool:
    if sys.platform != "linux":  # no container, so somebody waits for every process
        with suppress(ProcessLookupError):
            os.kill(pid, 0)
            return True
        return False
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (OSError, IndexError):
        return False
    return state != "Z"


def test_a_server_that_does_not_start(verify: Any) -> None:
    done = verify(mood="crash")
    assert done.code == 2
    assert "the server exited before it" in done.err
    assert "no such module: \\x1b[31mspecs" in done.err


@pytest.mark.parametrize(
    ("mood", "calls"),
    [
        ("deaf", f"calls:\n  - {{tool: get_spec, arguments: {{text: {'x' * 300_000}}}}}\n"),
        ("flood", CALLS),
    ],
)
def test_the_time_limit_is_one_for_everything(verify: Any, mood: str, calls: str) -> None:
    begun = time.monotonic()
    done = verify(mood=mood, calls=calls, options=("--time-limit", "2"))
    assert time.monotonic() - begun < 30
    assert done.code == 2
    assert "the server took longer than 2 seconds\n" in done.err


def test_a_message_that_nobody_reads_is_given_up() -> None:
    """No server can say anything before it has read, so this needs a conversation of its own."""
    begun = time.monotonic()
    with started(shlex.join([sys.executable, "-c", "import time; time.sleep(600)"]), talks=True) as server:
        pipes = Pipes(server, Deadline(1))
        with pytest.raises(OutOfTime):
            pipes.notify({"text": "x" * 1_000_000})
    assert time.monotonic() - begun < 30


def test_a_server_that_says_much_has_to_wait() -> None:
    say = "while True: print('{}' + ' ' * 1000)"
    with started(shlex.join([sys.executable, "-c", say]), talks=True) as server:
        pipes = Pipes(server, Deadline(60))
        time.sleep(1)
        assert pipes._lines.qsize() <= 1


@pytest.mark.parametrize("tools", ["abc", [1, 2], [None], {"a": {}}], ids=str)
def test_tools_that_are_none(verify: Any, tools: Any) -> None:
    done = verify(listed=tools)
    assert done.code == 2
    assert "the server does not list its tools as objects" in done.err


def test_a_long_log_is_shown_in_part(verify: Any) -> None:
    done = verify(mood="crash", last_words=f"{'x' * 1_000_000}\n{'y' * 1_000_000}")
    assert done.code == 2
    assert len(done.err) < 1000
    assert "yyy …" in done.err


def doubling(keyword: str) -> dict[str, Any]:
    """A schema whose references double it forty times."""
    rows: dict[str, Any] = {"d0": {"type": "string"}}
    for at in range(1, 41):
        below = {"$ref": f"#/$defs/d{at - 1}"}
        rows[f"d{at}"] = {keyword: {"a": below, "b": below} if keyword == "properties" else [below, below]}
    return {"type": "object", "$defs": rows, "$ref": "#/$defs/d40"}


@pytest.mark.parametrize("keyword", ["properties", "allOf"])
def test_a_schema_that_its_references_double_is_not_written_out(verify: Any, keyword: str) -> None:
    done = verify(calls="calls: []\n", tools={"huge": doubling(keyword)})
    assert done.code == 1
    assert "huge: it is too large for clients: it has " in done.found[-1][3]


def test_a_regular_expression_that_takes_forever_is_interrupted(verify: Any) -> None:
    slow = {"type": "object", "propertyNames": {"pattern": "^(((([a-z]*)*)*)*)*!$"}}
    done = verify(calls="calls: []\n", tools={"slow": slow}, options=("--time-limit", "3"))
    assert done.code == 2
    assert "the server took longer than 3 seconds\n" in done.err


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of fetching
def test_a_schema_fetches_nothing(verify: Any, tmp_path: Path) -> None:
    (tmp_path / "other.json").write_text('{"type": "object"}')
    done = verify(calls="calls: []\n", tools={"far": {"type": "object", "$ref": (tmp_path / "other.json").as_uri()}})
    assert "far: this is not a JSON Schema that clients can use (_WrappedReferencingError)" in done.found[-1][3]


def test_a_schema_that_contains_itself_differs(verify: Any) -> None:
    tree = {"type": "object", "properties": {"data": {"$ref": "#/$defs/T"}}}
    done = verify(calls="calls: []\n", tools={"tree": {**tree, "$defs": {"T": tree}}})
    assert [message for *_, message in done.found if message.startswith("tree: it accepts ")]


def test_coverage_names_each_field_once() -> None:
    """A record that is reached on very many paths has the name of the first one."""
    (contract,), _ = load(SHAPES["doubling payload"](40))
    coverage = Coverage(contract)
    coverage.response({"ok": True, "data": {"b": {"a": {}}}}, contract.tools[0].envelope.outcomes[0])
    (fields,) = [each for each in coverage.results() if each.kind == "fields"]
    assert fields.seen == ("ok", "data", "data.a.a", "data.b")
    assert len(fields.unseen) == 2 * 39 + 1 - 2


@pytest.mark.parametrize(
    ("calls", "told"),
    [
        ("calls: 7\n", "expected a list, found the number 7"),
        ("requests: []\n", "the list 'calls' is missing"),
        ("calls: [{arguments: {}}]\n", "the key 'tool' is missing"),
        ("calls: [{tol: get_bread}]\n", "did you mean 'tool'?"),
        ("tools: 7\ncalls: []\n", "expected a mapping, found the number 7"),
        ("calls: [{tool: a, argumens: {}}]\n", "did you mean 'arguments'?"),
        ("calls: [{tool: a, outcome: maybe}]\n", "write one of: success, failure"),
        ("calls: [{tool: a, arguments: 7}]\n", "expected a mapping, found the number 7"),
    ],
)
def test_errors_in_the_file_have_a_place_and_a_hint(verify: Any, calls: str, told: str) -> None:
    done = verify(calls=calls)
    assert done.code == 2
    assert told in done.err
    assert "calls.yaml:1:" in done.err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--mcp", "nothing-of-this-name"), "cannot start nothing-of-this-name"),
        (("--mcp", "'"), "cannot understand the command"),
        (("--mcp", ""), "there is no command"),
        (("--mcp", "http://example.org/mcp"), "is not an http address on this computer"),
        (("--mcp", "true", "--start", "true"), "--start cannot be combined with --mcp"),
        (("--mcp", "true", "--type", "Meta"), "--type cannot be combined with --mcp or --http"),
        (("--http", "http://127.0.0.1:1"), "expected one file that lists requests"),
        (("--http", "https://127.0.0.1:1", "requests.yaml"), "is not an http address on this computer"),
        (("--http", "http://127.0.0.1:1", "requests.yaml"), "the server cannot be reached"),
        (("--http", "http://127.0.0.1:1", "requests.yaml"), "or pass the command that does to --start"),
        (("--http", "http://127.0.0.1:abc", "requests.yaml"), "is not an http address on this computer"),
        (("--http", "http://127.0.0.1:99999", "requests.yaml"), "is not an http address on this computer"),
        (("--http", "http://[::1", "requests.yaml"), "is not an http address on this computer"),
        (("--mcp", "http://[::1"), "is not an http address on this computer"),
    ],
)
def test_arguments_that_lead_nowhere(
    arguments: tuple[str, ...], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    Path("requests.yaml").write_text("requests: [{path: /}]\n", encoding="utf-8")
    assert cli.main(["verify", str(ROOT / "contract/response-v2.yaml"), *arguments]) == 2
    assert told in capsys.readouterr().err


# -- web services -----------------------------------------------------------------------------------------------------


def test_a_web_service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    answers = [
        *((200, SUCCESS), (404, FAILURE), (200, FAILURE), (500, SUCCESS), (502, "Bad gateway"), (200, SUCCESS)),
        *((405, FAILURE), (405, FAILURE), (200, FAILURE)),
    ]
    told = {"results": [{"status": status, "body": body} for status, body in answers], "received": "received.json"}
    Path("script.json").write_text(json.dumps(told), encoding="utf-8")
    Path("requests.yaml").write_text(
        "requests:\n"
        "  - {path: /specs/7, outcome: success}\n"
        "  - {path: specs/8, status: 404, code: NOT_FOUND}\n"
        "  - {path: /specs/8, status: 404}\n"
        "  - {path: /specs/9}\n"
        "  - {path: /specs/10}\n"
        "  - {method: post, path: /specs, body: {title: New}, headers: {X-Trace: 7}}\n"
        "  - {path: /specs, method: GET, status: 405}\n"
        "  - {path: /specs}\n"
        "  - {path: /specs/8, status: 200}\n",
        encoding="utf-8",
    )
    port = free_port()
    command = shlex.join([sys.executable, str(CONSUMERS / "scripted_server.py"), "script.json", str(port)])
    asked = ["--http", f"http://127.0.0.1:{port}", "--start", command, "requests.yaml", "--format", "json"]
    code = cli.main(["verify", str(ROOT / "contract/response-v2.yaml"), *asked])
    done = Run(code, capsys.readouterr().out, "")
    assert [(line, message) for _, line, _, message in done.found] == [
        (4, "expected the HTTP status 404, not 200"),
        (4, "the HTTP status of `not_found` is 404, not 200"),
        (5, "the response is a success, but its HTTP status is 500"),
        (6, "the answer, with the HTTP status 502, is not a JSON object"),
        (9, "the HTTP status of `not_found` is 404, not 405"),
        (10, "the HTTP status of `not_found` is 404, not 200"),
    ]
    assert code == 1
    assert json.loads(Path("received.json").read_text()) == {"title": "New"}
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(("127.0.0.1", port), timeout=5)


@pytest.mark.parametrize(
    ("request_", "told"),
    [
        ("{path: /, method: ÄÖ}", "a method consists of letters"),
        ("{path: /, method: 'GET /x HTTP/1.1'}", "a method consists of letters"),
        ("{path: /, headers: {'a b': c}}", "'a b' is not a valid header"),
        ("{path: /, headers: {a: 日本}}", "HTTP cannot transmit this value of the header 'a'"),
        ('{path: /, headers: {a: "b\\r\\nX: c"}}', "a carriage return (U+000D) that does not end a line"),
    ],
)
def test_requests_that_http_cannot_transmit(
    request_: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("requests.yaml").write_text(f"requests: [{request_}]\n", encoding="utf-8")
    asked = ["--http", "http://127.0.0.1:1", "requests.yaml"]
    assert cli.main(["verify", str(ROOT / "contract/response-v2.yaml"), *asked]) == 2
    said = capsys.readouterr().err
    assert told in said
    assert "requests.yaml:1:" in said


def test_a_path_in_any_script_is_encoded() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        heard: list[bytes] = []

        def serve() -> None:
            connection, _ = listening.accept()
            with connection:
                heard.append(connection.recv(10_000))
                connection.sendall(b"HTTP/1.1 204 No Content\r\n\r\n")

        thread = threading.Thread(target=serve)
        thread.start()
        assert fetch("GET", f"http://127.0.0.1:{port}/é x?q=日", {}, None, Deadline(10))[0] == 204
        thread.join()
    assert heard[0].startswith(b"GET /%C3%A9%20x?q=%E6%97%A5 HTTP/1.1\r\n")


def test_a_service_that_never_ends_its_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("script.json").write_text(json.dumps({"results": [], "mood": "drip"}), encoding="utf-8")
    Path("requests.yaml").write_text("requests: [{path: /}]\n", encoding="utf-8")
    port, begun = free_port(), time.monotonic()
    command = shlex.join([sys.executable, str(CONSUMERS / "scripted_server.py"), "script.json", str(port)])
    asked = ["--http", f"http://127.0.0.1:{port}", "--start", command, "requests.yaml", "--time-limit", "3"]
    assert cli.main(["verify", str(ROOT / "contract/response-v2.yaml"), *asked]) == 2
    assert "the server took longer than 3 seconds" in capsys.readouterr().err
    assert time.monotonic() - begun < 30


# -- the examples -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("server", "contract", "sdk"),
    [
        ("specs", "contract/response-v2.yaml", "mcp-1"),
        ("harbour", "examples/harbour/contract/harbour-office.yaml", "mcp-1"),
        ("mail", "contract/mail-imap.yaml", "mcp-2"),
        ("catalogue", "contract/stac-meta.yaml", "mcp-1"),
    ],
)
def test_the_examples_keep_their_contracts(
    server: str, contract: str, sdk: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    variables = [f"{name}={value}" for name, value in environment(sdk).items()]
    command = shlex.join(["env", *variables, str(python(sdk)), str(SERVERS / f"{server}.py")])
    code = cli.main(["verify", contract, "--mcp", command, str(SERVERS / f"{server}.yaml"), "--format", "json"])
    done = Run(code, capsys.readouterr().out, "")
    assert code == 0, done.out
    assert done.coverage.get("tools", {"unseen": []})["unseen"] == []
    assert done.coverage.get("outcomes", {"unseen": []})["unseen"] == []


def test_an_example_over_http(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(ROOT)
    with http_server("specs", "mcp-1") as port:
        wait_for(port)
        url = f"http://127.0.0.1:{port}/mcp"
        code = cli.main(["verify", "contract/response-v2.yaml", "--mcp", url, str(SERVERS / "specs.yaml")])
    assert code == 0, capsys.readouterr().out


@LINUX
def test_no_process_is_left_behind_by_a_clean_run(verify: Any) -> None:
    before = children()
    verify(result(SUCCESS))
    assert children() == before
