"""docs/targets.md shows the example as it is, and names only what there is."""

import re
from importlib import import_module

import pytest
from checkout import ROOT

PAGE = (ROOT / "docs" / "targets.md").read_text(encoding="utf-8")
EXCERPTS = re.findall(r"<!-- excerpt: (\S+) -->\n```\w+\n(.*?)```\n", PAGE, re.DOTALL)


@pytest.mark.parametrize(("path", "text"), EXCERPTS, ids=range(len(EXCERPTS)))
def test_an_excerpt_is_in_its_file(path: str, text: str) -> None:
    pieces = [re.escape(piece) for piece in re.split(r"^…\n", text, flags=re.MULTILINE)]
    assert re.search("(?:.*\n)*?".join(pieces), (ROOT / path).read_text(encoding="utf-8"))


def test_every_public_name_exists_and_has_a_description_or_a_value() -> None:
    rows = re.findall(r"^\| `(sealwax[\w.]+)` \| (.+) \|$", PAGE, re.MULTILINE)
    assert len(rows) == 6
    for module, names in rows:
        for name in re.findall(r"`(\w+)`", names):
            assert hasattr(import_module(module), name), f"{module}.{name}"


def test_the_example_imports_public_names_only() -> None:
    public = dict(re.findall(r"^\| `(sealwax[\w.]+)` \| (.+) \|$", PAGE, re.MULTILINE))
    imports = [
        (module, name.strip())
        for path in (ROOT / "examples" / "go-target" / "src").rglob("*.py")
        for module, names in re.findall(r"^from (sealwax\.\S+) import (.+)$", path.read_text(), re.MULTILINE)
        for name in names.split(",")
    ]
    assert imports
    for module, name in imports:
        assert module == "sealwax.contract.model" or f"`{name}`" in public[module], f"{module}.{name}"


def test_every_link_leads_somewhere() -> None:
    for link in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", PAGE):
        assert (ROOT / "docs" / link).exists(), link
    example = ROOT / "examples" / "go-target"
    for link in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", (example / "README.md").read_text(encoding="utf-8")):
        assert (example / link).exists(), link
