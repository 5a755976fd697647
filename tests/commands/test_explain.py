"""sealwax explain: every code has a page, and the examples on it do what the page says.

An example is a diff or a script. The lines of a diff before the change must lead to the code, and those after it must
not. It is about a contract, about the file that the line before it names, or, if it is JSON, about a value. A script
has one part that leads to the code and one that fixes it. A contract in an example is completed with what is in the
first block of docs/rules/README.md.
"""

import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

import pytest
from checkout import ROOT
from checkout.goldens import Golden

from sealwax import cli
from sealwax.cli.streams import columns_of
from sealwax.diagnostics import Code, errors
from sealwax.drift.comparison import DriftKind
from sealwax.evolution.verdicts import ChangeCode
from sealwax.meaning.findings import RuleId
from sealwax.pipeline import load
from sealwax.reports.explanations import render_list, render_page

FOLDER = ROOT / "docs" / "rules"
PAGES = dict(sorted((path.stem, path.read_text(encoding="utf-8")) for path in FOLDER.glob("[a-z]*.md")))
COMMON = """\
contract: orders
version: "1.0.0"
title: Responses about orders
envelope:
  name: Reply
  fields:
    ok: {type: boolean}
    data: {type: object, default: {}}
    error: {type: string | null, default: null}
  outcomes:
    success: {when: {ok: true}}
    failure: {when: {ok: false}}
"""
EXTENDING = 'contract: shop\nversion: "1.0.0"\ntitle: Responses of a shop\n'
NEEDS_A_PACKAGE = {Code.BROKEN_TARGET}  # tried in test_installed_targets.py


@dataclass(frozen=True)
class Example:
    code: str
    file: str
    """The file that it is about, if the page names one."""
    context: str
    """The contract that a value belongs to, or that the contract of the example extends."""
    language: str
    body: str

    @property
    def before(self) -> str:
        return _side(self.body, "-")

    @property
    def after(self) -> str:
        return _side(self.body, "+")

    @property
    def is_value(self) -> bool:
        return self.body.lstrip("-+ ").startswith("{")


def _side(body: str, sign: str) -> str:
    lines = [line[1:] for line in body.splitlines() if line[:1] in (" ", sign)]
    return "".join(f"{line}\n" for line in lines)


def examples() -> list[Example]:
    found = []
    for code, text in PAGES.items():
        context = ""
        for file, language, body in re.findall(r"(?:In `(.+)`:\n\n)?```(\w+)\n(.*?)```\n", text, re.DOTALL):
            if language == "yaml":
                context = body
            else:
                found.append(Example(code, file, context, language, body))
    return found


SHOWS_A_CHANGE = {*ChangeCode, Code.NO_EARLIER_VERSION}  # tried in evolution/test_rules.py and commands/test_diff.py
EXAMPLES = [example for example in examples() if example.code not in NEEDS_A_PACKAGE | SHOWS_A_CHANGE]
SCRIPTS = [example for example in EXAMPLES if example.language == "sh"]
VALUES = [example for example in EXAMPLES if example.is_value]
CONTRACTS = [each for each in EXAMPLES if each.language == "diff" and not each.file and not each.is_value]
SETTINGS = [example for example in EXAMPLES if example.file]


def completed(snippet: str, common: str = COMMON) -> str:
    """A contract with the sections of the snippet, and the common ones that it does not have."""
    common = EXTENDING if re.search(r"^extends:", snippet, re.MULTILINE) else common
    sections = {part.split(":")[0]: part for part in re.split(r"(?m)^(?=[a-z_]+:)", common) if part}
    own = set(re.findall(r"^([a-z_]+):", snippet, re.MULTILINE))
    return "".join(part for name, part in sections.items() if name not in own) + snippet


# -- the pages --------------------------------------------------------------------------------------------------------


def test_every_code_rule_and_kind_of_drift_has_a_page_and_nothing_else_has() -> None:
    assert {*PAGES} == {*Code, *RuleId, *DriftKind, *ChangeCode}


@pytest.mark.parametrize("code", PAGES)
def test_a_page_says_what_it_means_why_it_matters_and_shows_an_example(code: str) -> None:
    headings = re.findall(r"^#+ (.+)$", re.sub(r"```.*?```", "", PAGES[code], flags=re.DOTALL), re.MULTILINE)
    assert headings == [code, "What it means", "Why it matters", "Example"]
    assert any(example.code == code for example in examples())
    assert max(map(len, PAGES[code].splitlines())) <= 120


def test_the_index_lists_every_page(golden: Golden) -> None:
    rows = (f"| [`{code}`]({code}.md) | {text.split(chr(10))[2]} |" for code, text in PAGES.items())
    index = f"""\
# Codes

The codes that sealwax prints, and what they mean: codes of errors and notes, rules of findings, kinds of drift, and
rules about changes. `sealwax explain CODE` prints the same pages. In the examples, `-` lines are before the fix, and
`+` lines after it; for a rule about changes, they are before and after the change.
Unless an example shows a whole contract, the rest of it is:

```yaml
{COMMON}```

| code | kind |
| --- | --- |
{chr(10).join(rows)}
"""
    golden.matches(FOLDER / "README.md", index)


