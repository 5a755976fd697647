"""index.html of the output folder: all contracts of a project, each with a link to its page."""

from collections.abc import Sequence

from sealwax.contract.model import Contract
from sealwax.frozen import frozen
from sealwax.languages.html import comment
from sealwax.rendering import ALL_CONTRACTS, Finished, Page


@frozen
class ProjectView:
    header: Finished
    contracts: tuple[Contract, ...]


def project_page(contracts: Sequence[Contract]) -> Page:
    return Page("index.html", "html/project.html.j2", ProjectView(comment(ALL_CONTRACTS), tuple(contracts)))
