"""What the package exports -> __init__.py."""

from msgspec import Struct

from sealwax.contract.model import Contract
from sealwax.rendering import Finished
from sealwax.targets.pydantic.names import model_names, models_module
from sealwax.targets.python.head import first_line


class InitView(Struct, frozen=True):
    header: Finished
    module: Finished
    doc: str
    exports: tuple[Finished, ...]
    roots: tuple[Finished, ...]
    """The envelopes with several outcomes, each a union."""
    classes: tuple[Finished, ...]
    """All other classes."""


def init_view(contract: Contract) -> InitView:
    names = model_names(contract)
    envelopes = (contract.envelope, *(tool.envelope for tool in contract.tools))
    unions = [each for each in envelopes if len(each.outcomes) > 1]
    declared = [*(each.name for each in envelopes), *(record.name for record in contract.records)]
    declared += [outcome.name for each in unions for outcome in each.outcomes]
    roots = tuple(names[each.name] for each in unions)
    classes = tuple(sorted({names[name] for name in declared}.difference(roots)))
    doc = f"{contract.title}, as pydantic models. They accept exactly what the contract calls valid."
    exports = tuple(sorted((*roots, *classes)))
    return InitView(first_line(contract.name), models_module(contract), doc, exports, roots, classes)
