"""OpenAPI: a document of components that the documents of APIs refer to."""

from collections.abc import Iterator

from sealwax.contract.model import Contract
from sealwax.languages import json_document
from sealwax.meaning.checks.enforcement import DECISIVE, Enforcement
from sealwax.rendering import Page, Target, header
from sealwax.targets.json_schema import TEMPLATE, SchemaView
from sealwax.targets.json_schema.limits import Schema
from sealwax.targets.openapi.components import components

ENFORCES = (Enforcement("OpenAPI", DECISIVE, {}),)


def pages(contract: Contract) -> Iterator[Page]:
    yield Page(f"{contract.name}/openapi/openapi.json", TEMPLATE, SchemaView(document(contract)))


def document(contract: Contract) -> Schema:
    """The document, with the mark of a generated file where OpenAPI allows one."""
    doc = contract.docs.doc or contract.title
    info: Schema = {"title": contract.title, "version": contract.version, "description": doc}
    info |= {"license": {"name": contract.license, "identifier": contract.license}} if contract.license else {}
    return {
        "x-comment": header(contract.name),
        "openapi": "3.1.1",
        "info": info,
        "servers": [{"url": "/"}],  # the default, which linters want to see
        "components": components(contract),
    }


TARGET = Target("openapi", pages, {"document": json_document}, ENFORCES)
