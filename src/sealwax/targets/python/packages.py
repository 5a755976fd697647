"""Packages that only hold the modules of several contracts -> their __init__.py."""

from collections.abc import Sequence

from sealwax.contract.model import Contract
from sealwax.rendering import ALL_CONTRACTS, Finished, Page
from sealwax.targets.package_names import is_nearby, package_folder
from sealwax.targets.placing import VENDOR
from sealwax.targets.python.head import Head, first_line

TEMPLATE = "python/packages.py.j2"


def vendor_pages(contract: Contract) -> tuple[Page, ...]:
    """The package of the bases that come with the package of a contract; nothing if there are none."""
    if not any(map(is_nearby, contract.bases)):
        return ()
    view = Head(first_line(contract.name), "The packages of the contracts that this one extends.")
    return (Page(f"{package_folder(contract, 'python')}/{VENDOR}/__init__.py", TEMPLATE, view),)


def application_page(contracts: Sequence[Contract], folder: str) -> Page:
    """The package of an application that holds the modules of all contracts. The path is from the project root."""
    header = Finished(f"# {ALL_CONTRACTS}")
    names = ", ".join(contract.name for contract in contracts)
    return Page(f"{folder}/__init__.py", TEMPLATE, Head(header, f"The modules of the contracts: {names}."))
