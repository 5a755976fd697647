"""The JSON Schema of the contract language, for editors; generated from the same forms as the reader."""

from functools import cache
from typing import assert_never

from sealwax.contract.inheritance.extending import Policy, policy
from sealwax.contract.model import Json
from sealwax.contract.versions import VERSION
from sealwax.language import forms
from sealwax.language.forms import Form, Name, about, blocks, declarations, keys_of, required_keys
from sealwax.language.grammar.contract import ContractDecl
from sealwax.languages import json_line
from sealwax.rendering import ALL_CONTRACTS, Filters, Page
from sealwax.targets.json_schema import TEMPLATE, SchemaView

PATH = "contract-language.schema.json"


def page() -> Page:
    """The schema as a page, the same for all contracts."""
    return Page(PATH, TEMPLATE, SchemaView({"$comment": ALL_CONTRACTS, **document()}))


def document() -> dict[str, Json]:
    """The schema in draft-07, which the YAML plug-ins of all editors support."""
    # A declaration that is only inlined never has a mapping of its own.
    keys = (key for declaration in declarations(ContractDecl) for key in keys_of(declaration).values())
    mappings = {inner for key in keys for inner in blocks(key.form)}
    separate = [each for each in declarations(ContractDecl) if each in mappings]
    definitions: dict[str, Json] = {_name(declaration): _block(declaration) for declaration in separate}
    definitions |= {_complete_name(each): schema for each in separate if (schema := _complete(each))}
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "The contract language of sealwax",
        **_block(ContractDecl),
        "required": [name for name in _required(ContractDecl) if policy(ContractDecl, name) is Policy.OWN],
        "if": {"required": ["extends"]},
        "then": {},
        "else": _complete(ContractDecl),
        "definitions": definitions,
    }


def _name(declaration: type) -> str:
    return declaration.__name__.removesuffix("Decl")


def _block(declaration: type) -> dict[str, Json]:
    keys = keys_of(declaration)
    properties: dict[str, Json] = {key.name: {"description": key.doc, **_form(key.form)} for key in keys.values()}
    schema: dict[str, Json] = {"description": about(declaration), "type": "object", "properties": properties}
    if declaration not in _inheritable() and (required := _required(declaration)):
        schema["required"] = [*required]
    return schema | {"additionalProperties": False}


# -- keys that are inherited from an extended contract ----------------------------------------------------------------


def _required(declaration: type) -> list[str]:
    return [key.name for key in required_keys(declaration)]


@cache
def _inheritable() -> frozenset[type]:
    """The declarations that a contract can inherit in part, so that required keys may be missing."""
    return frozenset(declarations(ContractDecl, by_name=True))


def _complete_name(declaration: type) -> str:
    return f"complete{_name(declaration)}"


@cache
def _complete(declaration: type) -> dict[str, Json]:
    """The required keys of a declaration, at all depths, for a contract that extends nothing."""
    if declaration not in _inheritable():
        return {}
    inner = {key.name: _complete_form(key.form) for key in keys_of(declaration).values()}
    properties: dict[str, Json] = {name: schema for name, schema in inner.items() if schema}
    required: list[Json] = [*_required(declaration)]
    return ({"required": required} if required else {}) | ({"properties": properties} if properties else {})


def _complete_form(form: Form) -> dict[str, Json]:
    match form:
        case forms.Block(declaration):
            return {"$ref": f"#/definitions/{_complete_name(declaration)}"} if _complete(declaration) else {}
        case forms.Entries(value=inner):
            schema = _complete_form(inner)
            return {"additionalProperties": schema} if schema else {}
        case forms.Either(long=inner):
            return _complete_form(inner)
        case _:
            return {}


TEXT: dict[str, Json] = {"type": "string", "pattern": "[^ \\n]"}
SIMPLE: dict[forms.Simple, dict[str, Json]] = {
    forms.LINE: TEXT,
    forms.PROSE: TEXT,
    forms.VERBATIM: TEXT,
    forms.VERSION: {"type": "string", "pattern": f"^{VERSION.pattern}$"},
    forms.TYPE_TEXT: {"type": ["string", "null"]},
    forms.FLAG: {"type": "boolean"},
    forms.NUMERIC: {"type": "number"},
    forms.PLAIN: {"type": ["string", "number", "boolean", "null"]},
    forms.ANY_JSON: {},
}


def _form(form: Form) -> dict[str, Json]:
    match form:
        case forms.Simple():
            return SIMPLE[form]
        case forms.Name():
            return _named(form)
        case forms.Choice():
            return {"enum": [str(word) for word in form.words]}
        case forms.Count():
            return {"type": "integer", "minimum": form.minimum, "maximum": form.maximum}
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


def _named(rule: Name) -> dict[str, Json]:
    return {"type": "string", "pattern": f"^(?:{rule.pattern})$", "maxLength": rule.max_length}


def _entries(form: forms.Entries) -> dict[str, Json]:
    schema: dict[str, Json] = {
        "type": "object",
        "propertyNames": _named(form.rule),
        "additionalProperties": _form(form.value),
    }
    return schema if form.may_be_empty else schema | {"minProperties": 1}


FILTERS: Filters = {"document": json_line}
"""On one line: nobody reads it, and a new version of sealwax changes it without a diff of thousands of lines."""
