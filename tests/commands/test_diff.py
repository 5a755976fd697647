"""sealwax diff: compares the contracts with a revision, a file, a folder or a package, and judges what changed."""

import json
import subprocess
from pathlib import Path

import pytest
from checkout import CONTRACTS

from sealwax import cli
from sealwax.contract.source.edits import with_version
from sealwax.failures import WorkspaceError

ORDERS = """\
contract: orders
version: "1.0.0"  # raise me
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
types:
  Order:
    open: true
    fields:
      id: {type: string}
      total: {type: number}
"""
BROKEN = ORDERS.replace("      total: {type: number}\n", "")
FILE = Path("contract/orders.yaml")


def git(*arguments: str) -> str:
    author = ["-c", "user.name=x", "-c", "user.email=x@example.com", "-c", "init.defaultBranch=main"]
    done = subprocess.run(["git", *author, *arguments], check=True, capture_output=True, encoding="utf-8")
    return done.stdout


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with one contract, and a branch on which to change it."""
    folder = tmp_path / "shop"
    (folder / "contract").mkdir(parents=True)
    monkeypatch.chdir(folder)
    FILE.write_text(ORDERS)
    git("init", "--quiet")
    git("add", "--all")
    git("commit", "--quiet", "--message", "first")
    git("switch", "--quiet", "--create", "work")
    return folder


def commit() -> None:
    git("commit", "--quiet", "--all", "--message", "change")


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    code = cli.main(["diff", *arguments])
    printed = capsys.readouterr()
    return code, printed.out + printed.err


# -- what to compare with ---------------------------------------------------------------------------------------------


def test_a_break_on_a_branch_is_caught(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    FILE.write_text(BROKEN)
    commit()
    code, text = answer(capsys)
    assert code == 1
    assert "error[field-removed] `Order.total` was removed, which breaks readers and source code\n" in text
    assert "needs 2.0.0" in text
    assert project.joinpath(FILE).read_text() == BROKEN
    assert "Compared with" in text
    assert "Compared with" not in answer(capsys, "--quiet")[1]


def test_nothing_changed(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    base = git("rev-parse", "--short=9", "main").strip()
    expected = f"Compared with {base}, where this branch left main:\n  orders 1.0.0: no changes.\n"
    assert answer(capsys) == (0, expected)
    assert answer(capsys, "--quiet") == (0, "")
    assert answer(capsys, "--root", str(project)) == (0, expected)


@pytest.mark.usefixtures("project")
def test_a_major_version_allows_a_break(capsys: pytest.CaptureFixture[str]) -> None:
    FILE.write_text(BROKEN.replace("1.0.0", "2.0.0"))
    code, text = answer(capsys)
    assert code == 0
    assert "note[field-removed]" in text
    assert "orders 1.0.0 -> 2.0.0, which is enough: 1 change, 1 break." in text


@pytest.mark.parametrize("against", ["main", "HEAD~1", "v1", "FILE", "FOLDER", "PROJECT"])
@pytest.mark.usefixtures("project")
def test_compare_with_anything(against: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    git("tag", "v1")
    FILE.write_text(BROKEN)
    commit()
    for folder in (tmp_path / "old", tmp_path / "other" / "contract"):
        folder.mkdir(parents=True)
        (folder / "orders.yaml").write_text(ORDERS)
    places = {"FILE": tmp_path / "old" / "orders.yaml", "FOLDER": tmp_path / "old", "PROJECT": tmp_path / "other"}
    code, text = answer(capsys, "--against", str(places.get(against, against)))
    assert (code, text.count("error[field-removed]")) == (1, 1)


@pytest.mark.usefixtures("project")
def test_compare_with_an_installed_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "site" / "acme_orders").mkdir(parents=True)
    (tmp_path / "site" / "acme_orders" / "__init__.py").write_text("raise RuntimeError('never imported')\n")
    (tmp_path / "site" / "acme_orders" / "contract.yaml").write_text(ORDERS)
    monkeypatch.syspath_prepend(tmp_path / "site")
    FILE.write_text(BROKEN)
    code, text = answer(capsys, "--against", "acme-orders")
    assert (code, text.count("error[field-removed]")) == (1, 1)
    assert "Compared with the package acme-orders:" in text


@pytest.mark.usefixtures("project")
def test_compare_with_a_distribution_that_has_another_name_than_its_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As flit installs one, which does not list top-level packages."""
    about = tmp_path / "site" / "acme_shop-1.0.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: acme-shop\nVersion: 1.0.0\n")
    (about / "RECORD").write_text(
        "orders/__init__.py,,\norders/contract.yaml,,\nacme_shop-1.0.0.dist-info/METADATA,,\n"
    )
    (tmp_path / "site" / "orders").mkdir()
    (tmp_path / "site" / "orders" / "__init__.py").write_text("")
    (tmp_path / "site" / "orders" / "contract.yaml").write_text(ORDERS)
    monkeypatch.syspath_prepend(tmp_path / "site")
    FILE.write_text(BROKEN)
    code, text = answer(capsys, "--against", "acme-shop")
    assert (code, text.count("error[field-removed]")) == (1, 1)


