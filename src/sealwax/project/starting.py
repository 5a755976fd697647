"""The files of a new project. None of them ever replaces a file that is there."""

import posixpath
import re
from collections.abc import Mapping
from pathlib import Path
from unicodedata import normalize

from msgspec import Struct

from sealwax import __version__
from sealwax.contract.reading import accepts
from sealwax.diagnostics import errors
from sealwax.language import editor_schema
from sealwax.language.forms import CONTRACT_NAME
from sealwax.languages.python import module_name
from sealwax.pipeline import load, manifest
from sealwax.project.loading import ContractError
from sealwax.project.output import Output
from sealwax.project.storing import add_files
from sealwax.project.workspace import CONTRACTS, WorkspaceError, explained, obstruction
from sealwax.rendering import Finished, Page, Renderer
from sealwax.shipped import shipped

EXAMPLE = "handler.py"


class Start(Struct, frozen=True):
    """What a new project is to have."""

    name: str = ""
    """The name of its contract; empty for that of its folder."""
    base: str = ""
    """The contract of sealwax that it extends; empty for none."""
    example: bool = False
    github: bool = False
    pre_commit: bool = False
    makefile: bool = False


class NewFile(Struct, frozen=True):
    """A file to write. One that exists is kept; `lines` are what a person may have to add to it."""

    path: str
    text: str
    lines: str = ""


class StartView(Struct, frozen=True):
    name: Finished
    base: Finished
    module: Finished
    """The module of the generated package."""
    schema: Finished
    """The path from the contract to the editor schema."""
    output: Finished
    version: Finished


def new_files(start: Start, root: Path, output: str, configured_in: str) -> tuple[str, list[NewFile]]:
    """The name of the contract, and the files to write. Errors in the contract are those of its name."""
    name = _name(start, root)
    path = f"{CONTRACTS}/{name}.yaml"
    files = {path: _text(f"{start.base or 'contract'}.yaml", _view(start, name, output))}
    if start.base:
        files[f"{CONTRACTS}/{start.base}.yaml"] = (own_contracts() / f"{start.base}.yaml").read_text(encoding="utf-8")
    sources = {file: text.encode() for file, text in files.items()}
    if errors(found := load(sources)[1]):
        raise ContractError(errors(found), sources)
    kept = [NewFile(file, text) for file, text in files.items()]
    return name, [*kept, *_editor_files(output), *_other_files(start, _view(start, name, output), configured_in)]


def write_new(root: Path, files: list[NewFile]) -> tuple[list[NewFile], list[NewFile]]:
    """Write the files that do not exist. Returns those that were written, and those that were there."""
    for file in files:
        folder = posixpath.dirname(file.path)
        if folder and (found := obstruction(root, folder)) is not None:
            raise WorkspaceError(f"cannot write {file.path}: {found[0]} is {found[1]}, but must be a folder")
    written = add_files(root, {file.path: file.text.encode() for file in files})
    return [file for file in files if file.path in written], [file for file in files if file.path not in written]


def missing_lines(root: Path, file: NewFile) -> str:
    """The lines to add to a file that exists; empty if it has them."""
    with explained(f"cannot read {file.path}", file.path):
        text = (root / file.path).read_text(encoding="utf-8", errors="replace") if file.lines else ""
    present = {line.strip() for line in text.splitlines()}
    return "" if all(line.strip() in present for line in file.lines.splitlines()) else file.lines


def own_contracts() -> Path:
    """The folder of the contracts that a project can start from."""
    return shipped("contracts", CONTRACTS)


def _name(start: Start, root: Path) -> str:
    """The name that was given, or one made from that of the folder."""
    if start.name:
        if not accepts(CONTRACT_NAME, start.name):
            message = f"'{start.name}' cannot be the name of a contract"
            raise WorkspaceError(message, f"use {CONTRACT_NAME.consists_of}")
        if start.name == start.base:
            raise WorkspaceError(
                f"the contract that extends {start.base} needs a name of its own", "choose another name"
            )
        return start.name
    words = re.findall(r"[a-z0-9]+", normalize("NFKD", root.resolve().name.lower()).encode("ascii", "ignore").decode())
    name = "-".join(words).lstrip("0123456789-")[:50].rstrip("-") or "service"
    is_free = name != start.base and not errors(load({"": _text("contract.yaml", _view(start, name, "")).encode()})[1])
    return name if is_free else f"{name}-api"


def _view(start: Start, name: str, output: str) -> StartView:
    # The name of a contract consists of lower-case words and hyphens, so it needs no escaping anywhere.
    return StartView(
        Finished(name),
        Finished(start.base),
        module_name(name),
        Finished(posixpath.relpath(f"{output}/{editor_schema.PATH}", CONTRACTS)),
        Finished(output),
        Finished(__version__),
    )


def _text(template: str, view: StartView) -> str:
    return Renderer().render(Page(template, f"init/{template}.j2", view), {})


def _editor_files(output: str) -> list[NewFile]:
    """The editor schema, as `generate` writes it, and the manifest, which says that it is generated."""
    schema = Renderer().render(editor_schema.page(), editor_schema.FILTERS)
    files: Mapping[str, str] = {f"{output}/{editor_schema.PATH}": schema}
    return [NewFile(path, text) for path, text in files.items()] + [
        NewFile(f"{output}/manifest.txt", manifest(files, Output(output)))
    ]


def _other_files(start: Start, view: StartView, configured_in: str) -> list[NewFile]:
    """The files around the contract, as far as they were asked for."""
    wanted = {
        ".gitattributes": ("gitattributes", True),
        configured_in: (configured_in, bool(start.base)),
        EXAMPLE: (f"{start.base or 'handler'}.py", start.example),
        ".github/workflows/contracts.yml": ("workflow.yml", start.github),
        ".pre-commit-config.yaml": ("pre-commit-config.yaml", start.pre_commit),
        "Makefile": ("Makefile", start.makefile),
    }
    texts = {path: _text(template, view) for path, (template, is_wanted) in wanted.items() if is_wanted}
    return [NewFile(path, text, "" if path == EXAMPLE else text) for path, text in texts.items()]
