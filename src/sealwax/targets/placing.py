"""Places the Python modules of bases next to those that import them, where they are not to be packages of their own.

An application holds the modules of its contracts and their bases side by side. A package that vendors its bases holds
their modules in a package `_vendor`. Modules import each other by relative paths in both.
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from sealwax.contract.model import Contract
from sealwax.targets.package_names import below, is_nearby, module_folder

VENDOR = "_vendor"
_BESIDE, _INSIDE = "..", f".{VENDOR}."
"""The packages around bases, relative to a module that imports them."""


def with_places(contract: Contract, *, vendors: bool) -> Contract:
    """The contract, with the places of its bases as its modules see them."""
    package = _BESIDE if "python" in contract.output.embedded else _INSIDE if vendors else ""
    return replace(contract, bases=_seen(contract, package)) if package else contract


def _seen(contract: Contract, package: str) -> tuple[Contract, ...]:
    """The bases of a contract, imported from this package."""
    found: dict[str, Contract] = {}
    for base in below(contract):
        bases = tuple(found[each.file] for each in base.bases)
        found[base.file] = replace(base, output=replace(base.output, package=package), bases=bases)
    return tuple(found[base.file] for base in contract.bases)


def parts(contracts: Sequence[Contract]) -> tuple[Contract, ...]:
    """The bases whose modules are generated as parts of an application or of packages that extend them."""
    own = {contract.file for contract in contracts}
    found = (part for contract in contracts for part in _parts(contract, own))
    return tuple({module_folder(part, "python"): part for part in found}.values())


def _parts(contract: Contract, own: set[str]) -> Iterator[Contract]:
    embedded = {target: folder for target, folder in contract.output.embedded.items() if target == "python"}
    vendored_in = "" if embedded else f"{module_folder(contract, 'python')}/{VENDOR}"
    for base in filter(is_nearby, below(contract)):
        if vendored_in or base.file not in own:
            output = replace(base.output, package="", targets=("python",), embedded=embedded, vendored_in=vendored_in)
            yield replace(base, output=output, bases=_seen(base, _BESIDE))
