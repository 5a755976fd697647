"""Regions of Markdown files: `generate` writes them, `check` checks them, and nothing else in the file is touched."""

import cProfile
import json
import re
import time
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
from sealwax.diagnostics import Code, Report
from sealwax.pipeline import fill, load
from sealwax.project.documents import read_documents
from sealwax.project.loading import read_project
from sealwax.regions.markers import is_marker, read_document
from sealwax.rendering import Renderer
from sealwax.targets import USUAL

PLAIN = read_contract()
CONTRACT = replace(PLAIN, output=replace(PLAIN.output, targets=USUAL))
RENDERER = Renderer()
END = "<!-- sealwax:end -->"
REGIONS = [
    "fields of=Meta",
    "fields of=ToolResponse level=must links=no",
    "codes",
    "codes group=not_found,rate_limit columns=code,status,retry,message,remediation",
    "codes headings=2 status=400,404",
    "codes of=WarningCode columns=severity,code",
    "types retry=yes,maybe",
    "enum of=ContentFidelity",
    "parameters of=success_response",
    'example of=ErrorData title="A simple failure"',
]


def filled(text: str, file: str = "docs/api.md") -> str:
    texts, diagnostics = fill({file: text.encode()}, (CONTRACT,), RENDERER)
    assert diagnostics == ()
    return texts[file]


def region(words: str, content: str = "") -> str:
    return f"<!-- sealwax:begin {words} -->\n{content}{END}\n"


# -- what is in a region ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", REGIONS)
def test_three_parsers_see_the_same_table_of_the_reference(words: str) -> None:
    text = filled(region(words))
    shown = text.split("\n", 1)[1].rpartition(END)[0]
    assert shown.strip()
    rows = re.findall(r"^\|", shown, re.MULTILINE)
    tables = shown.count("| --- |\n")
    for html in (cmarkgfm.github_flavored_markdown_to_html(text), markdown(text, extensions=["tables", "fenced_code"])):
        assert len(re.findall("<tr>", html)) == len(rows) - tables
        assert html.count("<table>") == tables
        assert html.count("<pre") == shown.count("```json")


def test_filters_columns_and_headings_choose_what_is_shown() -> None:
    text = filled(region("codes group=rate_limit,not_found columns=status,code headings=4"))
    codes = next(enum for enum in CONTRACT.enums if enum.catalogue == "error_codes").values
    assert re.findall("^#### (.*)$", text, re.MULTILINE) == ["not_found", "rate_limit"]
    listed = re.findall(r"^\| \d+ \| `(\w+)` \|$", text, re.MULTILINE)
    assert listed
    assert sorted(listed) == sorted(each.value for each in codes if each.classified_as in ("rate_limit", "not_found"))


def test_links_are_relative_to_the_file_or_left_out() -> None:
    for file in ("README.md", "docs/api.md", "docs/a/b.md"):
        links = re.findall(r"\]\(([^)#]+)#", filled(region("fields of=Meta"), file))
        assert links
        assert all((ROOT / file).parent.joinpath(link).resolve().is_relative_to(ROOT / "generated") for link in links)
        assert all((ROOT / link).is_file() for link in links if file == "README.md")
    assert "](" not in filled(region("fields of=Meta links=no"))
    bare = replace(CONTRACT, output=replace(CONTRACT.output, targets=("python",)))
    assert "](" not in fill({"a.md": region("fields of=Meta").encode()}, (bare,), RENDERER)[0]["a.md"]


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
    text = f"one\r\n<!-- sealwax:begin fields of=Meta -->\r\n{END}\r\ntwo\nthree"
    result = filled(text)
    assert result.startswith("one\r\n<!--")
    assert result.endswith(f"\r\n\r\n{END}\r\ntwo\nthree")
    assert "\n" not in result.removesuffix("two\nthree").replace("\r\n", "")


