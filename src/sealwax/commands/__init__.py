"""The commands: each takes a request and returns its answer."""

from msgspec.structs import replace

from sealwax.commands.answers import BROKEN, Answer, Request, report
from sealwax.commands.comparing import diff
from sealwax.commands.editing import schema
from sealwax.commands.explaining import explain
from sealwax.commands.generating import check, generate, lint
from sealwax.commands.releasing import release
from sealwax.commands.starting import init
from sealwax.commands.template_files import templates
from sealwax.commands.verifying import verify
from sealwax.diagnostics import Diagnostic, Position
from sealwax.project.loading import ContractError
from sealwax.project.workspace import WorkspaceError
from sealwax.reports.terminal import inert, visible

_COMMANDS = {
    "init": init,
    "lint": lint,
    "generate": generate,
    "check": check,
    "diff": diff,
    "release": release,
    "verify": verify,
    "templates": templates,
    "explain": explain,
    "schema": schema,
}


def run(command: str, request: Request) -> Answer:
    """Run any of the commands. Every expected failure becomes an answer, in which nothing can control a CI system."""
    answer = _run(command, request)
    out = inert(answer.out, is_annotated=request.form == "github")
    return replace(answer, out=out, err=inert(answer.err, is_annotated=request.form == "github"))


def _run(command: str, request: Request) -> Answer:
    try:
        return _COMMANDS[command](request)
    except ContractError as error:
        is_answer = command not in (
            "generate",
            "init",
            "release",
        )  # the errors are what the other commands were asked for
        text = report(request, error.diagnostics, error.sources, to_out=is_answer)
        return Answer(BROKEN, out=text) if is_answer else Answer(BROKEN, err=text)
    except WorkspaceError as error:
        if command in ("lint", "check", "diff", "templates") and request.form != "text":
            found = [
                Diagnostic(Position(path or ".", 1, 1), error.code, message, error.hint)
                for path, message in error.problems.items()
            ]
            return Answer(BROKEN, out=report(request, found, {}))
        lines = [f"sealwax: {visible(error.message)}", *(f"  {visible(line)}" for line in error.listed)]
        lines.extend([f"hint: {visible(error.hint)}"] if error.hint else [])
        # None of these lines is an annotation, but some may be what a server wrote.
        return Answer(BROKEN, err=inert("".join(f"{line}\n" for line in lines)))
