"""The targets of links: web addresses, and paths in the repository."""

import re

from sealwax.contract.model import Contract
from sealwax.rendering import Finished

# Other schemes may run code in a browser, and other paths may lead out of the repository.
_WEB_ADDRESS = re.compile(r"https?://[^\s]+")
_PATH = re.compile(r"[^\s/:\\?#][^:\\?\n]*")
_UNSAFE_IN_ADDRESS = re.compile(r"[^A-Za-z0-9/:?#@!$&*+,;=._~%-]")


def link_target(target: str, contract: Contract) -> Finished:
    """The target of a link: a web address, or a path in the repository; empty if it is neither."""
    if _WEB_ADDRESS.fullmatch(target):
        return address(target)
    if not _PATH.fullmatch(target) or ".." in target.partition("#")[0].split("/"):
        return Finished("")
    root = contract.repository or "/".join(
        ".." for _ in (*contract.output.folder.split("/"), contract.name, "markdown")
    )
    return address(f"{root}/{target}")


def address(target: str) -> Finished:
    """An address without characters that end a link or start something else."""
    return Finished(_UNSAFE_IN_ADDRESS.sub(_percent, target))


def _percent(match: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in match.group().encode())
