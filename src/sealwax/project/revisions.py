"""Reads the files of a git revision. It changes nothing in the repository and never uses the network."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, repeat
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from msgspec import Struct

from sealwax.contract.inheritance.library import is_hidden
from sealwax.contract.source.text import MAX_BYTES
from sealwax.diagnostics import Code
from sealwax.failures import WorkspaceError
from sealwax.project.git import ask, contents, repository
from sealwax.project.workspace import OWN_FILE, PYPROJECT, TOOL_RESIDUE

MAIN_BRANCHES = {
    "origin/HEAD": "refs/remotes/origin/HEAD",
    "origin/main": "refs/remotes/origin/main",
    "origin/master": "refs/remotes/origin/master",
    "main": "refs/heads/main",
    "master": "refs/heads/master",
}
"""By their usual names, their full ones: otherwise git would prefer a local branch called `origin/main`."""
REGULAR = ("100644", "100755")
_UNSHALLOW = "run git fetch --unshallow --tags, or set fetch-depth: 0 for actions/checkout"


class Revision(Struct, frozen=True):
    """A commit, and how to call it in messages."""

    commit: str
    label: str
    mark: str
    """A short name."""


def missing(message: str, hint: str, listed: Sequence[str] = ()) -> WorkspaceError:
    """The error about an earlier version that cannot be read."""
    return WorkspaceError(message, hint, Code.NO_EARLIER_VERSION, listed=listed)


def find_revision(root: Path, name: str) -> Revision | None:
    """The commit with this name; None if there is none, or no repository."""
    found = _git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
    return None if found is None else Revision(found.strip().decode(), name, name)


def merge_base(root: Path) -> Revision:
    """The last commit that this branch has in common with the main branch."""
    if _git(root, "rev-parse", "--git-dir") is None:
        hint = "name what to compare with: --against FILE, FOLDER or PACKAGE"
        raise missing(f"{root.resolve()} is not in a git repository, or git is not installed", hint)
    main = next((name for name, full in MAIN_BRANCHES.items() if find_revision(root, full) is not None), None)
    if main is None and find_revision(root, "HEAD") is None:
        raise missing("there is no commit yet to compare with", "commit the contracts, then change them")
    if main is None:
        hint = "name a revision: --against origin/trunk" + _fetch_hint(root)
        raise missing(f"there is no main branch: none of {', '.join(MAIN_BRANCHES)} exists", hint)
    base = _git(root, "merge-base", "HEAD", MAIN_BRANCHES[main])
    if base is None:
        hint = f"fetch the history: {_UNSHALLOW}" if _is_shallow(root) else f"name a revision: --against {main}"
        raise missing(f"this branch and {main} have no commit in common here", hint)
    commit = base.strip().decode()
    return Revision(commit, f"{commit[:9]}, where this branch left {main}", commit[:9])


def unknown(root: Path, name: str) -> WorkspaceError:
    """The error about a name that is nothing to compare with."""
    message = f"'{name}' is not a file, a folder, a revision of this repository or an installed package with a contract"
    hint = "write a branch, a tag or a commit of this repository, a path, or a package" + _fetch_hint(root)
    return missing(message, hint)


def _filtered(root: Path, message: str) -> WorkspaceError:
    """The error about a clone that left out files or folders. A plain `git fetch` does not get them."""
    return missing(message, "fetch it: git fetch --refetch --no-filter" + _fetch_hint(root))


def _fetch_hint(root: Path) -> str:
    return f"; this is a shallow clone, so it may be missing: {_UNSHALLOW}" if _is_shallow(root) else ""


def _is_shallow(root: Path) -> bool:
    return _git(root, "rev-parse", "--is-shallow-repository") == b"true\n"


@contextmanager
def checked_out(root: Path, revision: Revision) -> Iterator[tuple[Path, str]]:
    """A temporary folder with all contracts and configurations of a revision, and the path to the project in it."""
    prefix = (_git(root, "rev-parse", "--show-prefix") or b"\n").decode(errors="surrogateescape").removesuffix("\n")
    listing = _git(root, "ls-tree", "-r", "-z", "--full-tree", revision.commit)
    if listing is None:
        raise _filtered(root, f"the list of files of {revision.mark} is missing in this clone")
    wanted = dict(_wanted(listing))
    with TemporaryDirectory(prefix="sealwax-") as folder:
        for path, content in _contents(root, wanted, revision):
            place = Path(os.path.abspath(Path(folder) / path))
            if place.is_relative_to(os.path.abspath(folder)):  # a tree can contain names such as /x and a\..\..\x
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(content)
        (Path(folder) / prefix).mkdir(parents=True, exist_ok=True)
        yield Path(folder), prefix


def _wanted(listing: bytes) -> Iterator[tuple[str, str]]:
    """The paths of regular files that can be contracts or configuration, each with its object."""
    for line in filter(None, listing.split(b"\0")):
        about, _, raw = line.partition(b"\t")
        mode, _, name = about.decode().split(" ")
        path = PurePosixPath(raw.decode(errors="surrogateescape"))
        is_wanted = path.suffix == ".yaml" or path.name in (PYPROJECT, OWN_FILE)
        if mode in REGULAR and is_wanted and not is_hidden(str(path)) and not TOOL_RESIDUE.intersection(path.parts):
            yield str(path), name


def _contents(root: Path, wanted: dict[str, str], revision: Revision) -> Iterator[tuple[str, bytes]]:
    asked = "".join(f"{name}\n" for name in wanted.values()).encode()
    given = _git(root, "cat-file", "--batch", given=asked) or b""
    # A byte more than is allowed, so that whoever reads the file reports that it is too large.
    for path, content in zip(wanted, chain(contents(given, MAX_BYTES + 1), repeat(None)), strict=False):
        if content is None:
            raise _filtered(root, f"the file {path} of {revision.mark} is missing in this clone")
        yield path, content


def _git(root: Path, *arguments: str, given: bytes = b"") -> bytes | None:
    """What a git command prints; None if it fails."""
    top = repository(root)
    try:
        done = None if top is None else ask(top, root, *arguments, given=given)
    except OSError:  # there is no git, or no such folder
        return None
    return None if done is None or done.returncode else done.stdout
