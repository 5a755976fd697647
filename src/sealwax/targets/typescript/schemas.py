"""JSON Schemas -> schemas.js and schemas-lean.js, with their declarations: a constant for each public type."""

from msgspec import Struct

from sealwax.contract.model import Contract
from sealwax.languages import typescript as ts
from sealwax.meaning import checks
from sealwax.meaning.checks.lowering import lower
from sealwax.naming import camel
from sealwax.rendering import Finished
from sealwax.targets.json_schema.limits import Schema
from sealwax.targets.json_schema.schemas import Writer, writer_of
from sealwax.targets.served import contains_schemas, serves_mcp
from sealwax.targets.typescript.declarations import first_line

MODULES = {Finished("schemas"): False, Finished("schemas-lean"): True}
"""The modules, and whether their schemas are lean."""
_OUTCOMES = frozenset({checks.Role.OUTCOME, checks.Role.TOOL_OUTCOME})


class SchemaDocument(Struct, frozen=True):
    type: str
    is_object: bool
    root: Finished
    definitions: dict[Finished, Finished]
    """By name, the constants or, for outcomes, the schemas themselves."""


class SchemasView(Struct, frozen=True):
    """schemas.js, schemas-lean.js and their declarations"""

    header: Finished
    module: Finished
    is_lean: bool
    definitions: dict[Finished, Schema]
    """The constants for what several documents contain."""
    documents: tuple[SchemaDocument, ...]


def modules(contract: Contract) -> dict[Finished, bool]:
    """The modules that the package has. Only the results of MCP tools need the lean schemas."""
    if not contains_schemas(contract):
        return {}
    return {module: is_lean for module, is_lean in MODULES.items() if serves_mcp(contract) or not is_lean}


def constant_name(name: str) -> Finished:
    """The constant with the JSON Schema of a type."""
    return Finished(f"{camel(name)}JsonSchema")


def schemas_view(contract: Contract, module: Finished) -> SchemasView:
    plan, lean = lower(contract), MODULES[module]
    writer = writer_of(contract, lean=lean)
    shared = [name for name in plan.public if not isinstance(plan.types[name].check, checks.CasesCheck)]
    return SchemasView(
        first_line(contract),
        module,
        lean,
        {_definition(name): writer.type(name) for name in shared},
        tuple(_document(name, plan.types, writer) for name in plan.public),
    )


def _document(name: str, types: checks.Types, writer: Writer) -> SchemaDocument:
    check = types[name].check
    is_cases = isinstance(check, checks.CasesCheck)
    return SchemaDocument(
        name,
        isinstance(check, checks.CasesCheck | checks.ObjectCheck),
        ts.literal(writer.type(name)) if is_cases else _definition(name),
        {
            ts.property_key(each): ts.literal(schema) if types[each].role in _OUTCOMES else _definition(each)
            for each, schema in writer.definitions(name).items()
        },
    )


def _definition(name: str) -> Finished:
    return Finished(f"{camel(name)}Definition")
