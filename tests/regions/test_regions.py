"""Regions of Markdown files: `generate` writes them, `check` checks them, and nothing else in the file is touched."""

import cProfile
import json
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import cmarkgfm
import pytest
import yaml
from checkout import ROOT, read_contract
from hypothesis import example, given
from hypothesis import strategies as st
from markdown import markdown
from msgspec.structs import replace
from samples.growing_contracts import growing
from samples.small_contracts import SMALL

from sealwax import cli
from sealwax.contract.model import Contract
from sealwax.diagnostics import Code
from sealwax.languages.markdown import cell, code, text, text_block
from sealwax.pipeline import fill, load
from sealwax.project.documents import read_documents
from sealwax.project.loading import read_project
from sealwax.regions.markers import is_marker
from sealwax.regions.sections import relocated, sections_of
from sealwax.rendering import Renderer
from sealwax.targets import USUAL
from sealwax.targets import load as load_target

PLAIN = read_contract()
CONTRACT = replace(PLAIN, output=replace(PLAIN.output, targets=USUAL))
RENDERER = Renderer()
END = "<!-- sealwax:end -->"
CODES = "response-v2#error-codes"
META = "response-v2#meta"
REGIONS = [
    META,
    CODES,
    "response-v2#examples-of-meta",
    "response-v2#error-types",
    "response-v2#errors",
    "response-v2#warning-codes",
    "response-v2#contentfidelity",
    "response-v2#success_response",
    "response-v2#a-page-of-results",
    "response-v2/response-v2-guide.md#edge-cases",
]


def filled(text: str, file: str = "docs/api.md") -> str:
    texts, diagnostics = fill({file: text.encode()}, (CONTRACT,), RENDERER)
    assert diagnostics == ()
    return texts[file]


def region(name: str, content: str = "") -> str:
    return f"<!-- sealwax:begin {name} -->\n{content}{END}\n"


def content(text: str) -> str:
    """What is in the only region of a file."""
    return text.split("\n", 1)[1].rpartition(END)[0].strip("\n")


def page(name: str, contract: Contract = CONTRACT) -> str:
    target = load_target("markdown")
    (found,) = (each for each in target.pages(contract) if each.path == f"response-v2/markdown/{name}")
    return RENDERER.render(found, target.filters)


# -- what is in a region ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", REGIONS)
def test_a_region_shows_what_stands_below_a_heading_or_an_anchor_of_a_page(name: str) -> None:
    place, _, anchor = name.partition("#")
    file = place.removeprefix("response-v2/") if "/" in place else f"{place}.md"
    shown = content(filled(region(name), f"generated/response-v2/markdown/{file}x"))
    shown = shown.replace(f"]({file}#", "](#")  # on the page itself, links name no file
    heading, below = page(file).split(f"\n{shown}\n")
    heading = heading.rstrip("\n").rpartition("\n")[2]
    heading = re.sub(r'<a id="(.*)"></a>', r"####### \1", heading)  # below all headings
    level, _, title = heading.partition(" ")
    assert re.sub("[^a-z_-]", "", title.lower().replace(" ", "-")) == anchor
    following = re.match(r"\n(#+) ", below)
    assert following is None or len(following[1]) <= len(level)
    assert all(
        len(each) > len(level) for each in re.findall(r"^(#+) ", re.sub(r"(?s)```.*?```", "", shown), re.MULTILINE)
    )


@pytest.mark.parametrize("name", REGIONS)
def test_three_parsers_see_its_tables(name: str) -> None:
    text = filled(region(name))
    shown = content(text)
    rows = re.findall(r"^\|", shown, re.MULTILINE)
    tables = shown.count("| --- |\n")
    for html in (cmarkgfm.github_flavored_markdown_to_html(text), markdown(text, extensions=["tables", "fenced_code"])):
        assert len(re.findall("<tr>", html)) == len(rows) - tables
        assert html.count("<table>") == tables
        assert html.count("<pre") == len(re.findall("^```[a-z]", shown, re.MULTILINE))


