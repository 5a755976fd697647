"""Turns the parsed command line into the request and the arguments of a command."""

import os
import sys
from argparse import Namespace
from pathlib import Path

from sealwax.cli.streams import Ticker, progress, wants_color
from sealwax.commands.requests import (
    Arguments,
    Check,
    Diff,
    Explain,
    Generate,
    Init,
    Lint,
    Release,
    Request,
    Schema,
    Server,
    Templates,
    Verify,
)
from sealwax.project.project_root import find_root


def request(parsed: Namespace) -> Request:
    """The request, for the project that was named or is found from the current folder."""
    here = Path.cwd()
    found = None if parsed.command == "init" else find_root(here)  # a new project starts here
    root = parsed.root if parsed.root is not None else found or Path()
    return Request(
        command=parsed.command,
        root=root,
        prefix=_prefix(root, here, parsed.format),
        form=parsed.format,
        color_out=wants_color(sys.stdout),
        color_err=wants_color(sys.stderr),
        progress=progress,
        program=_program(),
        is_found=parsed.root is None,
        quiet=parsed.quiet,
    )


def arguments(parsed: Namespace, root: Path) -> Arguments:
    """The arguments of any command except `verify`."""
    match parsed.command:
        case "init":
            return Init(parsed.name, parsed.base, parsed.example, parsed.github, parsed.pre_commit, parsed.makefile)
        case "lint":
            return Lint(tuple(_from_root(root, file) for file in parsed.files), parsed.fail_on)
        case "generate":
            force = tuple(_from_root(root, file) for file in parsed.force)
            return Generate(tuple(parsed.target), parsed.dry_run, force)
        case "check":
            return Check(tuple(parsed.target), parsed.fail_on)
        case "diff":
            return Diff(parsed.against, parsed.fail_on, parsed.write_version, _today())
        case "release":
            return Release(_today())
        case "templates":
            return Templates(parsed.show, parsed.copy)
        case "explain":
            return Explain(parsed.code)
        case "schema":
            return Schema()
        case _:
            raise ValueError(f"not a command: {parsed.command}")


def _today() -> str:
    from datetime import UTC, datetime  # most commands do not need it

    return datetime.now(UTC).date().isoformat()


def verify_arguments(parsed: Namespace, ticker: Ticker) -> Verify:
    server = _server(parsed)
    files = tuple(parsed.files) or (("-",) if server is None else ())
    shown = (parsed.fail_on, parsed.undeclared, ticker.show, ticker.tick, server)
    return Verify(parsed.contract, files, parsed.type, *shown)


def _server(parsed: Namespace) -> Server | None:
    for kind, address in (("mcp", parsed.mcp), ("http", parsed.http)):
        if address is not None:
            return Server(kind, address, parsed.start or "", parsed.time_limit)
    return None


def _prefix(root: Path, here: Path, form: str) -> str:
    """The path from the current folder to the project. Places in a checkout cannot go up, so there it is absolute."""
    there = root.resolve()
    if there.is_relative_to(here):
        shown = there.relative_to(here).as_posix()
    elif form in ("github", "sarif") or there.drive != here.drive:
        shown = there.as_posix()
    else:
        shown = Path(os.path.relpath(there, here)).as_posix()
    return "" if shown == "." else f"{shown.removesuffix('/')}/"


def _from_root(root: Path, file: str) -> str:
    """The path from the project to a file that was named from the current folder."""
    return Path(os.path.relpath(os.path.abspath(file), root.resolve())).as_posix()


def _program() -> str:
    """The command that runs this sealwax again: its name if it is on the PATH, otherwise its path."""
    called = Path(sys.argv[0])
    if called.name == "__main__.py" and called.parent.name == "sealwax":
        return "python -P -m sealwax"
    if called.stem != "sealwax" or str(called.parent) in os.environ.get("PATH", "").split(os.pathsep):
        return "sealwax"
    here, there = Path.cwd(), Path(os.path.abspath(called))  # resolve() would follow links
    from shlex import quote  # not needed when the name is enough

    return quote(str(there.relative_to(here) if there.is_relative_to(here) else there))
