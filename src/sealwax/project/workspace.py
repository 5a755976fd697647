"""The only disk access: reads contracts and generated files, writes, prunes.

Paths that come in or go out are relative to the project root, with forward slashes.
"""

import os
import re
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, assert_never

from sealwax.contract.inheritance.library import INSTALLED, bases_of
from sealwax.contract.source.text import MAX_BYTES
from sealwax.diagnostics import Code
from sealwax.drift.comparison import Tree
from sealwax.drift.repair import Delete, RemoveEmptyFolders, Step, Write
from sealwax.project.output import FOLDER

CONTRACTS = "contract"
CONTRACT_LIMIT = MAX_BYTES + 1
"""One byte more than a contract may have: enough to see that it is too large, and no more in memory."""
FIRST_LINE_LIMIT = 4096
SURPLUS_LIMIT = 4 * 1024 * 1024
"""How far beyond its expected size a generated file is read, to show what is there."""

_RESIDUE = frozenset({"__pycache__", "node_modules", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".DS_Store"})


class WorkspaceError(Exception):
    """The disk is not as we need it. The hint says what a person can do about it, `path` which file it is about.

    Where it is about several files, `problems` has a sentence for each of them, by path.
    """

    def __init__(
        self,
        message: str,
        hint: str = "",
        code: Code = Code.NO_ACCESS,
        path: str = "",
        problems: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.code = code
        self.problems = problems or {path: message}


# -- reading the configuration ----------------------------------------------------------------------------------------

_CONFIGURATIONS = {
    "pyproject.toml": rb"""(?m)^[ \t]*(?:\[.*(?:sealwax|\\)|["']?(?:tool|sealwax)["']?[ \t]*[.=]|"[^"\n]*\\)""",
    "sealwax.toml": b"",
}
"""Where a project's configuration can stand, and what is in such a file at least: reading TOML takes its time."""


def read_configuration(root: Path) -> dict[str, bytes]:
    """The files of a project that can hold a configuration of ours."""
    found: dict[str, bytes] = {}
    for name, sign in _CONFIGURATIONS.items():
        if (root / name).exists():
            raw = _read_whole(root, name, "a configuration is a plain file")
            if re.search(sign, raw):
                found[name] = raw
    return found


def find_contracts(root: Path, pattern: str, output: str) -> list[str]:
    """The files that a pattern names, sorted. Hidden ones have to be named as such; generated ones are never meant."""
    with _explained(f"cannot look for {pattern}", pattern):
        found = [path.relative_to(root).as_posix() for path in root.glob(pattern) if not path.is_dir()]
    named = pattern.split("/")
    return sorted(path for path in found if not path.startswith(f"{output}/") and not _is_set_aside(path, named))


def _is_set_aside(path: str, named: list[str]) -> bool:
    """Whether a part of the path is hidden, or left behind by a tool, and nobody asked for it by name."""
    return any((part.startswith(".") or _is_residue(part)) and part not in named for part in path.split("/"))


def obstruction(root: Path, output: str) -> tuple[str, str] | None:
    """What keeps the output folder from being one, or a folder above it: its path, and what it is."""
    parts = output.split("/")
    for end in range(1, len(parts) + 1):
        path = "/".join(parts[:end])
        with _explained(f"cannot read {path}", path), suppress(FileNotFoundError):
            mode = (root / path).lstat().st_mode
            if not stat.S_ISDIR(mode):
                return path, "a symbolic link" if stat.S_ISLNK(mode) else "a file"
    return None


# -- reading contracts ------------------------------------------------------------------------------------------------


def require_project(root: Path) -> None:
    if not root.is_dir():
        hint = f"--root names the folder that holds {CONTRACTS}/"
        raise WorkspaceError(f"{root} is not a folder", hint, Code.BAD_PATH)


def read_contracts(root: Path, paths: Iterable[str] | None = None) -> dict[str, bytes]:
    """The contracts of a project, sorted by name: the usual ones, unless others are named."""
    require_project(root)
    if paths is not None:
        return {path: _read_contract(root, path) for path in sorted(paths)}
    names = _contract_names(root / CONTRACTS)
    if not names:
        raise WorkspaceError(
            f"no contract found: there is no {CONTRACTS}/*.yaml in {root.resolve()}",
            f"run sealwax in the folder that holds {CONTRACTS}/, or name that folder with --root",
            Code.NO_CONTRACT,
            CONTRACTS,
        )
    return {f"{CONTRACTS}/{name}": _read_contract(root, f"{CONTRACTS}/{name}") for name in names}


def unread_contracts(root: Path) -> list[str]:
    """What looks like a contract and stands in a folder of the usual one, where nobody reads it."""
    folders = [path for path in (root / CONTRACTS).iterdir() if path.is_dir() and not path.is_symlink()]
    if not folders:
        return []
    found = (
        path for folder in folders for path in find_contracts(root, f"{CONTRACTS}/{folder.name}/**/*.yaml", FOLDER)
    )
    return sorted(path for path in found if re.search(rb"(?m)^contract:", _beginning(root / path)))


def _contract_names(folder: Path) -> list[str]:
    with _explained(f"cannot read the folder {CONTRACTS}", CONTRACTS):
        found = sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []
    visible = [name for name in found if not name.startswith(".")]
    for name in visible:
        path = Path(CONTRACTS, name)
        if path.suffix != ".yaml" and path.suffix.lower() in (".yml", ".yaml"):
            renamed = path.with_suffix(".yaml").as_posix()
            message = f"{path.as_posix()}: contracts end in .yaml"
            raise WorkspaceError(message, f"rename it to {renamed}", Code.BAD_PATH, path.as_posix())
    return [name for name in visible if name.endswith(".yaml")]


def read_bases(root: Path, sources: Mapping[str, bytes]) -> dict[str, bytes]:
    """What contracts extend and is not among them, and what that extends. What is not there is left out."""
    found: dict[str, bytes] = {}
    waiting = list(sources.items())
    while waiting:
        for base in bases_of(*waiting.pop()):
            if base not in sources and base not in found and (raw := _read_base(root, base)) is not None:
                found[base] = raw
                waiting.append((base, raw))
    return found


def _read_base(root: Path, base: str) -> bytes | None:
    if (installed := INSTALLED.fullmatch(base)) is not None:
        places = (Path(folder) / "contract.yaml" for folder in _package_folders(installed[1]))
        return next((_read_contract(place.parent, place.name) for place in places if place.is_file()), None)
    return _read_contract(root, base) if base.endswith(".yaml") and (root / base).is_file() else None


def _package_folders(module: str) -> Iterable[str]:
    """Where an installed package is. Finding it runs none of its code."""
    from importlib.util import find_spec  # few contracts name a package

    try:
        spec = find_spec(module)
    except (ImportError, ValueError):
        return ()
    return (spec.submodule_search_locations or ()) if spec is not None else ()


def _read_contract(root: Path, path: str) -> bytes:
    return _read_whole(root, path, "a contract is a plain file")


def _read_whole(root: Path, path: str, rule: str) -> bytes:
    """A file, or as much of it as shows that it is too large."""
    with _explained(f"cannot read {path}", path):
        if not stat.S_ISREG((root / path).stat().st_mode):  # Opening a pipe would wait for ever.
            raise WorkspaceError(f"cannot read {path}: it is not a file", rule, path=path)
        with (root / path).open("rb") as file:
            return file.read(CONTRACT_LIMIT)


def _beginning(path: Path) -> bytes:
    with suppress(OSError), path.open("rb") as file:
        return file.read(FIRST_LINE_LIMIT)
    return b""


def read_contract(path: Path) -> bytes:
    """A contract that is named by its own path, wherever it is."""
    return _read_contract(Path(), str(path))


# -- reading payloads -------------------------------------------------------------------------------------------------


STANDARD_INPUT = "-"


@contextmanager
def opened(path: str) -> Iterator[BinaryIO]:
    """A file to be read from its beginning to its end, once: a pipe is as good as any other."""
    name = "standard input" if path == STANDARD_INPUT else path
    with _explained(f"cannot read {name}"):
        if path != STANDARD_INPUT:
            with open(path, "rb") as file:
                yield file
        elif sys.stdin is None:
            raise WorkspaceError("there is no standard input", "name the files to be read")
        else:
            yield sys.stdin.buffer


# -- reading the generated files --------------------------------------------------------------------------------------


def read_tree(root: Path, expected: Mapping[str, str], output: str = FOLDER) -> Tree:
    """What stands below the output folder. Links are named, never followed; what tools leave behind is passed over."""
    files: dict[str, bytes] = {}
    folders: set[str] = set()
    others: dict[str, str] = {}
    pending = [output]
    while pending:
        path = pending.pop()
        # A concurrent run may move a file away between listing and reading it: then it is simply not there.
        with _explained(f"cannot read {path}", path), suppress(FileNotFoundError):
            mode = (root / path).lstat().st_mode
            if stat.S_ISDIR(mode):
                folders.add(path)
                pending.extend(
                    f"{path}/{entry.name}" for entry in (root / path).iterdir() if not _is_residue(entry.name)
                )
            elif stat.S_ISREG(mode):
                files[path] = _read_generated(root / path, expected.get(path))
            else:
                others[path] = "a symbolic link" if stat.S_ISLNK(mode) else "a special file"
    return Tree(files, frozenset(folders), others, output)


def _is_residue(name: str) -> bool:
    return name in _RESIDUE or name.endswith(".egg-info")


def _read_generated(path: Path, expected: str | None) -> bytes:
    limit = FIRST_LINE_LIMIT if expected is None else len(expected.encode()) + SURPLUS_LIMIT
    with path.open("rb") as file:
        return file.read(limit)


# -- writing ----------------------------------------------------------------------------------------------------------


@contextmanager
def held(root: Path, output: str = FOLDER) -> Iterator[None]:
    """Makes the output folder, and keeps other runs from writing to it meanwhile, where the system has locks."""
    folder = root / output
    with _explained(f"cannot make the folder {output}", output), suppress(FileExistsError):
        folder.mkdir(parents=True)
    if sys.platform == "win32" or folder.is_symlink() or not folder.is_dir():
        yield
        return
    import fcntl  # exists only where the line above lets us through

    with _explained(f"cannot open the folder {output}", output):
        descriptor = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):  # Some network disks have no locks; each file is still whole without them.
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def carry_out(root: Path, steps: tuple[Step, ...]) -> None:
    """Takes the steps in their order. Being killed anywhere leaves each file whole, old or new."""
    for step in steps:
        match step:
            case Write(files):
                _write(root, files)
            case Delete(paths):
                for path in paths:
                    with _explained(f"cannot delete {path}", path):
                        (root / path).unlink(missing_ok=True)
            case RemoveEmptyFolders(paths):
                for path in paths:
                    with suppress(OSError):  # It holds something, which is not ours to remove.
                        (root / path).rmdir()
            case _:
                assert_never(step)


