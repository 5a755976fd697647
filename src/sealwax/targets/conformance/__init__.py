"""Conformance cases: values at every limit of a contract, each with its findings.

Any other implementation can be tested against them.
"""

from collections.abc import Iterator

from msgspec import Struct

from sealwax.contract.model import Contract
from sealwax.languages import json_document
from sealwax.rendering import Finished, Page, Target, header
from sealwax.targets.conformance.cases import lines

FILE = "conformance.json"


class ConformanceView(Struct, frozen=True):
    header: Finished
    cases: tuple[Finished, ...]
    """Each case as a line of JSON."""


def pages(contract: Contract) -> Iterator[Page]:
    view = ConformanceView(json_document(header(contract.name)), tuple(lines(contract)))
    yield Page(f"{contract.name}/{FILE}", "conformance/conformance.json.j2", view)


TARGET = Target("conformance", pages, {})
