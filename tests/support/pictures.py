"""Takes the pictures of the HTML reference that the documentation shows. Look at them before you commit them.

A test compares what they show with the page, by the text that was saved with them.
"""

import json
from collections.abc import Callable

from checkout import ROOT
from pages.browsing import Browser, running_browser

PAGE = ROOT / "generated" / "response-v2" / "html" / "index.html"
FOLDER = ROOT / "docs" / "pictures"
TEXTS = ROOT / "tests" / "pictures.json"
WRONG = """{
  "success": false,
  "data": {
    "error_code": "SPEC_NOT_FOUND",
    "error_type": "validation",
    "remediation": "List the specifications first."
  },
  "error": "",
  "meta": {
    "version": "response-v1",
    "request_id": "req_abc123"
  }
}"""


def envelope(browser: Browser) -> str:
    browser.visit(PAGE, width=1280, height=800)
    return ".hero, .env"


def code(browser: Browser) -> str:
    browser.visit(PAGE, "#ErrorCode.RATE_LIMIT_EXCEEDED", width=1280, height=800, scheme="dark")
    browser.evaluate("scrollBy({ top: 19, behavior: 'instant' })")  # past the row before
    return ".code[open]"


def checker(browser: Browser) -> str:
    browser.visit(PAGE, "#check", width=1280, height=800)
    browser.check(WRONG)
    browser.evaluate("scrollBy({ top: 30, behavior: 'instant' })")  # past the end of the section before
    return "#check"


def search(browser: Browser) -> str:
    browser.visit(PAGE, width=1280, height=800)
    browser.press("/")
    browser.type("retry")
    return "#hits"


VIEWS: dict[str, Callable[[Browser], str]] = {each.__name__: each for each in (envelope, code, checker, search)}
"""By the name of the picture: opens a view, and returns the selector of what it is about."""


def text_of(browser: Browser, selector: str) -> list[str]:
    """The lines that a reader sees in the sidebar and in these elements."""
    browser.settle()
    nodes = f"[...document.querySelectorAll({json.dumps(f'nav, {selector}')})]"
    text: str = browser.evaluate(f"{nodes}.map((node) => node.innerText).join('\\n')")
    return [line.strip() for line in text.split("\n") if line.strip()]


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    texts = {}
    with running_browser() as browser:
        for name, view in VIEWS.items():
            texts[name] = text_of(browser, view(browser))
            browser.evaluate("new Promise((done) => setTimeout(() => done(0), 2500))")  # for animations to end
            browser.screenshot(FOLDER / f"{name}.webp")
    TEXTS.write_text(json.dumps(texts, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
