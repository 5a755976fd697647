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
# These are on the site under other names, because two READMEs cannot both be the first page.
RENAMED = {"README.md": "index.md", "docs/README.md": "contents.md"}
LINK = re.compile(r"(?<=\]\()(?![a-z]+:|#)([^)\s#]+)")


def on_files(files: "Files", config: "MkDocsConfig") -> "Files":
    """The README of the repository is the first page."""
    files.remove(files.src_uris["README.md"])  # that of docs/
    for source, name in RENAMED.items():
        files.append(File.generated(config, name, content=(ROOT / source).read_text(encoding="utf-8")))
    return files


def on_page_markdown(markdown: str, page: "Page", config: "MkDocsConfig", files: "Files") -> str:
    here = page.file.src_uri
    home = next((source for source, name in RENAMED.items() if name == here), f"docs/{here}")

    def target(match: re.Match[str]) -> str:
        path = posixpath.normpath(posixpath.join(posixpath.dirname(home), match[1]))
        name = RENAMED.get(path, path.removeprefix("docs/") if path.startswith("docs/") else "")
        if files.get_file_from_path(name) is not None:
            return posixpath.relpath(name, posixpath.dirname(here) or ".")
        kind = "tree" if (ROOT / path).is_dir() else "blob"
        return f"{config.repo_url}/{kind}/main/{path}"

    parts = CODE.split(markdown)
    parts[::2] = [LINK.sub(target, part) for part in parts[::2]]
    return "".join(parts)
