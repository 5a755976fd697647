"""The JSON Schema of the contract language itself, for editors: made from the forms that the reader uses."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import assert_never

from sealwax.contract.inheritance.extending import Policy, policy
from sealwax.contract.model import Contract, Json
from sealwax.contract.reading import VERSION
from sealwax.frozen import frozen
from sealwax.language import forms
from sealwax.language.forms import Form, NameRule, about, keys_of
from sealwax.language.grammar import ContractDecl
from sealwax.language.reference import blocks, declarations
from sealwax.languages import json as json_language
from sealwax.rendering import Page, ProjectTarget

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
    keys = (key for declaration in declarations() for key in keys_of(declaration).values())
    mappings = {inner for key in keys for inner in blocks(key.form)}
    apart = [each for each in declarations() if each in mappings]
    definitions: dict[str, Json] = {_name(declaration): _block(declaration) for declaration in apart}
    definitions |= {_whole_name(each): whole for each in apart if (whole := _whole(each))}
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "The contract language of sealwax",
        **_block(ContractDecl),
        "required": [name for name in _required(ContractDecl) if policy(ContractDecl, name) is Policy.OWN],
        "if": {"required": ["extends"]},
        "then": {},
        "else": _whole(ContractDecl),
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
    if declaration not in _restated() and (required := _required(declaration)):
        schema["required"] = [*required]
    return schema | {"additionalProperties": False}


# -- keys that a contract leaves to the one that it extends -----------------------------------------------------------


def _required(declaration: type) -> list[str]:
    return [key.name for key in keys_of(declaration).values() if key.required]


@cache
def _restated() -> frozenset[type]:
    """The declarations that can stand in two contracts, one on top of the other, with part of their keys in each."""
    found: set[type] = set()
    waiting: list[type] = [ContractDecl]
    while waiting:
        declaration = waiting.pop()
        found.add(declaration)
        inner = {each for key in keys_of(declaration).values() for each in _mappings(key.form)}
        waiting += inner - found
    return frozenset(found)


def _mappings(form: Form) -> Iterator[type]:
    """The declarations that a form merges by name: what is in a list is always whole."""
    match form:
        case forms.Block(declaration):
            yield declaration
        case forms.Entries(value=inner) | forms.Either(long=inner):
            yield from _mappings(inner)
        case _:
            pass


def _whole_name(declaration: type) -> str:
    return f"whole{_name(declaration)}"


@cache
def _whole(declaration: type) -> dict[str, Json]:
    """What a declaration needs when nothing is extended: the keys that have to be there, wherever they are."""
    if declaration not in _restated():
        return {}
    inner = {key.name: _whole_form(key.form) for key in keys_of(declaration).values()}
    properties: dict[str, Json] = {name: schema for name, schema in inner.items() if schema}
    required: list[Json] = [*_required(declaration)]
    return ({"required": required} if required else {}) | ({"properties": properties} if properties else {})


def _whole_form(form: Form) -> dict[str, Json]:
    match form:
        case forms.Block(declaration):
            return {"$ref": f"#/definitions/{_whole_name(declaration)}"} if _whole(declaration) else {}
        case forms.Entries(value=inner):
            schema = _whole_form(inner)
            return {"additionalProperties": schema} if schema else {}
        case forms.Items(item):
            schema = _whole_form(item)
            return {"items": schema} if schema else {}
        case forms.Either(long=inner):
            return _whole_form(inner)
        case _:
            return {}


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
        case forms.Several():
            return {"anyOf": [_form(form.item), _form(forms.Items(form.item))]}
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
