"""sealwax verify --coverage: which codes, types and fields of a contract the values had, and which never."""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from checkout import CONSUMERS, ROOT
from pages.documents import environment, follow
from samples.growing_contracts import SHAPES

from sealwax import cli
from sealwax.pipeline import load
from sealwax.verify.coverage import Coverage

BREAD = {"name": "Rye", "price": 3.5}
ORDER = "7f1c2a52-6a0e-4f43-9c6c-0d6f1f4f2b11"
GOOD: dict[str, Any] = {"ok": True, "result": {"order_id": ORDER, "breads": [BREAD, BREAD]}}
TROUBLE = {"code": "UNKNOWN_BREAD", "kind": "missing", "text": "No"}
BAD: dict[str, Any] = {"ok": False, "problem": TROUBLE, "info": {"request_id": "r", "extra": 1}}
ORDERS = ("--type", "place_order")


class Run:
    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def counts(self) -> dict[str, dict[str, int]]:
        found: dict[str, dict[str, int]] = json.loads(self.out.splitlines()[-1])["summary"]["coverage"]
        return found


@pytest.fixture
def verify(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """Verifies values against the contract of the bakery."""
    shutil.copy(CONSUMERS / "bakery.yaml", tmp_path)
    monkeypatch.chdir(tmp_path)

    def run(*values: object, options: tuple[str, ...] = (), form: str = "json", coverage: bool = True) -> Run:
        Path("log.jsonl").write_text("".join(f"{json.dumps(each)}\n" for each in values), encoding="utf-8")
        more = (*options, "--format", form, *(["--coverage"] if coverage else []))
        code = cli.main(["verify", "bakery.yaml", "log.jsonl", *more])
        return Run(code, *capsys.readouterr())

    return run


def test_every_part_is_counted_where_the_contract_puts_it(verify: Any) -> None:
    counts = verify(GOOD, GOOD, BAD, options=ORDERS).counts
    assert counts["outcomes"] == {"success": 2, "failure": 1}
    assert counts["types"] == {"PlaceOrderReply": 3, "Trouble": 1, "Info": 1, "OrderPayload": 2, "Bread": 4}
    assert {name: count for name, count in counts["error_codes"].items() if count} == {"UNKNOWN_BREAD": 1}
    assert counts["warning_codes"] == {}
    assert counts["fields"] == {
        "PlaceOrderReply.ok": 3, "PlaceOrderReply.result": 2, "PlaceOrderReply.problem": 1, "PlaceOrderReply.info": 1,
        "Trouble.code": 1, "Trouble.kind": 1, "Trouble.text": 1, "Trouble.remediation": 0, "Trouble.wait_seconds": 0,
        "Trouble.details": 0, "Info.request_id": 1, "Info.duration_ms": 0, "OrderPayload.order_id": 2,
        "OrderPayload.breads": 2, "Bread.name": 4, "Bread.price": 4, "Bread.note": 0,
    }  # fmt: skip


def test_only_what_values_of_the_type_can_have_is_listed(verify: Any) -> None:
    assert {*verify(GOOD).counts["types"]} == {"Reply", "Trouble", "Info"}
    bread = verify(BREAD, options=("--type", "Bread")).counts
    assert (bread["outcomes"], bread["error_codes"], bread["types"]) == ({}, {}, {"Bread": 1})
    codes = verify("UNKNOWN_BREAD", options=("--type", "ErrorCode")).counts
    assert (codes["error_codes"]["UNKNOWN_BREAD"], codes["types"]) == (1, {})


def test_values_with_errors_count_too_and_what_is_undeclared_never_does(verify: Any) -> None:
    odd = {"ok": False, "problem": {"code": "OOPS", "kind": 7}, "info": [BREAD], "more": {}}
    done = verify(odd, 7, {"ok": "yes"}, ["ok"], None)
    assert done.code == 1
    assert {name: count for name, count in done.counts["fields"].items() if count} == {
        "Reply.ok": 2, "Reply.problem": 1, "Reply.info": 1, "Trouble.code": 1, "Trouble.kind": 1
    }  # fmt: skip
    assert done.counts["types"] == {"Reply": 2, "Trouble": 1, "Info": 0}
    assert done.counts["outcomes"] == {"success": 0, "failure": 1}
    assert not any(done.counts["error_codes"].values())


@pytest.mark.parametrize(("contract", "catalogue"), [("response-v2", "warning_codes"), ("mail-imap", "error_codes")])
def test_the_examples_of_a_contract_have_its_codes(
    contract: str, catalogue: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = ROOT / "contract" / f"{contract}.yaml"
    (loaded,), _ = load({path.name: path.read_bytes()})
    valid = [each.value for each in loaded.examples if each.subject == loaded.envelope and each.kind == "valid"]
    (tmp_path / "log.jsonl").write_text("".join(f"{json.dumps(each)}\n" for each in valid), encoding="utf-8")
    cli.main(["verify", str(path), str(tmp_path / "log.jsonl"), "--coverage", "--format", "json"])
    counts = Run(0, *capsys.readouterr()).counts
    text = json.dumps(valid)
    assert {code for code, count in counts[catalogue].items() if count} == {
        code for code in counts[catalogue] if f'"{code}"' in text
    }
    assert counts["types"][loaded.envelope.name] == len(valid) == sum(counts["outcomes"].values())


def test_a_record_on_very_many_paths_is_listed_once() -> None:
    (contract,), _ = load(SHAPES["doubling payload"](40))
    coverage = Coverage(contract, contract.tools[0].envelope.name)
    coverage.add({"ok": True, "data": {"b": {"a": {}}}})
    assert len(coverage.fields.seen) == 4
    assert len(coverage.fields.counts) == len({*coverage.fields.counts}) == 2 + 2 * 40 - 1


# -- how it is shown --------------------------------------------------------------------------------------------------


def test_it_follows_the_summary_for_people(verify: Any) -> None:
    shown, plain = (verify(GOOD, BAD, form="text", coverage=each).out for each in (True, False))
    assert shown.startswith(plain)
    assert shown.removeprefix(plain).splitlines()[:4] == [
        "",
        "Seen in 2 values:",
        "  outcomes     2 of 2   success (1), failure (1)",
        "  error codes  1 of 4   UNKNOWN_BREAD (1)",
    ]


def test_what_is_frequent_comes_first(verify: Any) -> None:
    assert "outcomes     2 of 2   failure (2), success (1)\n" in verify(GOOD, BAD, BAD, form="text").out


def test_the_fields_of_a_type_that_was_never_seen_are_named_together(verify: Any) -> None:
    missed = verify(GOOD, form="text").out.partition("Never seen:\n")[2]
    assert "  types        Trouble, Info\n" in missed
    assert missed.endswith("  fields       Reply.problem, Reply.info, Trouble.*, Info.*\n")


def test_if_nothing_is_left_it_says_so(verify: Any) -> None:
    full = {**BREAD, "note": "fresh"}
    shown = verify(full, form="text", options=("--type", "Bread")).out
    assert shown.endswith("  fields  3 of 3  Bread.name (1), Bread.price (1), Bread.note (1)\nNothing is left.\n")


def test_lines_break_between_names(verify: Any) -> None:
    lines = verify(GOOD, BAD, form="text", options=ORDERS).out.partition("Seen in")[2].splitlines()
    assert max(map(len, lines)) <= 100
    rejoined = re.sub(r",\n +", ", ", "\n".join(lines))
    assert re.search(
        r"^  fields +12 of 17  PlaceOrderReply\.ok \(2\), .*\), Info\.request_id \(1\)$", rejoined, re.MULTILINE
    )


@pytest.mark.parametrize("form", ["text", "json", "github", "markdown", "sarif"])
def test_findings_are_the_same_with_and_without(verify: Any, form: str) -> None:
    def findings(run: Run) -> Iterator[str]:
        return (line for line in run.out.splitlines() if "log.jsonl" in line)

    plain = verify(GOOD, BAD, form=form, coverage=False)
    if form == "sarif":
        done = verify(GOOD, BAD, form=form)
        assert (done.code, done.out) == (2, "")
        assert "--coverage cannot be combined with --format sarif" in done.err
        return
    counted = verify(GOOD, BAD, form=form)
    assert counted.code == plain.code
    assert list(findings(counted)) == list(findings(plain)) != []


def test_a_comment_on_a_pull_request_has_it_folded(verify: Any) -> None:
    shown = verify(GOOD, form="markdown").out
    assert "<details><summary>Seen: 1 of 2 outcomes, 0 of 4 error codes, 1 of 3 types, " in shown
    assert "<details><summary>Never seen</summary>\n\n```\n  outcomes     failure\n" in shown


def test_the_log_of_a_job_has_it_as_text(verify: Any) -> None:
    lines = verify({"ok": 7}, form="github").out.splitlines()
    assert lines[0].startswith("::error file=log.jsonl,")
    assert "Never seen:" in lines


def test_the_page_shows_a_real_log(tmp_path: Path) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    follow("docs/verifying.md", tmp_path, environment(ROOT / ".venv"))
