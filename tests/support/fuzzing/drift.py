"""Random edits of the output folder: `check` finds each of them, `generate` repairs what is ours and nothing else."""

import os
import random
import shutil
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from sealwax import cli
from sealwax.commands import expected_output
from sealwax.pipeline import compile_contracts
from sealwax.rendering import MARK, Renderer, header

CONTRACT = """\
contract: demo
version: "1.0.0"
title: Demo
envelope:
  name: Reply
  fields:
    ok: {type: boolean, level: must, doc: Whether it worked.}
"""
RESIDUE = ("__pycache__", "node_modules", ".DS_Store", "x.egg-info")
NAMES = ("a", "ä", ".hidden", "README.md", "x\n::error::", "readme.MD", ".sealwax-notes.tmp", "manifest.txt ")

Files = dict[str, bytes | None]
"""Each file and link below the output folder with its content, None for a link."""


def run(seconds: float) -> None:
    deadline, edits, answers = time.monotonic() + seconds, Counter[str](), Counter[str]()
    with ExitStack() as stack:
        root = Path(stack.enter_context(TemporaryDirectory(prefix="sealwax-fuzz-")))
        (root / "contract").mkdir()
        (root / "contract" / "demo.yaml").write_text(CONTRACT)
        compiled = compile_contracts({"contract/demo.yaml": CONTRACT.encode()}, Renderer())  # once: no edit changes it
        stack.enter_context(patch.object(expected_output, "compile_contracts", lambda *_: compiled))
        assert sealwax("generate", root) == 0
        whole = files_below(root)
        shutil.copytree(root / "generated", root / "pristine")
        while not edits or time.monotonic() < deadline:
            made = [edit(root, whole) for _ in range(random.choice([1, 1, 2, 5]))]
            answers[checked(root, whole, made)] += 1
            edits.update(made)
            shutil.rmtree(root / "generated")
            shutil.copytree(root / "pristine", root / "generated")
    print("edits:", ", ".join(f"{kind} {count:,}" for kind, count in edits.most_common()))
    print(f"{edits.total():,} edits:", ", ".join(f"{count:,} {kind}" for kind, count in answers.most_common()))


def checked(root: Path, whole: Files, made: list[str]) -> str:
    """Check, generate and check again. Returns what became of the edits."""
    before = files_below(root)
    is_clean = {path: _as_lf(content, whole.get(path)) for path, content in before.items() if is_seen(path)} == whole
    code = sealwax("check", root)
    assert code == 0 if is_clean else code in (1, 2), (code, made)
    assert files_below(root) == before, ("check wrote", made)
    code, after = sealwax("generate", root), files_below(root)
    foreign = {path: content for path, content in before.items() if not is_ours(path, content, whole)}
    assert foreign.items() <= after.items(), ("not ours", made, foreign)
    if code == 2:
        assert after == before, ("it refused, and wrote", made)
        return "refused"
    expected = {path: content for path, content in after.items() if path in whole}
    assert {path: _as_lf(content, whole[path]) for path, content in expected.items()} == whole, made
    others = {path for path in after if path not in whole and is_seen(path)}
    assert code == (1 if others else 0), (code, others, made)
    assert sealwax("check", root) == code, (others, made)
    return "clean" if is_clean else "repaired" if not others else "repaired except for strays"


def sealwax(command: str, root: Path) -> int:
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        return cli.main([command, "--root", str(root)])


def files_below(root: Path) -> Files:
    found = (path for path in (root / "generated").rglob("*") if path.is_symlink() or path.is_file())
    read = {path: None if path.is_symlink() else path.read_bytes() for path in found}
    return {path.relative_to(root / "generated").as_posix(): content for path, content in read.items()}


def is_seen(path: str) -> bool:
    """Whether a file counts: what tools leave behind does not, where git does not track it."""
    return not {*path.split("/")}.intersection(RESIDUE)


def is_ours(path: str, content: bytes | None, whole: Files) -> bool:
    start = b"\n".join((content or b"").split(b"\n")[:2])
    is_temporary = os.path.basename(path) == ".sealwax-0123456789abcdef.tmp"
    return is_seen(path) and (MARK.encode() in start or is_temporary or (path in whole and content == whole[path]))


