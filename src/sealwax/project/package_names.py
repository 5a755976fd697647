"""What the packages of a contract are called: after the contract, unless the project says otherwise."""

import re

from sealwax.contract.inheritance.library import module_of
from sealwax.contract.model import Contract
from sealwax.languages.python import module_name
from sealwax.rendering import Finished

_SEPARATORS = re.compile(r"[-_.]+")


def distribution(contract: Contract) -> str:
    """What pip installs."""
    return contract.output.distribution or contract.name


def python_module(contract: Contract) -> Finished:
    """What Python imports: its own name, or the distribution's in the spelling of a module."""
    return Finished(contract.output.module) if contract.output.module else module_name(normal(distribution(contract)))


def installed_name(contract: Contract) -> str:
    """By what name a contract extends the package of this one: what pip installs, unless Python calls it otherwise."""
    is_plain = module_of(distribution(contract)) == python_module(contract)
    return distribution(contract) if is_plain else python_module(contract)


def below(contract: Contract) -> tuple[Contract, ...]:
    """All contracts that a contract stands on, each after those below it."""
    found = (each for base in contract.bases for each in (*below(base), base))
    return tuple({each.file: each for each in found}.values())


def npm_package(contract: Contract) -> str:
    """What npm installs and TypeScript imports."""
    return contract.output.npm or contract.name


def normal(name: str) -> str:
    """A distribution's name as installers compare it: case and the kind of separator do not count."""
    return _SEPARATORS.sub("-", name).lower()
