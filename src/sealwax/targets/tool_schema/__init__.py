"""Strict schemas for language models: of each record that stands alone, and of the payload of each tool."""

from collections.abc import Iterator

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.languages import json_document, markdown
from sealwax.meaning.checks.enforcement import Enforcement, RuleKind
from sealwax.meaning.strict import Strictness, StrictRecord, TooLarge, Unfit, candidates
from sealwax.naming import kebab
from sealwax.rendering import Finished, Page, Target, header
from sealwax.targets.json_schema import TEMPLATE, SchemaView
from sealwax.targets.tool_schema.schemas import record_schema

_WHOLE = frozenset(
    {RuleKind.TYPE, RuleKind.NUMBER, RuleKind.REQUIRED, RuleKind.UNKNOWN_KEY, RuleKind.ENUM, RuleKind.UNDECLARED}
)
ENFORCES = (Enforcement("Tool schemas", _WHOLE, {RuleKind.CONSTANT: "constants that are strings have their value"}),)


class ReadmeView(Struct, frozen=True):
    header: str
    contract: m.Contract
    fitting: tuple[tuple[str, StrictRecord], ...]
    """The records with a schema, each with the name of its file."""
    unfit: tuple[Unfit, ...]
    large: tuple[TooLarge, ...]


def pages(contract: m.Contract) -> Iterator[Page]:
    root, strictness = f"{contract.name}/tool-schema", Strictness()
    decided = [strictness.of(record) for record in candidates(contract)]
    fitting = [(f"{kebab(each.record.name)}.json", each) for each in decided if isinstance(each, StrictRecord)]
    for file, each in fitting:
        yield Page(f"{root}/{file}", TEMPLATE, SchemaView(record_schema(each.record, strictness)))
    unfit = tuple(each for each in decided if isinstance(each, Unfit))
    large = tuple(each for each in decided if isinstance(each, TooLarge))
    view = ReadmeView(header(contract.name), contract, tuple(fitting), unfit, large)
    yield Page(f"{root}/README.md", "tool_schema/README.md.j2", view)


def path_code(path: tuple[str, ...]) -> Finished:
    """A path in dotted form."""
    return markdown.code(".".join(path))


TARGET = Target(
    "tool-schema",
    pages,
    {
        "document": json_document,
        "text": markdown.text,
        "code": markdown.code,
        "number": lambda number: Finished(f"{number:,}"),
        "path": path_code,
        "remark": markdown.comment,
    },
    ENFORCES,
)