def _as_lf(content: bytes | None, expected: bytes | None) -> bytes | None:
    is_converted = None not in (content, expected) and content == (expected or b"").replace(b"\n", b"\r\n")
    return expected if is_converted else content


# -- edits ------------------------------------------------------------------------------------------------------------


def edit(root: Path, whole: Files) -> str:
    """Make a random edit, and return its kind. An earlier edit may have removed the file: then nothing happens."""
    path = root / "generated" / random.choice([*whole])
    kind, make = random.choice([*_EDITS.items()])
    if path.is_file() and not path.is_symlink():
        make(path)
    return kind


def _bytes(change: Callable[[bytes], bytes]) -> Callable[[Path], None]:
    def make(path: Path) -> None:
        path.write_bytes(change(path.read_bytes()))

    return make


def _at(content: bytes) -> tuple[bytes, bytes]:
    at = random.randrange(len(content) + 1)
    return content[:at], content[at:]


def _inserted(content: bytes) -> bytes:
    return random.choice([b" ", b"\n", b"\r", b"\0", b"x", random.randbytes(3)]).join(_at(content))


def _shortened(content: bytes) -> bytes:
    start, rest = _at(content)
    return start + _at(rest)[1]


def _flipped(content: bytes) -> bytes:
    start, rest = _at(content)
    return start + bytes([rest[0] ^ 1 << random.randrange(8)]) + rest[1:] if rest else start


def _unmarked(content: bytes) -> bytes:
    return content.replace(MARK.encode(), b"Written by me, after ", 1)


def _one_line_ending(content: bytes) -> bytes:
    return content.replace(b"\n", b"\r\n", 1)


def _put(path: Path, content: bytes) -> None:
    if not os.path.lexists(path):
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)


def _replaced_by_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def _replaced_by_link(path: Path) -> None:
    path.unlink()
    path.symlink_to(random.choice(["nowhere", "/etc/passwd", str(path.parent)]))


def _swapped(path: Path) -> None:
    other = random.choice([each for each in path.parent.iterdir() if each.is_file() and not each.is_symlink()])
    first, second = path.read_bytes(), other.read_bytes()
    path.write_bytes(second)
    other.write_bytes(first)


_EDITS: dict[str, Callable[[Path], None]] = {
    "inserted": _bytes(_inserted),
    "shortened": _bytes(_shortened),
    "flipped": _bytes(_flipped),
    "appended": _bytes(lambda content: content + b"x\n"),
    "white space": _bytes(lambda content: content + random.choice([b" ", b"\n", b"\r\n", b"\t"])),
    "no end of line": _bytes(lambda content: content.rstrip(b"\n")),
    "byte order mark": _bytes(lambda content: b"\xef\xbb\xbf" + content),
    "letter case": _bytes(bytes.swapcase),
    "emptied": _bytes(lambda _: b""),
    "unmarked": _bytes(_unmarked),
    "crlf": _bytes(lambda content: content.replace(b"\n", b"\r\n")),
    "mixed": _bytes(_one_line_ending),
    "permissions": lambda path: path.chmod(0o600),
    "touched": lambda path: os.utime(path, (0, 0)),
    "deleted": Path.unlink,
    "swapped": _swapped,
    "folder": _replaced_by_folder,
    "link": _replaced_by_link,
    "renamed": lambda path: os.replace(path, path.with_name(f"{path.name}.old")),
    "copied": lambda path: _put(path.with_name(f"copy of {path.name}"), path.read_bytes()),
    "stray": lambda path: _put(path.with_name(random.choice(NAMES)), b"mine"),
    "orphan": lambda path: _put(path.with_name("orphan"), f"# {header('old')}\n".encode()),
    "residue": lambda path: _put(path.with_name(random.choice(RESIDUE)) / "x", b"mine"),
    "leftover": lambda path: _put(path.with_name(".sealwax-0123456789abcdef.tmp"), b"ha"),
    "empty folder": lambda path: (path.parent / "empty").mkdir(exist_ok=True),
}
