"""Formats generated Python with `ruff format`, in one process for all files."""

import os
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from sealwax.failures import WorkspaceError, explained
from sealwax.rendering import BrokenTemplateError

SETTINGS = (
    "--isolated",  # no configuration file is read
    "--no-cache",
    "--no-respect-gitignore",
    "--line-length=88",
    "--target-version=py311",
    "--config=format.skip-magic-trailing-comma=true",  # so that templates can print a comma after every item
    "--config=lint.isort.split-on-trailing-comma=false",  # ruff warns when this contradicts the line above
)


def format_python(files: Mapping[str, str]) -> dict[str, str]:
    """Format the Python among the files, which are texts by path. Other files are returned as they are."""
    python = [path for path in files if path.endswith(".py")]
    return {**files, **_formatted({path: files[path] for path in python})} if python else dict(files)


def _formatted(files: Mapping[str, str]) -> dict[str, str]:
    hint = "make room for it, or set TMPDIR to another folder"
    with explained("cannot write to a temporary folder", hint=hint), TemporaryDirectory(prefix="sealwax-") as folder:
        # Numbers as names: no path leads out of the folder, is too long for it, or is one that ruff excludes.
        copies = {path: Path(folder, f"{at}.py") for at, path in enumerate(files)}
        for path, copy in copies.items():
            copy.write_bytes(files[path].encode())
        with _found():
            ruff = _ruff(folder)
        if ruff.returncode == 0:
            return {path: copy.read_bytes().decode() for path, copy in copies.items()}
    if ruff.returncode < 0:  # for example because of a limit on the size of files
        ended = f"ruff, which formats the generated Python, was ended by signal {-ruff.returncode}"
        raise WorkspaceError(ended, "look for limits on memory, time or the size of files")
    complaint = ruff.stderr.decode(errors="replace").strip()
    for path, copy in copies.items():
        complaint = complaint.replace(f" {copy.name}:", f" {path}:")
    raise BrokenTemplateError(
        f"ruff cannot format what a template printed: {complaint or f'exit code {ruff.returncode}'}"
    )


def _ruff(folder: str) -> "subprocess.CompletedProcess[bytes]":
    from ruff.__main__ import find_ruff_bin

    # Variables such as RUFF_OUTPUT_FORMAT are settings too.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("RUFF_")}
    command = [find_ruff_bin(), "format", *SETTINGS, "."]
    return subprocess.run(  # noqa: S603
        command, cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False
    )


@contextmanager
def _found() -> Iterator[None]:
    try:
        yield
    except (ImportError, OSError) as error:
        hint = "install sealwax together with its dependencies; ruff is one of them"
        raise WorkspaceError(f"cannot run ruff, which formats the generated Python: {error}", hint) from error
