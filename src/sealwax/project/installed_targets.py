"""The targets of installed packages that a project names. Nothing in the project itself is ever imported."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from sealwax.diagnostics import Code
from sealwax.project.loading import Project
from sealwax.rendering import Target, TargetError


def load_targets(project: Project) -> tuple[Target, ...]:
    """The targets of other packages that the configuration names."""
    if not project.configuration.installed:
        return ()
    from sealwax.targets.installed import load  # few projects need it

    with reported(project):
        return tuple(load(name, project.root) for name in project.configuration.installed)


@contextmanager
def reported(project: Project) -> Iterator[None]:
    """Turn errors of targets of other packages into diagnostics."""
    try:
        yield
    except TargetError as error:
        if sys.flags.dev_mode:  # its author wants to see where it comes from
            raise
        from sealwax.targets.installed import offered, package

        name, (entry,) = error.target, offered()[error.target]
        message = f"the target '{name}' of {package(entry)} {error}"
        hint = "report it to the author of the package; python -P -X dev -m sealwax check shows where it comes from"
        at = project.configuration.installed[name]
        raise project.misconfigured(Code.BROKEN_TARGET, ("targets", at), message, hint) from error
