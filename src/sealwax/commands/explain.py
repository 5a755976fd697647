"""explain: prints the page about a code."""

from sealwax.commands.requests import CLEAN, Answer, Request
from sealwax.diagnostics import did_you_mean
from sealwax.failures import WorkspaceError


def explain(request: Request) -> Answer:
    """Print the page about a code, a rule or a kind of drift; without one, list them all."""
    from sealwax.reports.explanations import explained_codes, render_list, render_page  # the others do not need it

    if not request.code:
        return Answer(CLEAN, render_list())
    known = explained_codes()
    if request.code not in known:
        hint = did_you_mean(request.code, known, f"{request.program} explain lists all of them")
        raise WorkspaceError(f"there is nothing to explain about '{request.code}'", hint)
    return Answer(CLEAN, render_page(request.code, color=request.color_out))
