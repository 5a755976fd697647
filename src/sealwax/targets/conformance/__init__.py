"""Conformance cases: values at every limit of a contract, each with its findings.

The same file is part of the packages and stands beside them, so any other implementation can be tested against it.
"""

from collections.abc import Iterator

from sealwax.contract.model import Contract
from sealwax.frozen import frozen
from sealwax.project.package_names import python_module
from sealwax.rendering import Finished, Page, Target
from sealwax.targets.conformance.cases import lines

FILE = "conformance.json"


@frozen
class ConformanceView:
    cases: tuple[Finished, ...]
    """Each case as a line of JSON. They are finished, because up to three files contain them."""


def pages(contract: Contract) -> Iterator[Page]:
    view = ConformanceView(tuple(lines(contract)))
    python = f"python/src/{python_module(contract)}"
    folders = {"conformance": "", "python": f"{python}/", "typescript": "typescript/"}
    for folder in (folder for target, folder in folders.items() if target in contract.output.targets):
        yield Page(f"{contract.name}/{folder}{FILE}", "conformance/conformance.json.j2", view)


TARGET = Target("conformance", pages, {})
