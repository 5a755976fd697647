"""Drift: every difference from the contracts is found and shown, with the command that fixes it."""

import json
import re
import time

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from sealwax.contract.model.output import FOLDER
from sealwax.drift.comparison import (
    FOLDER_ENTRY,
    Drift,
    DriftKind,
    Tree,
    compare,
    digest,
    listed_in,
    manifest_path,
    manifest_text,
    owned,
)
from sealwax.drift.obstacles import clashes, obstacles
from sealwax.drift.repair import Delete, RemoveEmptyFolders, Write, steps
from sealwax.project.configuration import DEFAULT, Configuration, EmbedDecl
from sealwax.rendering import header
from sealwax.rendering.paths import require_safe_paths
from sealwax.reports import diff as differences
from sealwax.reports.diff import difference
from sealwax.reports.drift import SHOWN_IN_ALL, render_drift
from sealwax.reports.terminal import visible

FIX = "sealwax generate"
MANIFEST = manifest_path(FOLDER)
TEXTS = {
    "generated/README.md": f"<!-- {header('demo')} -->\n\n# Générés ✓\n",
    "generated/demo/python/demo.py": f"# {header('demo')}\nONE = 1\nTWO = 2\n",
    "generated/demo/python/py.typed": "",
    "generated/demo/schema/demo.schema.json": '{\n  "type": "object"\n}\n',
}
HEADER = f"# {header('demo')}"
UNMARKED = {path: digest(TEXTS[path].encode()) for path in TEXTS if path.endswith((".typed", ".json"))}
TEXTS[MANIFEST] = manifest_text(HEADER, UNMARKED.items(), FOLDER)
EXPECTED = {path: text.encode() for path, text in TEXTS.items()}


def tree_of(files: dict[str, str | bytes], others: dict[str, str] | None = None) -> Tree:
    found = {path: content.encode() if isinstance(content, str) else content for path, content in files.items()}
    folders = frozenset(path.rsplit("/", depth)[0] for path in found for depth in range(1, path.count("/") + 1))
    return Tree(found, folders, others or {}, {path: digest(content) for path, content in found.items()})


def kinds(tree: Tree) -> dict[str, DriftKind]:
    return {drift.path: drift.kind for drift in compare(EXPECTED, tree)}


# -- what is found ----------------------------------------------------------------------------------------------------


def test_a_disk_that_says_what_the_contracts_say_has_no_drift() -> None:
    assert compare(EXPECTED, tree_of({**EXPECTED})) == ()


@pytest.mark.parametrize("path", EXPECTED)
def test_a_missing_file_is_found(path: str) -> None:
    rest = {name: text for name, text in EXPECTED.items() if name != path}
    assert kinds(tree_of({**rest}))[path] is DriftKind.MISSING


@given(st.sampled_from(sorted(EXPECTED)), st.data())
def test_any_other_byte_anywhere_is_found(path: str, data: st.DataObject) -> None:
    good = EXPECTED[path]
    at = data.draw(st.integers(0, len(good)), label="at")
    byte = data.draw(st.binary(min_size=1, max_size=1).filter(lambda byte: byte != good[at : at + 1]), label="byte")
    edited = data.draw(st.sampled_from([good[:at] + byte + good[at + 1 :], good[:at] + byte + good[at:]]), label="as")
    assume(edited != good.replace(b"\n", b"\r\n"))
    drifts = compare(EXPECTED, tree_of({**EXPECTED, path: edited}))
    assert any(drift.path == path and drift.kind in (DriftKind.CHANGED, DriftKind.FOREIGN) for drift in drifts)


@given(st.sampled_from(sorted(EXPECTED)), st.data())
def test_any_lost_bytes_are_found(path: str, data: st.DataObject) -> None:
    good = EXPECTED[path]
    start = data.draw(st.integers(0, max(0, len(good) - 1)))
    end = data.draw(st.integers(start + 1, max(start + 1, len(good))))
    edited = good[:start] + good[end:]
    assert (path in kinds(tree_of({**EXPECTED, path: edited}))) == (edited != good)


