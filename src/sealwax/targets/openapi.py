"""OpenAPI: a document of components that the documents of APIs refer to.

Components are the schemas of all types, and the response of each outcome, error type and error code.
"""

from collections.abc import Collection, Iterable, Iterator

from sealwax.contract import model as m
from sealwax.languages import json_lines
from sealwax.languages.python import exception_name, member
from sealwax.meaning.checks.enforcement import DECISIVE, Enforcement
from sealwax.meaning.checks.lowering import lower
from sealwax.meaning.codes.examples import example_failures
from sealwax.meaning.codes.exceptions import delays
from sealwax.meaning.serving.http import UNKNOWN, has_delay
from sealwax.rendering import Page, Target, header
from sealwax.targets.json_schema import TEMPLATE, SchemaView
from sealwax.targets.json_schema.limits import Schema
from sealwax.targets.json_schema.schemas import DRAFTS, Draft, writer_of

ENFORCES = (Enforcement("OpenAPI", DECISIVE, {}),)
SCHEMAS = "components/schemas"
DIALECT = Draft(DRAFTS[0].uri, SCHEMAS, "", is_2020=True, chooses=False)
"""The schemas of OpenAPI 3.1 are those of 2020-12. They have no `$defs`, which generators of clients do not read."""
_RETRY_AFTER = "RetryAfter"
_STATUS = "x-http-status"


def pages(contract: m.Contract) -> Iterator[Page]:
    yield Page(f"{contract.name}/openapi/openapi.json", TEMPLATE, SchemaView(document(contract)))


def document(contract: m.Contract) -> Schema:
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


def schemas(contract: m.Contract) -> Schema:
    """The schemas of all types, by name."""
    plan, writer = lower(contract), writer_of(contract, DIALECT)
    return {name: _stated(writer.type(name)) for name in writer.closure(plan.public)}


def components(contract: m.Contract) -> Schema:
    """Everything that the document of an API can refer to."""
    errors = _errors(contract)
    found: Schema = {
        "schemas": schemas(contract),
        "responses": {
            **outcome_responses(contract),
            **type_responses(contract, errors),
            **dict(_code_responses(contract, errors)),
        },
        "headers": headers(contract),
        "examples": {_name(code): {"summary": code, "value": value} for code, value in errors.items()},
    }
    return {name: group for name, group in found.items() if group}


def outcome_responses(contract: m.Contract) -> Schema:
    """The response of each outcome, and of those with the payload of a tool."""
    envelopes = (contract.envelope, *(tool.envelope for tool in contract.tools))
    outcomes = (outcome for envelope in envelopes for outcome in envelope.outcomes)
    return {outcome.name: _outcome_response(outcome, contract) for outcome in outcomes}


def _outcome_response(outcome: m.Outcome, contract: m.Contract) -> Schema:
    doc = outcome.docs.doc or (outcome.name if outcome.discriminator else contract.envelope.docs.doc) or outcome.name
    return {"description": doc, "content": {outcome.media_type.value: {"schema": _schema(outcome.name)}}}


# -- errors -----------------------------------------------------------------------------------------------------------


def response_name(error_type: m.EnumValue) -> str:
    """The response of an error type has the name of its exception, which no response of a code has."""
    return str(exception_name(error_type.value))


def _name(code: str) -> str:
    return str(member(code))


def headers(contract: m.Contract) -> Schema:
    mapping = _mapping(contract)
    if mapping is None or not delays(mapping):
        return {}
    description = "How long to wait before the next attempt, in seconds."
    return {_RETRY_AFTER: {"description": description, "schema": {"type": "integer", "minimum": 0}}}


def type_responses(contract: m.Contract, shown: Collection[str] = ()) -> Schema:
    """The response of each error type, with the codes that are shown; none if the contract states no HTTP status."""
    mapping = _mapping(contract)
    if mapping is None:
        return {}
    outcome, found = mapping.builder.outcome, dict[str, m.Json]()
    for each in mapping.types.values:
        own = (code for code in mapping.codes.by_class.get(each.value, ()) if code.value in shown)
        content: Schema = {"schema": _schema(outcome.name), **_examples(own)}
        found[response_name(each)] = _response(mapping, each, each.docs.doc, content)
    return found


def _code_responses(contract: m.Contract, errors: dict[str, dict[str, m.Json]]) -> Iterator[tuple[str, Schema]]:
    mapping = _mapping(contract)
    if mapping is None:
        return
    for code in mapping.codes.values:
        error_type = mapping.types.value(code.classified_as)
        if error_type is not None:
            exact: Schema = {"allOf": [_schema(mapping.builder.outcome.name), _at(mapping.code.path, code.value)]}
            content: Schema = {"schema": exact, **(_examples([code]) if code.value in errors else {})}
            yield _name(code.value), _response(mapping, error_type, code.docs.doc or error_type.docs.doc, content)


def _response(mapping: m.ErrorMapping, error_type: m.EnumValue, doc: str, content: Schema) -> Schema:
    has_header = has_delay(mapping, error_type)
    return {
        "description": doc or error_type.value,
        **({"headers": {"Retry-After": {"$ref": f"#/components/headers/{_RETRY_AFTER}"}}} if has_header else {}),
        "content": {mapping.builder.outcome.media_type.value: content},
        _STATUS: error_type.http or UNKNOWN,
    }


def _errors(contract: m.Contract) -> dict[str, dict[str, m.Json]]:
    """By code: an example of a failure, if there is one."""
    mapping = _mapping(contract)
    return example_failures(contract, mapping) if mapping is not None else {}


def _mapping(contract: m.Contract) -> m.ErrorMapping | None:
    """How errors become responses; None if the contract states no HTTP status."""
    mapping = contract.error_mapping
    return mapping if mapping is not None and any(each.http is not None for each in mapping.types.values) else None


def _examples(codes: Iterable[m.EnumValue]) -> Schema:
    found: Schema = {name: {"$ref": f"#/components/examples/{name}"} for name in (_name(code.value) for code in codes)}
    return {"examples": found} if found else {}


def _schema(name: str) -> Schema:
    return {"$ref": f"#/{SCHEMAS}/{name}"}


def _at(path: tuple[str, ...], value: str) -> Schema:
    """A schema for objects that have a value at a path."""
    name, *below = path
    inner: Schema = _at(tuple(below), value) if below else {"const": value}
    return {"type": "object", "properties": {name: inner}, "required": [name], "additionalProperties": True}


_ONE = frozenset({"items", "not", "if", "then", "else", "additionalProperties"})
"""The keywords whose value is a schema."""


def _stated(schema: Schema) -> Schema:
    """The same schema, which states that other keys are allowed where it does not say anything about them.

    A linter takes every schema that does not say so for a closed one, also those that only add a rule.
    """
    found: Schema = {}
    for keyword, value in schema.items():
        if keyword in _ONE and isinstance(value, dict):
            found[keyword] = _stated(value)
        elif keyword == "properties" and isinstance(value, dict):
            found[keyword] = {key: _stated(each) if isinstance(each, dict) else each for key, each in value.items()}
        elif keyword in ("allOf", "anyOf", "oneOf") and isinstance(value, list):
            found[keyword] = [_stated(each) if isinstance(each, dict) else each for each in value]
        else:
            found[keyword] = value
    is_silent = "properties" in found and "additionalProperties" not in found
    return found | {"additionalProperties": True} if is_silent else found


TARGET = Target("openapi", pages, {"document": json_lines}, ENFORCES)