def test_markers_in_code_are_examples() -> None:
    indented = "    <!-- sealwax:begin x -->\n"
    for text in (f"```markdown\n{region('nonsense')}```\n", f"~~~\n```\n{region('x')}~~~\n", indented):
        assert fill({"a.md": text.encode()}, (CONTRACT,), RENDERER)[1] == ()
        assert filled(text + region("types")).startswith(text)


# -- errors -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code", "place", "hint"),
    [
        ("<!-- sealwax:begin codes -->\n", Code.BAD_MARKER, (1, 20), "on a line below"),
        (f"{END}\n", Code.BAD_MARKER, (1, 1), "sealwax:begin codes"),
        (f" {region('codes')}", Code.BAD_MARKER, (1, 1), "at the start of the line"),
        ("<!--sealwax:begin codes-->\n", Code.BAD_MARKER, (1, 1), "at the start of the line"),
        (f"<!-- sealwax:begin codes -->\n{region('types')}", Code.BAD_MARKER, (2, 1), "above this line"),
        (region("codes group"), Code.BAD_MARKER, (1, 26), "name=value"),
        (region("codes tier=a tier=b"), Code.DUPLICATE_KEY, (1, 33), "remove one"),
        (region("coods"), Code.UNKNOWN_NAME, (1, 20), "did you mean 'codes'?"),
        (region("codes colums=code"), Code.UNKNOWN_KEY, (1, 26), "did you mean 'columns'?"),
        (region("codes columns=code,retri"), Code.UNKNOWN_NAME, (1, 34), "did you mean 'retry'?"),
        (region("codes group=not_fond"), Code.UNKNOWN_NAME, (1, 32), "did you mean 'not_found'?"),
        (region("codes headings=9"), Code.BAD_VALUE, (1, 35), "headings=2"),
        (region("codes group=not_found retry=yes"), Code.BAD_VALUE, (1, 20), "remove a filter"),
        (region("fields"), Code.MISSING_KEY, (1, 20), "add of=…: Meta"),
        (region("fields of=Metta"), Code.UNKNOWN_NAME, (1, 30), "did you mean 'Meta'?"),
        (region("parameters of=succes_response"), Code.UNKNOWN_NAME, (1, 34), "did you mean 'success_response'?"),
        (region("example title=None"), Code.UNKNOWN_NAME, (1, 34), "write one of"),
        (region("types contract=orders"), Code.UNKNOWN_NAME, (1, 35), "write one of: response-v2"),
        (region("types links=maybe"), Code.UNKNOWN_NAME, (1, 32), "write one of: yes, no"),
    ],
)
def test_a_wrong_marker_is_reported_at_its_place(text: str, code: Code, place: tuple[int, int], hint: str) -> None:
    texts, diagnostics = fill({"a.md": text.encode()}, (CONTRACT,), RENDERER)
    assert texts == {} or set(texts.values()) == {text}
    found = diagnostics[0]
    assert (found.code, (found.position.line, found.position.column)) == (code, place)
    assert hint in found.hint


def test_a_project_with_several_contracts_says_which_one_is_meant() -> None:
    contracts = load({f"{name}.yaml": SMALL.format(name=name).encode() for name in ("orders", "parcels")})[0]
    (found,) = fill({"a.md": region("fields of=Reply").encode()}, contracts, RENDERER)[1]
    assert (found.code, found.hint) == (Code.MISSING_KEY, "add contract=…: orders, parcels")


def test_a_declaration_without_examples_is_named() -> None:
    (contract,) = load({"orders.yaml": SMALL.format(name="orders").encode()})[0]
    (found,) = fill({"a.md": region("example").encode()}, (contract,), RENDERER)[1]
    assert found.message == "the contract has no example of Reply"
    assert found.hint == "add one to `examples` in the contract"


