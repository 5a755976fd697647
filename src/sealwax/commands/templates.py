"""templates: lists, prints and copies the templates."""

from typing import ClassVar

from msgspec import Struct

from sealwax.commands import CLEAN, Answer, Request
from sealwax.diagnostics import Code, did_you_mean
from sealwax.failures import WorkspaceError, explained
from sealwax.project.extensions import copy_template, override_folder, read_extensions, templates
from sealwax.project.loading import read_project
from sealwax.reports.templates import render_copied, render_templates


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
        if name := self.show or self.copy:
            if name not in files:
                hint = did_you_mean(name, files, "sealwax templates lists them")
                raise WorkspaceError(f"there is no template '{name}'", hint, Code.UNKNOWN_TEMPLATE)
            with explained(f"cannot read the template {name}"):
                text = files[name].read_bytes()
            if self.show:
                return Answer(CLEAN, text.decode())
            path, configured = copy_template(project, name, text), override_folder(project)
            is_new = not project.configuration.templates
            return Answer(CLEAN, render_copied(request.prefix + path, configured if is_new else "", request.form))
        overrides = read_extensions(project).overrides
        folder = request.prefix + override_folder(project)
        listed = {name: f"{folder}/{name}" if name in overrides else "" for name in files}
        return Answer(CLEAN, render_templates(listed, request.form))
