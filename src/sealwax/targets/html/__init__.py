"""A reference to look at: one self-contained HTML page per contract, with search, a checker and calls to copy."""

from collections.abc import Iterator

from sealwax.contract.model import Contract
from sealwax.rendering import Page, Target
from sealwax.targets.html.filters import FILTERS
from sealwax.targets.html.page import page_view


def pages(contract: Contract) -> Iterator[Page]:
    yield Page(f"{contract.name}/html/index.html", "html/index.html.j2", page_view(contract))


TARGET = Target("html", pages, FILTERS)
