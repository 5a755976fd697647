"""Pages show the text of a contract, and nothing else, on GitHub, in CommonMark and under mkdocs."""

import re
from collections.abc import Callable
from html.parser import HTMLParser

import cmarkgfm
import pytest
from cmarkgfm.cmark import Options
from hypothesis import example, given
from hypothesis import strategies as st
from markdown import Markdown
from markdown_it import MarkdownIt
from strategies.hostile import lines, prose

from sealwax import languages
from sealwax.languages import markdown

MKDOCS = ["toc", "tables", "fenced_code"]
"""What mkdocs always enables."""
EXTRA = [*MKDOCS, "attr_list", "def_list", "abbr", "footnotes", "md_in_html", "admonition", "sane_lists", "smarty"]
"""What many sites enable too."""


def python_markdown(extensions: list[str]) -> Callable[[str], str]:
    parser = Markdown(extensions=extensions)
    return lambda source: str(parser.reset().convert(source))


PARSERS: dict[str, Callable[[str], str]] = {
    "GitHub": lambda source: str(
        cmarkgfm.github_flavored_markdown_to_html(source, Options.CMARK_OPT_UNSAFE | Options.CMARK_OPT_FOOTNOTES)
    ),
    "CommonMark": lambda source: str(MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(source)),
    "mkdocs": python_markdown(MKDOCS),
    "mkdocs with extensions": python_markdown(EXTRA[:-1]),
}
every_parser = pytest.mark.parametrize("parser", PARSERS)
TAGS = {"p", "h2", "code", "table", "thead", "tbody", "tr", "th", "td", "ul", "li"}
HOSTILE = (
    "<img src=x onerror=alert(1)>",
    "a <script>alert(1)</script> b",
    "</td></table><script>",
    "&lt;b&gt; & &amp; &#60;b&#62; &copy",
    "*a* _b_ __c__ ~~d~~ `e` ``f`` [g](h) ![i](j) [k][l] [^m] <n@o.p>",
    "{: onclick=alert(1) } {#id} {.class} {a=b}",
    '!!! danger "x"',
    "??? note",
    "[TOC]",
    "x | y \\| z \\\\| `a|b` `c\\|d`",
    "$a$ \\(b\\) C# #5 ## x #",
    "http://a.b/c_d_e www.a.b/c_d_e https://x.y",
    "- a", "+ a", "> a", "1. a", "1) a", ": a", "=== ", "--- ", "| a | b |", "*[HTML]: x", "[a]: b",
    "a\\<b> \\&lt; \\\\<c>",
)  # fmt: skip


class Shown(HTMLParser):
    """The tags of a page, and the text that a reader sees."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.text = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        is_link = tag == "a" and (dict(attrs).get("href") or "").startswith("mailto:")  # GitHub links addresses
        assert is_link or tag in TAGS, tag
        assert is_link or not [name for name, _ in attrs if name not in ("id", "align", "style")], attrs
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


def shown(parser: str, source: str) -> tuple[str, list[str]]:
    """The text that a parser shows, without spaces, which Python-Markdown strips from code; and the tags."""
    page = Shown(PARSERS[parser](source))
    return "".join(page.text.split()), [tag for tag in page.tags if tag not in ("a", "code")]


def plain(text: str) -> str:
    """What a reader should see, without spaces. Text in single backticks is shown as code."""
    return "".join(re.sub(r"(?<!`)`([^`]+)`(?!`)", r"\1", languages.one_line(text)).split())


def hostile(strategy: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(st.sampled_from(HOSTILE), st.builds("{} {}".format, st.sampled_from(HOSTILE), strategy), strategy)


@every_parser
@given(text=hostile(lines))
@example(text="<img src=x onerror=alert(1)>")
def test_text_is_shown_as_it_is(parser: str, text: str) -> None:
    spelled = markdown.text(text)
    if plain(text):
        assert shown(parser, f"{spelled}\n") == (plain(text), ["p"])
        assert shown(parser, f"## {spelled}\n")[0] == plain(text)
        assert shown(parser, f"- a {spelled}\n")[0] == f"a{plain(text)}"


@every_parser
@given(text=hostile(prose))
def test_paragraphs_are_shown_as_they_are(parser: str, text: str) -> None:
    expected = [plain(line) for line in languages.paragraphs(text)]
    found, tags = shown(parser, f"{markdown.paragraphs(text)}\n")
    assert (found, tags) == ("".join(expected), ["p"] * len(expected))


@every_parser
@given(first=hostile(prose), second=hostile(prose))
def test_cells_are_shown_as_they_are(parser: str, first: str, second: str) -> None:
    cells = f"{markdown.cell(first)} | {markdown.cell(second)}"
    found, tags = shown(parser, f"| a | b |\n|---|---|\n| {cells} |\n\nend\n")
    assert tags == ["table", "thead", "tr", "th", "th", "tbody", "tr", "td", "td", "p"]
    assert found == f"ab{plain(first)}{plain(second)}end"


@every_parser
@given(text=hostile(prose).filter(str.strip))
def test_code_is_shown_as_it_is(parser: str, text: str) -> None:
    expected = "".join(text.split())
    assert shown(parser, f"x {markdown.code(text)} y\n") == (f"x{expected}y", ["p"])
    found, _ = shown(parser, f"| a | b |\n|---|---|\n| {markdown.code_cell(text)} | c |\n")
    assert found == f"ab{expected}c"
