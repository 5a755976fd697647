"""Reads the files of a project: configuration, contracts, payloads.

Paths are relative to the project root, with forward slashes. Reports quote what is read here, so a pull request must
not be able to put another file in its place: links and paths stay inside the project, unless a person named them.
"""

import glob
import os
import re
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from sealwax.contract.inheritance.library import INSTALLED, Withheld, bases_of, is_hidden, is_outside
from sealwax.contract.model.output import FOLDER
from sealwax.contract.source.text import MAX_BYTES
from sealwax.diagnostics import Code
from sealwax.failures import WorkspaceError, explained
from sealwax.reserved_names import unusable

PYPROJECT, OWN_FILE = "pyproject.toml", "sealwax.toml"
CONTRACTS = "contract"
ACCEPTED, HISTORY = f"{CONTRACTS}/accepted-changes.yaml", f"{CONTRACTS}/history"
"""The file of accepted changes, and the folder of released versions: neither is a contract of the project."""
CONTRACT_LIMIT = MAX_BYTES + 1
"""One byte more than a contract may have, which is enough to see that it is too large."""
FIRST_LINE_LIMIT = 4096

TOOL_RESIDUE = frozenset({"__pycache__", "node_modules", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".DS_Store"})


# -- reading the configuration ----------------------------------------------------------------------------------------

_CONFIGURATIONS = {
    PYPROJECT: rb"""(?m)^[ \t]*(?:\[.*(?:sealwax|\\)|["']?(?:tool|sealwax)["']?[ \t]*[.=]|"[^"\n]*\\)""",
    OWN_FILE: b"",
}
"""Files that can hold the configuration, with a pattern that must occur in them: parsing TOML is slow."""


def read_configuration(root: Path) -> dict[str, bytes]:
    """The files of a project that may configure sealwax."""
    found: dict[str, bytes] = {}
    for name, sign in _CONFIGURATIONS.items():
        if (root / name).exists():
            raw = read_whole(root, name, "the configuration must be a regular file")
            if re.search(sign, raw):
                found[name] = raw
    return found


def matching_files(root: Path, pattern: str, output: str) -> list[str]:
    """The files that match a pattern, sorted: no generated ones, and neither hidden nor outside behind a wildcard."""
    with explained(f"cannot search for {pattern}", pattern):
        files = (path for path in root.glob(pattern) if not path.is_dir() and _is_within(path, root))
        found = [path.relative_to(root).as_posix() for path in files]
    named = pattern.split("/")
    others = (f"{output}/", f"{HISTORY}/", ACCEPTED)
    return sorted(path for path in found if not path.startswith(others) and not _is_hidden(path, named))


def has_wildcards(path: str) -> bool:
    return re.search(r"[*?\[]", path) is not None


def _is_hidden(path: str, named: list[str]) -> bool:
    """Whether a part of the path is hidden or belongs to a tool, and is not in the pattern literally."""
    return any((part.startswith(".") or is_tool_residue(part)) and part not in named for part in path.split("/"))


def obstruction(root: Path, folder: str) -> str | None:
    """The reason why a path cannot be that of a folder: the first part of it that is something else."""
    parts = folder.split("/")
    for end in range(1, len(parts) + 1):
        path = "/".join(parts[:end])
        with explained(f"cannot read {path}", path), suppress(FileNotFoundError):
            mode = (root / path).lstat().st_mode
            if not stat.S_ISDIR(mode):
                return f"{path} is {'a symbolic link' if stat.S_ISLNK(mode) else 'a file'}, but must be a folder"
    return None


# -- reading contracts ------------------------------------------------------------------------------------------------


def require_project(root: Path) -> None:
    if not root.is_dir():
        hint = f"--root must be the folder that contains {CONTRACTS}/"
        raise WorkspaceError(f"{root} is not a folder", hint, Code.BAD_PATH)


def read_contracts(root: Path) -> dict[str, bytes]:
    """The contracts contract/*.yaml, sorted by path."""
    names = contract_names(root)
    if not names:
        raise WorkspaceError(
            f"no contracts found: there is no {CONTRACTS}/*.yaml in {root.resolve()}",
            f"run sealwax in the folder that contains {CONTRACTS}/ or below it, or start a project with sealwax init",
            Code.NO_CONTRACT,
            CONTRACTS,
        )
    return {f"{CONTRACTS}/{name}": read_contract(root, f"{CONTRACTS}/{name}") for name in names}


def read_history(root: Path) -> dict[str, bytes]:
    """The snapshots of released versions, by path."""
    _require_inside(root, HISTORY)
    with explained(f"cannot read {HISTORY}", HISTORY):
        found = sorted((root / HISTORY).glob("[!.]*/[!.]*.yaml"))
    paths = (path.relative_to(root).as_posix() for path in found)
    return {path: read_contract(root, path) for path in paths}


