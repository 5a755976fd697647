"""index.html of the output folder: all contracts of a project, each with a link to its page."""

from collections.abc import Iterator, Sequence, Sized

from msgspec import Struct

from sealwax.contract.model import Catalogue, Contract
from sealwax.languages.markdown import comment
from sealwax.meaning.wording import some
from sealwax.rendering import ALL_CONTRACTS, Finished, Page


class Card(Struct, frozen=True):
    contract: Contract
    counts: tuple[str, ...]
    """How much there is of everything that it has: `3 tools`."""


class ProjectView(Struct, frozen=True):
    header: Finished
    cards: tuple[Card, ...]


def project_page(contracts: Sequence[Contract]) -> Page:
    cards = tuple(Card(contract, tuple(_counts(contract))) for contract in contracts)
    return Page("index.html", "html/project.html.j2", ProjectView(comment(ALL_CONTRACTS), cards))


def _counts(contract: Contract) -> Iterator[str]:
    listed = {Catalogue.ERROR_CODES: "error code", Catalogue.WARNING_CODES: "warning code"}
    found: list[tuple[Sized, str]] = [(contract.tools, "tool"), (contract.records, "type")]
    found += [(enum.values, noun) for each, noun in listed.items() for enum in contract.enums if enum.catalogue is each]
    return (some(len(things), noun) for things, noun in found if len(things))
