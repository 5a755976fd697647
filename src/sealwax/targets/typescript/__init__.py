"""TypeScript: an npm package of ES modules with declaration files, which needs no build step."""

from collections.abc import Iterator

from msgspec import Struct

from sealwax.contract.model import Contract
from sealwax.languages import free, json_document, markdown
from sealwax.languages import typescript as ts
from sealwax.meaning.checks import NODES
from sealwax.meaning.checks.enforcement import CHECKABLE, Enforcement, RuleKind
from sealwax.meaning.serving.http import http_plan
from sealwax.naming import plural
from sealwax.rendering import Filters, Finished, Page, Target, header
from sealwax.targets.package_names import npm_package
from sealwax.targets.runtime import RuntimeView
from sealwax.targets.typescript import schemas, validation
from sealwax.targets.typescript.builder_bodies import builder_name
from sealwax.targets.typescript.builders import builders_view, options_type
from sealwax.targets.typescript.catalogue import catalogue_view, enum_doc, table_name, value_doc
from sealwax.targets.typescript.clock import clock_view
from sealwax.targets.typescript.constants import constants_view
from sealwax.targets.typescript.declarations import first_line
from sealwax.targets.typescript.errors import errors_view
from sealwax.targets.typescript.exceptions import exceptions_view
from sealwax.targets.typescript.http import http_view
from sealwax.targets.typescript.lookup import lookup_view
from sealwax.targets.typescript.mcp import call_arguments, mcp_view
from sealwax.targets.typescript.merging import merging_view
from sealwax.targets.typescript.parsing import parsing_view
from sealwax.targets.typescript.partial import partial_view
from sealwax.targets.typescript.parts import parts_view
from sealwax.targets.typescript.readme import readme_view
from sealwax.targets.typescript.types import types_view
from sealwax.targets.typescript.warnings import warnings_view

ENFORCES = (
    Enforcement("TypeScript validators", CHECKABLE, {}),
    Enforcement(
        "TypeScript types",
        frozenset(
            {RuleKind.TYPE, RuleKind.REQUIRED, RuleKind.UNKNOWN_KEY, RuleKind.OUTCOME, RuleKind.CONSTANT, RuleKind.ENUM}
        ),
        {RuleKind.NUMBER: "numbers are not booleans, but integers may have a fraction"},
    ),
)
MCP_FILES = ("mcp.js", "mcp.d.ts", "mcp-v1.js", "mcp-v1.d.ts", "mcp-runtime.js")
"""The modules for MCP servers, which the index does not export: not every program has an SDK."""
NAMESPACES = ("errors", "warnings")
"""The modules whose functions are exported under one name, because codes could share the names of other exports."""


class IndexView(Struct, frozen=True):
    """index.js and index.d.ts"""

    header: Finished
    modules: tuple[Finished, ...]
    """The modules that it exports."""
    namespaces: dict[str, Finished]
    """By module, the name under which its functions are exported, if not each under its own."""


class PackageView(Struct, frozen=True):
    """package.json"""

    header: str
    name: str
    contract: Contract
    has_http: bool
    namespaces: tuple[Finished, ...]
    """The modules that can also be imported alone: not every bundler drops the unused functions of a namespace."""


