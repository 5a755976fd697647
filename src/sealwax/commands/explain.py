"""explain: prints the page about a code."""

from typing import ClassVar

from msgspec import Struct

from sealwax.commands import CLEAN, Answer, Request
from sealwax.diagnostics import did_you_mean
from sealwax.failures import WorkspaceError
from sealwax.reports.explanations import explained_codes, render_list, render_page


class Explain(Struct, frozen=True):
    reports_errors: ClassVar = False
    code: str = ""
    """Empty for a list of all codes."""

    def run(self, request: Request) -> Answer:
        """Print the page about a code, a rule or a kind of drift; without one, list them all."""
        if not self.code:
            return Answer(CLEAN, render_list(request.columns))
        known = explained_codes()
        if self.code not in known:
            hint = did_you_mean(self.code, known, f"{request.program} explain lists all of them")
            raise WorkspaceError(f"unknown code '{self.code}'", hint)
        return Answer(CLEAN, render_page(self.code, color=request.color_out))