def _write(root: Path, files: Mapping[str, bytes]) -> None:
    """Stores every file beside its place before the first one takes its place: a full disk changes nothing."""
    stored: dict[str, str] = {}
    try:
        for path, content in files.items():
            folder = os.path.join(root, os.path.dirname(path))
            stored[path] = os.path.join(folder, f".sealwax-{os.urandom(8).hex()}.tmp")
            with _explained(f"cannot write {path}", path):
                _store(stored[path], content)
        for path in files:
            with _explained(f"cannot write {path}", path):
                os.replace(stored[path], os.path.join(root, path))
            del stored[path]
    finally:
        for temporary in stored.values():
            with suppress(OSError):
                os.unlink(temporary)


def _store(path: str, content: bytes) -> None:
    try:
        descriptor = _created(path)
    except FileNotFoundError:  # the first file of its folder
        os.makedirs(os.path.dirname(path), exist_ok=True)
        descriptor = _created(path)
    try:
        rest = memoryview(content)
        while rest:
            rest = rest[os.write(descriptor, rest) :]
    finally:
        os.close(descriptor)


def _created(path: str) -> int:
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o644)


@contextmanager
def _explained(attempt: str, path: str = "") -> Iterator[None]:
    """Turns the system's refusal into a message about what we tried."""
    try:
        yield
    except OSError as error:
        raise WorkspaceError(f"{attempt}: {error.strerror or error}", path=path) from error
