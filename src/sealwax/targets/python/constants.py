"""Constants that programs share -> constants.py."""

from msgspec import Struct

from sealwax.contract.model import Contract
from sealwax.languages.python import docs_text, literal
from sealwax.rendering import Finished
from sealwax.targets.python.head import first_line


class ConstantsView(Struct, frozen=True):
    header: Finished
    doc: str
    constants: tuple[tuple[Finished, Finished, str], ...]
    """Names with their values and their documentation."""


def constants_view(contract: Contract) -> ConstantsView:
    found = tuple((Finished(each.name), literal(each.value), docs_text(each.docs)) for each in contract.constants)
    return ConstantsView(first_line(contract.name), f"Constants of the contract {contract.name}.", found)
