"""TypeScript: an npm package of ES modules with declaration files, which needs no build step."""

from collections.abc import Iterator

from msgspec import Struct

from sealwax.contract.model import Contract
from sealwax.languages import json_document, markdown
from sealwax.languages import typescript as ts
from sealwax.meaning.checks import NODES
from sealwax.meaning.checks.enforcement import CHECKABLE, Enforcement, RuleKind
from sealwax.meaning.serving.http import http_plan
from sealwax.rendering import Filters, Finished, Page, Target, header
from sealwax.targets.package_names import npm_package
from sealwax.targets.runtime import RuntimeView
from sealwax.targets.typescript import schemas, validation
from sealwax.targets.typescript.builder_bodies import builder_name
from sealwax.targets.typescript.builders import options_type
from sealwax.targets.typescript.catalogue import enum_doc, table_name, value_doc
from sealwax.targets.typescript.declarations import first_line
from sealwax.targets.typescript.http import http_view
from sealwax.targets.typescript.mcp import call_arguments, mcp_view
from sealwax.targets.typescript.readme import readme_view
from sealwax.targets.typescript.surface import TYPES, Part, Section, surface

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


class IndexView(Struct, frozen=True):
    """index.js and index.d.ts"""

    header: Finished
    sections: tuple[Section, ...]
    modules: tuple[Part, ...]
    """The parts that modules implement, sorted by their names."""


class PackageView(Struct, frozen=True):
    """package.json"""

    header: str
    name: str
    contract: Contract
    has_http: bool


def pages(contract: Contract) -> Iterator[Page]:
    folder, sections, http = f"{contract.name}/typescript", surface(contract), http_plan(contract)
    parts = (part for section in sections for part in section.parts if part.template != TYPES)
    index = IndexView(first_line(contract), sections, tuple(sorted(parts, key=lambda part: part.module)))
    for part in index.modules:
        yield Page(f"{folder}/{part.module}.js", f"typescript/{part.template}.js.j2", part.view)
    yield Page(f"{folder}/runtime.js", "typescript/runtime.js.j2", RuntimeView(first_line(contract)))
    for ending in ("d.ts", "js"):
        yield Page(f"{folder}/index.{ending}", f"typescript/index.{ending}.j2", index)
        if http is not None:
            yield Page(f"{folder}/http.{ending}", f"typescript/http.{ending}.j2", http_view(contract, http))
        for module in schemas.MODULES:
            view = schemas.schemas_view(contract, module)
            yield Page(f"{folder}/{module}.{ending}", f"typescript/schemas.{ending}.j2", view)
    for file in MCP_FILES:
        yield Page(f"{folder}/{file}", f"typescript/{file}.j2", mcp_view(contract))
    if "typescript" not in contract.output.embedded:
        package = PackageView(header(contract.name), npm_package(contract), contract, http is not None)
        yield Page(f"{folder}/package.json", "typescript/package.json.j2", package)
        yield Page(f"{folder}/README.md", "typescript/README.md.j2", readme_view(contract))


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
