"""JSON Schema for the envelope, each tool and each standalone record, in the drafts 2020-12 and draft-07.

Both drafts get the same schema: it only uses keywords that mean the same in both, and never a keyword next to `$ref`,
which draft-07 would ignore. Keywords decide whether a value is valid; advice is in the descriptions.
"""

from collections.abc import Iterable, Iterator

from sealwax.contract.model import ABSENT, Contract, Example, ExampleKind, Json
from sealwax.frozen import frozen
from sealwax.languages import json_document
from sealwax.meaning.enforcement import DECISIVE, Enforcement
from sealwax.naming import kebab
from sealwax.rendering import Page, Target
from sealwax.targets.json_schema.schemas import Draft, Schema, Writer

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
    examples = _valid_examples(contract.examples)
    standalone = [record for record in contract.records if record.standalone]
    for draft in DRAFTS:
        writer = Writer(draft, examples)
        yield _page(contract, "envelope", draft, writer.envelope_document(contract.envelope))
        for record in standalone:
            yield _page(contract, kebab(record.name), draft, writer.record_document(record))
        for tool in contract.tools:
            yield _page(contract, kebab(tool.name), draft, writer.envelope_document(tool.envelope))


def _page(contract: Contract, name: str, draft: Draft, document: Schema) -> Page:
    path = f"{contract.name}/json-schema/{name}{draft.suffix}"
    return Page(path, "json_schema/schema.json.j2", SchemaView(document))


def _valid_examples(examples: Iterable[Example]) -> dict[str, list[Json]]:
    """The valid examples of each declaration, by name."""
    found: dict[str, list[Json]] = {}
    for example in examples:
        if example.kind is ExampleKind.VALID and example.value is not ABSENT:
            found.setdefault(example.subject.name, []).append(example.value)
    return found


TARGET = Target("json-schema", pages, {"document": json_document}, ENFORCES)
