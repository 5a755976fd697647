"""Old names still work, with a warning: in Python at run time and for type checkers, in TypeScript for editors."""

import dataclasses
import json
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import pytest
from checkout import CASES, NODE, NODE_MODULES, TSC
from hypothesis import HealthCheck, given, settings
from packages.built import Built
from packages.built import built as build
from strategies.contracts import as_yaml, contracts

from sealwax.contract.model import Contract
from sealwax.diagnostics import errors
from sealwax.meaning.renamed import before_renames, field_aliases, type_aliases, value_aliases
from sealwax.pipeline import load

NEW = "import renames as r\n"


@pytest.fixture(scope="module")
def built() -> Iterator[Built]:
    with build((CASES / "renames" / "contract.yaml").read_bytes()) as made:
        yield made


@pytest.fixture
def package(built: Built) -> Iterator[ModuleType]:
    with built.imported() as found:
        yield found


def warned(action: Callable[[], Any]) -> tuple[Any, str]:
    """The result, and the warning, which is about this file."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        result = action()
    (warning,) = caught
    assert warning.category is DeprecationWarning
    assert warning.filename == __file__
    return result, str(warning.message)


# -- Python -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Task", "Job"), ("TaskDict", "JobDict"), ("validate_task", "validate_job"), ("is_valid_task", "is_valid_job"),
        ("parse_task", "parse_job"), ("parse_json_task", "parse_json_job"), ("Feeling", "Mood"), ("Amount", "Price"),
        ("StartJobReply", "RunJobReply"), ("parse_start_job_reply", "parse_run_job_reply"),
        ("BusyError", "OverloadError"),
    ],
)  # fmt: skip
def test_a_package_has_old_names(package: ModuleType, old: str, new: str) -> None:
    found, words = warned(lambda: getattr(package, old))
    assert found is getattr(package, new)
    assert words == f"`{old}` of `renames` is now called `{new}`"
    assert old not in package.__all__


def test_a_name_that_never_was_is_an_error(package: ModuleType) -> None:
    with pytest.raises(AttributeError, match="module 'renames' has no attribute 'Nothing'"):
        _ = package.Nothing
    with pytest.raises(AttributeError, match=r"module 'renames\.errors' has no attribute 'nothing'"):
        _ = package.errors.nothing


def test_a_value_has_its_old_name_and_goes_over_the_wire_under_its_new_one(package: ModuleType) -> None:
    found, words = warned(lambda: package.ErrorCode.TOO_BUSY)
    assert found is package.ErrorCode.QUEUE_FULL
    assert words == "`TOO_BUSY` of `ErrorCode` is now called `QUEUE_FULL`"
    assert [*package.ErrorCode.__members__] == ["QUEUE_FULL", "BAD_JOB", "BAD_NAME"]
    make, words = warned(lambda: package.errors.too_busy)
    assert words == "`too_busy` of `renames.errors` is now called `queue_full`"
    assert make(queue="q").to_dict()["problem"]["code"] == "QUEUE_FULL"


def test_a_field_has_its_old_name_and_goes_over_the_wire_under_its_new_one(package: ModuleType) -> None:
    job, words = warned(lambda: package.Job(id="a", host="h"))
    assert words == "`host` of `Job` is now called `node`"
    assert job == package.Job(id="a", node="h")
    assert job.to_dict() == {"id": "a", "node": "h"}
    assert warned(lambda: job.host) == ("h", "`host` is now called `node`")
    assert warned(lambda: setattr(job, "host", "i"))[1] == "`host` is now called `node`"
    assert job.to_dict() == {"id": "a", "node": "i"}


def test_an_old_name_beside_the_new_one_is_an_error(package: ModuleType) -> None:
    """No value is dropped without a word."""
    words = "`host` is the old name of `node` in `Job`: pass only one of them"
    with pytest.raises(TypeError, match=words):
        package.Job(id="a", node="n", host="h")
    with pytest.raises(TypeError, match=words):
        dataclasses.replace(package.Job(id="a", node="n"), host="h")


def test_an_argument_of_an_error_has_its_old_name_and_goes_over_the_wire_under_its_new_one(package: ModuleType) -> None:
    made, words = warned(lambda: package.errors.queue_full(line="q", waiting=3))
    assert words == "`line` of `queue_full` is now called `queue`"
    assert made.to_dict()["problem"]["details"] == {"queue": "q", "waiting": 3}
    note, words = warned(lambda: package.notes.slow(time=5))
    assert words == "`time` of `slow` is now called `seconds`"
    assert note.to_dict()["details"] == {"seconds": 5}
    with pytest.raises(TypeError, match="`line` is the old name of `queue` in `queue_full`: pass only one of them"):
        package.errors.queue_full(line="q", queue="r")


def test_present_names_do_not_warn(built: Built) -> None:
    lines = (
        "job = r.Job(id='a', node='n')",
        "job.node = 'm'",
        "r.parse_json_job(job.to_json())",
        "r.errors.queue_full(queue='q', waiting=1)",
        "r.notes.slow(seconds=1)",
        "assert [*r.Mood] and r.Mood('fine') is r.Mood.FINE",
        "raise SystemExit(len(r.validate({})))",
    )
    command = [sys.executable, "-W", "error", "-c", NEW + "\n".join(lines)]
    done = subprocess.run(command, cwd=built.path("python/src"), check=False, capture_output=True, encoding="utf-8")
    assert (done.returncode, done.stderr) == (3, "")


def test_type_checkers_know_old_names_and_say_that_they_are_deprecated(built: Built) -> None:
    lines = ["job: r.Task = r.Job(id='a')", "job.host = 'h'", "r.Mood.GOOD", "code: r.ErrorCode = r.ErrorCode.TOO_BUSY"]
    lines += ["reply: r.Reply = r.errors.too_busy(queue='q')", "wrong: int = job.node"]
    lines += ["r.Job(id='a', host='h')", "wire: r.JobDict = {'id': 'a', 'host': 'h'}"]
    lines += ["r.errors.queue_full(line='q', in_line=1)", "r.notes.slow(time=1)", "r.errors.queue_full()"]
    file = built.path("python/src") / "old_names.py"
    file.write_text(NEW + "\n".join(lines) + "\n")
    options = ["--strict", "--enable-error-code", "deprecated", "--cache-dir", str(built.folder / ".mypy")]
    command = [sys.executable, "-m", "mypy", *options, file.name, "renames"]
    done = subprocess.run(command, cwd=file.parent, check=False, capture_output=True, encoding="utf-8")
    found = [line.split(":")[1] + line.rpartition("[")[2] for line in done.stdout.splitlines() if ": error" in line]
    expected = ["3deprecated]", "4deprecated]", "5deprecated]", "7assignment]", "8call-arg]", "9typeddict-unknown-key]"]
    expected += ["10deprecated]", "11deprecated]", "12call-overload]"]
    assert found == expected, done.stdout


# -- TypeScript -------------------------------------------------------------------------------------------------------

USE = """\
import { BusyError, ErrorCode, Feeling, errors, feelings, isValidTask, notes } from "./index.js";
import { parseJsonStartJobReply } from "./index.js";
import type { FeelingEntry, Task } from "./index.js";
const task: Task = { id: "a" };
export const entry: FeelingEntry = feelings[Feeling.GOOD];
export const made = [errors.tooBusy({ queue: "q" }), new BusyError("m"), ErrorCode.TOO_BUSY, isValidTask(task)];
export const parse = parseJsonStartJobReply;
export const called = [errors.queueFull({ line: "q", inLine: 1 }), notes.slow({ time: 1 }), notes.slow({ seconds: 1 })];
// @ts-expect-error: the argument must be given
errors.queueFull({});
"""
FACTS = [{"queue": "q", "waiting": 2}, {"seconds": 3}]


def test_typescript_compiles_with_old_names_and_editors_strike_them_through(built: Built) -> None:
    folder = built.path("typescript")
    if not (folder / "node_modules").exists():
        (folder / "node_modules").symlink_to(NODE_MODULES)
    options = {"strict": True, "noEmit": True, "module": "nodenext", "target": "es2022", "types": []}
    (folder / "tsconfig.json").write_text(json.dumps({"compilerOptions": options, "files": ["use.ts"]}))
    (folder / "use.ts").write_text(USE)
    compiled = subprocess.run(["node", str(TSC), "-p", "."], cwd=folder, check=False, capture_output=True, text=True)
    assert compiled.stdout == ""
    listed = subprocess.run(
        ["node", str(NODE / "deprecated.mjs")], cwd=folder, check=True, capture_output=True, text=True
    )
    assert json.loads(listed.stdout) == [
        "BusyError", "Feeling", "FeelingEntry", "GOOD", "TOO_BUSY", "Task", "feelings", "isValidTask",
        "parseJsonStartJobReply", "queueFull", "slow", "tooBusy",
    ]  # fmt: skip


def test_old_names_in_javascript_are_the_same_objects(built: Built) -> None:
    (built.path("typescript") / "package.json").write_text('{"type": "module"}')
    script = """