def test_each_table_of_codes_and_tiers_has_a_section_with_nothing_but_notes_on_its_rows() -> None:
    mail = load({"contract/mail-imap.yaml": (ROOT / "contract/mail-imap.yaml").read_bytes()})[0]
    stac = load({"contract/stac-meta.yaml": (ROOT / "contract/stac-meta.yaml").read_bytes()})[0]
    names = ["error-codes", "error-types", "stability", "promotion-policy"]
    for contracts, name in ((mail, names[0]), (mail, names[1]), (mail, names[2]), (stac, names[2]), (stac, names[3])):
        texts, diagnostics = fill({"a.md": region(f"{contracts[0].name}#{name}").encode()}, contracts, RENDERER)
        assert diagnostics == ()
        table, _, notes = content(texts["a.md"]).partition("\n\n")
        assert all(line.startswith("|") for line in table.split("\n"))
        assert all(line.startswith("- `") for line in notes.split("\n") if notes)


def test_links_are_relative_to_the_file() -> None:
    for file in ("README.md", "docs/api.md", "docs/a/b.md"):
        links = re.findall(r"\]\(([^)#]+)", filled(region(META), file))
        assert len(links) > 3
        assert all((ROOT / file).parent.joinpath(link).resolve().is_file() for link in links)
        if file == "README.md":
            assert not any(".." in link for link in links)
    assert "](../generated/response-v2/json-schema/response-v2.schema.json)" in filled(
        region("response-v2#tool-response")
    )


def test_links_to_pages_that_are_not_generated_are_only_their_text() -> None:
    bare = replace(CONTRACT, output=replace(CONTRACT.output, targets=("json-schema",)))
    names = (META, "response-v2#tool-response")
    texts, _ = fill({f"{at}.md": region(name).encode() for at, name in enumerate(names)}, (bare,), RENDERER)
    assert "](" not in texts["0.md"]
    assert "| `pagination` | Pagination" in texts["0.md"]
    assert re.findall(r"\]\((.*?)\)", texts["1.md"]) == ["generated/response-v2/json-schema/response-v2.schema.json"]


PIECES = st.sampled_from("[ ] ( ) ` `` \\ | a_b #1 <b> & [a](b.md) `[a](b.md)` ``` ~~~".split())


@given(st.lists(PIECES, max_size=8).map(" ".join), st.lists(PIECES, max_size=8).map("".join))
@example("`", "[a](b.md)`")
def test_no_text_of_a_contract_is_taken_for_a_link_or_a_heading(first: str, second: str) -> None:
    """Such text is rendered as it is on a page, and then moved as a part of it."""
    for shown in (text(f"{first} {second}"), code(first or "a"), cell(second), text_block(f"{first}\n{second}")):
        assert relocated(str(shown), "generated/orders/markdown/errors.md", "docs", are_pages=False) == shown
        assert [*sections_of(f"# A\n\n{shown}\n")] == ["a"]
    linked = f"[{text(first)}](types.md#a) {code(second or 'a')}"
    moved = f"[{text(first)}](../generated/orders/markdown/types.md#a) {code(second or 'a')}"
    assert relocated(linked, "generated/orders/markdown/errors.md", "docs", are_pages=True) == moved


def test_repeated_and_escaped_headings_have_the_anchors_of_github() -> None:
    found = sections_of("# A\n\n## a_b \\*c\\*\n\n1\n\n## x &lt; y\n\n### A\n\n## The `a &lt; b`\n\n```\n# no\n```\n")
    assert [*found] == ["a", "a_b-c", "x--y", "a-1", "the-a-lt-b"]
    assert found["a_b-c"].text() == "1"


# -- what is not touched ----------------------------------------------------------------------------------------------

LINES = st.lists(
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n"), max_size=30).filter(
        lambda line: not is_marker(line) and not line.lstrip(" ").startswith(("```", "~~~"))
    ),
    max_size=4,
).map(lambda lines: "".join(f"{line}\n" for line in lines))


@given(st.lists(st.tuples(LINES, st.sampled_from(REGIONS[:2] + REGIONS[-1:]), LINES), max_size=3), LINES)
@example([("\ufeff\r\n", REGIONS[0], "a\r\n")], "\x0b\u2028 end")
def test_for_every_text_only_the_regions_change_and_a_second_run_changes_nothing(
    parts: list[tuple[str, str, str]], end: str
) -> None:
    text = "".join(before + region(words, content) for before, words, content in parts) + end
    once = filled(text) if parts else text
    assert kept(once) == kept(text)
    assert (filled(once) if parts else once) == once


def kept(text: str) -> str:
    """What is outside of the regions."""
    return re.sub(rf"(?s)(<!-- sealwax:begin [^\n]*\n).*?({END}\n)", r"\1\2", text)


