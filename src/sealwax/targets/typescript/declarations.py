"""Parts that the files of the TypeScript package share: the first line, imports, properties."""

from collections.abc import Iterable

from sealwax.contract.model import Contract
from sealwax.frozen import frozen
from sealwax.rendering import Finished, header


@frozen
class Import:
    """The names that a file imports from another one of the package."""

    module: Finished
    names: tuple[Finished, ...]
    """Sorted, and never empty."""


@frozen
class Property:
    """A property of an interface or of an options object."""

    doc: Finished
    """Its documentation comment; empty when there is nothing to say."""
    key: Finished
    is_optional: bool
    type: Finished


def first_line(contract: Contract) -> Finished:
    """The comment that opens every JavaScript and declaration file."""
    return Finished(f"// {header(contract.name)}")


def imports(names: dict[str, Iterable[Finished]]) -> tuple[Import, ...]:
    """An import for each module that something is needed from."""
    ordered = {module: tuple(sorted(some)) for module, some in names.items()}
    return tuple(Import(Finished(module), some) for module, some in ordered.items() if some)
