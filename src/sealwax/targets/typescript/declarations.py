"""Parts that the files of the TypeScript package share: the first line, imports, properties."""

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from msgspec import Struct

from sealwax.contract.model import Contract
from sealwax.languages import free
from sealwax.naming import plural
from sealwax.rendering import Finished, header

Imports: TypeAlias = dict[Finished, tuple[Finished, ...]]
"""The names that a file imports from other files of the package, sorted, by module."""


class PropertyView(Struct, frozen=True):
    """A property of an interface or of an options object."""

    doc: Finished
    """Its documentation comment; empty when there is nothing to say."""
    key: Finished
    is_optional: bool
    type: Finished


def first_line(contract: Contract) -> Finished:
    """The comment that opens every JavaScript and declaration file."""
    return Finished(f"// {header(contract.name)}")


def imports(names: Mapping[str, Iterable[Finished]]) -> Imports:
    """The modules that something is needed from."""
    ordered = {Finished(module): tuple(sorted(some)) for module, some in sorted(names.items())}
    return {module: some for module, some in ordered.items() if some}


def namespaces(contract: Contract) -> dict[str, Finished]:
    """The names that hold the functions for codes, which could have those of other exports."""
    warnings = contract.warning_mapping
    name = plural(warnings.record.name) if warnings is not None else "warnings"
    return {"errors": Finished("errors"), "warnings": free(name, ("errors",))}
