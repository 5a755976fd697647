"""JSON Schema for the envelope, each tool and each standalone record, in the drafts 2020-12 and draft-07.

Keywords decide whether a value is valid, and only those are used that mean the same in both drafts. Advice is in the
descriptions.
"""

from collections.abc import Iterator

from msgspec import Struct

from sealwax.contract.model import Contract
from sealwax.languages import json_document
from sealwax.meaning.checks.enforcement import DECISIVE, Enforcement
from sealwax.rendering import Page, Target, header
from sealwax.targets.json_schema.limits import Schema
from sealwax.targets.json_schema.schemas import DRAFTS, documents, writer_of

ENFORCES = (Enforcement("JSON Schema", DECISIVE, {}),)
TEMPLATE = "json_schema/schema.json.j2"


class SchemaView(Struct, frozen=True):
    """A schema as data."""

    document: Schema


def pages(contract: Contract) -> Iterator[Page]:
    for draft in DRAFTS if contract.output.draft_07 else DRAFTS[:1]:
        writer = writer_of(contract, draft)
        for file, name in documents(contract).items():
            path = f"{contract.name}/json-schema/{file}{draft.suffix}"
            yield Page(path, TEMPLATE, schema_view(contract, writer.document(name)))


def schema_view(contract: Contract, document: Schema) -> SchemaView:
    """A schema with the mark of a generated file."""
    return SchemaView({"$comment": header(contract.name), **document})


TARGET = Target("json-schema", pages, {"document": json_document}, ENFORCES)
