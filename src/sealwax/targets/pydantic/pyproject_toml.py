"""The metadata of the distribution -> pyproject.toml."""

from msgspec import Struct

from sealwax.contract.model import Contract
from sealwax.rendering import Finished
from sealwax.targets.package_names import distribution
from sealwax.targets.pydantic.names import models_distribution, models_module
from sealwax.targets.python.head import first_line


class ProjectView(Struct, frozen=True):
    header: Finished
    contract: Contract
    name: str
    module: str
    requirement: str
    """The Python package of the contract, in the version that these models were made with."""


def project_view(contract: Contract) -> ProjectView:
    return ProjectView(
        header=first_line(contract.name),
        contract=contract,
        name=models_distribution(contract),
        module=models_module(contract),
        requirement=f"{distribution(contract)}=={contract.version}",
    )
