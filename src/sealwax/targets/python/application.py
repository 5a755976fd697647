"""The package of an application that holds the modules of all contracts -> its __init__.py."""

from collections.abc import Sequence

from sealwax.contract.model import Contract
from sealwax.rendering import ALL_CONTRACTS, Finished, Page
from sealwax.targets.python.head import Head


def application_page(contracts: Sequence[Contract], folder: str) -> Page:
    """The path of the page is from the project root."""
    names = ", ".join(contract.name for contract in contracts)
    view = Head(Finished(f"# {ALL_CONTRACTS}"), f"The modules of the contracts: {names}.")
    return Page(f"{folder}/__init__.py", "python/application.py.j2", view)
