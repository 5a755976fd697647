"""Cleans up the imports of generated Python and formats it: `ruff check`, then `ruff format`, each once for all files.

A template prints every import that its module may need, in any order. `ruff check` removes those that are not used and
sorts the others, and `__all__`. It keeps what `__all__` lists, and what is imported `as` itself.
"""

import os
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from sealwax.failures import WorkspaceError, explained
from sealwax.rendering import BrokenTemplateError, TargetError

SETTINGS = (
    "--isolated",  # no configuration file is read
    "--no-cache",
    "--no-respect-gitignore",
    "--target-version=py311",
    "--config=line-length=88",
    "--config=format.skip-magic-trailing-comma=true",  # so that templates can print a comma after every item
    "--config=lint.isort.split-on-trailing-comma=false",  # ruff warns when this contradicts the line above
)
# Unused imports, the order of imports, the order of `__all__`. Only safe fixes are made, and nothing else is reported.
_CLEAN = ("check", "--fix-only", "--quiet", "--select=F401,I001,RUF022")
_OWN, _INSTALLED = "own", "installed"
NO_OTHERS: Mapping[str, str] = {}


def format_python(files: Mapping[str, bytes], installed: Mapping[str, str] = NO_OTHERS) -> dict[str, bytes]:
    """Clean up and format the Python among the files, which are contents by path. Other files are returned as they are.

    `installed` has the names of installed targets, by the path of each file of theirs. Imports in those files are kept:
    the authors may not expect an unused one to be removed.
    """
    python = {path: content for path, content in files.items() if path.endswith(".py")}
    return {**files, **_formatted(python, installed)} if python else dict(files)


def _formatted(files: Mapping[str, bytes], installed: Mapping[str, str]) -> dict[str, bytes]:
    hint = "make room for it, or set TMPDIR to another folder"
    with explained("cannot write to a temporary folder", hint=hint), TemporaryDirectory(prefix="sealwax-") as folder:
        # Numbers as names: no path leads out of the folder, is too long for it, or is one that ruff excludes.
        copies = {
            path: Path(folder, _INSTALLED if path in installed else _OWN, f"{at}.py") for at, path in enumerate(files)
        }
        for each in (_OWN, _INSTALLED):
            Path(folder, each).mkdir()
        for path, copy in copies.items():
            copy.write_bytes(files[path])
        with _found():
            ruff = _ruff(folder, *_CLEAN, _OWN)
            if ruff.returncode == 0:  # also if a file is no Python, which the formatter reports
                ruff = _ruff(folder, "format", ".")
        if ruff.returncode == 0:
            return {path: copy.read_bytes() for path, copy in copies.items()}
    if ruff.returncode < 0:  # for example because of a limit on the size of files
        ended = f"ruff, which formats the generated Python, was ended by signal {-ruff.returncode}"
        raise WorkspaceError(ended, "look for limits on memory, time or the size of files")
    complaint = ruff.stderr.decode(errors="replace").strip() or f"exit code {ruff.returncode}"
    broken = [path for path, copy in copies.items() if f" {copy.relative_to(folder)}:" in complaint]
    for path in broken:
        complaint = complaint.replace(f" {copies[path].relative_to(folder)}:", f" {path}:")
    if name := next((installed[path] for path in broken if path in installed), ""):
        raise TargetError(name, f"printed what ruff cannot format: {complaint}")
    raise BrokenTemplateError(f"ruff cannot format what a template printed: {complaint}")


def _ruff(folder: str, *command: str) -> "subprocess.CompletedProcess[bytes]":
    from ruff.__main__ import find_ruff_bin

    # Variables such as RUFF_OUTPUT_FORMAT are settings too.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("RUFF_")}
    return subprocess.run(  # noqa: S603
        [find_ruff_bin(), *command, *SETTINGS],
        cwd=folder,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        check=False,
    )


@contextmanager
def _found() -> Iterator[None]:
    try:
        yield
    except (ImportError, OSError) as error:
        hint = "install sealwax together with its dependencies; ruff is one of them"
        raise WorkspaceError(f"cannot run ruff, which formats the generated Python: {error}", hint) from error
