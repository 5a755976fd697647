"""lint: reads the contracts, and reports their errors."""

from posixpath import dirname
from typing import ClassVar

from msgspec import Struct

from sealwax.commands import CLEAN, FOUND, Answer, Request, report
from sealwax.commands.expected_output import announce
from sealwax.diagnostics import errors, fails
from sealwax.failures import ContractError
from sealwax.naming import counted
from sealwax.pipeline import NOTHING, fill, load
from sealwax.project.configuration import DEFAULT
from sealwax.project.documents import read_documents
from sealwax.project.installed_targets import load_targets
from sealwax.project.loading import Project, base_folders, read_project
from sealwax.project.workspace import from_root, read_bases, read_named_contract
from sealwax.rendering import Renderer


class Lint(Struct, frozen=True):
    reports_errors: ClassVar = True
    files: tuple[str, ...] = ()
    """The contracts to read; empty for all of the project."""
    fail_on: str = "error"

    def run(self, request: Request) -> Answer:
        """Read the contracts, and report their errors."""
        if self.files:
            sources = {
                path: read_named_contract(request.root, path)
                for path in (from_root(request.root, file) for file in self.files)
            }
            folders = (*map(dirname, sources), *base_folders(request.root))
            project = Project(request.root, DEFAULT, sources, read_bases(request.root, sources, folders), {})
        else:
            project = read_project(request.root)
            load_targets(project)
        announce(request, project, "reading the contracts")
        # A region can show a part of the changelog, which is made from the released versions.
        history = project.history if project.configuration.documents else NOTHING
        contracts, found = load(project.sources, project.configuration, project.bases, history)
        documents = {} if errors(found) else read_documents(project)
        diagnostics = project.notes + found + fill(documents, contracts, Renderer())[1]
        if errors(diagnostics):
            raise ContractError(diagnostics, {**project.texts, **documents})
        out = report(request, diagnostics, project.texts)
        if request.form == "text" and not request.quiet:
            out += f"No errors in {counted(len(project.sources), 'contract')}.\n"
        code = FOUND if fails((each.severity for each in diagnostics), self.fail_on) else CLEAN
        return Answer(code, out)