@given(st.text(st.characters(exclude_characters="/\0", codec="utf-8"), min_size=1), st.binary(max_size=40))
def test_any_stray_file_is_found(name: str, content: bytes) -> None:
    path = f"generated/demo/{name}"
    assert kinds(tree_of({**EXPECTED, path: content}))[path] is DriftKind.STRAY


def test_a_link_where_nothing_is_expected_is_a_stray() -> None:
    tree = tree_of({**EXPECTED}, {"generated/elsewhere": "a symbolic link"})
    assert kinds(tree) == {"generated/elsewhere": DriftKind.STRAY}


def test_a_file_with_our_mark_that_no_contract_makes_is_orphaned() -> None:
    assert kinds(tree_of({**EXPECTED, "generated/old.md": f"<!-- {header('old')} -->\n"})) == {
        "generated/old.md": DriftKind.ORPHANED
    }


def test_a_file_without_comments_is_orphaned_when_the_manifest_lists_it() -> None:
    manifest = TEXTS[MANIFEST] + f"{digest(b'{}')}  old.json\n"
    found = kinds(tree_of({**EXPECTED, MANIFEST: manifest, "generated/old.json": "{}"}))
    assert found == {"generated/old.json": DriftKind.ORPHANED, MANIFEST: DriftKind.CHANGED}


def test_a_temporary_file_is_a_leftover_and_a_similar_name_is_not() -> None:
    ours, similar = "generated/demo/.sealwax-0123456789abcdef.tmp", "generated/demo/.sealwax-notes.tmp"
    assert kinds(tree_of({**EXPECTED, ours: "ha", similar: "mine"})) == {
        ours: DriftKind.LEFTOVER,
        similar: DriftKind.STRAY,
    }


def test_drift_is_sorted_by_path() -> None:
    found = compare(EXPECTED, tree_of({"generated/zzz": "", "generated/aaa": ""}))
    assert [drift.path for drift in found] == sorted([*EXPECTED, "generated/zzz", "generated/aaa"])


# -- whose file it is -------------------------------------------------------------------------------------------------


def test_a_file_is_ours_by_its_first_line_only() -> None:
    files = {"generated/a.py": f"x\n# {header('demo')}\n", "generated/b.py": f"# {header('demo')}"}
    assert owned(tree_of({**files})) == {"generated/b.py"}


def test_a_json_object_is_ours_by_its_first_entry() -> None:
    mark = f'  "$comment": "{header("demo")}",\n'
    files = {"a": "{\n" + mark, "b": "{\r\n" + mark, "c": '{\n  "x": 1,\n' + mark, "d": "[\n" + mark}
    assert owned(tree_of({f"generated/{name}": text for name, text in files.items()})) == {"generated/a", "generated/b"}


def test_a_manifest_claims_only_files_that_still_have_their_digest() -> None:
    path, content = "generated/prod.db", "precious"
    for listed, claims in (
        (digest(b"precious"), True),
        (digest(b"precious\n"), False),
        (digest(b""), False),
        ("", False),
    ):
        tree = tree_of({MANIFEST: manifest_text(HEADER, [(path, listed)], FOLDER), path: content})
        assert (path in owned(tree)) is claims, listed
    assert owned(tree_of({MANIFEST: f"{HEADER}\nprod.db\n", path: content})) == {MANIFEST}


def test_a_manifest_without_our_mark_claims_nothing() -> None:
    assert listed_in(f"# mine\n{digest(b'{}')}  mine.json\n".encode(), FOLDER) == frozenset()
    assert listed_in(b"", FOLDER) == frozenset()
    listed = manifest_text("# mine", [("generated/mine.json", digest(b"{}"))], FOLDER)
    assert owned(tree_of({MANIFEST: listed, "generated/mine.json": "{}"})) == frozenset()


def test_what_stands_at_an_expected_place_and_is_not_ours_is_foreign() -> None:
    assert kinds(tree_of({**EXPECTED, "generated/README.md": "# My notes\n"})) == {
        "generated/README.md": DriftKind.FOREIGN
    }
    without_manifest = {path: text for path, text in EXPECTED.items() if path != MANIFEST}
    assert kinds(tree_of({**without_manifest, "generated/demo/schema/demo.schema.json": "{}"})) == {
        "generated/demo/schema/demo.schema.json": DriftKind.FOREIGN,
        MANIFEST: DriftKind.MISSING,
    }


