"""The templates that a project overrides: finds and reads them, and copies templates out as starting points.

Overrides are input like contracts. No link is followed, because it could lead to a file that a pull request must not
show, and nothing here is ever imported.
"""

import os
import stat
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from sealwax.contract.source.text import decoded
from sealwax.diagnostics import Code, Position, Report, did_you_mean
from sealwax.frozen import frozen
from sealwax.project.loading import ContractError, Project
from sealwax.project.workspace import WorkspaceError, explained, is_tool_residue, obstruction, read_whole

USUAL_FOLDER = "sealwax-templates"
"""The folder for copies of templates in a project that has not named one yet."""


@frozen
class Overrides:
    """The overrides of a project."""

    texts: Mapping[str, str]
    """By the path of the template that each replaces."""
    sources: Mapping[str, bytes]
    """By path from the project root, for reports."""


NO_OVERRIDES = Overrides({}, {})


def read_overrides(project: Project, known: Collection[str]) -> Overrides:
    """The overrides of a project, each at the path of a known template."""
    configuration = project.configuration
    if configuration is None or not configuration.templates:
        return NO_OVERRIDES
    _require_folder(project, configuration.templates)
    report, texts, sources = Report(), {}, {}
    for path in _files(project.root, configuration.templates, report):
        name = path.removeprefix(f"{configuration.templates}/")
        if name not in known:
            hint = did_you_mean(name, known, "sealwax templates lists the templates")
            report.add(Code.UNKNOWN_TEMPLATE, Position(path, 1, 1), f"there is no template '{name}' to override", hint)
            continue
        sources[path] = read_whole(project.root, path, "an override must be a regular file")
        source = decoded(path, sources[path], report, "remove what does not belong in a template")
        texts[name] = "" if source is None else source.text
    if report.diagnostics:
        raise ContractError(report.sorted(), {**project.texts, **sources})
    return Overrides(texts, sources)


def copy_template(project: Project, name: str, text: bytes) -> str:
    """Write a template to the folder of overrides, and return its path there. A file that exists is left alone."""
    path = f"{override_folder(project)}/{name}"
    if (found := obstruction(project.root, path.rpartition("/")[0])) is not None:
        raise WorkspaceError(f"cannot write {path}: {found[0]} is {found[1]}, but must be a folder", path=path)
    with explained(f"cannot write {path}", path):
        (project.root / path).parent.mkdir(parents=True, exist_ok=True)
        try:
            with (project.root / path).open("xb") as file:
                file.write(text)
        except FileExistsError:
            hint = f"compare it with the template: sealwax templates --show {name}"
            raise WorkspaceError(f"{path} already exists", hint, Code.IN_THE_WAY, path) from None
    return path


def override_folder(project: Project) -> str:
    return (project.configuration.templates if project.configuration is not None else "") or USUAL_FOLDER


def _require_folder(project: Project, folder: str) -> None:
    configuration = project.configuration
    if configuration is None:
        return
    found = obstruction(project.root, folder)
    if found is None and (project.root / folder).is_dir():
        return
    message = f"there is no folder '{folder}'" if found is None else f"{found[0]} is {found[1]}, but must be a folder"
    hint = "create it with sealwax templates --copy, or remove this key" if found is None else "choose another folder"
    place, report = configuration.value("templates"), Report()
    report.add(Code.BAD_PATH, place.position, message, hint, place.width)
    raise ContractError(report.sorted(), project.texts)


def _files(root: Path, folder: str, report: Report) -> Iterator[str]:
    """The paths of the files in a folder and below, sorted, except hidden ones. Links and the like are reported."""
    with explained(f"cannot read {folder}", folder):
        entries = sorted(os.scandir(root / folder), key=lambda entry: entry.name)
    for entry in entries:
        path = f"{folder}/{entry.name}"
        if entry.name.startswith(".") or is_tool_residue(entry.name):
            continue
        mode = entry.stat(follow_symlinks=False).st_mode
        if stat.S_ISDIR(mode):
            yield from _files(root, path, report)
        elif stat.S_ISREG(mode):
            yield path
        else:
            kind = "a symbolic link" if stat.S_ISLNK(mode) else "not a regular file"
            report.add(Code.BAD_PATH, Position(path, 1, 1), f"{path} is {kind}", "put the override here as a file")
