"""How every generated module starts: its header, its docstring, and what it may need of other modules.

ruff removes the imports that a module does not use, and sorts the others.
"""

from collections.abc import Iterable
from typing import TypeAlias

from msgspec import Struct

from sealwax.contract.model import Contract
from sealwax.rendering import Finished, header
from sealwax.targets.python.names import homes


class Import(Struct, frozen=True):
    module: Finished
    names: tuple[Finished, ...] = ()
    """The names to import from it; empty to import the module itself."""
    alias: Finished = Finished("")
    """What the module calls the only one of these names, if not by that name."""


class Head(Struct, frozen=True):
    header: Finished
    doc: str
    imports: tuple[Import, ...] = ()
    """All types of the package, and whatever comes from base packages."""
    exports: tuple[str, ...] = ()
    """The names of the module, when some of them come from base packages."""
    narrows: bool = False
    """Whether an attribute has a narrower type than in a base class."""


Declaration: TypeAlias = tuple[Finished, Finished, str]
"""A name, the type or the value that it stands for, and its documentation."""


class NamesView(Struct, frozen=True):
    """A module that only gives names to types or values."""

    head: Head
    names: tuple[Declaration, ...]


def first_line(contract: str) -> Finished:
    return Finished(f"# {header(contract)}")


def head(
    contract: Contract,
    module: str,
    doc: str,
    imports: Iterable[Import] = (),
    exports: Iterable[str] = (),
    *,
    narrows: bool = False,
) -> Head:
    """`imports`: those from base packages."""
    found: dict[str, list[str]] = {}
    for name, home in homes(contract).items():
        if home != f".{module}":  # a second import of a name would hide the first, and stay
            found.setdefault(home, []).append(name)
    own = (import_from(home, names) for home, names in found.items())
    return Head(first_line(contract.name), doc, (*own, *imports), tuple(dict.fromkeys(exports)), narrows)


# -- imports ----------------------------------------------------------------------------------------------------------


def import_from(module: str, names: Iterable[str]) -> Import:
    return Import(Finished(module), tuple(map(Finished, names)))


def import_whole(module: str) -> Import:
    """A module of a base package. It has an absolute path, or a relative one if it is nearby."""
    if not module.startswith("."):
        return Import(Finished(module))
    package, _, name = module.rpartition(".")
    return Import(Finished(package), (Finished(name),), spelled_module(module))


def spelled_module(path: str) -> Finished:
    """What code calls a module that it imports as a whole: its absolute path, or a private name for a relative one."""
    return Finished("_".join(("", *path.split(".")[-2:])) if path.startswith(".") else path)