@pytest.mark.usefixtures("project")
def test_a_contract_is_tracked_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    git("mv", str(FILE), "contract/moved.yaml")
    Path("contract/moved.yaml").write_text(BROKEN)
    code, text = answer(capsys)
    assert (code, text.count("error[field-removed]")) == (1, 1)
    assert "contract/moved.yaml:" in text


@pytest.mark.parametrize("folder", ["services/shop", "."])
def test_a_project_is_found_where_it_was(
    folder: str, project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The folder of the project was moved inside the repository, down or up."""
    if folder == ".":
        Path("old").mkdir()
        git("mv", "contract", "old/contract")
        commit()
    moved = project / folder / "contract"
    moved.parent.mkdir(parents=True, exist_ok=True)
    (project / ("old" if folder == "." else ".") / "contract").rename(moved)
    (moved / "orders.yaml").write_text(BROKEN)
    monkeypatch.chdir(moved.parent)
    code, text = answer(capsys, "--against", "HEAD")
    assert (code, text.count("error[field-removed]")) == (1, 1)


def test_another_project_of_the_repository_is_not_taken_for_this_one(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "other" / "contract").mkdir(parents=True)
    (project / "other" / "contract" / "orders.yaml").write_text(BROKEN)
    monkeypatch.chdir(project / "other")
    code, text = answer(capsys, "--against", "HEAD")
    assert code == 0
    assert "orders is new." in text


@pytest.mark.parametrize(
    ("left_out", "what"), [("blob:none", "the file contract/orders.yaml"), ("tree:0", "the list of files")]
)
def test_a_partial_clone(
    left_out: str,
    what: str,
    project: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    FILE.write_text(BROKEN)
    commit()
    git("config", "uploadpack.allowFilter", "true")
    git("clone", "--quiet", f"--filter={left_out}", "--branch", "work", project.as_uri(), str(tmp_path / "clone"))
    monkeypatch.chdir(tmp_path / "clone")
    code, text = answer(capsys, "--against", "HEAD~1")
    assert code == 2
    assert f"{what} of HEAD~1 is missing in this clone\n" in text
    assert "hint: fetch it: git fetch --refetch --no-filter\n" in text
    git("fetch", "--quiet", "--refetch", "--no-filter")
    assert answer(capsys, "--against", "HEAD~1")[0] == 1


@pytest.mark.usefixtures("project")
def test_a_contract_that_extends_another_is_compared_as_resolved(capsys: pytest.CaptureFixture[str]) -> None:
    Path("contract/shop.yaml").write_text(
        'contract: shop\nversion: "1.0.0"\ntitle: A shop\nextends: orders.yaml\n'
        "types: {Order: {fields: {note: {type: string, level: may}}}}\n"
    )
    git("add", "--all")
    commit()
    FILE.write_text(BROKEN)
    code, printed = answer(capsys, "--against", "HEAD", "--format", "json")
    changed = {each["contract"]: [one["words"] for one in each["changes"]] for each in json.loads(printed)["contracts"]}
    assert code == 1
    assert changed == {"orders": ["`Order.total` was removed"], "shop": ["`Order.total` was removed"]}


def test_the_work_tree_and_the_repository_are_not_touched(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    FILE.write_text(BROKEN)
    before = {path: path.read_bytes() for path in sorted(project.rglob("*")) if path.is_file()}
    answer(capsys, "--against", "main")
    assert {path: path.read_bytes() for path in sorted(project.rglob("*")) if path.is_file()} == before


@pytest.mark.usefixtures("project")
def test_a_link_in_a_revision_leads_nowhere(capsys: pytest.CaptureFixture[str]) -> None:
    Path("contract/link.yaml").symlink_to("/etc/passwd")
    git("add", "--all")
    commit()
    Path("contract/link.yaml").unlink()
    assert answer(capsys, "--against", "HEAD")[0] == 0


# -- what cannot be compared ------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("project")
def test_a_name_that_is_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    code, text = answer(capsys, "--against", "--upload-pack=x")
    assert code == 2
    code, text = answer(capsys, "--against", "nowhere")
    assert code == 2
    assert (
        "'nowhere' is not a file, a folder, a revision of this repository or an installed package with a contract"
        in text
    )


def test_a_repository_without_commits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "contract").mkdir()
    monkeypatch.chdir(tmp_path)
    FILE.write_text(ORDERS)
    git("init", "--quiet")
    code, text = answer(capsys)
    assert code == 2
    assert "there is no commit yet to compare with" in text
    assert "commit the contracts, then change them" in text


def test_a_shallow_clone(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    FILE.write_text(BROKEN)
    commit()
    git("switch", "--quiet", "main")
    git("clone", "--quiet", "--depth", "1", "--branch", "work", project.as_uri(), str(tmp_path / "clone"))
    monkeypatch.chdir(tmp_path / "clone")
    code, text = answer(capsys)
    assert code == 2
    assert "git fetch --unshallow" in text
    code, text = answer(capsys, "--against", "main")
    assert code == 2
    assert "fetch-depth: 0" in text


def test_no_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "contract").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    FILE.write_text(ORDERS)
    code, text = answer(capsys)
    assert code == 2
    assert "hint: name what to compare with: --against FILE, FOLDER or PACKAGE\n" in text


@pytest.mark.usefixtures("project")
def test_a_contract_that_did_not_parse_then(capsys: pytest.CaptureFixture[str]) -> None:
    FILE.write_text(ORDERS.replace("type: number", "type: numbr"))
    commit()
    FILE.write_text(ORDERS)
    code, text = answer(capsys, "--against", "HEAD")
    assert code == 2
    assert text == (
        "sealwax: contract/orders.yaml has errors in HEAD:\n"
        "  contract/orders.yaml:18: there is no type 'numbr'\n"
        "hint: compare with a revision in which it has no errors: sealwax diff --against REVISION\n"
    )


@pytest.mark.usefixtures("project")
def test_a_contract_that_does_not_parse_now(capsys: pytest.CaptureFixture[str]) -> None:
    FILE.write_text(ORDERS.replace("type: number", "type: numbr"))
    code, text = answer(capsys)
    assert code == 2
    assert "error[unknown-type]" in text


@pytest.mark.usefixtures("project")
def test_a_contract_that_did_not_parse_then_does_not_stop_the_others(capsys: pytest.CaptureFixture[str]) -> None:
    other = Path("contract/parcels.yaml")
    parcels = ORDERS.replace("contract: orders", "contract: parcels")
    other.write_text(parcels.replace("type: number", "type: numbr"))
    git("add", "--all")
    commit()
    other.write_text(parcels)
    FILE.write_text(BROKEN)
    code, text = answer(capsys, "--against", "HEAD")
    assert code == 2
    assert "error[field-removed] `Order.total` was removed" in text
    assert (
        "contract/parcels.yaml:1:11: error[no-earlier-version] 'parcels' cannot be compared, because it has errors in "
        "HEAD: contract/parcels.yaml:18: there is no type 'numbr'\n"
    ) in text
    assert "parcels is new" not in text


@pytest.mark.usefixtures("project")
def test_a_contract_that_was_not_even_yaml_is_known_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    Path("contract/other.yaml").write_text(ORDERS.replace("contract: orders", "contract: parcels"))
    FILE.write_text(f"{ORDERS}title: [\n")
    git("add", "--all")
    commit()
    FILE.unlink()
    Path("contract/moved.yaml").write_text(ORDERS)
    code, text = answer(capsys, "--against", "HEAD")
    assert code == 2
    assert "contract/moved.yaml:1:11: error[no-earlier-version] 'orders' cannot be compared" in text
    assert "orders is new" not in text


@pytest.mark.usefixtures("project")
def test_a_contract_that_had_no_name_is_known_by_its_file(capsys: pytest.CaptureFixture[str]) -> None:
    Path("contract/other.yaml").write_text(ORDERS.replace("contract: orders", "contract: parcels"))
    FILE.write_text("}{\n")
    git("add", "--all")
    commit()
    FILE.write_text(ORDERS)
    code, text = answer(capsys, "--against", "HEAD")
    assert code == 2
    assert "error[no-earlier-version] 'contract/orders.yaml' cannot be compared" in text
    assert "orders is new" not in text


@pytest.mark.usefixtures("project")
def test_an_earlier_version_that_cannot_be_read_has_a_code_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    code, text = answer(capsys, "--against", "nowhere", "--format", "json")
    assert (code, json.loads(text)["diagnostics"][0]["code"]) == (2, "no-earlier-version")


@pytest.mark.usefixtures("project")
def test_the_last_contract_is_gone(capsys: pytest.CaptureFixture[str]) -> None:
    FILE.unlink()
    FILE.parent.rmdir()
    code, text = answer(capsys)
    assert code == 1
    assert "error[contract-removed] the contract 'orders' was removed" in text
    commit()
    code, text = answer(capsys, "--against", "HEAD")
    assert code == 2
    assert "no contracts found" in text


# -- what is reported -------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("project")
def test_a_contract_that_is_gone_or_new(capsys: pytest.CaptureFixture[str]) -> None:
    FILE.write_text(ORDERS.replace("contract: orders", "contract: parcels"))
    code, text = answer(capsys)
    assert code == 1
    assert "error[contract-removed] the contract 'orders' was removed, which breaks" in text
    assert "parcels is new." in text
    contracts = json.loads(answer(capsys, "--format", "json")[1])["contracts"]
    assert [(each["before"], each["after"]) for one in contracts for each in one["changes"]] == [
        (None, "parcels"),
        ("orders", None),
    ]


@pytest.mark.parametrize(("fail_on", "code"), [("error", 0), ("warning", 1), ("never", 0)])
@pytest.mark.usefixtures("project")
def test_the_level_that_fails(fail_on: str, code: int, capsys: pytest.CaptureFixture[str]) -> None:
    FILE.write_text(ORDERS.replace("default: null", "level: may").replace("1.0.0", "3.0.0"))
    assert answer(capsys, "--fail-on", fail_on)[0] == code
    FILE.write_text(BROKEN)
    assert answer(capsys, "--fail-on", fail_on)[0] == (fail_on != "never")


@pytest.mark.usefixtures("project")
def test_the_answer_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    FILE.write_text(BROKEN)
    code, text = answer(capsys, "--against", "main", "--format", "json")
    document = json.loads(text)
    assert code == 1
    assert [*document] == ["against", "contracts", "findings"]
    (contract,) = document["contracts"]
    assert (contract["old_version"], contract["new_version"], contract["needed_version"]) == ("1.0.0", "1.0.0", "2.0.0")
    (change,) = contract["changes"]
    assert change.pop("fingerprint") is not None
    assert change == {
        "topic": "field removed",
        "old_place": ["types", "Order", "fields", "total"],
        "new_place": ["types", "Order", "fields", "total"],
        "before": "total",
        "after": None,
        "content": [],
        "also": [],
        "old_location": {"file": "contract/orders.yaml", "line": 18, "column": 7},
        "new_location": None,
        "words": "`Order.total` was removed",
        "rule": "field-removed",
        "breaks": ["readers", "source code"],
        "needs": "major",
        "accepted": False,
    }
    assert [each["code"] for each in document["findings"]] == ["version-too-low", "field-removed"]


@pytest.mark.usefixtures("project")
def test_programs_see_what_was_and_what_is(capsys: pytest.CaptureFixture[str]) -> None:
    deprecated = '{type: number, level: may, deprecated: {since: "1.1.0", replacement: sum, removal: "2.0.0"}}'
    text = ORDERS.replace("{type: number}", deprecated).replace(
        "id: {type: string}", "key: {type: string, renamed_from: id}"
    )
    FILE.write_text(text + "      sum: {type: number, min: 0}\n")
    _code, printed = answer(capsys, "--format", "json")
    found = {each["topic"]: each for each in json.loads(printed)["contracts"][0]["changes"]}
    assert found["field renamed"]["words"] == "`Order.id` was renamed to `Order.key`"
    assert found["field.level"]["before"] == "must"
    assert found["field.deprecated"]["after"] == {
        "since": "1.1.0", "replacement": "sum", "doc": "", "removal": "2.0.0"
    }  # fmt: skip
    words = "`Order.total`: `deprecated` is now `{since: 1.1.0, replacement: sum, removal: 2.0.0}`"
    assert found["field.deprecated"]["words"] == words
    assert found["field.level"]["new_location"] == {"file": "contract/orders.yaml", "line": 18, "column": 36}
    content = {".".join(each["place"][4:]): each["value"] for each in found["field added"]["content"]}
    assert content == {"type": "number", "min": 0, "level": "must"}


# -- who fails --------------------------------------------------------------------------------------------------------

NEW = f"{ORDERS}      note: {{type: string, level: may}}\n"
WORDS = ORDERS.replace("Responses about orders", "Answers about orders")


@pytest.mark.usefixtures("project")
@pytest.mark.parametrize(("text", "level"), [(BROKEN, "error"), (NEW, "warning"), (WORDS, "note")])
def test_what_a_version_hides_is_as_serious_as_that(text: str, level: str, capsys: pytest.CaptureFixture[str]) -> None:
    FILE.write_text(text)
    levels = ["error", "warning", "note"]
    for fail_on in levels:
        code, printed = answer(capsys, "--fail-on", fail_on)
        assert f"{level}[version-too-low]" in printed
        assert code == (levels.index(level) <= levels.index(fail_on))


@pytest.mark.usefixtures("project")
def test_a_version_that_was_lowered_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    FILE.write_text(ORDERS.replace("1.0.0", "0.9.0"))
    code, printed = answer(capsys)
    assert (code, "error[version-too-low] the version is 0.9.0, but" in printed) == (1, True)


# -- accepted changes -------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("project")
def test_the_printed_lines_accept_a_change(capsys: pytest.CaptureFixture[str]) -> None:
    FILE.write_text(BROKEN)
    printed = answer(capsys)[1]
    accepted = Path("contract/accepted-changes.yaml")
    accepted.write_text(printed[printed.index("accepted:\n") :])
    code, text = answer(capsys)
    assert code == 2
    assert "error[bad-value] this is not a reason yet" in text
    accepted.write_text(accepted.read_text().replace("why this is intended", "Nobody reads it."))
    code, text = answer(capsys)
    assert code == 1
    assert "needs 1.1.0" in text  # an accepted break is still a change
    FILE.write_text(BROKEN.replace("1.0.0", "1.1.0"))
    code, text = answer(capsys)
    assert code == 0
    assert "1 break, 1 accepted" in text
    accepted.write_text(accepted.read_text() + '    until: "2020-01-31"\n')
    code, text = answer(capsys)
    assert code == 1
    assert "warning[expired-acceptance] this was accepted until 2020-01-31" in text
    FILE.write_text(ORDERS)
    accepted.write_text('accepted: [{change: "0123456789ab", reason: Why not}]\n')
    code, text = answer(capsys)
    assert code == 0
    assert "warning[unmatched-acceptance] no change has the fingerprint 0123456789ab" in text
    assert '1 | accepted: [{change: "0123456789ab", reason: Why not}]\n' in text


@pytest.mark.parametrize("text", ["", "# Nothing is accepted.\n", "accepted:\n", "accepted: []\n"])
@pytest.mark.usefixtures("project")
def test_those_who_remove_the_last_entry_need_not_remove_the_file(
    text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("contract/accepted-changes.yaml").write_text(text)
    code, text = answer(capsys)
    assert (code, "no changes" in text) == (0, True)


@pytest.mark.usefixtures("project")
def test_the_first_hundred_changes_are_suggested(capsys: pytest.CaptureFixture[str]) -> None:
    more = "".join(f"      f{at}: {{type: string}}\n" for at in range(250))
    FILE.write_text(ORDERS + more)
    git("commit", "--quiet", "--all", "--message", "more")
    git("branch", "--force", "main", "HEAD")
    FILE.write_text(ORDERS)
    _, printed = answer(capsys)
    assert printed.count("  - change: ") == 100
    assert "  # … and 150 more, which sealwax diff prints once these are accepted\n" in printed


@pytest.mark.usefixtures("project")
def test_mistakes_in_the_file_of_accepted_changes(capsys: pytest.CaptureFixture[str]) -> None:
    accepted = Path("contract/accepted-changes.yaml")
    accepted.write_text("accepted: [{change: abc, raison: Why not}]\n")
    code, text = answer(capsys)
    assert code == 2
    assert "contract/accepted-changes.yaml:1:21: error[bad-name]" in text
    assert "error[unknown-key] there is no key 'raison' here" in text
    assert cli.main(["lint"]) == 0  # the file is no contract
    accepted.write_text('accepted: [{change: "0123456789ab", reason: Why not, until: "2030-02-31"}]\n')
    code, text = answer(capsys)
    assert code == 2
    assert "error[bad-value] there is no day 2030-02-31" in text


# -- versions ---------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("project")
def test_the_version_is_written_and_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    FILE.write_text(BROKEN)
    code, text = answer(capsys, "--write-version")
    assert code == 0
    assert "note[field-removed]" in text
    assert text.endswith("wrote version 2.0.0 into contract/orders.yaml\n")
    assert FILE.read_text() == BROKEN.replace('"1.0.0"  # raise me', '"2.0.0"  # raise me')
    code, text = answer(capsys, "--write-version")
    assert code == 0
    assert "wrote" not in text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("version: 1.0.0\ncontract: x\n", "version: 1.2.0\ncontract: x\n"),
        ("# version: '9'\r\nversion: '1.0.0' # old\r\n", "# version: '9'\r\nversion: '1.2.0' # old\r\n"),
        (
            '\ufeff{"types": {"version": "é"}, "version": "1.0.0"}',
            '\ufeff{"types": {"version": "é"}, "version": "1.2.0"}',
        ),
        ("a: version\nb: {version: 3}\n? version\n: 1.0.0", "a: version\nb: {version: 3}\n? version\n: 1.2.0"),
    ],
)
def test_a_version_is_replaced_in_any_text(before: str, after: str) -> None:
    assert with_version(before.encode(), "1.2.0") == after.encode()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('version: &v "1.0.0"\ntitle: *v\n', "is an alias or has an anchor"),
        ("title: &v 1.0.0\nversion: *v\n", "is an alias or has an anchor"),
        ("version: >-\n  1.0.0\ntitle: x\n", "is a block"),
        ("version: |-\n  1.0.0\ntitle: x\n", "is a block"),
        ("version: !!str 1.0.0\ntitle: x\n", "has the tag"),
    ],
)
def test_a_version_that_cannot_be_replaced_alone_is_left_alone(text: str, why: str) -> None:
    with pytest.raises(WorkspaceError) as raised:
        with_version(text.encode(), "1.2.0", "contract/orders.yaml")
    assert str(raised.value).startswith(f"the version of contract/orders.yaml {why}")


@pytest.mark.usefixtures("project")
def test_either_all_versions_are_written_or_none(capsys: pytest.CaptureFixture[str]) -> None:
    other = Path("contract/parcels.yaml")
    other.write_text(ORDERS.replace("contract: orders", "contract: parcels"))
    git("add", "--all")
    commit()
    FILE.write_text(BROKEN)
    unusual = BROKEN.replace("contract: orders", "contract: parcels").replace('"1.0.0"  # raise me', ">-\n  1.0.0")
    other.write_text(unusual)
    code, text = answer(capsys, "--against", "HEAD", "--write-version")
    assert code == 2
    assert "the version of contract/parcels.yaml is a block (>)" in text
    assert (FILE.read_text(), other.read_text()) == (BROKEN, unusual)


@pytest.mark.parametrize("path", sorted(CONTRACTS.glob("*.yaml")), ids=lambda path: path.stem)
def test_a_real_contract_keeps_everything_but_its_version(path: Path) -> None:
    raw = path.read_bytes()
    changed = with_version(raw, "9.8.7")
    assert [each for each in zip(raw.splitlines(), changed.splitlines(), strict=True) if each[0] != each[1]] == [
        (b'version: "2.0.0"' if b'"2.0.0"' in raw else b'version: "1.0.0"', b'version: "9.8.7"')
    ]


KINDS = {
    "record": "types: {T: {fields: {a: {type: string}}}}",
    "text": "types: {T: {type: string, pattern: ^a$}}",
    "composite": (
        'types: {T: {type: string, forms: {f: {template: "a:{n}", example: "a:1"}}, parts: {n: {type: integer}}}}'
    ),
    "enum": "enums: {T: {values: {a: {}}}}",
    "ordered": "enums: {T: {order: highest_first, values: {a: {}, b: {}}}}",
    "none": "",
}


@pytest.mark.parametrize("before", KINDS)
@pytest.mark.parametrize("after", KINDS)
def test_a_type_can_become_anything(before: str, after: str, capsys: pytest.CaptureFixture[str], project: Path) -> None:
    used = "    held: {type: T, level: may}\n"
    head = ORDERS[: ORDERS.index("types:")].replace("  outcomes:", f"{used}  outcomes:")
    for folder, kind in (("old", before), ("contract", after)):
        (project / folder).mkdir(exist_ok=True)
        text = head if KINDS[kind] else head.replace(used, "")
        (project / folder / "orders.yaml").write_text(f"{text}{KINDS[kind]}\n")
    code, printed = answer(capsys, "--against", "old")
    assert code == (0 if before == after else 1), printed
