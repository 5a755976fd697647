"""init: starts a project. A file that is there is never replaced."""

import posixpath
import re
import shlex
from pathlib import Path
from typing import ClassVar
from unicodedata import normalize

from msgspec import Struct
from msgspec.structs import replace

from sealwax import __version__
from sealwax.commands import CLEAN, Answer, Request
from sealwax.contract.model.output import Output
from sealwax.contract.reading import accepts
from sealwax.diagnostics import errors
from sealwax.drift.comparison import manifest
from sealwax.failures import ContractError, WorkspaceError
from sealwax.language.forms import CONTRACT_NAME
from sealwax.languages.python import module_name
from sealwax.pipeline import load
from sealwax.project.configuration import Configuration
from sealwax.project.git import repository
from sealwax.project.loading import read_settings
from sealwax.project.storing import add_files
from sealwax.project.workspace import CONTRACT_LIMIT, CONTRACTS, beginning, contract_names, read_configuration
from sealwax.rendering import Finished, Page, Renderer
from sealwax.reports.terminal import visible
from sealwax.shipped import shipped
from sealwax.targets import editor_schema

USUAL = f"{CONTRACTS}/*.yaml"
EXAMPLE = "handler.py"
WORKFLOW, HOOKS = ".github/workflows/contracts.yml", ".pre-commit-config.yaml"
"""Files that are only read at the top of a repository."""


class Init(Struct, frozen=True):
    """What a new project is to have."""

    reports_errors: ClassVar = False
    name: str = ""
    """The name of its contract; empty for that of its folder."""
    base: str = ""
    """The contract of sealwax that it extends; empty for none."""
    example: bool = False
    serve: tuple[str, ...] = ()
    """What its packages are to have modules for."""
    github: bool = False
    pre_commit: bool = False
    makefile: bool = False

    def run(self, request: Request) -> Answer:
        """Write the files of a new project that do not exist yet, and say what to do next."""
        configuration = _configuration(request.root)
        output = configuration.folder
        top, below = _place(request.root, self)
        before = contract_names(request.root)
        name, files = new_files(self, request.root, configuration, below)
        written = add_files(top, {file.path: file.text.encode() for file in files})

        def shown(file: NewFile) -> str:
            return visible(posixpath.normpath(request.prefix + posixpath.relpath(file.path, below or ".")))

        lines = [f"wrote {shown(file)}" for file in files if file.path in written]
        for file in (file for file in files if file.path not in written):
            missing = _missing_lines(top, file)
            lines.append(f"kept {shown(file)}, which exists" + ("; add to it:" if missing else ""))
            lines.extend(f"    {line}".rstrip() for line in missing.splitlines())
        if before and (added := sorted({*contract_names(request.root)} - {*before})):
            lines += ["", f"This project now has several contracts: {visible(', '.join((*before, *added)))}."]
        package = _typed(request, f"{output}/{name}/python")
        checked = ["mypy --strict " + _typed(request, "handler.py")] if self.example else []
        install = f"pip install {'mypy ' if checked else ''}{package}"
        lines += ["", "Next:", *(f"  {step}" for step in (request.fix, install, *checked))]
        if not self.serve and not configuration.serve:
            keys = 'serve = ["mcp", "http"]'
            lines += ["", f"For modules that serve MCP tools or HTTP, put {keys} into {configuration.file}."]
        return Answer(CLEAN, "".join(f"{line}\n" for line in lines))


def _typed(request: Request, path: str) -> str:
    """A path as part of a command to copy into a shell."""
    return visible(shlex.quote(request.prefix + path))


def _place(root: Path, start: Init) -> tuple[Path, str]:
    """The folder to write from, which is the top of the repository if need be, and the path from there to the project.

    That path becomes part of commands in YAML files, so it has to be one that neither a shell nor YAML misreads.
    """
    top = repository(root) if start.github or start.pre_commit else None
    below = "" if top is None else root.resolve().relative_to(top).as_posix()
    if top is None or below == ".":
        return root, ""
    if not re.fullmatch(r"[A-Za-z0-9_.][A-Za-z0-9_.-]*(/[A-Za-z0-9_.][A-Za-z0-9_.-]*)*", below):
        message = f"the path {visible(below)} has characters that need quoting in a workflow or a hook"
        raise WorkspaceError(message, "rename the folder, or leave out --github and --pre-commit")
    return top, below


def _configuration(root: Path) -> Configuration:
    """The configuration that the project has already."""
    configuration = read_settings(read_configuration(root) if root.is_dir() else {})
    if configuration.contracts and USUAL not in configuration.contracts:
        message = f"the configuration of this project reads no contracts from {CONTRACTS}/"
        raise WorkspaceError(message, f'add "{USUAL}" to `contracts` in {configuration.file}')
    return configuration


# -- the files of a new project ---------------------------------------------------------------------------------------


class NewFile(Struct, frozen=True):
    """A file to write. One that exists is kept; `lines` are what a person may have to add to it."""

    path: str
    text: str
    lines: str = ""


