"""templates: lists, prints and copies the templates."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import ClassVar

from msgspec import Struct

from sealwax.commands import CLEAN, Answer, Request
from sealwax.diagnostics import Code, did_you_mean
from sealwax.failures import WorkspaceError, explained
from sealwax.project.extensions import override_folder, read_extensions, templates
from sealwax.project.loading import Project, read_project
from sealwax.project.storing import add_files
from sealwax.reports.terminal import as_json, visible


class Templates(Struct, frozen=True):
    reports_errors: ClassVar = True
    show: str = ""
    """The template to print."""
    copy: str = ""
    """The template to copy."""

    def run(self, request: Request) -> Answer:
        """List the templates; or print one, or copy one to the folder of overrides."""
        project = read_project(request.root)
        files = templates(project)
        if self.show:
            return Answer(CLEAN, _read(self.show, files).decode())
        if self.copy:
            return Answer(CLEAN, _copy(request, project, self.copy, _read(self.copy, files)))
        return Answer(CLEAN, _list(request, project, files))


def _read(name: str, files: Mapping[str, Path]) -> bytes:
    if name not in files:
        hint = did_you_mean(name, files, "sealwax templates lists them")
        raise WorkspaceError(f"there is no template '{name}'", hint, Code.UNKNOWN_TEMPLATE)
    with explained(f"cannot read the template {name}"):
        return files[name].read_bytes()


def _copy(request: Request, project: Project, name: str, text: bytes) -> str:
    """Write a template to the folder of overrides, and say so. A file that exists is left alone."""
    folder = override_folder(project)
    path = f"{folder}/{name}"
    if not add_files(project.root, {path: text}):
        hint = f"compare it with the template: sealwax templates --show {name}"
        raise WorkspaceError(f"{path} already exists", hint, Code.IN_THE_WAY, path)
    missing = {} if project.configuration.templates else {"templates": folder}
    if request.form == "json":
        return as_json({"copied": request.prefix + path, "configure": missing})
    advice = f'To use it, add to [tool.sealwax] in pyproject.toml, or to sealwax.toml: templates = "{folder}"'
    return _lines([f"wrote {request.prefix}{path}", *([advice] if missing else [])])


def _list(request: Request, project: Project, files: Iterable[str]) -> str:
    """The templates, each with the path of its override, if there is one."""
    overrides = read_extensions(project).overrides
    folder = request.prefix + override_folder(project)
    found = {name: f"{folder}/{name}" if name in overrides else None for name in files}
    if request.form == "json":
        return as_json({"templates": [{"template": name, "override": file} for name, file in found.items()]})
    return _lines(f"{name}  (overridden by {file})" if file else name for name, file in found.items())


def _lines(lines: Iterable[str]) -> str:
    return "".join(f"{visible(line)}\n" for line in lines)
