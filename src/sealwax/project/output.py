"""The output of a contract: its folder, its targets and the names of its packages."""

from sealwax.frozen import frozen

FOLDER = "generated"


@frozen
class Output:
    """Settings for the output of a contract. A package without a name is named after the contract."""

    folder: str = FOLDER
    targets: tuple[str, ...] = ()
    """Set when the contracts of a project are loaded."""
    distribution: str = ""
    """The distribution that pip installs."""
    module: str = ""
    """The module that Python imports."""
    npm: str = ""
    """The package that npm installs, with its scope."""
    cites_sources: bool = True
    """Whether the reference pages cite the sources of a contract that has any."""