def test_a_foreign_file_with_the_expected_content_is_adopted() -> None:
    path = "generated/demo/schema/demo.schema.json"
    assert kinds(tree_of({path: EXPECTED[path]})) == {name: DriftKind.MISSING for name in EXPECTED if name != path}


# -- what must not be written to --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    ["", "generated", "generated/", "/etc/passwd", "/generated/x", "other/x", "generated/../x", "generated/./x",
     "generated//x", "generated/x/", "../generated/x", "generated/a\\b", "generated/c:d", "generated/a\0b"],
)  # fmt: skip
def test_a_path_that_leads_out_of_the_output_folder_is_refused(path: str) -> None:
    with pytest.raises(ValueError, match="not a path below generated/"):
        require_safe_paths([path], FOLDER)


def test_a_path_cannot_be_a_file_and_a_folder() -> None:
    require_safe_paths(EXPECTED, FOLDER)
    with pytest.raises(ValueError, match="both a file and a folder"):
        require_safe_paths(["generated/a", "generated/a/b"], FOLDER)


def test_expected_paths_that_differ_only_in_letter_case_clash() -> None:
    assert clashes(EXPECTED) == {}
    assert clashes(["generated/a/x.md", "generated/a/X.md"]) == {
        "generated/a/x.md": "differs from generated/a/X.md only in letter case"
    }
    assert [*clashes(["generated/A/x.md", "generated/a/y.md"])] == ["generated/a/y.md"]


def test_links_and_special_files_in_the_way_are_obstacles() -> None:
    link = "a symbolic link"
    for path in ("generated", "generated/demo", "generated/demo/python"):
        assert obstacles(EXPECTED, Tree({}, others={path: link})) == {path: "is a symbolic link, but must be a folder"}
    assert obstacles(EXPECTED, Tree({}, others={"generated/README.md": "a special file"})) == {
        "generated/README.md": "is a special file, but must be a file"
    }
    assert obstacles(EXPECTED, tree_of({**EXPECTED}, {"generated/other": link})) == {}


def test_files_and_folders_in_the_place_of_one_another_are_obstacles() -> None:
    assert obstacles(EXPECTED, tree_of({"generated/demo": ""})) == {"generated/demo": "is a file, but must be a folder"}
    assert obstacles(EXPECTED, tree_of({"generated/README.md/x": ""})) == {
        "generated/README.md": "is a folder, but must be a file"
    }


def test_a_foreign_file_that_differs_only_in_letter_case_is_an_obstacle_and_our_own_is_an_orphan() -> None:
    assert [*obstacles(EXPECTED, tree_of({"generated/readme.md": "mine"}))] == ["generated/readme.md"]
    ours = tree_of({"generated/readme.md": EXPECTED["generated/README.md"]})
    assert obstacles(EXPECTED, ours) == {}
    assert kinds(ours)["generated/readme.md"] is DriftKind.ORPHANED


# -- the steps that fix it --------------------------------------------------------------------------------------------


def test_a_fixed_disk_needs_no_steps() -> None:
    assert [*steps(EXPECTED, tree_of({**EXPECTED}), ())] == []


def test_the_manifest_claims_new_files_before_they_are_written_and_gives_up_old_ones_after_they_are_gone() -> None:
    gone = {"generated/old.json": digest(b"{}")}
    old = {**TEXTS, MANIFEST: manifest_text(HEADER, gone.items(), FOLDER), "generated/old.json": "{}"}
    tree = tree_of({**old, "generated/demo/python/demo.py": f"# {header('demo')}\n"})
    first, second, third, last = steps(EXPECTED, tree, compare(EXPECTED, tree))
    claim = manifest_text(HEADER, {**UNMARKED, **gone}.items(), FOLDER).encode()
    assert first == Write({MANIFEST: claim})
    assert second == Write({path: EXPECTED[path] for path in ("generated/demo/python/demo.py",)})
    assert third == Delete(("generated/old.json",))
    assert last == Write({MANIFEST: EXPECTED[MANIFEST]})


