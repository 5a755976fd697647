"""contract.yaml: the copy of a contract in its packages."""

from collections.abc import Mapping, Sequence

from yaml.events import AliasEvent, NodeEvent, ScalarEvent, SequenceStartEvent

from sealwax.contract.inheritance.library import is_path
from sealwax.contract.model import Contract
from sealwax.contract.source.edits import replaced, top_level_value
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


def shipped(text: str, packages: Sequence[str]) -> str:
    """Replace each path in `extends` with a package or a path to it, and leave everything else as it is."""
    value = top_level_value(text, "extends")
    if isinstance(value[0], SequenceStartEvent):
        return _replaced(text, value[1:], packages)
    # An alias may refer to a list.
    return _replaced(text, value, [packages[0] if len(packages) == 1 else f"[{', '.join(packages)}]"])


def _replaced(text: str, events: Sequence[NodeEvent], packages: Sequence[str]) -> str:
    for event, package in reversed([*zip(events, packages, strict=True)]):
        if isinstance(event, ScalarEvent) and not is_path(event.value) and not is_path(package):
            continue
        has_anchor = event.anchor is not None and not isinstance(event, AliasEvent)
        text = replaced(text, event, f"&{event.anchor} {package}" if has_anchor else package)
    return text
