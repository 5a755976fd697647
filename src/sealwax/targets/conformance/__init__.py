"""Conformance cases: values at every limit of a contract, each with its findings.

The same file is part of the packages and stands beside them, so any other implementation can be tested against it.
"""

from collections.abc import Iterator

from msgspec import Struct

from sealwax.contract.model import Contract
from sealwax.languages import json_document
from sealwax.rendering import Finished, Page, Target, header
from sealwax.targets.conformance.cases import lines
from sealwax.targets.package_names import package_folder

FILE = "conformance.json"


class ConformanceView(Struct, frozen=True):
    header: Finished
    cases: tuple[Finished, ...]
    """Each case as a line of JSON. They are finished, because up to three files contain them."""


def pages(contract: Contract) -> Iterator[Page]:
    view = ConformanceView(json_document(header(contract.name)), tuple(lines(contract)))
    folders = {"conformance": contract.name}
    folders |= {target: package_folder(contract, target) for target in ("python", "typescript")}
    for target in contract.output.targets:
        if target in folders and target not in contract.output.embedded:
            yield Page(f"{folders[target]}/{FILE}", "conformance/conformance.json.j2", view)


TARGET = Target("conformance", pages, {})
