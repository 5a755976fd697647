"""Takes the pictures of the HTML reference that the documentation shows. Look at them before you commit them."""

from pathlib import Path

from browsing import Browser, running_browser
from checkout import ROOT

PAGE = ROOT / "generated" / "response-v2" / "html" / "index.html"
FOLDER = ROOT / "docs" / "pictures"
WRONG = """{
  "success": false,
  "data": {
    "error_code": "SPEC_NOT_FOUND",
    "error_type": "validation",
    "remediation": "List the specifications first."
  },
  "error": "",
  "meta": {"version": "response-v1", "request_id": "req_abc123"}
}"""


def take(browser: Browser, name: str) -> None:
    browser.settle()
    browser.screenshot(FOLDER / f"{name}.webp")


def main(folder: Path = FOLDER) -> None:
    folder.mkdir(exist_ok=True)
    with running_browser() as browser:
        browser.visit(PAGE, width=1280, height=800)
        take(browser, "envelope")
        browser.visit(PAGE, "#ErrorCode.RATE_LIMIT_EXCEEDED", width=1280, height=800, scheme="dark")
        take(browser, "code")
        browser.visit(PAGE, "#check", width=1280, height=800)
        browser.check(WRONG)
        take(browser, "checker")
        browser.visit(PAGE, width=1280, height=800)
        browser.press("/")
        browser.type("retry")
        take(browser, "search")
        browser.visit(PAGE, "#errors", width=390, height=844)
        take(browser, "phone")


if __name__ == "__main__":
    main()