def test_the_first_manifest_is_written_once_and_first() -> None:
    tree = Tree({})
    first, second = steps(EXPECTED, tree, compare(EXPECTED, tree))
    assert first == Write({MANIFEST: EXPECTED[MANIFEST]})
    assert isinstance(second, Write)
    assert second.files.keys() == EXPECTED.keys() - {MANIFEST}


def test_our_file_that_only_changes_its_letter_case_is_deleted_before_the_new_one_is_written() -> None:
    content = EXPECTED["generated/demo/python/demo.py"]
    tree = tree_of({"generated/Demo/python/demo.py": content, "generated/gone.py": content})
    planned = [*steps(EXPECTED, tree, compare(EXPECTED, tree))]
    assert planned[:2] == [
        Delete(("generated/Demo/python/demo.py",)),
        RemoveEmptyFolders(("generated/Demo/python", "generated/Demo")),
    ]
    assert Delete(("generated/gone.py",)) in planned[2:]


def test_strays_are_in_no_step() -> None:
    tree = tree_of({**EXPECTED, "generated/mine/notes.txt": "mine"})
    assert [*steps(EXPECTED, tree, compare(EXPECTED, tree))] == []


def test_only_folders_of_deleted_files_are_removed() -> None:
    content = EXPECTED["generated/demo/python/demo.py"]
    tree = tree_of({**EXPECTED, "generated/gone/deep/old.py": content, "generated/demo/python/old.py": content})
    tree = replace(tree, folders=tree.folders | {"generated/mine"})
    *_, last = steps(EXPECTED, tree, compare(EXPECTED, tree))
    assert last == RemoveEmptyFolders(("generated/gone/deep", "generated/gone"))


# -- how it is shown --------------------------------------------------------------------------------------------------

lines = st.lists(st.sampled_from(["a", "b", "c", "", "}", "été ✓ 𝄞"]), max_size=14)


def applied(old: list[str], diff: tuple[str, ...]) -> list[str]:
    """The text that a unified diff makes of another, as `patch` would."""
    result: list[str] = []
    at = 0
    for line in diff[2:]:
        if match := re.match(r"@@ -(\d+)(,0)?(?:,\d+)? \+(\d+)(?:,\d+)? @@$", line):
            start = int(match[1]) - (match[2] is None)
            result += old[at:start]
            at = start
            assert len(result) == int(match[3]) - (not line.endswith(",0 @@"))
        elif line[0] == "+":
            result.append(line[1:])
        else:
            assert old[at] == line[1:]
            result += [line[1:]] if line[0] == " " else []
            at += 1
    return result + old[at:]


