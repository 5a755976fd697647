"""The names of a contract's packages: by default the contract's own."""

from sealwax.contract.inheritance.library import module_of
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


def import_path(contract: Contract) -> Finished:
    """The path by which packages of contracts that extend this one import its module: absolute, or relative to them."""
    return Finished(f"{contract.output.package}{python_module(contract)}")


def package_folder(contract: Contract, target: str) -> str:
    """The folder of a package's modules, from the output folder."""
    return (
        f"{contract.name}/python/src/{python_module(contract)}" if target == "python" else f"{contract.name}/{target}"
    )


def module_folder(contract: Contract, target: str) -> str:
    """The folder of a package's modules, from the project root: also if they are part of something else."""
    output, is_python = contract.output, target == "python"
    around = output.embedded.get(target) or (output.vendored_in if is_python else "")
    if around:
        return f"{around}/{python_module(contract) if is_python else contract.name}"
    return f"{output.folder}/{package_folder(contract, target)}"


def located(contract: Contract, path: str) -> str:
    """The path of a generated file from the project root, given its path from the output folder."""
    for target in ("python", "typescript"):
        if path.startswith(f"{(folder := package_folder(contract, target))}/"):
            return module_folder(contract, target) + path.removeprefix(folder)
    return f"{contract.output.folder}/{path}"


def is_part(contract: Contract, target: str) -> bool:
    """Whether the modules are part of an application or of another package, and no package of their own."""
    return target in contract.output.embedded or (target == "python" and bool(contract.output.vendored_in))


def is_nearby(base: Contract) -> bool:
    """Whether the module of a base comes with the one that imports it, and need not be installed."""
    return base.output.package.startswith(".")


def extended_as(contract: Contract) -> str:
    """What a package's copy of a contract that extends this one writes in `extends`: a package, or a path nearby."""
    if is_nearby(contract):
        inner = contract.output.package.strip(".")
        return f"{inner or '..'}/{python_module(contract)}/contract.yaml"
    is_named_alike = module_of(distribution(contract)) == python_module(contract)
    return distribution(contract) if is_named_alike else python_module(contract)


def below(contract: Contract) -> tuple[Contract, ...]:
    """All contracts that a contract extends, directly or not, each after its own bases."""
    found: dict[str, Contract] = {}
    for base in contract.bases:
        _collect(base, found)
    return tuple(found.values())


def _collect(contract: Contract, found: dict[str, Contract]) -> None:
    if contract.file not in found:
        for base in contract.bases:
            _collect(base, found)
        found[contract.file] = contract


def npm_package(contract: Contract) -> str:
    """The package that npm installs."""
    return contract.output.npm or contract.name
