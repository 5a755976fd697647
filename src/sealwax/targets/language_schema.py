"""The JSON Schema of the contract language itself, for editors: made from the forms that the reader uses."""

from collections.abc import Iterator, Sequence
from typing import assert_never

from sealwax.contract import forms
from sealwax.contract.forms import Form, NameRule, about, inlined, keys_of
from sealwax.contract.language import ContractDecl, ItemConstraintsDecl
from sealwax.contract.language_reference import declarations
from sealwax.contract.model import Contract, Json
from sealwax.contract.reading import VERSION
from sealwax.frozen import frozen
from sealwax.languages import json as json_language
from sealwax.rendering import Page, ProjectTarget

BOTH_WAYS = {ItemConstraintsDecl}
PATH = "contract-language.schema.json"


@frozen
class SchemaView:
    document: Json


def pages(_contracts: Sequence[Contract]) -> Iterator[Page]:
    """One page, whatever the contracts say."""
    yield Page(PATH, "json_schema/schema.json.j2", SchemaView(document()))


def document() -> dict[str, Json]:
    """Draft-07, which every editor's YAML plug-in understands."""
    # A declaration that is only ever inlined has its keys in other mappings, and no mapping of its own.
    merged = {inner for declaration in declarations() for inner in inlined(declaration).values()}
    apart = (each for each in declarations() if each is not ContractDecl and each not in merged - BOTH_WAYS)
    definitions: dict[str, Json] = {_name(declaration): _block(declaration) for declaration in apart}
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "The contract language of sealwax",
        **_block(ContractDecl),
        "definitions": definitions,
    }


def _name(declaration: type) -> str:
    return declaration.__name__.removesuffix("Decl")


def _block(declaration: type) -> dict[str, Json]:
    keys = keys_of(declaration)
    properties: dict[str, Json] = {key.name: {"description": key.doc, **_form(key.form)} for key in keys.values()}
    schema: dict[str, Json] = {
        "description": about(declaration),
        "type": "object",
        "properties": properties,
    }
    required: list[Json] = [key.name for key in keys.values() if key.required]
    if required:
        schema["required"] = required
    return schema | {"additionalProperties": False}


def _form(form: Form) -> dict[str, Json]:
    match form:
        case forms.Line() | forms.Prose() | forms.Verbatim():
            return {"type": "string", "pattern": "[^ \\n]"}
        case forms.Version():
            return {"type": "string", "pattern": f"^{VERSION.pattern}$"}
        case forms.TypeText():
            return {"type": ["string", "null"]}
        case forms.Name():
            return _named(form.rule)
        case forms.Choice():
            return {"enum": [str(word) for word in form.words]}
        case forms.Flag():
            return {"type": "boolean"}
        case forms.Count():
            return {"type": "integer", "minimum": form.minimum, "maximum": form.maximum}
        case forms.Numeric():
            return {"type": "number"}
        case forms.Plain():
            return {"type": ["string", "number", "boolean", "null"]}
        case forms.AnyJson():
            return {}
        case forms.Items():
            return {"type": "array", "items": _form(form.item), "minItems": 1}
        case forms.Entries():
            return _entries(form)
        case forms.Block():
            return {"allOf": [{"$ref": f"#/definitions/{_name(form.declaration)}"}]}
        case forms.Either():
            return {"anyOf": [_form(form.short), _form(form.long)]}
        case _:
            assert_never(form)


def _named(rule: NameRule) -> dict[str, Json]:
    return {"type": "string", "pattern": f"^(?:{rule.pattern})$", "maxLength": rule.max_length}


def _entries(form: forms.Entries) -> dict[str, Json]:
    schema: dict[str, Json] = {
        "type": "object",
        "propertyNames": _named(form.rule),
        "additionalProperties": _form(form.value),
    }
    return schema if form.may_be_empty else schema | {"minProperties": 1}


TARGET = ProjectTarget("contract-language", pages, {"document": json_language.document})
