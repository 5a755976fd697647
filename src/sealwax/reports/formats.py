"""The values of --format, and the modules that render results."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sealwax.reports.results import Results

FORMATS = ("text", "json", "markdown", "github", "sarif", "junit")
"""The values of --format. Text and JSON differ by command; each of the others has a module that renders results."""


def render_results(found: "Results", form: str) -> str:
    """The results as github, markdown, sarif or junit."""
    match form:  # a command needs one of these modules at most
        case "github":
            from sealwax.reports.github import render
        case "markdown":
            from sealwax.reports.markdown import render
        case "sarif":
            from sealwax.reports.sarif import render
        case "junit":
            from sealwax.reports.junit import render
        case _:
            raise ValueError(f"not a format for results: {form}")
    return render(found)