@pytest.mark.parametrize("work", [1000, 0])
@given(old=lines, new=lines)
def test_the_diff_leads_from_what_was_found_to_what_is_expected(work: int, old: list[str], new: list[str]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(differences, "MAX_WORK", work)
        patch.setattr(differences, "COMPARED_LINES", 2)
        found = difference(*("".join(f"{line}\n" for line in text).encode() for text in (old, new)))
    assert found.left_out == 0
    assert applied(old, found.diff) == new


@pytest.mark.parametrize(
    ("found", "expected", "place"),
    [
        ("one\ntwo\n", "one\ntwX\n", (2, 3)),
        ("𝄞é✓x\n", "𝄞é✓y\n", (1, 4)),
        ("é\n", "è\n", (1, 1)),
        ("one\n", "one\ntwo\n", (2, 1)),
        ("one\ntwo\n", "one\n", (2, 1)),
        ("one", "one\n", (1, 4)),
        ("", "one\n", (1, 1)),
        ("one\r\n", "one\n", (1, 4)),
    ],
)
def test_the_place_is_the_first_character_that_differs(found: str, expected: str, place: tuple[int, int]) -> None:
    result = difference(found.encode(), expected.encode())
    assert (result.line, result.column) == place


def test_what_is_hard_to_see_is_made_visible() -> None:
    assert difference(b"a\r\n\xff\xfe\nx\x1b[31m\xc2\xa0\n", b"a\n").diff[2:] == (
        "@@ -1,3 +1 @@",
        "-a\\r",
        "-\\xff\\xfe",
        "-x\\x1b[31m\\xa0",
        "+a",
    )
    assert visible("a\nb\u202ec\udcff\t✓") == "a\\nb\\u202ec\\udcff\t✓"


def test_a_missing_newline_at_the_end_is_said() -> None:
    assert difference(b"a", b"a\n").diff[3:] == ("-a", "\\ No newline at end of file", "+a")


def test_a_few_changes_far_apart_in_a_large_file_are_shown_as_such() -> None:
    old = [f"line {number}" if number % 2 else "}" for number in range(20_000)]
    new = [*old[:90], "new", *old[90:9_000], "other", *old[9_001:15_000], *old[15_001:]]
    found = difference(*("".join(f"{line}\n" for line in text).encode() for text in (old, new)))
    assert [line for line in found.diff if line[0] == "@"] == [
        "@@ -88,6 +88,7 @@",
        "@@ -8998,7 +8999,7 @@",
        "@@ -14998,7 +14999,6 @@",
    ]
    assert [line for line in found.diff[2:] if line[0] in "+-"] == ["+new", "-}", "+other", "-}"]
    assert applied(old, found.diff) == new


def test_lines_that_changed_their_place_in_a_large_file_are_shown_once_on_either_side() -> None:
    old = [f"line {number}" for number in range(5_000)]
    new = [*old[:10], *old[20:4_000], *old[10:20], *old[4_000:]]
    found = difference(*("".join(f"{line}\n" for line in text).encode() for text in (old, new)))
    assert [line for line in found.diff[2:] if line[0] in "+-"] == [
        *(f"-{x}" for x in old[10:20]),
        *(f"+{x}" for x in old[10:20]),
    ]
    assert applied(old, found.diff) == new


def test_a_huge_diff_is_cut_and_says_by_how_much() -> None:
    old = b"".join(b"old %d }\n" % (number % 7) for number in range(100_000))
    new = b"".join(b"new %d }\n" % (number % 7) for number in range(100_000))
    found = difference(b"same\n" * 50_000 + old, b"same\n" * 50_000 + new)
    assert len(found.diff) == differences.SHOWN_LINES
    assert found.diff[2] == "@@ -49998,100003 +49998,100003 @@"
    assert len(found.diff) + found.left_out == 3 + 3 + 200_000
    text = render_drift([Drift(DriftKind.CHANGED, "generated/x", old, new)], FIX)
    assert re.search(r"^… and 19\d{4} more lines of this diff$", text, re.MULTILINE)


def test_changes_all_over_a_large_file_cost_little_and_start_with_the_first() -> None:
    old = [f"line {number}" for number in range(40_000)]
    new = [f"new {number}" if number % 4 == 1 else line for number, line in enumerate(old)]
    found = difference(*("".join(f"{line}\n" for line in text).encode() for text in (old, new)))
    assert found.diff[3:8] == (" line 0", "-line 1", "+new 1", " line 2", " line 3")


def test_a_very_long_line_is_cut_and_says_by_how_much() -> None:
    assert difference(b"x" * 100_000, b"").diff[3] == f"-{'x' * 200}… (99800 more characters)"


ONE_OF_EACH = (
    Drift(DriftKind.CHANGED, "generated/a.py", b"# h\none\n", b"# h\nONE\n"),
    Drift(DriftKind.FOREIGN, "generated/b.py", b"mine\n", b"# h\n"),
    Drift(DriftKind.LEFTOVER, "generated/.sealwax-0123456789abcdef.tmp"),
    Drift(DriftKind.MISSING, "generated/c.py", expected=b"# h\n"),
    Drift(DriftKind.ORPHANED, "generated/d.py"),
    Drift(DriftKind.STRAY, "generated/e\n.txt"),
)


def test_the_text_shows_all_files_their_diffs_the_count_and_the_remedy() -> None:
    assert render_drift(ONE_OF_EACH, FIX) == (
        """\
generated/a.py:2:1 differs from the contracts (+1 -1)
generated/b.py:1:1 is in the place of a generated file, but is not marked as generated (+1 -1)
generated/.sealwax-0123456789abcdef.tmp was left behind by a run that was killed
generated/c.py is missing
generated/d.py is no longer generated by any contract
generated/e\\n.txt was not generated by sealwax, which leaves it alone: move it or delete it

generated/a.py
--- on disk
+++ from the contracts
@@ -1,2 +1,2 @@
 # h
-one
+ONE

generated/b.py
--- on disk
+++ from the contracts
@@ -1 +1 @@
-mine
+# h

6 files out of sync with the contracts: 1 changed, 1 missing, 1 orphaned, 1 leftover, 1 stray, 1 foreign.
Move or delete each foreign file, or overwrite it: sealwax generate --force FILE
Then run: sealwax generate
"""
    )


def test_one_file_is_named_once() -> None:
    lines = render_drift(ONE_OF_EACH[:1], FIX).splitlines()
    assert lines[:2] == ["generated/a.py:2:1 differs from the contracts (+1 -1)", "--- on disk"]


def test_small_diffs_come_first() -> None:
    changed = [
        Drift(DriftKind.CHANGED, f"generated/{lines}.py", b"".join(b"%d\n" % each for each in range(lines)), b"")
        for lines in (50, 2, 90)
    ]
    lines = render_drift(changed, FIX).splitlines()
    assert [line for line in lines[3:] if line.startswith("generated/")] == [
        f"generated/{each}.py" for each in (2, 50, 90)
    ]


def test_many_diffs_are_cut_after_all_files_are_named() -> None:
    texts = [b"".join(b"%d in %d\n" % (line, number) for line in range(40)) for number in range(9)]
    changed = [Drift(DriftKind.CHANGED, f"generated/{number}.py", text, b"") for number, text in enumerate(texts)]
    lines = render_drift(changed, FIX).splitlines()
    assert lines[:9] == [f"generated/{each}.py:1:1 differs from the contracts (+0 -40)" for each in range(9)]
    assert [line for line in lines[9:] if line.startswith("generated/")] == [
        f"generated/{each}.py" for each in range(5)
    ]
    assert sum(line.startswith(("-", "+", "@")) for line in lines) == SHOWN_IN_ALL
    assert lines[-6:-3] == [
        "… and 15 more lines of this diff",
        "",
        "187 lines of diffs not shown. To see them, run `sealwax generate`, then `git diff`.",
    ]


def test_the_diff_of_a_copy_is_not_shown_again() -> None:
    copies = [replace(ONE_OF_EACH[0], path=f"generated/{name}.json") for name in ("one", "other")]
    text = render_drift(copies, FIX)
    assert "generated/other.json:2:1 differs from the contracts (+1 -1), like generated/one.json\n" in text
    assert text.count("-one") == 1


def test_strays_alone_are_not_sent_to_a_command_that_does_not_fix_them() -> None:
    assert render_drift(ONE_OF_EACH[-1:], FIX).endswith("1 file out of sync with the contracts: 1 stray.\n")


def test_other_line_endings_are_no_drift_if_all_of_them_are_alike() -> None:
    converted: dict[str, str | bytes] = {path: text.replace("\n", "\r\n") for path, text in TEXTS.items()}
    assert compare(EXPECTED, tree_of(converted)) == ()
    orphan = {
        "generated/old.json": "[]\r\n",
        MANIFEST: TEXTS[MANIFEST] + f"{digest(b'[]' + bytes([10]))}  old.json\r\n",
    }
    assert kinds(tree_of({**converted, **orphan}))["generated/old.json"] is DriftKind.ORPHANED


def test_line_endings_that_somebody_changed_are_named_and_not_shown() -> None:
    drift = Drift(DriftKind.CHANGED, "generated/a.py", b"# h\r\none\n", b"# h\none\n")
    assert render_drift([drift], FIX) == (
        "generated/a.py differs from the contracts only in its line endings\n"
        "\n"
        "1 file out of sync with the contracts: 1 changed.\n"
        "If git changes the line endings, add `* text=auto eol=lf` to .gitattributes.\n"
        "Fix with: sealwax generate\n"
    )
    (found,) = json.loads(render_drift([drift], FIX, "json"))["drift"]
    assert (found["line"], found["diff"]) == (1, "")
    other = replace(drift, found=b"# h\r\nmine\r\n")
    assert "-mine\\r\n+# h\n+one\n" in render_drift([other], FIX)


def test_color_adds_nothing_but_escape_sequences() -> None:
    colored = render_drift(ONE_OF_EACH, FIX, color=True)
    assert re.sub(r"\x1b\[[0-9]+m", "", colored) == render_drift(ONE_OF_EACH, FIX)
    assert "\x1b[31m-one\x1b[0m" in colored


def test_json_has_stable_keys() -> None:
    document = json.loads(render_drift(ONE_OF_EACH, FIX, "json"))
    assert document["fix"][-1] == "Then run: sealwax generate"
    assert [entry["kind"] for entry in document["drift"]] == [drift.kind for drift in ONE_OF_EACH]
    assert document["drift"][0] == {
        "kind": "changed",
        "file": "generated/a.py",
        "line": 2,
        "column": 1,
        "message": "generated/a.py differs from the contracts",
        "diff": "--- on disk\n+++ from the contracts\n@@ -1,2 +1,2 @@\n # h\n-one\n+ONE\n",
        "diff_lines_left_out": 0,
    }
    assert json.loads(render_drift((), FIX, "json")) == {"drift": [], "fix": []}


def test_github_annotations_are_one_escaped_line_per_file() -> None:
    drift = replace(ONE_OF_EACH[0], path="generated/a,b:c%.py", found=b"# h\n100%\r\n")
    (line,) = render_drift([drift], FIX, "github").splitlines()
    head, _, message = line.removeprefix("::").partition("::")
    assert head == "error file=generated/a%2Cb%3Ac%25.py,line=2,col=1,title=sealwax%3A changed"
    assert message.startswith("generated/a,b:c%25.py differs from the contracts.%0AFix with: sealwax generate%0A")
    assert message.endswith("%0A-100%25\\r%0A+ONE")


# -- folders of an application ----------------------------------------------------------------------------------------

APPLICATION = {
    MANIFEST: manifest_text(HEADER, [("src/app", FOLDER_ENTRY)], FOLDER).encode(),
    "src/app/a.py": f"{HEADER}\n".encode(),
}


def test_a_folder_of_an_application_is_listed_before_it_is_used() -> None:
    embedding = Configuration(node=DEFAULT.node, embed=EmbedDecl(node=DEFAULT.node, python="src/app"))
    tree = Tree({MANIFEST: manifest_text(HEADER, [], FOLDER).encode()}, configuration=embedding)
    found = [*steps(APPLICATION, tree, compare(APPLICATION, tree))]
    assert found == [
        Write({MANIFEST: APPLICATION[MANIFEST]}),
        Write({"src/app/a.py": APPLICATION["src/app/a.py"]}),
    ]


def test_a_folder_of_an_application_is_listed_until_it_is_cleaned_up() -> None:
    tree = Tree(APPLICATION, abandoned=("src/app",))
    expected = {MANIFEST: manifest_text(HEADER, [], FOLDER).encode()}
    assert [*steps(expected, tree, compare(expected, tree))] == [
        Delete(("src/app/a.py",)),
        Write({MANIFEST: expected[MANIFEST]}),
        RemoveEmptyFolders(("src/app",)),
    ]


@pytest.mark.parametrize("kinds", [3, 40, 150, 1000])
def test_comparing_never_takes_long(kinds: int) -> None:
    """Lines that repeat in another order have the same neighbours, but very many blocks in common."""
    lines = [b"line %d\n" % (at % kinds) for at in range(30_000)]
    other = [line for at in range(0, 30_000, 10) for line in reversed(lines[at : at + 10])]
    begun = time.process_time()
    difference(b"".join(lines), b"".join(other))
    assert time.process_time() - begun < 20
