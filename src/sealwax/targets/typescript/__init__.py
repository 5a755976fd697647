"""TypeScript: an npm package of ES modules with declaration files, which needs no build step."""

from collections.abc import Iterator

from msgspec import Struct

from sealwax.contract.model import Contract
from sealwax.languages import json_document, markdown
from sealwax.languages import typescript as ts
from sealwax.meaning.checks import NODES, ListCheck, MapCheck, NumberCheck, StringCheck
from sealwax.meaning.checks.enforcement import CHECKABLE, Enforcement, RuleKind
from sealwax.rendering import Filters, Finished, Page, Target, header
from sealwax.targets.package_names import npm_package
from sealwax.targets.served import served_over_http, serves_mcp
from sealwax.targets.typescript import conditions, validation
from sealwax.targets.typescript.builder_bodies import builder_name
from sealwax.targets.typescript.builders import options_type
from sealwax.targets.typescript.catalogue import enum_doc, table_name, value_doc
from sealwax.targets.typescript.declarations import first_line
from sealwax.targets.typescript.readme import readme_view
from sealwax.targets.typescript.runtime import runtime_view
from sealwax.targets.typescript.serving import call_arguments, mcp_view, schema_modules, schema_name, serving_pages
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
    has_mcp: bool
    schemas: dict[Finished, bool]
    """The modules with JSON Schemas, and whether these are lean."""


def pages(contract: Contract) -> Iterator[Page]:
    folder, sections = f"{contract.name}/typescript", surface(contract)
    parts = (part for section in sections for part in section.parts if part.template != TYPES)
    index = IndexView(first_line(contract), sections, tuple(sorted(parts, key=lambda part: part.module)))
    views = [part.view for part in index.modules] + ([mcp_view(contract)] if serves_mcp(contract) else [])
    for part in index.modules:
        yield Page(f"{folder}/{part.module}.js", f"typescript/{part.template}.js.j2", part.view)
    yield Page(f"{folder}/runtime.js", "typescript/runtime.js.j2", runtime_view(contract, views))
    for ending in ("d.ts", "js"):
        yield Page(f"{folder}/index.{ending}", f"typescript/index.{ending}.j2", index)
    yield from serving_pages(contract, folder)
    if "typescript" not in contract.output.embedded:
        yield Page(f"{folder}/package.json", "typescript/package.json.j2", _package(contract))
        yield Page(f"{folder}/README.md", "typescript/README.md.j2", readme_view(contract))


def _package(contract: Contract) -> PackageView:
    return PackageView(
        header(contract.name),
        npm_package(contract),
        contract,
        has_http=served_over_http(contract) is not None,
        has_mcp=serves_mcp(contract),
        schemas=schema_modules(contract),
    )


FILTERS: Filters = {
    "all_hold": conditions.all_hold,
    "any_fails": conditions.any_fails,
    "below": validation.below,
    "below_index": validation.below_index,
    "block": ts.block,
    "builder": builder_name,
    "breaks": conditions.breaks,
    "call_arguments": call_arguments,
    "check_name": validation.check_name,
    "code": markdown.code,
    "counted": validation.counted,
    "deeper": validation.deeper,
    "commented_code": ts.commented_code,
    "constant": ts.constant_name,
    "docs": ts.docs_doc,
    "document": json_document,
    "enum_doc": enum_doc,
    "exception": ts.exception_name,
    "expression": validation.expression,
    "fails": conditions.fails,
    "fits": conditions.fits,
    "function": ts.function_name,
    "function_of": validation.function_of,
    "holds": conditions.holds,
    "json_block": markdown.json_block,
    "json_schema": schema_name,
    "literal": ts.literal,
    "literals": conditions.literals,
    "member": ts.member,
    "is_other_sum": conditions.is_other_sum,
    "is_undeclared": conditions.is_undeclared,
    "missed": conditions.missed,
    "no_key": conditions.no_key,
    "payload_call": validation.payload_call,
    "passes": conditions.passes,
    "right": conditions.right,
    "rule": validation.rule,
    "selects_no_case": conditions.selects_no_case,
    "option": ts.option_key,
    "options_type": options_type,
    "paragraphs": markdown.paragraphs,
    "property": ts.property_key,
    "schema": validation.schema_name,
    "suffix": ts.suffix,
    "superseded": validation.superseded,
    "table": table_name,
    "text": markdown.text,
    "text_doc": ts.text_doc,
    "type": ts.type_name,
    "value_doc": value_doc,
    "with_article": validation.with_article,
    "wrong": conditions.wrong,
    "holder": ListCheck | MapCheck,
    "limited": NumberCheck | StringCheck | ListCheck,
    **NODES,
}
TARGET = Target("typescript", pages, FILTERS, ENFORCES)
