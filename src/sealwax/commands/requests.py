"""The request and the arguments that a command takes, and the answer that it returns."""

import shlex
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct

from sealwax.diagnostics import Diagnostic, errors
from sealwax.reports.terminal import visible

if TYPE_CHECKING:
    from sealwax.reports.results import Folded

CLEAN, DRIFT, BROKEN = 0, 1, 2
FOUND = 1


class Server(Struct, frozen=True):
    """A running server to hold to its contract."""

    kind: str
    """mcp or http"""
    address: str
    """The address, or for `mcp` the command that starts it."""
    start: str
    """For `http`: the command that starts it; empty if it runs already."""
    seconds: float
    """The time limit of the whole run."""


class Init(Struct, frozen=True):
    """What a new project is to have."""

    name: str = ""
    """The name of its contract; empty for that of its folder."""
    base: str = ""
    """The contract of sealwax that it extends; empty for none."""
    example: bool = False
    github: bool = False
    pre_commit: bool = False
    makefile: bool = False


class Lint(Struct, frozen=True):
    files: tuple[str, ...] = ()
    """The contracts to read, by path from the root; empty for all of the project."""
    fail_on: str = "error"


class Generate(Struct, frozen=True):
    targets: tuple[str, ...] = ()
    """Only files of these targets; empty for everything."""
    dry_run: bool = False
    """Whether to print what would be done, and do nothing."""
    force: tuple[str, ...] = ()
    """Files to overwrite although they no longer look generated, by path from the root."""


class Check(Struct, frozen=True):
    targets: tuple[str, ...] = ()
    """Only files of these targets; empty for everything."""
    fail_on: str = "error"


class Diff(Struct, frozen=True):
    against: str
    """A revision, a file, a folder or a package; empty for the merge base with the main branch."""
    fail_on: str
    write_version: bool
    today: str
    """The date, on which accepted changes expire."""


class Release(Struct, frozen=True):
    today: str
    """The date, on which accepted changes expire."""


class Verify(Struct, frozen=True):
    contract: str
    """The name of a contract of the project, or the path of any contract."""
    files: tuple[str, ...]
    """Payloads; with a server, the file that lists the calls."""
    type: str | None
    """The type to check each value against; None for the envelope."""
    fail_on: str
    undeclared: bool
    """Whether keys of open records that the contract does not declare are advice."""
    show: Callable[[str], bool]
    """Prints findings at once, because the input may never end. Returns whether anybody still reads them."""
    tick: Callable[[int], None]
    """Takes the number of values so far, to show progress."""
    server: Server | None = None


class Templates(Struct, frozen=True):
    show: str = ""
    """The template to print."""
    copy: str = ""
    """The template to copy."""


class Explain(Struct, frozen=True):
    code: str = ""
    """Empty for a list of all codes."""


class Schema(Struct, frozen=True):
    pass


Arguments: TypeAlias = Init | Lint | Generate | Check | Diff | Release | Verify | Templates | Explain | Schema
"""The arguments of one command each."""


class Request(Struct, frozen=True):
    """What all commands take: where the project is, and how to print the answer."""

    root: Path
    prefix: str
    """The path from the current folder to the project, put before every printed path."""
    form: str
    """One of `FORMATS`."""
    color_out: bool
    color_err: bool
    progress: Callable[[str], None]
    command: str = ""
    program: str = "sealwax"
    """The command that runs sealwax here."""
    is_found: bool = False
    """Whether sealwax finds the project from the current folder by itself."""
    quiet: bool = False
    """Whether to print only what is wrong."""

    @property
    def fix(self) -> str:
        """The command that fixes drift, to be typed in the current folder."""
        folder = "" if self.is_found else self.prefix.removesuffix("/") or self.prefix
        options = f" --root {shlex.quote(folder)}" if folder else ""
        return visible(f"{self.program} generate{options}")

    def shown(self, path: str) -> str:
        """A path of the project as it is printed."""
        return visible(self.prefix + path)


class Answer(Struct, frozen=True):
    """The exit code of a command, and its output."""

    code: int
    out: str = ""
    err: str = ""


def report(
    request: Request,
    diagnostics: Sequence[Diagnostic],
    sources: Mapping[str, bytes],
    *,
    to_out: bool = True,
    said: "tuple[tuple[str, ...], tuple[Folded, ...]]" = ((), ()),
) -> str:
    """The diagnostics in the form that was asked for. `said`: an overview, and longer texts."""
    from sealwax.reports.diagnostics import render_diagnostics  # not needed when all is well

    color = request.color_out if to_out else request.color_err
    terms = (request.form, request.prefix)
    text = render_diagnostics(diagnostics, sources, *terms, color=color, command=request.command, said=said)
    if request.form != "text" or not diagnostics:
        return text
    most_severe = (*errors(diagnostics), *diagnostics)[0]
    return f"{text}To learn more, run: {request.program} explain {most_severe.code.value}\n"
