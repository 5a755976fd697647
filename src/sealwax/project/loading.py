"""A project as it is on disk: its configuration and its contracts, read and held against each other."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from sealwax.diagnostics import Code, Diagnostic, Position, Report
from sealwax.frozen import frozen
from sealwax.project.output import FOLDER
from sealwax.project.workspace import (
    find_contracts,
    obstruction,
    read_bases,
    read_configuration,
    read_contracts,
    require_project,
    unread_contracts,
)

if TYPE_CHECKING:
    from sealwax.project.configuration import Configuration


class ContractError(Exception):
    """The contracts or the configuration have mistakes, so nothing can be made from them."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...], sources: Mapping[str, bytes]) -> None:
        super().__init__(f"{len(diagnostics)} mistakes")
        self.diagnostics = diagnostics
        self.sources = sources


@frozen
class Project:
    """Everything that is needed to make the output."""

    root: Path
    configuration: "Configuration | None"
    """None when there is none: then everything is as usual."""
    sources: Mapping[str, bytes]
    """The contracts, by their path from the root."""
    bases: Mapping[str, bytes]
    """What the contracts extend, and nothing is made of."""
    settings: Mapping[str, bytes]
    """The files that hold the configuration."""
    notes: tuple[Diagnostic, ...] = ()

    @property
    def folder(self) -> str:
        return FOLDER if self.configuration is None else self.configuration.folder

    @property
    def texts(self) -> Mapping[str, bytes]:
        """Every file that a diagnostic can point into."""
        return {**self.settings, **self.bases, **self.sources}


def read_project(root: Path) -> Project:
    """The configuration, and the contracts that it names; the usual ones when it names none."""
    require_project(root)
    settings = read_configuration(root)
    configuration = _configuration(settings) if settings else None
    if configuration is not None and configuration.patterns:
        sources = _named_contracts(root, configuration, settings)
        return Project(root, configuration, sources, read_bases(root, sources), settings)
    sources = read_contracts(root)
    bases = read_bases(root, sources)
    return Project(root, configuration, sources, bases, settings, _unread(root, bases))


def require_output_folder(project: Project) -> None:
    """Nothing may be written through a link, nor to what is no folder: neither here nor further up."""
    configuration = project.configuration
    if configuration is None or configuration.place("output") is None:
        return  # what stands in the place of the usual folder is found where its content is compared
    if (found := obstruction(project.root, project.folder)) is not None:
        from sealwax.project.applying import report_output

        report = Report()
        report_output(configuration, *found, report)
        raise ContractError(report.sorted(), project.texts)


def _configuration(settings: Mapping[str, bytes]) -> "Configuration | None":
    from sealwax.project.configuration import configure  # most projects have no configuration

    report = Report()
    configuration = configure(settings, report)
    if report.diagnostics:
        raise ContractError(report.sorted(), settings)
    return configuration


def _named_contracts(root: Path, configuration: "Configuration", settings: Mapping[str, bytes]) -> dict[str, bytes]:
    from sealwax.project.applying import report_unmatched

    report = Report()
    patterns = [str(node.value) for node in configuration.patterns]
    found = {pattern: find_contracts(root, pattern, configuration.folder) for pattern in patterns}
    if not all(found.values()):
        near = (find_contracts(root, pattern, configuration.folder) for pattern in ("*/*.yaml", "*/*/*.yaml"))
        others = [path for paths in near for path in paths]
        report_unmatched(configuration, found, others, report)
    if report.diagnostics:
        raise ContractError(report.sorted(), settings)
    return read_contracts(root, {path for paths in found.values() for path in paths})


def _unread(root: Path, bases: Mapping[str, bytes]) -> tuple[Diagnostic, ...]:
    """A contract in a folder below the usual one is easily taken for one that is read; one that is extended is read."""
    report = Report()
    for path in (path for path in unread_contracts(root) if path not in bases):
        message = "this looks like a contract, and is not read: contracts stand in contract/ itself"
        hint = 'move it there, or list what is to be read: contracts = ["contract/**/*.yaml"] in [tool.sealwax]'
        report.note(Code.UNREAD_CONTRACT, Position(path, 1, 1), message, hint)
    return report.sorted()
