"""Markdown pages that tests follow as a reader would: their excerpts, files, commands and programs.

The name of a file above a block, as code in Markdown or in HTML, says where it is. A comment above that says what to do
with the block: `<!-- file -->` to write it there, `<!-- append -->` to add it at the end, `<!-- run: python -->` to run
it and compare the output with the next block. In excerpts and in output, a line with nothing but `…` stands for any
lines, and `…` at the end of a line for the rest of it.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from checkout import ROOT
from msgspec import Struct

BLOCK = re.compile(
    r"(?:<!-- ([a-z]+)(?:: (\w+))? -->\n)?(?:(?:`|<code>)([^`<\n]+)(?:`|</code>)\n\n)?^```(\w+)\n(.*?)^```\n",
    re.DOTALL | re.MULTILINE,
)
AUTHOR = {f"GIT_{who}_{what}": "x@example.com" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
PROGRAMS = {"python": ".venv/bin/python -", "node": "node --input-type=module -"}


class Block(Struct, frozen=True):
    """A block of code. Its kind is `excerpt` if it has a file name and no comment, and empty if it has neither."""

    kind: str
    runs_in: str
    file: str
    language: str
    text: str


def page(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def blocks(path: str) -> list[Block]:
    """The blocks of a page, in order."""
    return [
        Block(kind or ("excerpt" if file else ""), runs_in, file, language, text)
        for kind, runs_in, file, language, text in BLOCK.findall(page(path))
    ]


def shown(text: str) -> str:
    """A regular expression for what the shown text stands for."""
    escaped = map(re.escape, text.splitlines(keepends=True))
    return "".join("(?:.*\n)*?" if line == "…\\\n" else line.replace("…\\\n", ".*\n") for line in escaped)


def agrees(said: str, seen: str) -> bool:
    """Whether the shown output is the real one."""
    return re.fullmatch(shown(said), seen) is not None


def environment(venv: Path | None = None, **more: str) -> dict[str, str]:
    """The variables of a shell, in which a virtual environment may be active."""
    hidden = ("CI", "MAKEFLAGS", "MAKELEVEL", "MFLAGS", "VIRTUAL_ENV")
    kept = {name: value for name, value in os.environ.items() if name not in hidden}
    path = f"{venv / 'bin'}{os.pathsep}{kept['PATH']}" if venv else kept["PATH"]
    # pip is as quiet as it can be: new versions and the index of this machine are of no interest.
    return {**kept, "PATH": path, "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_QUIET": "1", **more}


def run(command: str, folder: Path, variables: Mapping[str, str], given: str = "") -> str:
    """What a command prints, on both streams."""
    done = subprocess.run(
        ["sh", "-c", f"{command} 2>&1"],
        cwd=folder,
        env=variables,
        input=given,
        check=False,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    # The Python is whichever the reader has, and of no interest.
    return re.sub(r"(?<=with Python )3\.\d+\.\d+$", "3.11.7", done.stdout, flags=re.MULTILINE)


def follow(path: str, folder: Path, variables: Mapping[str, str]) -> None:
    """Do what a page says, block by block: everything has to look as it is shown."""
    steps = blocks(path)
    for number, block in enumerate(steps):
        if block.kind in ("file", "append"):
            (folder / block.file).parent.mkdir(parents=True, exist_ok=True)
            with (folder / block.file).open("w" if block.kind == "file" else "a", encoding="utf-8") as file:
                file.write(block.text)
        elif block.kind == "run":
            seen = run(PROGRAMS[block.runs_in], folder, variables, block.text)
            assert agrees(steps[number + 1].text, seen), f"{path}: {block.text}\n{seen}"
        elif block.language == "console":
            for step in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
                command, _, said = step.partition("\n")
                seen = run(command, folder, variables)
                assert agrees(said, seen), f"{path}: $ {command}\n{seen}"


def copied(folder: Path) -> Path:
    """The checkout as `git clone` would give it: what is committed or could be, and nothing that was installed."""
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    files = subprocess.run(listing, cwd=ROOT, check=True, capture_output=True, encoding="utf-8").stdout.split("\0")
    for file in filter(None, files):
        if (ROOT / file).is_file():
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / file, folder / file)
    return folder


def commit_all(folder: Path) -> str:
    """Make a repository of a folder, with one commit, and return its hash."""
    author = "-c user.name=x -c user.email=x@example.com"
    commit = f"git init --quiet && git add --all && git {author} commit --quiet --message x && git rev-parse HEAD"
    done = subprocess.run(["sh", "-c", commit], cwd=folder, check=True, stdout=subprocess.PIPE, encoding="utf-8")
    return done.stdout.strip()
