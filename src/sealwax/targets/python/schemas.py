"""JSON Schemas -> schemas/: a function for each, and the files that they read."""

from collections.abc import Iterator

from msgspec import Struct

from sealwax.contract.model import Contract
from sealwax.languages.python import class_name
from sealwax.naming import article, snake
from sealwax.rendering import Finished, Page
from sealwax.targets.json_schema import TEMPLATE, schema_view
from sealwax.targets.json_schema.limits import Schema
from sealwax.targets.json_schema.schemas import documents, writer_of
from sealwax.targets.openapi import headers, outcome_responses, schemas, type_responses
from sealwax.targets.python.head import first_line
from sealwax.targets.served import serves_mcp


class SchemaFunction(Struct, frozen=True):
    name: Finished
    doc: str
    file: str


class SchemasView(Struct, frozen=True):
    header: Finished
    functions: tuple[SchemaFunction, ...]
    has_lean: bool


def schema_pages(contract: Contract, package: str) -> Iterator[Page]:
    """The schemas in 2020-12, and the module that reads them. Servers of tools send the lean ones."""
    files = documents(contract)
    has_lean = serves_mcp(contract)
    functions = tuple(_function(name, file) for file, name in files.items())
    view = SchemasView(first_line(contract.name), functions, has_lean)
    yield Page(f"{package}/schemas/__init__.py", "python/schemas.py.j2", view)
    for ending, lean in ((".json", False), *(((".lean.json", True),) if has_lean else ())):
        writer = writer_of(contract, lean=lean)
        for file, name in files.items():
            yield Page(f"{package}/schemas/{file}{ending}", TEMPLATE, schema_view(contract, writer.document(name)))


def schema_function(name: str) -> Finished:
    """The function that returns the JSON Schema of a type."""
    return Finished(f"{snake(name)}_schema")


def _function(name: str, file: str) -> SchemaFunction:
    doc = f"Return the JSON Schema of {article(name)} `{class_name(name)}`."
    return SchemaFunction(schema_function(name), doc, file)


# -- OpenAPI ----------------------------------------------------------------------------------------------------------


def component_pages(contract: Contract, package: str) -> Iterator[Page]:
    """What the OpenAPI document of an application needs."""
    components: Schema = {
        "schemas": schemas(contract),
        "responses": outcome_responses(contract) | type_responses(contract),
        "headers": headers(contract),
    }
    yield Page(f"{package}/openapi.json", TEMPLATE, schema_view(contract, components))
