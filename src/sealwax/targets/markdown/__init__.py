"""Reference pages in Markdown: everything that a contract states, for people to read, on a page per topic.

The text of the pages is in the templates. Views hold parts of the contract and what has to be computed from it.
"""

from collections.abc import Iterator

from msgspec import Struct

from sealwax.contract.model import Contract, Level, Rule
from sealwax.languages.markdown import comment
from sealwax.rendering import Finished, Page, Target, header
from sealwax.targets.markdown.builders import builders_view
from sealwax.targets.markdown.declarations import Examples, declarations_view, envelope_view, examples_of
from sealwax.targets.markdown.filters import FILTERS
from sealwax.targets.markdown.links import HEADINGS, Links, declarations, links_of
from sealwax.targets.markdown.project import project_pages
from sealwax.targets.markdown.sources import sources_view
from sealwax.targets.markdown.tiers import tiers_view
from sealwax.targets.markdown.validation import validation_view

__all__ = ["TARGET", "project_pages"]


class ContractView(Struct, frozen=True):
    """README.md, tools.md, guide.md and changelog.md: the contract itself."""

    header: Finished
    links: Links
    examples: dict[str, Examples]
    contract: Contract
    pages: tuple[str, ...]
    """The file names of the other pages."""
    rules: dict[str, list[Rule]]
    """By level, the strongest first."""


def pages(contract: Contract) -> Iterator[Page]:
    line, links = comment(header(contract.name)), links_of(contract)
    views = dict(_views(contract, line, links))
    by_level = {level.name: [rule for rule in contract.rules if rule.level is level] for level in Level}
    rules = {level: found for level, found in by_level.items() if found}
    plain = ContractView(line, links, examples_of(contract), contract, tuple(views), rules)
    for file, view in {"README.md": None, **views}.items():
        yield Page(f"{contract.name}/markdown/{file}", f"markdown/{file}.j2", view or plain)


def _views(contract: Contract, line: Finished, links: Links) -> Iterator[tuple[str, object]]:
    """The pages that this contract has any content for, in reading order; None stands for the view of the contract."""
    yield "envelope.md", envelope_view(contract, line, links)
    if contract.tools:
        yield "tools.md", None
    declared = declarations(contract)
    for file in HEADINGS:
        if file in declared:
            yield file, declarations_view(declared[file], contract, line, links)
    if contract.tiers or contract.gates:
        yield "tiers.md", tiers_view(contract, line, links)
    if contract.builders:
        yield "builders.md", builders_view(contract, line, links)
    if contract.guides or contract.rules or contract.edge_cases or contract.anti_patterns:
        yield "guide.md", None
    yield "validation.md", validation_view(contract, line)
    if contract.releases:
        yield "changelog.md", None
    if contract.sources and contract.output.cites_sources:
        yield "sources.md", sources_view(contract, line)


TARGET = Target("markdown", pages, FILTERS)
