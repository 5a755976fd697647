"""Expected texts on disk."""

from pathlib import Path


class Golden:
    """Compares texts with expected files, or rewrites the files if `refresh` is set."""

    def __init__(self, refresh: bool) -> None:
        self._refresh = refresh

    def matches(self, path: Path, text: str) -> None:
        if self._refresh:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
        assert path.read_text(encoding="utf-8") == text
