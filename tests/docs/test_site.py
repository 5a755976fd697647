"""The documentation as a site, from the same Markdown."""

import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from checkout import ROOT

BUILD = (sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """mkdocs fails on a link or an anchor that leads nowhere."""
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run([*BUILD, folder], cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return folder


def test_every_page_is_on_the_site(site: Path) -> None:
    pages = {path.relative_to(ROOT / "docs").with_suffix("") for path in (ROOT / "docs").glob("**/[!.]*.md")}
    expected = {(page.parent / "index" if page.name == "README" else page).as_posix() for page in pages} | {"index"}
    built = {path.relative_to(site).with_suffix("").as_posix() for path in site.glob("**/*.html")}
    assert built - {"404"} == expected | {"contents"}


def test_every_page_but_the_long_lists_is_in_the_navigation(site: Path) -> None:
    pages = [path for path in (ROOT / "docs").glob("**/[!.]*.md") if path.parent.name not in ("rules", "decisions")]
    start = (site / "index.html").read_text(encoding="utf-8")
    (navigation,) = re.findall(r'<ul class="nav navbar-nav">.*?<ul class="nav navbar-nav ', start, re.DOTALL)
    linked = {*re.findall(r'href="([^"#]+)\.html"', navigation)}
    paths = (path.relative_to(ROOT / "docs").with_suffix("") for path in pages)
    assert {(each.parent / "index" if each.name == "README" else each).as_posix() for each in paths} - linked == set()


def test_the_first_page_is_the_readme(site: Path) -> None:
    text = (site / "index.html").read_text(encoding="utf-8")
    assert '<h2 id="a-package-of-your-own">' in text
    assert 'href="guide.html"' in text
    assert 'href="https://github.com/sealwax/sealwax/blob/main/CHANGELOG.md"' in text


def test_links_to_the_repository_lead_to_what_is_there(site: Path) -> None:
    pages = [path.read_text(encoding="utf-8") for path in site.glob("**/*.html")]
    found = {path for text in pages for path in re.findall(r'href="https://[^"]*?/(?:blob|tree)/main/([^"#]*)', text)}
    assert len(found) > 20
    assert [path for path in sorted(found) if not (ROOT / unquote(path)).exists()] == []


def test_pictures_are_on_the_site(site: Path) -> None:
    for page in site.glob("**/*.html"):
        for source in re.findall(r'<img [^>]*src="([^"]+)"', page.read_text(encoding="utf-8")):
            assert Path(unquote(urlsplit(urljoin(page.as_uri(), source)).path)).is_file(), (page, source)


def test_no_page_loads_anything_from_elsewhere(site: Path) -> None:
    for page in site.glob("**/*.html"):
        loaded = re.findall(r'<(?:script|link|img)\b[^>]*(?:src|href)="(//|https?:)', page.read_text(encoding="utf-8"))
        assert loaded == [], page
