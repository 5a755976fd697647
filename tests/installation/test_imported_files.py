"""A checkout full of modules that Python would find first: which of them run, and which never do."""

import subprocess
import sys
from pathlib import Path

import pytest
from samples.small_contracts import SMALL

OURS = ("yaml", "_yaml", "jinja2", "markupsafe", "ruff")
# What `python -m` itself imports, before any code of sealwax runs: Python has -P against files that replace these.
BEFORE_US = "import runpy, sys; print(*{name.partition('.')[0] for name in sys.modules})"


def evil(name: str) -> str:
    return f"open('ran', 'a').write({name + ' '!r})\n"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    (tmp_path / "contract").mkdir()
    (tmp_path / "contract" / "demo.yaml").write_text(SMALL.format(name="demo"))
    for name in (*OURS, *sys.stdlib_module_names):
        (tmp_path / f"{name}.py").write_text(evil(name))
    (tmp_path / "sealwax").mkdir()
    for name in ("__init__", "__main__", "cli"):
        (tmp_path / "sealwax" / f"{name}.py").write_text(evil(f"sealwax.{name}"))
    return tmp_path


def ran(checkout: Path, *command: str) -> str:
    done = subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (checkout / "generated" / "demo" / "python").is_dir()
    return (checkout / "ran").read_text() if (checkout / "ran").exists() else ""


def test_the_command_imports_nothing_from_a_checkout(checkout: Path) -> None:
    assert not ran(checkout, str(Path(sys.executable).with_name("sealwax")), "generate")


def test_python_with_a_safe_path_imports_nothing_from_a_checkout(checkout: Path) -> None:
    assert not ran(checkout, sys.executable, "-P", "-m", "sealwax", "generate")


def test_python_without_one_imports_nothing_that_sealwax_needs(checkout: Path) -> None:
    for file in (checkout / "sealwax").iterdir():
        file.unlink()
    (checkout / "sealwax").rmdir()
    found = subprocess.run([sys.executable, "-I", "-c", BEFORE_US], capture_output=True, text=True, check=True)
    for name in found.stdout.split():
        (checkout / f"{name}.py").unlink(missing_ok=True)
    assert not ran(checkout, sys.executable, "-m", "sealwax", "generate")