def test_line_endings_and_a_missing_last_one_stay() -> None:
    text = f"one\r\n<!-- sealwax:begin {META} -->\r\n{END}\r\ntwo\nthree"
    result = filled(text)
    assert result.startswith("one\r\n<!--")
    assert result.endswith(f"\r\n\r\n{END}\r\ntwo\nthree")
    assert "\n" not in result.removesuffix("two\nthree").replace("\r\n", "")


def test_markers_in_code_are_examples() -> None:
    indented = "    <!-- sealwax:begin x -->\n"
    for block in (f"```markdown\n{region('nonsense')}```\n", f"~~~\n```\n{region('x')}~~~\n", indented):
        assert fill({"a.md": block.encode()}, (CONTRACT,), RENDERER)[1] == ()
        assert filled(block + region(CODES)).startswith(block)


# -- errors -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code", "place", "hint"),
    [
        (f"<!-- sealwax:begin {CODES} -->\n", Code.BAD_MARKER, (1, 20), "on a line below"),
        (f"{END}\n", Code.BAD_MARKER, (1, 1), "sealwax:begin contract#section"),
        (f" {region(CODES)}", Code.BAD_MARKER, (1, 1), "at the start of the line"),
        (f"<!--sealwax:begin {CODES}-->\n", Code.BAD_MARKER, (1, 1), "at the start of the line"),
        (region(f"{CODES} links=no"), Code.BAD_MARKER, (1, 1), "with nothing after it"),
        (f"<!-- sealwax:begin {CODES} -->\n{region(META)}", Code.BAD_MARKER, (2, 1), "above this line"),
        (region("codes"), Code.UNKNOWN_NAME, (1, 20), "write one of: response-v2"),
        (region(CODES.replace("v2", "v3")), Code.UNKNOWN_NAME, (1, 20), "did you mean 'response-v2'?"),
        (region("response-v2/"), Code.UNKNOWN_NAME, (1, 32), "write one of: response-v2.md, response-v2-guide.md"),
        (region("response-v2/response-v2-gide.md#rules"), Code.UNKNOWN_NAME, (1, 32), "mean 'response-v2-guide.md'?"),
        (region(CODES.replace("codes", "code")), Code.UNKNOWN_NAME, (1, 32), "did you mean 'error-codes'?"),
        (region("response-v2"), Code.UNKNOWN_NAME, (1, 32), "write one of: "),
    ],
)
def test_a_wrong_marker_is_reported_at_its_place(text: str, code: Code, place: tuple[int, int], hint: str) -> None:
    found = fill({"a.md": text.encode()}, (CONTRACT,), RENDERER)[1][0]
    assert (found.code, (found.position.line, found.position.column)) == (code, place)
    assert hint in found.hint


def test_an_example_cannot_end_its_region() -> None:
    hostile = yaml.safe_load(SMALL.format(name="orders"))
    name = hostile["envelope"]["name"]
    hostile["examples"] = [{"title": "Evil", "of": name, "kind": "sketch", "text": f"one\n{END}\ntwo"}]
    contracts, diagnostics = load({"orders.yaml": yaml.safe_dump(hostile).encode()})
    assert diagnostics == ()
    (found,) = fill({"a.md": region("orders#examples-of-reply").encode()}, contracts, RENDERER)[1]
    assert (found.code, found.message) == (
        Code.BAD_MARKER, "this region would contain a line that looks like a marker"
    )  # fmt: skip


# -- in a project -----------------------------------------------------------------------------------------------------


SHOWN = "orders#error-codes"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    assert cli.main(["init", "--name", "orders"]) == 0
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "api.md").write_text(f"# Ours\n\n{region(SHOWN)}\nThe end.\n")
    (tmp_path / "sealwax.toml").write_text('documents = ["docs/*.md"]\n')
    return tmp_path


