"""The names of a contract's packages: by default the contract's own."""

from sealwax.contract.model import Contract
from sealwax.languages.python import module_name
from sealwax.naming import normalized
from sealwax.rendering import Finished


def distribution(contract: Contract) -> str:
    """The distribution that pip installs."""
    return contract.output.distribution or contract.name


def python_module(contract: Contract) -> Finished:
    """The module that Python imports: by default the distribution's name, spelled as a module."""
    return (
        Finished(contract.output.module) if contract.output.module else module_name(normalized(distribution(contract)))
    )


def package_folder(contract: Contract, target: str) -> str:
    """The folder of a package's modules, from the output folder."""
    return (
        f"{contract.name}/python/src/{python_module(contract)}" if target == "python" else f"{contract.name}/{target}"
    )


def module_folder(contract: Contract, target: str) -> str:
    """The folder of a package's modules, from the project root: also if they are part of an application."""
    if (around := contract.output.embedded.get(target)) is None:
        return f"{contract.output.folder}/{package_folder(contract, target)}"
    return f"{around}/{python_module(contract) if target == 'python' else contract.name}"


def located(contract: Contract, path: str) -> str:
    """The path of a generated file from the project root, given its path from the output folder."""
    for target in ("python", "typescript"):
        if path.startswith(f"{(folder := package_folder(contract, target))}/"):
            return module_folder(contract, target) + path.removeprefix(folder)
    return f"{contract.output.folder}/{path}"


def npm_package(contract: Contract) -> str:
    """The package that npm installs."""
    return contract.output.npm or contract.name
