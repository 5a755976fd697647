"""sealwax release: snapshots of contracts, from which changelogs and first versions are generated."""

from pathlib import Path

import pytest

from sealwax import cli

ORDERS = """\
# Orders.
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
types:
  Order:
    open: true
    fields:
      id: {type: string}
"""
NOTE = "      note: {type: string, level: may, doc: For people.}\n"
SHOP = """\
contract: shop
version: "1.0.0"
title: Responses of a shop
extends: orders.yaml
types: {Order: {fields: {price: {type: number, level: may}}}}
"""
FILE, HISTORY = Path("contract/orders.yaml"), Path("contract/history")


@pytest.fixture
def _project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    FILE.parent.mkdir()
    FILE.write_text(ORDERS)


def version(text: str, number: str) -> str:
    return text.replace('version: "1.0.0"', f'version: "{number}"')


@pytest.mark.usefixtures("_project")
def test_a_release_keeps_the_contract_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["release"]) == 0
    assert capsys.readouterr().out == "wrote contract/history/orders/1.0.0.yaml\nNext: sealwax generate\n"
    assert (HISTORY / "orders" / "1.0.0.yaml").read_text() == ORDERS
    assert cli.main(["release"]) == 0
    assert capsys.readouterr().out == "Nothing to release: every version already has a snapshot.\n"
    assert cli.main(["lint"]) == 0
    assert "unread-contract" not in capsys.readouterr().out  # a snapshot is no contract of the project


@pytest.mark.usefixtures("_project")
def test_a_version_that_is_too_low_is_not_released(capsys: pytest.CaptureFixture[str]) -> None:
    cli.main(["release"])
    FILE.write_text(ORDERS + NOTE)
    assert cli.main(["release"]) == 1
    assert "needs 1.1.0, because `Order.note` was added" in capsys.readouterr().out
    FILE.write_text(version(ORDERS, "0.9.0"))
    assert cli.main(["release"]) == 2
    assert "orders is 0.9.0, but 1.0.0 was released already" in capsys.readouterr().err
    assert [path.name for path in HISTORY.rglob("*.yaml")] == ["1.0.0.yaml"]


@pytest.mark.usefixtures("_project")
def test_changelogs_and_first_versions_come_from_the_snapshots() -> None:
    cli.main(["release"])
    FILE.write_text(version(ORDERS + NOTE, "1.1.0"))
    cli.main(["release"])
    FILE.write_text(version(ORDERS + NOTE, "2.0.0").replace("id: {type: string}", "id: {type: integer}"))
    assert cli.main(["generate"]) == 0
    pages = Path("generated/orders/markdown")
    assert (
        (pages / "orders-changelog.md")
        .read_text()
        .endswith("""\
# Changelog

What changed in the contract `orders` from one version to the next.

## 2.0.0 (not released)

- `Order.id`: the type was `string` and is now `integer` (breaks readers, writers and source code)

## 1.1.0

- `Order.note` was added

## 1.0.0

The first version. Anything without a version on these pages dates from this release.
""")
    )
    assert "For people. Since 1.1.0." in (pages / "orders.md").read_text()
    assert "Since 1.0.0" not in (pages / "orders.md").read_text()
    assert "[changelog](orders-changelog.md)" in (pages / "orders.md").read_text()
    assert cli.main(["check"]) == 0


@pytest.mark.usefixtures("_project")
def test_the_page_has_the_changelog_and_the_first_version_of_a_code() -> None:
    codes = (
        "error_types: {values: {busy: {doc: Later.}}}\nerror_codes: {values: {FULL: {type: busy, doc: No room.}%s}}\n"
    )
    FILE.write_text(ORDERS + codes % "")
    cli.main(["release"])
    FILE.write_text(version(ORDERS + codes % ", LOST: {type: busy, doc: Gone.}", "1.1.0"))
    Path("sealwax.toml").write_text('targets = ["html"]\n')
    assert cli.main(["generate"]) == 0
    page = Path("generated/orders/html/index.html").read_text()
    section = page.partition('<section id="changelog"')[2].partition("</section>")[0]
    assert section.index("1.1.0 (not released)") < section.index("<code>error_codes.LOST</code> was added")
    assert "The first version." in section
    assert '<li><a href="#changelog">Changelog</a></li>' in page
    assert page.partition('data-name="LOST"')[2].partition("</details>")[0].count("Since 1.1.0.") == 1
    assert page.count("Since 1.1.0.") == 1


