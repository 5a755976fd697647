"""Turns the parsed command line into the request and the arguments of a command."""

import os
import sys
from argparse import Namespace
from importlib import import_module
from pathlib import Path
from time import gmtime, strftime

from msgspec import convert

from sealwax.cli.streams import Ticker, columns_of, is_terminal, progress, wants_color
from sealwax.commands import Command, Request
from sealwax.project.loading import find_root


def request(parsed: Namespace, ticker: Ticker) -> Request:
    """The request, for the project that was named or is found from the current folder."""
    here = Path.cwd()
    found = None if parsed.command == "init" else find_root(here)  # a new project starts here
    root = parsed.root if parsed.root is not None else found or _home(parsed)
    return Request(
        command=parsed.command,
        root=root,
        prefix=_prefix(root, here, parsed.format),
        form=parsed.format,
        color_out=wants_color(sys.stdout),
        color_err=wants_color(sys.stderr),
        progress=progress,
        show=ticker.show,
        tick=ticker.tick,
        today=strftime("%Y-%m-%d", gmtime()),
        program=_program(),
        is_found=parsed.root is None,
        quiet=parsed.quiet,
        is_typed=is_terminal(sys.stdin),
        columns=columns_of(sys.stdout),
    )


def _home(parsed: Namespace) -> Path:
    """Without a project here: the project of the contract that is named, or its folder; else the current one."""
    named = {"lint": vars(parsed).get("files", ()), "verify": (vars(parsed).get("contract", ""),)}
    files = (Path(os.path.abspath(file)) for file in named.get(parsed.command, ()) if os.path.isfile(file))
    folder = next((file.parent for file in files), None)
    return Path() if folder is None else find_root(folder) or folder


def command(parsed: Namespace) -> Command:
    """The command with its arguments. Only its own module is imported, because it has to start fast."""
    module = import_module(f"sealwax.commands.{parsed.command}")
    found: Command = convert(vars(parsed), getattr(module, parsed.command.title()))
    return found


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


def _program() -> str:
    """The command that runs sealwax: by name, since a path is only right on this machine, but people read it in CI."""
    called = Path(sys.argv[0])
    return "python -P -m sealwax" if called.name == "__main__.py" and called.parent.name == "sealwax" else "sealwax"
