"""What the README and the pages in docs/ say is so: their commands are run, their excerpts are in the files."""

import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from checkout import ROOT
from packages.built import texts
from pages.documents import AUTHOR, blocks, copied, environment, follow, page, shown

from sealwax import __version__
from sealwax.pipeline import compile_contracts
from sealwax.rendering import Renderer

PAGES = sorted(path.relative_to(ROOT).as_posix() for path in [ROOT / "README.md", *ROOT.glob("docs/**/*.md")])
SOURCE = "https://github.com/sealwax/sealwax"
TOUR = ("docs/tour/README.md", "docs/tour/packages.md", "docs/tour/contracts.md", "docs/tour/drift.md")
EXCERPTS = [
    pytest.param(block.file, block.text, id=f"{path}-{block.file}")
    for path in PAGES
    for block in blocks(path)
    if block.kind == "excerpt"
]


@cache
def first_files() -> dict[str, str]:
    """What is generated from the first contract of the README."""
    contract = (ROOT / "docs" / "parcels.yaml").read_bytes()
    compiled = compile_contracts({"contract/parcels.yaml": contract}, Renderer())
    assert compiled.diagnostics == ()
    return texts(compiled.files)


@pytest.mark.parametrize(("file", "text"), EXCERPTS)
def test_an_excerpt_is_in_its_file(file: str, text: str) -> None:
    whole = first_files()[file] if file.startswith("generated/parcels/") else page(file)
    assert re.search(shown(text), whole)


def test_a_complete_contract_is_shown_whole() -> None:
    (shown_whole,) = (block for block in blocks("docs/contract-language.md") if block.file.endswith(".yaml"))
    assert (shown_whole.file, shown_whole.text) == ("docs/parcels.yaml", page("docs/parcels.yaml"))
    assert len(shown_whole.text.splitlines()) <= 25


def test_the_two_commands_of_the_readme_do_what_it_says() -> None:
    """The tour runs the first. The second is running now, and would start itself."""
    (commands,) = re.findall(r"^```sh\n(.*?)^```$", page("README.md"), re.DOTALL | re.MULTILINE)
    generate, test = (
        subprocess.check_output(["make", "--dry-run", *command.split()[1:2]], cwd=ROOT, text=True)
        for command in commands.splitlines()
    )
    assert ".venv/bin/sealwax generate" in generate
    assert "make --no-print-directory lint check" in test
    assert "-m pytest" in test


@pytest.mark.parametrize(("path", "lines"), [("README.md", 200), ("docs/guide.md", 120), ("docs/using.md", 120)])
def test_what_a_newcomer_reads_is_short(path: str, lines: int) -> None:
    assert len(page(path).splitlines()) < lines


def test_sealwax_is_installed_from_the_same_source_everywhere() -> None:
    texts = [*map(page, PAGES), page("templates/init/workflow.yml.j2")]
    commands = [line for text in texts for line in re.findall(r"pip install .*\bsealwax\b.*", text)]
    assert len(commands) >= 5
    assert [line for line in commands if f"git+{SOURCE}" not in line and " ../sealwax" not in line] == []
    revisions = {revision for line in commands for revision in re.findall(rf"{SOURCE}@(\S+)", line)}
    assert revisions == {"main"}, "a tag does not exist before its release"
    tags = {tag for text in texts for tag in re.findall(r"`@v([^`]+)`", text)}
    assert tags == {__version__, "{{ view.version }}"}


@pytest.mark.parametrize("path", PAGES)
def test_every_link_leads_somewhere(path: str) -> None:
    for target in re.findall(
        r"\]\(([^)#\s]+)(?:#[^)]*)?\)", re.sub(r"```.*?```|`[^`\n]*`", "", page(path), flags=re.DOTALL)
    ):
        assert ":" in target or ((ROOT / path).parent / target).exists(), target


def test_the_tour_shows_what_happens(tmp_path: Path) -> None:
    folder = copied(tmp_path / "sealwax")
    for path in TOUR:
        follow(path, folder, environment())


def test_a_newcomer_sees_what_the_readme_and_the_guide_show(tmp_path: Path) -> None:
    """The clone is next to the folder of the README and of the page that continues it, and so is that of the guide."""
    shop, library = tmp_path / "shop", tmp_path / "library"
    library.mkdir()
    subprocess.run([sys.executable, "-m", "venv", shop / ".venv"], check=True)
    copied(tmp_path / "sealwax")
    variables = environment(shop / ".venv", **AUTHOR)
    follow("README.md", shop, variables)
    follow("docs/using.md", shop, variables)
    status = ["git", "status", "--short", "--branch", "--untracked-files=no"]
    assert subprocess.check_output(status, cwd=shop, env=variables, text=True) == "## main\n"
    assert not [*shop.glob("contract/*.bak")]
    follow("docs/guide.md", library, variables)
