"""JSON Schema for the contract, with its envelope as the root, and for the response of each tool.

Keywords decide whether a value is valid, and only those are used that mean the same in both drafts. Advice is in the
descriptions.
"""

from collections.abc import Iterator

from msgspec import Struct

from sealwax.contract.model import Contract
from sealwax.languages import json_lines
from sealwax.meaning.checks.enforcement import DECISIVE, Enforcement
from sealwax.naming import kebab
from sealwax.rendering import Page, Target, header
from sealwax.targets.json_schema.limits import Schema
from sealwax.targets.json_schema.schemas import DRAFTS, writer_of

ENFORCES = (Enforcement("JSON Schema", DECISIVE, {}),)
TEMPLATE = "json_schema/schema.json.j2"


class SchemaView(Struct, frozen=True):
    """A schema as data."""

    document: Schema


def pages(contract: Contract) -> Iterator[Page]:
    for draft in DRAFTS if contract.output.draft_07 else DRAFTS[:1]:
        writer, folder = writer_of(contract, draft), f"{contract.name}/json-schema"
        view = schema_view(contract, writer.contract(contract.envelope.name))
        yield Page(f"{folder}/{contract.name}{draft.suffix}", TEMPLATE, view)
        for tool in contract.tools:
            view = schema_view(contract, writer.document(tool.envelope.name))
            yield Page(f"{folder}/tools/{kebab(tool.name)}{draft.suffix}", TEMPLATE, view)


def schema_view(contract: Contract, document: Schema) -> SchemaView:
    """A schema with the mark of a generated file."""
    return SchemaView({"$comment": header(contract.name), **document})


TARGET = Target("json-schema", pages, {"document": json_lines}, ENFORCES)
