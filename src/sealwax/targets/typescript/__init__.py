"""TypeScript: an npm package of ES modules with declaration files beside them, so that nothing has to be built."""

from collections.abc import Iterator

from sealwax.contract.model import Contract, Json
from sealwax.frozen import frozen
from sealwax.languages import json
from sealwax.rendering import Finished, Page, Target, header
from sealwax.targets.typescript.builders import builders_view
from sealwax.targets.typescript.catalogue import catalogue_view
from sealwax.targets.typescript.readme import readme_view
from sealwax.targets.typescript.types import types_view


@frozen
class PackageView:
    document: dict[str, Json]


@frozen
class IndexView:
    header: Finished
    has_builders: bool
    has_catalogue: bool
    has_nothing: bool
    """A module without an export of values has to say that it is one."""


def pages(contract: Contract) -> Iterator[Page]:
    folder = f"{contract.name}/typescript"
    catalogue = catalogue_view(contract)
    yield Page(f"{folder}/README.md", "typescript/README.md.j2", readme_view(contract, catalogue))
    if contract.builders:
        builders = builders_view(contract)
        yield Page(f"{folder}/builders.d.ts", "typescript/builders.d.ts.j2", builders)
        yield Page(f"{folder}/builders.js", "typescript/builders.js.j2", builders)
    if contract.enums:
        yield Page(f"{folder}/catalogue.d.ts", "typescript/catalogue.d.ts.j2", catalogue)
        yield Page(f"{folder}/catalogue.js", "typescript/catalogue.js.j2", catalogue)
    index = _index(contract)
    yield Page(f"{folder}/index.d.ts", "typescript/index.d.ts.j2", index)
    yield Page(f"{folder}/index.js", "typescript/index.js.j2", index)
    yield Page(f"{folder}/package.json", "typescript/package.json.j2", PackageView(_package(contract)))
    yield Page(f"{folder}/types.d.ts", "typescript/types.d.ts.j2", types_view(contract))


def _index(contract: Contract) -> IndexView:
    return IndexView(
        header=Finished(f"// {header(contract.name)}"),
        has_builders=bool(contract.builders),
        has_catalogue=bool(contract.enums),
        has_nothing=not contract.builders and not contract.enums,
    )


def _package(contract: Contract) -> dict[str, Json]:
    return {
        "name": contract.name,
        "version": contract.version,
        "description": contract.title,
        "type": "module",
        # Resolvers take the first condition that they know, so types come first.
        "exports": {".": {"types": "./index.d.ts", "default": "./index.js"}, "./package.json": "./package.json"},
        "sideEffects": False,
        "engines": {"node": ">=20"},
        "files": ["*.js", "*.d.ts"],
    }


TARGET = Target("typescript", pages, {"document": json.document})
