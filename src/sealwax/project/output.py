"""What a project says about its output: the folder, the targets, the names of packages."""

from sealwax.frozen import frozen
from sealwax.targets import TARGETS

FOLDER = "generated"


@frozen
class Output:
    """What is made of a contract, and what it is called. An empty name means: after the contract."""

    folder: str = FOLDER
    targets: tuple[str, ...] = TARGETS
    distribution: str = ""
    """What pip installs."""
    module: str = ""
    """What Python imports."""
    npm: str = ""
    """What npm installs and TypeScript imports, with its scope."""
