"""Every format reports the same results, in a form that its readers take."""

import json
import re
import subprocess
from enum import StrEnum
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import jsonschema
import pytest
from checkout import NODE_MODULES, TSC
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from sealwax import cli
from sealwax.cli.parser import FORMATS
from sealwax.diagnostics import Code, Diagnostic, Position, Related, Severity
from sealwax.drift.comparison import DriftKind
from sealwax.evolution.verdicts import ChangeCode
from sealwax.meaning.findings import RuleId
from sealwax.reports import markdown
from sealwax.reports.explanations import explained_codes
from sealwax.reports.results import Results, render_results

CONTRACT = """\
contract: demo
version: "1.0.0"
title: Demo
envelope:
  name: Reply
  fields:
    ok: {type: boolean}
    host: {type: string, level: may, deprecated: {since: "0.9.0", replacement: node, removal: "2.0.0"}}
    node: {type: string, level: may}
"""
UNUSED = "types: {Spare: {fields: {a: {type: string}}}}\n"
VALUES = '{"ok": true}\n{"ok": 1, "host": "h"}\n'
RESULTS = Results(
    "lint",
    (
        Diagnostic(
            Position("contract/a b.yaml", 7, 18),
            Code.UNKNOWN_TYPE,
            "there is no type 'Objct'",
            "did you mean 'object'?",
            related=(Related(Position("base.yaml", 3, 1), "the base has it"),),
        ),
        Diagnostic(
            Position("log.jsonl", 2, 1),
            RuleId.DEPRECATED,
            "this key is deprecated",
            severity=Severity.WARNING,
            path="/data/host",
        ),
        Diagnostic(
            Position("generated/a.py", 2, 1),
            DriftKind.CHANGED,
            "it differs",
            severity=Severity.NOTE,
            diff=("@@ -1 +1 @@", "-one", "+two"),
        ),
    ),
    "3 results",
    {"log.jsonl": 4},
)
SARIF = jsonschema.Draft4Validator(
    json.loads((NODE_MODULES / "@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json").read_text("utf-8-sig"))
)
"""The schema that OASIS published with SARIF 2.1.0."""
OTHERS = tuple(form for form in FORMATS if form not in ("text", "json"))


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "contract").mkdir()
    (tmp_path / "contract/demo.yaml").write_text(CONTRACT)
    (tmp_path / "log.jsonl").write_text(VALUES)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    capsys.readouterr()
    code = cli.main(arguments)
    return code, capsys.readouterr().out


def reported(form: str, text: str) -> list[tuple[str, str, int]]:
    """The rule, the file and the line of each result, as a reader of the format sees them."""
    match form:
        case "github":
            found = re.findall(r"^::\w+ file=(.*?),line=(\d+),col=\d+,title=sealwax%3A ([\w-]+)::", text, re.MULTILINE)
            return [(rule, file, int(line)) for file, line, rule in found]
        case "markdown":
            table = re.findall(r"^\| \S+ \| `(.+?):(\d+):\d+`.*? \| \*\*([\w-]+)\*\*", text, re.MULTILINE)
            return [(rule, file, int(line)) for file, line, rule in table]
        case _:
            results = json.loads(text)["runs"][0]["results"]
            positions = [each["locations"][0]["physicalLocation"] for each in results]
            return [
                (each["ruleId"], unquote(place["artifactLocation"]["uri"]), place["region"]["startLine"])
                for each, place in zip(results, positions, strict=True)
            ]


# -- commands ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", OTHERS)
def test_lint_reports_errors_and_notes(project: Path, form: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "lint", "--format", form)[0] == 0
    (project / "contract/demo.yaml").write_text(CONTRACT + UNUSED)
    code, text = printed(capsys, "lint", "--format", form)
    assert (code, reported(form, text)) == (0, [("unused-type", "contract/demo.yaml", 10)])
    (project / "contract/demo.yaml").write_text(CONTRACT.replace("boolean", "bolean"))
    code, text = printed(capsys, "lint", "--format", form)
    assert (code, reported(form, text)) == (2, [("unknown-type", "contract/demo.yaml", 7)])


