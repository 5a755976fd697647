"""The command `sealwax verify`: payloads in, findings out."""

import json
import os
import pty
import re
import resource
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from itertools import repeat
from pathlib import Path

import pytest
from checkout import CONSUMERS, ROOT
from checkout.processes import LIMIT
from hypothesis import given
from hypothesis import strategies as st

from sealwax import cli
from sealwax.contract.model import Json
from sealwax.meaning.checks import Plan
from sealwax.meaning.checks.interpreter import check
from sealwax.meaning.checks.lowering import lower
from sealwax.meaning.findings import MESSAGES, Finding, RuleId, Weight
from sealwax.pipeline import load
from sealwax.verify import payloads as verifying
from sealwax.verify.compiled import Validate, compile_validator
from sealwax.verify.json_positions import places_of
from sealwax.verify.payloads import payloads

CONTRACT = """\
contract: demo
version: 1.0.0
title: Demo
envelope:
  name: Answer
  fields:
    ok: {type: boolean}
    data: {type: object}
    note: {type: string, level: should}
    size: {type: integer, level: may, max: 10}
  outcomes:
    success: {when: {ok: true}}
    failure: {when: {ok: false}}
types:
  Point:
    fields:
      x: {type: number}
"""
OPEN = """
  Meta: {open: true, fields: {id: {type: string, level: may}, inner: {type: Inner, level: may}}}
  Inner: {open: true, fields: {x: {type: integer, level: may}}}
"""
GOOD = '{"ok": true, "data": {}, "note": "n"}'
BARE = '{"ok": true, "data": {}}'
BAD = '{"ok": true, "data": [], "note": "n"}'


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "contract").mkdir()
    (tmp_path / "contract" / "demo.yaml").write_text(CONTRACT, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def sealwax(*arguments: str, text: str | bytes = "", folder: Path) -> "subprocess.CompletedProcess[str]":
    """The real command in a process of its own."""
    given = text.encode() if isinstance(text, str) else text
    done = subprocess.run(
        [sys.executable, "-m", "sealwax", "verify", *arguments],
        cwd=folder,
        input=given,
        capture_output=True,
        check=False,
    )
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def verified(project: Path, text: str | bytes, *arguments: str, name: str = "log.jsonl") -> int:
    """The command in this process, on one file."""
    (project / name).write_bytes(text.encode() if isinstance(text, str) else text)
    return cli.main(["verify", "demo", name, *arguments])


# -- what it says -----------------------------------------------------------------------------------------------------


def test_each_finding_has_its_file_line_pointer_level_rule_and_message(project: Path) -> None:
    (project / "log.jsonl").write_text(f"{GOOD}\n{BAD}\n\n{BARE}\n", encoding="utf-8")
    done = sealwax("demo", "log.jsonl", folder=project)
    assert done.stdout == (
        "log.jsonl:2: error[type] /data: expected an object\n"
        "log.jsonl:4: advice[should] /note: this key should be present\n"
        "\n"
        "3 values: 1 with errors, 1 with advice only, 1 without findings.\n"
        "  1 error  type\n"
        "  1 advice should\n"
        "To learn more, run: python -P -m sealwax explain type\n"
    )
    assert (done.returncode, done.stderr) == (1, "")


def test_clean_payloads_are_reported_in_one_line(project: Path) -> None:
    done = sealwax("demo", text=GOOD, folder=project)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "1 value: 0 with errors, 0 with advice only, 1 without findings.\n"


def test_programs_get_an_object_per_finding_and_then_a_summary(project: Path) -> None:
    done = sealwax("demo", "--format", "json", "-", text=f"{BAD}\n[\n", folder=project)
    *found, last = map(json.loads, done.stdout.splitlines())
    assert found == [
        {
            "file": "<stdin>", "line": 1, "column": 22,
            "pointer": "/data", "level": "error", "rule": "type", "message": "expected an object",
        },
        {
            "file": "<stdin>", "line": 2, "column": 2,
            "pointer": "", "level": "error", "rule": "json", "message": MESSAGES.unreadable,
        },
    ]  # fmt: skip
    assert last == {
        "summary": {
            "values": 2,
            "with_errors": 2,
            "with_advice_only": 0,
            "errors": 2,
            "advice": 0,
            "rules": [
                {"level": "error", "rule": "json", "count": 1},
                {"level": "error", "rule": "type", "count": 1},
            ],
        }
    }


def test_the_summary_puts_errors_first_and_what_is_frequent_before_what_is_rare(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    verified(project, f"{BARE}\n" * 12 + f"{BAD}\n" + '{"ok": 1, "data": {}, "size": 11, "extra": 0}\n' * 2)
    assert capsys.readouterr().out.endswith(
        "\n15 values: 3 with errors, 12 with advice only, 0 without findings.\n"
        "   3 error  type\n"
        "   2 error  maximum\n"
        "   2 error  unknown-key\n"
        "  14 advice should\n"
        "To learn more, run: sealwax explain type\n"
    )


def test_what_a_payload_says_cannot_reach_the_terminal(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verified(project, '{"ok": true, "data": {}, "note": "n", "\\u001b[2J\\ud800": 1}') == 1
    assert capsys.readouterr().out.startswith(
        "log.jsonl:1: error[unknown-key] /\\x1b[2J\\ud800: this key is not part of the contract\n"
    )


# -- when it fails ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "level", "code"),
    [
        (GOOD, "error", 0), (GOOD, "warning", 0), (GOOD, "never", 0),
        (BARE, "error", 0), (BARE, "warning", 1), (BARE, "never", 0),
        (BAD, "error", 1), (BAD, "warning", 1), (BAD, "never", 0),
        ("x", "error", 1), ("x", "never", 0), ("", "warning", 2),
    ],
)  # fmt: skip
def test_the_exit_code_depends_on_what_the_user_minds(project: Path, text: str, level: str, code: int) -> None:
    assert verified(project, text, "--fail-on", level) == code


def test_only_errors_fail_by_default(project: Path) -> None:
    assert verified(project, BARE) == 0
    assert verified(project, BAD) == 1


def test_a_file_that_cannot_be_read_is_reported_and_the_others_are_read(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "good.json").write_text(GOOD, encoding="utf-8")
    (project / "folder").mkdir()
    assert cli.main(["verify", "demo", "missing.json", "folder", "good.json"]) == 2
    printed = capsys.readouterr()
    assert printed.out.startswith("1 value: ")
    assert printed.err == (
        "sealwax: cannot read missing.json: No such file or directory\nsealwax: cannot read folder: Is a directory\n"
    )


@pytest.mark.usefixtures("project")
def test_a_missing_file_alone_has_no_summary(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["verify", "demo", "missing.json"]) == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("", "sealwax: cannot read missing.json: No such file or directory\n")
    assert cli.main(["verify", "demo", "missing.json", "--format", "json"]) == 2
    assert json.loads(capsys.readouterr().out)["summary"]["values"] == 0


def test_a_broken_contract_is_reported_as_by_lint(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "contract" / "demo.yaml").write_text(CONTRACT.replace("boolean", "bolean"), encoding="utf-8")
    for name in ("demo", "contract/demo.yaml", str(project / "contract" / "demo.yaml")):
        assert cli.main(["verify", name, "--format", "json"]) == 2
        printed = capsys.readouterr()
        assert printed.out == ""
        assert "contract/demo.yaml:7:16: error[unknown-type]" in printed.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["domo"], "there is no contract 'domo' in contract\nhint: did you mean 'demo'?"),
        (["other"], "there is no contract 'other' in contract\nhint: known contracts: demo"),
        (["other.yaml"], "cannot read other.yaml: No such file or directory"),
        (["demo", "--type", "point"], "there is no type 'point' in demo\nhint: did you mean 'Point'?"),
        (["demo", "--type", "Zzz"], "there is no type 'Zzz' in demo\nhint: known types: Answer, Point"),
    ],
)
def test_a_name_that_is_not_there_gets_a_hint(
    project: Path, arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert project.is_dir()
    assert cli.main(["verify", *arguments]) == 2
    assert capsys.readouterr().err == f"sealwax: {said}\n"


@pytest.mark.parametrize("arguments", [[], ["demo", "--fail-on", "sometimes"], ["demo", "--format", "xml"]])
def test_bad_usage_is_explained(project: Path, arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert project.is_dir()
    assert cli.main(["verify", *arguments]) == 2
    assert capsys.readouterr().err.startswith("usage: sealwax verify")


# -- which contract, which type ---------------------------------------------------------------------------------------


def test_options_may_stand_anywhere(project: Path) -> None:
    (project / "points.jsonl").write_text('{"x": 1}\n{"x": 1.5}\n', encoding="utf-8")
    for arguments in (
        ["--type", "Point", "demo", "points.jsonl"],
        ["demo", "--type", "Point", "points.jsonl"],
        ["demo", "points.jsonl", "--type", "Point"],
    ):
        assert cli.main(["verify", *arguments]) == 0
    assert cli.main(["verify", "demo", "points.jsonl"]) == 1


def test_a_contract_goes_by_the_name_in_it_or_by_its_path(project: Path, tmp_path: Path) -> None:
    (project / "good.json").write_text(GOOD, encoding="utf-8")
    contract = project / "contract" / "demo.yaml"
    contract.rename(project / "contract" / "renamed.yaml")
    assert cli.main(["verify", "demo", "good.json"]) == 0
    assert cli.main(["verify", "renamed", "good.json"]) == 2
    assert cli.main(["verify", str(tmp_path / "contract" / "renamed.yaml"), "good.json"]) == 0
    assert cli.main(["verify", "demo", "good.json", "--root", str(project)]) == 0


def test_another_broken_contract_does_not_matter(project: Path) -> None:
    (project / "contract" / "broken.yaml").write_text("contract: [", encoding="utf-8")
    assert verified(project, GOOD) == 0
    (project / "contract" / "demo.yaml").rename(project / "contract" / "renamed.yaml")
    assert verified(project, GOOD) == 0


# -- what is a value --------------------------------------------------------------------------------------------------


def lines_of(text: bytes, *, only_lines: bool = False) -> list[tuple[int, bool, int]]:
    return [(found.line, found.is_json, found.column) for found in payloads(BytesIO(text), only_lines=only_lines)]


def test_a_document_over_several_lines_is_one_value(project: Path) -> None:
    assert verified(project, json.dumps(json.loads(GOOD), indent=2), name="pretty.json") == 0
    assert lines_of(b'\n\n{\n"a": 1\n\n}\n') == [(3, True, 0)]
    assert lines_of(b"[\n{}\n]") == [(1, True, 0)]


def test_a_finding_in_a_document_has_the_line_of_its_place(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = '\n{\n  "ok": true,\n\n  "data": [],\n  "size":\n    11\n}\n'
    assert verified(project, text, name="pretty.json") == 1
    assert capsys.readouterr().out.splitlines()[:3] == [
        "pretty.json:5: error[type] /data: expected an object",
        "pretty.json:2: advice[should] /note: this key should be present",
        "pretty.json:7: error[maximum] /size: expected at most 10",
    ]


@given(
    st.recursive(
        st.none() | st.text('a/~\n"\\\\{[,', max_size=3),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text('ab/~{"', max_size=2), inner, max_size=3),
        max_leaves=12,
    )
)
def test_every_place_of_a_document_has_its_line_and_column(value: Json) -> None:
    text = json.dumps(value, indent=1)
    # json writes each value on a line of its own, in the order in which a walk meets them; closing brackets follow.
    starts = [number for number, line in enumerate(text.split("\n")) if not re.fullmatch(r" *[\]}],?", line)]
    walked = dict(walk(value))
    found = places_of(text, walked)
    assert {pointer: place.line for pointer, place in found.items()} == dict(zip(walked, starts, strict=True))
    for written in (text, json.dumps(value)):
        for pointer, place in places_of(written, walked).items():
            rest = "\n".join([written.split("\n")[place.line][place.column :], *written.split("\n")[place.line + 1 :]])
            assert json.JSONDecoder().raw_decode(rest)[0] == walked[pointer]


def test_in_a_document_the_last_of_several_equal_keys_has_the_line() -> None:
    text = '{"a": {"b": 1},\n"a": {\n"c": 1}}'
    found = places_of(text, ["/a", "/a/b", "/a/c"])
    assert {pointer: (place.line, place.column) for pointer, place in found.items()} == {
        "/a": (1, 5),
        "/a/b": (1, 5),
        "/a/c": (2, 5),
    }


def walk(value: Json, pointer: str = "") -> Iterator[tuple[str, Json]]:
    yield pointer, value
    inner = enumerate(value) if isinstance(value, list) else value.items() if isinstance(value, dict) else ()
    for key, item in inner:
        yield from walk(item, f"{pointer}/{str(key).replace('~', '~0').replace('/', '~1')}")


@pytest.mark.parametrize("text", ["", "\n \n"])
def test_nothing_to_verify_is_no_success(project: Path, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert verified(project, text) == 2
    printed = capsys.readouterr()
    assert printed.err == "sealwax: nothing to verify: the input has no values\n"
    assert printed.out == ""
    assert verified(project, text, "--fail-on", "never") == 0


def test_a_value_per_line_is_a_value_per_line(project: Path) -> None:
    assert verified(project, f"{GOOD}\r\n{GOOD}\r\n\r\n{GOOD}", name="log.json") == 0
    assert lines_of(b"{}\n\n[]\n1\nnull") == [(1, True, 0), (3, True, 0), (4, True, 0), (5, True, 0)]


def test_the_ending_can_say_that_there_is_a_value_per_line() -> None:
    assert lines_of(b"[\n]\n", only_lines=True) == [(1, False, 2), (2, False, 1)]


def test_a_broken_line_is_reported_with_its_column_and_the_next_is_read() -> None:
    assert lines_of(b'{"a": 1}\n{"a": }\n{}\n') == [(1, True, 0), (2, False, 7), (3, True, 0)]
    assert lines_of(b'oops\n{"a": 1}\n') == [(1, False, 1), (2, True, 0)]


def test_a_broken_document_is_reported_once_where_it_breaks() -> None:
    assert lines_of(b'{\n  "a": 1,\n  "b" 2,\n  "c": 3\n}\n') == [(3, False, 7)]
    assert lines_of(b'\n{\n\n  "b" 2}\n') == [(4, False, 7)]


def test_a_first_line_that_was_cut_off_does_not_make_a_log_a_document() -> None:
    assert lines_of(b'{"a": [1,\n{"a": 1}\n{"a": 2}\n') == [(1, False, 10), (2, True, 0), (3, True, 0)]


@pytest.mark.parametrize("text", [b"NaN", b"[Infinity]", b'{"a": -Infinity}', b"[" * 100_000, b"01", b"'a'", b"{}x"])
def test_what_other_readers_of_json_refuse_is_refused(text: bytes) -> None:
    assert [is_json for _, is_json, _ in lines_of(text, only_lines=True)] == [False]


def test_text_that_is_not_utf_8_is_not_json() -> None:
    assert lines_of(b'{"a": "\xe4"}\n"\xc3\xa4\xff"\n') == [(1, False, 8), (2, False, 3)]
    assert lines_of('"a"'.encode("utf-16")) == [(1, False, 1)]
    assert lines_of(b'"\xed\xa0\x80"') == [(1, False, 2)]


def test_a_byte_order_mark_is_no_part_of_the_first_value() -> None:
    assert lines_of(b"\xef\xbb\xbf{}\n") == [(1, True, 0)]


def test_the_last_of_several_equal_keys_counts(project: Path) -> None:
    assert verified(project, '{"ok": 1, "ok": true, "data": {}, "note": "n"}') == 0


def test_a_number_beyond_every_range_is_no_number(project: Path) -> None:
    for digits, code in (("9" * 308, 0), ("9" * 309, 1), ("9" * 5000, 1), ("1e400", 1), ("-" + "9" * 400, 1)):
        assert verified(project, f'{{"ok": true, "data": {{"a": {digits}}}, "note": "n"}}') == code


@given(st.binary(max_size=40) | st.lists(st.sampled_from(['{"a":', "[", "]", "1}", "\n", "\\", '"', "é"])).map(
    lambda parts: "".join(parts).encode()
))  # fmt: skip
def test_whatever_the_bytes_every_line_is_accounted_for(text: bytes) -> None:
    found = lines_of(text)
    filled = [number for number, line in enumerate(text.split(b"\n"), 1) if line.strip(b" \t\r")]
    assert bool(found) is bool(filled) or text.startswith(b"\xef\xbb\xbf")
    assert all(line in range(1, text.count(b"\n") + 2) for line, _, _ in found)
    if lines := lines_of(text, only_lines=True):
        assert [line for line, _, _ in lines] == filled or text.startswith(b"\xef\xbb\xbf")


# -- streams ----------------------------------------------------------------------------------------------------------


def test_a_log_of_any_length_is_read_in_constant_memory(project: Path) -> None:
    """40 MB go through a pipe to a process that may not grow by as much."""
    limit = 200 * 2**20
    line = f'{{"ok": true, "data": {{"text": "{"x" * 4000}"}}, "note": "n"}}\n{{"ok": true, "data": nu\n'.encode()
    code = f"""if True:
        import resource, sys
        from sealwax.cli import main
        resource.setrlimit(resource.RLIMIT_AS, ({limit}, {limit}))
        code = main(["verify", "demo"])
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024, file=sys.stderr)
        sys.exit(code)
    """
    peaks = []
    for count in (1, 10_000):
        with subprocess.Popen(
            [sys.executable, "-c", code],
            cwd=project,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        ) as process:
            assert process.stdin
            assert process.stderr
            for _ in range(count):
                process.stdin.write(line)
            process.stdin.close()
            peaks.append(int(process.stderr.read()))
        assert process.returncode == 1
    assert peaks[1] - peaks[0] <= 8


def test_findings_come_as_soon_as_their_line_does(project: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "sealwax", "verify", "demo"],
        cwd=project,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(f"{BAD}\n")
        process.stdin.flush()
        assert process.stdout.readline() == "<stdin>:1: error[type] /data: expected an object\n"
        process.stdin.close()
        assert process.stdout.read().startswith("\n1 value: ")
    assert process.returncode == 1


def test_a_value_without_an_end_is_refused(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verifying, "MAX_BYTES", 1000)
    assert verified(project, f"{GOOD}\n[{'1,' * 1000}") == 2
    assert verified(project, "[\n" + "1,\n" * 1000, name="document.json") == 2
    assert verified(project, f"{GOOD}\n" * 100) == 0


def test_a_reader_who_goes_away_changes_nothing_about_the_verdict(project: Path) -> None:
    (project / "log.jsonl").write_text(f"{BAD}\n" * 5000, encoding="utf-8")
    done = subprocess.run(
        ["bash", "-c", f"'{sys.executable}' -m sealwax verify demo log.jsonl | head -1; echo ${{PIPESTATUS[0]}}"],
        cwd=project,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert done.stdout == "log.jsonl:1: error[type] /data: expected an object\n1\n"
    assert done.stderr == ""


def test_it_stops_when_nobody_reads_the_findings_of_an_endless_log(project: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "sealwax", "verify", "demo", "-", "never-opened.jsonl"],
        cwd=project,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(f"{BAD}\n".encode())
        assert process.stdout.readline().startswith(b"<stdin>:1: error[type]")
        process.stdout.close()
        with pytest.raises(BrokenPipeError):  # it no longer reads either
            process.stdin.writelines(repeat(f"{BAD}\n".encode()))
        assert process.stderr.read() == b""
    assert process.returncode == 1


def test_what_a_payload_says_is_escaped_in_json(project: Path) -> None:
    key = "\x7f\x85\u2028\u202e\u200b\ufeffé\ud800"
    line = json.dumps({"ok": True, "data": {}, "note": "n", key: 1})
    name = "a\x1b\u202e.jsonl"
    (project / name).write_text(f"{line}\n", encoding="utf-8")
    done = sealwax("demo", "--format", "json", name, folder=project)
    assert done.stdout.replace("\n", "").isascii()
    assert done.stdout.replace("\n", "").isprintable()
    found = json.loads(done.stdout.splitlines()[0])
    assert (found["file"], found["pointer"]) == (name, f"/{key}")


def test_findings_that_cannot_be_printed_are_not_passed_over(project: Path) -> None:
    (project / "log.jsonl").write_text(f"{BAD}\n" * 3, encoding="utf-8")
    with (project / "report.txt").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-B", "-m", "sealwax", "verify", "demo", "log.jsonl"],
            cwd=project, stdout=full, stderr=subprocess.PIPE, encoding="utf-8", check=False,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)),
        )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr == "sealwax: cannot write the output: File too large\n"


@pytest.fixture
def interruptible() -> Iterator[None]:
    """What a shell starts in the background ignores interruptions, and so would what it starts."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_an_interrupted_run_says_so_with_its_code_alone(project: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "sealwax", "verify", "demo"],
        cwd=project,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(f"{BAD}\n".encode())
        process.stdin.flush()
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=LIMIT) == 130
        assert process.stderr.read() == b""


def test_somebody_at_a_terminal_sees_how_far_it_has_got(project: Path) -> None:
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "sealwax", "verify", "demo"],
        cwd=project,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm"},
    ) as process:
        os.close(theirs)
        assert process.stdin
        seen = ""
        while " values …" not in seen:  # it says so now and then, as long as there are values
            process.stdin.write(f"{GOOD}\n".encode())
            process.stdin.flush()
            if select.select([ours], [], [], 0)[0]:
                seen += os.read(ours, 10_000).decode()
        process.stdin.close()
        assert process.wait(timeout=LIMIT) == 0
    seen += os.read(ours, 10_000).decode()
    os.close(ours)
    assert seen.startswith("\rsealwax: ")
    assert seen.endswith("\r"), "the line is wiped at the end"


# -- the same meaning as everywhere -----------------------------------------------------------------------------------


def test_the_examples_of_a_contract_are_judged_as_their_kind_says(tmp_path: Path) -> None:
    cases = json.loads((ROOT / "generated" / "response-v2" / "conformance.json").read_text(encoding="utf-8"))["cases"]
    wanted = [case for case in cases if case["type"] == "ToolResponse"]
    log = tmp_path / "log.jsonl"
    log.write_text("".join(f"{json.dumps(case['value'])}\n" for case in wanted), encoding="utf-8")
    done = sealwax("response-v2", str(log), "--format", "json", folder=ROOT)
    *found, summary = map(json.loads, done.stdout.splitlines())
    keys = ("pointer", "level", "rule", "message")
    for number, case in enumerate(wanted, 1):
        assert [{key: each[key] for key in keys} for each in found if each["line"] == number] == case["findings"]
    broken = [case for case in wanted if any(each["level"] == Weight.ERROR for each in case["findings"])]
    assert summary["summary"]["with_errors"] == len(broken) > 0


def test_help_is_worth_reading(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["verify", "--help"]) == 0
    said = capsys.readouterr().out
    for word in ("JSON Lines", "--fail-on", "examples:", "exit codes:", "standard input"):
        assert word in said
    assert cli.main(["--help"]) == 0
    assert "verify" in capsys.readouterr().out


# -- compiled checks, beside the interpreter --------------------------------------------------------------------------

EXPONENTS = st.from_regex(r"[eE][+-]?0{0,3}[0-9]{1,3}", fullmatch=True)
LONG = st.integers(1, 420).map(lambda length: "9" * length)
ODD = ("1.0e308", "1e0000400", "-1e999", "0e999", "1.5", "10", "-0", "11", "1e1", "NaN", "-Infinity")
NUMBERS = st.one_of(LONG, st.builds(str.__add__, LONG, EXPONENTS), st.sampled_from(ODD))
DEEP = st.integers(480, 520).map(lambda levels: "[" * levels + "]" * levels)
FREE = st.one_of(NUMBERS, DEEP, st.sampled_from(['"8f14e45fceea"', '"1e999"', f'"{"1" * 300}"', "{}", "[{}]"]))


@given(data=FREE, size=NUMBERS | st.just('"ten"'), blank=st.sampled_from(["", " " * 1100]))
def test_findings_are_those_of_the_interpreter(data: str, size: str, blank: str) -> None:
    text = f'{{"ok": true, "data": {{"free": {data}}},{blank} "size": {size}}}'
    plan, validate = demo()
    found = verifying.verify(validate, "-.jsonl", BytesIO(text.encode()), verifying.Tally())
    assert [each.finding for findings in found for each in findings] == expected(plan, text)


@cache
def demo() -> tuple[Plan, Validate]:
    (contract,), _ = load({"demo.yaml": CONTRACT.encode()})
    plan = lower(contract)
    return plan, compile_validator(plan, plan.envelope)


def expected(plan: Plan, text: str) -> list[Finding]:
    """What the interpreter says about the value of a text, if there is one."""
    try:
        value = json.loads(text, parse_int=lambda digits: int(digits) if len(digits) < 309 else float(digits))
    except RecursionError:
        return [Finding("", Weight.ERROR, RuleId.JSON, MESSAGES.too_deep)]
    if re.search("NaN|Infinity", text):
        return [Finding("", Weight.ERROR, RuleId.JSON, MESSAGES.unreadable)]
    return check(plan, plan.envelope, value, undecoded=True)


def test_large_numbers_and_deep_values_are_looked_through(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = ['{"ok": true, "note": "n", "data": {"a": 1e400}}', '{"ok": true, "note": "n", "data": {"a": -1E+0400}}']
    lines += [f'{{"ok": true, "note": "n", "data": {{"a": {"9" * 400}}}}}']
    lines += [f'{{"ok": true, "note": "n", "data": {{"a": {"[" * 600}{"]" * 600}}}}}']
    (project / "odd.jsonl").write_text("\n".join(lines), encoding="utf-8")
    assert cli.main(["verify", "demo", "odd.jsonl"]) == 1
    out = capsys.readouterr().out
    assert out.count("/data/a: expected a JSON value") == 3
    assert "odd.jsonl:4: error[json] expected at most 500 levels of nesting" in out


@pytest.mark.parametrize("file", sorted((ROOT / "contract").glob("*.yaml")), ids=lambda file: file.stem)
def test_every_type_of_a_contract_has_compiled_checks(file: Path) -> None:
    (contract,), _ = load({f"contract/{file.name}": file.read_bytes()})
    plan = lower(contract)
    compile_validator(plan, next(iter(plan.public)))  # imports what compiling needs
    before = set(sys.modules)
    for name in plan.public:
        assert compile_validator(plan, name)(None, False) == check(plan, name, None)
    assert set(sys.modules) == before


META = '{"id": "a", "idd": "b", "inner": {"x": 1, "y": 2}}'


def test_undeclared_keys_are_only_reported_on_request(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "contract" / "demo.yaml").write_text(CONTRACT + OPEN, encoding="utf-8")
    assert verified(project, META, "--type", "Meta", "--fail-on", "warning") == 0
    capsys.readouterr()
    assert verified(project, META, "--type", "Meta", "--fail-on", "warning", "--undeclared", "--format", "json") == 1
    *found, _summary = map(json.loads, capsys.readouterr().out.splitlines())
    assert [(each["pointer"], each["level"], each["rule"], each["message"]) for each in found] == [
        ("/inner/y", "advice", "undeclared", "this key is not declared"),
        ("/idd", "advice", "undeclared", "this key is not declared"),
    ]
    assert verified(project, META, "--type", "Meta", "--undeclared") == 0


def test_a_misspelled_key_of_meta_can_be_found(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    envelope = {
        "success": False,
        "data": {"error_code": "FEATURE_DISABLED", "error_type": "feature_flag", "remediation": "Ask.", "feature": "x"},
        "error": "It is off",
        "meta": {"version": "response-v2", "requestid": "r", "request_id": "r", "rate_limit": {"limit": 1, "left": 0}},
    }
    file = tmp_path / "response.json"
    file.write_text(json.dumps(envelope), encoding="utf-8")
    arguments = ["verify", "response-v2", str(file), "--root", str(ROOT), "--format", "json", "--undeclared"]
    assert cli.main(arguments) == 0
    *found, _summary = map(json.loads, capsys.readouterr().out.splitlines())
    assert [each["pointer"] for each in found] == ["/meta/rate_limit/left", "/meta/requestid"]
    assert {each["rule"] for each in found} == {"undeclared"}


def test_responses_of_a_tool_are_checked_by_its_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "said.jsonl"
    file.write_text('{"ok": true, "result": {"bread": 7}}\n')
    bakery = str(CONSUMERS / "bakery.yaml")
    assert cli.main(["verify", bakery, str(file)]) == 0
    note = "Payloads of tools were not checked: pass --type, such as GetBreadReply\n"
    assert capsys.readouterr().out.endswith(f"1 value: 0 with errors, 0 with advice only, 1 without findings.\n{note}")
    for name in ("get_bread", "GetBreadReply"):
        assert cli.main(["verify", bakery, str(file), "--type", name]) == 1
        shown = capsys.readouterr().out
        assert "error[type] /result/bread: expected an object" in shown
        assert note not in shown


def test_a_text_that_is_no_json_and_one_that_is_too_deep_are_told_apart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "said.jsonl"
    file.write_text(f"oops\n{'[' * 200_000}\n")
    assert cli.main(["verify", str(CONSUMERS / "bakery.yaml"), str(file)]) == 1
    first, second, *_ = capsys.readouterr().out.splitlines()
    assert first.endswith("said.jsonl:1:1: error[json] this text is not JSON")
    assert second.endswith("said.jsonl:2: error[json] expected at most 500 levels of nesting")
