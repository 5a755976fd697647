"""Imports and `__all__` of generated Python are in the order that ruff's linter asks for."""

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sealwax.languages.python.imports import export_order, import_from
from sealwax.rendering.formatting import format_python

RUFF = [sys.executable, "-m", "ruff"]

words = st.text("aBcX_019", min_size=1, max_size=5).map("n{}".format) | st.text("ABx_019", max_size=5).map("N{}".format)


@given(st.lists(words, min_size=2, max_size=30, unique=True))
@settings(max_examples=20)
def test_names_are_sorted_as_the_linter_sorts_them(tmp_path_factory: pytest.TempPathFactory, found: list[str]) -> None:
    listed = "".join(f'    "{name}",\n' for name in sorted(found, key=export_order))
    code = f"{import_from('.module', found)}\n\n__all__ = [\n{listed}]\n"
    file = tmp_path_factory.mktemp("order") / "__init__.py"
    file.write_text(format_python({"__init__.py": code})["__init__.py"], encoding="utf-8")
    check = [*RUFF, "check", "--isolated", "--preview", "--select", "I,RUF022", str(file)]
    done = subprocess.run(check, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout
