"""The metadata of the distribution -> pyproject.toml."""

import re

from msgspec import Struct

from sealwax.contract.model import Contract
from sealwax.languages import INVISIBLE, show
from sealwax.rendering import Finished
from sealwax.targets.package_names import below, distribution, is_nearby, python_module
from sealwax.targets.python.head import first_line

FASTAPI = (Finished("fastapi"), "fastapi>=0.115,<1")
MCP = (Finished("mcp"), "mcp>=1.23,<3")


class ProjectView(Struct, frozen=True):
    header: Finished
    contract: Contract
    name: str
    module: str
    dependencies: tuple[str, ...]
    license: str
    extras: tuple[tuple[Finished, str], ...]
    """What single modules need, by the name that installs it."""


def project_view(contract: Contract, *, has_http: bool) -> ProjectView:
    return ProjectView(
        header=first_line(contract.name),
        name=distribution(contract),
        contract=contract,
        module=python_module(contract),
        dependencies=tuple(_dependency(base) for base in contract.bases if not is_nearby(base)),
        license=_license(contract),
        extras=(FASTAPI, MCP) if has_http else (MCP,),
    )


def _dependency(base: Contract) -> str:
    """The package of a base, from the version that was extended up to the next one that may break."""
    major, minor, _patch = map(int, base.version.split("."))
    return f"{distribution(base)}>={base.version},<{major + 1 if major else f'0.{minor + 1}'}"


def _license(contract: Contract) -> str:
    """The licence of everything in the distribution: its own modules, and those of bases that come with them."""
    found = (contract, *(base for base in below(contract) if is_nearby(base)))
    stated = tuple(dict.fromkeys(each.license for each in found if each.license))
    return " AND ".join(f"({each})" if " OR " in each and len(stated) > 1 else each for each in stated)


def toml_string(text: str) -> Finished:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return Finished(f'"{show(INVISIBLE, _escape, escaped)}"')


def _escape(match: re.Match[str]) -> str:
    return f"\\U{ord(match.group()):08x}"
