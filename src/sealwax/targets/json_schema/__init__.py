"""JSON Schema for the envelope, each tool and each standalone record, in the drafts 2020-12 and draft-07.

Both drafts get the same schema: it only uses keywords that mean the same in both, and never a keyword next to `$ref`,
which draft-07 would ignore. Keywords decide whether a value is valid; advice is in the descriptions.
"""

from collections.abc import Iterator

from sealwax.contract.model import Contract
from sealwax.frozen import frozen
from sealwax.languages import json_document
from sealwax.meaning.enforcement import DECISIVE, Enforcement
from sealwax.meaning.lowering import lower
from sealwax.naming import kebab
from sealwax.rendering import Page, Target
from sealwax.targets.json_schema.schemas import Draft, Schema, Writer, annotations

DRAFTS = (
    Draft("https://json-schema.org/draft/2020-12/schema", "$defs", ".schema.json"),
    Draft("http://json-schema.org/draft-07/schema#", "definitions", ".draft-07.schema.json"),
)

ENFORCES = (Enforcement("JSON Schema", "any JSON Schema validator, in both drafts", DECISIVE, {}),)


@frozen
class SchemaView:
    """A schema as data."""

    document: Schema


def pages(contract: Contract) -> Iterator[Page]:
    types, notes = lower(contract).types, annotations(contract)
    standalone = (record.name for record in contract.records if record.standalone)
    names = {"envelope": contract.envelope.name, **{kebab(name): name for name in standalone}}
    names |= {kebab(tool.name): tool.envelope.name for tool in contract.tools}
    for draft in DRAFTS:
        writer = Writer(draft, types, notes)
        for file, name in names.items():
            path = f"{contract.name}/json-schema/{file}{draft.suffix}"
            yield Page(path, "json_schema/schema.json.j2", SchemaView(writer.document(name)))


TARGET = Target("json-schema", pages, {"document": json_document}, ENFORCES)