@pytest.mark.parametrize("form", OTHERS)
def test_check_reports_drift(project: Path, form: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["generate", "-q"]) == 0
    code, text = printed(capsys, "check", "--format", form)
    assert (code, reported(form, text)) == (0, [])
    file = project / "generated/demo/python/pyproject.toml"
    file.write_text(file.read_text() + "[tool.mine]\n")
    code, text = printed(capsys, "check", "--format", form)
    lines = len(file.read_text().splitlines())
    assert (code, reported(form, text)) == (1, [("changed", "generated/demo/python/pyproject.toml", lines)])
    assert "tool.mine" in text


@pytest.mark.parametrize("form", OTHERS)
@pytest.mark.usefixtures("project")
def test_verify_reports_findings(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, text = printed(capsys, "verify", "demo", "log.jsonl", "--format", form)
    assert (code, reported(form, text)) == (1, [("type", "log.jsonl", 2), ("deprecated", "log.jsonl", 2)])
    assert "/host" in text


@pytest.mark.parametrize("form", OTHERS)
def test_diff_reports_changes(project: Path, form: str, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "old").mkdir()
    (project / "old/demo.yaml").write_text(CONTRACT)
    code, text = printed(capsys, "diff", "--against", "old", "--format", form)
    assert (code, reported(form, text)) == (0, [])
    (project / "contract/demo.yaml").write_text(CONTRACT.replace("    node: {type: string, level: may}\n", ""))
    code, text = printed(capsys, "diff", "--against", "old", "--format", form)
    expected = [("version-too-low", "contract/demo.yaml", 2), ("field-removed", "contract/demo.yaml", 6)]
    assert (code, reported(form, text)) == (1, expected)
    assert "before" in text
    if form == "sarif":
        log = json.loads(text)
        SARIF.validate(log)
        (run,) = log["runs"]
        (before,) = run["results"][1]["relatedLocations"]
        place = before["physicalLocation"]
        assert place["artifactLocation"] == {"uri": "demo.yaml", "uriBaseId": "old"}
        assert place["region"] == {"startLine": 9, "startColumn": 5}
        assert [*run["originalUriBaseIds"]] == ["old"]
    else:
        assert "old" in text
        assert "demo.yaml:9:5" in text.replace("%3A", ":")


def test_an_annotation_about_a_payload_has_the_column_of_its_place(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "log.jsonl").write_text(VALUES)
    text = printed(capsys, "verify", "demo", "log.jsonl", "--format", "github")[1]
    assert [line.partition(",title")[0] for line in text.splitlines() if line.startswith("::")] == [
        "::error file=log.jsonl,line=2,col=8",
        "::warning file=log.jsonl,line=2,col=19",
    ]


def test_a_comment_about_changes_says_what_a_reviewer_needs(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "old").mkdir()
    (project / "old/demo.yaml").write_text(CONTRACT)
    _code, text = printed(capsys, "diff", "--against", "old", "--format", "markdown")
    assert text == "### ✅ sealwax diff\n\nNo errors.\n\n- Compared with old\n- demo 1.0.0: no changes.\n"
    changed = CONTRACT.replace("    node: {type: string, level: may}\n", "").replace("title: Demo", "title: A demo")
    (project / "contract/demo.yaml").write_text(changed)
    _code, text = printed(capsys, "diff", "--against", "old", "--format", "markdown")
    assert "- demo 1.0.0, needs 2.0.0: 2 changes, 1 break.\n" in text
    harmless, _, accepting = text.partition("<details><summary>")[2].partition("</details>")
    words = "demo: the contract: `title` was `Demo` and is now `A demo` (patch)"
    assert harmless == f"Harmless changes</summary>\n\n```\n{words}\n```\n\n"
    assert "add them to contract/accepted-changes.yaml</summary>\n\n```yaml\naccepted:\n  - change: " in accepting
    MarkdownIt("commonmark").parse(text)


@pytest.mark.parametrize("form", FORMATS)
def test_the_format_does_not_change_the_exit_code(project: Path, form: str, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "good.json").write_text('{"ok": true, "host": "h"}')
    assert printed(capsys, "verify", "demo", "good.json", "--format", form)[0] == 0
    assert printed(capsys, "verify", "demo", "good.json", "--format", form, "--fail-on", "warning")[0] == 1
    assert printed(capsys, "verify", "demo", "log.jsonl", "--format", form, "--fail-on", "never")[0] == 0
    (project / "contract/demo.yaml").write_text(CONTRACT + UNUSED)
    assert printed(capsys, "lint", "--format", form)[0] == 0
    assert printed(capsys, "lint", "--format", form, "--fail-on", "note")[0] == 1
    assert printed(capsys, "check", "--format", form)[0] == 1
    assert printed(capsys, "check", "--format", form, "--fail-on", "never")[0] == 0
    (project / "contract/demo.yaml").write_text("contract: demo\n")
    assert printed(capsys, "lint", "--format", form)[0] == 2
    assert printed(capsys, "check", "--format", form, "--fail-on", "never")[0] == 2
    assert printed(capsys, "verify", "demo", "log.jsonl", "--format", form, "--fail-on", "never")[0] == 2


LEVELS = ("error", "warning", "note", "never")
WITHOUT_NODE = CONTRACT.replace("    node: {type: string, level: may}\n", "")


@pytest.mark.parametrize(
    ("contract", "command", "codes"),
    [
        (CONTRACT, "verify demo log.jsonl", [1, 1, 1, 0]),
        (CONTRACT, "verify demo good.json", [0, 1, 1, 0]),
        (CONTRACT, "check", [1, 1, 1, 0]),
        (CONTRACT + UNUSED, "lint", [0, 0, 1, 0]),
        (WITHOUT_NODE, "diff --against old", [1, 1, 1, 0]),
        (WITHOUT_NODE.replace("1.0.0", "2.0.0"), "diff --against old", [0, 0, 1, 0]),
        ("contract: demo\n", "lint", [2, 2, 2, 2]),
    ],
)
def test_what_fails_has_the_same_names_for_every_command(
    project: Path, contract: str, command: str, codes: list[int], capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "good.json").write_text('{"ok": true, "host": "h"}')
    (project / "old").mkdir()
    (project / "old/demo.yaml").write_text(CONTRACT)
    (project / "contract/demo.yaml").write_text(contract)
    assert [printed(capsys, *command.split(), "--fail-on", level)[0] for level in LEVELS] == codes


def test_verify_collects_no_more_than_it_can_show(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "log.jsonl").write_text('{"ok": 1}\n' * 1003)
    code, text = printed(capsys, "verify", "demo", "log.jsonl", "--format", "sarif")
    assert (code, len(reported("sarif", text))) == (1, 1000)
    text = printed(capsys, "verify", "demo", "log.jsonl", "--format", "markdown")[1]
    assert f"… and {1003 - markdown.MAX_RESULTS} more results." in text


# -- formats ----------------------------------------------------------------------------------------------------------


class Unexplained(StrEnum):
    """A code without a page."""

    RULE = "another-rule"


words = st.text(max_size=40)
codes = st.sampled_from((Code.BAD_TYPE, DriftKind.CHANGED, Unexplained.RULE))
files = st.text(min_size=1, max_size=20) | st.sampled_from(("<stdin>", "<v1>/a b.yaml", "<v1>//a", "<>/a", "<a/b>/"))
positions = st.builds(Position, files, st.integers(1, 10**6), st.integers(1, 10**6))
related = st.lists(st.builds(Related, positions, words), max_size=2).map(lambda found: (*found, *found[:1]))
results = st.builds(
    Diagnostic,
    positions,
    codes,
    words,
    words,
    related=related,
    severity=st.sampled_from(Severity),
    diff=st.lists(words, max_size=3).map(tuple),
    path=words,
)
reports = st.builds(Results, st.just("lint"), st.lists(results, max_size=4).map(tuple), words)


@example(Results("lint", (Diagnostic(Position("a", 1, 1), DriftKind.CHANGED, "", path="@|"),), ""))
@given(reports)
def test_for_every_report_markdown_has_a_row_per_result_and_nothing_of_its_own(report: Results) -> None:
    text = render_results(report, "markdown")
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    assert sum(token.type == "tr_open" for token in tokens) == (len(report.results) + 1 if report.results else 0)
    inline = [child for token in tokens for child in token.children or () if token.type == "inline"]
    assert {child.content for child in inline if child.type == "html_inline"} <= {"<br>", "<code>", "</code>"}
    assert not any(child.type in ("link_open", "image") for child in inline)
    assert not any(re.search("@(?!\u200b)", child.content) for child in inline if child.type == "text")


def test_markdown_fits_into_a_comment() -> None:
    many = 500 * (Diagnostic(Position("a" * 100, 1, 1), DriftKind.CHANGED, "b" * 900, "c" * 900),)
    text = render_results(Results("check", many, "500 files"), "markdown")
    assert len(text) < 65_536
    assert f"… and {500 - markdown.MAX_RESULTS} more results." in text


PARTS: dict[str, Any] = {
    "type": "object",
    "required": ["version", "runs"],
    "properties": {
        "version": {"const": "2.1.0"},
        "runs": {
            "items": {"required": ["tool", "results"], "properties": {"results": {"items": {"$ref": "#/$defs/r"}}}}
        },
    },
    "$defs": {
        "r": {
            "required": ["message", "ruleId"],
            "properties": {
                "ruleIndex": {"type": "integer", "minimum": 0},
                "level": {"enum": ["none", "note", "warning", "error"]},
                "message": {"required": ["text"]},
                "locations": {"items": {"$ref": "#/$defs/l"}},
                "relatedLocations": {"items": {"$ref": "#/$defs/l"}},
            },
        },
        "l": {
            "properties": {
                "physicalLocation": {
                    "properties": {
                        "artifactLocation": {"properties": {"uri": {"pattern": "^[!#-;=?-Z_a-z~\\[\\]@%]*$"}}},
                        "region": {
                            "properties": {
                                "startLine": {"type": "integer", "minimum": 1},
                                "startColumn": {"type": "integer", "minimum": 1},
                            }
                        },
                    }
                }
            }
        },
    },
}
"""What SARIF 2.1.0 says about addresses, which the schema leaves to `format`, and what sealwax always gives."""


def test_descriptions_in_sarif_have_no_links() -> None:
    codes = (*Code, *DriftKind, *RuleId, *ChangeCode)
    assert {*codes} == {*explained_codes()}
    results = tuple(Diagnostic(Position("a", 1, 1), each, "m") for each in codes)
    rules = json.loads(render_results(Results("lint", results, ""), "sarif"))["runs"][0]["tool"]["driver"]["rules"]
    texts = {rule["id"]: (rule["shortDescription"]["text"], rule["fullDescription"]["text"]) for rule in rules}
    assert [rule for rule, both in texts.items() if "](" in "".join(both)] == []
    short, full = texts["bad-marker"]
    assert short == "A region of the file has no begin or no end, or a line looks like a marker and is none."
    assert full.startswith(f"{short} A marker is alone on its line")


@given(reports)
def test_for_every_report_sarif_is_within_its_limits(report: Results) -> None:
    log = json.loads(render_results(report, "sarif"))
    jsonschema.validate(log, PARTS)
    SARIF.validate(log)
    (run,) = log["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert [rules[result["ruleIndex"]] for result in run["results"]] == [result.code for result in report.results]


def test_sarif_has_the_types_of_its_published_schema(tmp_path: Path) -> None:
    odd = Diagnostic(Position("<stdin>", 1, 1), Code.BAD_TYPE, "m", severity=Severity.NOTE, path="/a")
    far = Diagnostic(Position("/srv/a b.yaml", 1, 1), Code.BAD_TYPE, "m", severity=Severity.NOTE)
    report = Results("lint", (*RESULTS.results, odd, far), "5 results")
    good = render_results(report, "sarif")
    bad = good.replace('"ruleIndex"', '"rulesIndex"').replace('"level": "note"', '"level": "info"')
    (tmp_path / "node_modules").symlink_to(NODE_MODULES)
    for name, text in {"good": good, "bad": bad}.items():
        (tmp_path / f"{name}.ts").write_text(
            f'import type {{ Log }} from "sarif";\nexport const log: Log = {text.strip()};\n'
        )
    options = {"strict": True, "noEmit": True, "module": "nodenext", "target": "es2022", "types": []}
    (tmp_path / "tsconfig.json").write_text(json.dumps({"compilerOptions": options, "files": ["good.ts", "bad.ts"]}))
    command = ["node", str(TSC), "-p", "tsconfig.json", "--pretty", "false"]
    done = subprocess.run(command, cwd=tmp_path, check=False, capture_output=True, encoding="utf-8")
    assert {line.partition("(")[0] for line in done.stdout.splitlines() if ": error" in line} == {"bad.ts"}, done.stdout


@pytest.mark.parametrize("form", OTHERS)
def test_every_format_shows_the_whole_result(form: str) -> None:
    text = render_results(RESULTS, form)
    for part in ("there is no type", "Objct", "did you mean", "the base has it", "this key is deprecated", "+two"):
        assert part in text.replace("%0A", "\n"), (form, part)
    assert form == "sarif" or "4 more" in text
