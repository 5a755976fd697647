"""What the files of the TypeScript package have in common: the first line, imports, properties."""

from collections.abc import Iterable, Iterator

from sealwax.contract.model import Contract
from sealwax.frozen import frozen
from sealwax.languages.typescript import WIDTH
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


def import_type(names: Iterable[str], module: str) -> Iterator[Finished]:
    """The import of these types, or nothing when there are none."""
    return import_values(names, module, "import type")


def import_values(names: Iterable[str], module: str, word: str = "import") -> Iterator[Finished]:
    """The import of these names, or nothing when there are none."""
    ordered = sorted(names)
    line = f'{word} {{ {", ".join(ordered)} }} from "{module}";'
    broken = "".join(f"  {name},\n" for name in ordered)
    if ordered:
        yield Finished(line if len(line) <= WIDTH else f'{word} {{\n{broken}}} from "{module}";')
