"""How to install and use the models -> README.md."""

from msgspec import Struct

from sealwax.contract.model import Contract
from sealwax.rendering import Finished, header
from sealwax.targets.package_names import distribution, python_module
from sealwax.targets.pydantic.names import model_names, models_distribution, models_module


class ReadmeView(Struct, frozen=True):
    header: str
    contract: Contract
    name: str
    base: str
    """The Python package of the contract."""
    base_module: Finished
    module: Finished
    classes: dict[str, Finished]
    """By type."""


def readme_view(contract: Contract) -> ReadmeView:
    return ReadmeView(
        header=header(contract.name),
        contract=contract,
        name=models_distribution(contract),
        base=distribution(contract),
        base_module=python_module(contract),
        module=models_module(contract),
        classes=model_names(contract),
    )
