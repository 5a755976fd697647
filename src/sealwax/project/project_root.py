"""Finds the project that a folder belongs to."""

from contextlib import suppress
from pathlib import Path

from sealwax.failures import WorkspaceError
from sealwax.project.workspace import CONTRACTS, OWN_FILE, PYPROJECT, read_configuration


def find_root(folder: Path) -> Path | None:
    """The nearest folder, upwards, that has contracts or configures sealwax; None if there is none.

    The search ends at the top of a repository: what is above it is not part of the project.
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
    from sealwax.diagnostics import Report  # few projects need it
    from sealwax.project.toml import parse_toml

    report = Report()
    # Reading the project reports what is wrong with the file.
    return parse_toml(PYPROJECT, raw, report, "tool", "sealwax") is not None or bool(report.diagnostics)
