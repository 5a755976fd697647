"""A headless Chromium that tests visit pages with."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from checkout import NODE
from checkout.processes import LineServer, line_server

CHECKED = """(() => {
  const text = document.getElementById("src"), verdict = document.getElementById("verdict");
  text.value = TEXT;
  text.dispatchEvent(new Event("input"));
  const found = [...document.querySelectorAll(".finding[data-pointer]")];
  return {
    verdict: verdict.dataset.verdict,
    words: verdict.innerText,
    found: found.map((node) => [node.dataset.pointer, node.querySelector("i").textContent, node.dataset.message]),
    marks: [...document.querySelectorAll("#mirror .error, #mirror .advice")].map((node) => node.textContent),
  };
})()"""


class Browser:
    """Shows one page at a time."""

    def __init__(self, server: LineServer) -> None:
        self._server = server

    def visit(self, page: Path, fragment: str = "", **options: object) -> None:
        """Open a file; `width`, `height`, `scheme` (light or dark) and `media` (screen or print) describe the screen.

        With `scripts=False`, the browser runs none.
        """
        self._ask("open", url=page.as_uri() + fragment, **options)

    def evaluate(self, script: str) -> Any:
        """The value of a JavaScript expression in the page."""
        return self._ask("evaluate", script=script)

    def press(self, *keys: str) -> None:
        self._ask("press", keys=keys)

    def screenshot(self, path: Path) -> None:
        """Save what the screen shows, in the format of the file's suffix."""
        self._ask("screenshot", path=str(path))

    def print(self) -> int:
        """The size of the page as a PDF."""
        size: int = self._ask("print")
        return size

    def type(self, text: str) -> None:
        self._ask("type", text=text)

    def settle(self) -> None:
        """Wait until the page has handled what was on its way: timers of no delay, events of elements, two frames."""
        frame = "requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))"
        self.evaluate(f"new Promise((done) => setTimeout(() => {frame}))")

    def until(self, condition: str) -> None:
        """Wait until a JavaScript expression is true in the page."""
        look = f"const look = () => ({condition}) ? done(0) : requestAnimationFrame(look); look();"
        self.evaluate(f"new Promise((done) => {{ {look} }})")

    def messages(self) -> list[str]:
        """Errors, messages on the console, dialogs, and requests for anything but the page."""
        found: list[str] = self._ask("log")
        return found

    def violations(self) -> list[str]:
        """The rules of axe-core that the page violates."""
        found: list[str] = self._ask("axe")
        return found

    def dead_links(self) -> list[str]:
        """The links within the page that lead nowhere."""
        links = """[...document.querySelectorAll('a[href^="#"]')].map((link) => link.hash.slice(1))"""
        found: list[str] = self.evaluate(f"{links}.filter((id) => !document.getElementById(id.split('?')[0]))")
        return found

    def open_all(self) -> None:
        """Open everything that can be opened."""
        self.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
        self.settle()

    def check(self, text: str) -> dict[str, Any]:
        """Put a text into the checker: the verdict, the findings with their lines, and what is marked in the text."""
        found: dict[str, Any] = self.evaluate(CHECKED.replace("TEXT", json.dumps(text)))
        return found

    def _ask(self, question: str, **details: object) -> Any:
        found = self._server.ask({"ask": question, **details})
        assert "error" not in found, found["error"]
        return found["answer"]


@contextmanager
def running_browser() -> Iterator[Browser]:
    # The browser unpacks itself into the temporary folder, where another one would find half-written files.
    with TemporaryDirectory() as folder, line_server("node", "browser.mjs", folder=NODE, TMPDIR=folder) as server:
        yield Browser(server)