@pytest.mark.usefixtures("_project")
def test_a_contract_that_extends_another_is_kept_as_resolved(capsys: pytest.CaptureFixture[str]) -> None:
    Path("contract/shop.yaml").write_text(SHOP)
    assert cli.main(["release"]) == 0
    kept = HISTORY / "shop" / "1.0.0.yaml"
    assert "extends" not in kept.read_text()
    capsys.readouterr()
    assert cli.main(["diff", "--against", str(kept)]) == 0
    assert "shop 1.0.0: no changes." in capsys.readouterr().out
    FILE.write_text(version(ORDERS + NOTE, "1.1.0"))
    assert cli.main(["release"]) == 1  # the shop inherits the new key
    assert "contract/shop.yaml:2:10: error[version-too-low]" in capsys.readouterr().out


@pytest.mark.usefixtures("_project")
def test_a_version_that_was_not_released_yet_is_raised_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two changes, one after the other, need the same minor version."""
    cli.main(["release"])
    earlier = tmp_path / "earlier.yaml"
    earlier.write_text(version(ORDERS + NOTE, "1.1.0"))
    more = NOTE.replace("note", "hint")
    FILE.write_text(version(ORDERS + NOTE + more, "1.1.0"))
    assert cli.main(["diff", "--against", str(earlier)]) == 0
    assert "orders 1.1.0, which is enough: 1 change, 0 breaks." in capsys.readouterr().out
    FILE.write_text(version(ORDERS + NOTE + more, "1.1.0").replace("id: {type: string}", "id: {type: integer}"))
    assert cli.main(["diff", "--against", str(earlier)]) == 1
    assert "needs 2.0.0" in capsys.readouterr().out


@pytest.mark.usefixtures("_project")
def test_a_snapshot_with_errors_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    cli.main(["release"])
    (HISTORY / "orders" / "1.0.0.yaml").write_text(ORDERS.replace("type: boolean", "type: bool"))
    assert cli.main(["generate"]) == 2
    assert "contract/history/orders/1.0.0.yaml:8:" in capsys.readouterr().err
    assert cli.main(["release"]) == 2


@pytest.mark.usefixtures("_project")
@pytest.mark.parametrize("path", ["orders/1.5.0.yaml", "orders/copy.yaml", "other/1.0.0.yaml"])
@pytest.mark.parametrize("command", ["generate", "check", "release", "diff"])
def test_a_snapshot_belongs_into_the_file_of_its_version(
    path: str, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    cli.main(["release"])
    (HISTORY / path).parent.mkdir(exist_ok=True)
    (HISTORY / path).write_text(ORDERS)
    assert cli.main([command, *(["--against", "."] if command == "diff" else [])]) == 2
    said = "".join(capsys.readouterr())
    assert f"contract/history/{path}:" in said
    assert "this is orders 1.0.0, which belongs into contract/history/orders/1.0.0.yaml" in said


@pytest.mark.usefixtures("_project")
@pytest.mark.parametrize("number", ["one", "1.0", "9" * 4400 + ".0.0"], ids=["word", "short", "long"])
def test_a_snapshot_with_another_version_is_reported(number: str, capsys: pytest.CaptureFixture[str]) -> None:
    (HISTORY / "orders").mkdir(parents=True)
    (HISTORY / "orders" / "1.0.0.yaml").write_text(version(ORDERS, number))
    for command in ("lint", "check", "generate", "release"):
        assert cli.main([command]) == (0 if command == "lint" else 2)
        said = "".join(capsys.readouterr())
        assert "bug" not in said
        assert len(said) < 100_000


# -- between two releases ---------------------------------------------------------------------------------------------

LIGHT = ORDERS.replace("      id: {type: string}\n", "      id: {type: string}\n      weight: {type: number}\n")


def differ(earlier: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    capsys.readouterr()
    code = cli.main(["diff", "--against", str(earlier)])
    return code, capsys.readouterr().out


@pytest.fixture
def earlier(_project: None, tmp_path: Path) -> Path:
    """The main branch: 1.0.0 was released, and 1.1.0 has a key that was not released yet."""
    FILE.write_text(LIGHT)
    cli.main(["release"])
    found = tmp_path / "earlier.yaml"
    found.write_text(version(LIGHT + NOTE, "1.1.0"))
    return found


def accept(printed: str) -> None:
    stanza = printed[printed.index("accepted:\n") :].replace("why this is intended", "Nobody reads it.")
    Path("contract/accepted-changes.yaml").write_text(stanza)


def test_a_version_is_judged_by_what_changed_since_the_release(
    earlier: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    merged = version(ORDERS, "1.1.0")
    FILE.write_text(merged)
    earlier.write_text(merged)
    code, text = differ(earlier, capsys)
    assert code == 1
    assert "is 1.1.0, but what changed since 1.0.0 needs 2.0.0, because `Order.weight` was removed\n" in text
    assert "  orders 1.1.0, needs 2.0.0 for what changed since 1.0.0: no changes.\n" in text
    assert 'about: "orders: Order.weight was removed"' in text


def test_removing_what_was_never_released_breaks_nobody(earlier: Path, capsys: pytest.CaptureFixture[str]) -> None:
    FILE.write_text(version(LIGHT, "1.1.0"))
    code, text = differ(earlier, capsys)
    assert code == 0
    assert "note[field-removed] `Order.note` was removed" in text
    assert "orders 1.1.0, which is enough: 1 change, 1 break.\n" in text


def test_an_accepted_change_is_accepted_until_it_is_released(earlier: Path, capsys: pytest.CaptureFixture[str]) -> None:
    earlier.write_text(LIGHT)
    FILE.write_text(version(ORDERS, "1.1.0"))
    accept(differ(earlier, capsys)[1])
    assert differ(earlier, capsys)[0] == 0
    earlier.write_text(FILE.read_text())  # merged, and not released yet
    code, text = differ(earlier, capsys)
    assert (code, "unmatched-acceptance" in text) == (0, False)
    assert cli.main(["release"]) == 0
    code, text = differ(earlier, capsys)
    assert (code, "unmatched-acceptance" in text) == (0, True)


def test_a_lowered_version_is_no_reason_of_its_own(earlier: Path, capsys: pytest.CaptureFixture[str]) -> None:
    earlier.write_text(version(LIGHT, "1.0.0"))
    FILE.write_text(version(LIGHT, "0.9.0"))
    code, text = differ(earlier, capsys)
    assert code == 1
    assert "the version is 0.9.0, but was 1.0.0 before\n" in text
    FILE.write_text(version(LIGHT + NOTE, "0.9.0"))
    assert "since 1.0.0 needs 1.1.0, because `Order.note` was added\n" in differ(earlier, capsys)[1]


EXPERIMENTAL = "_exp_cache: {type: boolean, level: may, tier: trial}"
BOTH = """\
_exp_cache: {type: boolean, level: may, tier: trial, deprecated: {since: 1.1.0, replacement: cache, removal: 1.2.0}}
      cache: {type: boolean, level: may, tier: stable, promoted_from: _exp_cache}"""
STABLE = "cache: {type: boolean, level: may, tier: stable}"
TIERS = "tiers: {stable: {promise: It stays.}, trial: {prefix: _exp_, promise: It may go.}}\n"


@pytest.mark.usefixtures("_project")
def test_a_promotion_takes_a_release_in_between(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What people use is what was released, whatever the main branch had in the meantime."""
    merged = tmp_path / "merged.yaml"
    orders = f"{ORDERS}      KEY\n{TIERS}"
    merged.write_text(version(orders.replace("KEY", BOTH), "1.1.0"))
    FILE.write_text(orders.replace("KEY", EXPERIMENTAL))
    assert cli.main(["release"]) == 0
    stable = version(orders.replace("KEY", STABLE), "1.2.0")
    FILE.write_text(stable)
    code, text = differ(merged, capsys)
    assert code == 1
    assert "error[promoted-too-soon] `Order._exp_cache` was replaced by `cache` in one step since 1.0.0" in text
    assert cli.main(["release"]) == 1
    text = capsys.readouterr().out
    assert "error[promoted-too-soon]" in text
    assert f"      {EXPERIMENTAL}\n" in text
    FILE.write_text(merged.read_text())
    assert cli.main(["release"]) == 0
    FILE.write_text(stable)
    assert differ(merged, capsys)[0] == 0
    assert differ(HISTORY / "orders" / "1.0.0.yaml", capsys)[0] == 0  # 1.1.0 was in between
    assert cli.main(["release"]) == 0