def test_generate_writes_and_check_checks_them(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = project / "docs" / "api.md"
    before = page.read_text()
    assert cli.main(["generate", "--dry-run"]) == 0
    assert cli.main(["generate", "--target", "python"]) == 0
    assert page.read_text() == before
    assert cli.main(["generate"]) == 0
    assert "rewrote docs/api.md\n" in capsys.readouterr().out
    assert "| `ITEM_NOT_FOUND` | `not_found` | 404 | No |" in page.read_text()
    assert cli.main(["check"]) == 0
    assert capsys.readouterr().out.endswith("and the regions of 1 Markdown file, all up to date.\n")

    page.write_text(page.read_text().replace("404", "410"))
    assert cli.main(["check", "--target", "markdown"]) == 0
    capsys.readouterr()
    assert cli.main(["check", "--format", "json"]) == 1
    (drift,) = json.loads(capsys.readouterr().out)["drift"]
    assert (drift["kind"], drift["file"], drift["line"]) == ("changed", "docs/api.md", 7)
    assert cli.main(["generate"]) == 0
    page.write_text(page.read_text() + "More.\n")
    assert cli.main(["check"]) == 0


def test_a_wrong_marker_stops_everything_and_shows_its_line(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "docs" / "api.md").write_text(region("orders#error-codez"))
    for command in ("lint", "check", "generate"):
        assert cli.main([command]) == 2
        assert "1 | <!-- sealwax:begin orders#error-codez -->" in "".join(capsys.readouterr())
    assert not (project / "generated" / "orders").exists()


def test_links_are_never_followed(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    secret = project.parent / "secret.md"
    secret.write_text(region(SHOWN))
    (project / "docs" / "linked.md").symlink_to(secret)
    assert cli.main(["generate"]) == 0  # a wildcard does not match it
    for path, words in (("docs/linked.md", "is a symbolic link"), ("elsewhere/secret.md", "is a symbolic link")):
        if path.startswith("elsewhere"):
            (project / "elsewhere").symlink_to(project.parent)
        (project / "sealwax.toml").write_text(f'documents = ["{path}"]\n')
        assert cli.main(["generate"]) == 2
        assert words in capsys.readouterr().err
    assert secret.read_text() == region(SHOWN)


@pytest.mark.parametrize("path", ["../a.md", "/a.md", "docs/nothing.md", "docs/*.markdown", "contract/orders.yaml"])
def test_a_path_that_cannot_be_used_is_reported_in_the_configuration(
    project: Path, path: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "sealwax.toml").write_text(f'documents = ["{path}"]\n')
    assert cli.main(["check"]) == 2
    assert "sealwax.toml:1:15: error[bad-path]" in capsys.readouterr().out


# -- what it costs ----------------------------------------------------------------------------------------------------


def wide(size: int) -> tuple[Contract, ...]:
    contracts, diagnostics = load(growing("f{at}: {{type: string}}")(size))
    assert diagnostics == ()
    return contracts


def calls(work: Callable[[], object]) -> int:
    profile = cProfile.Profile()
    profile.runcall(work)
    return sum(each.callcount for each in profile.getstats())


FIELDS = "demo#t"


def test_a_page_is_rendered_once_and_equal_regions_are_made_once() -> None:
    contracts = wide(200)
    name = FIELDS.replace("demo", contracts[0].name)
    texts = [(region(name) * count).encode() for count in (1, 1, 50)]
    numbers = [calls(partial(fill, {"a.md": text}, contracts, RENDERER)) for text in texts]
    assert numbers[2] < 1.5 * numbers[1]


def test_the_regions_of_a_project_have_a_limited_size() -> None:
    contracts = wide(1000)
    shown = region(FIELDS.replace("demo", contracts[0].name))
    texts, diagnostics = fill({"a.md": (shown * 20).encode()}, contracts, RENDERER)
    assert (len(texts["a.md"]) > 20 * 20_000, diagnostics) == (True, ())
    texts, diagnostics = fill({"a.md": (shown * 400).encode()}, contracts, RENDERER)
    assert (texts, [each.code for each in diagnostics]) == ({}, [Code.TOO_LARGE])
    many = {f"{at}.md": (shown * 40).encode() for at in range(60)}
    texts, diagnostics = fill(many, contracts, RENDERER)
    assert sum(map(len, texts.values())) < 34 * 2**20
    assert [each.code for each in diagnostics] == [Code.TOO_LARGE]


def test_a_file_that_is_listed_often_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "contract").mkdir()
    (tmp_path / "contract/demo.yaml").write_bytes(next(iter(growing("f{at}: {{type: string}}")(2).values())))
    (tmp_path / "a.md").write_text("Text\n")
    (tmp_path / "sealwax.toml").write_text("documents = [" + '"a.md", ' * 1000 + "]\n")
    read: list[str] = []

    def read_whole(_root: Path, path: str, _rule: str) -> bytes:
        read.append(path)
        return b""

    monkeypatch.setattr("sealwax.project.documents.read_whole", read_whole)
    read_documents(read_project(tmp_path))
    assert read == ["a.md"]
