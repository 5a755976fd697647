"""index.html of the output folder: all contracts of a project, each with a link to its page."""

from collections.abc import Sequence

from msgspec import Struct

from sealwax.contract.model import Contract
from sealwax.languages.markdown import comment
from sealwax.rendering import ALL_CONTRACTS, Finished, Page


class ProjectView(Struct, frozen=True):
    header: Finished
    contracts: tuple[Contract, ...]


def project_page(contracts: Sequence[Contract]) -> Page:
    return Page("index.html", "html/project.html.j2", ProjectView(comment(ALL_CONTRACTS), tuple(contracts)))
