"""Constants that programs share -> constants.js and constants.d.ts."""

from msgspec import Struct

from sealwax.contract.model import Contract, NamedConstant
from sealwax.rendering import Finished
from sealwax.targets.typescript.declarations import first_line


class ConstantsView(Struct, frozen=True):
    """constants.js and constants.d.ts"""

    header: Finished
    constants: dict[Finished, NamedConstant]
    """By name."""


def constants_view(contract: Contract) -> ConstantsView:
    return ConstantsView(first_line(contract), {Finished(each.name): each for each in contract.constants})