import * as it from "./index.js";
const refused = (call) => { try { return call(); } catch (error) { return String(error); } };
console.log(JSON.stringify([
  it.Feeling === it.Mood, it.validateTask === it.validateJob, it.BusyError === it.OverloadError,
  it.errors.tooBusy === it.errors.queueFull, it.Mood.GOOD, Object.keys(it.moods), it.validateMood("good").length,
  it.errors.queueFull({ line: "q", inLine: 2 }).problem.details, it.notes.slow({ time: 3 }).details,
  refused(() => it.errors.queueFull({ line: "q", queue: "r" })),
]));
"""
    twice = "TypeError: `line` is the old name of `queue`: pass only one of them"
    command = ["node", "--input-type=module", "-e", script]
    done = subprocess.run(command, cwd=built.path("typescript"), check=True, capture_output=True, text=True)
    assert json.loads(done.stdout) == [True, True, True, True, "fine", ["fine", "so-so", "bad"], 1, *FACTS, twice]


# -- any contract -----------------------------------------------------------------------------------------------------


@settings(max_examples=8, suppress_health_check=list(HealthCheck))
@given(contracts())
def test_for_every_contract_each_old_name_leads_to_what_has_the_new_one(source: dict[str, Any]) -> None:
    with build(as_yaml(source)) as made, made.imported() as package, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for new, old in _names(made.contract):
            assert getattr(package, old) is getattr(package, new)
        for enum in made.contract.enums:
            _check_members(package, enum)


def _names(contract: Contract) -> Iterator[tuple[str, str]]:
    from sealwax.targets.python.init import exports

    before, now = exports(before_renames(contract)), exports(contract)
    pairs = [pair for module in now for pair in zip(now[module], before[module], strict=True)]
    assert len(type_aliases(contract)) <= sum(new != old for new, old in pairs)
    yield from ((new, old) for new, old in pairs if new != old)


def _check_members(package: ModuleType, enum: Any) -> None:
    from sealwax.languages.python import class_name, member

    declared = getattr(package, class_name(enum.name))
    for new, old in value_aliases(enum).items():
        assert getattr(declared, member(old)) is declared(new)
    assert [*declared] == [value.value for value in enum.values]


def test_an_old_name_is_no_alias_while_something_else_has_it() -> None:
    source = b"""
