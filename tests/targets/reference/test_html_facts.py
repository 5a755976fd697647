"""The HTML page of a contract states every fact that its Markdown pages state."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from checkout import CASES, ROOT
from markdown_it import MarkdownIt
from markdown_it.token import Token
from packages.built import write_package
from pages.browsing import Browser

from sealwax.pipeline import load

GENERATED = ROOT / "generated"
OWN = ("mail-imap", "response-v2", "stac-meta")
CASE_NAMES = sorted(path.name for path in CASES.iterdir() if (path / "contract.yaml").is_file())

APART = {"Constants", "Links"}
"""What the page shows in another way: a list at its top."""

OTHER_WORDS = {
    "the envelope": "tools link to the envelope by its name",
    "json schema": "a file beside the Markdown pages",
    "anti-patterns": "'Common mistakes'", "bad": "'Instead of'", "good": "'Write'",
    "valid": "examples are rows that open", "invalid": "the same",
    "optional": "the level of an argument",
    "behaviour": "a list below the name of the function",
    "fields": "the heading is the name of the envelope",
    "error types": "the heading is the name of the enum", "error codes": "the same", "warning codes": "the same",
    "stability": "a table of what is said of each tier", "promotion policy": "the same",
    "must keys are required": "a legend of the levels", "should keys are recommended": "the same",
    "and may keys are optional": "the same",
    **dict.fromkeys(
        (
            "error code", "error type", "http status", "json-rpc number", "retry?", "when to use", "warning code",
            "field", "type", "level", "description", "key", "use instead", "value", "severity", "tier", "gate", "of",
        ),
        "the title of a column",
    ),
}  # fmt: skip
"""What the page says in another way, and how."""

SHORTER = {
    "a response has this outcome when": "when",
    "every tool responds with the envelope": "every tool responds",
    "written as ": "", "such as ": "", "examples of ": "",
}  # fmt: skip
"""Clauses that the page has in fewer words."""

PAGE = """(() => {
  const text = (node) => node.textContent;
  const named = Object.create(null);
  for (const node of document.querySelectorAll("[data-name]")) (named[node.dataset.name] ??= []).push(text(node));
  const blocks = [...document.querySelectorAll("pre")].map(text);
  return { whole: text(document.getElementById("main")), named, blocks };
})()"""


def plain(text: str) -> str:
    """Text as it is compared: without case, brackets and the braces of placeholders, and with single spaces."""
    return " ".join(re.sub(r"[{}\[\]]", "", text).casefold().split())


def pieces(text: str) -> list[str]:
    """A sentence, cell or list in parts that can stand apart: `string, at most 5 characters, default 3`."""
    found = re.split(r"[.,;:·()]+(?=\s|$)|\(|\sat\s(?=/)", text)
    return [piece for each in found if (piece := plain(each)) and piece not in OTHER_WORDS]


def shown(token: Token) -> str:
    """The text that a reader sees of an inline token."""
    parts = (each for each in token.children or () if each.type != "html_inline")
    return "".join(" " if each.type == "softbreak" else each.content for each in parts)


def facts(text: str) -> Iterator[tuple[tuple[str, ...], Token]]:
    """The texts and blocks of a Markdown page, each below its headings."""
    headings: dict[int, str] = {}
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    for before, token in zip([*tokens[:1], *tokens], tokens, strict=False):
        if token.type == "inline" and before.type == "heading_open":
            depth = int(before.tag[1])
            headings = {level: title for level, title in headings.items() if level < depth} | {depth: shown(token)}
        if token.type in ("inline", "fence"):
            yield tuple(headings.values()), token


def missing(pages: dict[str, str], page: dict[str, Any]) -> Iterator[str]:
    """The facts that an HTML page lacks. Those below the name of a declaration are searched for in its element."""
    whole, blocks = plain(page["whole"]), [each.strip() for each in page["blocks"]]
    values = [value for block in blocks if (value := parsed(block)) is not None]
    for file, text in pages.items():
        envelope = ""
        for headings, token in (each for each in facts(text) if {*each[0][1:2]} - APART):
            at = f"{file}, {' / '.join(headings)}"
            if token.type == "fence":
                value = parsed(token.content) if token.info == "json" else None
                if value not in values and token.content.strip() not in blocks:
                    yield f"{at}: {token.content[:70]!r}"
                continue
            # On the HTML page, the examples of the envelope have a section of their own.
            envelope = envelope or "".join(headings[1:2])
            about = "" if headings[1:2] == (envelope,) else "Examples of "
            own = 1 if file.endswith("-guide.md") else 2  # below the title of the page, and that of a topic
            names = (each.removeprefix(about) for each in reversed(headings[own:]))
            name = next((each for each in names if each in page["named"]), None)
            near = whole if name is None else plain(" ".join(page["named"][name]))
            for piece in pieces(shown(token)):
                shorter = next((piece.replace(words, less) for words, less in SHORTER.items() if words in piece), piece)
                if piece not in near and shorter not in near:
                    yield f"{at}: {piece!r}"


def parsed(text: str) -> Any:
    """The value of a JSON text; None if it is not JSON."""
    try:
        return json.loads(text)
    except ValueError:
        return None


@pytest.mark.parametrize("name", OWN)
def test_the_page_of_a_contract_states_what_its_markdown_pages_state(browser: Browser, name: str) -> None:
    browser.visit(GENERATED / name / "html" / "index.html")
    assert list(missing(markdown(GENERATED / name / "markdown"), browser.evaluate(PAGE))) == []


@pytest.mark.parametrize("case", CASE_NAMES)
def test_the_page_of_a_golden_case_states_what_its_markdown_pages_state(
    browser: Browser, case: str, tmp_path: Path
) -> None:
    bases = {path.name: path.read_bytes() for path in (CASES / case).glob("**/*.yaml") if path.name != "contract.yaml"}
    (contract, *_), _ = load({"contract.yaml": (CASES / case / "contract.yaml").read_bytes()}, bases=bases)
    browser.visit(write_package("html", contract, tmp_path) / "index.html")
    assert list(missing(markdown(write_package("markdown", contract, tmp_path)), browser.evaluate(PAGE))) == []


def markdown(folder: Path) -> dict[str, str]:
    """The pages but the changelog, which has a section of its own and is compared by other tests."""
    files = (file for file in folder.glob("*.md") if not file.stem.endswith("-changelog"))
    return {file.name: file.read_text(encoding="utf-8") for file in files}
