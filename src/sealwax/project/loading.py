"""Finds a project, and reads it: its configuration, and the contracts that it names."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from sealwax.contract.inheritance.library import is_quotable
from sealwax.contract.model.output import FOLDER
from sealwax.contract.source import width_of
from sealwax.diagnostics import Code, Diagnostic, Position, Report, did_you_mean
from sealwax.failures import ContractError, WorkspaceError
from sealwax.project.configuration import DEFAULT, Configuration
from sealwax.project.workspace import (
    CONTRACTS,
    OWN_FILE,
    PYPROJECT,
    has_wildcards,
    matching_files,
    obstruction,
    read_bases,
    read_configuration,
    read_contract,
    read_contracts,
    read_history,
    require_project,
    unread_contracts,
)


class Project(Struct, frozen=True):
    """Everything that is needed to generate the output."""

    root: Path
    configuration: Configuration
    sources: Mapping[str, bytes]
    """The contracts, by path from the root."""
    bases: Mapping[str, bytes]
    """Contracts that these extend, for which nothing is generated."""
    settings: Mapping[str, bytes]
    """The files that hold the configuration."""
    notes: tuple[Diagnostic, ...] = ()
    history: Mapping[str, bytes] = {}
    """Snapshots of released versions."""

    @property
    def texts(self) -> Mapping[str, bytes]:
        """Every file that a report may quote: none outside the project, unless a person named it."""
        return {**self.settings, **quotable(self.bases), **self.history, **self.sources}

    def misconfigured(self, code: Code, path: tuple[str | int, ...], message: str, hint: str) -> ContractError:
        """The error, at a value of the configuration."""
        node, report = self.configuration.value(*path), Report()
        report.add(code, node.position, message, hint, width_of(node))
        return ContractError(report.sorted(), self.texts)


def find_root(folder: Path) -> Path | None:
    """The nearest folder, upwards, that has contracts or configures sealwax; None if there is none.

    The search ends at the top of a repository: what is above it is not part of the project.
    """
    for candidate in (folder, *folder.parents):
        if _is_project(candidate):
            return candidate
        if (candidate / ".git").exists():
            return None
    return None


def _is_project(folder: Path) -> bool:
    if any((folder / CONTRACTS).glob("[!.]*.yaml")) or (folder / OWN_FILE).is_file():
        return True
    with suppress(WorkspaceError):  # it cannot be read
        return _configures(read_configuration(folder).get(PYPROJECT, b""))
    return False


def _configures(pyproject: bytes) -> bool:
    if not pyproject:
        return False
    from sealwax.project.toml import parse_toml  # few projects need it

    report = Report()
    # Reading the project reports what is wrong with the file.
    return parse_toml(PYPROJECT, pyproject, report, "tool", "sealwax") is not None or bool(report.diagnostics)


def quotable(bases: Mapping[str, bytes]) -> dict[str, bytes]:
    """Those of the bases that are in the project or in an installed package, and that no link leads to."""
    return {file: raw for file, raw in bases.items() if is_quotable(file, raw)}


def base_folders(root: Path) -> tuple[str, ...]:
    """The folders outside the project with contracts to extend, which its configuration names."""
    return read_settings(read_configuration(root)).base_folders


def read_project(root: Path) -> Project:
    """The configuration, and the contracts that it names; by default contract/*.yaml."""
    require_project(root)
    settings = read_configuration(root)
    configuration = read_settings(settings)
    is_usual = not configuration.contracts
    sources = read_contracts(root) if is_usual else _named_contracts(root, configuration, settings)
    bases = read_bases(root, sources, configuration.base_folders)
    notes = _unread(root, bases) if is_usual else ()
    return Project(root, configuration, sources, bases, settings, notes, read_history(root))


def require_output_folder(project: Project) -> None:
    """Refuse an output folder, or a folder of an application, that is, or is below, a link or a file."""
    output, embedded = project.configuration.folder, project.configuration.embedded
    # Whatever is in the place of the default folder is found when its content is compared.
    folders: dict[tuple[str, ...], str] = {} if output == FOLDER else {("output",): output}
    folders |= {("embed", target): folder for target, folder in embedded.items()}
    for path, folder in folders.items():
        if (problem := obstruction(project.root, folder)) is not None:
            raise project.misconfigured(Code.BAD_PATH, path, problem, "choose another folder, or move it")


def read_settings(settings: Mapping[str, bytes]) -> Configuration:
    """The configuration in the files of a project that may have one."""
    if not settings:
        return DEFAULT
    from sealwax.project.configuration_file import configure  # most projects have no configuration

    report = Report()
    configuration = configure(settings, report)
    if report.diagnostics:
        raise ContractError(report.sorted(), settings)
    return configuration


def _named_contracts(root: Path, configuration: Configuration, settings: Mapping[str, bytes]) -> dict[str, bytes]:
    found = {pattern: matching_files(root, pattern, configuration.folder) for pattern in configuration.contracts}
    if not all(found.values()):
        near = (matching_files(root, pattern, configuration.folder) for pattern in ("*/*.yaml", "*/*/*.yaml"))
        others = [path for paths in near for path in paths]
        known = [*dict.fromkeys(f"{path.rpartition('/')[0]}/*.yaml" for path in others), *others]
        report = Report()
        for index, pattern in enumerate(configuration.contracts):
            if not found[pattern]:
                _report_unmatched(configuration, index, pattern, known, report)
        raise ContractError(report.sorted(), settings)
    return {path: read_contract(root, path) for path in sorted({path for paths in found.values() for path in paths})}


def _report_unmatched(
    configuration: Configuration, index: int, pattern: str, known: Sequence[str], report: Report
) -> None:
    """Report a pattern that matches no contract; perhaps one of the known ones is meant."""
    node = configuration.value("contracts", index)
    if pattern.startswith(f"{configuration.folder}/"):
        message = f"'{pattern}' is in the output folder, which is reserved for generated files"
        report.add(Code.BAD_PATH, node.position, message, "put the contract elsewhere", width_of(node))
    else:
        message = f"no file matches '{pattern}'" if has_wildcards(pattern) else f"there is no file '{pattern}'"
        hint = did_you_mean(pattern, known, "paths are relative to the folder that holds this file")
        report.add(Code.NO_CONTRACT, node.position, message, hint, width_of(node))


def _unread(root: Path, bases: Mapping[str, bytes]) -> tuple[Diagnostic, ...]:
    """Notes on contracts in subfolders of contract/, which are easily thought to be read. Bases are."""
    report = Report()
    for path in (path for path in unread_contracts(root) if path not in bases):
        message = "this file looks like a contract but is not read: only contract/*.yaml is"
        hint = 'move it to contract/, or set contracts = ["contract/**/*.yaml"] in [tool.sealwax]'
        report.note(Code.UNREAD_CONTRACT, Position(path, 1, 1), message, hint)
    return report.sorted()
