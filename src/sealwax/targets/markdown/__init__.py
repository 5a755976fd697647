"""Reference pages in Markdown: every fact of a contract, for people.

The text of the pages is in the templates. Views hold parts of the contract and what has to be computed from it.
"""

from collections.abc import Iterator

from sealwax.contract.model import Contract
from sealwax.frozen import frozen
from sealwax.languages.markdown import comment
from sealwax.rendering import Finished, Page, Target, header
from sealwax.targets.markdown.builders import builders_view
from sealwax.targets.markdown.enforcement import enforcement_view, enforcers_of
from sealwax.targets.markdown.enums import enums_view
from sealwax.targets.markdown.envelope import envelope_view
from sealwax.targets.markdown.examples import examples_view
from sealwax.targets.markdown.filters import FILTERS
from sealwax.targets.markdown.guide import guide_view
from sealwax.targets.markdown.partial import partial_view
from sealwax.targets.markdown.places import CATALOGUES, Places, enums_on, places_of
from sealwax.targets.markdown.project import project_pages
from sealwax.targets.markdown.tiers import tiers_view
from sealwax.targets.markdown.types import types_view
from sealwax.targets.markdown.validation import validation_view

__all__ = ["TARGET", "project_pages"]


@frozen
class ReadmeView:
    """README.md: the contract, the list of its pages, its rollout, sources and links."""

    header: Finished
    contract: Contract
    pages: tuple[str, ...]
    """The file names of the other pages."""


@frozen
class ToolsView:
    """tools.md: the payload of each tool."""

    header: Finished
    places: Places
    contract: Contract


def pages(contract: Contract) -> Iterator[Page]:
    line = comment(header(contract.name))
    views = dict(_views(contract, line))
    for file, view in {"README.md": ReadmeView(line, contract, tuple(views)), **views}.items():
        yield Page(f"{contract.name}/markdown/{file}", f"markdown/{file}.j2", view)


def _views(contract: Contract, line: Finished) -> Iterator[tuple[str, object]]:
    """The pages that this contract has any content for, in reading order."""
    places = places_of(contract)
    yield "envelope.md", envelope_view(contract, line, places)
    if contract.tools:
        yield "tools.md", ToolsView(line, places, contract)
    if contract.records or contract.texts:
        yield "types.md", types_view(contract, line, places)
    for file in CATALOGUES:
        if enums_on(file, contract):
            yield file, enums_view(file, contract, line, places)
    if contract.tiers or contract.gates:
        yield "tiers.md", tiers_view(contract, line, places)
    if contract.partial is not None:
        yield "partial.md", partial_view(contract.partial, line, places)
    if contract.builders:
        yield "builders.md", builders_view(contract, line, places)
    if contract.guides or contract.rules or contract.edge_cases or contract.anti_patterns:
        yield "guide.md", guide_view(contract, line, places)
    if contract.examples:
        yield "examples.md", examples_view(contract, line, places)
    yield "validation.md", validation_view(contract, line, places)
    if enforcers := enforcers_of(contract):
        yield "enforcement.md", enforcement_view(contract, line, enforcers)


TARGET = Target("markdown", pages, FILTERS)