def test_an_example_cannot_end_its_region() -> None:
    hostile = yaml.safe_load(SMALL.format(name="orders"))
    name = hostile["envelope"]["name"]
    hostile["examples"] = [{"title": "Evil", "of": name, "kind": "sketch", "text": f"one\n{END}\ntwo"}]
    contracts, diagnostics = load({"orders.yaml": yaml.safe_dump(hostile).encode()})
    assert diagnostics == ()
    (found,) = fill({"a.md": region("example").encode()}, contracts, RENDERER)[1]
    assert (found.code, found.message) == (
        Code.BAD_MARKER, "this region would contain a line that looks like a marker"
    )  # fmt: skip


# -- in a project -----------------------------------------------------------------------------------------------------


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    assert cli.main(["init", "--name", "orders"]) == 0
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "api.md").write_text(f"# Ours\n\n{region('codes')}\nThe end.\n")
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
    (project / "docs" / "api.md").write_text(region("codez"))
    for command in ("lint", "check", "generate"):
        assert cli.main([command]) == 2
        assert "1 | <!-- sealwax:begin codez -->" in "".join(capsys.readouterr())
    assert not (project / "generated" / "orders").exists()


def test_links_are_never_followed(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    secret = project.parent / "secret.md"
    secret.write_text(region("codes"))
    (project / "docs" / "linked.md").symlink_to(secret)
    assert cli.main(["generate"]) == 0  # a wildcard does not match it
    for path, words in (("docs/linked.md", "is a symbolic link"), ("elsewhere/secret.md", "is a symbolic link")):
        if path.startswith("elsewhere"):
            (project / "elsewhere").symlink_to(project.parent)
        (project / "sealwax.toml").write_text(f'documents = ["{path}"]\n')
        assert cli.main(["generate"]) == 2
        assert words in capsys.readouterr().err
    assert secret.read_text() == region("codes")


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


def test_equal_regions_are_rendered_once() -> None:
    contracts = wide(200)
    texts = [(region("fields of=T") * count).encode() for count in (1, 1, 50)]
    numbers = [calls(partial(fill, {"a.md": text}, contracts, RENDERER)) for text in texts]
    assert numbers[2] < 1.5 * numbers[1]


def test_the_regions_of_a_project_have_a_limited_size() -> None:
    contracts = wide(1000)
    shown = region("fields of=T")
    texts, diagnostics = fill({"a.md": (shown * 20).encode()}, contracts, RENDERER)
    assert (len(texts["a.md"]) > 20 * 20_000, diagnostics) == (True, ())
    texts, diagnostics = fill({"a.md": (shown * 400).encode()}, contracts, RENDERER)
    assert (texts, [each.code for each in diagnostics]) == ({}, [Code.TOO_LARGE])
    many = {f"{at}.md": (shown * 40).encode() for at in range(60)}
    texts, diagnostics = fill(many, contracts, RENDERER)
    assert sum(map(len, texts.values())) < 34 * 2**20
    assert [each.code for each in diagnostics] == [Code.TOO_LARGE]


def test_a_project_has_a_limited_number_of_different_regions() -> None:
    fields = [f"fields of=T level=must,{'must,' * at}must" for at in range(1001)]
    _, diagnostics = fill({"a.md": "".join(map(region, fields)).encode()}, wide(2), RENDERER)
    assert [each.code for each in diagnostics] == [Code.TOO_LARGE]


@pytest.mark.parametrize("option", ["a{at}=b", "links=no"])
def test_twice_as_many_options_are_twice_the_work(option: str) -> None:
    def marker(count: int) -> Callable[[], object]:
        text = region("codes " + " ".join(option.format(at="x" * at) for at in range(count)))
        return lambda: read_document("a.md", text.encode(), Report())

    numbers = [calls(marker(count)) for count in (200, 200, 400)]
    assert numbers[2] < 2.2 * numbers[1]
    begun = time.monotonic()
    read_document("a.md", region("codes " + "links=no " * 200_000).encode(), Report())
    assert time.monotonic() - begun < 30


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