def _missing_lines(root: Path, file: NewFile) -> str:
    """The lines to add to a file that exists; empty if it has them."""
    text = beginning(root / file.path, CONTRACT_LIMIT) if file.lines else b""
    present = {line.strip() for line in text.decode(errors="replace").splitlines()}
    return "" if all(line.strip() in present for line in file.lines.splitlines()) else file.lines


class StartView(Struct, frozen=True):
    name: Finished
    module: Finished
    """The module of the generated package."""
    schema: Finished
    """The path from the contract to the editor schema."""
    output: Finished
    version: Finished
    root_option: Finished
    """The option that names the project, for commands at the top of the repository."""


def new_files(start: Init, root: Path, configuration: Configuration, below: str) -> tuple[str, list[NewFile]]:
    """The name of the contract, and the files to write. Errors in the contract are those of its name."""
    name = _name(start, root)
    output = configuration.folder
    view = _view(name, output, below)
    path = f"{CONTRACTS}/{name}.yaml"
    files = {path: _text(f"{start.base or 'contract'}.yaml", view)}
    if start.base:
        files[f"{CONTRACTS}/{start.base}.yaml"] = (own_contracts() / f"{start.base}.yaml").read_text(encoding="utf-8")
    sources = {file: text.encode() for file, text in files.items()}
    if errors(found := load(sources)[1]):
        raise ContractError(errors(found), sources)
    made = [NewFile(file, text) for file, text in files.items()]
    made += (*_editor_files(output), *_configured(start, configuration), *_other_files(start, view))
    kept = (WORKFLOW, HOOKS)
    return name, [each if each.path in kept else replace(each, path=posixpath.join(below, each.path)) for each in made]


def own_contracts() -> Path:
    """The folder of the contracts that a project can start from."""
    return shipped("contracts", CONTRACTS)


def _name(start: Init, root: Path) -> str:
    """The name that was given, that of a contract which only gets other files, or one made from that of the folder."""
    present = contract_names(root)
    adds_files = (start.github or start.pre_commit or start.makefile) and not (start.base or start.example)
    if given := start.name or (Path(present[0]).stem if present and adds_files else ""):
        if not accepts(CONTRACT_NAME, given):
            raise WorkspaceError(f"'{given}' cannot be the name of a contract", f"use {CONTRACT_NAME.consists_of}")
        if given == start.base:
            raise WorkspaceError(
                f"the contract that extends {start.base} needs a name of its own", "choose another name"
            )
        return given
    words = re.findall(r"[a-z0-9]+", normalize("NFKD", root.resolve().name.lower()).encode("ascii", "ignore").decode())
    name = "-".join(words).lstrip("0123456789-")[:50].rstrip("-") or "service"
    is_free = name != start.base and not errors(load({"": _text("contract.yaml", _view(name, "")).encode()})[1])
    name = name if is_free else f"{name}-api"
    if present and f"{name}.yaml" not in present:
        hint = f"to add another contract, pass --name NAME; to add only other files, --name {Path(present[0]).stem}"
        raise WorkspaceError(f"this project already has a contract: {CONTRACTS}/{present[0]}", hint)
    return name


def _view(name: str, output: str, below: str = "") -> StartView:
    # A name consists of lower-case words and hyphens, and `_place` has checked the path: neither needs escaping.
    return StartView(
        Finished(name),
        module_name(name),
        Finished(posixpath.relpath(f"{output}/{editor_schema.PATH}", CONTRACTS)),
        Finished(output),
        Finished(__version__),
        Finished(f" --root {below}" if below else ""),
    )


def _text(template: str, view: StartView) -> str:
    return Renderer().render(Page(template, f"init/{template}.j2", view), {})


def _editor_files(output: str) -> list[NewFile]:
    """The editor schema, as `generate` writes it, and the manifest, which says that it is generated."""
    schema = Renderer().render(editor_schema.page(), editor_schema.FILTERS)
    path = f"{output}/{editor_schema.PATH}"
    listed = manifest({path: schema.encode()}, Output(output)).decode()
    return [NewFile(path, schema), NewFile(f"{output}/manifest.txt", listed)]


def _configured(start: Init, configuration: Configuration) -> list[NewFile]:
    """The configuration, if it has to say something that it does not say yet."""
    if set(start.serve) <= set(configuration.serve):
        return []
    kinds = ", ".join(f'"{kind}"' for kind in start.serve)
    line = f"serve = [{kinds}]\n"
    return [NewFile(configuration.file, line, line)]


def _other_files(start: Init, view: StartView) -> list[NewFile]:
    """The files around the contract, as far as they were asked for."""
    wanted = {
        ".gitattributes": ("gitattributes", True),
        EXAMPLE: (f"{start.base or 'handler'}.py", start.example),
        WORKFLOW: ("workflow.yml", start.github),
        HOOKS: ("pre-commit-config.yaml", start.pre_commit),
        "Makefile": ("Makefile", start.makefile),
    }
    texts = {path: _text(template, view) for path, (template, is_wanted) in wanted.items() if is_wanted}
    return [NewFile(path, text, "" if path == EXAMPLE else text) for path, text in texts.items()]