def pages(contract: Contract) -> Iterator[Page]:
    folder, views = f"{contract.name}/typescript", dict(_views(contract))
    exported = tuple(map(Finished, views))
    views["index"] = IndexView(first_line(contract), exported, namespaces(contract))
    http = http_plan(contract)
    if http is not None:
        views["http"] = http_view(contract, http)
    for module, view in views.items():
        for ending in ("d.ts", "js"):
            yield Page(f"{folder}/{module}.{ending}", f"typescript/{module}.{ending}.j2", view)
    for module in schemas.MODULES:
        for ending in ("d.ts", "js"):
            view = schemas.schemas_view(contract, module)
            yield Page(f"{folder}/{module}.{ending}", f"typescript/schemas.{ending}.j2", view)
    for file in MCP_FILES:
        yield Page(f"{folder}/{file}", f"typescript/{file}.j2", mcp_view(contract))
    yield Page(f"{folder}/runtime.js", "typescript/runtime.js.j2", RuntimeView(first_line(contract)))
    yield Page(f"{folder}/types.d.ts", "typescript/types.d.ts.j2", types_view(contract))
    if "typescript" not in contract.output.embedded:
        apart = tuple(module for module in exported if module in NAMESPACES)
        package = PackageView(header(contract.name), npm_package(contract), contract, http is not None, apart)
        yield Page(f"{folder}/package.json", "typescript/package.json.j2", package)
        warnings = namespaces(contract)["warnings"] if "warnings" in exported else Finished("")
        yield Page(f"{folder}/README.md", "typescript/README.md.j2", readme_view(contract, warnings))


def _views(contract: Contract) -> Iterator[tuple[str, object]]:
    """The modules that the index exports, sorted by name. A module and its declarations have the same view."""
    if contract.builders:
        yield "builders", builders_view(contract)
    if contract.enums:
        yield "catalogue", catalogue_view(contract)
    if clock := clock_view(contract):
        yield "clock", clock
    if contract.constants:
        yield "constants", constants_view(contract)
    if contract.error_mapping is not None and contract.error_mapping.factories:
        yield "errors", errors_view(contract, contract.error_mapping)
    if contract.error_mapping is not None:
        yield "exceptions", exceptions_view(contract, contract.error_mapping)
    if lookup := lookup_view(contract):
        yield "lookup", lookup
    if contract.merging is not None:
        yield "merging", merging_view(contract, contract.merging)
    yield "parsing", parsing_view(contract)
    if contract.partial is not None:
        yield "partial", partial_view(contract, contract.partial)
    if any(text.forms for text in contract.texts):
        yield "parts", parts_view(contract)
    yield "validation", validation.validation_view(contract)
    if contract.warning_mapping is not None and contract.warning_mapping.factories:
        yield "warnings", warnings_view(contract, contract.warning_mapping)


def namespaces(contract: Contract) -> dict[str, Finished]:
    """The names of these modules in the index. Warnings are called what the contract calls them."""
    warnings = contract.warning_mapping
    name = plural(warnings.record.name) if warnings is not None else "warnings"
    return {"errors": Finished("errors"), "warnings": free(name, ("errors",))}


FILTERS: Filters = {
    "all_hold": validation.all_hold,
    "block": ts.block,
    "builder": builder_name,
    "bound": validation.bound,
    "breaks": validation.breaks,
    "call_arguments": call_arguments,
    "check_name": validation.check_name,
    "code": markdown.code,
    "commented_code": ts.commented_code,
    "constant": ts.constant_name,
    "docs": ts.docs_doc,
    "document": json_document,
    "enum_doc": enum_doc,
    "exception": ts.exception_name,
    "expression": validation.expression,
    "fits": validation.fits,
    "function": ts.function_name,
    "guard": validation.guard,
    "holds": validation.holds,
    "json_block": markdown.json_block,
    "json_schema": schemas.constant_name,
    "literal": ts.literal,
    "literals": validation.literals,
    "member": ts.member,
    "no_key": validation.no_key,
    "option": ts.option_key,
    "options_type": options_type,
    "paragraphs": markdown.paragraphs,
    "property": ts.property_key,
    "read": validation.read,
    "reporter": validation.reporter,
    "schema": validation.schema_name,
    "suffix": ts.suffix,
    "table": table_name,
    "text": markdown.text,
    "text_doc": ts.text_doc,
    "type": ts.type_name,
    "value_doc": value_doc,
    "variable": validation.variable,
    "with_article": validation.with_article,
    "wrong": validation.wrong,
    "wrong_member": validation.wrong_member,
    **NODES,
}
TARGET = Target("typescript", pages, FILTERS, ENFORCES)
