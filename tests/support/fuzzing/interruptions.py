"""SIGKILL at each file operation of `generate`, for random trees: files stay whole, and the next run fixes the rest."""

import os
import random
import shutil
import signal
import sys
import time
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from typing_extensions import Buffer

from sealwax.contract.model.output import FOLDER
from sealwax.drift.comparison import DriftKind, compare, digest, is_marked, manifest_path, manifest_text
from sealwax.drift.output_folder import carry_out, locked, read_tree
from sealwax.drift.repair import steps
from sealwax.rendering import header

MANIFEST = manifest_path(FOLDER)
MARKED = f"# {header('demo')}"
OPERATIONS = {"open", "written", "os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.chmod"}
NAMES = ("a.py", "b.json", "c.md", "B.json", "d", "é.ts")
STRAY = "generated/x/stray.txt"

Version = Mapping[str, str]
"""The texts of all generated files, by path."""


def run(seconds: float) -> None:
    deadline, rounds, points = time.monotonic() + seconds, 0, 0
    while not rounds or time.monotonic() < deadline:
        with TemporaryDirectory(prefix="sealwax-fuzz-") as folder:
            points += interrupted(Path(folder), [drawn_version() for _ in range(3)])
        rounds += 1
    print(f"{rounds:,} random trees, {points:,} times SIGKILL")


def drawn_version() -> Version:
    """A random tree: some files have a mark, the manifest lists the others."""
    files: dict[str, str] = {}
    taken: set[str] = set()
    for _ in range(random.randrange(1, 9)):
        folders = random.choices("xyz", k=random.randrange(3))
        path = "/".join((FOLDER, *folders, random.choice(NAMES)))
        if path.casefold() not in taken:
            taken.add(path.casefold())
            text = random.choice("pq\n") * random.randrange(2000)
            files[path] = f"{MARKED}\n{text}" if random.random() < 0.5 else text
    unmarked = {path: digest(text.encode()) for path, text in files.items() if not is_marked(text.encode())}
    return {**files, MANIFEST: manifest_text(MARKED, unmarked.items(), FOLDER)}


def interrupted(root: Path, versions: list[Version]) -> int:
    """Lead from the first version to the second, killed at each operation in turn. Returns how many there are."""
    old, new, _ = versions
    generate(root / "0", old)
    stray = root / "0" / STRAY
    stray.parent.mkdir(exist_ok=True)
    stray.write_text("mine")
    for number in count(1):
        place = shutil.copytree(root / "0", root / str(number))
        if not is_killed_at(number, place, new):
            assert contents(place) == {**new, STRAY: "mine"}, (old, new)
            return number - 1
        for path, text in contents(place).items():
            is_known = path in (MANIFEST, STRAY) or ".sealwax-" in path
            assert is_known or text in (old.get(path), new.get(path)), (number, path, old, new)
        goal = random.choice(versions)
        generate(place, goal)
        assert contents(place) == {**goal, STRAY: "mine"}, (number, versions)
    raise AssertionError("unreachable")


def generate(root: Path, version: Version) -> None:
    """What `sealwax generate` does once it knows the expected files."""
    expected = {path: text.encode() for path, text in version.items()}
    with locked(root):
        tree = read_tree(root, expected)
        drifts = compare(expected, tree)
        assert not [drift.path for drift in drifts if drift.kind is DriftKind.FOREIGN], (expected, tree)
        carry_out(root, steps(expected, tree, drifts))


def contents(root: Path) -> dict[str, str]:
    found = (path for path in (root / FOLDER).rglob("*") if path.is_file())
    return {path.relative_to(root).as_posix(): path.read_text(errors="replace") for path in found}


def is_killed_at(number: int, root: Path, expected: Version) -> bool:
    """Whether a process that is killed at this operation gets there before it is done."""
    child = os.fork()
    if not child:
        _die_at(number)
        generate(root, expected)
        os._exit(0)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert status in (0, -signal.SIGKILL), status
    return status != 0


def _die_at(number: int) -> None:
    """Kill this process at an operation; a write counts when half of it is done."""
    operations, write = count(1), os.write

    def operate(event: str, _arguments: object = ()) -> None:
        if event in OPERATIONS and next(operations) == number:
            os.kill(os.getpid(), signal.SIGKILL)

    def write_in_halves(descriptor: int, content: Buffer) -> int:
        half = len(content := bytes(content)) // 2
        written = write(descriptor, content[:half])
        operate("written")
        return written + write(descriptor, content[half:])

    os.write = write_in_halves
    sys.addaudithook(operate)
