"""Constants that programs share -> constants.js and constants.d.ts."""

from msgspec import Struct

from sealwax.contract.model import Contract
from sealwax.languages import typescript as ts
from sealwax.rendering import Finished
from sealwax.targets.typescript.declarations import first_line


class ConstantsView(Struct, frozen=True):
    """constants.js and constants.d.ts"""

    header: Finished
    constants: tuple[tuple[Finished, Finished, Finished], ...]
    """Names with their values and their comments."""


def constants_view(contract: Contract) -> ConstantsView:
    found = ((Finished(each.name), ts.literal(each.value), ts.docs_doc(each.docs)) for each in contract.constants)
    return ConstantsView(first_line(contract), tuple(found))
