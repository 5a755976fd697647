"""docs/targets.md names only what there is."""

import re
from importlib import import_module

from checkout import ROOT

PAGE = (ROOT / "docs" / "targets.md").read_text(encoding="utf-8")


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


def test_every_link_of_the_example_leads_somewhere() -> None:
    example = ROOT / "examples" / "go-target"
    for link in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", (example / "README.md").read_text(encoding="utf-8")):
        assert (example / link).exists(), link
