"""The output of a contract: its folder, its targets and the names of its packages."""

from collections.abc import Mapping

from msgspec import Struct

FOLDER = "generated"
MCP, HTTP = SERVING = ("mcp", "http")
"""What the packages of a contract can serve."""


class Output(Struct, frozen=True):
    """Settings for the output of a contract. A package without a name is named after the contract."""

    folder: str = FOLDER
    targets: tuple[str, ...] = ()
    """Set when the contracts of a project are loaded."""
    distribution: str = ""
    """The distribution that pip installs."""
    module: str = ""
    """The module that Python imports."""
    embedded: Mapping[str, str] = {}
    """By target: the folder of an application that holds the modules of its contracts, which are then no packages."""
    npm: str = ""
    """The package that npm installs, with its scope."""
    serve: tuple[str, ...] = ()
    """What the packages have modules to serve."""
    schemas: bool = False
    """Whether the packages contain the JSON Schemas, also if nothing that they serve needs them."""
    extendable: bool = False
    """Whether the packages contain the contract, so that others can extend it."""
    draft_07: bool = False
    """Whether there are JSON Schemas in draft-07 as well."""
