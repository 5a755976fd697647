"""The commands: each takes a request and returns its answer."""

from msgspec.structs import replace

from sealwax.commands.diff import diff
from sealwax.commands.explain import explain
from sealwax.commands.generating import check, generate, lint
from sealwax.commands.release import release
from sealwax.commands.requests import BROKEN, Answer, Request, report
from sealwax.commands.schema import schema
from sealwax.commands.templates import templates
from sealwax.commands.verify import verify
from sealwax.diagnostics import Diagnostic, Position
from sealwax.failures import ContractError, WorkspaceError
from sealwax.reports.terminal import inert, visible


def _init(request: Request) -> Answer:
    from sealwax.commands.init import init  # the other commands do not need it

    return init(request)


_COMMANDS = {
    "init": _init,
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
        return Answer(BROKEN, err="".join(f"{line}\n" for line in lines))
