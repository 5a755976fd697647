"""How every generated module starts: its header, its docstring, and what it may need of other modules.

ruff removes the imports that a module does not use, and sorts the others.
"""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from msgspec import Struct

from sealwax.contract.model import Contract
from sealwax.rendering import ALL_CONTRACTS, Finished, Page, header
from sealwax.targets.python.names import homes


class Import(Struct, frozen=True):
    module: Finished
    names: tuple[Finished, ...]


class Head(Struct, frozen=True):
    header: Finished
    doc: str
    imports: tuple[Import, ...] = ()
    """All types of the package."""


Declaration: TypeAlias = tuple[Finished, Finished, str]
"""A name, the type or the value that it stands for, and its documentation."""


class NamesView(Struct, frozen=True):
    """A module that only gives names to types or values."""

    head: Head
    names: tuple[Declaration, ...]


def first_line(contract: str) -> Finished:
    return Finished(f"# {header(contract)}")


def head(contract: Contract, module: str, doc: str) -> Head:
    found: dict[str, list[str]] = {}
    for name, home in homes(contract).items():
        if home != f".{module}":  # a second import of a name would hide the first, and stay
            found.setdefault(home, []).append(name)
    return Head(first_line(contract.name), doc, tuple(import_from(home, names) for home, names in found.items()))


def import_from(module: str, names: Iterable[str]) -> Import:
    return Import(Finished(module), tuple(map(Finished, names)))


# -- application -------------------------------------------------------------------------------------------------------


def application_page(contracts: Sequence[Contract], folder: str) -> Page:
    """The path of the page is from the project root."""
    names = ", ".join(contract.name for contract in contracts)
    view = Head(Finished(f"# {ALL_CONTRACTS}"), f"The modules of the contracts: {names}.")
    return Page(f"{folder}/__init__.py", "python/application.py.j2", view)
