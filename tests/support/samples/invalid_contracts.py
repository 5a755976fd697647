"""The invalid contracts below `tests/invalid`."""

from pathlib import Path

from checkout import folders

FOLDERS = folders("invalid")
HUGE = 5 * 1024 * 1024


def invalid_contract(folder: Path) -> bytes:
    """The contract of a folder. `repeat.txt` is appended until the file is huge."""
    raw = (folder / "contract.yaml").read_bytes()
    padding = folder / "repeat.txt"
    return raw + padding.read_bytes() * (HUGE // padding.stat().st_size) if padding.exists() else raw
