"""contract.yaml: the copy of a contract in its packages; with extended/: what it extends."""

from collections.abc import Mapping, Sequence

from yaml.events import AliasEvent, NodeEvent, SequenceStartEvent

from sealwax.contract.model import Contract
from sealwax.contract.source.edits import replaced, top_level_value
from sealwax.rendering import header
from sealwax.targets.package_names import module_folder

EXTENDED = "extended"


def contract_copies(contracts: Sequence[Contract], sources: Mapping[str, bytes]) -> dict[str, bytes]:
    """The copies in the packages of each contract, so that others can extend it where a package is installed."""
    found: dict[str, bytes] = {}
    for contract in (each for each in contracts if each.output.extendable and each.file in sources):
        copies = {"contract.yaml": _copy(contract, sources, f"{EXTENDED}/")}
        copies |= {f"{EXTENDED}/{base.name}.yaml": _copy(base, sources) for base in _below(contract).values()}
        for target in ("python", "typescript"):
            if target in contract.output.targets and target not in contract.output.embedded:
                folder = module_folder(contract, target)
                found |= {f"{folder}/{path}": content for path, content in copies.items()}
    return found


def _below(contract: Contract) -> dict[str, Contract]:
    """By file: all contracts that a contract extends, directly or not. Their names differ."""
    found: dict[str, Contract] = {}
    for base in contract.bases:
        found |= {**_below(base), base.file: base}
    return found


def _copy(contract: Contract, sources: Mapping[str, bytes], folder: str = "") -> bytes:
    """The text of a contract with our mark, and with the paths to the copies of those that it extends."""
    mark = f"# {header(contract.name)}\n"  # which the contract of an installed package already has
    text = sources[contract.file].decode().removeprefix(chr(0xFEFF)).replace("\r\n", "\n")
    text = mark + text.removeprefix(mark)
    if contract.bases:
        copies = {base.file: f"{folder}{base.name}.yaml" for base in contract.bases}
        text = with_paths(text, [copies[file] for file in contract.extended_files])
    return text.encode()


def with_paths(text: str, paths: Sequence[str]) -> str:
    """Replace each entry of `extends`, and leave everything else as it is."""
    value = top_level_value(text, "extends")
    if isinstance(value[0], SequenceStartEvent):
        return _replaced(text, value[1:], paths)
    # An alias may refer to a list.
    return _replaced(text, value, [paths[0] if len(paths) == 1 else f"[{', '.join(paths)}]"])


def _replaced(text: str, events: Sequence[NodeEvent], values: Sequence[str]) -> str:
    for event, value in reversed([*zip(events, values, strict=True)]):
        has_anchor = event.anchor is not None and not isinstance(event, AliasEvent)
        text = replaced(text, event, f"&{event.anchor} {value}" if has_anchor else value)
    return text
