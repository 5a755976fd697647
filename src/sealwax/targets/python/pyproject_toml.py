"""The metadata of the distribution -> pyproject.toml."""

import re

from msgspec import Struct

from sealwax.contract.model import Contract
from sealwax.languages import INVISIBLE, show
from sealwax.rendering import Finished
from sealwax.targets.package_names import distribution, python_module
from sealwax.targets.python.head import first_line
from sealwax.targets.served import served_over_http, serves_mcp

FASTAPI = (Finished("fastapi"), "fastapi>=0.115,<1")
MCP = (Finished("mcp"), "mcp>=1.23,<3")


class ProjectView(Struct, frozen=True):
    header: Finished
    contract: Contract
    name: str
    module: str
    extras: tuple[tuple[Finished, str], ...]
    """What single modules need, by the name that installs it."""


def project_view(contract: Contract) -> ProjectView:
    extras = (FASTAPI if served_over_http(contract) else None, MCP if serves_mcp(contract) else None)
    return ProjectView(
        header=first_line(contract.name),
        name=distribution(contract),
        contract=contract,
        module=python_module(contract),
        extras=tuple(each for each in extras if each is not None),
    )


def toml_string(text: str) -> Finished:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return Finished(f'"{show(INVISIBLE, _escape, escaped)}"')


def _escape(match: re.Match[str]) -> str:
    return f"\\U{ord(match.group()):08x}"