def _require_inside(root: Path, folder: str) -> None:
    """Refuse a folder that is a link out of the project: messages name the files in it."""
    inner = os.path.relpath(os.path.realpath(root / folder), os.path.realpath(root))
    if Path(inner).parts[:1] == ("..",):
        message = f"cannot read {folder}: it is a link to a folder outside the project"
        raise WorkspaceError(message, "replace the link with the folder itself", Code.BAD_PATH, folder)


def unread_contracts(root: Path) -> list[str]:
    """Files in subfolders of contract/ that look like contracts. They are not read by default."""
    folders = [path for path in (root / CONTRACTS).iterdir() if path.is_dir() and not path.is_symlink()]
    if not folders:
        return []
    found = (
        path
        for folder in folders
        for path in matching_files(root, f"{CONTRACTS}/{glob.escape(folder.name)}/**/*.yaml", FOLDER)
    )
    return sorted(path for path in found if re.search(rb"(?m)^contract:", beginning(root / path)))


def contract_names(root: Path) -> list[str]:
    """The names of the files contract/*.yaml that are contracts, sorted."""
    _require_inside(root, CONTRACTS)
    folder = root / CONTRACTS
    with explained(f"cannot read the folder {CONTRACTS}", CONTRACTS):
        found = sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []
    visible = [name for name in found if not name.startswith(".")]
    for name in visible:
        path = Path(CONTRACTS, name)
        if path.suffix != ".yaml" and path.suffix.lower() in (".yml", ".yaml"):
            renamed = path.with_suffix(".yaml").as_posix()
            message = f"{path.as_posix()}: the file name of a contract must end in .yaml"
            raise WorkspaceError(message, f"rename it to {renamed}", Code.BAD_PATH, path.as_posix())
        if reason := unusable(name):
            raise WorkspaceError(f"{path.as_posix()}: {reason}", "rename it", Code.BAD_PATH, path.as_posix())
    return [name for name in visible if name.endswith(".yaml") and f"{CONTRACTS}/{name}" != ACCEPTED]


def read_bases(root: Path, sources: Mapping[str, bytes], folders: Sequence[str] = ()) -> dict[str, bytes]:
    """The contracts that these extend, directly or not, and that are not among them. Missing ones are left out.

    They are in the project, in one of the folders, or in an installed package.
    """
    found: dict[str, bytes] = {}
    waiting = list(sources.items())
    while waiting:
        for base in bases_of(*waiting.pop()):
            if base not in sources and base not in found and (raw := _read_base(root, base, folders)) is not None:
                found[base] = raw
                waiting.append((base, raw))
    return found


def _read_base(root: Path, base: str, folders: Sequence[str]) -> bytes | None:
    if INSTALLED.fullmatch(base) is not None:
        return read_installed(root, base)
    named = next((folder for folder in folders if base.startswith(f"{folder}/")), None)
    within, inner = (named, base.removeprefix(f"{named}/")) if is_outside(base) else (".", base)
    # Unlike the method of paths, this function does not raise if no file can have such a name.
    if within is None or is_hidden(inner) or not base.endswith(".yaml") or not os.path.isfile(root / base):
        return None
    return read_contract(root, base, root / within)


def read_installed(root: Path, file: str) -> bytes | None:
    """The contract of an installed package, by the path that represents it; None if there is none."""
    if (installed := INSTALLED.fullmatch(file)) is None:
        return None
    inner = file.partition("/")[2]
    folders = [folder for folder in _package_folders(installed[1]) if os.path.isfile(Path(folder, inner))]
    return _read_installed(root, Path(folders[0]), inner) if folders else None


def _read_installed(root: Path, package: Path, inner: str) -> bytes:
    """The contract of a package. Below the project, a pull request may have added it, so the rules for links apply.

    Elsewhere, and in the environment that runs this, it is an installed file. Some installers put links there,
    to their cache: these are followed to a file of the same name, which is not quoted.
    """
    home, place = Path(os.path.realpath(root)), Path(os.path.realpath(package.parent), package.name, inner)
    written = Path(os.path.abspath(package), inner)
    if not place.is_relative_to(os.path.realpath(sys.prefix)):
        for path, folder in ((written, os.path.abspath(root)), (place, home)):
            if path.is_relative_to(folder):
                return read_contract(Path(folder), path.relative_to(folder).as_posix())
    real = Path(os.path.realpath(place))
    if real.name != place.name:
        message = f"cannot read {place}: it is a link to a file with another name"
        raise WorkspaceError(message, "install the package again", Code.BAD_PATH)
    raw = read_contract(real.parent, real.name)
    return raw if real == place else Withheld(raw)


