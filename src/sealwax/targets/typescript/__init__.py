"""TypeScript: an npm package of ES modules with declaration files beside them, so that nothing has to be built."""

from collections.abc import Iterator

from sealwax.contract.model import Contract, Json
from sealwax.frozen import frozen
from sealwax.languages import json
from sealwax.project.package_names import npm_package
from sealwax.rendering import Finished, Page, Target, header
from sealwax.targets.typescript.builders import builders_view
from sealwax.targets.typescript.catalogue import catalogue_view
from sealwax.targets.typescript.clock import clock_view, has_clock
from sealwax.targets.typescript.factories import FactsView, errors_view, has_facts
from sealwax.targets.typescript.lookup import has_lookups, lookup_view
from sealwax.targets.typescript.merging import merging_view
from sealwax.targets.typescript.parsing import parsing_view
from sealwax.targets.typescript.partial import partial_view
from sealwax.targets.typescript.readme import readme_view
from sealwax.targets.typescript.types import types_view
from sealwax.targets.typescript.validation import validation_view
from sealwax.targets.typescript.warnings import warnings_view


@frozen
class PackageView:
    document: dict[str, Json]


@frozen
class IndexView:
    header: Finished
    has_builders: bool
    has_catalogue: bool
    has_clock: bool
    has_errors: bool
    has_warnings: bool
    has_lookup: bool
    has_merging: bool
    has_partial: bool


def pages(contract: Contract) -> Iterator[Page]:
    folder = f"{contract.name}/typescript"
    catalogue = catalogue_view(contract)
    yield Page(f"{folder}/README.md", "typescript/README.md.j2", readme_view(contract, catalogue))
    if contract.builders:
        builders = builders_view(contract)
        yield Page(f"{folder}/builders.d.ts", "typescript/builders.d.ts.j2", builders)
        yield Page(f"{folder}/builders.js", "typescript/builders.js.j2", builders)
    if has_clock(contract):
        yield Page(f"{folder}/clock.d.ts", "typescript/clock.d.ts.j2", clock_view(contract))
        yield Page(f"{folder}/clock.js", "typescript/clock.js.j2", clock_view(contract))
    if contract.enums:
        yield Page(f"{folder}/catalogue.d.ts", "typescript/catalogue.d.ts.j2", catalogue)
        yield Page(f"{folder}/catalogue.js", "typescript/catalogue.js.j2", catalogue)
    factories = tuple(_factories(contract))
    for module, template, view in factories:
        yield Page(f"{folder}/{module}.d.ts", f"typescript/{template}.d.ts.j2", view)
        yield Page(f"{folder}/{module}.js", f"typescript/{template}.js.j2", view)
    if has_facts(contract):
        facts = FactsView(Finished(f"// {header(contract.name)}"))
        yield Page(f"{folder}/facts.js", "typescript/facts.js.j2", facts)
    modules = {module for module, _, _ in factories}
    index = _index(contract, modules)
    yield Page(f"{folder}/index.d.ts", "typescript/index.d.ts.j2", index)
    yield Page(f"{folder}/index.js", "typescript/index.js.j2", index)
    yield Page(f"{folder}/package.json", "typescript/package.json.j2", PackageView(_package(contract, modules)))
    parsing = parsing_view(contract)
    yield Page(f"{folder}/parsing.d.ts", "typescript/parsing.d.ts.j2", parsing)
    yield Page(f"{folder}/parsing.js", "typescript/parsing.js.j2", parsing)
    yield Page(f"{folder}/types.d.ts", "typescript/types.d.ts.j2", types_view(contract))
    validation = validation_view(contract)
    yield Page(f"{folder}/validation.d.ts", "typescript/validation.d.ts.j2", validation)
    yield Page(f"{folder}/validation.js", "typescript/validation.js.j2", validation)


def _factories(contract: Contract) -> Iterator[tuple[str, str, object]]:
    """What becomes of codes and of tiers: module, template and view."""
    if contract.error_mapping is not None and contract.error_mapping.factories:
        yield "errors", "factories", errors_view(contract, contract.error_mapping)
    if contract.warning_mapping is not None and contract.warning_mapping.factories:
        yield "warnings", "factories", warnings_view(contract, contract.warning_mapping)
    if has_lookups(lookup := lookup_view(contract)):
        yield "lookup", "lookup", lookup
    if contract.merging is not None:
        yield "merging", "merging", merging_view(contract, contract.merging)
    if contract.partial is not None:
        yield "partial", "partial", partial_view(contract, contract.partial)


def _index(contract: Contract, modules: set[str]) -> IndexView:
    return IndexView(
        header=Finished(f"// {header(contract.name)}"),
        has_builders=bool(contract.builders),
        has_catalogue=bool(contract.enums),
        has_clock=has_clock(contract),
        has_errors="errors" in modules,
        has_warnings="warnings" in modules,
        has_lookup="lookup" in modules,
        has_merging="merging" in modules,
        has_partial="partial" in modules,
    )


NAMESPACES = ("errors", "warnings")


def _entry(module: str) -> dict[str, Json]:
    return {"types": f"./{module}.d.ts", "default": f"./{module}.js"}


def _package(contract: Contract, modules: set[str]) -> dict[str, Json]:
    return {
        "name": npm_package(contract),
        "version": contract.version,
        "description": contract.title,
        "type": "module",
        # Resolvers take the first condition that they know, so types come first.
        "exports": {
            ".": _entry("index"),
            # Not every bundler drops what nobody calls of a namespace that is exported again.
            **{f"./{module}": _entry(module) for module in NAMESPACES if module in modules},
            "./conformance.json": "./conformance.json",
            "./contract.yaml": "./contract.yaml",
            "./package.json": "./package.json",
        },
        "sideEffects": False,
        "engines": {"node": ">=20"},
        "files": ["*.js", "*.d.ts", "conformance.json", "contract.yaml"],
    }


TARGET = Target("typescript", pages, {"document": json.document})
