"""How every generated module starts: its header, its docstring and its imports."""

from collections.abc import Iterable

from msgspec import Struct

from sealwax.contract.model import Contract
from sealwax.languages.python.imports import NO_BASES, BaseImports, import_lines
from sealwax.rendering import Finished, header
from sealwax.targets.python.names import homes


class Head(Struct, frozen=True):
    header: Finished
    doc: str
    imports: tuple[Finished, ...] = ()
    exports: tuple[str, ...] = ()
    """The names of the module, when some of them come from base packages."""
    narrows: bool = False
    """Whether an attribute has a narrower type than in a base class."""


def first_line(contract: str) -> Finished:
    return Finished(f"# {header(contract)}")


def head(
    contract: Contract,
    module: str,
    doc: str,
    used: Iterable[str] = (),
    below: BaseImports = NO_BASES,
    own: dict[str, str] | None = None,
    exports: tuple[str, ...] = (),
    narrows: bool = False,
) -> Head:
    """`used`: the names that need an import; `below`: the imports from base packages; `own`: more names of ours."""
    imports = import_lines(set(used), homes(contract) | (own or {}), f".{module}", below)
    return Head(first_line(contract.name), doc, imports, exports, narrows)