def _package_folders(module: str) -> Iterable[str]:
    """The folders of an installed package. Finding them runs none of its code."""
    from importlib.util import find_spec  # few contracts extend a package

    try:
        spec = find_spec(module)
    except (ImportError, ValueError):
        return ()
    return (spec.submodule_search_locations or ()) if spec is not None else ()


def read_contract(root: Path, path: str, within: Path | None = None) -> bytes:
    if any("\ud800" <= character <= "\udfff" for character in path):  # how Python decodes other bytes
        encoding = sys.getfilesystemencoding().upper()
        hint = "rename it" if encoding == "UTF-8" else "rename it, or set PYTHONUTF8=1"
        raise WorkspaceError(f"{path}: the file name of a contract must be {encoding}", hint, Code.BAD_PATH, path)
    return read_whole(root, path, "a contract must be a regular file", within)


def from_root(root: Path, file: str) -> str:
    """The path from the project to a file that was named from the current folder."""
    return Path(os.path.relpath(os.path.abspath(file), root.resolve())).as_posix()


def read_named_contract(root: Path, path: str) -> bytes:
    """A contract that a person named, wherever it is. A link must still not lead out of the project or its folder."""
    return read_contract(root, path, (root / path).parent if is_outside(path) else None)


def read_whole(root: Path, path: str, rule: str, within: Path | None = None) -> bytes:
    """The content of a file in a folder, by default the root. It is cut off where it is certainly too large."""
    with explained(f"cannot read {path}", path):
        if not _is_within(root / path, within or root):
            hint = "put the file itself there: a link must lead to a visible file in the project with the same suffix"
            message = f"cannot read {path}: it is a link to a file outside the project"
            raise WorkspaceError(message, hint, Code.BAD_PATH, path)
        if not stat.S_ISREG((root / path).stat().st_mode):  # Opening a pipe would block.
            raise WorkspaceError(f"cannot read {path}: it is not a regular file", rule, path=path)
        with (root / path).open("rb") as file:
            return file.read(CONTRACT_LIMIT)


def _is_within(file: Path, folder: Path) -> bool:
    """Whether a file is in a folder.

    A link must not lead to a hidden file either, since `.git` has secrets, nor to one with another suffix.
    """
    home, real = os.path.realpath(folder), os.path.realpath(file)
    if real == os.path.join(home, os.path.relpath(os.path.abspath(file), os.path.abspath(folder))):
        return True
    inner = os.path.relpath(real, home)
    return Path(inner).suffix == file.suffix and not is_hidden(Path(inner).as_posix())


def beginning(path: Path, limit: int = FIRST_LINE_LIMIT) -> bytes:
    """The first bytes of a regular file; nothing of anything else, such as a pipe, which would block."""
    if not path.is_file():
        return b""
    with suppress(OSError), path.open("rb") as file:
        return file.read(limit)
    return b""


# -- reading payloads -------------------------------------------------------------------------------------------------


STANDARD_INPUT = "-"


@contextmanager
def opened(path: str, root: Path) -> Iterator[BinaryIO]:
    """A file or standard input, to be read once. A link in the project must not lead out of it.

    The name may come from a wildcard, and findings show keys of the file. Elsewhere, links are the user's own.
    """
    name = "standard input" if path == STANDARD_INPUT else path
    with explained(f"cannot read {name}"):
        if path != STANDARD_INPUT:
            above = Path(os.path.abspath(path)).parents  # compared as files: a link may lead to the project
            home = next((folder for folder in above if root.exists() and folder.samefile(root)), None)
            if home is not None and not _is_within(Path(path), home):
                raise WorkspaceError(
                    f"cannot read {path}: it is a link to a file outside the project; pass the path of that file"
                )
            with open(path, "rb") as file:
                yield file
        elif sys.stdin is None:
            raise WorkspaceError("there is no standard input", "pass the files to read")
        else:
            yield sys.stdin.buffer


# -- shared with the output folder -------------------------------------------------------------------------------------


def walk(root: Path, folder: str) -> Iterator[tuple[str, int]]:
    """The folder and everything in it, each with its mode. Neither links nor folders of tools are entered."""
    pending = [folder]
    while pending:
        path = pending.pop()
        # A concurrent run may move a file away after it was listed: then it does not exist.
        with explained(f"cannot read {path}", path), suppress(FileNotFoundError):
            mode = (root / path).lstat().st_mode
            if stat.S_ISDIR(mode) and (path == folder or not is_tool_residue(path.rpartition("/")[2])):
                pending.extend(f"{path}/{entry.name}" for entry in (root / path).iterdir())
            yield path, mode


def is_tool_residue(name: str) -> bool:
    """Whether tools leave files of this name behind, which are never contracts or output."""
    return name in TOOL_RESIDUE or name.endswith(".egg-info")
