"""init: starts a project."""

import shlex
from pathlib import Path

from sealwax.commands.answers import CLEAN, Answer, Request
from sealwax.project.output import FOLDER
from sealwax.project.workspace import CONTRACTS, OWN_FILE, WorkspaceError, read_configuration
from sealwax.reports.terminal import visible

USUAL = f"{CONTRACTS}/*.yaml"


def init(request: Request) -> Answer:
    """Write the files of a new project that do not exist yet, and say what to do next."""
    from sealwax.project.starting import missing_lines, new_files, write_new  # the other commands do not need it

    if request.start is None:
        raise ValueError("there is nothing to start")
    output, configured_in = _configured(request.root)
    name, files = new_files(request.start, request.root, output, configured_in)
    written, kept = write_new(request.root, files)
    lines = [f"wrote {request.shown(file.path)}" for file in written]
    for file in kept:
        missing = missing_lines(request.root, file)
        lines.append(f"kept {request.shown(file.path)}, which exists" + ("; add to it:" if missing else ""))
        lines.extend(f"    {line}".rstrip() for line in missing.splitlines())
    bases = [f"{output}/{request.start.base}/python"] if request.start.base else []
    packages = " ".join(_typed(request, path) for path in (*bases, f"{output}/{name}/python"))
    checked = ["mypy --strict " + _typed(request, "handler.py")] if request.start.example else []
    install = f"pip install {'mypy ' if checked else ''}{packages}"
    lines += ["", "Next:", *(f"  {step}" for step in (request.fix, install, *checked))]
    return Answer(CLEAN, "".join(f"{line}\n" for line in lines))


def _typed(request: Request, path: str) -> str:
    """A path as part of a command that somebody copies into a shell."""
    return visible(shlex.quote(request.prefix + path))


def _configured(root: Path) -> tuple[str, str]:
    """The output folder, and the file that holds the configuration or is to hold it."""
    if not root.is_dir() or not (settings := read_configuration(root)):
        return FOLDER, OWN_FILE
    from sealwax.project.loading import read_settings  # few new projects need it

    configuration = read_settings(settings)
    if configuration is None:
        return FOLDER, OWN_FILE
    if configuration.patterns and USUAL not in configuration.patterns:
        message = f"the configuration of this project reads no contracts from {CONTRACTS}/"
        raise WorkspaceError(message, f'add "{USUAL}" to `contracts` in {configuration.document.source.file}')
    return configuration.folder, configuration.document.source.file
