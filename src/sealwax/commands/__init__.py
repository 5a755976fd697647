"""The commands, each in a module of its name: a class that holds the arguments, and takes a request to an answer."""

from msgspec.structs import replace

from sealwax.commands.requests import BROKEN, Answer, Command, Request, report
from sealwax.diagnostics import Diagnostic, Position
from sealwax.failures import ContractError, WorkspaceError
from sealwax.reports.terminal import inert, visible


def run(request: Request, command: Command) -> Answer:
    """Run a command. Every expected failure becomes an answer, in which nothing can control a CI system."""
    answer = _run(request, command)
    out = inert(answer.out, is_annotated=request.form == "github")
    return replace(answer, out=out, err=inert(answer.err, is_annotated=request.form == "github"))


def _run(request: Request, command: Command) -> Answer:
    try:
        return command.run(request)
    except ContractError as error:
        # The errors are what the other commands were asked for.
        is_answer = request.command not in ("generate", "init", "release")
        text = report(request, error.diagnostics, error.sources, to_out=is_answer)
        return Answer(BROKEN, out=text) if is_answer else Answer(BROKEN, err=text)
    except WorkspaceError as error:
        if request.command in ("lint", "check", "diff", "templates") and request.form != "text":
            found = [
                Diagnostic(Position(path or ".", 1, 1), error.code, message, error.hint)
                for path, message in error.problems.items()
            ]
            return Answer(BROKEN, out=report(request, found, {}))
        lines = [f"sealwax: {visible(error.message)}", *(f"  {visible(line)}" for line in error.listed)]
        lines.extend([f"hint: {visible(error.hint)}"] if error.hint else [])
        # None of these lines is an annotation, but some may be what a server wrote.
        return Answer(BROKEN, err=inert("".join(f"{line}\n" for line in lines)))