contract: both
version: "1.0.0"
title: Both names
envelope:
  name: Reply
  fields:
    node: {type: string, level: may, renamed_from: host}
    host: {type: string, level: may, deprecated: {since: "0.9.0", replacement: node}}
    place: {type: string, level: may, renamed_from: spot}
"""
    (contract,), diagnostics = load({"contract/both.yaml": source})
    assert errors(diagnostics) == ()
    assert field_aliases(contract.envelope.fields) == {"place": "spot"}


def test_an_outcome_that_tools_share_keeps_its_name_even_if_it_begins_like_the_name_of_a_tool() -> None:
    source = b"""
contract: shared
version: "1.0.0"
title: A shared failure
envelope:
  name: Reply
  fields:
    ok: {type: boolean}
    data: {type: payload, only: success}
    error: {type: string, only: failure}
  outcomes:
    success: {when: {ok: true}}
    failure: {when: {ok: false}}
types:
  Page: {fields: {text: {type: string}}}
tools:
  rep: {payload: Page, renamed_from: former}
  list: {payload: Page}
"""
    with build(source) as made, made.imported() as package:
        old, _message = warned(lambda: package.FormerReplySuccessDict)
        assert old is package.RepReplySuccessDict
        assert not hasattr(package, "FormerlyFailureDict")
        renamed = made.path("typescript/renamed.d.ts").read_text(encoding="utf-8")
    assert "FormerReplySuccess" in renamed
    assert "FormerlyFailure" not in renamed
