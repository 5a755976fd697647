"""The commands: each takes a request with its arguments, and returns an answer."""

from typing import assert_never

from msgspec.structs import replace

from sealwax.commands.requests import (
    BROKEN,
    Answer,
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
    Templates,
    Verify,
    report,
)
from sealwax.diagnostics import Diagnostic, Position
from sealwax.failures import ContractError, WorkspaceError
from sealwax.reports.terminal import inert, visible


def run(request: Request, arguments: Arguments) -> Answer:
    """Run a command. Every expected failure becomes an answer, in which nothing can control a CI system."""
    answer = _run(request, arguments)
    out = inert(answer.out, is_annotated=request.form == "github")
    return replace(answer, out=out, err=inert(answer.err, is_annotated=request.form == "github"))


def _run(request: Request, arguments: Arguments) -> Answer:
    try:
        return _answer(request, arguments)
    except ContractError as error:
        # The errors are what the other commands were asked for.
        is_answer = not isinstance(arguments, Generate | Init | Release)
        text = report(request, error.diagnostics, error.sources, to_out=is_answer)
        return Answer(BROKEN, out=text) if is_answer else Answer(BROKEN, err=text)
    except WorkspaceError as error:
        if isinstance(arguments, Lint | Check | Diff | Templates) and request.form != "text":
            found = [
                Diagnostic(Position(path or ".", 1, 1), error.code, message, error.hint)
                for path, message in error.problems.items()
            ]
            return Answer(BROKEN, out=report(request, found, {}))
        lines = [f"sealwax: {visible(error.message)}", *(f"  {visible(line)}" for line in error.listed)]
        lines.extend([f"hint: {visible(error.hint)}"] if error.hint else [])
        # None of these lines is an annotation, but some may be what a server wrote.
        return Answer(BROKEN, err=inert("".join(f"{line}\n" for line in lines)))


def _answer(request: Request, arguments: Arguments) -> Answer:
    """Run a command. Only its own modules are imported, because it has to start fast."""
    match arguments:
        case Init():
            from sealwax.commands.init import init

            return init(request, arguments)
        case Lint():
            from sealwax.commands.lint import lint

            return lint(request, arguments)
        case Generate():
            from sealwax.commands.generate import generate

            return generate(request, arguments)
        case Check():
            from sealwax.commands.check import check

            return check(request, arguments)
        case Diff():
            from sealwax.commands.diff import diff

            return diff(request, arguments)
        case Release():
            from sealwax.commands.release import release

            return release(request, arguments)
        case Verify():
            from sealwax.commands.verify import verify

            return verify(request, arguments)
        case Templates():
            from sealwax.commands.templates import templates

            return templates(request, arguments)
        case Explain():
            from sealwax.commands.explain import explain

            return explain(request, arguments)
        case Schema():
            from sealwax.commands.schema import schema

            return schema(request, arguments)
        case _:
            assert_never(arguments)