# -- the examples -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("example", CONTRACTS, ids=lambda example: example.code)
def test_a_contract_has_the_error_before_and_not_after(example: Example) -> None:
    is_whole = re.search(r"^.contract:", example.body, re.MULTILINE)
    for text, is_before in ((example.before, True), (example.after, False)):
        contract = text if is_whole else completed(text)
        sources = {"contract/shop.yaml": contract.encode()}
        bases = {"contract/orders.yaml": completed(example.context).encode()} if example.context else {}
        diagnostics = load(sources, bases=bases)[1]
        assert (example.code in {each.code for each in diagnostics}) is is_before, diagnostics
        assert is_before or errors(diagnostics) == ()


@pytest.mark.parametrize("example", VALUES, ids=lambda example: example.code)
def test_a_value_has_the_finding_before_and_not_after(
    example: Example, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("orders.yaml").write_text(completed(example.context), encoding="utf-8")
    for text, is_before in ((example.before, True), (example.after, False)):
        Path("value.jsonl").write_text(text, encoding="utf-8")
        cli.main(["verify", "./orders.yaml", "value.jsonl", "--format", "json"])
        printed = capsys.readouterr()
        found = [json.loads(line).get("rule") for line in printed.out.splitlines()[:-1]]
        assert printed.err == ""
        assert example.code in found if is_before else found == []


def reported(capsys: pytest.CaptureFixture[str]) -> set[str]:
    """The codes that lint and check report in the current folder."""
    codes = set()
    for command in ("lint", "check"):
        cli.main([command, "--format", "json"])
        document = json.loads(capsys.readouterr().out)
        codes |= {each["code"] for each in document.get("diagnostics", ())}
        codes |= {each["kind"] for each in document.get("drift", ())}
    return codes


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "contract").mkdir()
    (tmp_path / "contract" / "orders.yaml").write_text(COMMON, encoding="utf-8")
    assert cli.main(["generate"]) == 0
    capsys.readouterr()
    return tmp_path


@pytest.mark.parametrize("example", SETTINGS, ids=lambda example: example.code)
def test_a_configuration_has_the_error_before_and_not_after(
    example: Example, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for text, is_before in ((example.before, True), (example.after, False)):
        (project / example.file).write_text(text, encoding="utf-8")
        code = cli.main(["lint", "--format", "json"])
        found = {each["code"] for each in json.loads(capsys.readouterr().out)["diagnostics"]}
        assert (code, found) == ((2, {example.code}) if is_before else (0, set()))


@pytest.mark.parametrize("example", SCRIPTS, ids=lambda example: example.code)
def test_a_script_leads_to_the_code_and_fixes_it(
    example: Example, project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}:/usr/bin:/bin")
    before, after = example.body.removeprefix("# before\n").split("# after\n")
    subprocess.run(["sh", "-e", "-c", before], cwd=project, check=True, capture_output=True)
    assert example.code in reported(capsys)
    subprocess.run(["sh", "-e", "-c", after], cwd=project, check=True, capture_output=True)
    assert example.code not in reported(capsys)
    assert cli.main(["lint"]) == 0


# -- the command ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", ["bad-type", "required", "stray"])
def test_the_command_prints_the_page(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)  # no project is needed
    assert cli.main(["explain", code]) == 0
    assert capsys.readouterr().out == PAGES[code]


def test_the_command_lists_all_codes_and_suggests_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["explain"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == [*PAGES]
    assert cli.main(["explain", "bad-typ"]) == 2
    assert capsys.readouterr().err == ("sealwax: unknown code 'bad-typ'\nhint: did you mean 'bad-type'?\n")


def test_the_list_fits_the_terminal() -> None:
    plain, wrapped = render_list(), render_list(80)
    assert max(map(len, wrapped.splitlines())) <= 80 < max(map(len, plain.splitlines()))
    assert re.sub(r"\n +", " ", wrapped) == plain
    assert max(map(len, render_list(10).splitlines())) > 40  # some room for words


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_the_width_is_that_of_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    assert columns_of(StringIO()) == columns_of(None) == 0
    assert columns_of(Terminal()) == 80
    monkeypatch.setattr(Terminal, "fileno", lambda _: 1)
    for width, columns in ((120, 120), (0, 80)):
        monkeypatch.setattr(os, "get_terminal_size", lambda _, width=width: os.terminal_size((width, 24)))
        assert columns_of(Terminal()) == columns


def test_a_report_mentions_the_command_once(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = completed("types:\n  Order: {fields: {id: {type: strng}, name: {tipe: string}}}\n")
    (project / "contract" / "orders.yaml").write_text(broken, encoding="utf-8")
    for command in ("lint", "check", "generate"):
        assert cli.main([command]) == 2
        printed = "".join(capsys.readouterr())
        assert printed.count("sealwax explain") == 1
        assert printed.endswith("in 1 file\nTo learn more, run: sealwax explain unknown-key\n")


def test_a_page_is_coloured_on_a_terminal() -> None:
    text = render_page("bad-type", color=True)
    assert "\x1b[1m# bad-type\x1b[0m\n" in text
    assert "\x1b[31m-      id: {type: string | integer}\x1b[0m\n" in text
    assert re.sub(r"\x1b\[\d*m", "", text) == PAGES["bad-type"]
