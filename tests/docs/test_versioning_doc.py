"""docs/versioning.md: what it shows happens."""

from pathlib import Path

from checkout import ROOT
from pages.documents import AUTHOR, environment, follow


def test_the_page_shows_what_happens(tmp_path: Path) -> None:
    follow("docs/versioning.md", tmp_path, environment(ROOT / ".venv", **AUTHOR))
