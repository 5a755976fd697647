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
    envelope: Finished
    has_outcomes: bool
    tools: tuple[tuple[str, Finished], ...]
    """Each tool with the class of its responses."""
    install: str


def readme_view(contract: Contract) -> ReadmeView:
    names = model_names(contract)
    return ReadmeView(
        header=header(contract.name),
        contract=contract,
        name=models_distribution(contract),
        base=distribution(contract),
        base_module=python_module(contract),
        module=models_module(contract),
        envelope=names[contract.envelope.name],
        has_outcomes=len(contract.envelope.outcomes) > 1,
        tools=tuple((tool.name, names[tool.envelope.name]) for tool in contract.tools),
        install="pip install ../python .",
    )
