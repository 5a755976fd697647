"""explain: prints the page about a code."""

from sealwax.commands.requests import CLEAN, Answer, Explain, Request
from sealwax.diagnostics import did_you_mean
from sealwax.failures import WorkspaceError
from sealwax.reports.explanations import explained_codes, render_list, render_page


def explain(request: Request, arguments: Explain) -> Answer:
    """Print the page about a code, a rule or a kind of drift; without one, list them all."""
    if not arguments.code:
        return Answer(CLEAN, render_list())
    known = explained_codes()
    if arguments.code not in known:
        hint = did_you_mean(arguments.code, known, f"{request.program} explain lists all of them")
        raise WorkspaceError(f"unknown code '{arguments.code}'", hint)
    return Answer(CLEAN, render_page(arguments.code, color=request.color_out))
