"""What a project adds to sealwax: targets of installed packages, and overrides of templates."""

import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from sealwax.diagnostics import Code, Position, Report
from sealwax.frozen import frozen
from sealwax.project.loading import ContractError, Project
from sealwax.project.overrides import NO_OVERRIDES, Overrides, override_folder, read_overrides
from sealwax.rendering import BrokenTemplateError, Target, TargetError
from sealwax.targets import template_files


@frozen
class Extensions:
    targets: tuple[Target, ...] = ()
    overrides: Overrides = NO_OVERRIDES


def read_extensions(project: Project) -> Extensions:
    """The extensions that the configuration names. Nothing in the project itself is imported."""
    configuration = project.configuration
    if configuration is None or not (configuration.installed or configuration.templates):
        return Extensions()
    targets = _load_targets(project)
    return Extensions(targets, read_overrides(project, template_files(targets)))


def templates(project: Project) -> Mapping[str, Path]:
    """The templates that the project can override, by path."""
    return template_files(_load_targets(project))


@contextmanager
def reported(project: Project, overrides: Overrides = NO_OVERRIDES) -> Iterator[None]:
    """Turn errors of templates and of targets of other packages into diagnostics."""
    try:
        yield
    except BrokenTemplateError as error:
        raise _template_error(error, project, overrides) from error
    except TargetError as error:
        if sys.flags.dev_mode:  # its author wants to see where it comes from
            raise
        raise _target_error(error, project) from error


def _load_targets(project: Project) -> tuple[Target, ...]:
    configuration = project.configuration
    if configuration is None or not configuration.installed:
        return ()
    from sealwax.targets.installed import load  # few projects need it

    with reported(project):
        return tuple(load(name, project.root) for name in configuration.installed)


def _target_error(error: TargetError, project: Project) -> ContractError:
    """The error, at the name of the target in the configuration."""
    configuration, report = project.configuration, Report()
    if configuration is not None:
        place = configuration.value("targets", configuration.installed[error.target])
        hint = "report it to the author of the package; python -X dev -m sealwax check shows where it comes from"
        report.add(Code.BROKEN_TARGET, place.position, str(error), hint, place.width)
    return ContractError(report.sorted(), project.texts)


def _template_error(error: BrokenTemplateError, project: Project, overrides: Overrides) -> ContractError:
    """The error at its line: in the override, or in the template that one made fail."""
    name = error.template
    own = f"<templates>/{name}" if name else project.folder  # no single template if the formatter refuses the result
    file = f"{override_folder(project)}/{name}" if error.is_override else own
    column, width = _column(overrides.sources.get(file, b""), error)
    report = Report()
    hint = _hint(error, project, overrides)
    report.add(Code.BROKEN_TEMPLATE, Position(file, error.line, column), error.message, hint, width)
    return ContractError(report.sorted(), {**project.texts, **overrides.sources})


def _hint(error: BrokenTemplateError, project: Project, overrides: Overrides) -> str:
    if error.is_override:
        return f"compare it with the template of this version: sealwax templates --show {error.template}"
    if overrides.texts:
        return f"perhaps because of an override: {', '.join(overrides.texts)}"
    installed = project.configuration.installed if project.configuration is not None else {}
    owners = (f"the target '{each}'" for each in installed if error.template.startswith(f"{each.replace('-', '_')}/"))
    return f"this is a bug in {next(owners, 'sealwax')}: please report it"


def _column(raw: bytes, error: BrokenTemplateError) -> tuple[int, int]:
    """The column and the width of the name that an error is about, as far as it is in the line."""
    lines = raw.decode("utf-8", "replace").removeprefix("\ufeff").split("\n")
    line = lines[error.line - 1] if error.line <= len(lines) else ""
    for name in reversed(re.findall(r"'([\w./-]+)'", error.message)):
        if (found := re.search(rf"(?<!\w){re.escape(name)}(?!\w)", line)) is not None:
            return found.start() + 1, len(name)
    return 1, 1
