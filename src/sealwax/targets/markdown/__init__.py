"""Reference pages in Markdown: every fact of a contract, for people.

The text of the pages is in the templates. Views hold parts of the contract and what has to be computed from it.
"""

from collections.abc import Iterator

from sealwax.contract.model import Contract, Example, Level, Rule
from sealwax.frozen import frozen
from sealwax.languages.markdown import comment
from sealwax.rendering import Finished, Page, Target, header
from sealwax.targets.markdown.declarations import enums_view, envelope_view, tiers_view
from sealwax.targets.markdown.filters import FILTERS
from sealwax.targets.markdown.functions import builders_view, enforcement_view, validation_view
from sealwax.targets.markdown.places import CATALOGUES, Places, by_subject, enums_on, places_of
from sealwax.targets.markdown.project import project_pages

__all__ = ["TARGET", "project_pages"]


@frozen
class ContractView:
    """README.md, tools.md, types.md, partial.md, guide.md and examples.md: the contract itself."""

    header: Finished
    places: Places
    contract: Contract
    pages: tuple[str, ...]
    """The file names of the other pages."""
    rules: dict[str, list[Rule]]
    """By level, the strongest first."""
    examples: dict[str, list[Example]]
    """By the name of the declaration that they are examples of."""


def pages(contract: Contract) -> Iterator[Page]:
    line, places = comment(header(contract.name)), places_of(contract)
    views = dict(_views(contract, line, places))
    by_level = {level.name: [rule for rule in contract.rules if rule.level is level] for level in Level}
    rules = {level: found for level, found in by_level.items() if found}
    plain = ContractView(line, places, contract, tuple(views), rules, by_subject(contract.examples))
    for file, view in {"README.md": None, **views}.items():
        yield Page(f"{contract.name}/markdown/{file}", f"markdown/{file}.j2", view or plain)


def _views(contract: Contract, line: Finished, places: Places) -> Iterator[tuple[str, object]]:
    """The pages that this contract has any content for, in reading order; None stands for the view of the contract."""
    yield "envelope.md", envelope_view(contract.envelope, line, places)
    if contract.tools:
        yield "tools.md", None
    if contract.records or contract.texts:
        yield "types.md", None
    for file in CATALOGUES:
        if enums := enums_on(file, contract):
            yield file, enums_view(enums, line, places)
    if contract.tiers or contract.gates:
        yield "tiers.md", tiers_view(contract, line, places)
    if contract.partial is not None:
        yield "partial.md", None
    if contract.builders:
        yield "builders.md", builders_view(contract, line, places)
    if contract.guides or contract.rules or contract.edge_cases or contract.anti_patterns:
        yield "guide.md", None
    if contract.examples:
        yield "examples.md", None
    yield "validation.md", validation_view(contract, line, places)
    if view := enforcement_view(contract, line):
        yield "enforcement.md", view


TARGET = Target("markdown", pages, FILTERS)
