"""What docs/output-formats.md says about the answers for programs is what programs get."""

import json
import re
from pathlib import Path

import pytest
from checkout import ROOT

from sealwax import cli
from sealwax.diagnostics import Code, Severity
from sealwax.drift.comparison import Drift, DriftKind
from sealwax.reports.drift import render_drift

TEXT = (ROOT / "docs" / "output-formats.md").read_text(encoding="utf-8")
EXAMPLES = dict(re.findall(r"<!-- example: (\w+) -->\n```json\n(.*?)```\n", TEXT, re.DOTALL))
CONTRACT = """\
contract: demo
version: "1.0.0"
title: Demo
envelope:
  name: Reply
  fields:
    data: {type: object}
    ok: {type: boolean}
  outcomes:
    success: {when: {ok: true}}
    failure: {when: {ok: false}}
"""


def documented(table: str) -> list[str]:
    """The keys in the first column of a table."""
    body = re.search(rf"<!-- keys: {table} -->\n(.*?)\n\n", f"{TEXT}\n", re.DOTALL)
    assert body is not None
    return [key for row in body[1].split("\n")[2:] for key in re.findall(r"`(\w+)`", row.split("|")[1])]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "contract").mkdir()
    (tmp_path / "contract" / "demo.yaml").write_text(CONTRACT, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_an_error_is_reported_by_lint_and_check_as_documented(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "contract" / "demo.yaml").write_text(CONTRACT.replace("object", "Objct"), encoding="utf-8")
    for command in ("lint", "check"):
        assert cli.main([command, "--format", "json"]) == 2
        out = capsys.readouterr().out
        assert out == EXAMPLES["lint"]
        assert list(json.loads(out)["diagnostics"][0]) == documented("diagnostic")


@pytest.mark.usefixtures("project")
def test_drift_is_reported_as_documented(capsys: pytest.CaptureFixture[str]) -> None:
    drift = Drift(
        DriftKind.CHANGED, "generated/demo/python/pyproject.toml", b"# generated\none\n", b"# generated\ntwo\n"
    )
    assert render_drift([drift], "sealwax generate", "json") == EXAMPLES["check"]
    assert cli.main(["check", "--format", "json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert list(answer) == list(json.loads(EXAMPLES["check"]))
    assert {tuple(each) for each in answer["drift"]} == {tuple(documented("drift"))}


def test_findings_are_reported_as_documented(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "log.jsonl").write_text('{"ok": true, "data": {}}\n{"ok": true, "data": []}\n', encoding="utf-8")
    assert cli.main(["verify", "demo", "log.jsonl", "--format", "json"]) == 1
    assert capsys.readouterr().out == EXAMPLES["verify"]
    (project / "log.jsonl").write_text("oops\n", encoding="utf-8")
    cli.main(["verify", "demo", "log.jsonl", "--format", "json"])
    finding, last = map(json.loads, capsys.readouterr().out.splitlines())
    assert list(finding) == documented("finding")
    assert [*last["summary"], "coverage"] == documented("summary")


def test_coverage_is_reported_as_documented(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "log.jsonl").write_text('{"ok": true, "data": {}}\n', encoding="utf-8")
    assert cli.main(["verify", "demo", "log.jsonl", "--coverage", "--format", "json"]) == 0
    assert capsys.readouterr().out == EXAMPLES["coverage"]


@pytest.mark.usefixtures("project")
def test_when_all_is_well_the_lists_are_empty(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["lint", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"diagnostics": [], "left_out": {}}
    assert cli.main(["generate"]) == 0
    capsys.readouterr()
    assert cli.main(["check", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"drift": [], "fix": []}


def test_every_word_of_a_closed_list_is_documented() -> None:
    assert all(f"`{word}`" in TEXT for word in (*DriftKind, *Severity))
    assert json.loads(EXAMPLES["lint"])["diagnostics"][0]["code"] in set(Code)
