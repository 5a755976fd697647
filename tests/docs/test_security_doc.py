"""docs/security.md names tests that exist."""

import re

from checkout import ROOT, TESTS

PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")


def test_every_place_that_the_page_names_exists() -> None:
    places = re.findall(r"`(tests/[^`]+)`", PAGE)
    assert len(places) > 10
    assert [place for place in places if not [*ROOT.glob(place)]] == []


def test_every_test_that_the_page_names_exists() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in TESTS.rglob("test_*.py"))
    defined = re.findall(r"^def (test_\w+)", sources, re.MULTILINE)
    named = re.findall(r"`(test_\w+…?)`", PAGE)
    assert len(named) > 10
    assert [name for name in named if not any(_is_meant(name, test) for test in defined)] == []


def _is_meant(name: str, test: str) -> bool:
    return test.startswith(name[:-1]) if name.endswith("…") else test == name
