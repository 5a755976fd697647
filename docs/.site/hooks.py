"""The site is made from the pages as they are on GitHub: links out of docs/ lead to the repository."""

import posixpath
import re
from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.structure.files import File

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[2]
CODE = re.compile(r"(^ *```.*?^ *```$|`[^`\n]+`)", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"(?<=\]\()(?![a-z]+:|#)([^)\s#]+)")


def on_files(files: "Files", config: "MkDocsConfig") -> "Files":
    """The README of the repository is the first page."""
    files.append(File.generated(config, "index.md", content=(ROOT / "README.md").read_text(encoding="utf-8")))
    return files


def on_page_markdown(markdown: str, page: "Page", config: "MkDocsConfig", files: "Files") -> str:
    home = "README.md" if page.file.src_uri == "index.md" else f"docs/{page.file.src_uri}"

    def target(match: re.Match[str]) -> str:
        path = posixpath.normpath(posixpath.join(posixpath.dirname(home), match[1]))
        if path.startswith("docs/") and files.get_file_from_path(path.removeprefix("docs/")) is not None:
            return posixpath.relpath(path, posixpath.dirname(home) or "docs") if home != "README.md" else path[5:]
        kind = "tree" if (ROOT / path).is_dir() else "blob"
        return f"{config.repo_url}/{kind}/main/{path}"

    parts = CODE.split(markdown)
    parts[::2] = [LINK.sub(target, part) for part in parts[::2]]
    return "".join(parts)
