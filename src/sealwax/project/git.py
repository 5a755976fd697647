"""Asks git about a repository: never one that a pull request brings along, and never over the network."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

SETTINGS = ("-c", "core.fsmonitor=false", "-c", "protocol.allow=never")
"""With these, git runs no program that the settings of the repository name."""
VARIABLES = {
    "GIT_ALLOW_PROTOCOL": "",  # settings of a repository can allow one that `protocol.allow` forbids, but not here
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    # A .gitconfig in the checkout, if that is the user's home, could make git write secrets to a file or to stderr.
    **dict.fromkeys(("GIT_TRACE2", "GIT_TRACE2_EVENT", "GIT_TRACE2_PERF"), "0"),
    "LC_ALL": "C",
}


def repository(folder: Path) -> Path | None:
    """The top of the repository that a folder is in.

    Git itself would also take a folder with files such as `HEAD` and `config` for a repository and obey its settings,
    and a pull request can add these. It cannot add `.git`.
    """
    here = folder.resolve()
    return next((each for each in (here, *here.parents) if (each / ".git").exists()), None)


def ask(top: Path, folder: Path, *arguments: str, given: bytes = b"") -> "subprocess.CompletedProcess[bytes]":
    """Run a git command in a folder of the repository; an OSError if there is no git."""
    program = shutil.which("git")
    if program is None or not os.path.isabs(program):  # Windows also looks in the current folder
        raise FileNotFoundError("there is no git on the PATH")
    place = (f"--git-dir={top / '.git'}", f"--work-tree={top}")
    kept = {name: value for name, value in os.environ.items() if not name.upper().startswith("GIT_")}
    return subprocess.run(  # noqa: S603 - a program from the PATH, and arguments of our own
        [program, *place, *SETTINGS, *arguments],
        cwd=folder,
        env={**kept, **VARIABLES},
        input=given,
        capture_output=True,
        check=False,
    )


def contents(printed: bytes, longest: int = sys.maxsize) -> Iterator[bytes | None]:
    """The contents of files that `git cat-file --batch` has printed, each cut off after some bytes.

    None for what is no file, or is missing.
    """
    start = 0
    while start < len(printed):
        # A name, a kind and a size are short. Looking no further keeps the rest from being copied for each file.
        head, _, _ = printed[start : start + 200].partition(b"\n")
        start += len(head) + 1
        words = head.split(b" ")
        if len(words) != 3:
            yield None
            continue
        size = int(words[2])
        yield printed[start : start + min(size, longest)] if words[1] == b"blob" else None
        start += size + 1
