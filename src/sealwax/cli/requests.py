"""Turns parsed arguments into the request of a command."""

import os
import sys
from argparse import Namespace
from pathlib import Path

from msgspec.structs import replace

from sealwax.cli.streams import Ticker, progress, wants_color
from sealwax.commands.answers import Comparing, Payloads, Request, Scope, Server
from sealwax.project.finding import find_root


def request(parsed: Namespace) -> Request:
    """The request, for the project that was named or is found from the current folder."""
    here = Path.cwd()
    found = None if parsed.command == "init" else find_root(here)  # a new project starts here
    root = parsed.root if parsed.root is not None else found or Path()
    common = Request(
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
    match parsed.command:
        case "init":
            from sealwax.project.starting import Start  # the other commands do not need it

            named = (parsed.name, parsed.base, parsed.example, parsed.github, parsed.pre_commit, parsed.makefile)
            return replace(common, start=Start(*named))
        case "lint":
            files = tuple(_from_root(root, file) for file in parsed.files)
            return replace(common, files=files, fail_on=parsed.fail_on)
        case "generate":
            force = tuple(_from_root(root, file) for file in parsed.force)
            return replace(common, scope=Scope(tuple(parsed.target), parsed.dry_run, force))
        case "check":
            return replace(common, scope=Scope(tuple(parsed.target)), fail_on=parsed.fail_on)
        case "diff":
            asked = Comparing(parsed.against, parsed.fail_on, parsed.write_version)
            return replace(common, comparing=asked, today=_today())
        case "release":
            return replace(common, today=_today())
        case "explain":
            return replace(common, code=parsed.code)
        case "templates":
            return replace(common, show=parsed.show, copy=parsed.copy)
        case _:
            return common


def _today() -> str:
    from datetime import UTC, datetime  # most commands do not need it

    return datetime.now(UTC).date().isoformat()


def payloads(parsed: Namespace, ticker: Ticker) -> Payloads:
    """The payloads that `verify` was asked to read."""
    server = _server(parsed)
    files = tuple(parsed.files) or (("-",) if server is None else ())
    shown = (parsed.fail_on, parsed.undeclared, ticker.show, ticker.tick, server)
    return Payloads(parsed.contract, files, parsed.type, *shown)


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
