"""The names of a contract's packages: by default the contract's own."""

import re

from sealwax.contract.inheritance.library import module_of
from sealwax.contract.model import Contract
from sealwax.languages.python import module_name
from sealwax.rendering import Finished

_SEPARATORS = re.compile(r"[-_.]+")


def distribution(contract: Contract) -> str:
    """The distribution that pip installs."""
    return contract.output.distribution or contract.name


def python_module(contract: Contract) -> Finished:
    """The module that Python imports: by default the distribution's name, spelled as a module."""
    return Finished(contract.output.module) if contract.output.module else module_name(normal(distribution(contract)))


def installed_name(contract: Contract) -> str:
    """The name by which contracts extend this one's package: the distribution, or the module if their names differ."""
    is_plain = module_of(distribution(contract)) == python_module(contract)
    return distribution(contract) if is_plain else python_module(contract)


def below(contract: Contract) -> tuple[Contract, ...]:
    """All contracts that a contract extends, directly or not, each after its own bases."""
    found = (each for base in contract.bases for each in (*below(base), base))
    return tuple({each.file: each for each in found}.values())


def npm_package(contract: Contract) -> str:
    """The package that npm installs."""
    return contract.output.npm or contract.name


def normal(name: str) -> str:
    """The normalized name of a distribution, by which installers compare: without case and kinds of separators."""
    return _SEPARATORS.sub("-", name).lower()
