"""Finds the project that a folder belongs to."""

from contextlib import suppress
from pathlib import Path

from sealwax.project.workspace import CONTRACTS, OWN_FILE, PYPROJECT, WorkspaceError, read_configuration


def find_root(folder: Path) -> Path | None:
    """The nearest folder, upwards, that has contracts or configures sealwax; None if there is none.

    The search ends at the top of a repository: what is above it belongs to somebody else.
    """
    for candidate in (folder, *folder.parents):
        if _is_project(candidate):
            return candidate
        if (candidate / ".git").exists():
            return None
    return None


def _is_project(folder: Path) -> bool:
    if any((folder / CONTRACTS).glob("[!.]*.yaml")) or (folder / OWN_FILE).is_file():
        return True
    with suppress(WorkspaceError):  # it cannot be read
        return PYPROJECT in (found := read_configuration(folder)) and _configures(found[PYPROJECT])
    return False


def _configures(raw: bytes) -> bool:
    import tomllib  # few projects need it

    try:
        return "sealwax" in tomllib.loads(raw.decode("utf-8", "replace")).get("tool", {})
    except (tomllib.TOMLDecodeError, TypeError):
        return True  # reading the project reports the error
