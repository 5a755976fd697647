"""The configuration of a project: its contracts, output folder, targets and package names."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from sealwax.contract import source
from sealwax.contract.model.output import FOLDER
from sealwax.diagnostics import Position
from sealwax.project.workspace import OWN_FILE
from sealwax.targets import USUAL

if TYPE_CHECKING:
    from sealwax.project.configuration_file import PackagesDecl


class Configuration(Struct, frozen=True):
    """The settings of a project, and the table that holds them; the defaults if there is none."""

    patterns: tuple[str, ...] = ()
    """Paths of the contracts, possibly with wildcards; empty for the default."""
    bases: tuple[str, ...] = ()
    """Folders outside the project with contracts to extend."""
    folder: str = FOLDER
    targets: tuple[str, ...] = USUAL
    installed: Mapping[str, int] = {}
    """Targets of other packages, each with its index in the list."""
    templates: str = ""
    """The folder of overrides; empty if there is none."""
    packages: "Mapping[str, PackagesDecl]" = {}
    documents: tuple[str, ...] = ()
    """Paths of Markdown files with regions, possibly with wildcards."""
    embedded: Mapping[str, str] = {}
    """By target: the folder of an application, which holds the modules of its contracts."""
    vendor_bases: bool = False
    cite_sources: bool | Mapping[str, bool] = True
    """For all contracts, or by contract."""
    node: source.Node = source.Mapping({}, Position(OWN_FILE, 1, 1))

    @property
    def file(self) -> str:
        """The file that holds the configuration, or is to hold it."""
        return self.node.position.file

    @property
    def folders(self) -> tuple[str, ...]:
        """All folders for generated files."""
        return (self.folder, *self.embedded.values())

    def key(self, *path: str) -> source.Node:
        return source.key(self.node, *path)

    def value(self, *path: str | int) -> source.Node:
        node = self.node
        for step in path:
            node = source.child(node, step) if isinstance(step, str) else source.items(node)[step]
        return node


DEFAULT = Configuration()
