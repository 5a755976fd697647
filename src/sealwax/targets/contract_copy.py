"""contract.yaml: the copy of a contract in its packages."""

from collections.abc import Mapping, Sequence

from sealwax.contract.inheritance.packaged_copy import shipped
from sealwax.contract.model import Contract
from sealwax.rendering import header
from sealwax.targets.package_names import extended_as, module_folder


def contract_copies(contracts: Sequence[Contract], sources: Mapping[str, bytes]) -> dict[str, bytes]:
    """The copy of each contract in its packages, so that others can extend it where a package is installed."""
    found: dict[str, bytes] = {}
    for contract in (contract for contract in contracts if contract.file in sources):
        content, output = _copy(contract, sources[contract.file].decode()).encode(), contract.output
        for target in ("python", "typescript"):
            if target in output.targets and target not in output.embedded:
                found[f"{module_folder(contract, target)}/contract.yaml"] = content
    return found


def _copy(contract: Contract, text: str) -> str:
    """The text of a contract with our mark, and with packages in place of the paths that it extends."""
    mark = f"# {header(contract.name)}\n"  # which the contract of an installed package already has
    text = mark + text.removeprefix(chr(0xFEFF)).replace("\r\n", "\n").removeprefix(mark)
    if not contract.bases:
        return text
    packages = {base.file: extended_as(base) for base in contract.bases}
    return shipped(text, [packages[file] for file in contract.extended_files])
