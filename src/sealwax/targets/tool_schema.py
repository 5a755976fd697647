"""Strict schemas for language models: of each record that stands alone, and of the payload of each tool.

They state what all three vendors take, and the other rules in words.
"""

from collections.abc import Iterator
from typing import assert_never

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.languages import json_document, markdown
from sealwax.meaning import wording
from sealwax.meaning.checks.enforcement import Enforcement, RuleKind
from sealwax.meaning.strict import Strictness, StrictRecord, TooLarge, Unfit, candidates
from sealwax.naming import kebab
from sealwax.rendering import Finished, Page, Target, header
from sealwax.targets.json_schema import TEMPLATE, SchemaView
from sealwax.targets.json_schema.limits import Schema

_WHOLE = frozenset(
    {RuleKind.TYPE, RuleKind.NUMBER, RuleKind.REQUIRED, RuleKind.UNKNOWN_KEY, RuleKind.ENUM, RuleKind.UNDECLARED}
)
ENFORCES = (Enforcement("Tool schemas", _WHOLE, {RuleKind.CONSTANT: "constants that are strings have their value"}),)
_ABSENT = "Null if there is none."


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


def record_schema(record: m.Record, strictness: Strictness) -> Schema:
    """The schema of a record, without references."""
    fields = [field for field in record.fields if strictness.fits(field.type)]
    properties: Schema = {field.name: _property(field, strictness) for field in fields}
    return {
        "type": "object",
        **_described(record.docs.doc),
        "properties": properties,
        "required": [*properties],
        "additionalProperties": False,
    }


def _property(field: m.Field, strictness: Strictness) -> Schema:
    schema = _schema(m.bare(field.type), strictness)
    own, absent = str(schema.pop("description", "")), "" if field.required else _ABSENT
    limits = wording.sentence(wording.constraint_words(field.type))
    description = _described(field.docs.doc, own, limits, wording.relation_words(field), absent)
    schema = {**description, **schema}
    # The converter of Gemini drops a description that is beside `anyOf`.
    return {"anyOf": [schema, {"type": "null"}]} if absent or isinstance(field.type, m.Nullable) else schema


def _schema(kind: m.Type, strictness: Strictness) -> Schema:
    match kind:
        case m.Null():
            return {"type": "null"}
        case m.Boolean():
            return {"type": "boolean"}
        case m.Integer():
            return {"type": "integer"}
        case m.Number():
            return {"type": "number"}
        case m.String(_, _, _, named):
            format_: Schema = {} if named is None else {"format": named.removeprefix("utc-")}
            return {"type": "string", **format_}
        case m.Constant(value):
            # Gemini takes lists of strings only.
            return {"type": wording.CONSTANT_TYPES[type(value)]} | ({"enum": [value]} if type(value) is str else {})
        case m.ListOf(item):
            return {"type": "array", "items": _schema(item, strictness)}
        case m.Nullable(inner):
            return {"anyOf": [_schema(inner, strictness), {"type": "null"}]}
        case m.Reference(target):
            return _declared(target, strictness)
        case m.AnyValue() | m.AnyObject() | m.Payload() | m.MapOf():
            raise ValueError("a free-form value does not fit")
        case _:
            assert_never(kind)


def _declared(target: m.Record | m.Enum | m.Text, strictness: Strictness) -> Schema:
    match target:
        case m.Record():
            return record_schema(target, strictness)
        case m.Enum(_, _, docs, is_open, values):
            names: list[m.Json] = [value.value for value in values]
            known = f"Known values: {wording.listed(map(wording.quoted, names), 'and')}." if is_open else ""
            return {"type": "string", **_described(docs.doc, known)} | ({} if is_open else {"enum": names})
        case m.Text(_, _, docs):
            forms = ", ".join(f"`{form.template}`, such as `{form.example}`" for form in target.forms)
            limits = wording.sentence(wording.string_words(target.string))
            return {"type": "string", **_described(docs.doc, f"Forms: {forms}." if forms else limits)}
        case _:
            assert_never(target)


def _described(*words: str) -> Schema:
    text = " ".join(filter(None, words))
    return {"description": text} if text else {}


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
