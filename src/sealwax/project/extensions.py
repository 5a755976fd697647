"""Extensions of a project: targets of installed packages, and templates that replace those of sealwax.

Overrides are input like contracts. No link is followed, because it could lead to a file that a pull request must not
show, and nothing here is ever imported.
"""

import re
import stat
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from sealwax.contract.inheritance.library import bases_of
from sealwax.contract.source.text import decoded
from sealwax.diagnostics import Code, Diagnostic, Position, Report, did_you_mean
from sealwax.failures import ContractError
from sealwax.project.loading import Project
from sealwax.project.workspace import is_tool_residue, obstruction, read_whole, walk
from sealwax.rendering import BrokenTemplateError, Target, TargetError
from sealwax.targets import template_files

MAX_OVERRIDE, MAX_OVERRIDES = 256 * 1024, 2 * 2**20
"""How many bytes an override may have, and all of them together. Jinja takes time for each before it renders a page."""
USUAL_FOLDER = "sealwax-templates"
"""The folder for copies of templates in a project that has not named one yet."""


class Extensions(Struct, frozen=True):
    targets: tuple[Target, ...] = ()
    overrides: Mapping[str, str] = {}
    """Texts, by the path of the template that each replaces."""
    sources: Mapping[str, bytes] = {}
    """The files that hold the overrides, by path from the project root, for reports."""


NO_EXTENSIONS = Extensions()


def read_extensions(project: Project) -> Extensions:
    """The extensions that the configuration names. Nothing in the project itself is imported."""
    targets = _load_targets(project)
    return _with_overrides(project, targets) if project.configuration.templates else Extensions(targets)


def templates(project: Project) -> Mapping[str, Path]:
    """The templates that the project can override, by path."""
    return template_files(_load_targets(project))


def override_folder(project: Project) -> str:
    return project.configuration.templates.removesuffix("/") or USUAL_FOLDER


def _load_targets(project: Project) -> tuple[Target, ...]:
    if not project.configuration.installed:
        return ()
    from sealwax.targets.installed import load  # few projects need it

    with reported(project):
        return tuple(load(name, project.root) for name in project.configuration.installed)


# -- overrides --------------------------------------------------------------------------------------------------------


def _with_overrides(project: Project, targets: tuple[Target, ...]) -> Extensions:
    """The targets, and the overrides: each at the path of a template of sealwax or of one of the targets."""
    folder, known = override_folder(project), template_files(targets)
    _require_folder(project, folder)
    report, texts, sources = Report(), {}, {}
    for path in _files(project.root, folder, report):
        name = path.removeprefix(f"{folder}/")
        if name not in known:
            hint = did_you_mean(name, known, "sealwax templates lists the templates")
            report.add(Code.UNKNOWN_TEMPLATE, Position(path, 1, 1), f"there is no template '{name}' to override", hint)
            continue
        sources[path] = read_whole(project.root, path, "an override must be a regular file")
        if len(sources[path]) > MAX_OVERRIDE or sum(map(len, sources.values())) > MAX_OVERRIDES:
            what = f"an override has at most {MAX_OVERRIDE // 1024} KiB, and all of them {MAX_OVERRIDES // 2**20} MiB"
            report.add(Code.TOO_LARGE, Position(path, 1, 1), what, "override smaller templates, or fewer")
            break
        source = decoded(path, sources[path], report, "remove what does not belong in a template")
        texts[name] = "" if source is None else source.text
    if report.diagnostics:
        raise ContractError(report.sorted(), {**project.texts, **sources})
    return Extensions(targets, texts, sources)


def inherited_size(project: Project) -> int:
    """The bytes of all contracts, each with those that it extends: the pages of a contract show those, too."""
    texts = {**project.bases, **project.sources}
    bases = {file: [base for base in bases_of(file, raw) if base in texts] for file, raw in texts.items()}
    total = 0
    for file in project.sources:
        lineage, waiting = set[str](), [file]
        while waiting:
            if (each := waiting.pop()) not in lineage:
                lineage.add(each)
                waiting.extend(bases[each])
        total += sum(len(texts[each]) for each in lineage)
    return total


def _require_folder(project: Project, folder: str) -> None:
    problem, hint = obstruction(project.root, folder), "choose another folder"
    if problem is None and not (project.root / folder).is_dir():
        problem = f"there is no folder '{folder}'"
        hint = "create it with sealwax templates --copy, or remove this key"
    if problem is not None:
        raise project.misconfigured(Code.BAD_PATH, ("templates",), problem, hint)


def _files(root: Path, folder: str, report: Report) -> Iterator[str]:
    """The paths of the files in a folder and below, sorted, except hidden ones. Links and the like are reported."""
    for path, mode in sorted(walk(root, folder)):
        if stat.S_ISDIR(mode) or "/." in path.removeprefix(folder) or is_tool_residue(path.rpartition("/")[2]):
            continue
        if stat.S_ISREG(mode):
            yield path
        else:
            kind = "a symbolic link" if stat.S_ISLNK(mode) else "not a regular file"
            report.add(Code.BAD_PATH, Position(path, 1, 1), f"{path} is {kind}", "put the override here as a file")


# -- errors in extensions ---------------------------------------------------------------------------------------------


@contextmanager
def reported(project: Project, extensions: Extensions = NO_EXTENSIONS) -> Iterator[None]:
    """Turn errors of templates and of targets of other packages into diagnostics."""
    try:
        yield
    except BrokenTemplateError as error:
        raise _template_error(error, project, extensions) from error
    except TargetError as error:
        if sys.flags.dev_mode:  # its author wants to see where it comes from
            raise
        at = project.configuration.installed[error.target]
        hint = "report it to the author of the package; python -P -X dev -m sealwax check shows where it comes from"
        raise project.misconfigured(Code.BROKEN_TARGET, ("targets", at), str(error), hint) from error


def _template_error(error: BrokenTemplateError, project: Project, extensions: Extensions) -> ContractError:
    """The error at its line: in the override, or in the template that one made fail."""
    name = error.template
    # If the formatter refuses the result, no single template is to blame.
    own = f"<templates>/{name}" if name else project.configuration.folder
    file = f"{override_folder(project)}/{name}" if error.is_override else own
    column, width = _column(extensions.sources.get(file, b""), error)
    position, hint = Position(file, error.line, column), _hint(error, extensions)
    diagnostic = Diagnostic(position, Code.BROKEN_TEMPLATE, error.message, hint, width)
    return ContractError((diagnostic,), {**project.texts, **extensions.sources})


def _hint(error: BrokenTemplateError, extensions: Extensions) -> str:
    if error.is_override:
        meant = f"did you mean '{error.meant}'? " if error.meant else ""
        return f"{meant}compare it with the template of this version: sealwax templates --show {error.template}"
    if extensions.overrides:
        return f"perhaps because of an override: {', '.join(extensions.overrides)}"
    folder = error.template.partition("/")[0].replace("_", "-")
    owners = (f"the target '{each.name}'" for each in extensions.targets if each.name == folder)
    return f"this is a bug in {next(owners, 'sealwax')}: please report it"


def _column(raw: bytes, error: BrokenTemplateError) -> tuple[int, int]:
    """The column and the width of the name that an error is about, as far as it is in the line."""
    lines = raw.decode("utf-8", "replace").removeprefix("\ufeff").split("\n")
    line = lines[error.line - 1] if error.line <= len(lines) else ""
    for name in reversed(re.findall(r"'([\w./-]+)'", error.message)):
        if (found := re.search(rf"(?<!\w){re.escape(name)}(?!\w)", line)) is not None:
            return found.start() + 1, len(name)
    return 1, 1
