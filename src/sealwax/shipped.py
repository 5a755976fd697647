"""The folders that ship with sealwax: templates, contracts to start from, and pages that explain codes."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def shipped(folder: str, in_checkout: str = "") -> Path:
    """A folder, which lies beside the modules of an installed package, and at the top of a checkout."""
    installed = _PACKAGE / folder
    return installed if installed.is_dir() else _PACKAGE.parents[1] / (in_checkout or folder)
