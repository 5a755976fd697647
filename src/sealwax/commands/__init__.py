"""The commands, each in a module of its name: a class that holds the arguments, and takes a request to an answer."""

import shlex
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Protocol

from msgspec import Struct

from sealwax.diagnostics import Diagnostic, Position, errors
from sealwax.failures import ContractError, WorkspaceError
from sealwax.reports.terminal import inert, visible

if TYPE_CHECKING:
    from sealwax.reports.results import Folded

CLEAN, DRIFT, BROKEN = 0, 1, 2
FOUND = 1


class Request(Struct, frozen=True):
    """What all commands take: where the project is, and how to print the answer."""

    root: Path
    prefix: str
    """The path from the current folder to the project, put before every printed path."""
    form: str
    """A value of --format."""
    color_out: bool
    color_err: bool
    progress: Callable[[str], None]
    show: Callable[[str], bool]
    """Prints findings at once, because the input may never end. Returns whether anybody still reads them."""
    tick: Callable[[int], None]
    """Takes the number of values so far, to show progress."""
    today: str
    """The date, on which accepted changes expire."""
    command: str = ""
    program: str = "sealwax"
    """The command that runs sealwax here."""
    is_found: bool = False
    """Whether sealwax finds the project from the current folder by itself."""
    quiet: bool = False
    """Whether to print only what is wrong."""
    is_typed: bool = False
    """Whether standard input is what somebody types."""
    columns: int = 0
    """The width of the terminal; 0 if the answer goes elsewhere."""

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


class Command(Protocol):
    """The arguments of a command. The module `sealwax.commands.NAME` has a class `Name` for it."""

    reports_errors: ClassVar[bool]
    """Whether errors in the project are what it was asked for. Otherwise they go to standard error."""

    def run(self, request: Request) -> Answer: ...


def run(request: Request, command: Command) -> Answer:
    """Run a command. Every expected failure becomes an answer, in which nothing can control a CI system."""
    answer, is_annotated = _run(request, command), request.form == "github"
    return Answer(answer.code, *(inert(text, is_annotated=is_annotated) for text in (answer.out, answer.err)))


def _run(request: Request, command: Command) -> Answer:
    try:
        return command.run(request)
    except ContractError as error:
        text = report(request, error.diagnostics, error.sources, to_out=command.reports_errors)
        return Answer(BROKEN, out=text) if command.reports_errors else Answer(BROKEN, err=text)
    except WorkspaceError as error:
        if command.reports_errors and request.form != "text":
            found = [
                Diagnostic(Position(path or ".", 1, 1), error.code, message, error.hint)
                for path, message in error.problems.items()
            ]
            return Answer(BROKEN, out=report(request, found, {}))
        lines = [f"sealwax: {visible(error.message)}", *(f"  {visible(line)}" for line in error.listed)]
        lines.extend([f"hint: {visible(error.hint)}"] if error.hint else [])
        return Answer(BROKEN, err="".join(f"{line}\n" for line in lines))


def report(
    request: Request,
    diagnostics: Sequence[Diagnostic],
    sources: Mapping[str, bytes],
    *,
    to_out: bool = True,
    overview: tuple[str, ...] = (),
    folded: "tuple[Folded, ...]" = (),
) -> str:
    """The diagnostics in the form that was asked for. For the overview and what is folded, see `Results`."""
    from sealwax.reports.diagnostics import render_diagnostics  # not needed when all is well

    text = render_diagnostics(
        diagnostics,
        sources,
        request.form,
        request.prefix,
        color=request.color_out if to_out else request.color_err,
        command=request.command,
        overview=overview,
        folded=folded,
    )
    if request.form != "text" or not diagnostics:
        return text
    most_severe = (*errors(diagnostics), *diagnostics)[0]
    return f"{text}To learn more, run: {request.program} explain {most_severe.code.value}\n"
