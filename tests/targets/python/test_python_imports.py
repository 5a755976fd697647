"""Templates print every import that a module may need. ruff removes what is not used, and sorts the rest."""

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies.effort import examples

from sealwax.rendering.formatting import format_python

RUFF = [sys.executable, "-m", "ruff"]

words = st.text("aBcX_019", min_size=1, max_size=5).map("n{}".format) | st.text("ABx_019", max_size=5).map("N{}".format)


@given(st.lists(words, min_size=2, max_size=30, unique=True))
@settings(max_examples=examples(20))
def test_names_are_sorted_as_the_linter_sorts_them(tmp_path_factory: pytest.TempPathFactory, found: list[str]) -> None:
    code = f"from .module import {', '.join(found)}\n\n__all__ = {found}\n"
    file = tmp_path_factory.mktemp("order") / "__init__.py"
    file.write_text(cleaned(code), encoding="utf-8")
    check = [*RUFF, "check", "--isolated", "--preview", "--select", "F401,I,RUF022", str(file)]
    done = subprocess.run(check, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout


def test_imports_that_a_module_does_not_use_are_removed() -> None:
    """Even those of modules that do not exist, because the contract has nothing for them."""
    code = "from .enums import Color\nfrom .a import b as _b, c as _c\nimport re, json\n\nx: 'Any' = _b(json)\n"
    assert cleaned(f"from typing import Literal, Any\n{code}") == (
        'import json\nfrom typing import Any\n\nfrom .a import b as _b\n\nx: "Any" = _b(json)\n'
    )


def test_names_that_a_module_hands_on_are_kept() -> None:
    code = "from .a import b as b\nfrom base import Kept\n\n__all__ = ['Kept']\n"
    assert cleaned(code) == 'from base import Kept\n\nfrom .a import b as b\n\n__all__ = ["Kept"]\n'
    assert cleaned("import a  # noqa: F401\n") == "import a  # noqa: F401\n"


def test_code_that_only_looks_wrong_is_left_alone() -> None:
    code = "import os\n\n\ndef f():\n    x = 1\n    return os.path.join(undefined)\n"
    assert cleaned(code) == code


def test_what_installed_targets_print_is_only_formatted() -> None:
    code = b"import b\nimport a, re\n"
    files = {"own.py": code, "theirs.py": code}
    assert format_python(files, installed={"theirs.py": "theirs"}) == {"own.py": b"", "theirs.py": code}


def cleaned(code: str) -> str:
    return format_python({"__init__.py": code.encode()})["__init__.py"].decode()
