"""Constants that programs share -> constants.py."""

from sealwax.contract.model import Contract
from sealwax.languages.python import docs_text, literal
from sealwax.rendering import Finished
from sealwax.targets.python.head import Head, NamesView, first_line


def constants_view(contract: Contract) -> NamesView:
    found = tuple((Finished(each.name), literal(each.value), docs_text(each.docs)) for each in contract.constants)
    return NamesView(Head(first_line(contract.name), f"Constants of the contract {contract.name}."), found)
